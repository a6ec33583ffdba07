"""Requests of a client to a server, and the calls for operators among them."""
