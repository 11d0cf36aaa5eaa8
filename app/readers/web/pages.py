"""Read an HTML page tag by tag, and decide for each piece of text by its style whether it is visible or hidden.

`_PageReader` tracks the open elements; `Styling` computes the style of each from the rules that match it. Most elements
of a page resemble others, so results are cached: a style is computed once for each combination of a parent's style and
an element's attributes, declarations and rules.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.css import GENERATED, UNLAYERED, Rule, StyleRules, rules_of
from app.readers.web.markup import (
    APPEARANCE_ATTRIBUTES,
    APPEARANCE_ATTRIBUTES_OF_ALL,
    CLOSED_BY,
    CLOSES_P,
    DISPLAYS,
    END_SCOPES,
    FORMATTING,
    HEADINGS,
    INNER_PAGE,
    INNER_PAGE_SIGNS,
    LAYOUT_SPACES,
    LEAVING_SVG,
    MAX_ALTERNATIVES,
    NAME,
    PAGE_NAMES,
    SCOPES,
    SHADOW_CONTENT,
    SPECIAL,
    SVG_NAMES,
    TABLE_GROUPS,
    TABLE_PARTS,
    TAG,
    VOID,
    Element,
    Source,
    attributes_of,
    close_empty_clips,
    element_of,
    end_name,
    has_quirks,
    note_shadow_content,
    number_inner_pages,
    source_of,
    to_lower_keeping_length,
)
from app.readers.web.pictures import SOLID
from app.readers.web.properties import Declarations, declarations_of, mark_capitals, without_no_ops
from app.readers.web.selectors import Matcher, Node
from app.readers.web.styles import (
    DISPLAYS_WITH_DECLARED_SIZE,
    DISPLAYS_WITHOUT_BOX,
    FAR_DOWN_PX,
    NOT_ANIMATED,
    ROOT_STYLE,
    SHAPES,
    Style,
    compute_style,
    extent_of_shape,
    has_letters_only,
    on_ground,
    substitute_variables,
    values_of,
    with_ground,
    with_letters,
)
from app.readers.web.validity import GLOBAL_VALUES
from app.readers.web.values import MIN_OPAQUE, TRANSPARENT, WHITE, WIDTH_PX, Colour, alpha_of, split_outside_brackets

MAX_DEPTH = 500
MAX_TAGS = 300_000
MAX_STEPS = 3_000_000
"""Maximum number of steps through the open elements per page. Beyond it, the rest is read without styles."""
LINE_PX = 19.0
MARGIN_PX = 18.0
"""Usual distance of a box from the line of text above it."""
BREAK = "\n "
"""What `br` adds to the text. It ends a line even where that is empty."""
LETTER_TOP_EM = 0.2
"""Height of the empty strip between the top of a line and its letters, relative to the font size."""
UNSHOWN_STYLE = Style(reason_inside="display", hidden_reason="display")
"""Style of what an element keeps from sight, as `details` that are not open do."""
MAX_PIECES_OF_A_LINE = 100
"""Maximum number of pieces of text that are searched for the end of an indented line."""
MAX_PIECES_OF_A_BOX = 100
NARROW_LETTER_EM = 0.42
USED_ID = re.compile(r"<use\s[^<>]{0,500}?href\s*=\s*[\"']?\s*#([^\s\"'>]{1,100})", re.IGNORECASE)
VALUE_ENDS = " \t\r\n\f\"'>"
"""Characters that end the value of an attribute without quotation marks, or stand before it."""
MAX_RAISED = 100
"""Maximum number of pieces of text that stay above a cover, because each further cover looks at them again."""
LISTED_OPTIONS = 4
"""Number of options that a list with several choices shows, unless its `size` says otherwise."""
MAX_COVERS = 8
"""Maximum number of containers whose covers are remembered, because each text is compared with all of them."""
MAX_BANNERS = 20
"""Maximum number of elements whose last banner is remembered."""
MAX_REOPENED = 3
"""Maximum number of equal formatting elements that are reopened, as in the HTML standard."""


class Banner(NamedTuple):
    """An empty box of a colour, which text may be moved over."""

    height_px: float
    colour: Colour
    is_first: bool
    """Whether it is at the top of the box in which absolutely positioned elements are placed."""
    end: int
    """Number of pieces of text before its end."""


def _may_be_banner(style: Style) -> bool:
    """Return whether a box with a declared height may be a banner: in the flow, and of an opaque colour."""
    ground = style.own_background
    is_in_flow = not style.is_container
    return ground is not None and len(ground) == 3 and is_in_flow and style.is_visible and not style.reason_inside


@dataclass(slots=True)
class PageText:
    """The text of a page in pieces. Character references are not decoded yet."""

    seen: list[str] = field(default_factory=list)
    """Visible text."""
    unseen: list[str] = field(default_factory=list)
    """Hidden text."""
    reasons: dict[str, None] = field(default_factory=dict)
    """Reasons why text is hidden, in order of appearance."""
    alternatives: list[str] = field(default_factory=list)
    """Alternative texts of pictures."""


def read_page_text(source: Source, *, is_quirky: bool, depth: int = 0) -> PageText:
    """Return the visible and the hidden text of a source.

    `is_quirky` says whether browsers use quirks mode for it; `depth` is the number of pages that contain this one.
    """
    if "clippath" in source.signs:
        source = close_empty_clips(source)
    styling = styling_of(source, is_quirky=is_quirky)
    pieces = TAG.split(source.html)
    inner_pages = []
    if depth < MAX_INNER_DEPTH and not INNER_PAGE_SIGNS.isdisjoint(source.signs):
        for html in number_inner_pages(pieces):
            inner = source_of(html, to_lower_keeping_length(html))
            inner_pages.append(read_page_text(inner, is_quirky=has_quirks(html.lower()), depth=depth + 1))
    if "shadowrootmode" in source.signs:
        note_shadow_content(pieces)
    used_ids = frozenset(USED_ID.findall(source.html)) if "<use" in source.signs else NO_NAMES
    styling.begin_page()
    nodes: list[Node] = []
    if (
        styling.sheet.needs_later_elements
    ):  # what comes after an element decides about it: go through once for the tree alone
        styling.matcher.is_tree_growing = True
        first = _PageReader(styling, is_sketch=True)
        first.read(pieces)
        styling.matcher.is_tree_growing = False
        nodes = first.nodes
    walker = _PageReader(styling, nodes, inner_pages=inner_pages, used_ids=used_ids)
    walker.read(pieces)
    styling.shrink_caches()
    return walker.found


def _ends_with_unquoted_value(tag: str) -> bool:
    """Return whether the slash of a tag that ends with `/>` belongs to a value, so that the tag closes nothing.

    As in `<a href=x/>`, whose value is not quoted.
    """
    text = tag[:-2]
    start = 1 + max(text.rfind(end) for end in VALUE_ENDS)
    return "=" in text[start:] or text[:start].rstrip().endswith("=")


class _PageReader:
    """Tracks the open elements with their styles, and collects the text."""

    def __init__(
        self,
        styling: Styling,
        nodes: list[Node] | None = None,
        *,
        inner_pages: Sequence[PageText] = (),
        used_ids: frozenset[str] = frozenset(),
        is_sketch: bool = False,
    ) -> None:
        self.found = PageText()
        self.nodes: list[Node] = []
        """All elements as nodes of the tree, in the order of the source; empty if no rule needs the tree."""
        self._known_nodes = iter(nodes or ())
        self._is_sketch = is_sketch
        self._inner_pages = inner_pages
        self._used_ids = used_ids
        """Ids of the parts of pictures that `use` shows elsewhere."""
        self._has_tree = styling.sheet.needs_tree
        self._path: list[Node] = []
        self._styling = styling
        self._n_steps = 0
        self._starts: dict[int, tuple[int, float]] = {}
        """For open elements that clip or may be covered, by depth: the number of pieces and lines before them."""
        self._svg_ground: Colour | None = None
        """Colour of the last rectangle in the picture of SVG that is open."""
        self._raised: dict[int, float] = {}
        """Levels of the pieces of visible text that a `z-index` raises, by their index."""
        self._covers: dict[int, tuple[float, float]] = {}
        """Levels of boxes over text after them, and the last lines that they cover, by the depth of the container."""
        self._columns: dict[int, list[Style]] = {}
        """Styles of the columns of tables that have columns with a background, by the depth of the table."""
        self._n_plain_columns = self._end_of_columns = 0
        """Number of columns before the first one with a background, and of pieces of text before the last of them."""
        self._n_cells: dict[int, int] = {}
        """Number of cells so far in the rows of such tables, by the depth of the row."""
        self._n_counted, self._n_lines, self._has_line = 0, 0.0, False
        self._chosen: set[int] = set()
        """Depths at which the only child that is shown was read, inside elements that show one child."""
        self._names_of_details: set[str] = set()
        """Names of the `details` so far that are open. Of those of one name, the first one stays open."""
        self._banners: dict[int, Banner] = {}
        """The last banner inside each open element that has one, by the depth of that."""
        self._banner_start = 0
        """Number of pieces of text before the last box that may be a banner."""
        self._option = 0
        """Number of pieces before the option that the open list shows; 0 if it has shown none."""
        self._n_listed = 0
        """Number of options so far in the open list, if it shows several."""
        self._open: list[OpenElement] = []
        self._counts: dict[str, int] = defaultdict(int)
        """Number of open elements by name."""
        self._reopened: list[StartTag] = []
        for source in ("<html>", "<body>"):
            self._open_element(styling.tag_of(source))

    def read(self, pieces: list[str]) -> None:
        """Read the page. `pieces` are text, tag, text, tag, …"""
        seen, parents, reopened, counts = self.found.seen, self._open, self._reopened, self._counts
        tags, tag_of, columns, banners = self._styling.tags, self._styling.tag_of, self._columns, self._banners
        is_quick, is_spent = not self._has_tree, False
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
                if (source == inner.end_tag or end_name(source) == inner.name) and not reopened and len(parents) > 2:
                    if inner.is_tall:
                        self._end_tall(inner)
                    del parents[-1]
                    counts[inner.name] -= 1
                    if inner.space:
                        seen.append(inner.space)
                else:
                    self._read_end(end_name(source))
                inner = parents[-1]
                continue
            if sign in "!?":
                if inner.style.svg_context and source.startswith("<![CDATA["):
                    self._read_text(source[len("<![CDATA[") : -len("]]>")])
                continue
            tag = tags.get(source) or tag_of(source)
            effect = inner.effects.get(tag)
            is_special = columns or banners or reopened or is_spent or len(parents) >= MAX_DEPTH
            if effect is None or is_special or counts[effect.closes]:
                if not is_spent:
                    self._read_start(tag, inner)
                    inner = parents[-1]
                    is_spent = self._n_steps >= MAX_STEPS
                    is_quick = not self._has_tree and not self._covers
                    is_closed = source.endswith("/>") and not _ends_with_unquoted_value(source)
                    if inner.style.svg_context and inner.tag is tag and is_closed:
                        self._pop_elements_from(len(parents) - 1)
                        inner = parents[-1]
                continue
            child, _, space = effect
            if space:
                seen.append(space)
            if child is not None:
                inner = child
                parents.append(child)
                counts[child.name] += 1
        for text in pieces[2 * min(MAX_TAGS, len(pieces) // 2) :: 2]:
            self._read_text(text)

    def _read_start(self, tag: StartTag, inner: OpenElement) -> None:
        """Handle a start tag whose effect inside the element `inner` is not cached."""
        styling = self._styling
        if tag.name == "tr" and inner.name == "table" and styling.sheet.needs_table_bodies:
            self._start(styling.tag_of("<tbody>"))
            inner = self._open[-1]
        if inner.style.svg_context and tag.name in LEAVING_SVG:
            self._start(tag)
        elif tag.effect is not None:
            self._add_to_tree(tag.element)
            self.found.seen.append(tag.effect.space)
            styling.cache_effect(tag, inner, tag.effect)
        elif not self._reopened and self._opens_without_closing(tag, inner):
            child = self._open_tag(tag, inner.style)
            if tag.has_simple_rules and not self._columns and not self._banners:
                styling.cache_effect(
                    tag, inner, TagEffect(child, "" if tag.needs_no_check else tag.closes, child.space)
                )
        else:
            self._start(tag)

    def _read_end(self, name: str) -> None:
        if name == self._open[-1].name and len(self._open) > 2:
            if self._open[-1].is_tall:
                self._end_tall(self._open[-1])
            if self._open[-1].space:
                self.found.seen.append(self._open[-1].space)
            self._pop_elements_from(len(self._open) - 1)
            if name in SCOPES:
                self._reopened.clear()
        elif self._n_steps < MAX_STEPS:
            self._end(name)

    def _opens_without_closing(self, tag: StartTag, inner: OpenElement) -> bool:
        """Return whether a start tag closes no element, and its element inherits the style of `inner`."""
        is_quiet = tag.needs_no_check or (tag.closes != "" and not self._counts[tag.closes])
        is_quiet = (is_quiet and not inner.may_not_inherit) or inner.name in tag.parents_without_closing
        return is_quiet and len(self._open) < MAX_DEPTH

    def _open_tag(self, tag: StartTag, around: Style) -> OpenElement:
        node = self._add_to_tree(tag.element)
        if tag.name == "caption" and self._open[-1].name == "table":  # the background of the table ends above it
            around = replace(around, background=self._open[-2].style.background)
        if self._used_ids and tag.element.attributes.get("id") in self._used_ids:
            around = next((each.style for each in reversed(self._open) if each.name == "svg"), around)
            child = self._styling.child_of(around, tag, node, self._open)
            child = child if tag.name != "symbol" else self._styling.open_element(tag, around, child.space)
        else:
            child = self._styling.child_of(around, tag, node, self._open)
        if self._columns:
            child = self._place_in_column(child)
        if self._banners:
            child = self._on_banner(child)
        if tag.name in UNCACHED_NAMES or self._open[-1].name in WITH_ONE_CHILD:
            child = self._with_siblings(child)
        self._push_element(child)
        if child.space:
            self.found.seen.append(child.space)
        if child.style.generated or (child.style.marker and child.name == "li"):
            self._add_text(child.style.generated or f"{child.style.marker} ", child.style)
        return child

    def _with_siblings(self, child: OpenElement) -> OpenElement:
        """Return an element with the style that depends on its siblings, and hide its siblings if it hides them.

        Examples: only one child of `switch` is shown, and only one of several `details` with the same name is open.
        """
        tag, styling = child.tag, self._styling
        attributes = tag.element.attributes
        if self._open[-1].name in WITH_ONE_CHILD:
            if len(self._open) in self._chosen:
                child = styling.open_element(tag, UNSHOWN_STYLE, child.space)
            elif not child.style.reason_inside or child.name not in SVG_NAMES:
                self._chosen.add(len(self._open))
        if child.name == "details" and attributes.keys() >= {"open", "name"}:
            if attributes["name"] in self._names_of_details:
                child = styling.open_element(styling.tag_of("<details>"), child.style, child.space)
            self._names_of_details.add(attributes["name"])
        effect = attributes.get(SHADOW_CONTENT, "shows")
        if effect != "shows" and child.style.display == "contents":
            host = self._open[-1]
            perhaps = replace(host.style, is_uncertain=True, hidden_reason=host.style.hidden_reason or "perhaps")
            rest = UNSHOWN_STYLE if effect == "hides" else perhaps
            self._open[-1] = styling.open_element(host.tag, rest, host.space)
            child = styling.open_element(tag, perhaps, child.space) if effect == "styles" else child
        self._chosen.discard(len(self._open) + 1)
        if child.name == "select":
            self._option = self._n_listed = 0
        return child

    def _push_element(self, child: OpenElement) -> None:
        style = child.style
        if style.covers:
            self._hide_covered_text(style)
        if style.covers_up[0]:
            self._hide_lines_above(*style.covers_up)
        if style.covers_after_px:
            first_line = self._count_lines() + self._has_line + 1
            self._add_cover(
                self._depth_of_container(len(self._open)), style.level, first_line + style.covers_after_px / LINE_PX
            )
        if style.svg_context and (child.name == "svg" or child.name in SHAPES):
            self._read_svg_shape(child)
        self._starts.pop(len(self._open), None)
        if style.clip_area is not None or style.is_container or style.first_line_indent_px < 0:
            n_lines = self._count_lines() + (self._has_line and child.space == "\n")
            self._starts[len(self._open)] = len(self.found.seen), n_lines
        if child.is_tall:
            self._banner_start = len(self.found.seen)
        self._open.append(child)
        self._counts[child.name] += 1

    def _add_column(self, tag: StartTag, style: Style) -> None:
        """Store the style of a table column, for the cells of the column."""
        at = self._depth_of_table()
        if not at:
            return
        span = tag.element.attributes.get("span", "1").strip()[:3]
        number = min(MAX_COLUMNS, int(span) if span.isdecimal() else 1)
        if not all(piece.isspace() for piece in self.found.seen[self._end_of_columns :]):
            self._n_plain_columns = 0  # they are those of a table before
            self._columns.pop(at, None)
        self._end_of_columns = len(self.found.seen)
        if at not in self._columns and style.own_background == TRANSPARENT and style.is_visible:
            self._n_plain_columns += number
            return
        columns = self._columns.setdefault(at, [ROOT_STYLE] * min(MAX_COLUMNS, self._n_plain_columns))
        columns += [style] * min(number, MAX_COLUMNS - len(columns))

    def _place_in_column(self, child: OpenElement) -> OpenElement:
        """Return a cell with the background of its column, if it is the first cell in a column with a background."""
        for depth in [depth for depth in self._columns if depth >= len(self._open)]:
            del self._columns[depth]
        if child.name == "tr":
            self._n_cells[len(self._open)] = 0
        if child.name not in ("td", "th"):
            return child
        number = self._n_cells.get(len(self._open) - 1, 0)
        span = child.tag.element.attributes.get("colspan", "1").strip()[:3]
        self._n_cells[len(self._open) - 1] = number + (int(span) if span.isdecimal() else 1)
        at = self._depth_of_table()
        columns = self._columns.get(at, [])
        if number < len(columns) and not columns[number].is_visible:
            return self._styling.open_element(child.tag, UNSHOWN_STYLE, child.space)
        inside = [each.style.own_background for each in self._open[at + 1 :]] + [child.style.own_background]
        if number >= len(columns) or any(ground != TRANSPARENT for ground in inside):
            return child
        style = with_ground(child.style, columns[number])
        return self._styling.open_element(child.tag, style, child.space)

    def _depth_of_table(self) -> int:
        """Return the depth of the innermost open table; 0 if there is none."""
        if not self._counts["table"]:
            return 0
        return next(at for at in range(len(self._open) - 1, -1, -1) if self._open[at].name == "table")

    def _read_inner_page(self, tag: StartTag, style: Style) -> bool:
        """Read the page that an `iframe`, `object` or `embed` shows in place of its content.

        Return whether there is such a page.
        """
        number = tag.element.attributes.get(INNER_PAGE, "")
        if not number.isdecimal() or int(number) >= len(self._inner_pages) or self._is_sketch:
            return False
        inner = self._inner_pages[int(number)]
        sizes = [tag.element.attributes.get(axis, "").strip() for axis in ("width", "height")]
        reason = "" if style.hidden_reason in ("colour", "size") else style.hidden_reason
        if any(size in ("0", "1", "0px", "1px") for size in sizes):
            reason = reason or "size"
        if reason:
            inner = PageText([], [*inner.seen, *inner.unseen], {reason: None})
        self.found.seen += ["\n", *inner.seen, "\n"]
        self.found.unseen += inner.unseen
        self.found.reasons.update(inner.reasons)
        self.found.alternatives += inner.alternatives
        return True

    def _add_to_tree(self, element: Element) -> Node | None:
        """Return an element as a node of the tree. None if no rule needs the tree."""
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

    def _count_lines(self) -> float:
        """Return the number of lines so far. A picture counts as several."""
        for piece in self.found.seen[self._n_counted :]:
            if piece == "\n":
                self._n_lines += self._has_line
                self._has_line = False
            elif piece == BREAK:
                self._n_lines += 1
                self._has_line = False
            elif not piece.isspace():
                self._has_line = True
        self._n_counted = len(self.found.seen)
        return self._n_lines

    def _depth_of_container(self, end: int) -> int:
        """Return the depth of the innermost open container, looking only at depths below `end`; 0 for the page."""
        depths = (depth for depth in self._starts if depth < end and self._open[depth].style.is_container)
        return max(depths, default=0)

    def _on_banner(self, child: OpenElement) -> OpenElement:
        """Return an element with the background of an empty box before it, if it is moved over that."""
        for depth in [depth for depth in self._banners if depth >= len(self._open)]:
            del self._banners[depth]
        banner, style, around = self._banners.get(len(self._open) - 1), child.style, self._open[-1].style
        if banner is None or alpha_of(style.own_background or WHITE) > 0:
            return child
        if style.is_placed and style.level > around.level:
            top_px = style.y_px - around.origin.y_px
            is_over = banner.is_first and -0.5 * style.font_px <= top_px < banner.height_px - 0.5 * style.font_px
        else:
            is_over = style.font_px <= around.y_px - style.y_px <= banner.height_px and self._is_blank_since(banner.end)
        if not is_over:
            return child
        return self._styling.open_element(child.tag, on_ground(style, banner.colour), child.space)

    def _is_blank_since(self, start: int) -> bool:
        """Return whether there is no text from a piece on, as far as that is quick to say."""
        pieces = self.found.seen[start : start + MAX_PIECES_OF_A_BOX + 1]
        return len(pieces) <= MAX_PIECES_OF_A_BOX and all(map(str.isspace, pieces))

    def _add_banner(self, style: Style) -> None:
        """Record an empty box of a colour, which ends here. Later elements may be moved over it."""
        if style.own_background is None or style.height_px is None or len(self._banners) >= MAX_BANNERS:
            return
        if self._is_blank_since(self._banner_start):
            at = self._depth_of_container(len(self._open))
            n_lines = self._count_lines() + self._has_line - (self._starts[at][1] if at else 0)
            end = len(self.found.seen)
            self._banners[len(self._open) - 2] = Banner(style.height_px, style.own_background, n_lines <= 0, end)
            self._n_lines += style.height_px / LINE_PX

    def _end_tall(self, inner: OpenElement) -> None:
        """Count the lines for which a box that ends here is too tall, because its height is declared."""
        if _may_be_banner(inner.style):
            self._add_banner(inner.style)
        if inner.style.clip_area is None:
            return
        start = self._starts.get(len(self._open) - 1)
        if start is not None and inner.style.height_px is not None:
            n_inside = self._count_lines() + self._has_line - start[1]
            self._n_lines += max(0.0, inner.style.height_px / LINE_PX - n_inside)

    def _hide_covered_text(self, style: Style, depth: int | None = None) -> None:
        """Hide the text that a new element with this style covers: all text so far in its containing element.

        `depth` is the depth of the element if it is open already.
        """
        end = len(self._open) if depth is None else depth
        at = self._depth_of_container(end)
        start = self._starts[at][0] if at else 0
        raised: list[tuple[str, float]] = []
        covered: list[str] = []
        for number, piece in enumerate(self.found.seen[start:], start):
            level = self._raised.pop(number, 0) if self._raised else 0
            if level >= style.level + 0.5 and len(raised) < MAX_RAISED:
                raised.append((piece, level))
            elif not piece.isspace():
                covered.append(piece)
        self.found.seen[start:] = ["\n", *(piece for piece, _ in raised)]
        self._raised.update((start + number, level) for number, (_, level) in enumerate(raised, 1))
        self._n_counted = min(self._n_counted, len(self.found.seen))
        if covered:
            self.found.unseen += covered
            self.found.reasons["cover"] = None
        if style.covers_next_px:
            self._add_cover(
                at,
                style.level,
                (self._starts[at][1] if at else 0) + round(min(style.covers_next_px, FAR_DOWN_PX) / LINE_PX),
            )

    def _add_cover(self, at: int, level: float, last_line: float) -> None:
        """Record that a box covers text: the text up to the line `last_line` that is painted below `level`.

        `at` is the depth of the container in which the box lies.
        """
        if len(self._covers) < MAX_COVERS or at in self._covers:
            known = self._covers.get(at, (0.0, 0.0))
            self._covers[at] = max(level, known[0]), max(last_line, known[1])

    def _hide_lines_above(self, up_px: float, height_px: float) -> None:
        """Hide the lines of text under an opaque box of height `height_px` that is moved up by `up_px`."""
        bottom_px = max(0.0, up_px - height_px)
        first, last = round(bottom_px / LINE_PX), round((up_px - MARGIN_PX) / LINE_PX)
        number, has_line = 0, False
        end = len(self.found.seen)
        for at in range(end - 1, max(-1, end - MAX_PIECES_OF_A_BOX), -1):
            piece = self.found.seen[at]
            if piece in ("\n", BREAK):
                number += has_line
                has_line = False
                if number >= last:
                    break
            elif not piece.isspace():
                has_line = True
                if number >= first and self._raised.get(at, 0.0) < 2:
                    self.found.unseen.append(piece)
                    self.found.reasons["cover"] = None
                    self.found.seen[at] = " "

    def _read_svg_shape(self, child: OpenElement) -> None:
        """Record the colour of a shape in an SVG picture, and hide the text of the picture that it covers."""
        style = child.style
        if child.name == "svg":
            self._svg_ground = None
        if child.name == "svg" or style.reason_inside or not style.is_visible:
            return
        extent = extent_of_shape(child.name, child.tag.element.attributes)
        fill = style.svg_stroke if child.name == "line" else WHITE if child.name == "image" else style.svg_fill
        if extent is None or fill is None or alpha_of(fill) * style.opacity < MIN_OPAQUE:
            return
        left, top, right, bottom = extent
        if max(left, top) < 5 and right >= 99 and bottom >= 20:
            self._svg_ground = fill if child.name != "image" else None
            at = next(at for at, each in enumerate(self._open) if each.style.svg_context)
            self._hide_pieces(self._starts[at][0] if at in self._starts else len(self.found.seen), "cover")
            if self._open[at].style.covers_next_px:
                self._hide_covered_text(self._open[at].style, at)

    def _is_covered(self, style: Style) -> bool:
        """Return whether a text of this style is painted below an earlier element that fills its container."""
        for at, (level, last_line) in list(self._covers.items()):
            if at and (at >= len(self._open) or not self._open[at].style.is_container):
                del self._covers[at]
            elif style.level < level and self._count_lines() < last_line:
                return True
        return False

    def _read_text(self, text: str) -> None:
        if self._reopened and not text.isspace():
            self._reopen()
        if self._path:
            self._path[min(len(self._open), len(self._path)) - 1].has_text = True
        is_blank = text.isspace()
        style = self._inherited_style("" if is_blank else "#text")
        self._add_text(text, style)

    def _add_text(self, text: str, style: Style) -> None:
        """Add a text to the visible or the hidden text."""
        is_blank = text.isspace()
        reason = style.hidden_reason if is_blank or not style.needs_text_check else self._hidden_reason(style, text)
        if self._svg_ground is not None and style.svg_context == "text" and style.svg_fill is not None:
            reason = reason if reason not in ("", "colour") else "colour" if style.svg_fill == self._svg_ground else ""
        if self._covers and not is_blank and not reason and self._is_covered(style):
            reason, self._has_line = "cover", True
        if not reason:
            if style.level >= 2:
                self._raised[len(self.found.seen)] = style.level
            if style.is_one_line and not is_blank:
                text = self._cut_line(text, style)
            self.found.seen.append(text)
        elif not is_blank:
            self.found.unseen.append(text)
            self.found.reasons[reason] = None

    def _hidden_reason(self, style: Style, text: str) -> str:
        """Return the reason why a text is hidden (see `HtmlText.reasons`); "" if it is visible."""
        lines_px = LINE_PX * (1 + self._count_lines()) if style.y_px < 0 else 0.0
        if style.is_placed and style.y_px < 0:
            at = self._depth_of_container(len(self._open) - 1)
            lines_px = LINE_PX * self._starts[at][1] if at else 0.0
        before_px = self._width_of_line() if style.x_px < 0 else 0.0
        reason = style.reason_for(text, lines_px, is_first_line=self._is_in_first_line(style), before_px=before_px)
        area = style.clip_area
        if reason or area is None or (area.height_px > WIDTH_PX and not style.is_one_line):
            return reason
        depths = [
            depth for depth in self._starts if depth < len(self._open) and self._open[depth].style.clip_area == area
        ]
        if not depths:
            return ""
        first = min(depths)
        n_lines = self._count_lines() - self._starts[first][1]
        n_lines += self._count_wrapped_lines(self._starts[first][0], style)
        if n_lines < 0:
            return "clip"
        line_px = style.line_px if style.line_px is not None else 1.15 * style.font_px
        top_px = n_lines * line_px + (LETTER_TOP_EM * style.font_px if n_lines else 0.0)
        return "clip" if top_px >= area.height_px else ""

    def _count_wrapped_lines(self, start: int, style: Style) -> int:
        """Return the number of wrapped lines in a clip area, counted from a piece on; -1 if the only line is full."""
        width_px = style.clip_area.width_px if style.clip_area is not None else 0.0
        if width_px >= WIDTH_PX:
            return 0
        n_wrapped, length_px = 0, 0.0
        for piece in self.found.seen[start : start + MAX_PIECES_OF_A_BOX]:
            if piece in ("\n", BREAK):
                n_wrapped, length_px = n_wrapped + int(length_px / width_px), 0.0
            else:
                length_px += len(piece) * NARROW_LETTER_EM * style.font_px
        if style.is_one_line:
            return -1 if length_px > width_px else 0
        return n_wrapped + int(length_px / width_px)

    def _cut_line(self, text: str, style: Style) -> str:
        """Hide the end of a text that is not wrapped, from where the box around it surely clips it; return the rest."""
        area = style.clip_area
        if area is None or area.width_px >= WIDTH_PX or style.font_px <= 0 or "\n" in text or "&" in text:
            return text
        right_px = area.width_px - max(0.0, style.x_px - area.x_px)
        n_letters = int(max(0.0, right_px) / (NARROW_LETTER_EM * style.font_px)) + 1
        if len(text) <= n_letters:
            return text
        self.found.unseen.append(text[n_letters:])
        self.found.reasons["clip"] = None
        return text[:n_letters]

    def _width_of_line(self) -> float:
        """Return the greatest width that the text so far in the line may have."""
        n_letters = 0
        for at in range(len(self.found.seen) - 1, max(0, len(self.found.seen) - MAX_PIECES_OF_A_LINE), -1):
            if "\n" in self.found.seen[at]:
                return n_letters * LINE_PX / 2
            n_letters += len(self.found.seen[at])
        return n_letters * LINE_PX / 2

    def _is_in_first_line(self, style: Style) -> bool:
        """Return whether a text is in the first line of the nearest box that has an indented first line."""
        if style.first_line_indent_px >= 0:
            return True
        at = len(self._open) - 1
        while at > 0 and self._open[at].style.display in DISPLAYS_WITHOUT_BOX:
            at -= 1
        if at not in self._starts:
            return True
        start = self._starts[at][0] + 1  # after the line break before the box
        return not {"\n", BREAK}.intersection(self.found.seen[start : start + MAX_PIECES_OF_A_LINE])

    def _start(self, tag: StartTag) -> None:
        name = tag.name
        if name in LEAVING_SVG and self._open[-1].style.svg_context:
            self._leave_svg()
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
            self._read_void_element(tag)
        elif name == "frameset":
            self._start_frames()
        elif name == "option" and self._counts["select"]:
            self._start_option(tag)
        elif name != "head":
            if name == "optgroup" and self._counts["select"]:
                self._add_group_label(tag)
            if len(self._open) >= MAX_DEPTH:  # as in browsers, it stands beside what is too deep to hold it
                self._pop_elements_from(len(self._open) - 1)
            child = self._open_tag(tag, self._inherited_style(name))
            if name in ("iframe", "object") and self._read_inner_page(tag, child.style):
                self._open[-1] = self._styling.open_element(tag, UNSHOWN_STYLE, child.space)

    def _start_option(self, tag: StartTag) -> None:
        """Open an option. A list that shows one line shows the selected option, or else the first option."""
        attributes = tag.element.attributes
        around = next(each for each in reversed(self._open) if each.name == "select")
        asked = around.tag.element.attributes
        is_list = "multiple" in asked or asked.get("size", "").strip() not in ("", "0", "1")
        is_chosen = "selected" in attributes or not (self._option or "disabled" in attributes)
        around_style = self._inherited_style("option")
        child = self._open_tag(tag, around_style)
        label = attributes.get("label", "")
        if is_chosen and not is_list:
            self._open[-1] = child = self._styling.open_element(tag, around_style, child.space)
        if label and (is_chosen or is_list):  # it stands for the content
            self._add_text(label, child.style)
            self._open[-1] = self._styling.open_element(tag, UNSHOWN_STYLE, child.space)
        if is_list:
            size = asked.get("size", "").strip()
            self._n_listed += 1
            if self._n_listed > (int(size) if size.isdecimal() and size != "0" else LISTED_OPTIONS):
                self._open[-1] = self._styling.open_element(tag, UNSHOWN_STYLE, child.space)
            return
        if not is_chosen:
            self._open[-1] = self._styling.open_element(tag, UNSHOWN_STYLE, child.space)
            return
        if self._option:
            self._hide_pieces(self._option, "display")
        self._option = len(self.found.seen)

    def _add_group_label(self, tag: StartTag) -> None:
        """Add the label of a group of options, which a list of several lines shows."""
        asked = next(each for each in reversed(self._open) if each.name == "select").tag.element.attributes
        if "multiple" in asked or asked.get("size", "").strip() not in ("", "0", "1"):
            self._add_text(tag.element.attributes.get("label", "") + " ", self._inherited_style("optgroup"))

    def _hide_pieces(self, start: int, reason: str) -> None:
        """Move the visible text from a piece on to the hidden text."""
        covered = [piece for piece in self.found.seen[start:] if not piece.isspace()]
        self.found.seen[start:] = [" "]
        self._n_counted = min(self._n_counted, start)
        if covered:
            self.found.unseen += covered
            self.found.reasons[reason] = None

    def _start_frames(self) -> None:
        """Begin a page of frames, if there is no text so far. Text outside of frames is not shown."""
        if len(self._open) == 2 and all(piece.isspace() for piece in self.found.seen):
            self._open[1] = self._styling.open_element(self._open[1].tag, UNSHOWN_STYLE, "")

    def _leave_svg(self) -> None:
        """Close the picture of SVG that is open."""
        at = len(self._open)
        while at > 2 and self._open[at - 1].style.svg_context:
            at -= 1
        self._pop_elements_from(at)

    def _open_element(self, tag: StartTag) -> None:
        around = self._inherited_style(tag.name)
        self._push_element(self._styling.child_of(around, tag, self._add_to_tree(tag.element), self._open))

    def _end(self, name: str) -> None:
        if name in ("br", "p") and not self._counts[name]:
            self.found.seen.append("\n")
        elif name in FORMATTING:
            self._end_formatting(name)
        elif (self._counts[name] or name in HEADINGS) and name not in PAGE_NAMES:
            names = HEADINGS if name in HEADINGS else frozenset((name,))
            self._close_nearest(names, END_SCOPES.get(name, SCOPES if name in SPECIAL else SPECIAL))
        elif name in TABLE_PARTS:
            self.found.seen.append(" " if name in ("td", "th") else "\n")

    def _close_nearest(self, names: frozenset[str], stops: frozenset[str]) -> None:
        """Close the innermost open element with one of these names, unless an element in `stops` is inside it."""
        at = self._depth_of_nearest(names, stops)
        if at:
            self._close_to(at)

    def _depth_of_nearest(self, names: Container[str], stops: frozenset[str]) -> int:
        """Return the depth of the innermost open element with one of these names.

        0 if there is none, or if an open element with a name in `stops` is inside it.
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
        at = self._depth_of_nearest((name,), SCOPES) if self._counts[name] else 0
        if at:
            inside = [each.tag for each in self._open[at + 1 :]]
            self._pop_elements_from(at)
            self._n_steps += len(inside)
            for tag in inside:
                self._open_element(tag)

    def _pop_elements_from(self, at: int) -> None:
        for each in self._open[at:]:
            self._counts[each.name] -= 1
        del self._open[at:]

    def _close_before(self, name: str) -> None:
        """Close the elements that a start tag of this name closes."""
        counts = self._counts
        if (name in CLOSES_P or (name == "table" and not self._styling.is_quirky)) and counts["p"]:
            self._close_nearest(*CLOSED_BY["p"])
        if name in HEADINGS and self._open[-1].name in HEADINGS:
            self._close_to(len(self._open) - 1)
        if name in ("a", "nobr") and counts[name]:
            self._end_formatting(name)
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
        self._pop_elements_from(at)
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
        """Return the style that a child element of this name inherits from the innermost open element."""
        if not self._open:
            return ROOT_STYLE
        inner = self._open[-1]
        if not inner.may_not_inherit:
            return inner.style
        if inner.name == "details":
            is_first = name == "summary" and len(self._open) not in self._chosen
            if is_first:
                self._chosen.add(len(self._open))
            if "open" in inner.tag.element.attributes:
                return inner.style
            if is_first:
                return self._open[-2].style
            return inner.style if inner.style.reason_inside else UNSHOWN_STYLE
        if name in TABLE_PARTS or not name:
            return inner.style
        at = len(self._open) - 1  # what stands in no cell is shown before the table
        while self._open[at].name != "table" and at > 2:
            at -= 1
        return self._open[at - 1].style

    def _restyle_page(self, tag: StartTag) -> None:
        """Apply the attributes of an html or body tag, which may come late, to the page."""
        at = 0 if tag.name == "html" else 1
        known, added = self._open[at].tag.element.attributes, tag.element.attributes
        if added.keys() <= known.keys() and known:
            return
        whole = self._styling.tag_with(tag.name, {**added, **known}) if known else tag
        inside = [each.tag for each in self._open[at + 1 :]]
        self._pop_elements_from(at)
        for each in (whole, *inside):
            self._open_element(each)
        style = self._open[at].style
        if style.reason_inside or not style.is_visible:
            self._hide_pieces(0, style.hidden_reason)

    def _read_void_element(self, tag: StartTag) -> None:
        node = self._add_to_tree(tag.element)
        if tag.effect is not None:
            self.found.seen.append(tag.effect.space)
            return
        if tag.name == "hr":
            self.found.seen.append("\n")
            if not (tag.rules or tag.own_declarations):
                return
        around = self._inherited_style("img")
        style = around if tag.has_parent_style else self._styling.style_of(tag, around, node, self._open)[0]
        if style.covers:
            self._hide_covered_text(style)
        if tag.name in ("img", "hr") and self._starts:
            self._n_lines += max(0.0, (_height_of(tag.element, style) or 0.0) / LINE_PX - 1.0)
        if tag.name == "hr":
            return
        if tag.name == "col":
            self._add_column(tag, style)
        elif tag.name == "frame":
            self._read_inner_page(tag, ROOT_STYLE)
        elif tag.name == "embed":
            self._read_inner_page(tag, style)
        elif tag.name == "input":
            attributes = tag.element.attributes
            kind = attributes.get("type", "text").strip().lower()
            if kind == "image" and not style.hidden_reason and attributes.get("alt"):
                self.found.alternatives.append(attributes["alt"])
            elif kind not in INPUTS_WITHOUT_TEXT:
                self._add_text(attributes.get("value") or attributes.get("placeholder", ""), style)
            self.found.seen.append(" ")
        elif not style.reason_inside and style.is_visible:
            self.found.seen.append(" ")
            alternative = tag.element.attributes.get("alt", "").strip()
            if alternative and self._shows_alternative(tag.element, style, alternative):
                self.found.alternatives.append(alternative)

    def _shows_alternative(self, element: Element, style: Style, alternative: str) -> bool:
        """Return whether the alternative text of a picture is visible."""
        is_small = self._styling.is_quirky and any(
            element.attributes.get(axis, "").strip() in ("0", "1", "0px", "1px") for axis in ("width", "height")
        )
        addresses = element.attributes.get("src", ""), element.attributes.get("srcset", "")
        is_loaded = any(address.startswith("data:") for address in addresses)
        if is_small or is_loaded or len(self.found.alternatives) >= MAX_ALTERNATIVES:
            return False
        return not style.reason_for(alternative, 0.0)


