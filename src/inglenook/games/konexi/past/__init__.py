"""Earlier rules of Konexi, for the records and the games that were begun by them."""
