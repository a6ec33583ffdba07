"""Games: how runs of a policy on a problem are played, one file per model."""
