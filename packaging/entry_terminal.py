"""The start of the packaged `bayleaf-cli`."""

import sys

from app.cli.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
