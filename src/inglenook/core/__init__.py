"""Games without a server: rules, matches, records, and how they are found."""
