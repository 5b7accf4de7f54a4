"""The games as environments: for PettingZoo, OpenSpiel, Gymnasium and JAX.

Each adapter is a module of its own and needs an extra of its own; all but `jax` are made of
`process`, which plays any game that has a `fit`. docs/environments.md says how they are used.
"""
