"""Playing blocks of runs on threads, processes and clusters."""
