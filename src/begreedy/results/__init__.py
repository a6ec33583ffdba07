"""What a simulation gives: curves, summaries, tables and pictures."""
