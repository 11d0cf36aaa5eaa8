"""Start the program."""

from __future__ import annotations

import sys

from bayleaf_imap.commands import main

if __name__ == "__main__":
    sys.exit(main())
