"""Start tags and the elements they open, each worked out once: the style of an element in its surrounding."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.computed_styles import LAYOUT_SPACES, STYLED_NAMES, Style, computed, values_of
from app.readers.web.declarations import merged
from app.readers.web.elements import CLOSED_BY, CLOSES_P, DISPLAYS, FORMATTING, HEADINGS, VOID
from app.readers.web.style_sheets import Element, Rule, StyleRules
from app.readers.web.tag_cutting import element_of, usual_tag

MAX_KEPT, MAX_KEPT_TAG, MAX_SHORT_TAG = 5_000, 500, 40
ODD_PARENTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "details"})
"""Elements in which not everything is shown in their own style."""
CLOSES_OTHERS = CLOSES_P | HEADINGS | CLOSED_BY.keys() | {"a"}
PAGE_NAMES = frozenset({"html", "body"})
ASKING_NAMES = CLOSES_OTHERS | PAGE_NAMES | VOID | {"head", "frameset"}
OF_THEIR_OWN = FORMATTING | PAGE_NAMES | {"img"}
"""Elements that are not taken for another that looks the same."""
ONLY_CLOSE_P = (CLOSES_P - HEADINGS - VOID - CLOSED_BY.keys()) | {"p"}
NO_NAMES: frozenset[str] = frozenset()
NO_RULES: tuple[list[Rule], bool] = [], True
QUIET_PARENTS = {name: CLOSED_BY[name][1] & {"tr", "table"} for name in ("td", "th", "tr", "tbody", "thead", "tfoot")}
"""The parents in which a part of a table begins without closing anything."""


class Open(NamedTuple):
    """An element that has begun and not ended."""

    element: Element
    style: Style
    space: str
    """The white space that its end leaves in the text."""
    name: str
    is_odd: bool
    """True if what is in it may be shown in another style than its own."""
    shows_text: bool
    """True if text in it is seen, without asking for what is around it."""
    shows_space: bool
    """True if white space in it is."""
    end: str
    """The tag that ends it, as usually written."""
    moves: dict[str, Move]
    """The start tags, by their source, that do the same in all elements of this style, and what they do."""


class Move(NamedTuple):
    """All that a start tag does which closes nothing and asks for nothing around the element that it stands in."""

    child: Open | None
    """The element that it opens; None for one that has no end."""
    closes: str
    """The name that must not be open, or it would be closed; empty where there is none."""
    space: str
    """The white space that it leaves in the text."""


class Tag(NamedTuple):
    """A start tag, and what has to be done about it."""

    element: Element
    name: str
    is_plain: bool
    """True if its element looks like what is around it."""
    space: str
    is_easy: bool
    """True if its element can be opened without asking anything first."""
    closes: str
    """The one name that it may close; empty where there are others, or none."""
    quiet_parents: frozenset[str]
    """In these it closes nothing."""
    number: int
    """The number that all tags have which open the same; a negative one has no second tag."""


class Styling:
    """Works out the styles of elements, each look in each surrounding once."""

    def __init__(self, sheets: Sequence[str], *, is_quirky: bool) -> None:
        self.sheet = StyleRules()
        for css in sheets:
            self.sheet.add(css)
        self._is_quirky = is_quirky
        self._rules: dict[object, tuple[list[Rule], bool]] = {}
        self._known: dict[tuple[object, ...], tuple[Style, str]] = {}
        self._same: dict[tuple[object, ...], Style] = {}
        self._looks: dict[tuple[object, object], Tag] = {}
        self._n_tags = 0
        self.tags: dict[str, Tag] = {}
        self.children: dict[tuple[Style, int], Move] = {}
        """The elements that tags, by their numbers, open in surroundings of a style, where no more matters."""
        self._moves: dict[tuple[Style, str], dict[str, Move]] = {}
        self._n_moves = 0

    def tag_of(self, source: str) -> Tag:
        """Return what a start tag asks for, remembered by its source."""
        has_rules = self.sheet.n_rules > 0
        if not has_rules:
            asked, source = source, usual_tag(source)
            if source in self.tags:
                known = self.tags[source]
                if len(asked) <= MAX_SHORT_TAG:
                    self.tags[asked] = known
                return known
        element = element_of(source)
        key = self.sheet.key_of(element) if has_rules else element.name
        is_shared = element.name not in OF_THEIR_OWN and key is not element
        found = self._looks.get((key, element.look)) if is_shared else None
        if found is None:
            has_number = is_shared or len(source) <= MAX_KEPT_TAG
            self._n_tags += has_number
            number = self._n_tags if has_number else -1
            found = Tag(element, element.name, self.is_plain(element), *_by_name(element.name), number)
            if is_shared:
                self._looks[key, element.look] = found
        if len(source) <= MAX_KEPT_TAG:
            self.tags[source] = found
        return found

    def forget_most(self) -> None:
        """Bound what is kept from page to page; what was left out for want of time is found anew."""
        n_kept = max(len(self.tags), len(self._looks), len(self._known), len(self.children), self._n_moves)
        if self.sheet.is_spent or n_kept > MAX_KEPT:
            for kept in (self.tags, self._looks, self._known, self._same, self._rules, self.children, self._moves):
                kept.clear()
            self._n_moves = 0

    def is_plain(self, element: Element) -> bool:
        """Tell whether an element looks like what is around it, wherever it is."""
        is_bare = len(element.look) == 1 and element.name not in STYLED_NAMES and DISPLAYS.get(element.name) != "none"
        return is_bare and not self._rules_for(element)[0]

    def opened(self, element: Element, style: Style, space: str) -> Open:
        """Return an element as open."""
        name = element.name
        is_odd = name in ODD_PARENTS
        shows_space = not style.unseen and name != "details"
        moves = self._moves.setdefault((style, name if is_odd else ""), {})
        return Open(element, style, space, name, is_odd, shows_space and not is_odd, shows_space, f"</{name}>", moves)

    def note_move(self, source: str, inner: Open, move: Move) -> None:
        """Remember what a start tag does in an element, if the tag is remembered."""
        if source in self.tags:
            inner.moves[source] = move
            self._n_moves += 1

    def child_of(self, around: Style, tag: Tag, parents: Sequence[Open]) -> Open:
        """Return what a tag opens in a surrounding, given all that is open."""
        known = self.children.get((around, tag.number))
        if known is not None and known.child is not None:
            return known.child
        element = tag.element
        if tag.is_plain:
            child = self.opened(element, around, "" if around.gone else tag.space)
        else:
            child = self.opened(element, *self.style_of(element, around, parents))
        if tag.number >= 0 and self._rules_for(element)[1]:
            self.children[around, tag.number] = Move(child, "" if tag.is_easy else tag.closes, child.space)
        return child

    def style_of(self, element: Element, around: Style, parents: Sequence[Open]) -> tuple[Style, str]:
        """Return the style of an element, given that of what is around it, and all that is open."""
        rules, is_simple = self._rules_for(element)
        if not is_simple:
            elements, is_spent = [each.element for each in parents], self.sheet.is_spent
            rules = [
                rule
                for rule in rules
                if len(rule.compounds) == 1 or (not is_spent and self.sheet.applies(rule, elements))
            ]
        key = (around, element.look, *rules)
        found = self._known.get(key)
        if found is None:
            layers = [*(rule.declared for rule in rules), element.declared]
            declared = merged(layers) if rules or element.declared else element.declared
            style, space = computed(around, element, declared, is_quirky=self._is_quirky)
            found = self._known[key] = self._same.setdefault(values_of(style), style), space
        return found

    def _rules_for(self, element: Element) -> tuple[list[Rule], bool]:
        if not self.sheet.n_rules:
            return NO_RULES
        key = self.sheet.key_of(element)
        found = self._rules.get(key)
        if found is None:
            rules = self.sheet.candidates(element)
            found = self._rules[key] = rules, all(len(rule.compounds) == 1 for rule in rules)
        return found


@lru_cache(maxsize=256)
def _by_name(name: str) -> tuple[str, bool, str, frozenset[str]]:
    """Return what all start tags of a name have in common: space, is_easy, closes and quiet_parents of Tag."""
    closes = "a" if name == "a" else "p" if name in ONLY_CLOSE_P else ""
    space = LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
    return space, name not in ASKING_NAMES, closes, QUIET_PARENTS.get(name, NO_NAMES)


def styling_of(sheets: tuple[str, ...], *, is_quirky: bool) -> Styling:
    """Return the styling of a page with these style sheets, which those of one sender have in common."""
    styling = _kept_styling(sheets, is_quirky)
    if styling.sheet.n_rules == 0:
        return _kept_styling((), is_quirky)
    styling.sheet.n_comparisons = 0
    return styling


@lru_cache(maxsize=16)
def _kept_styling(sheets: tuple[str, ...], is_quirky: bool) -> Styling:
    """Return the styling of pages with these style sheets, which keeps what it knows for the next one."""
    return Styling(sheets, is_quirky=is_quirky)
