"""One table as pure functions: state, events, decisions, rights, votes and clock."""
