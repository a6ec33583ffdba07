"""The command line: a file per command, which parses its options and calls what does the work."""