def _height_of(element: Element, style: Style) -> float | None:
    """Return the height of a picture or a line across, in pixels; None if it is unknown."""
    height = element.attributes.get("height", "").strip()
    return float(height) if height.isdecimal() and len(height) < 6 else style.height_px


INPUTS_WITHOUT_TEXT = frozenset({
    "hidden", "checkbox", "radio", "range", "color", "file", "password", "image", "number", "date", "time", "month",
    "week", "datetime-local",
})  # fmt: skip
"""Kinds of `input` that do not show words as their value. Browsers take an unknown kind for a text field."""
MAX_STYLINGS = 200
"""Maximum number of pages with style sheets of their own whose styles are kept."""
MAX_COMPUTED = 20_000
_COMPUTED: dict[tuple[object, ...], tuple[Style, str]] = {}
"""Cache of computed styles, shared by all pages."""
_EQUAL_STYLES: dict[tuple[object, ...], Style] = {}
"""Cache that maps equal styles to one object."""
MAX_KEPT, MAX_KEPT_TAG = 5_000, 500
PARENTS_WITHOUT_INHERITANCE = frozenset({"table", "tbody", "thead", "tfoot", "tr", "details"})
"""Elements whose children may be shown outside of them, in a style that is not inherited from them."""
CLOSES_OTHERS = CLOSES_P | HEADINGS | CLOSED_BY.keys() | {"a", "nobr", "table"}
NAMES_THAT_NEED_CHECK = (CLOSES_OTHERS - {"table"}) | PAGE_NAMES | VOID | {"head", "frameset", "iframe", "object"}
PLAIN_VOID = VOID - {"hr", "img", "input", "col", "embed", "frame"}
"""Void elements that have the same effect everywhere."""
WITH_ONE_CHILD = frozenset({"switch", "maction", "semantics"})
"""Elements of SVG and MathML that show the first of their children that can be shown."""
UNCACHED_NAMES = WITH_ONE_CHILD | {"details", "select", "template"}
MAX_COLUMNS = 1000
MAX_INNER_DEPTH = 2
"""Maximum number of pages around a page inside of a page."""
ONLY_CLOSE_P = (CLOSES_P - HEADINGS - VOID - CLOSED_BY.keys()) | {"p"}
NO_NAMES: frozenset[str] = frozenset()
UNSIZED_NAMES = TABLE_PARTS | FORMATTING | {"table", "span"}
"""Common elements whose size depends on their content, so that a declared width or height hides nothing."""
MAKING_SIZED = frozenset({"display", "position", "float", "all", "table-layout"})
"""Properties that can make a declared width and height count for any element."""
PARENTS_WITHOUT_CLOSING = {
    **{name: CLOSED_BY[name][1] & {"tr", "table"} for name in ("td", "th", *TABLE_GROUPS)},
    "tr": frozenset({"table", *TABLE_GROUPS}),
}
"""For parts of tables: parents in which their start tag closes no other element."""


