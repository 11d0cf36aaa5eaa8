"""The start of the packaged `bayleaf-imap`."""

import os
import sys

from bayleaf_imap.commands import main

if __name__ == "__main__":
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):  # commands that it starts take the system's libraries
        before = os.environ.pop(f"{name}_ORIG", "")
        os.environ.pop(name, None)
        if before:
            os.environ[name] = before
    sys.exit(main())
