"""The styles of elements from the rules of a page, each look in each surrounding worked out once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.colours import CLEAR
from app.readers.web.css import UNLAYERED, Rule, rules_of
from app.readers.web.markup import (
    CLOSED_BY,
    CLOSES_P,
    DISPLAYS,
    FORMATTING,
    HEADINGS,
    LAYOUT_SPACES,
    VOID,
    Element,
    decode_references,
    element_of,
    usual_tag,
)
from app.readers.web.properties import Declarations, declarations_of, only, relevant_names
from app.readers.web.selectors import Matcher, Node
from app.readers.web.styles import PAGE_NAMES, STYLED_NAMES, UNBOXED, Style, compute_style, values_of

ENTITY = re.compile(r"&#?\w+;?")
MAX_COMPUTED = 20_000
_COMPUTED: dict[tuple[object, ...], tuple[Style, str]] = {}
"""Styles that were worked out on any page before."""
_SAME: dict[tuple[object, ...], Style] = {}
"""One style for all that say the same."""
MAX_KEPT, MAX_KEPT_TAG, MAX_SHORT_TAG = 5_000, 500, 40
ODD_PARENTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "details"})
"""Elements in which not everything is shown in their own style."""
CLOSES_OTHERS = CLOSES_P | HEADINGS | CLOSED_BY.keys() | {"a"}
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

    def __init__(self, sheets: tuple[str, ...], relevant: frozenset[str], *, is_quirky: bool) -> None:
        self._relevant = relevant
        self._own_looks: dict[Element, tuple[Declarations, tuple[object, ...]]] = {}
        self.sheet = rules_of(sheets, is_quirky=is_quirky)[0].with_only(relevant)
        self.matcher = Matcher(is_quirky=is_quirky)
        self._is_quirky = is_quirky
        self._rules: dict[object, tuple[list[Rule], bool]] = {}
        self._known: dict[tuple[object, ...], tuple[Style, str]] = {}
        self._possible: dict[Rule, bool] = {}
        self._page = ""
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
        look = self._own(element)[1]
        found = self._looks.get((key, look)) if is_shared else None
        if found is None:
            has_number = is_shared or len(source) <= MAX_KEPT_TAG
            self._n_tags += has_number
            number = self._n_tags if has_number else -1
            found = Tag(element, element.name, self._is_plain(element, look), *_by_name(element.name), number)
            if is_shared:
                self._looks[key, look] = found
        if len(source) <= MAX_KEPT_TAG:
            self.tags[source] = found
        return found

    def forget_most(self) -> None:
        """Bound what is kept from page to page; what was left out for want of time is found anew."""
        n_kept = max(
            len(self.tags), len(self._looks), len(self._known), len(self.children), self._n_moves, len(self._own_looks)
        )
        if self.matcher.is_spent or n_kept > MAX_KEPT:
            for kept in (self.tags, self._looks, self._known, self._rules, self.children, self._moves, self._own_looks):
                kept.clear()
            self._n_moves = 0

    def _own(self, element: Element) -> tuple[Declarations, tuple[object, ...]]:
        """Return what an element's own style declares of the properties that matter, and its whole look with that.

        Two elements in one place look alike if their looks are the same and no rule is for either.
        """
        found = self._own_looks.get(element)
        if found is None:
            style = element.attributes.get("style")
            own = only(declarations_of(style), self._relevant) if style else {}
            found = self._own_looks[element] = own, (*element.look, *own.items()) if own else element.look
        return found

    def _is_plain(self, element: Element, look: tuple[object, ...]) -> bool:
        """Tell whether an element looks like what is around it, wherever it is."""
        is_bare = len(look) == 1 and element.name not in STYLED_NAMES and DISPLAYS.get(element.name) != "none"
        return is_bare and not self._rules_for(element)[0]

    def opened(self, element: Element, style: Style, space: str) -> Open:
        """Return an element as open."""
        name = element.name
        is_odd = name in ODD_PARENTS
        shows_space = not style.unseen and name != "details"
        moves = self._moves.setdefault((style, name if is_odd else ""), {})
        shows_text = shows_space and not is_odd and not style.needs_a_look
        return Open(element, style, space, name, is_odd, shows_text, shows_space, f"</{name}>", moves)

    def note_move(self, source: str, inner: Open, move: Move) -> None:
        """Remember what a start tag does in an element, if the tag is remembered."""
        style = move.child.style if move.child is not None else None
        is_quiet = style is None or not (style.room or style.covers or style.is_corner)
        if source in self.tags and is_quiet and not self.sheet.needs_tree:
            inner.moves[source] = move
            self._n_moves += 1

    def child_of(self, around: Style, tag: Tag, node: Node | None, parents: Sequence[Open]) -> Open:
        """Return what a tag opens in a surrounding, given its node, if there is a tree, and all that is open."""
        known = self.children.get((around, tag.number))
        if known is not None and known.child is not None:
            return known.child
        element = tag.element
        if tag.is_plain and around.display not in ("flex", "inline-flex") and not around.vector:
            around_style = self._plain(around, DISPLAYS.get(element.name, "inline"))
            child = self.opened(element, around_style, "" if around.gone else tag.space)
        else:
            child = self.opened(element, *self.style_of(element, around, node, parents))
        if tag.number >= 0 and self._rules_for(element)[1]:
            self.children[around, tag.number] = Move(child, "" if tag.is_easy else tag.closes, child.space)
        return child

    def _plain(self, around: Style, display: str) -> Style:
        """Return the style of an element about which nothing is said."""
        is_fresh = around.covers or around.is_corner or around.own_ground != CLEAR
        if display == around.display and not is_fresh:
            return around
        style = Style(*values_of(around))
        style.display, style.own_ground, style.covers, style.is_corner = display, CLEAR, False, False
        if display != "inline":
            style.height_px, style.first_px = None, style.indent_px
        if display not in ("inline", "block"):
            style.width_px = None
        return _SAME.setdefault(values_of(style), style)

    def style_of(
        self, element: Element, around: Style, node: Node | None, parents: Sequence[Open]
    ) -> tuple[Style, str]:
        """Return the style of an element, given that of what is around it, and its place among others."""
        rules, is_simple = self._rules_for(element)
        if not is_simple:
            node = node or _node_in(parents, element)
            rules = [
                rule
                for rule in rules
                if rule.selector.is_simple or (self._is_possible(rule) and self.matcher.matches(rule.selector, node))
            ]
        own, look = self._own(element)
        key = (around, look, *rules)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._computed(element, around, rules, own)
        if rules and (self.matcher.is_spent or self.sheet.is_cut) and not found[0].unseen:
            return replace(found[0], is_perhaps=True, unseen="perhaps"), found[1]
        return found

    def begin(self, page: str) -> None:
        """Take the source of another page, without its sheets."""
        self._page = (
            ENTITY.sub(lambda found: decode_references(found[0]), page) if self.sheet.n_rules and "&" in page else page
        )
        self._page = self._page.lower() if self._is_quirky and self.sheet.n_rules else self._page
        self._possible.clear()
        self.matcher.n_comparisons = 0
        if len(_COMPUTED) > MAX_COMPUTED:
            _COMPUTED.clear()
            _SAME.clear()

    def _is_possible(self, rule: Rule) -> bool:
        """Tell whether the names that a rule asks for around an element stand on the page at all."""
        found = self._possible.get(rule)
        if found is None:
            names = [
                name for compound in rule.selector.compounds[1:] for name in (compound.id, *compound.classes) if name
            ]
            found = self._possible[rule] = all(name in self._page for name in names)
        return found

    def _computed(
        self, element: Element, around: Style, rules: Sequence[Rule], inline: Declarations
    ) -> tuple[Style, str]:
        own = [rule for rule in rules if not rule.selector.part] if self.sheet.has_parts else rules
        sure = [rule for rule in own if not rule.is_perhaps]
        style, space = self._styled(element, around, merge_styles(sure, inline))
        if not style.unseen and (self.sheet.has_parts or len(sure) < len(own)):
            doubts = [merge_styles(own, inline)] if len(sure) < len(own) else []
            lines = [rule for rule in rules if rule.selector.part == "first-line"]
            if lines and style.display not in UNBOXED:
                doubts.append(merge_styles([*sure, *lines], inline))
            if any(self._styled(element, around, declared)[0].unseen for declared in doubts):
                style = replace(style, is_perhaps=True, unseen="perhaps")
            for part in ("before", "after"):
                over = merge_styles([rule for rule in rules if rule.selector.part == part], {})
                if over and self._styled(_PART, replace(style, is_contained=True), over)[0].covers:
                    style = replace(style, is_perhaps=True, unseen="cover")
        return style, space

    def _styled(self, element: Element, around: Style, declared: Declarations) -> tuple[Style, str]:
        has_paint = "color" in self._relevant
        if self.sheet.keyframes or self.sheet.variables or self.sheet.odd_fonts:
            return compute_style(
                around, element, declared, is_quirky=self._is_quirky, has_paint=has_paint, rules=self.sheet
            )
        key = (around, element.look, self._is_quirky, has_paint, *declared.items())
        found = _COMPUTED.get(key)
        if found is None:
            style, space = compute_style(
                around, element, declared, is_quirky=self._is_quirky, has_paint=has_paint, rules=self.sheet
            )
            found = _COMPUTED[key] = _SAME.setdefault(values_of(style), style), space
        return found

    def _rules_for(self, element: Element) -> tuple[list[Rule], bool]:
        if not self.sheet.n_rules:
            return NO_RULES
        key = self.sheet.key_of(element)
        found = self._rules.get(key)
        if found is None:
            rules = self.sheet.candidates(element)
            self.matcher.n_comparisons += len(rules)
            found = self._rules[key] = rules, all(rule.selector.is_simple for rule in rules)
        return found


def _node_in(parents: Sequence[Open], element: Element) -> Node:
    """Return an element with those around it as nodes, for rules that ask for nothing else."""
    node: Node | None = None
    for each in parents:
        node = Node(each.element, node, 0)
    return Node(element, node, 0)


_PART = element_of("<span>")


def merge_styles(rules: Sequence[Rule], inline: Declarations) -> Declarations:
    """Lay the declarations of rules over each other, the weakest first, and the element's own over these.

    Of important ones, those of earlier layers win.
    """
    if not rules and not any(name.startswith("!") for name in inline):
        return inline
    whole: Declarations = {}
    for sign in ("", "!"):
        ordered = rules
        if any(rule.layer != UNLAYERED for rule in rules):
            ordered = sorted(rules, key=lambda rule: (-rule.layer if sign else rule.layer, rule.weight))
        for declared in (*(rule.declared for rule in ordered), inline):
            for name, value in declared.items():
                if name.startswith("!") == bool(sign):
                    own = name.removeprefix("!")
                    whole.pop(own, None)  # a later shorthand is laid over an earlier longhand
                    whole[own] = value
    return whole


@lru_cache(maxsize=256)
def _by_name(name: str) -> tuple[str, bool, str, frozenset[str]]:
    """Return what all start tags of a name have in common: space, is_easy, closes and quiet_parents of Tag."""
    closes = "a" if name == "a" else "p" if name in ONLY_CLOSE_P else ""
    space = LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
    return space, name not in ASKING_NAMES, closes, QUIET_PARENTS.get(name, NO_NAMES)


def styling_of(sheets: tuple[str, ...], groups: frozenset[str], *, is_quirky: bool) -> Styling:
    """Return the styling of a page with these style sheets, which those of one sender have in common.

    Groups are those of the properties that could hide something on it.
    """
    relevant = relevant_names(groups)
    styling = _kept_styling(sheets, relevant, is_quirky)
    if styling.sheet.n_rules == 0:
        return _kept_styling((), relevant, is_quirky)
    return styling


@lru_cache(maxsize=32)
def _kept_styling(sheets: tuple[str, ...], relevant: frozenset[str], is_quirky: bool) -> Styling:
    """Return the styling of pages with these style sheets, which keeps what it knows for the next one."""
    return Styling(sheets, relevant, is_quirky=is_quirky)
