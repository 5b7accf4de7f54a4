"""The built client, the documentation site and link previews."""
