"""Bandits in a database: its tables and their versions, checksums, and a bandit found by its name."""
