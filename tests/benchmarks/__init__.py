"""Measurements, one module each; see `dev.py bench`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "packaging" / "imap"))  # beside the program, as pytest finds it
