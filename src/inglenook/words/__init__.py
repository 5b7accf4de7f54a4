"""The reference of the word games, what counts as the same word, and the best word of a board.

The only I/O is mapping the reference's own data file (and LemmInflect reading its own), at first
use: what a word is worth follows from the word alone.
"""
