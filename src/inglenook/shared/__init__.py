"""What several games use and no user imports."""
