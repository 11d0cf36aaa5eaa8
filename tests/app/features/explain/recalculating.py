"""A spreadsheet worked out anew by LibreOffice, without a window, and read back."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import python_calamine

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
SECONDS = 240
ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>
"""

Table = list[list[Any]]


def recalculated(book: Path, folder: Path) -> dict[str, Table]:
    """The values of every page after LibreOffice has evaluated all formulas."""
    [found] = all_recalculated([book], folder)
    return found


def all_recalculated(books: Sequence[Path], folder: Path) -> list[dict[str, Table]]:
    """Several spreadsheets in one run, since starting LibreOffice takes longer than all of them."""
    assert OFFICE is not None
    profile = folder / "office"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS_RECALCULATE, encoding="utf-8")
    out = folder / "recalculated"
    command = [OFFICE, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", "ods"]
    subprocess.run([*command, "--outdir", out, *books], check=True, capture_output=True, timeout=SECONDS)
    return [values(out / f"{book.stem}.ods") for book in books]


def values(book: Path) -> dict[str, Table]:
    """The cells of every page as they are stored."""
    found = python_calamine.CalamineWorkbook.from_path(book)
    return {name: found.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in found.sheet_names}
