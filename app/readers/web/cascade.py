"""The CSS cascade: the computed style of each element, from the rules that match it.

Most elements of a page look like others, so results are cached: a style is computed once for each look of an element
inside each parent style.
"""

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
from app.readers.web.properties import Declarations, declarations_of, keep_properties, relevant_names
from app.readers.web.selectors import Matcher, Node
from app.readers.web.styles import PAGE_NAMES, STYLED_NAMES, UNBOXED, Style, compute_style, values_of

ENTITY = re.compile(r"&#?\w+;?")
MAX_COMPUTED = 20_000
_COMPUTED: dict[tuple[object, ...], tuple[Style, str]] = {}
"""Cache of computed styles, shared by all pages."""
_SAME: dict[tuple[object, ...], Style] = {}
"""Cache that maps equal styles to one object."""
MAX_KEPT, MAX_KEPT_TAG, MAX_SHORT_TAG = 5_000, 500, 40
ODD_PARENTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "details"})
"""Elements whose children may be shown in a style that is not inherited from them."""
CLOSES_OTHERS = CLOSES_P | HEADINGS | CLOSED_BY.keys() | {"a"}
ASKING_NAMES = CLOSES_OTHERS | PAGE_NAMES | VOID | {"head", "frameset"}
NEVER_SHARED = FORMATTING | PAGE_NAMES | {"img"}
"""Elements that never share a cached tag with other elements of the same look."""
ONLY_CLOSE_P = (CLOSES_P - HEADINGS - VOID - CLOSED_BY.keys()) | {"p"}
NO_NAMES: frozenset[str] = frozenset()
NO_RULES: tuple[list[Rule], bool] = [], True
QUIET_PARENTS = {name: CLOSED_BY[name][1] & {"tr", "table"} for name in ("td", "th", "tr", "tbody", "thead", "tfoot")}
"""Parents in which a part of a table opens without closing another element."""


class OpenElement(NamedTuple):
    """An element whose end tag has not been read yet."""

    element: Element
    style: Style
    space: str
    """White space that its end adds to the text."""
    name: str
    is_odd: bool
    """Whether its children may be shown in a style that is not inherited from it."""
    shows_text: bool
    """Whether text directly inside it is visible, whatever its ancestors."""
    shows_space: bool
    """Whether white space directly inside it is visible."""
    end: str
    """Its end tag as it is usually written."""
    moves: dict[str, TagEffect]
    """Effect of start tags (by source) that is the same inside every element of this style."""


class TagEffect(NamedTuple):
    """Effect of a start tag that closes nothing and does not depend on the ancestors."""

    child: OpenElement | None
    """The element that it opens; None for a void element."""
    closes: str
    """Name of an element that it would close, so the effect holds only if none is open; "" if it closes none."""
    space: str
    """White space that it adds to the text."""


class StartTag(NamedTuple):
    """A parsed start tag, with what is known about its effect."""

    element: Element
    name: str
    is_plain: bool
    """Whether its element has the style that it inherits."""
    space: str
    is_easy: bool
    """Whether its element can be opened without checking the open elements."""
    closes: str
    """The only name that it may close; "" if it closes nothing, or more than one name."""
    quiet_parents: frozenset[str]
    """Parents in which it closes nothing."""
    number: int
    """Number shared by all tags that open equal elements. A negative number is not shared."""


