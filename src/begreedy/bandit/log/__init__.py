"""Work on whole logs: to check, export, archive and erase, and to rebuild what follows from them."""
