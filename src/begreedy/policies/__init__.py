"""What a learner does: one policy, or one tight family, per file."""
