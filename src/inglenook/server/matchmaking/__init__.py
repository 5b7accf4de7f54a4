"""Finding someone to play with."""
