"""The durable bandit: settings, log, state, stores and client."""
