"""The state of a bandit, folded from its log; one file per kind of state."""
