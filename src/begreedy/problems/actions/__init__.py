"""Sets of actions of combinatorial problems, each with an exact oracle: the best action for given weights of arms."""
