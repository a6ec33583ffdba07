"""Bandit problems: reward laws, priors of means, and the models made of them."""
