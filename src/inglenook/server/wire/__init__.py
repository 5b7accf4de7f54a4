"""Everything that travels between the server and its clients, and nothing else."""
