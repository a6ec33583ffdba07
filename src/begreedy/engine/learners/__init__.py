"""Learners: policies that decide online, in plain Python; one file per form of policy."""
