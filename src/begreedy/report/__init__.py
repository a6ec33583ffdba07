"""Figures, tables and the page that shows them."""
