"""Write the software bill of materials (CycloneDX) of a packaged program.

It lists every package, every library file with its hash, and libraries that are linked into others, such as OpenSSL
or ICU. These have to be known when a security hole in one of them is reported.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import ssl
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import licences

SIMPLE_LICENCE = re.compile(r"[A-Za-z0-9.+-]+(-[A-Za-z0-9.+]+)+|MIT|0BSD")
EXPRESSION = re.compile(r"[A-Za-z0-9.+() -]+ (OR|AND|WITH) [A-Za-z0-9.+() -]+")
LIBRARY = re.compile(r"\.(so[.\d]*|dll|pyd|dylib)$")
CARRIED = {
    "ICU": (r"icu(?:uc|data|i18n|dt|in)?(?:\.so\.|\.)?(\d+)?", "Unicode-3.0"),
    "OpenBLAS": (r"openblas()", "BSD-3-Clause"),
    "libgfortran": (r"libgfortran[-\w]*(?:\.so\.|\.)([\d.]+)?", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libquadmath": (r"libquadmath[-\w]*(?:\.so\.|\.)([\d.]+)?", "LGPL-2.1-or-later"),
    "PDFium": (r"pdfium()", "BSD-3-Clause AND Apache-2.0"),
    "OpenSSL": (r"lib(?:crypto|ssl)[-.]", "Apache-2.0"),
    "SQLite": (r"sqlite3\.(?:so|dll|dylib)|libsqlite3", "blessing"),
    "libffi": (r"libffi[-.](?:so\.)?([\d.]+)?", "MIT"),
    "Microsoft Visual C++ runtime": (r"(?:vcruntime|msvcp)(\d+)", "see its licence file"),
}
"""Libraries that come inside other packages: pattern of the file name, with the version as its group, and licence."""
KNOWN_VERSIONS = {"OpenSSL": ssl.OPENSSL_VERSION.split()[1], "SQLite": sqlite3.sqlite_version}


def write(
    path: Path,
    version: str,
    parts: Iterable[licences.Part],
    libraries: Iterable[tuple[str, Path]] = (),
    program: str = "bayleaf",
) -> None:
    """Write the bill of materials of a program to `path`."""
    files = sorted((name, source) for name, source in dict(libraries).items() if LIBRARY.search(name))
    listed = [*components(parts), *carried(name for name, _ in files), *(library_component(*each) for each in files)]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime(
                "%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0")))
            ),
            "component": {"type": "application", "bom-ref": program, "name": program, "version": version},
        },
        "components": listed,
        "dependencies": [{"ref": program, "dependsOn": [each["bom-ref"] for each in listed]}],
    }
    path.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")


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


def carried(names: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield one component for each library that came inside another package."""
    plain = [name.replace("\\", "/").rpartition("/")[2] for name in names]
    for name, (pattern, terms) in CARRIED.items():
        found = [match for match in (re.search(pattern, file) for file in plain) if match]
        if found:
            stated = next((match[1] for match in found if match.groups() and match[1]), None)
            version = KNOWN_VERSIONS.get(name) or stated
            component = {"type": "library", "bom-ref": f"carried:{name}", "name": name, "licenses": [licence(terms)]}
            yield component | ({"version": version.strip(".")} if version else {})


def library_component(name: str, source: Path) -> dict[str, Any]:
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    return {
        "type": "file",
        "bom-ref": f"file:{name}",
        "name": name,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def licence(name: str) -> dict[str, Any]:
    """Return the licence as an SPDX expression if it is one, otherwise as plain text."""
    if EXPRESSION.fullmatch(name) or SIMPLE_LICENCE.fullmatch(name):
        return {"expression": name}
    return {"license": {"name": name}}
