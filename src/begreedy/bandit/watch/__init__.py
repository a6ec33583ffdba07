"""What an operator watches: a moment of a bandit, alarms, and whether data agree with what was assumed."""
