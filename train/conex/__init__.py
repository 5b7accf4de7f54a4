"""Training the network of CONEX: see docs/training.md."""
