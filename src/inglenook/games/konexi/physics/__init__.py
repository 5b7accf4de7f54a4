"""Whether a tower stands, by simulation."""