class OpenElement(NamedTuple):
    """An element whose end tag has not been read yet."""

    tag: StartTag
    style: Style
    space: str
    """White space that the end tag adds to the text."""
    name: str
    may_not_inherit: bool
    """Whether children may be shown outside of the element, in a style that they do not inherit from it."""
    shows_text: bool
    """Whether text directly inside the element is visible, whatever the ancestors."""
    shows_space: bool
    """Whether white space directly inside the element is visible."""
    is_tall: bool
    """Whether its height is declared and matters, because a box around it clips or because text may lie over it."""
    end_tag: str
    """End tag of the element as it is usually written."""
    effects: dict[StartTag, TagEffect]
    """Cached effects of start tags. They are the same inside every element of this style."""


class TagEffect(NamedTuple):
    """Effect of a start tag that closes nothing and does not depend on the ancestors."""

    child: OpenElement | None
    """The element that the tag opens; None for a void element."""
    closes: str
    """Name of an element that the tag closes. The effect holds only while no such element is open; "" for none."""
    space: str
    """White space that the tag adds to the text."""


@dataclass(slots=True, eq=False)
class StartTag:
    """A parsed start tag, with what is known about its effect.

    Tags whose elements cannot be told apart share one object.
    """

    element: Element
    own_declarations: Declarations
    """Declarations of the `style` attribute that can change what is visible."""
    rules: list[Rule]
    """Rules that may match the element of the tag, weakest first."""
    has_simple_rules: bool
    """Whether all of `rules` match, whatever the ancestors and siblings of the element."""
    has_parent_style: bool
    """Whether the element looks like its parent, because no style is declared for it."""
    name: str
    space: str
    needs_no_check: bool
    """Whether the tag never closes another element, so that the open elements need no check."""
    closes: str
    """Name of the only kind of element that the tag may close; "" for none, or for several kinds."""
    parents_without_closing: frozenset[str]
    """Parents in which the tag closes no other element."""
    effect: TagEffect | None
    """Effect of the tag if it is the same everywhere; otherwise None."""


