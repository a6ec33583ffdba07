"""The report on the paper as HTML pages."""
