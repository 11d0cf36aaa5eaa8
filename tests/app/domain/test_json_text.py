"""JSON that a terminal can show."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest

from app.domain.streams import to_json_text


def test_no_character_that_a_terminal_obeys_is_written_as_it_is() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))

    written = to_json_text({every: [every]})

    bidirectional = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    acted_on = {one for one in written if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp")}
    acted_on |= {one for one in written if unicodedata.bidirectional(one) in bidirectional}
    assert acted_on == set()
    assert set(written) > set("aé字😀")


def test_it_decodes_to_the_same_strings() -> None:
    odd = "\x1b\x7f\x9b31m\u202eevil\u2028\ud800\U000e0041 é字😀\\u202e"

    assert json.loads(to_json_text({odd: odd})) == {odd: odd}


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_know_are_an_error(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_json_text([number])
