"""The games of the house: every package in this folder is one."""
