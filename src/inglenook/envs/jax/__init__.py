"""Games as pure functions on JAX: `kewbz`. Needs `pip install "inglenook[jax]"`.

`kewbz.py` itself imports nothing but JAX, so it can also be loaded as a file, without the package.
"""

from inglenook.envs.extras import missing

try:
    import jax as _  # noqa: F401 - to say what is missing before anything else does
except ModuleNotFoundError as absent:
    raise missing("jax", absent) from None
