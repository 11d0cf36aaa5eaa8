"""Write the software bill of materials (CycloneDX) of the packaged program."""

from __future__ import annotations

import json
from pathlib import Path

import licences


def write(path: Path, version: str) -> None:
    components = [
        {
            "type": "library",
            "name": package.name,
            "version": package.version,
            "purl": f"pkg:pypi/{licences.canonical(package.name)}@{package.version}",
            "licenses": [{"license": {"name": licences.licence_name(package)}}],
        }
        for package in licences.runtime_packages()
    ]
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "bayleaf", "version": version}},
        "components": components,
    }
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
