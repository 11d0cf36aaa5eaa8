"""Files that travel with the program: icons, translations, samples and help, and names that many languages have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read_json(*place: str) -> Any:
    """Return what a JSON file here holds, by the folders that it lies in and its name."""
    return json.loads(Path(__file__).parent.joinpath(*place).read_text(encoding="utf-8"))
