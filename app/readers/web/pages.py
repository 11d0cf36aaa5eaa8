"""A page of HTML walked tag by tag, with the style that each piece of its text is shown in."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.declarations import merged
from app.readers.web.elements import (
    CLOSED_BY,
    CLOSES_P,
    DISPLAYS,
    END_SCOPES,
    FORMATTING,
    HEADINGS,
    SCOPES,
    SPECIAL,
    TABLE_PARTS,
    VOID,
)
from app.readers.web.sheets import Element, Rule, Sheet
from app.readers.web.styles import LAYOUT_SPACES, ROOT, STYLED_NAMES, Style, computed, values_of
from app.readers.web.tags import TAG, Source, element_of, end_name

MAX_DEPTH = 500
MAX_TAGS = 300_000
MAX_STEPS = 3_000_000
"""Of looking through what is open, in all; a page that asks for more is read on as if nothing more were styled."""
MAX_ALTERNATIVES = 200
MAX_REOPENED = 3
"""Of tags that are all the same."""
ODD_PARENTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "details"})
CLOSES_OTHERS = CLOSES_P | HEADINGS | CLOSED_BY.keys() | {"a"}
PAGE_NAMES = frozenset({"html", "body"})
ASKING_NAMES = CLOSES_OTHERS | PAGE_NAMES | VOID | {"head", "frameset"}
MAX_KEPT, MAX_KEPT_TAG = 5_000, 500


@dataclass(slots=True)
class Walked:
    """The pieces of a page, entities still undecoded."""

    seen: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)
    """The reasons why text is unseen, each with the number of its characters."""
    alternatives: list[str] = field(default_factory=list)
    """The texts that stand in place of pictures."""


class Open(NamedTuple):
    """An element that has begun and not ended."""

    element: Element
    style: Style
    space: str
    """The white space that its end leaves in the text."""


class Tag(NamedTuple):
    """A start tag, and what has to be done about it."""

    element: Element
    name: str
    is_plain: bool
    """True if its element looks like what is around it."""
    is_easy: bool
    """True if its element can be opened without asking anything first."""
    space: str


def walk(source: Source, *, is_quirky: bool) -> Walked:
    """Go through a source once and sort its text into seen and unseen."""
    styling = _Styling(source.sheets, is_quirky=is_quirky) if source.sheets else _unsheeted(is_quirky)
    walker = _Walker(styling)
    walker.read(TAG.split(source.html))
    styling.forget_most()
    return walker.found


class _Styling:
    """Works out the styles of elements, each look in each surrounding once."""

    def __init__(self, sheets: list[str], *, is_quirky: bool) -> None:
        self.sheet = Sheet()
        for css in sheets:
            self.sheet.add(css)
        self._is_quirky = is_quirky
        self._rules: dict[Element, tuple[list[Rule], bool]] = {}
        self._known: dict[tuple[object, ...], tuple[Style, str]] = {}
        self._same: dict[tuple[object, ...], Style] = {}
        self._tags: dict[str, Tag] = {}

    def tag_of(self, source: str) -> Tag:
        """Return what a start tag asks for, remembered by its source."""
        found = self._tags.get(source)
        if found is None:
            element = element_of(source, has_rules=self.sheet.n_rules > 0)
            name = element.name
            is_easy = name not in ASKING_NAMES
            space = LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
            found = Tag(element, name, self.is_plain(element), is_easy, space)
            if len(source) <= MAX_KEPT_TAG:
                self._tags[source] = found
        return found

    def forget_most(self) -> None:
        """Bound what is kept from page to page."""
        if len(self._tags) > MAX_KEPT or len(self._known) > MAX_KEPT:
            for kept in (self._tags, self._known, self._same, self._rules):
                kept.clear()

    def is_plain(self, element: Element) -> bool:
        """Tell whether an element looks like what is around it, wherever it is."""
        is_bare = len(element.look) == 1 and element.name not in STYLED_NAMES and DISPLAYS.get(element.name) != "none"
        return is_bare and not self._rules_for(element)[0]

    def style_of(self, element: Element, around: Style, opened: list[Open]) -> tuple[Style, str]:
        """Return the style of an element, given that of what is around it, and all that is open."""
        rules, is_simple = self._rules_for(element)
        if not is_simple:
            rules = self._applying(rules, [each.element for each in opened])
        key = (around, element.look, *rules)
        found = self._known.get(key)
        if found is None:
            layers = [*(rule.declared for rule in rules), element.declared]
            declared = merged(layers) if rules or element.declared else element.declared
            style, space = computed(around, element, declared, is_quirky=self._is_quirky)
            found = self._known[key] = self._same.setdefault(values_of(style), style), space
        return found

    def _applying(self, rules: list[Rule], around: list[Element]) -> list[Rule]:
        is_spent = self.sheet.is_spent
        return [
            rule for rule in rules if len(rule.compounds) == 1 or (not is_spent and self.sheet.applies(rule, around))
        ]

    def _rules_for(self, element: Element) -> tuple[list[Rule], bool]:
        found = self._rules.get(element)
        if found is None:
            rules = self.sheet.candidates(element) if self.sheet.n_rules else []
            found = self._rules[element] = rules, all(len(rule.compounds) == 1 for rule in rules)
        return found


@lru_cache(maxsize=2)
def _unsheeted(is_quirky: bool) -> _Styling:
    """Return the styling of pages without style sheets, which keeps what it knows for the next one."""
    return _Styling([], is_quirky=is_quirky)


class _Walker:
    """Keeps what is open, each element with its style, and puts text where it belongs."""

    def __init__(self, styling: _Styling) -> None:
        self.found = Walked()
        self._styling = styling
        self._n_steps = 0
        self._open: list[Open] = []
        self._counts: dict[str, int] = defaultdict(int)
        """Of open elements, by name."""
        self._reopened: list[Element] = []
        self._push(element_of("<html>"))
        self._push(element_of("<body>"))

    def read(self, pieces: list[str]) -> None:
        """Read text and tags in turn."""
        seen, opened, counts, tag_of = self.found.seen, self._open, self._counts, self._styling.tag_of
        for text, tag in zip(pieces[::2], pieces[1 : 2 * MAX_TAGS : 2], strict=False):
            if text:
                inner = opened[-1]
                if self._reopened or inner.style.unseen or inner.element.name in ODD_PARENTS:
                    self._read_text(text)
                else:
                    seen.append(" " if text.isspace() else text)
            sign = tag[1]
            if sign == "/":
                name, inner = end_name(tag), opened[-1]
                if name == inner.element.name and len(opened) > 2 and name not in SCOPES:
                    opened.pop()
                    counts[name] -= 1
                    if inner.space:
                        seen.append(inner.space)
                elif self._n_steps < MAX_STEPS:
                    self._end(name)
            elif sign not in "!?" and self._n_steps < MAX_STEPS:
                started = tag_of(tag)
                if started.name == "br":
                    seen.append("\n")
                elif started.is_easy and started.is_plain and not self._reopened and len(opened) < MAX_DEPTH:
                    inner = opened[-1]
                    if inner.element.name in ODD_PARENTS:
                        self._start(started)
                        continue
                    space = "" if inner.style.gone else started.space
                    opened.append(Open(started.element, inner.style, space))
                    counts[started.name] += 1
                    if space:
                        seen.append(space)
                else:
                    self._start(started)
        for text in pieces[2 * min(MAX_TAGS, len(pieces) // 2) :: 2]:
            self._read_text(text)

    def _read_text(self, text: str) -> None:
        if self._reopened and not text.isspace():
            self._reopen()
        style = self._around("" if text.isspace() else "#text")
        if not style.unseen:
            self.found.seen.append(text)
        elif not text.isspace():
            self.found.unseen.append(text)
            self.found.reasons[style.unseen] = self.found.reasons.get(style.unseen, 0) + len(text)

    def _start(self, tag: Tag) -> None:
        element, name = tag.element, tag.name
        if name in CLOSES_OTHERS:
            if name in TABLE_PARTS and not self._counts["table"]:
                self.found.seen.append(" " if name in ("td", "th") else "\n")
                return
            self._close_before(name)
        elif name in PAGE_NAMES:
            self._restyle_page(element)
            return
        if self._reopened and name not in SPECIAL and name not in VOID:
            self._reopen()
        if name in VOID:
            self._show_void(element)
        elif name not in ("head", "frameset"):
            if len(self._open) >= MAX_DEPTH:  # as in browsers, it stands beside what is too deep to hold it
                self._forget_open(len(self._open) - 1)
            self._push(element, is_plain=tag.is_plain)
            if self._open[-1].space:
                self.found.seen.append(self._open[-1].space)

    def _push(self, element: Element, *, is_plain: bool = False) -> None:
        name = element.name
        around = self._around(name)
        if is_plain:
            space = "" if around.gone else LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
            self._open.append(Open(element, around, space))
        else:
            self._open.append(Open(element, *self._styling.style_of(element, around, self._open)))
        self._counts[name] += 1

    def _end(self, name: str) -> None:
        if name in ("br", "p") and not self._counts[name]:
            self.found.seen.append("\n")
        elif name in FORMATTING:
            self._end_formatting(name)
        elif self._counts[name] and name not in PAGE_NAMES:
            self._end_open(name)
        elif name in TABLE_PARTS:
            self.found.seen.append(" " if name in ("td", "th") else "\n")

    def _end_open(self, name: str) -> None:
        stops = END_SCOPES.get(name, SCOPES if name in SPECIAL else SPECIAL)
        names = HEADINGS if name in HEADINGS else frozenset((name,))
        self._close_nearest(names, stops)

    def _close_nearest(self, names: frozenset[str], stops: frozenset[str]) -> None:
        """Close the innermost open element of these names, unless one of the others is in the way."""
        for at in range(len(self._open) - 1, 1, -1):
            self._n_steps += 1
            found = self._open[at].element.name
            if found in names:
                self._close_to(at)
                return
            if found in stops:
                return

    def _end_formatting(self, name: str) -> None:
        """Close a formatting element; what was opened in it and not closed is open still, without its style."""
        for at in range(len(self._reopened) - 1, -1, -1):
            if self._reopened[at].name == name:
                del self._reopened[at]
                return
        if not self._counts[name]:
            return
        for at in range(len(self._open) - 1, 1, -1):
            self._n_steps += 1
            found = self._open[at].element.name
            if found == name:
                self._take_out(at)
                return
            if found in SCOPES:
                return

    def _take_out(self, at: int) -> None:
        inside = [each.element for each in self._open[at + 1 :]]
        self._forget_open(at)
        for element in inside:
            self._n_steps += 1
            self._push(element)

    def _forget_open(self, at: int) -> None:
        for each in self._open[at:]:
            self._counts[each.element.name] -= 1
        del self._open[at:]

    def _close_before(self, name: str) -> None:
        """Close what a start tag cannot stand in."""
        counts = self._counts
        if name in CLOSES_P and counts["p"]:
            self._close_nearest(*CLOSED_BY["p"])
        if name in HEADINGS and self._open[-1].element.name in HEADINGS:
            self._close_to(len(self._open) - 1)
        if name == "a" and counts["a"]:
            self._end_formatting("a")
        elif name in CLOSED_BY and name != "p":
            closed, stops = CLOSED_BY[name]
            if any(map(counts.__getitem__, closed)):
                self._close_nearest(closed, stops)

    def _close_to(self, at: int) -> None:
        """Close an open element with everything in it; letters go on in the style that nobody has ended."""
        closed = self._open[at:]
        if closed[0].space:
            self.found.seen.append(closed[0].space)
        self._forget_open(at)
        if closed[0].element.name in SCOPES:
            self._reopened.clear()
            return
        for each in closed[1:]:
            if each.element.name in FORMATTING and self._reopened.count(each.element) < MAX_REOPENED:
                self._reopened.append(each.element)

    def _reopen(self) -> None:
        elements, self._reopened = self._reopened, []
        for element in elements:
            if len(self._open) < MAX_DEPTH:
                self._push(element)

    def _around(self, name: str) -> Style:
        """Return the style that a child of this name of the innermost element begins with."""
        if not self._open:
            return ROOT
        inner = self._open[-1]
        if inner.element.name not in ODD_PARENTS:
            return inner.style
        if inner.element.name == "details":
            if "open" in inner.element.attributes:
                return inner.style
            return self._open[-2].style if name == "summary" else _closed(inner.style)
        return inner.style if name in TABLE_PARTS or not name else self._beside_table()

    def _beside_table(self) -> Style:
        """Return the style of what holds the innermost table: text that stands in no cell is shown before it."""
        at = len(self._open) - 1
        while self._open[at].element.name != "table" and at > 2:
            at -= 1
        return self._open[at - 1].style

    def _restyle_page(self, element: Element) -> None:
        """Give the page the attributes of its html or body tag, which may come late."""
        at = 0 if element.name == "html" else 1
        if not self._open[at].element.attributes:
            inside = [each.element for each in self._open[at + 1 :]]
            self._forget_open(at)
            for each in (element, *inside):
                self._push(each)

    def _show_void(self, element: Element) -> None:
        if element.name in ("br", "hr"):
            self.found.seen.append("\n")
        elif element.name == "img":
            style, _ = self._styling.style_of(element, self._around("img"), self._open)
            if not style.gone and style.is_visible:
                self.found.seen.append(" ")
                alternative = element.attributes.get("alt")
                if alternative and len(self.found.alternatives) < MAX_ALTERNATIVES:
                    self.found.alternatives.append(alternative)


def _closed(style: Style) -> Style:
    return style if style.gone else Style(gone="display", unseen="display")
