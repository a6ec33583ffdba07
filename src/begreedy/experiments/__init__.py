"""Experiments as data, in Python or TOML, and claims about their results."""
