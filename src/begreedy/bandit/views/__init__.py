"""What a bandit says of itself: its state, its arms, and which of them may be the best."""