class Styling:
    """Computes and caches the styles of the elements of a page."""

    def __init__(self, sheet: StyleRules, *, is_quirky: bool) -> None:
        self.sheet = sheet
        self.matcher = Matcher()
        self.is_quirky = is_quirky
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
        self._effects: dict[tuple[Style, str], dict[StartTag, TagEffect]] = {}
        self._n_effects = 0
        self._root_nodes: dict[Element, Node] = {}
        self._rules_of_nodes: dict[Node, list[Rule]] = {}
        """Rules that match, by the place in the tree."""

    def tag_of(self, source: str) -> StartTag:
        """Return the parsed start tag for its source, such as `<p class="x">`.

        Tags with equal source, or with equal attributes that affect their style, share one cached object.
        """
        known = self.tags.get(source)
        if known is not None:
            return known
        found_name = NAME.match(source)
        name = found_name[1].lower() if found_name else ""
        if name in PLAIN_VOID and not self.sheet.needs_tree:
            return self._plain_tag(name, source)
        wanted = self._wanted[name] if name in self._wanted else self._wanted_attributes(name)
        begin = found_name.end() if found_name else 1
        attributes = attributes_of(source, wanted, begin) if "=" in source or " " in source else {}
        for address in ("src", "srcset"):
            if address in attributes and address not in self.sheet.valued_attributes:
                value = attributes[address].lstrip()
                is_inside = name == "img" and value[:5].lower() == "data:"
                attributes[address] = "" if not is_inside else value if value.startswith(SOLID) else "data:"
                if not is_inside and address not in self.sheet.attributes:
                    del attributes[address]  # so that all pictures that are not there are alike
        if "href" in attributes and "href" not in self.sheet.valued_attributes:
            attributes["href"] = ""
        key = (name, *attributes, *attributes.values())
        found = self._by_attributes.get(key)
        if found is None:
            found = self._by_attributes[key] = self._parse_tag(name, attributes)
        if len(source) <= MAX_KEPT_TAG:
            self.tags[source] = found
        return found

    def _plain_tag(self, name: str, source: str) -> StartTag:
        """Return the start tag of an element whose attributes do not matter, such as `br` or `meta`."""
        found = self._by_attributes.get((name,))
        if found is None:
            found = self._by_attributes[name,] = self._parse_tag(name, {})
        if len(source) <= MAX_KEPT_TAG:
            self.tags[source] = found
        return found

    def tag_with(self, name: str, attributes: dict[str, str]) -> StartTag:
        """Return the start tag of an element with these attributes."""
        return self._parse_tag(name, attributes)

    def _wanted_attributes(self, name: str) -> frozenset[str] | None:
        wanted: frozenset[str] | None = None
        if name not in SVG_NAMES:
            wanted = frozenset(
                ("style", *APPEARANCE_ATTRIBUTES.get(name, APPEARANCE_ATTRIBUTES_OF_ALL), *self.sheet.attributes)
            )
            wanted |= {"alt", "src", "srcset"} if name in ("img", "input") else NO_NAMES
            wanted |= {"class", "id"} if self.sheet.n_rules else NO_NAMES
        self._wanted[name] = wanted
        return wanted

    def _parse_tag(self, name: str, attributes: dict[str, str]) -> StartTag:
        sheet = self.sheet
        element = element_of(name, attributes, is_quirky=self.is_quirky)
        style = attributes.get("style")
        own: Declarations = {}
        if style:
            css = (mark_capitals(style) if "--" in style else style).lower()
            own = declarations_of(css, is_quirky=self.is_quirky)
        if own and not sheet.n_rules:
            own = without_no_ops(own, has_page_fonts=bool(sheet.page_fonts))
        if element.classes:
            element.classes &= sheet.classes
        element.id = element.id if element.id in sheet.ids else ""
        key: tuple[object, ...] = (element.appearance, element.classes, element.id, *own, *own.values())
        if sheet.attributes:
            key += tuple([attributes.get(each) for each in sheet.attributes])
        found = self._by_look.get(key) if name not in PAGE_NAMES and name != "img" else None
        if found is None:
            rules = sheet.candidates(element) if sheet.n_rules else []
            self.matcher.n_comparisons += len(rules)
            has_simple_rules = all(rule.selector.is_simple for rule in rules)
            has_parent_style = element.inherits_appearance and not rules and not own
            found = StartTag(
                element,
                own,
                rules,
                has_simple_rules,
                has_parent_style,
                name,
                *_facts_of_name(name, is_quirky=self.is_quirky),
            )
            self._by_look[key] = found
        return found

    def shrink_caches(self) -> None:
        """Empty the caches if they are large, or if a limit was reached and cached results may be incomplete."""
        if (
            self.matcher.is_limit_reached
            or max(len(self.tags), len(self._by_attributes), len(self.children), self._n_effects) > MAX_KEPT
        ):
            for kept in (
                self.tags, self._by_attributes, self._by_look, self._plain_styles, self._matched, self.children,
                self._effects,
            ):  # fmt: skip
                kept.clear()
            self._n_effects = 0

    def open_element(self, tag: StartTag, style: Style, space: str) -> OpenElement:
        """Return the record of an element that was opened."""
        name = tag.name
        may_not_inherit = name in PARENTS_WITHOUT_INHERITANCE
        shows_space = not style.hidden_reason and name != "details"
        key = style, name if may_not_inherit or name in WITH_ONE_CHILD else ""
        effects = self._effects.get(key)
        if effects is None:
            effects = self._effects[key] = {}
        shows_text = shows_space and not may_not_inherit and not style.needs_text_check
        is_tall = (
            style.height_px is not None
            and style.height_px > LINE_PX
            and style.display in DISPLAYS_WITH_DECLARED_SIZE
            and (style.clip_area is not None or _may_be_banner(style))
        )
        return OpenElement(
            tag, style, space, name, may_not_inherit, shows_text, shows_space, is_tall, f"</{name}>", effects
        )

    def cache_effect(self, tag: StartTag, inner: OpenElement, effect: TagEffect) -> None:
        """Cache the effect of a start tag inside an element."""
        child = effect.child
        style = child.style if child is not None else None
        is_quiet = style is None or not (
            style.clip_area
            or style.covers
            or style.covers_up[0]
            or style.covers_after_px
            or style.is_container
            or style.svg_context
            or style.first_line_indent_px < 0
            or style.generated
            or style.marker
        )
        is_quiet = is_quiet and (child is None or not child.is_tall)
        is_quiet = is_quiet and tag.name not in UNCACHED_NAMES and inner.name not in WITH_ONE_CHILD
        if is_quiet and not self.sheet.needs_tree:
            inner.effects[tag] = effect
            self._n_effects += 1

    def child_of(self, around: Style, tag: StartTag, node: Node | None, parents: Sequence[OpenElement]) -> OpenElement:
        """Return the element that a tag opens.

        `around` is the style of its parent and `parents` are all open elements. `node` is its place in the tree if
        rules need the tree.
        """
        known = self.children.get((around, tag))
        if known is not None:
            return known
        if tag.has_parent_style and around.display not in ("flex", "inline-flex") and not around.svg_context:
            own_style = self._style_without_declarations(around, DISPLAYS.get(tag.name, "inline"))
            child = self.open_element(tag, own_style, "" if around.reason_inside else tag.space)
        else:
            child = self.open_element(tag, *self.style_of(tag, around, node, parents))
        if tag.has_simple_rules:
            self.children[around, tag] = child
        return child

    def _style_without_declarations(self, around: Style, display: str) -> Style:
        """Return the style of an element without any declarations."""
        is_fresh = (
            around.covers
            or around.covers_up[0]
            or around.covers_after_px
            or around.is_container
            or around.own_background != TRANSPARENT
            or around.generated
        )
        if display == around.display and not is_fresh:
            return around
        known = self._plain_styles.get((around, display))
        if known is not None:
            return known
        style = Style(*values_of(around))
        style.display, style.own_background = display, TRANSPARENT
        style.covers, style.is_container, style.generated = False, False, ""
        style.has_fixed_columns &= display != "table"
        style.covers_next_px, style.covers_up, style.covers_after_px = 0.0, (0.0, 0.0), 0.0
        if display != "inline":
            style.height_px, style.first_line_indent_px = None, style.indent_px
        if display not in ("inline", "block"):
            style.width_px = None
        style.set_needs_text_check()
        style = self._plain_styles[around, display] = _EQUAL_STYLES.setdefault(values_of(style), style)
        return style

    def style_of(
        self, tag: StartTag, around: Style, node: Node | None, parents: Sequence[OpenElement]
    ) -> tuple[Style, str]:
        """Return the computed style of an element, and the white space around it. `parents` are all open elements."""
        rules = tag.rules
        if not tag.has_simple_rules:
            node = node or self._node_in(parents, tag.element)
            known_rules = self._rules_of_nodes.get(node)
            if known_rules is None:
                matches = self.matcher.matches
                names = node.parent.names() if node.parent is not None else NO_NAMES
                known_rules = [
                    rule
                    for rule in rules
                    if rule.selector.is_simple or (rule.names_around <= names and matches(rule.selector, node))
                ]
                if not self.matcher.is_tree_growing:
                    self._rules_of_nodes[node] = known_rules
            rules = known_rules
        if tag.has_simple_rules and tag.name != "img":
            found = self._compute_cascade(tag.element, around, rules, tag.own_declarations)
        else:
            key = (around, tag, *rules)
            known = self._matched.get(key)
            if known is None:
                known = self._matched[key] = self._compute_cascade(tag.element, around, rules, tag.own_declarations)
            found = known
        if rules and (self.matcher.is_limit_reached or self.sheet.is_truncated) and not found[0].hidden_reason:
            return replace(found[0], is_uncertain=True, hidden_reason="perhaps"), found[1]
        return found

    def begin_page(self) -> None:
        """Reset the limits for another page. The style sheets and caches are kept."""
        self.matcher.n_comparisons = 0
        self._root_nodes.clear()
        self._rules_of_nodes.clear()
        if len(_COMPUTED) > MAX_COMPUTED:
            _COMPUTED.clear()
            _EQUAL_STYLES.clear()

    def _node_in(self, parents: Sequence[OpenElement], element: Element) -> Node:
        """Return the node of an element inside others, which it shares with all elements of this look in such others.

        This is enough for rules that do not look at siblings.
        """
        node: Node | None = None
        below = self._root_nodes
        for inner in (*[each.tag.element for each in parents], element):
            known = below.get(inner)
            if known is None:
                known = below[inner] = Node(inner, node, 0)
            node, below = known, known.below
        assert node is not None
        return node

    def _compute_cascade(
        self, element: Element, around: Style, rules: Sequence[Rule], inline: Declarations
    ) -> tuple[Style, str]:
        if not rules or not self.sheet.has_doubts:
            return self._compute_cached(element, around, merge_styles(rules, inline))
        own = [rule for rule in rules if not rule.selector.pseudo_element] if self.sheet.has_parts else rules
        sure = [rule for rule in own if not rule.is_uncertain]
        style, space = self._compute_cached(element, around, merge_styles(sure, inline))
        if not style.hidden_reason and (self.sheet.has_parts or len(sure) < len(own)):
            has_doubts = len(sure) < len(own)
            if has_doubts and self._compute_cached(element, around, merge_styles(own, inline))[0].hidden_reason:
                style = replace(style, is_uncertain=True, hidden_reason="perhaps")
            lines = [rule for rule in rules if rule.selector.pseudo_element == "first-line"]
            if lines and style.display not in DISPLAYS_WITHOUT_BOX:
                declared = merge_styles([*sure, *lines], inline)
                if self._compute_cached(element, around, declared)[0].hidden_reason:
                    style = replace(style, hidden_reason="perhaps")  # elements inside may have colours of their own
            for part in ("marker", "before", "after") if element.name in ("li", "summary") else ("before", "after"):
                over = merge_styles([rule for rule in rules if rule.selector.pseudo_element == part], {})
                content = over.get("content", "none")
                if "var(" in content:
                    content = substitute_variables(content, {**self.sheet.variables, **dict(style.variables)})
                if content in ("", "none", "normal", *GLOBAL_VALUES):
                    continue
                part_style = self._compute_cached(_PART, replace(style, has_container=True), over)[0]
                parts = GENERATED.findall(split_outside_brackets(content, "/")[0])  # then an alternative
                text = " ".join(first or second or element.attributes.get(name, "") for first, second, name in parts)
                if text and not part_style.hidden_reason:
                    style = replace(style, generated=f"{style.generated} {text} ".lstrip())
                if part_style.covers:
                    style = replace(style, is_uncertain=True, hidden_reason="cover")
        return style, space

    def _compute_cached(self, element: Element, around: Style, declared: Declarations) -> tuple[Style, str]:
        is_in_flex = around.display in ("flex", "inline-flex")
        is_usual = element.inherits_appearance and not is_in_flex and not around.svg_context
        if declared:
            declared = without_no_ops(
                declared, has_page_fonts=bool(self.sheet.page_fonts), is_in_room=around.clip_area is not None,
                has_usual_line=around.line_px is None,
                has_sizes=is_in_flex or element.name not in UNSIZED_NAMES or not MAKING_SIZED.isdisjoint(declared),
            )  # fmt: skip
        if not declared and is_usual:
            display = DISPLAYS.get(element.name, "inline")
            return self._style_without_declarations(around, display), "" if around.reason_inside else LAYOUT_SPACES.get(
                display, ""
            )
        if self.sheet.keyframes or self.sheet.variables or self.sheet.page_fonts:
            return compute_style(around, element, declared, is_quirky=self.is_quirky, rules=self.sheet)
        look: object = DISPLAYS.get(element.name, "inline") if element.inherits_appearance else element.appearance
        key = (around, look, self.is_quirky, *declared, *declared.values())
        found = _COMPUTED.get(key)
        if found is None and not is_in_flex and not around.svg_context and has_letters_only(element, declared):
            display = DISPLAYS.get(element.name, "inline")
            plain = self._style_without_declarations(around, display)
            style = with_letters(plain, element, declared, is_quirky=self.is_quirky)
            space = "" if around.reason_inside else LAYOUT_SPACES.get(display, "")
            found = _COMPUTED[key] = _EQUAL_STYLES.setdefault(values_of(style), style), space
        elif found is None:
            style, space = compute_style(around, element, declared, is_quirky=self.is_quirky, rules=self.sheet)
            found = _COMPUTED[key] = _EQUAL_STYLES.setdefault(values_of(style), style), space
        return found


