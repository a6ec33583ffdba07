"""Players (one per kind of policy), games (one per kind of problem) and the faces that run them."""
