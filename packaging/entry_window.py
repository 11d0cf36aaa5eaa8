"""The start of the packaged `bayleaf`."""

import sys

from app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
