"""Its own package: pgx, which the benches install, brings a `tests` that would be found instead."""
