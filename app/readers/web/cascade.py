"""The CSS cascade: the computed style of each element, from the rules that match it.

Most elements of a page look like others, so results are cached: a style is computed once for each look of an element
inside each parent style.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.css import UNLAYERED, Rule, StyleRules, rules_of
from app.readers.web.markup import (
    CLOSED_BY,
    CLOSES_P,
    DISPLAYS,
    HEADINGS,
    LAYOUT_SPACES,
    LOOK_ATTRIBUTES,
    LOOK_ATTRIBUTES_OF_ALL,
    PAGE_NAMES,
    SVG_NAMES,
    TABLE_GROUPS,
    VOID,
    Element,
    Source,
    attributes_of,
    element_of,
    name_of,
)
from app.readers.web.properties import Declarations, declarations_of, without_no_ops
from app.readers.web.selectors import Matcher, Node
from app.readers.web.styles import DISPLAYS_WITHOUT_BOX, Style, compute_style, values_of
from app.readers.web.values import TRANSPARENT

MAX_COMPUTED = 20_000
_COMPUTED: dict[tuple[object, ...], tuple[Style, str]] = {}
"""Cache of computed styles, shared by all pages."""
_EQUAL_STYLES: dict[tuple[object, ...], Style] = {}
"""Cache that maps equal styles to one object."""
MAX_KEPT, MAX_KEPT_TAG = 5_000, 500
ODD_PARENTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "details"})
"""Elements whose children may be shown in a style that is not inherited from them."""
CLOSES_OTHERS = CLOSES_P | HEADINGS | CLOSED_BY.keys() | {"a"}
NAMES_THAT_NEED_LOOK = CLOSES_OTHERS | PAGE_NAMES | VOID | {"head", "frameset"}
ONLY_CLOSE_P = (CLOSES_P - HEADINGS - VOID - CLOSED_BY.keys()) | {"p"}
NO_NAMES: frozenset[str] = frozenset()
UNSIZED_NAMES = frozenset({"table", "tbody", "thead", "tfoot", "tr", "td", "th", "span", "a", "font", "b", "strong", "i", "em", "u"})
"""Common elements whose content decides their size, whatever width and height they have."""
MAKING_SIZED = frozenset({"display", "position", "float", "all"})
"""Properties that can give any element the width and height that its style declares."""
QUIET_PARENTS = {name: CLOSED_BY[name][1] & {"tr", "table"} for name in ("td", "th", *TABLE_GROUPS)}
QUIET_PARENTS["tr"] = frozenset({"table", *TABLE_GROUPS})
"""Parents in which a part of a table opens without closing another element."""


class OpenElement(NamedTuple):
    """An element whose end tag has not been read yet."""

    tag: StartTag
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
    moves: dict[StartTag, TagEffect]
    """Effects of start tags that are the same inside every element of this style."""


class TagEffect(NamedTuple):
    """Effect of a start tag that closes nothing and does not depend on the ancestors."""

    child: OpenElement | None
    """The element that it opens; None for a void element."""
    closes: str
    """Name of an element that it would close, so the effect holds only if none is open; "" if it closes none."""
    space: str
    """White space that it adds to the text."""


@dataclass(slots=True, eq=False)
class StartTag:
    """A parsed start tag, with what is known about its effect. Tags of the same look share it."""

    element: Element
    own: Declarations
    """Relevant declarations of its own style."""
    rules: list[Rule]
    """Rules that may match its element, weakest first."""
    has_simple_rules: bool
    """Whether the element alone decides which of these match."""
    is_plain: bool
    """Whether its element has the style that it inherits."""
    name: str
    space: str
    is_easy: bool
    """Whether its element can be opened without checking the open elements."""
    closes: str
    """The only name that it may close; "" if it closes nothing, or more than one name."""
    quiet_parents: frozenset[str]
    """Parents in which it closes nothing."""
    effect: TagEffect | None
    """Its effect if it is the same everywhere."""


class Styling:
    """Computes and caches the styles of a page's elements."""

    def __init__(self, sheet: StyleRules, *, is_quirky: bool) -> None:
        self.sheet = sheet
        self.matcher = Matcher()
        self._is_quirky = is_quirky
        self.tags: dict[str, StartTag] = {}
        self._wanted: dict[str, frozenset[str] | None] = {}
        """Attributes to read, by the name of the element; None stands for all."""
        self._by_attributes: dict[tuple[object, ...], StartTag] = {}
        self._by_look: dict[tuple[object, ...], StartTag] = {}
        self._plain_styles: dict[tuple[Style, str], Style] = {}
        self._matched: dict[tuple[object, ...], tuple[Style, str]] = {}
        """Styles by the parent's style, the tag and the rules that match."""
        self.children: dict[tuple[Style, StartTag], OpenElement] = {}
        """Elements by the parent's style and their tag, where nothing else matters."""
        self._moves: dict[tuple[Style, str], dict[StartTag, TagEffect]] = {}
        self._n_moves = 0

    def tag_of(self, source: str) -> StartTag:
        """Return a parsed start tag, cached by its source, by its attributes, and by its look."""
        known = self.tags.get(source)
        if known is not None:
            return known
        name = name_of(source)
        wanted = self._wanted[name] if name in self._wanted else self._wanted_attributes(name)
        attributes = attributes_of(source, wanted) if "=" in source or " " in source else {}
        if "href" in attributes and "href" not in self.sheet.valued_attributes:
            attributes["href"] = ""
        key = (name, *attributes, *attributes.values())
        found = self._by_attributes.get(key)
        if found is None:
            found = self._by_attributes[key] = self._parse_tag(name, attributes)
        if len(source) <= MAX_KEPT_TAG:
            self.tags[source] = found
        return found

    def _wanted_attributes(self, name: str) -> frozenset[str] | None:
        wanted: frozenset[str] | None = None
        if name not in SVG_NAMES:
            wanted = (
                frozenset(("style", *LOOK_ATTRIBUTES.get(name, LOOK_ATTRIBUTES_OF_ALL), *self.sheet.attributes))
            )
            wanted |= {"alt"} if name == "img" else NO_NAMES
            wanted |= {"class", "id"} if self.sheet.n_rules else NO_NAMES
        self._wanted[name] = wanted
        return wanted

    def _parse_tag(self, name: str, attributes: dict[str, str]) -> StartTag:
        sheet = self.sheet
        element = element_of(name, attributes, is_quirky=self._is_quirky)
        style = attributes.get("style")
        own = declarations_of(style.lower()) if style else {}
        if own and not sheet.n_rules:
            own = without_no_ops(own, has_odd_fonts=bool(sheet.odd_fonts))
        if element.classes:
            element.classes &= sheet.classes
        element.id = element.id if element.id in sheet.ids else ""
        key: tuple[object, ...] = (element.look, element.classes, element.id, *own, *own.values())
        if sheet.attributes:
            key += tuple([attributes.get(each) for each in sheet.attributes])
        found = self._by_look.get(key) if name not in PAGE_NAMES and name != "img" else None
        if found is None:
            rules = sheet.candidates(element) if sheet.n_rules else []
            self.matcher.n_comparisons += len(rules)
            has_simple_rules = all([rule.selector.is_simple for rule in rules])
            is_plain = element.is_bare and not rules and not own
            found = StartTag(element, own, rules, has_simple_rules, is_plain, name, *_facts_of_name(name))
            self._by_look[key] = found
        return found

    def forget_most(self) -> None:
        """Shrink the caches between pages. Results that were cut off by a limit are dropped, to be computed again."""
        if (
            self.matcher.is_spent
            or max(len(self.tags), len(self._by_attributes), len(self.children), self._n_moves) > MAX_KEPT
        ):
            for kept in (
                self.tags, self._by_attributes, self._by_look, self._plain_styles, self._matched, self.children,
                self._moves,
            ):  # fmt: skip
                kept.clear()
            self._n_moves = 0

    def open_element(self, tag: StartTag, style: Style, space: str) -> OpenElement:
        """Return the record of an element that was opened."""
        name = tag.name
        is_odd = name in ODD_PARENTS
        shows_space = not style.unseen and name != "details"
        key = style, name if is_odd else ""
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = {}
        shows_text = shows_space and not is_odd and not style.needs_a_look
        return OpenElement(tag, style, space, name, is_odd, shows_text, shows_space, f"</{name}>", moves)

    def note_move(self, tag: StartTag, inner: OpenElement, move: TagEffect) -> None:
        """Cache the effect of a start tag inside an element."""
        style = move.child.style if move.child is not None else None
        is_quiet = style is None or not (style.room or style.covers or style.is_corner or style.vector)
        if is_quiet and not self.sheet.needs_tree:
            inner.moves[tag] = move
            self._n_moves += 1

    def child_of(self, around: Style, tag: StartTag, node: Node | None, parents: Sequence[OpenElement]) -> OpenElement:
        """Return the element that a tag opens.

        `node` is its place in the tree if rules need one; `parents` are all open elements.
        """
        known = self.children.get((around, tag))
        if known is not None:
            return known
        if tag.is_plain and around.display not in ("flex", "inline-flex") and not around.vector:
            own_style = self._style_without_declarations(around, DISPLAYS.get(tag.name, "inline"))
            child = self.open_element(tag, own_style, "" if around.gone else tag.space)
        else:
            child = self.open_element(tag, *self.style_of(tag, around, node, parents))
        if tag.has_simple_rules:
            self.children[around, tag] = child
        return child

    def _style_without_declarations(self, around: Style, display: str) -> Style:
        """Return the style of an element without any declarations."""
        is_fresh = around.covers or around.is_corner or around.own_ground != TRANSPARENT
        if display == around.display and not is_fresh:
            return around
        known = self._plain_styles.get((around, display))
        if known is not None:
            return known
        style = Style(*values_of(around))
        style.display, style.own_ground, style.covers, style.is_corner = display, TRANSPARENT, False, False
        if display != "inline":
            style.height_px, style.first_px = None, style.indent_px
        if display not in ("inline", "block"):
            style.width_px = None
        style.note_place()
        style = self._plain_styles[around, display] = _EQUAL_STYLES.setdefault(values_of(style), style)
        return style

    def style_of(
        self, tag: StartTag, around: Style, node: Node | None, parents: Sequence[OpenElement]
    ) -> tuple[Style, str]:
        """Return the computed style of an element, and the white space around it. `parents` are all open elements."""
        rules = tag.rules
        if not tag.has_simple_rules:
            node = node or _node_in(parents, tag.element)
            rules = [rule for rule in rules if rule.selector.is_simple or self.matcher.matches(rule.selector, node)]
        if tag.has_simple_rules and tag.name != "img":
            found = self._compute_cascade(tag.element, around, rules, tag.own)
        else:
            key = (around, tag, *rules)
            known = self._matched.get(key)
            if known is None:
                known = self._matched[key] = self._compute_cascade(tag.element, around, rules, tag.own)
            found = known
        if rules and (self.matcher.is_spent or self.sheet.is_cut) and not found[0].unseen:
            return replace(found[0], is_perhaps=True, unseen="perhaps"), found[1]
        return found

    def begin(self) -> None:
        """Start another page. The style sheets stay."""
        self.matcher.n_comparisons = 0
        if len(_COMPUTED) > MAX_COMPUTED:
            _COMPUTED.clear()
            _EQUAL_STYLES.clear()

    def _compute_cascade(
        self, element: Element, around: Style, rules: Sequence[Rule], inline: Declarations
    ) -> tuple[Style, str]:
        if not rules:
            return self._compute_cached(element, around, merge_styles(rules, inline))
        own = [rule for rule in rules if not rule.selector.part] if self.sheet.has_parts else rules
        sure = [rule for rule in own if not rule.is_perhaps]
        style, space = self._compute_cached(element, around, merge_styles(sure, inline))
        if not style.unseen and (self.sheet.has_parts or len(sure) < len(own)):
            doubts = [merge_styles(own, inline)] if len(sure) < len(own) else []
            lines = [rule for rule in rules if rule.selector.part == "first-line"]
            if lines and style.display not in DISPLAYS_WITHOUT_BOX:
                doubts.append(merge_styles([*sure, *lines], inline))
            if any(self._compute_cached(element, around, declared)[0].unseen for declared in doubts):
                style = replace(style, is_perhaps=True, unseen="perhaps")
            for part in ("before", "after"):
                over = merge_styles([rule for rule in rules if rule.selector.part == part], {})
                if over and self._compute_cached(_PART, replace(style, is_contained=True), over)[0].covers:
                    style = replace(style, is_perhaps=True, unseen="cover")
        return style, space

    def _compute_cached(self, element: Element, around: Style, declared: Declarations) -> tuple[Style, str]:
        is_in_flex = around.display in ("flex", "inline-flex")
        if declared:
            declared = without_no_ops(
                declared, has_odd_fonts=bool(self.sheet.odd_fonts), is_in_room=around.room is not None,
                has_usual_line=around.line_px is None,
                has_sizes=is_in_flex or element.name not in UNSIZED_NAMES or not MAKING_SIZED.isdisjoint(declared),
            )  # fmt: skip
        if not declared and element.is_bare and not is_in_flex and not around.vector:
            display = DISPLAYS.get(element.name, "inline")
            return self._style_without_declarations(around, display), "" if around.gone else LAYOUT_SPACES.get(
                display, ""
            )
        if self.sheet.keyframes or self.sheet.variables or self.sheet.odd_fonts:
            return compute_style(around, element, declared, is_quirky=self._is_quirky, rules=self.sheet)
        look: object = DISPLAYS.get(element.name, "inline") if element.is_bare else element.look
        key = (around, look, self._is_quirky, *declared, *declared.values())
        found = _COMPUTED.get(key)
        if found is None:
            style, space = compute_style(around, element, declared, is_quirky=self._is_quirky, rules=self.sheet)
            found = _COMPUTED[key] = _EQUAL_STYLES.setdefault(values_of(style), style), space
        return found


