"""Experiments: policies side by side, and how fast they run."""
