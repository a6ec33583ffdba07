"""A bandit in production: durable decisions, an HTTP service, the explore page."""
