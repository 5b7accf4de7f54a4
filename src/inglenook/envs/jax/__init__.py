"""Games as pure functions on JAX: `kewbz`. Needs `pip install "inglenook[jax]"`."""