_PART = element_of("span", {}, is_quirky=False)


def merge_styles(rules: Sequence[Rule], inline: Declarations) -> Declarations:
    """Return the declarations that apply to an element: those of `rules`, weakest first, then those of `inline`."""
    has_important = "!" in "".join(inline)
    if not rules and not has_important:
        return inline
    has_layers = any(rule.layer != UNLAYERED for rule in rules)
    ordered = sorted(rules, key=lambda rule: (rule.layer, rule.weight)) if has_layers else rules
    whole: Declarations = {}
    below: Declarations = {}
    layer = ordered[0].layer if ordered else None
    for declared, own_layer in (*[(rule.declared, rule.layer) for rule in ordered], (inline, None)):
        if own_layer != layer:
            layer, below = own_layer, whole.copy() if has_layers else below
        for name, value in declared.items():
            if name[0] == "!":
                has_important = True
                continue
            if name in whole:
                del whole[name]  # a later shorthand is laid over an earlier longhand
            if value != "revert-layer":
                whole[name] = value
            elif name in below:
                whole[name] = below[name]
    if has_important:
        important: dict[str, None] = {}
        ordered = sorted(rules, key=lambda rule: (-rule.layer, rule.weight)) if has_layers else rules
        for declared in (*[rule.declared for rule in ordered], inline):
            for name, value in declared.items():
                if name[0] == "!":
                    whole.pop(name[1:], None)
                    whole[name[1:]] = value
                    important[name[1:]] = None
        if "animation" in whole or "animation-name" in whole:
            whole[NOT_ANIMATED] = " ".join(important)
    return whole


