"""Players of a match: levels of the games, bots of users, engines in processes of their own."""
