"""Verify published packages: their hashes, the signature of the hashes, and the bills of materials.

python3 packaging/dev.py verify [FOLDER] [--rebuild]

FOLDER (default: dist) holds the packages with `SHA256SUMS` and, if they were signed, `SHA256SUMS.asc`.

- Each package has the SHA-256 hash that `SHA256SUMS` states, and every package in the folder is listed there.
- `gpg` accepts the signature. Whether the key is the publisher's, only the person who verifies can know.
- Each library in an archive has the hash that its bill of materials states, and none is missing from that list.
- With --rebuild, the packages are built again from this source, and the hashes are compared. This needs the commit
  and the kind of system that they were built with.

Prints one line for each check. The exit status is 1 if a check fails. Nothing in the folder is changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.asc"
LIBRARY = re.compile(r"\.(so[.\d]*|dll|pyd|dylib)$")
"""Files that a bill of materials lists with their hash; the same pattern as in `bill_of_materials`."""
PACKAGE = re.compile(r"\.(tar\.xz|deb|exe|dmg|cdx\.json)$")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py verify", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument("--rebuild", action="store_true", help="build the packages again and compare their hashes")
    options = parser.parse_args(arguments)
    problems = 0
    for is_right, sentence in verify(options.folder, with_rebuild=options.rebuild):
        print(f"{'ok     ' if is_right else 'FAILED '} {sentence}", flush=True)
        problems += not is_right
    return 1 if problems else 0


def verify(folder: Path, *, with_rebuild: bool) -> Iterator[tuple[bool, str]]:
    """Yield whether each check passed, with a sentence about it."""
    if not (folder / SUMS).is_file():
        yield False, f"{folder / SUMS} is missing. Download it beside the packages, or name their folder."
        return
    stated = read_sums(folder / SUMS)
    if not stated:
        yield False, f"{folder / SUMS} lists no package."
    yield from verify_hashes(folder, stated)
    yield from verify_signature(folder)
    for bill in sorted(folder.glob("*-sbom.cdx.json")):
        yield from verify_bill(folder, bill)
    if with_rebuild:
        yield from verify_rebuilt(stated)


def read_sums(path: Path) -> dict[str, str]:
    """Return the stated SHA-256 hash for each file name."""
    lines = [line.split(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {name.strip().lstrip("*"): digest.lower() for digest, name in (line for line in lines if len(line) == 2)}


def sha256_of(path: Path) -> str:
    """Return the SHA-256 hash of a file in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def verify_hashes(folder: Path, stated: dict[str, str]) -> Iterator[tuple[bool, str]]:
    """Compare each file with its stated hash, and look for packages that are not listed."""
    for name, digest in stated.items():
        path = folder / name
        if Path(name).name != name:
            yield False, f"{name}: a listed file must lie in the folder itself."
        elif not path.is_file():
            yield False, f"{name} is listed in {SUMS}, but is not in {folder}."
        elif sha256_of(path) != digest:
            yield False, f"{name} does not have the hash in {SUMS}. Do not use it; download it again."
        else:
            yield True, f"{name} has the hash in {SUMS}."
    for path in sorted(folder.iterdir()):
        if path.is_file() and PACKAGE.search(path.name) and path.name not in stated:
            yield False, f"{path.name} is not listed in {SUMS}, so nothing is known about it."


def verify_signature(folder: Path) -> Iterator[tuple[bool, str]]:
    """Let `gpg` check the signature of the hashes. A folder without a signature passes, with a remark."""
    if not (folder / SIGNATURE).is_file():
        yield True, f"There is no {SIGNATURE}: the hashes are not signed."
    elif shutil.which("gpg") is None:
        yield False, f"{SIGNATURE} was not verified: install gpg (GnuPG), then try again."
    else:
        command = ["gpg", "--status-fd", "1", "--verify", str(folder / SIGNATURE), str(folder / SUMS)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        keys = re.findall(r"^\[GNUPG:\] VALIDSIG (\w+)", result.stdout, re.MULTILINE)
        if result.returncode or not keys:
            yield False, f"gpg does not accept {SIGNATURE}: {last_line(result.stderr)}"
        else:
            yield True, f"{SUMS} is signed with the key {keys[0]}. Compare it with the publisher's key."


def last_line(text: str) -> str:
    """Return the last line of a program's output that is not empty."""
    return next((line for line in reversed(text.splitlines()) if line.strip()), "no reason was given")


def verify_bill(folder: Path, bill: Path) -> Iterator[tuple[bool, str]]:
    """Compare the libraries in a program's archive with its bill of materials."""
    program = bill.name.removesuffix("-sbom.cdx.json")
    archives = [path for path in folder.glob(f"{program}-*.tar.xz") if path.name[len(program) + 1].isdigit()]
    try:
        components = json.loads(bill.read_text(encoding="utf-8"))["components"]
        stated = {each["name"]: each["hashes"][0]["content"] for each in components if each.get("hashes")}
    except (ValueError, KeyError, TypeError, IndexError):
        yield False, f"{bill.name} is not a bill of materials in CycloneDX."
        return
    for path in archives:
        packed = dict(hash_libraries(path))
        wrong = sorted(name for name, digest in packed.items() if stated.get(name) != digest)
        missing = sorted(stated.keys() - packed.keys())
        if wrong:
            yield False, f"{path.name}: {wrong[0]} does not have the hash in {bill.name} ({len(wrong)} such libraries)."
        elif missing:
            yield False, f"{path.name}: {missing[0]} is listed in {bill.name}, but is not in the archive."
        else:
            yield True, f"{path.name}: all {len(packed)} libraries have the hashes in {bill.name}."


def hash_libraries(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name of each library in an archive, as the bill of materials has it, with its SHA-256 hash.

    The bill names libraries relative to the folder of the program's contents, `bayleaf-VERSION/_internal` or `_imap`.
    Links are left out: the file that a link points to is hashed itself.
    """
    with tarfile.open(path, "r:xz") as archive:
        for member in archive:
            name = "/".join(member.name.split("/")[2:])
            stream = archive.extractfile(member) if name and member.isfile() and LIBRARY.search(name) else None
            if stream is not None:
                with stream:
                    yield name, hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]


def verify_rebuilt(stated: dict[str, str]) -> Iterator[tuple[bool, str]]:
    """Build the packages from a copy of this source, and compare their hashes with the stated ones.

    The copy is a clone of the last commit, so that `dist` keeps the packages that are being verified. It has to lie at
    the same path length as any other: nothing in a package depends on where it was built.
    """
    with tempfile.TemporaryDirectory(prefix="bayleaf-verify-") as name:
        copy = Path(name, "bayleaf")
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(copy)], check=True)
        print("        Building the packages again. This takes some minutes.", flush=True)
        command = [sys.executable, str(copy / "packaging" / "dev.py"), "build", "--packages"]
        built = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        if built.returncode:
            yield False, f"The packages could not be built from this source: {last_line(built.stderr)}"
            return
        for package, digest in read_sums(copy / "dist" / SUMS).items():
            if package not in stated:
                yield True, f"{package} was built as well, but is not among the published packages."
            elif stated[package] == digest:
                yield True, f"{package} can be built from this source with the same hash."
            else:
                yield False, f"{package} has another hash when it is built from this source ({digest})."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
