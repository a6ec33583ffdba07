"""The explore page: see in seconds whether to be greedy."""
