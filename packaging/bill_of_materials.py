"""Write the software bill of materials (CycloneDX) of the packaged program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import licences

SIMPLE_LICENCE = re.compile(r"[A-Za-z0-9.+-]+(-[A-Za-z0-9.+]+)+|MIT|0BSD")
EXPRESSION = re.compile(r"[A-Za-z0-9.+() -]+ (OR|AND|WITH) [A-Za-z0-9.+() -]+")


def write(path: Path, version: str) -> None:
    """List everything that `licences` knows of, with what the program itself is."""
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "bayleaf", "name": "bayleaf", "version": version}},
        "components": list(components()),
    }
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def components() -> Iterator[dict[str, Any]]:
    for part in licences.parts():
        kind = "pypi" if part.is_from_python_index else "generic"
        address = f"pkg:{kind}/{licences.canonical(part.name)}@{part.version}"
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
