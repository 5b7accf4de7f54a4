"""Earlier rules of CONEX, for the records and the games that were begun by them."""
