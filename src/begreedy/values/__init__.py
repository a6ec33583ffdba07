"""Immutable values: checking, canonical text and its parser."""
