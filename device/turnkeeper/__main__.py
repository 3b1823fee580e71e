"""`python -m turnkeeper` is the command line."""

import sys

from turnkeeper.cli import main

if __name__ == "__main__":
    sys.exit(main())
