"""From plain Python to native code, kept on disk."""
