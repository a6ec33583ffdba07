"""Logged decisions, and policies judged on them."""
