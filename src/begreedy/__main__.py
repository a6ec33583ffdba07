"""``python -m begreedy`` is ``begreedy``."""

from begreedy.cli.main import main

if __name__ == "__main__":
    main()
