"""The benchmark: nanoseconds per round, beside the bare random numbers and the naive scan."""
