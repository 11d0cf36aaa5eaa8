"""`dev.py verify`: published packages are accepted as they are, and any change to one of them is found."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.packaging.conftest import Scripts

LIBRARY = b"\x7fELF a library"
needs_gpg = pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")


def publish(folder: Path, library: bytes = LIBRARY) -> Path:
    """Write an archive, its bill of materials and the hashes, as the build does."""
    folder.mkdir(exist_ok=True)
    name = "_internal/numpy.libs/libblas.so.3"
    (folder / "libblas").write_bytes(library)
    with tarfile.open(folder / "bayleaf-0.1.0-linux-x86_64.tar.xz", "w:xz") as archive:
        archive.add(folder / "libblas", arcname=f"bayleaf-0.1.0/{name}")
    (folder / "libblas").unlink()
    digest = hashlib.sha256(LIBRARY).hexdigest()
    bill = {
        "components": [
            {"name": "numpy", "version": "2"},
            {"name": name.removeprefix("_internal/"), "hashes": [{"alg": "SHA-256", "content": digest}]},
        ]
    }
    (folder / "bayleaf-sbom.cdx.json").write_text(json.dumps(bill))
    write_sums(folder)
    return folder


def write_sums(folder: Path) -> None:
    names = sorted(path.name for path in folder.iterdir() if path.name != "SHA256SUMS")
    sums = subprocess.run(["sha256sum", *names], cwd=folder, capture_output=True, check=True).stdout
    (folder / "SHA256SUMS").write_bytes(sums)


def failures(script: Scripts, folder: Path) -> list[str]:
    return [sentence for is_right, sentence in script("verify").verify(folder, with_rebuild=False) if not is_right]


def test_packages_as_they_were_published_pass(
    script: Scripts, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script("verify").main([str(publish(tmp_path / "dist"))]) == 0
    out = capsys.readouterr().out
    assert "all 1 libraries have the hashes" in out
    assert "the hashes are not signed" in out
    assert "FAILED" not in out


def test_one_changed_byte_of_a_package_is_found(
    script: Scripts, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = publish(tmp_path / "dist")
    bill = folder / "bayleaf-sbom.cdx.json"
    bill.write_text(bill.read_text().replace('"2"', '"3"'))
    assert script("verify").main([str(folder)]) == 1
    assert f"FAILED  {bill.name} does not have the hash" in capsys.readouterr().out


def test_a_library_that_is_not_the_one_in_the_bill_of_materials_is_found(script: Scripts, tmp_path: Path) -> None:
    folder = publish(tmp_path / "dist", b"\x7fELF another library")  # its hashes were made after the exchange
    [failure] = failures(script, folder)
    assert "numpy.libs/libblas.so.3 does not have the hash in bayleaf-sbom.cdx.json" in failure


def test_a_package_beside_the_others_that_nobody_listed_is_found(script: Scripts, tmp_path: Path) -> None:
    folder = publish(tmp_path / "dist")
    (folder / "bayleaf-9.9-windows-x86_64.exe").write_bytes(b"MZ")
    assert failures(script, folder) == [
        "bayleaf-9.9-windows-x86_64.exe is not listed in SHA256SUMS, so nothing is known about it."
    ]


def test_a_listed_package_that_is_missing_is_named(script: Scripts, tmp_path: Path) -> None:
    folder = publish(tmp_path / "dist")
    (folder / "bayleaf-sbom.cdx.json").unlink()
    assert any("bayleaf-sbom.cdx.json is listed" in failure for failure in failures(script, folder))


def test_the_list_cannot_point_outside_the_folder(script: Scripts, tmp_path: Path) -> None:
    folder = publish(tmp_path / "dist")
    with (folder / "SHA256SUMS").open("a") as sums:
        sums.write(f"{'0' * 64}  ../secret\n")
    assert failures(script, folder) == ["../secret: a listed file must lie in the folder itself."]


def test_without_the_list_of_hashes_nothing_is_verified(script: Scripts, tmp_path: Path) -> None:
    [failure] = failures(script, tmp_path)
    assert "SHA256SUMS is missing" in failure


@needs_gpg
def test_a_signature_is_accepted_and_a_forged_one_is_not(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "g"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(home))
    gpg = ["gpg", "--batch", "--yes", "--pinentry-mode", "loopback", "--passphrase", ""]
    key = ["--quick-generate-key", "Publisher <publisher@example.org>", "ed25519", "sign"]
    subprocess.run([*gpg, *key], check=True, capture_output=True)
    folder = publish(tmp_path / "dist")
    subprocess.run([*gpg, "--detach-sign", "--armor", str(folder / "SHA256SUMS")], check=True, capture_output=True)

    sentences = list(script("verify").verify(folder, with_rebuild=False))
    assert any(is_right and "is signed with the key" in sentence for is_right, sentence in sentences)

    write_sums(publish(tmp_path / "dist", b"\x7fELF another library"))
    assert any("gpg does not accept SHA256SUMS.asc" in failure for failure in failures(script, folder))
    subprocess.run(["gpgconf", "--kill", "all"], check=False, capture_output=True)
