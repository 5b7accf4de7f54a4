"""The server: tables, accounts, ratings and notices on top of the library."""
