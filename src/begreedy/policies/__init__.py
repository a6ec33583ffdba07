"""Bandit policies: one, or one tight family, per file."""
