"""Track the formatting of text in DOCX and OpenDocument files, to find text that is hidden from a person.

A parser calls `start` and `end` for every element, and reads `hidden_reason` for each piece of text. Named styles are
in another part of the file, which is read first. Table styles and drawings are not understood, so the colour behind the
text is unknown there, and the colour of letters hides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.readers.documents.parsed_text import MAX_HIDDEN_POINTS, look_alike
from app.readers.web.values import WHITE, Colour

AUTOMATIC: Colour = (-999, -999, -999)
"""Colour of letters that the program chooses so that they can be read: unlike every other colour."""
UNKNOWN_GROUND: Colour = (9_999, 9_999, 9_999)
"""Colour behind text where it is not known: unlike every other colour."""
MAX_STYLE_DEPTH = 50
"""Longest chain of styles that are based on each other."""
HEX_COLOUR = re.compile(r"#?([0-9A-Fa-f]{6})")
LENGTH = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(pt|px|in|cm|mm|pc)")
POINTS_PER_UNIT = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.35, "mm": 2.835, "pc": 12.0}
OFF = frozenset({"0", "false", "off"})
"""Values of a property of DOCX that is not set."""
DRAWINGS = frozenset({
    "text-box", "custom-shape", "rect", "ellipse", "circle", "path", "polygon", "polyline", "line", "connector",
    "measure", "caption", "regular-polygon",
})  # fmt: skip
"""Elements of OpenDocument that may have a colour behind their text."""


@dataclass(frozen=True, slots=True)
class Look:
    """Formatting of text. None stands for a property that is not set."""

    is_hidden: bool | None = None
    colour: Colour | None = None
    """Colour of the letters."""
    points: float | None = None
    """Height of the letters."""
    ground: Colour | None = None
    """Colour behind the letters."""
    is_box_hidden: bool = False
    """Whether a hidden section contains the text. No formatting inside of it can show it."""

    def over(self, base: Look) -> Look:
        """Return this formatting, with the properties that it does not set taken from `base`."""
        return Look(
            base.is_hidden if self.is_hidden is None else self.is_hidden,
            self.colour or base.colour,
            base.points if self.points is None else self.points,
            self.ground or base.ground,
            self.is_box_hidden or base.is_box_hidden,
        )

    @property
    def hidden_reason(self) -> str:
        """Why text with this look is hidden, as in `HtmlText.reasons`; "" if it is visible."""
        if self.is_hidden or self.is_box_hidden:
            return "display"
        if self.points is not None and self.points <= MAX_HIDDEN_POINTS:
            return "size"
        return "colour" if self.colour is not None and look_alike(self.colour, self.ground or WHITE) else ""


PLAIN = Look()


@dataclass(slots=True)
class Styles:
    """The named styles of a file."""

    looks: dict[str, Look] = field(default_factory=dict)
    """Own formatting of each style, without that of the styles that it is based on."""
    parents: dict[str, str] = field(default_factory=dict)
    """Maps a style to the style that it is based on."""
    default: Look = PLAIN
    """Formatting of all paragraphs, unless their style sets something else."""
    default_name: str = ""
    """Style of paragraphs that name none."""
    page: Look = PLAIN
    """Formatting of the page."""

    def look_of(self, name: str) -> Look:
        """Return the formatting that a style sets, with that of the styles that it is based on."""
        look = PLAIN
        for _ in range(MAX_STYLE_DEPTH):
            if name not in self.looks:
                break
            look, name = look.over(self.looks[name]), self.parents.get(name, "")
        return look


class Formatting:
    """The open elements of a part of a file, with their formatting. Each inherits that of the element around it.

    The part with the styles is read with this class too, and fills `styles`. This base class knows no formatting.
    """

    is_open_document = False

    def __init__(self, styles: Styles) -> None:
        self.hidden_reason = ""
        """Why text at this place is hidden; "" if it is visible."""
        self._styles = styles
        self._style = ""
        """Name of the style whose definition is being read."""
        self._names = ["", ""]
        self._looks = [styles.page, styles.page]

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Enter an element."""
        self._names.append(tag.rpartition("}")[2])
        self._looks.append(self._looks[-1])
        self._apply(attributes)

    def end(self) -> None:
        """Leave the innermost element."""
        self._names.pop()
        before = self._looks.pop()
        if before is not self._looks[-1]:
            self.hidden_reason = self._looks[-1].hidden_reason

    def _apply(self, attributes: Mapping[str, str]) -> None:
        """Change the formatting by the element that has just begun."""

    def _change(self, look: Look, *, level: int = 1) -> None:
        """Set the formatting of the innermost `level` elements."""
        self._looks[-level:] = [look] * level
        self.hidden_reason = look.hidden_reason

    def _begin_paragraph(self, style: str, *, level: int) -> None:
        """Set the formatting of a paragraph by its style. Only the ground comes from the element around it."""
        around = self._looks[-level - 1]
        box = Look(ground=around.ground, is_box_hidden=around.is_box_hidden)
        self._change(self._styles.look_of(style).over(self._styles.default).over(box), level=level)


