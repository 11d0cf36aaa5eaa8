"""A test of a mail server is skipped with a sentence that names the package which is not there or not whole."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.mail_servers import FILES, missing_parts

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="paths of Debian")


def install(root: Path, *packages: str) -> None:
    for package in packages:
        for file in FILES[package]:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).touch()


def test_nothing_is_missing_where_each_package_is_whole(tmp_path: Path) -> None:
    install(tmp_path, *FILES)
    assert missing_parts(*FILES, places=[tmp_path], is_root=True) == ""


def test_dovecot_without_its_imap_server_is_not_enough(tmp_path: Path) -> None:
    install(tmp_path, "dovecot-core", "openssl")
    reason = missing_parts("openssl", "dovecot-core", "dovecot-imapd", places=[tmp_path], is_root=True)
    assert reason == "needs Debian's package dovecot-imapd, whose /usr/lib/dovecot/imap is not here"


def test_cyrus_does_not_stand_in_for_dovecot(tmp_path: Path) -> None:
    install(tmp_path, "cyrus-imapd", "cyrus-common", "sasl2-bin")
    assert "dovecot-core" in missing_parts("dovecot-core", "dovecot-imapd", places=[tmp_path], is_root=True)
    assert missing_parts("cyrus-imapd", "cyrus-common", "sasl2-bin", places=[tmp_path], is_root=True) == ""


@pytest.mark.parametrize("file", FILES["dovecot-sieve"])
def test_a_package_that_lost_a_file_is_not_enough(tmp_path: Path, file: str) -> None:
    install(tmp_path, "dovecot-sieve")
    (tmp_path / file).unlink()
    assert f"/{file} " in missing_parts("dovecot-sieve", places=[tmp_path], is_root=True)


def test_an_ordinary_user_is_told_that_root_is_needed(tmp_path: Path) -> None:
    install(tmp_path, *FILES)
    assert "root" in missing_parts("dovecot-core", places=[tmp_path], is_root=False)