class Styling:
    """Computes and caches the styles of a page's elements."""

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
        self._looks: dict[tuple[object, object], StartTag] = {}
        self._n_tags = 0
        self.tags: dict[str, StartTag] = {}
        self.children: dict[tuple[Style, int], TagEffect] = {}
        """Effects of start tags, by the parent's style and the tag's number, where nothing else matters."""
        self._moves: dict[tuple[Style, str], dict[str, TagEffect]] = {}
        self._n_moves = 0

    def tag_of(self, source: str) -> StartTag:
        """Return a parsed start tag, cached by its source."""
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
        is_shared = element.name not in NEVER_SHARED and key is not element
        look = self._own(element)[1]
        found = self._looks.get((key, look)) if is_shared else None
        if found is None:
            has_number = is_shared or len(source) <= MAX_KEPT_TAG
            self._n_tags += has_number
            number = self._n_tags if has_number else -1
            found = StartTag(element, element.name, self._is_plain(element, look), *_by_name(element.name), number)
            if is_shared:
                self._looks[key, look] = found
        if len(source) <= MAX_KEPT_TAG:
            self.tags[source] = found
        return found

    def forget_most(self) -> None:
        """Shrink the caches between pages. Results that were cut off by a limit are dropped, to be computed again."""
        n_kept = max(
            len(self.tags), len(self._looks), len(self._known), len(self.children), self._n_moves, len(self._own_looks)
        )
        if self.matcher.is_spent or n_kept > MAX_KEPT:
            for kept in (self.tags, self._looks, self._known, self._rules, self.children, self._moves, self._own_looks):
                kept.clear()
            self._n_moves = 0

    def _own(self, element: Element) -> tuple[Declarations, tuple[object, ...]]:
        """Return the relevant declarations of an element's own style, and a key of its whole look.

        Two elements with equal keys look the same inside one parent, unless a rule matches one of them.
        """
        found = self._own_looks.get(element)
        if found is None:
            style = element.attributes.get("style")
            own = keep_properties(declarations_of(style), self._relevant) if style else {}
            found = self._own_looks[element] = own, (*element.look, *own.items()) if own else element.look
        return found

    def _is_plain(self, element: Element, look: tuple[object, ...]) -> bool:
        """Return whether an element always has the style that it inherits."""
        is_bare = len(look) == 1 and element.name not in STYLED_NAMES and DISPLAYS.get(element.name) != "none"
        return is_bare and not self._rules_for(element)[0]

    def open_element(self, element: Element, style: Style, space: str) -> OpenElement:
        """Return the record of an element that was opened."""
        name = element.name
        is_odd = name in ODD_PARENTS
        shows_space = not style.unseen and name != "details"
        moves = self._moves.setdefault((style, name if is_odd else ""), {})
        shows_text = shows_space and not is_odd and not style.needs_a_look
        return OpenElement(element, style, space, name, is_odd, shows_text, shows_space, f"</{name}>", moves)

    def note_move(self, source: str, inner: OpenElement, move: TagEffect) -> None:
        """Cache the effect of a start tag inside an element, if the tag itself is cached."""
        style = move.child.style if move.child is not None else None
        is_quiet = style is None or not (style.room or style.covers or style.is_corner)
        if source in self.tags and is_quiet and not self.sheet.needs_tree:
            inner.moves[source] = move
            self._n_moves += 1

    def child_of(self, around: Style, tag: StartTag, node: Node | None, parents: Sequence[OpenElement]) -> OpenElement:
        """Return the element that a tag opens.

        `node` is its place in the tree if rules need one; `parents` are all open elements.
        """
        known = self.children.get((around, tag.number))
        if known is not None and known.child is not None:
            return known.child
        element = tag.element
        if tag.is_plain and around.display not in ("flex", "inline-flex") and not around.vector:
            around_style = self._plain(around, DISPLAYS.get(element.name, "inline"))
            child = self.open_element(element, around_style, "" if around.gone else tag.space)
        else:
            child = self.open_element(element, *self.style_of(element, around, node, parents))
        if tag.number >= 0 and self._rules_for(element)[1]:
            self.children[around, tag.number] = TagEffect(child, "" if tag.is_easy else tag.closes, child.space)
        return child

    def _plain(self, around: Style, display: str) -> Style:
        """Return the style of an element without any declarations."""
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
        self, element: Element, around: Style, node: Node | None, parents: Sequence[OpenElement]
    ) -> tuple[Style, str]:
        """Return the computed style of an element, and the white space around it. `parents` are all open elements."""
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
        """Start another page with this source. The style sheets stay."""
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
        """Return whether the names that a rule requires of ancestors occur in the page at all."""
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


def _node_in(parents: Sequence[OpenElement], element: Element) -> Node:
    """Return an element and its ancestors as nodes. This is enough for rules that do not look at siblings."""
    node: Node | None = None
    for each in parents:
        node = Node(each.element, node, 0)
    return Node(element, node, 0)


_PART = element_of("<span>")


def merge_styles(rules: Sequence[Rule], inline: Declarations) -> Declarations:
    """Merge the declarations of rules, weakest first, and then the element's own.

    Among important declarations, those of earlier layers win.
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
    """Return the fields of `StartTag` that depend on the name alone: space, is_easy, closes and quiet_parents."""
    closes = "a" if name == "a" else "p" if name in ONLY_CLOSE_P else ""
    space = LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
    return space, name not in ASKING_NAMES, closes, QUIET_PARENTS.get(name, NO_NAMES)


def styling_of(sheets: tuple[str, ...], groups: frozenset[str], *, is_quirky: bool) -> Styling:
    """Return the styling for a page with these style sheets. Pages of one sender often share it.

    `groups` are the groups of properties that could hide something on the page.
    """
    relevant = relevant_names(groups)
    styling = _kept_styling(sheets, relevant, is_quirky)
    if styling.sheet.n_rules == 0:
        return _kept_styling((), relevant, is_quirky)
    return styling


@lru_cache(maxsize=32)
def _kept_styling(sheets: tuple[str, ...], relevant: frozenset[str], is_quirky: bool) -> Styling:
    """Return the cached styling for these style sheets and properties."""
    return Styling(sheets, relevant, is_quirky=is_quirky)
