"""Small sources on disk, and the command line called as a person calls it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli.command_group import cli
from app.domain.errors import AppError

FIVE_MAILS = {
    "spam": ("buy cheap watermelon buy", "cheap offer buy now"),
    "ham": ("meeting notes for monday", "lunch on monday", "notes on the offer"),
}

Run = Callable[..., Result]
RunJson = Callable[..., dict[str, Any]]


def called(*arguments: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], input=stdin)


def told_by(*arguments: object, stdin: str | bytes | None = None) -> dict[str, Any]:
    result = called(*arguments, "--json", stdin=stdin)
    if isinstance(result.exception, AppError):
        raise result.exception
    assert result.exit_code == 0, (result.output, result.stderr, result.exception)
    told: dict[str, Any] = json.loads(result.stdout)
    return told


@pytest.fixture
def run() -> Run:
    """Call bayleaf-cli; an error of the world is the result's exception."""
    return called


@pytest.fixture
def run_json() -> RunJson:
    """Call bayleaf-cli with --json and return the one object that it prints."""
    return told_by


@pytest.fixture
def five_mails(tmp_path: Path) -> Path:
    """A folder per label with the five texts of the textbook."""
    return written_mails(tmp_path / "five")


def written_mails(folder: Path) -> Path:
    for label, texts in FIVE_MAILS.items():
        (folder / label).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / label / f"{number}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def trained_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    told_by("import", folder / "five.bayleaf", written_mails(folder / "five"))
    told_by("train", folder / "five.bayleaf", "--event-model", "multinomial", "--smoothing", 1)
    return folder / "five.bayleaf"


@pytest.fixture
def trained(tmp_path: Path, five_mails: Path, trained_once: Path) -> Path:
    """A workspace with five such mails and a multinomial model of them, α = 1."""
    return Path(shutil.copy(trained_once, tmp_path))