class WordFormatting(Formatting):
    """Formatting in DOCX, where the properties of an element are elements inside of it."""

    def _apply(self, attributes: Mapping[str, str]) -> None:
        owner, above, name = self._names[-3:]
        if above == "rPr" and owner in ("r", "style", "rPrDefault"):
            self._set(self._changed_letters(self._looks[-3], name, attributes))
        elif name == "shd" and above in ("pPr", "tcPr", "tblPr"):
            self._set(replace(self._looks[-3], ground=_word_ground(attributes) or self._looks[-3].ground))
        elif name == "p":
            self._begin_paragraph(self._styles.default_name, level=1)
        elif name == "pStyle" and above == "pPr" and owner == "p":
            self._begin_paragraph(_value(attributes), level=3)
        elif name == "tblStyle":
            self._change(replace(self._looks[-3], ground=UNKNOWN_GROUND), level=3)
        elif name == "txbxContent":
            self._change(replace(self._looks[-1], ground=UNKNOWN_GROUND))
        elif name == "background":  # of the page; it comes before the body
            self._change(Look(ground=_colour(_attribute(attributes, "color")) or UNKNOWN_GROUND), level=2)
        elif name == "style":
            self._style = _attribute(attributes, "styleId")
            self._styles.looks[self._style] = PLAIN
            self._change(PLAIN)
            if _attribute(attributes, "type") == "paragraph" and _attribute(attributes, "default") not in ("", *OFF):
                self._styles.default_name = self._style
        elif name == "basedOn":
            self._styles.parents[self._style] = _value(attributes)

    def _set(self, look: Look) -> None:
        """Set the formatting of the element whose property has just begun, or of the style that is being defined."""
        self._change(look, level=3)
        if self._names[-3] == "style":
            self._styles.looks[self._style] = look
        elif self._names[-3] == "rPrDefault":
            self._styles.default = look

    def _changed_letters(self, look: Look, name: str, attributes: Mapping[str, str]) -> Look:
        """Return the formatting of a run after one of its properties."""
        value = _value(attributes)
        if name == "vanish":
            return replace(look, is_hidden=value not in OFF)
        if name == "color":
            return replace(look, colour=_colour(value) or AUTOMATIC)
        if name == "sz" and value.isdecimal():
            return replace(look, points=int(value[:6]) / 2)
        if name == "shd":
            return replace(look, ground=_word_ground(attributes) or look.ground)
        if name == "highlight" and value != "none":
            return replace(look, ground=WHITE if value == "white" else UNKNOWN_GROUND)
        if name == "rStyle":
            style = self._styles.look_of(value)
            # Word toggles this property: text that two styles hide is visible.
            return replace(style.over(look), is_hidden=bool(look.is_hidden) != bool(style.is_hidden))
        return look


class OpenDocumentFormatting(Formatting):
    """Formatting in OpenDocument, where elements name styles, and styles have attributes."""

    is_open_document = True

    def _apply(self, attributes: Mapping[str, str]) -> None:
        name = self._names[-1]
        style = _attribute(attributes, "style-name")
        if name in ("p", "h"):
            self._begin_paragraph(f"paragraph {style}", level=1)
        elif name in ("span", "a") and style:
            self._change(self._styles.look_of(f"text {style}").over(self._looks[-1]))
        elif name in ("table", "table-row", "table-cell") and style:
            ground = self._styles.look_of(f"{name} {style}").ground
            self._change(replace(self._looks[-1], ground=ground or self._looks[-1].ground))
        elif name == "section" and _attribute(attributes, "display") == "none":
            self._change(replace(self._looks[-1], is_box_hidden=True))
        elif name == "hidden-paragraph" and _attribute(attributes, "is-hidden") == "true":
            self._change(replace(self._looks[-2], is_box_hidden=True), level=2)
        elif name in DRAWINGS:
            self._change(replace(self._looks[-1], ground=UNKNOWN_GROUND))
        elif name in ("style", "default-style"):
            self._style = f"{_attribute(attributes, 'family')} {_attribute(attributes, 'name')}"
            self._styles.looks[self._style] = PLAIN
            if parent := _attribute(attributes, "parent-style-name"):
                self._styles.parents[self._style] = f"{_attribute(attributes, 'family')} {parent}"
        elif name.endswith("-properties"):
            self._read_properties(name, attributes)

    def _read_properties(self, name: str, attributes: Mapping[str, str]) -> None:
        above, background = self._names[-2], _attribute(attributes, "background-color")
        look = Look(ground=_colour(background) or (UNKNOWN_GROUND if background not in ("", "transparent") else None))
        if name == "page-layout-properties":
            self._styles.page = look.over(self._styles.page)
        if above not in ("style", "default-style"):
            return
        if name == "text-properties":
            colour = _colour(_attribute(attributes, "color"))
            is_automatic = _attribute(attributes, "use-window-font-color") == "true"
            display = _attribute(attributes, "display")
            look = replace(
                look,
                is_hidden=display == "none" if display else None,
                colour=AUTOMATIC if is_automatic else colour,
                points=_points(_attribute(attributes, "font-size")),
            )
        self._styles.looks[self._style] = look = look.over(self._styles.looks[self._style])
        if self._style == "paragraph " and above == "default-style":
            self._styles.default = look


def _attribute(attributes: Mapping[str, str], name: str) -> str:
    """Return the value of an attribute in any namespace; "" if there is none."""
    end = "}" + name
    return next((value for key, value in attributes.items() if key.endswith(end)), "")


def _value(attributes: Mapping[str, str]) -> str:
    return _attribute(attributes, "val")


def _colour(text: str) -> Colour | None:
    """Return a colour in hexadecimal; None for other texts, such as `auto`."""
    found = HEX_COLOUR.fullmatch(text)
    return tuple(bytes.fromhex(found[1])) if found else None


def _word_ground(attributes: Mapping[str, str]) -> Colour | None:
    """Return the colour of a shading; None if it has none. A pattern of two colours is unknown."""
    if _value(attributes) not in ("", "clear", "nil", "pct5", "pct10"):
        return UNKNOWN_GROUND
    return _colour(_attribute(attributes, "fill"))


def _points(text: str) -> float | None:
    """Return a length in points; None if it is relative, or no length."""
    found = LENGTH.fullmatch(text)
    return float(found[1]) * POINTS_PER_UNIT[found[2]] if found else None
