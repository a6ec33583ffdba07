"""What nature does: laws, priors and the bandit models made of them."""
