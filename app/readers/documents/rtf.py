"""Text of RTF files.

`striprtf` converts RTF to text, and ignores formatting. Text that is hidden from a person is therefore taken out of the
source first; what is left of the source when the visible text is taken out is converted to the hidden text.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace

from striprtf.striprtf import destinations, rtf_to_text

from app.domain.documents import ReadLimits
from app.readers.documents.parsed_text import MAX_HIDDEN_POINTS, ParsedText, look_alike, tidy_hidden_text
from app.readers.reading_failures import Unreadable
from app.readers.web.values import WHITE

RTF_FIXES = (
    (re.compile(r"\{\\(?:\*\\)?(?:footnote|annotation)(?![a-z]) ?"), r"{ "),
    (re.compile(r"\\nestcell(?![a-z])"), r"\\tab"),
    (re.compile(r"\{\\\*\\nesttableprops(?![a-z])"), r"\\par {\\*\\nesttableprops"),
    (re.compile(r"\\(fcharset|uc)(?![a-z0-9-])"), r"\\\g<1>1"),
    (re.compile(r"\\u-?\d{6,}"), r"\\u63"),
    (
        re.compile(r"(\\fldinst)\s*+(\{?[^{}]{0,500}?HYPERLINK\s+(\"[^\"{}\r\n]{1,2000}\")[^{}]{0,200}\}?\s*+\})"),
        r"\1 \2 (\3) ",
    ),
    (re.compile(r"(\\fldinst)\{"), r"\1 {"),
)
"""RTF codes that striprtf drops or fails on, each with an equivalent that it understands.

