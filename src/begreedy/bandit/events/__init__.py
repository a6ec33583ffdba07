"""What is appended to the log: decisions, rewards, and arms that come and go."""
