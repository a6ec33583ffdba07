"""What users give, checked: the settings of a bandit, and the arguments of its calls."""
