"""How the network of Kewbz is trained: self-play on one GPU. See docs/training.md."""
