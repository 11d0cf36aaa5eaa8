"""Read an HTML page tag by tag, and sort its text into visible and hidden by the style at each place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass, field

from app.readers.web.cascade import CLOSES_OTHERS, OpenElement, StartTag, Styling, TagEffect, styling_of
from app.readers.web.markup import (
    CLOSED_BY,
    CLOSES_P,
    END_SCOPES,
    FORMATTING,
    HEADINGS,
    MAX_ALTERNATIVES,
    PAGE_NAMES,
    SCOPES,
    SPECIAL,
    TABLE_GROUPS,
    TABLE_PARTS,
    TAG,
    VOID,
    Element,
    Source,
    end_name,
)
from app.readers.web.selectors import Node
from app.readers.web.styles import ROOT_STYLE, Style
from app.readers.web.values import WIDTH_PX

MAX_DEPTH = 500
MAX_TAGS = 300_000
MAX_STEPS = 3_000_000
"""Limit on steps through the open elements, for a whole page. Beyond it, the rest is read without styles."""
LINE_BREAK = TagEffect(None, "", "\n")
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