def _node_in(parents: Sequence[OpenElement], element: Element) -> Node:
    """Return an element and its ancestors as nodes. This is enough for rules that do not look at siblings."""
    node: Node | None = None
    for each in parents:
        node = Node(each.tag.element, node, 0)
    return Node(element, node, 0)


_PART = element_of("span", {}, is_quirky=False)


def merge_styles(rules: Sequence[Rule], inline: Declarations) -> Declarations:
    """Merge the declarations of rules, weakest first, and then the element's own.

    Among important declarations, those of earlier layers win.
    """
    if not rules and "!" not in "".join(inline):
        return inline
    has_layers = any([rule.layer != UNLAYERED for rule in rules])
    ordered = sorted(rules, key=lambda rule: (rule.layer, rule.weight)) if has_layers else rules
    whole: Declarations = {}
    has_important = False
    for declared in (*[rule.declared for rule in ordered], inline):
        for name, value in declared.items():
            if name[0] == "!":
                has_important = True
                continue
            if name in whole:
                del whole[name]  # a later shorthand is laid over an earlier longhand
            whole[name] = value
    if has_important:
        ordered = sorted(rules, key=lambda rule: (-rule.layer, rule.weight)) if has_layers else rules
        for declared in (*[rule.declared for rule in ordered], inline):
            for name, value in declared.items():
                if name[0] == "!":
                    whole.pop(name[1:], None)
                    whole[name[1:]] = value
    return whole


