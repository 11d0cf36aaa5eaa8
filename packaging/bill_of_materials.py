"""Write the software bill of materials (CycloneDX) of the packaged program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import licences

SIMPLE_LICENCE = re.compile(r"[A-Za-z0-9.+-]+(-[A-Za-z0-9.+]+)+|MIT|0BSD")
EXPRESSION = re.compile(r"[A-Za-z0-9.+() -]+ (OR|AND|WITH) [A-Za-z0-9.+() -]+")


def write(path: Path, version: str, parts: Iterable[licences.Part]) -> None:
    """List every part, with what the program itself is."""
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "bayleaf", "name": "bayleaf", "version": version}},
        "components": list(components(parts)),
    }
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def components(parts: Iterable[licences.Part]) -> Iterator[dict[str, Any]]:
    for part in parts:
        name = licences.canonical(part.name) if part.giver == "pypi" else part.name.lower()
        address = f"pkg:{part.giver}/{name}@{quote(part.version, safe=':~')}"
        yield {
            "type": "library",
            "bom-ref": address,
            "name": part.name,
            "version": part.version,
            "purl": address,
            "licenses": [licence(part.licence)],
        }


def licence(name: str) -> dict[str, Any]:
    """As an SPDX expression where it is one, in its own words otherwise."""
    if EXPRESSION.fullmatch(name) or SIMPLE_LICENCE.fullmatch(name):
        return {"expression": name}
    return {"license": {"name": name}}
