"""The program's log: a file of its owner's, which never costs the program anything."""

from __future__ import annotations

import logging
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain import log

logger = logging.getLogger("app.domain.test")


@pytest.fixture(autouse=True)
def no_log_afterwards() -> Iterator[None]:
    yield
    log.stop_logging()
    logging.getLogger(log.PROGRAM).propagate = True


def test_records_are_written_with_their_time_level_and_module(tmp_path: Path) -> None:
    path = log.log_to_file(tmp_path)
    logger.info("imported %d documents", 3)
    logger.debug("not at this level")

    [line] = path.read_text(encoding="utf-8").splitlines()
    assert line.endswith(f"Z INFO {os.getpid()} app.domain.test: imported 3 documents")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    path = log.log_to_file(tmp_path)
    logger.info("something")

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_file_is_replaced_before_it_grows_and_three_old_ones_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MAX_BYTES", 500)
    path = log.log_to_file(tmp_path)
    for number in range(100):
        logger.info("record %d", number)

    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "bayleaf.log", "bayleaf.log.1", "bayleaf.log.2", "bayleaf.log.3"
    ]  # fmt: skip
    assert path.read_text(encoding="utf-8").rstrip().endswith("record 99")
    assert all(each.stat().st_size <= 500 for each in tmp_path.iterdir())


def test_a_folder_that_is_not_there_costs_the_log_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.log_to_file(tmp_path / "gone")
    logger.error("nobody hears this")

    assert capsys.readouterr() == ("", "")