Its own search for links takes cubic time: 12 s for 32 KB. The last two find the addresses instead, and hide the fields
from its search by a space.
"""
FONT = re.compile(r"\\f(\d{1,9})")
BRACE = re.compile(r"[{}]")
FONT_CHARSET = re.compile(r"\\fcharset(\d{1,4})")
MAY_HIDE = re.compile(r"\\(?:v(?![a-z])|fs[012](?!\d)|cf[1-9])")
"""Codes without which no text is hidden."""
TOKEN = re.compile(r"\\([A-Za-z]{1,32})(-?\d{1,10})? ?|([{}]|\\\*)|(?:\\'[0-9A-Fa-f]{2}|\\[^A-Za-z*]|[^\\{}]++)+")
"""A code word with its number, a brace or the sign of a destination, or a text. Escaped letters belong to the text."""
COLOUR_TABLE = re.compile(r"\{\\colortbl\b([^{}]*)\}")
COLOUR_PART = re.compile(r"\\(red|green|blue)(\d{1,3})")
HALF_POINTS_PER_POINT = 2


def rtf_text(raw: bytes, _limits: ReadLimits) -> ParsedText:
    """Read an RTF file; bytes above 127 are in the code page that the file declares."""
    source = raw.decode("latin-1")
    for pattern, replacement in RTF_FIXES:
        source = pattern.sub(replacement, source)
    source = simplify_font_table(source)
    if not MAY_HIDE.search(source):
        return ParsedText(_to_text(source))
    visible, hidden, reasons = separate_hidden_text(source)
    return ParsedText(_to_text(visible), tidy_hidden_text(_to_text(hidden)) if reasons else "", reasons)


def simplify_font_table(source: str) -> str:
    """Return a source whose table of fonts has a line for each font, with only its number and its charset.

    The search of striprtf for the charsets stays on a line. In a crafted table of 4 KB on one line, it took minutes.
    """
    begin = source.find("\\fonttbl")
    if begin < 0:
        return source
    end, depth = len(source), 1
    for brace in BRACE.finditer(source, begin):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            end = brace.start()
            break
    found = ((FONT.search(entry), FONT_CHARSET.search(entry)) for entry in source[begin:end].split(";"))
    lines = [f"\\f{font[1]}\\fcharset{charset[1]} x;\n" for font, charset in found if font and charset]
    return "".join([source[:begin], "\\fonttbl\n", *lines, source[end:]])


def _to_text(source: str) -> str:
    try:
        text: str = rtf_to_text(source, encoding="cp1252", errors="replace")  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise Unreadable("damaged", str(error)) from error
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(frozen=True, slots=True)
class _Format:
    """Formatting of the text in a group."""

    is_hidden: bool = False
    half_points: int = 24
    is_pale: bool = False
    """Whether the letters have the colour of paper."""
    has_ground: bool = False
    """Whether the letters have a colour behind them."""
    has_paragraph_ground: bool = False
    is_in_table: bool = False
    is_destination: bool = False
    """Whether the group holds no text, but for example the table of fonts."""

    def hidden_reason(self, *, is_row_coloured: bool) -> str:
        """Return why the text is hidden, as in `HtmlText.reasons`; "" if it is visible."""
        if self.is_hidden:
            return "display"
        if self.half_points <= MAX_HIDDEN_POINTS * HALF_POINTS_PER_POINT:
            return "size"
        has_ground = self.has_ground or self.has_paragraph_ground or (self.is_in_table and is_row_coloured)
        return "colour" if self.is_pale and not has_ground else ""


def separate_hidden_text(source: str) -> tuple[str, str, tuple[str, ...]]:
    """Return a source without its hidden text, the source without its visible text, and how text is hidden."""
    pale = _pale_colours(source)
    visible: list[str] = []
    hidden: list[str] = []
    reasons: dict[str, None] = {}
    outer: list[_Format] = []
    now, is_row_coloured = _Format(), False
    for token in TOKEN.finditer(source):
        word, number, sign = token.groups()
        if sign == "{":
            outer.append(now)
        elif sign == "}":
            now = outer.pop() if outer else now
        elif sign is not None:
            now = replace(now, is_destination=True)
        elif word in ("trowd", "clcbpat", "clshdng"):
            is_row_coloured = word != "trowd" and number not in (None, "0") and int(number) not in pale
        elif word is not None and word != "u":
            now = _after_word(now, word, number, pale)
        elif not now.is_destination:
            reason = now.hidden_reason(is_row_coloured=is_row_coloured)
            (hidden if reason else visible).append(token[0])
            if reason and not token[0].isspace():
                reasons[reason] = None
            if reason == "colour":
                visible.append(" ")
            continue
        visible.append(token[0])
        hidden.append(token[0])
    return "".join(visible), "".join(hidden), tuple(reasons)


def _after_word(now: _Format, word: str, number: str | None, pale: Set[int]) -> _Format:
    """Return the formatting after a code word."""
    value = 1 if number is None else int(number)
    match word:
        case "v":
            return replace(now, is_hidden=value != 0)
        case "fs":
            return replace(now, half_points=value)
        case "cf":
            return replace(now, is_pale=value in pale)
        case "cb" | "chcbpat" | "highlight":
            return replace(now, has_ground=value != 0 and value not in pale)
        case "cbpat" | "shading":
            return replace(now, has_paragraph_ground=value != 0 and value not in pale)
        case "intbl":
            return replace(now, is_in_table=True)
        case "pard":
            return replace(now, has_paragraph_ground=False, is_in_table=False)
        case "plain":
            return replace(now, is_hidden=False, half_points=24, is_pale=False, has_ground=False)
        case _:
            return replace(now, is_destination=True) if word in destinations and not now.is_destination else now


def _pale_colours(source: str) -> frozenset[int]:
    """Return the numbers of the colours that look like paper."""
    table = COLOUR_TABLE.search(source)
    pale: set[int] = set()
    for number, entry in enumerate(table[1].split(";") if table else ()):
        parts = {name: int(value) for name, value in COLOUR_PART.findall(entry)}
        if parts and look_alike((parts.get("red", 0), parts.get("green", 0), parts.get("blue", 0)), WHITE):
            pale.add(number)
    return frozenset(pale)
