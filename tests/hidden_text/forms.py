"""The forms in which a page may hide words from its reader: pages with a place for the words.

Each line of `developed.txt` and `held_out.txt` is a form: the name of its family, and what differs from form to form.
Every family has forms that hide and forms that look like it and hide nothing, so that no rule wins by one answer.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

PLACE = "@@"
"""Where the words stand."""
SHEET_BODY = (
    '<body bgcolor=white><p>Buy <b></b><span class="a b" id=i data-x="1 2">@@</span><em></em></p>'
    "<div>pills</div></body>"
)
FAMILIES = {
    "span": "<!doctype html><body bgcolor=white>Buy pills <span style='{}'>@@</span></body>",
    "block": "<!doctype html><body bgcolor=white>Buy pills<div style='{}'>@@</div></body>",
    "sheet": "<!doctype html><html lang=en><head><style>{}</style></head>" + SHEET_BODY,
    "page": "<!doctype html>{}",
    "quirks": "<html>{}",
}
"""The page around each form, by family: a style of words in a line, that of a box, a style sheet, a whole page, and one
that browsers show in quirks mode.
"""


class Form(NamedTuple):
    """A page with a place for words."""

    name: str
    html: str

    def page(self, words: str) -> str:
        """Return the page with words in their place."""
        return self.html.replace(PLACE, words)


def developed() -> list[Form]:
    """Return the forms that the reader was developed with."""
    return _forms("developed.txt")


def held_out() -> list[Form]:
    """Return the forms that were written after the reader was developed."""
    return _forms("held_out.txt")


def _forms(name: str) -> list[Form]:
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").split("\n")
    parts = [line.partition(" ") for line in lines if line]
    return [Form(f"{family} {own}", FAMILIES[family].replace("{}", own)) for family, _, own in parts]
