"""The letters as solids, towers of them, and where one more letter fits."""
