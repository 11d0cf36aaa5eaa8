"""A compound file whose chains have no end is damaged before anything follows them."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.documents import ReadLimits
from app.readers.reading_failures import Unreadable
from app.readers.tables.spreadsheets import NO_SECTOR, SIGNATURE, check_sector_chains, sheet_text
from tests.app.readers.compound import compound as compound_file

SECTOR = 512
END, FREE = 0xFFFFFFFE, 0xFFFFFFFF


def compound(
    table: list[int], *, small: list[int] | None = None, listed: list[int] | None = None, more: int = END
) -> bytes:
    """A header, the table of sectors in sector 0, the one of small sectors in 1, and a list of further tables in 2."""
    header = np.full(SECTOR // 4, FREE, "<u4")
    header[15], header[17], header[19] = 1, more, 0
    raw = bytearray(header.tobytes())
    raw[:8], raw[30:32] = SIGNATURE, (9).to_bytes(2, "little")
    return bytes(raw) + b"".join(sector(numbers) for numbers in (table, small or [], listed or []))


def sector(numbers: list[int]) -> bytes:
    padded = np.full(SECTOR // 4, FREE, "<u4")
    padded[: len(numbers)] = numbers
    if len(numbers) < len(padded):
        padded[-1] = END
    return padded.tobytes()


def test_chains_that_end_are_let_be() -> None:
    check_sector_chains(compound([0xFFFFFFFD, END, 0xFFFFFFFC, 4, 5, END], small=[1, 2, END], more=2))
    check_sector_chains(compound([NO_SECTOR + 5, END, 9_999]))
    check_sector_chains(b"no compound file")


@pytest.mark.parametrize(
    ("damaged", "what"),
    [
        (compound([0xFFFFFFFD, END, FREE, 3]), "a chain of sectors"),
        (compound([0xFFFFFFFD, END, FREE, 4, 5, 3]), "a chain of sectors"),
        (compound([0xFFFFFFFD, END], small=[1, 2, 0]), "a chain of small sectors"),
        (compound([0xFFFFFFFD, END], listed=[*[FREE] * 127, 2], more=2), "the list of sectors"),
        (compound([0xFFFFFFFD, END], listed=[0] * 127, more=2), "more sectors than it has"),
    ],
)
def test_a_chain_without_an_end_is_named(damaged: bytes, what: str) -> None:
    with pytest.raises(Unreadable, match=what) as caught:
        sheet_text(damaged, ReadLimits())

    assert caught.value.reason == "damaged"


@pytest.mark.parametrize("n_bytes", [13, 112, 500])
def test_a_directory_that_is_cut_short_is_named_and_nothing_is_said_beside(
    n_bytes: int, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = compound_file({"Workbook": b"rows"})

    with pytest.raises(Unreadable) as caught:
        sheet_text(whole[: 2 * SECTOR + n_bytes], ReadLimits())

    assert caught.value.reason == "damaged"
    assert capfd.readouterr().err == ""
