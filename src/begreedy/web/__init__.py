"""What the web servers of this package have in common."""