@lru_cache(maxsize=256)
def _facts_of_name(name: str) -> tuple[str, bool, str, frozenset[str], TagEffect | None]:
    """Return the fields of `StartTag` that depend on the name alone: from `space` on."""
    closes = "a" if name == "a" else "p" if name in ONLY_CLOSE_P else ""
    space = LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
    effect = TagEffect(None, "", "\n" if name == "br" else "") if name in VOID and name not in ("hr", "img") else None
    return space, name not in NAMES_THAT_NEED_LOOK, closes, QUIET_PARENTS.get(name, NO_NAMES), effect


def styling_of(source: Source, *, is_quirky: bool) -> Styling:
    """Return the styling for a page. Pages of one sender often share it."""
    rules = rules_of(source.sheets, is_quirky=is_quirky)[0]
    if rules.blocks:
        rules.parse_selectors()
    missing = rules.impossible_rules(source.html)
    if len(missing) == rules.n_rules and not (rules.keyframes or rules.variables or rules.odd_fonts):
        return _cached_styling((), is_quirky, frozenset())
    return _cached_styling(source.sheets, is_quirky, missing)


@lru_cache(maxsize=32)
def _cached_styling(sheets: tuple[str, ...], is_quirky: bool, missing: frozenset[int]) -> Styling:
    """Return the cached styling for these style sheets, without the rules that are missing."""
    sheet = rules_of(sheets, is_quirky=is_quirky)[0]
    if sheet.blocks:
        sheet.parse_selectors()
    return Styling(sheet.for_page(missing), is_quirky=is_quirky)
