"""Read an HTML page tag by tag, and sort its text into visible and hidden by the style at each place.

Most elements of a page look like others, so results are cached: a style is computed once for each look of an element
inside each parent style.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.css import UNLAYERED, Rule, StyleRules, rules_of
from app.readers.web.markup import (
    CLOSED_BY,
    CLOSES_P,
    DISPLAYS,
    END_SCOPES,
    FORMATTING,
    HEADINGS,
    LAYOUT_SPACES,
    LOOK_ATTRIBUTES,
    LOOK_ATTRIBUTES_OF_ALL,
    MAX_ALTERNATIVES,
    PAGE_NAMES,
    SCOPES,
    SPECIAL,
    SVG_NAMES,
    TABLE_GROUPS,
    TABLE_PARTS,
    TAG,
    VOID,
    Element,
    Source,
    attributes_of,
    element_of,
    end_name,
    name_of,
)
from app.readers.web.properties import Declarations, declarations_of, without_no_ops
from app.readers.web.selectors import Matcher, Node
from app.readers.web.styles import DISPLAYS_WITHOUT_BOX, ROOT_STYLE, Style, compute_style, values_of
from app.readers.web.values import TRANSPARENT, WIDTH_PX

MAX_DEPTH = 500
MAX_TAGS = 300_000
MAX_STEPS = 3_000_000
"""Limit on steps through the open elements, for a whole page. Beyond it, the rest is read without styles."""
LINE_PX = 19.0
CLOSED_DETAILS_STYLE = Style(gone="display", unseen="display")
"""Style of the content of a `details` element that is not open."""
MAX_REOPENED = 3
"""Maximum number of equal formatting elements that are reopened, as in the HTML standard."""


@dataclass(slots=True)
class PageText:
    """The text of a page in pieces. Character references are not decoded yet."""

    seen: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    reasons: dict[str, None] = field(default_factory=dict)
    """Reasons why text is hidden, in order of appearance."""
    alternatives: list[str] = field(default_factory=list)
    """Alternative texts of pictures."""


def read_page_text(source: Source, *, is_quirky: bool) -> PageText:
    """Read a source and sort its text into visible and hidden."""
    styling = styling_of(source, is_quirky=is_quirky)
    styling.begin()
    pieces = TAG.split(source.html)
    nodes: list[Node] = []
    if styling.sheet.looks_ahead:  # what comes after an element decides about it: go through once for the tree alone
        first = _Walker(styling, is_sketch=True)
        first.read(pieces)
        nodes = first.nodes
    walker = _Walker(styling, nodes)
    walker.read(pieces)
    styling.forget_most()
    return walker.found


class _Walker:
    """Tracks the open elements with their styles, and collects the text."""

    def __init__(self, styling: Styling, nodes: list[Node] | None = None, *, is_sketch: bool = False) -> None:
        self.found = PageText()
        self.nodes: list[Node] = []
        """All elements in their places in the tree, if rules need it."""
        self._known_nodes = iter(nodes or ())
        self._is_sketch = is_sketch
        self._has_tree = styling.sheet.needs_tree
        self._path: list[Node] = []
        self._styling = styling
        self._n_steps = 0
        self._starts: dict[int, tuple[int, int]] = {}
        """For open elements that clip or may be covered, by depth: the number of pieces and lines before them."""
        self._n_counted, self._n_lines, self._has_line = 0, 0, False
        self._open: list[OpenElement] = []
        self._counts: dict[str, int] = defaultdict(int)
        """Number of open elements by name."""
        self._reopened: list[StartTag] = []
        for source in ("<html>", "<body>"):
            self._open_element(styling.tag_of(source))

    def read(self, pieces: list[str]) -> None:
        """Read pieces of text and tags, in turn."""
        seen, parents, reopened, counts = self.found.seen, self._open, self._reopened, self._counts
        tags, tag_of = self._styling.tags, self._styling.tag_of
        is_quick = not self._has_tree
        inner = parents[-1]
        for text, source in zip(pieces[::2], pieces[1 : 2 * MAX_TAGS : 2], strict=False):
            if text:
                if is_quick and not reopened and (inner.shows_text or (inner.shows_space and text.isspace())):
                    seen.append(" " if text.isspace() else text)
                else:
                    self._read_text(text)
                    inner = parents[-1]
            sign = source[1]
            if sign == "/":
                if (source == inner.end or end_name(source) == inner.name) and not reopened and len(parents) > 2:
                    del parents[-1]
                    counts[inner.name] -= 1
                    if inner.space:
                        seen.append(inner.space)
                else:
                    self._read_end(end_name(source))
                inner = parents[-1]
                continue
            if sign in "!?":
                continue
            tag = tags.get(source) or tag_of(source)
            move = inner.moves.get(tag)
            is_spent = self._n_steps >= MAX_STEPS
            if move is None or reopened or counts[move.closes] or len(parents) >= MAX_DEPTH or is_spent:
                if not is_spent:
                    self._read_start(tag, inner)
                    inner = parents[-1]
                    if inner.style.vector and inner.tag is tag and source.endswith("/>"):
                        self._forget_open(len(parents) - 1)
                        inner = parents[-1]
                continue
            child, _, space = move
            if space:
                seen.append(space)
            if child is not None:
                inner = child
                parents.append(child)
                counts[child.name] += 1
        for text in pieces[2 * min(MAX_TAGS, len(pieces) // 2) :: 2]:
            self._read_text(text)

    def _read_start(self, tag: StartTag, inner: OpenElement) -> None:
        """Handle a start tag whose effect inside this element is not cached."""
        styling = self._styling
        if tag.effect is not None:
            self._link(tag.element)
            self.found.seen.append(tag.effect.space)
            styling.note_move(tag, inner, tag.effect)
        elif not self._reopened and self._opens_quietly(tag, inner):
            child = self._open_tag(tag, inner.style)
            if tag.has_simple_rules:
                styling.note_move(tag, inner, TagEffect(child, "" if tag.is_easy else tag.closes, child.space))
        else:
            self._start(tag)

    def _read_end(self, name: str) -> None:
        if name == self._open[-1].name and len(self._open) > 2:
            if self._open[-1].space:
                self.found.seen.append(self._open[-1].space)
            self._forget_open(len(self._open) - 1)
            if name in SCOPES:
                self._reopened.clear()
        elif self._n_steps < MAX_STEPS:
            self._end(name)

    def _opens_quietly(self, tag: StartTag, inner: OpenElement) -> bool:
        """Return whether a tag only opens an element with an inherited style inside the innermost element."""
        is_quiet = tag.is_easy or (tag.closes != "" and not self._counts[tag.closes])
        is_quiet = (is_quiet and not inner.is_odd) or inner.name in tag.quiet_parents
        return is_quiet and len(self._open) < MAX_DEPTH

    def _open_tag(self, tag: StartTag, around: Style) -> OpenElement:
        child = self._styling.child_of(around, tag, self._link(tag.element), self._open)
        self._note_open(child)
        if child.space:
            self.found.seen.append(child.space)
        return child

    def _note_open(self, child: OpenElement) -> None:
        style = child.style
        if style.covers:
            self._hide_covered_text()
        self._starts.pop(len(self._open), None)
        if style.room is not None or style.is_corner:
            self._starts[len(self._open)] = len(self.found.seen), self._count_lines() if style.room else 0
        self._open.append(child)
        self._counts[child.name] += 1

    def _link(self, element: Element) -> Node | None:
        """Return an element in its place in the tree, or None if no rule needs the tree."""
        if not self._has_tree:
            return None
        del self._path[len(self._open) :]
        node = next(self._known_nodes, None)
        if node is None:
            parent = self._path[-1] if self._path else None
            node = Node(element, parent, len(parent.children) if parent else 0)
            if parent is not None:
                parent.children.append(node)
            self.nodes.append(node)
        self._path.append(node)
        return node

    def _count_lines(self) -> int:
        """Return the number of lines of text so far."""
        for piece in self.found.seen[self._n_counted :]:
            if piece == "\n":
                self._n_lines += self._has_line
                self._has_line = False
            elif not piece.isspace():
                self._has_line = True
        self._n_counted = len(self.found.seen)
        return self._n_lines

    def _hide_covered_text(self) -> None:
        """Mark as hidden all text so far of the container that an element covers."""
        depths = [depth for depth in self._starts if depth < len(self._open) and self._open[depth].style.is_corner]
        at = max(depths, default=0)
        start = self._starts[at][0] if at else 0
        covered = [piece for piece in self.found.seen[start:] if not piece.isspace()]
        if covered:
            self.found.unseen += covered
            self.found.reasons["cover"] = None
            self.found.seen[start:] = ["\n"]
            self._n_counted = min(self._n_counted, len(self.found.seen))

    def _read_text(self, text: str) -> None:
        if self._reopened and not text.isspace():
            self._reopen()
        if self._path:
            self._path[min(len(self._open), len(self._path)) - 1].has_text = True
        is_blank = text.isspace()
        style = self._inherited_style("" if is_blank else "#text")
        reason = style.unseen if is_blank or not style.needs_a_look else self._hidden_reason(style, text)
        if not reason:
            self.found.seen.append(text)
        elif not is_blank:
            self.found.unseen.append(text)
            self.found.reasons[reason] = None

    def _hidden_reason(self, style: Style, text: str) -> str:
        """Return the reason why a text is hidden at its place; "" if it is visible."""
        reason = style.reason_for(text, LINE_PX * (1 + self._count_lines()) if style.y_px < 0 else 0.0)
        if reason or style.room is None or style.room.height_px > WIDTH_PX:
            return reason
        depths = [
            depth for depth in self._starts if depth < len(self._open) and self._open[depth].style.room == style.room
        ]
        if not depths:
            return ""
        first = min(depths)
        n_lines = self._count_lines() - self._starts[first][1]
        return "clip" if n_lines * 1.15 * style.font_px >= style.room.height_px else ""

    def _start(self, tag: StartTag) -> None:
        name = tag.name
        if name in CLOSES_OTHERS:
            if name in TABLE_PARTS and not self._counts["table"]:
                self.found.seen.append(" " if name in ("td", "th") else "\n")
                return
            self._close_before(name)
        elif name in PAGE_NAMES:
            self._restyle_page(tag)
            return
        if self._reopened and name not in SPECIAL and name not in VOID:
            self._reopen()
        if name in VOID:
            self._show_void(tag)
        elif name not in ("head", "frameset"):
            if len(self._open) >= MAX_DEPTH:  # as in browsers, it stands beside what is too deep to hold it
                self._forget_open(len(self._open) - 1)
            self._open_tag(tag, self._inherited_style(name))

    def _open_element(self, tag: StartTag) -> None:
        around = self._inherited_style(tag.name)
        self._note_open(self._styling.child_of(around, tag, self._link(tag.element), self._open))

    def _end(self, name: str) -> None:
        if name in ("br", "p") and not self._counts[name]:
            self.found.seen.append("\n")
        elif name in FORMATTING:
            self._end_formatting(name)
        elif self._counts[name] and name not in PAGE_NAMES:
            names = HEADINGS if name in HEADINGS else frozenset((name,))
            self._close_nearest(names, END_SCOPES.get(name, SCOPES if name in SPECIAL else SPECIAL))
        elif name in TABLE_PARTS:
            self.found.seen.append(" " if name in ("td", "th") else "\n")

    def _close_nearest(self, names: frozenset[str], stops: frozenset[str]) -> None:
        """Close the innermost open element with one of these names, unless an element in `stops` is inside it."""
        at = self._nearest(names, stops)
        if at:
            self._close_to(at)

    def _nearest(self, names: Container[str], stops: frozenset[str]) -> int:
        """Return the depth of the innermost open element with one of these names; 0 if there is none or an element in
        `stops` is inside it.
        """
        for at in range(len(self._open) - 1, 1, -1):
            self._n_steps += 1
            found = self._open[at].name
            if found in names:
                return at
            if found in stops:
                return 0
        return 0

    def _end_formatting(self, name: str) -> None:
        """Close a formatting element. Elements inside it that were not closed are reopened without its style."""
        for at in range(len(self._reopened) - 1, -1, -1):
            if self._reopened[at].name == name:
                del self._reopened[at]
                return
        at = self._nearest((name,), SCOPES) if self._counts[name] else 0
        if at:
            inside = [each.tag for each in self._open[at + 1 :]]
            self._forget_open(at)
            self._n_steps += len(inside)
            for tag in inside:
                self._open_element(tag)

    def _forget_open(self, at: int) -> None:
        for each in self._open[at:]:
            self._counts[each.name] -= 1
        del self._open[at:]

    def _close_before(self, name: str) -> None:
        """Close the elements that a start tag of this name closes."""
        counts = self._counts
        if name in CLOSES_P and counts["p"]:
            self._close_nearest(*CLOSED_BY["p"])
        if name in HEADINGS and self._open[-1].name in HEADINGS:
            self._close_to(len(self._open) - 1)
        if name == "a" and counts["a"]:
            self._end_formatting("a")
        elif name in CLOSED_BY and name != "p":
            closed, stops = CLOSED_BY[name]
            if any(map(counts.__getitem__, closed)):
                self._close_nearest(closed, stops)
            if name in TABLE_GROUPS and counts["tr"]:  # a row outside of groups ends where a group begins
                self._close_nearest(*CLOSED_BY["tr"])

    def _close_to(self, at: int) -> None:
        """Close an open element and everything in it. Formatting elements that were not ended are reopened later."""
        closed = self._open[at:]
        if closed[0].space:
            self.found.seen.append(closed[0].space)
        self._forget_open(at)
        if closed[0].name in SCOPES:
            self._reopened.clear()
            return
        for each in closed[1:]:
            if each.name in FORMATTING and self._reopened.count(each.tag) < MAX_REOPENED:
                self._reopened.append(each.tag)

    def _reopen(self) -> None:
        tags = self._reopened.copy()
        self._reopened.clear()
        for tag in tags:
            if len(self._open) < MAX_DEPTH:
                self._open_element(tag)

    def _inherited_style(self, name: str) -> Style:
        """Return the style that a child of this name inherits from the innermost element."""
        if not self._open:
            return ROOT_STYLE
        inner = self._open[-1]
        if not inner.is_odd:
            return inner.style
        if inner.name == "details":
            if "open" in inner.tag.element.attributes:
                return inner.style
            if name == "summary":
                return self._open[-2].style
            return inner.style if inner.style.gone else CLOSED_DETAILS_STYLE
        if name in TABLE_PARTS or not name:
            return inner.style
        at = len(self._open) - 1  # what stands in no cell is shown before the table
        while self._open[at].name != "table" and at > 2:
            at -= 1
        return self._open[at - 1].style

    def _restyle_page(self, tag: StartTag) -> None:
        """Apply the attributes of an html or body tag, which may come late, to the page."""
        at = 0 if tag.name == "html" else 1
        if not self._open[at].tag.element.attributes:
            inside = [each.tag for each in self._open[at + 1 :]]
            self._forget_open(at)
            for each in (tag, *inside):
                self._open_element(each)

    def _show_void(self, tag: StartTag) -> None:
        node = self._link(tag.element)
        if tag.effect is not None or tag.name == "hr":
            self.found.seen.append(tag.effect.space if tag.effect is not None else "\n")
            return
        around = self._inherited_style("img")
        style = around if tag.is_plain else self._styling.style_of(tag, around, node, self._open)[0]
        if not style.gone and style.is_visible:
            self.found.seen.append(" ")
            alternative = tag.element.attributes.get("alt", "").strip()
            if alternative and self._shows_alternative(tag.element, style, alternative):
                self.found.alternatives.append(alternative)

    def _shows_alternative(self, element: Element, style: Style, alternative: str) -> bool:
        """Return whether the alternative text of a picture is visible."""
        is_small = any(
            element.attributes.get(axis, "").strip() in ("0", "1", "0px", "1px") for axis in ("width", "height")
        )
        if is_small or len(self.found.alternatives) >= MAX_ALTERNATIVES:
            return False
        return not style.reason_for(alternative, 0.0)


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
UNSIZED_NAMES = TABLE_PARTS | FORMATTING | {"table", "span"}
"""Common elements whose width and height depend on their content, whatever their style declares."""
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
            wanted = frozenset(("style", *LOOK_ATTRIBUTES.get(name, LOOK_ATTRIBUTES_OF_ALL), *self.sheet.attributes))
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
            has_simple_rules = all(rule.selector.is_simple for rule in rules)
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
    has_layers = any(rule.layer != UNLAYERED for rule in rules)
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