@lru_cache(maxsize=256)
def _facts_of_name(name: str, *, is_quirky: bool) -> tuple[str, bool, str, frozenset[str], TagEffect | None]:
    """Return the fields of `StartTag` from `space` to `effect`, which depend only on the name."""
    closes_p = name in ONLY_CLOSE_P or (name == "table" and not is_quirky)
    closes = name if name in ("a", "nobr") else "p" if closes_p else ""
    space = LAYOUT_SPACES.get(DISPLAYS.get(name, ""), "")
    effect = TagEffect(None, "", BREAK if name == "br" else "") if name in PLAIN_VOID else None
    needs_no_check = name not in NAMES_THAT_NEED_CHECK and not closes_p
    return space, needs_no_check, closes, PARENTS_WITHOUT_CLOSING.get(name, NO_NAMES), effect


def styling_of(source: Source, *, is_quirky: bool) -> Styling:
    """Return the `Styling` for a page, from a cache: pages of one sender often have equal style sheets."""
    rules = rules_of(source.sheets, is_quirky=is_quirky)[0]
    if rules.blocks:
        rules.parse_selectors()
    missing = rules.impossible_rules(source.html)
    if len(missing) == rules.n_rules and not (rules.keyframes or rules.variables or rules.page_fonts):
        return _cached_styling((), is_quirky, frozenset())
    return _cached_styling(source.sheets, is_quirky, missing)


@lru_cache(maxsize=MAX_STYLINGS)
def _cached_styling(sheets: tuple[str, ...], is_quirky: bool, missing: frozenset[int]) -> Styling:
    """Return the cached `Styling` for these style sheets, without the rules with the indices `missing`."""
    sheet = rules_of(sheets, is_quirky=is_quirky)[0]
    if sheet.blocks:
        sheet.parse_selectors()
    return Styling(sheet.for_page(missing), is_quirky=is_quirky)
