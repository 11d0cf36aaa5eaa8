"""Parse style sheets, with nested and conditional rules, cascade layers, scopes and animations."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html.entities import html5

from app.readers.web.markup import Element, decode_references, sheet_of_data_url
from app.readers.web.properties import (
    HARMLESS,
    PROPERTY_NAME,
    UNKNOWN_VALUE,
    Declarations,
    add_declaration,
    declarations_can_hide,
    longhands_of,
    mark_capitals,
    read_block,
    with_quirks,
    without_comments,
)
from app.readers.web.selectors import (
    ATTRIBUTES_OF_STATES,
    ELEMENT_STATES,
    InvalidSelector,
    Selector,
    closing_bracket,
    limit_to_scope,
    selectors_of,
)
from app.readers.web.values import HEIGHT_PX, WIDTH_PX, is_length, number_of, px_of, quantity_of, split_outside_brackets

MAX_RULES = 3_000
MAX_CSS_CHARACTERS = 1 << 20
MAX_RULES_OF_ONE = 100
MAX_NESTING, MAX_IMPORTS = 12, 10
SIGN = re.compile(
    r"""["'\\uU(){}\[\];](?:(?<=")(?:[^"\\\n]|\\.)*"?|(?<=')(?:[^'\\\n]|\\.)*'?|(?<=\\)."""
    r"""|(?<=[uU])[rR][lL]\(\s*+(?!["'\s])[^)]*+\)?|(?<=[(){}\[\];]))""",
    re.DOTALL,
)
"""Matches strings, escapes, bare `url()`, and brackets and semicolons.

The character class at its start lets the search skip other characters fast.
"""
AT_NAME = re.compile(r"@(-?[a-z-]+)\s*")
IMPORT = re.compile(r"(?:url\()?\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'()]+))\s*\)?\s*(.*)\Z", re.DOTALL)
IMPORT_LAYER = re.compile(r"layer(?:\(([^()]*)\))?(?![\w-])", re.IGNORECASE)
CONTAINER = re.compile(r"container(?:-type)?\s*:", re.IGNORECASE)
CONTAINER_NAMES = re.compile(r"container(?:-name)?\s*:\s*([^;{}/]*)", re.IGNORECASE)
CONTAINER_CONDITION = re.compile(r"(?!not\b)([\w-]*+)(?!\()\s*(.*)", re.DOTALL)
_PLAIN_CSS = r"""(?:[^{}()\[\]"'\\]++|\([^(){}\[\]"'\\]*+\))*"""
FLAT_BLOCK = re.compile(rf"""{_PLAIN_CSS}(?:\{{{_PLAIN_CSS}\}}{_PLAIN_CSS})*\}}""")
"""Matches the rest of a block that contains at most one level of inner blocks."""
COMMENT_BEFORE_VALUE = re.compile(r":\s*/\*")
_IN_BRACKETS = r"""\([^(){}\[\]"'\\]*+\)"""
FLAT_RULE = re.compile(
    rf"""\s*+((?:[^@;{{}}()\[\]"'\\]++|{_IN_BRACKETS}|\[[^(){{}}\[\]"'\\]*+(?:"[^"{{}}\\\n]*+")?\])+)"""
    rf"""\{{((?:[^@{{}}()\[\]"'\\]++|{_IN_BRACKETS})*)\}}"""
)
"""Matches a rule without strings, escapes or nested braces in its declarations, as nearly all rules are.

Finding these with one pattern instead of sign by sign halves the time for a style sheet.
"""
_ASCII_NAMES = "|".join(sorted(name for name, text in html5.items() if text.isascii() and text.isprintable()))
ASCII_REFERENCE = re.compile(
    rf"&(?:#(?:0*+(?:[3-9]\d|1[01]\d|12[0-7])|[xX]0*+[2-7][0-9a-fA-F])(?![0-9a-fA-F]);?+|(?:{_ASCII_NAMES}))"
)
"""Matches character references to printable ASCII characters."""
XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml"
HTML_COMMENT_SIGNS = re.compile(r"(\A|\})(?:\s*+(?:<!--|-->))+")
"""Signs of HTML comments between rules, which browsers ignore there and nowhere else."""
GENERATED = re.compile(r"\"([^\"]*+)\"|'([^']*+)'|attr\(\s*+([\w-]++)\s*+\)")
"""Matches the parts of `content` that are text: strings, and values of attributes."""
MIN_FONT_SIZE = 0.3
MIN_FONT_CHARACTERS = 200
"""Minimum length of a `src` with an embedded font. No font is smaller."""
UNLAYERED = 1 << 30
Scope = tuple[tuple[Selector, ...], tuple[Selector, ...]]
"""Selectors of the roots of an `@scope`, and of the elements at which it ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One selector of a style rule, with the declarations of the rule."""

    selector: Selector
    weight: tuple[int, int, int, int]
    """Specificity (ids, classes, names), then source position. The rule with the greater weight wins."""
    declared: Declarations
    layer: int = UNLAYERED
    """Position of the rule's cascade layer."""
    is_uncertain: bool = False
    """Whether the selector or the conditions of the rule contain something unknown."""
    names_around: frozenset[str] = frozenset()
    """Names that the ancestors of an element must have, as in `Node.names`."""


@dataclass(slots=True, eq=False)
class RuleBlock:
    """A rule as it is written in a style sheet: a selector list and its declarations.

    Its selectors are parsed when they are first needed, because most rules of a page cannot hide anything.
    """

    prelude: str
    parents: tuple[Selector, ...] | None
    """Selectors of the enclosing rule; None if the block is not nested."""
    declared: Declarations
    can_hide: bool
    layer: int
    is_uncertain: bool
    position: int
    scope: Scope | None = None
    known_selectors: tuple[Selector, ...] | None = None

    def selectors(self, *, is_quirky: bool) -> tuple[Selector, ...]:
        """Return the selectors that can match an element; empty if browsers reject the list."""
        if self.known_selectors is None:
            try:
                parsed = selectors_in(self.prelude, self.parents, is_quirky=is_quirky)
            except InvalidSelector:
                parsed = ()
            self.known_selectors = styled_selectors(parsed, self.scope)
        return self.known_selectors


STYLED_PARTS = frozenset({"", "first-line", "after", "before", "marker"})


def selectors_in(prelude: str, parents: tuple[Selector, ...] | None, *, is_quirky: bool) -> tuple[Selector, ...]:
    """Parse the selector list before a block. Raises InvalidSelector."""
    if parents is not None:
        return selectors_of(prelude.replace(":scope", "&"), parents, is_quirky=is_quirky)
    found = selectors_of(prelude, is_quirky=is_quirky)
    return selectors_of(prelude.replace("&", ":root"), is_quirky=is_quirky) if "&" in prelude else found


def styled_selectors(selectors: tuple[Selector, ...], scope: Scope | None) -> tuple[Selector, ...]:
    """Return the selectors that can change an element's style, limited to a scope."""
    styled = (selector for selector in selectors if selector.pseudo_element in STYLED_PARTS)
    return tuple(styled) if scope is None else tuple(limit_to_scope(selector, *scope) for selector in styled)


@dataclass(frozen=True, slots=True)
class _Context:
    """What the blocks around a rule determine: its parent selectors, its layer, and whether a condition is unknown."""

    parents: tuple[Selector, ...] | None = None
    layer: str = ""
    is_uncertain: bool = False
    scope: Scope | None = None
    depth: int = 0


@dataclass(slots=True)
class StyleRules:
    """The rules of all style sheets of a page."""

    is_quirky: bool = False
    blocks: list[RuleBlock] = field(default_factory=list)
    """All rules as they are written."""
    rules: dict[str, list[Rule]] = field(default_factory=lambda: defaultdict(list))
    """Rules by one name that an element must have: `#id`, `.class` or tag name of the last compound; `*` for none.

    Filled by `for_page`.
    """
    relevant_rules: list[Rule] = field(default_factory=list)
    """All rules with declarations that matter, in source order."""
    requirements: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """Index in `relevant_rules` of each rule that looks at ancestors or siblings, with names that a page must contain.

    On other pages the rule matches nothing.
    """
    n_rules: int = 0
    """Number of selectors; estimated from their commas while a sheet is parsed."""
    is_truncated: bool = False
    """Whether the style sheets exceeded a limit, so that some rules are missing."""
    classes: set[str] = field(default_factory=set)
    """Classes, ids and attributes in selectors. Other classes, ids and attributes do not affect which rules match."""
    ids: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    valued_attributes: set[str] = field(default_factory=set)
    """Names of attributes whose value a selector tests."""
    needs_tree: bool = False
    """Whether any rule looks at siblings or children, so that the tree of elements is needed."""
    needs_table_bodies: bool = False
    """Whether a rule looks for the `tbody` that browsers add around rows."""
    has_parts: bool = False
    has_doubts: bool = False
    """Whether any rule is uncertain, or styles a part of an element."""
    needs_later_elements: bool = False
    keyframes: dict[str, list[tuple[float, Declarations]]] = field(default_factory=dict)
    variables: Declarations = field(default_factory=dict)
    """Initial values of variables, from `@property`."""
    own_variables: set[str] = field(default_factory=set)
    """Names of variables that are not inherited, according to `@property`."""
    page_fonts: set[str] = field(default_factory=set)
    """Font families that the page defines in its own way: embedded, or with an adjusted size."""
    has_containers: bool = False
    container_names: set[str] = field(default_factory=set)
    has_disguised_values: bool = False
    """Whether the sheets have escapes or comments that may hide colours from the quick search of the source."""
    _layers: dict[str, int] = field(default_factory=dict)
    _n_imports: int = 0

    def add(self, css: str) -> None:
        """Parse a style sheet and add its rules."""
        self.is_truncated |= len(css) > MAX_CSS_CHARACTERS
        css = css[:MAX_CSS_CHARACTERS]
        self.has_disguised_values |= "\\" in css or ("/*" in css and COMMENT_BEFORE_VALUE.search(css) is not None)
        css = without_comments(css)
        css = HTML_COMMENT_SIGNS.sub(r"\1 ", css) if "<!--" in css or "-->" in css else css
        css = mark_capitals(css) if "--" in css else css
        if "container" in css.lower():
            self.has_containers |= CONTAINER.search(css) is not None
            self.container_names.update(*(found[1].lower().split() for found in CONTAINER_NAMES.finditer(css)))
        _SheetReader(css, self).read()

    def layer_of(self, name: str) -> int:
        """Return the position of a cascade layer. Layers are ordered by their first mention."""
        return self._layers.setdefault(name, len(self._layers)) if name else UNLAYERED

    def add_block(
        self,
        prelude: str,
        context: _Context,
        declared: Declarations,
        *,
        is_hiding: bool | None = None,
        selectors: tuple[Selector, ...] | None = None,
    ) -> None:
        """Add a rule.

        `is_hiding` (whether it can hide text) and `selectors` are computed if they are not given.
        """
        if self.n_rules >= MAX_RULES:
            self.is_truncated = True
            return
        self.n_rules += 1 + prelude.count(",")
        layer = self.layer_of(context.layer)
        declared = with_quirks(declared, is_quirky=self.is_quirky)
        is_hiding = declarations_can_hide(declared) if is_hiding is None else is_hiding
        if selectors is not None:
            selectors = styled_selectors(selectors, context.scope)
        self.blocks.append(
            RuleBlock(
                prelude, context.parents, declared, is_hiding, layer, context.is_uncertain, self.n_rules,
                context.scope, selectors,
            )
        )  # fmt: skip

    def _layer_ranks(self) -> dict[int, int]:
        """Return the rank of each layer, by position. The rules of a layer itself come after its inner layers."""
        names = list(self._layers)
        parts = {name: [self._layers.get(before, 0) for before in _outer_layers(name)] for name in names}
        ordered = sorted(names, key=lambda name: (*parts[name], UNLAYERED))
        return {self._layers[name]: rank for rank, name in enumerate(ordered)}

    def _index_rule(self, rule: Rule) -> None:
        selector = rule.selector
        last = selector.compounds[0]
        key = f"#{last.id}" if last.id else f".{min(last.classes)}" if last.classes else last.tag or "*"
        if key == "*" and any(pseudo.name == "root" for pseudo in last.pseudos):
            key = "html"
        for compound in selector.all_compounds():
            self.classes |= compound.classes
            self.ids.add(compound.id)
            inherited = [pseudo.name for pseudo in compound.pseudos if pseudo.name in ("lang", "dir")]
            self.attributes.update(inherited, (asked[0] for asked in compound.attributes))
            self.valued_attributes.update(inherited, (asked[0] for asked in compound.attributes if asked[1] != "?"))
            if any(pseudo.name in ELEMENT_STATES for pseudo in compound.pseudos):
                self.attributes |= ATTRIBUTES_OF_STATES
            self.needs_tree |= compound.needs_tree
            self.needs_table_bodies |= compound.tag == "tbody" or (compound.tag, compound.combinator) == ("tr", ">")
            self.needs_later_elements |= compound.needs_later_elements
        self.has_parts |= bool(selector.pseudo_element)
        if selector.pseudo_element and "attr(" in rule.declared.get("content", ""):
            names = [name for _, _, name in GENERATED.findall(rule.declared["content"]) if name]
            self.attributes.update(names)
            self.valued_attributes.update(names)
        self.has_doubts |= bool(selector.pseudo_element) or rule.is_uncertain
        self.rules[key].append(rule)

    def can_hide(self) -> bool:
        """Return whether the rules could hide text."""
        return (
            bool(self.page_fonts or self.is_truncated or self.has_disguised_values)
            or any("var(" in value for value in self.variables.values())
            or any(block.can_hide and block.selectors(is_quirky=self.is_quirky) for block in self.blocks)
        )

    def parse_selectors(self) -> None:
        """Parse the selectors of all rules that can change which text is visible. Later calls do nothing."""
        self.n_rules = 0
        ranks = self._layer_ranks()
        for block in self.blocks:
            if len(block.declared) == 1 and "font-family" in block.declared and not self.page_fonts:
                continue
            for selector in block.selectors(is_quirky=self.is_quirky):
                weight = (*selector.weight, block.position)
                is_uncertain = block.is_uncertain or selector.is_uncertain
                required = selector.required_names() if not selector.is_simple else ()
                if required:
                    self.requirements.append((len(self.relevant_rules), required))
                layer = ranks.get(block.layer, block.layer)
                names_around = selector.names_around()
                self.relevant_rules.append(Rule(selector, weight, block.declared, layer, is_uncertain, names_around))
        self.n_rules = len(self.relevant_rules)
        self.blocks.clear()

    def impossible_rules(self, page: str) -> frozenset[int]:
        """Return the indices of rules that cannot match anything on a page.

        They require an ancestor or a sibling with a class, id or attribute that the source of the page does not
        contain. Many sheets have such rules for one mail service each. Without them, most elements can be styled alone.
        """
        if not self.requirements:
            return frozenset()
        page = ASCII_REFERENCE.sub(lambda reference: decode_references(reference[0]), page).lower()
        names = {name for _, required in self.requirements for name in required}
        absent = {name for name in names if name.isascii() and name.lower() not in page}
        return frozenset(number for number, required in self.requirements if not absent.isdisjoint(required))

    def for_page(self, missing: frozenset[int]) -> StyleRules:
        """Return a copy without the rules with these indices. `candidates` needs such a copy."""
        found = replace(
            self, rules=defaultdict(list), classes=set(), ids=set(), attributes=set(),
            valued_attributes=set(), n_rules=len(self.relevant_rules) - len(missing),
        )  # fmt: skip
        for number, rule in enumerate(self.relevant_rules):
            if number not in missing:
                found._index_rule(rule)
        return found

    def add_import(self, prelude: str) -> None:
        """Add the style sheet in the `data:` URL of an `@import`. Other URLs are never fetched."""
        found = IMPORT.match(prelude)
        css = sheet_of_data_url(found[1] or found[2] or found[3]) if found else ""
        media = found[4].strip() if found else ""
        layer = IMPORT_LAYER.match(media)
        if layer:
            media, css = media[layer.end() :].strip(), f"@layer {layer[1] or ''} {{{css}\n}}" if css else ""
        if media.lower().startswith("supports("):
            end = closing_bracket(media, len("supports("))
            condition, media = media[len("supports(") : end], media[end + 1 :].strip()
            css = css if is_supported(f"({condition})".lower()) is not False else ""
        if css and self._n_imports < MAX_IMPORTS:
            self._n_imports += 1
            self.add(f"@media {media} {{{css}\n}}" if media else css)

    def candidates(self, element: Element) -> list[Rule]:
        """Return the rules whose last compound selector may match an element, weakest first."""
        keys = ("*", element.name, *(f".{name}" for name in element.classes), f"#{element.id}")
        found = [rule for key in keys if key in self.rules for rule in self.rules[key]]
        fitting = [rule for rule in found if rule.selector.compounds[0].fits(element)]
        return fitting if len(fitting) < 2 else sorted(fitting, key=lambda rule: rule.weight)[-MAX_RULES_OF_ONE:]


@lru_cache(maxsize=256)
def rules_of(sheets: tuple[str, ...], *, is_quirky: bool) -> tuple[StyleRules, bool]:
    """Return the rules of style sheets, and whether they could hide text."""
    rules = StyleRules(is_quirky)
    for css in sheets:
        rules.add(css)
    return rules, rules.can_hide()


class _SheetReader:
    """Parses a style sheet in one pass."""

    def __init__(self, css: str, rules: StyleRules) -> None:
        self._css, self._rules = css, rules
        self._at = 0
        """Position after the last sign."""
        self._n_anonymous = 0
        self._has_rule = False
        """Whether a rule came that forbids `@import` after it."""

    def read(self) -> None:
        self._read_block(_Context(), is_style=False)

    def _read_block(
        self,
        context: _Context,
        *,
        is_style: bool,
        start: int = 0,
        declared: Declarations | None = None,
        add_rule: Callable[[Declarations], None] | None = None,
    ) -> int:
        """Read a block to its closing brace; return the offset after it.

        `add_rule` adds the declarations so far as a rule. It is called before each nested rule, because declarations
        after a nested rule override those in it.
        """
        brackets = 0
        self._at = start
        while True:
            if not is_style and not brackets and start == self._at:
                start = self._read_flat_rules(context, start)
            found = self._next_sign()
            if found is None:
                break
            sign, at = found[0], found.start()
            if sign in "([":
                brackets += 1
            elif sign in ")]":
                brackets = max(0, brackets - 1)
            elif brackets:
                continue
            elif sign == "}":
                if context.depth or is_style:  # else it becomes part of the next selector, which is dropped for it
                    self._read_statement(self._css[start:at], context, declared)
                    return found.end()
            elif sign == ";":
                text = self._css[start:at].strip()
                if is_style or text.startswith("@"):
                    self._read_statement(text, context, declared)
                    start = found.end()
            elif sign == "{":
                if declared and add_rule is not None:
                    add_rule(declared.copy())
                    declared.clear()
                start = self._at = self._read_group(self._css[start:at].strip(), context, found.end())
        self._read_statement(self._css[start:], context, declared)
        return len(self._css)

    def _next_sign(self) -> re.Match[str] | None:
        found = SIGN.search(self._css, self._at)
        self._at = found.end() if found is not None else len(self._css)
        return found

    def _read_flat_rules(self, context: _Context, start: int) -> int:
        """Read rules without nested blocks from an offset on; return the offset after them."""
        while (found := FLAT_RULE.match(self._css, start)) is not None:
            self._has_rule = True
            if context.depth >= MAX_NESTING or self._rules.n_rules >= MAX_RULES:
                self._rules.is_truncated = True
            elif not (found[1].startswith("--") and ":" in found[1]):
                declared, is_hiding = read_block(found[2])
                if declared:
                    self._rules.add_block(found[1].rstrip(), context, declared, is_hiding=is_hiding)
            start = self._at = found.end()
        return start

    def _read_statement(self, text: str, context: _Context, declared: Declarations | None) -> None:
        text = text.strip()
        if text.startswith("@"):
            lower = text.lower()
            if lower.startswith("@import"):
                if not self._has_rule:
                    self._rules.add_import(text[7:].strip())
            elif lower.startswith("@namespace"):
                self._read_namespace(text[10:].strip())
            elif lower.startswith("@layer"):
                for name in lower[6:].split(","):
                    self._rules.layer_of(_layer_name(context.layer, name))
        elif declared is not None and text:
            add_declaration(declared, text.lower())

    def _read_namespace(self, text: str) -> None:
        """Read an `@namespace`. If the default namespace is not the one of HTML, the rules match no HTML element."""
        prefix = re.split(r"[\"']|url\(", text, maxsplit=1, flags=re.IGNORECASE)[0].strip()
        if self._has_rule:
            return
        if prefix and XHTML_NAMESPACE in text:
            own = re.compile(rf"(?<![\w-]){re.escape(prefix)}\|(?=[\w*])")
            self._css = self._css[: self._at] + own.sub("", self._css[self._at :])
        elif not prefix and XHTML_NAMESPACE not in text:
            self._at = len(self._css)

    def _skip(self) -> int:
        """Skip a block; return the offset after it."""
        flat = FLAT_BLOCK.match(self._css, self._at)
        if flat is not None:
            self._at = flat.end()
            return self._at
        depth = 1
        while (found := self._next_sign()) is not None:
            depth += (found[0] == "{") - (found[0] == "}")
            if not depth:
                return found.end()
        return len(self._css)

    def _read_group(self, prelude: str, context: _Context, start: int) -> int:
        """Read a block in braces after its prelude, which is a selector list or an at-rule.

        Return the offset after it.
        """
        self._has_rule |= not prelude.lower().startswith("@layer")
        if context.depth >= MAX_NESTING or self._rules.n_rules >= MAX_RULES:
            self._rules.is_truncated = True
            return self._skip()
        if prelude.startswith("@"):
            return self._read_at_rule(prelude, context, start)
        if prelude.startswith("--") and ":" in prelude:
            return self._skip()
        inside: Declarations = {}
        try:
            selectors = selectors_in(prelude, context.parents, is_quirky=self._rules.is_quirky)
        except InvalidSelector:
            return self._skip()
        own = replace(context, parents=selectors, depth=context.depth + 1)

        def add_rule(declared: Declarations) -> None:
            self._rules.add_block(prelude, context, declared, selectors=selectors)

        end = self._read_block(own, is_style=True, start=start, declared=inside, add_rule=add_rule)
        if inside:
            add_rule(inside)
        return end

    def _read_at_rule(self, prelude: str, context: _Context, start: int) -> int:
        found = AT_NAME.match(prelude.lower())
        name, condition = (found[1], prelude[found.end() :].strip()) if found else ("", "")
        if name.endswith("keyframes"):
            return self._read_keyframes(condition, start)
        if name in ("font-face", "property"):
            return self._read_descriptors(name, condition, start)
        holds: bool | None = False
        inside = replace(context, depth=context.depth + 1)
        if name == "media":
            holds = _matches_any_device(condition.lower())
        elif name == "supports":
            holds = is_supported(condition.lower())
        elif name == "container":
            wanted = CONTAINER_CONDITION.match(condition.lower())
            is_there = not wanted or not wanted[1] or wanted[1] in self._rules.container_names
            holds = (
                (self._rules.has_containers or "style(" in condition)
                and is_there
                and matches_container(wanted[2] if wanted else condition.lower())
            )
        elif name == "layer":
            self._n_anonymous += 1
            layer = _layer_name(context.layer, condition or f" {self._n_anonymous}")
            self._rules.layer_of(layer)
            holds, inside = True, replace(inside, layer=layer)
        elif name == "scope":
            holds, inside = self._scope_context(condition, inside)
        if holds is False:
            return self._skip()
        if holds is None:
            inside = replace(inside, is_uncertain=True)
        if inside.parents is None or name == "scope":
            return self._read_block(inside, is_style=False, start=start)
        nested: Declarations = {}  # a condition inside a rule, with declarations of its own
        end = self._read_block(inside, is_style=True, start=start, declared=nested)
        if nested:
            self._rules.add_block("&", inside, nested, selectors=inside.parents)
        return end

    def _scope_context(self, condition: str, inside: _Context) -> tuple[bool | None, _Context]:
        """Return whether an `@scope` applies, and the context inside.

        There, the scope's root is the parent of nested rules.
        """
        roots, _, limit = condition.partition(" to ")
        is_quirky = self._rules.is_quirky
        try:
            selectors = selectors_of(
                roots.strip().removeprefix("(").removesuffix(")") or ":root", inside.parents, is_quirky=is_quirky
            )
            limits = (
                selectors_of(limit.strip().removeprefix("(").removesuffix(")"), is_quirky=is_quirky) if limit else ()
            )
        except InvalidSelector:
            return False, inside
        if limit and (":scope" in limit or "&" in limit):
            return None, replace(inside, parents=selectors)
        return True, replace(inside, parents=selectors, scope=(selectors, limits) if limits else inside.scope)

    def _read_keyframes(self, name: str, start: int) -> int:
        frames: list[tuple[float, Declarations]] = []
        opened, begin = "", start
        while (found := self._next_sign()) is not None:
            if found[0] == "{":
                opened, begin = self._css[begin : found.start()].strip().lower(), found.end()
            elif found[0] == "}":
                if not opened:
                    self._rules.keyframes[name.strip("\"' ").lower()] = sorted(frames, key=lambda frame: frame[0])
                    return found.end()
                inside: Declarations = {}
                for declaration in split_outside_brackets(self._css[begin : found.start()].lower(), ";"):
                    add_declaration(inside, declaration)
                for share in opened.split(","):
                    place = (
                        {"from": 0.0, "to": 1.0}.get(share.strip()) if "%" not in share else number_of(share.strip())
                    )
                    if place is not None:
                        frames.append((place, inside))
                opened, begin = "", found.end()
        return len(self._css)

    def _read_descriptors(self, name: str, condition: str, start: int) -> int:
        end = self._skip()
        lower = self._css[start : max(start, end - 1)].lower()
        values = {
            key.strip(): value.strip()
            for key, _, value in (part.partition(":") for part in split_outside_brackets(lower, ";"))
        }
        if name == "property" and "initial-value" in values:
            self._rules.variables[condition.lower()] = values["initial-value"]
            if values.get("inherits") == "false":
                self._rules.own_variables.add(condition.lower())
        size = number_of(values.get("size-adjust", "100%"))
        source = values.get("src", "")
        is_embedded = "data:" in source and len(source) >= MIN_FONT_CHARACTERS
        is_odd = (size is not None and size < MIN_FONT_SIZE) or is_embedded
        if name == "font-face" and is_odd:
            self._rules.page_fonts.add(values.get("font-family", "").strip("\"' "))
        return end


def _outer_layers(name: str) -> list[str]:
    """Return the full names of a layer and of the layers around it, outermost first."""
    parts = name.split(".")
    return [".".join(parts[: at + 1]) for at in range(len(parts))]


def _layer_name(around: str, name: str) -> str:
    return f"{around}.{name.strip()}" if around else name.strip() or " "


FEATURE_VALUES = {
    "orientation": "landscape", "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference",
    "hover": "hover", "any-hover": "hover", "pointer": "fine", "any-pointer": "fine", "update": "fast",
    "forced-colors": "none", "inverted-colors": "none", "prefers-contrast": "no-preference",
    "display-mode": "browser", "scan": "progressive", "color-gamut": "srgb", "dynamic-range": "standard",
    "overflow-block": "scroll", "overflow-inline": "scroll", "prefers-reduced-transparency": "no-preference",
    "prefers-reduced-data": "no-preference", "scripting": "none", "video-dynamic-range": "standard",
}  # fmt: skip
FALSE_FEATURE_VALUES = frozenset({"none", "no-preference"})
"""Values of the user's media features for which the feature alone, as in `(hover)`, is false."""
FEATURE_MEASURES = {
    "width": WIDTH_PX, "height": HEIGHT_PX, "device-width": 1920.0, "device-height": HEIGHT_PX,
    "inline-size": WIDTH_PX, "block-size": HEIGHT_PX, "aspect-ratio": 1.5,
    "device-aspect-ratio": 1920 / HEIGHT_PX, "color": 8.0, "color-index": 0.0, "monochrome": 0.0, "resolution": 1.0,
    "-webkit-device-pixel-ratio": 1.0, "grid": 0.0, "horizontal-viewport-segments": 1.0,
    "vertical-viewport-segments": 1.0, "-webkit-transform-3d": 1.0,
}  # fmt: skip
RESOLUTIONS = {"dppx": 1.0, "x": 1.0, "dpi": 1 / 96, "dpcm": 2.54 / 96}
RANGE = re.compile(r"(<=|>=|<|>|=)")
FEATURE_NAME_PARTS = re.compile(r"(-webkit-)?(min-|max-)?(?:-moz-)?(.*)\Z")


def matches_container(condition: str) -> bool | None:
    """Return whether a container fulfils a condition about its size; None for other conditions."""
    return None if "style(" in condition or "scroll-state(" in condition else matches_screen(condition)


@lru_cache(maxsize=512)
def matches_screen(query: str) -> bool:
    """Return whether a media query list, in lower case, matches a large colour screen in light mode."""
    return not query.strip() or any(map(_matches_query, split_outside_brackets(query, ",")))


DEVICE_FEATURE = re.compile(r"\(\s*+(?:any-)?(?:hover|pointer)\s*+(?::[^()]*+)?\)")
TRUE_FEATURE, FALSE_FEATURE = "(min-width:0px)", "(max-width:0px)"


def _matches_any_device(query: str) -> bool | None:
    """Return whether a media query list matches the screen; None if that depends on whether there is a mouse."""
    if DEVICE_FEATURE.search(query) is None:
        return matches_screen(query)
    answers = {matches_screen(DEVICE_FEATURE.sub(feature, query)) for feature in (TRUE_FEATURE, FALSE_FEATURE)}
    return answers.pop() if len(answers) == 1 else None


def _matches_query(query: str) -> bool:
    words = query.split(None, 1)
    is_negated = False
    if words and words[0] in ("not", "only") and len(words) > 1 and not words[1].startswith("("):
        is_negated, query = words[0] == "not", words[1]
    if query.startswith(("(", "not ", "not(")):
        return bool(_evaluate_condition(query, _evaluate_feature, 0))
    kind, _, rest = query.partition(" and ")
    holds: bool | None = kind.strip() in ("all", "screen")
    if not re.fullmatch(r"[a-z-]+", kind.strip()) or kind.strip() in ("and", "or", "not", "only"):
        return False
    if rest.strip():
        said = _evaluate_condition(rest, _evaluate_feature, 0)
        if said is None:
            return False
        holds = holds and said
    return bool(holds) != is_negated


def _evaluate_condition(text: str, test: Callable[[str], bool | None], depth: int) -> bool | None:
    """Return whether a condition with `and`, `or`, `not` and brackets is true; None if this is unknown.

    `test` evaluates a condition without these.
    """
    text = text.strip()
    if depth > MAX_NESTING or not text:
        return None
    if text.startswith("not") and text[3:4] in (" ", "("):
        said = _evaluate_condition(text[3:], test, depth + 1)
        return None if said is None else not said
    words = split_outside_brackets(text.replace("(", " (").replace(") ", ") ") if " " not in text else text, " ")
    for word in ("or", "and"):
        if word in words:
            parts: list[list[str]] = [[]]
            for each in words:
                if each == word:
                    parts.append([])
                else:
                    parts[-1].append(each)
            answers = [_evaluate_condition(" ".join(part), test, depth + 1) for part in parts]
            decisive = word == "or"
            return decisive if decisive in answers else None if None in answers else not decisive
    if text.startswith("(") and text.endswith(")"):
        inside = text[1:-1].strip()
        if inside.startswith(("(", "not ", "not(", "selector(")):
            return _evaluate_condition(inside, test, depth + 1)
        return test(inside)
    return test(text) if "(" in text else None


def _evaluate_feature(feature: str) -> bool | None:
    """Return whether one media feature, such as `min-width: 600px`, is true; None if browsers do not know it."""
    parts = RANGE.split(feature)
    if len(parts) > 1:
        values = [_parse_measure(part.strip()) for part in parts[::2]]
        if None in values or not any(part.strip() in FEATURE_MEASURES for part in parts[::2]):
            return None
        signs = parts[1::2]
        return all(_is_in_order(values[at], sign, values[at + 1]) for at, sign in enumerate(signs))
    name, colon, value = (part.strip() for part in feature.partition(":"))
    if name in FEATURE_VALUES:
        return value == FEATURE_VALUES[name] if colon else FEATURE_VALUES[name] not in FALSE_FEATURE_VALUES
    found = FEATURE_NAME_PARTS.match(name)
    measured = (found[1] or "") + found[3] if found else ""
    if measured not in FEATURE_MEASURES:
        return None
    own = FEATURE_MEASURES[measured]
    if not colon:
        return own > 0 if found and not found[2] else None
    asked = _parse_measure(value)
    if asked is None or found is None or (measured in LENGTH_FEATURES and asked and number_of(value) is not None):
        return None  # a length needs a unit
    return own >= asked if found[2] == "min-" else own <= asked if found[2] == "max-" else own == asked


LENGTH_FEATURES = frozenset({"width", "height", "device-width", "device-height", "inline-size", "block-size"})


def _is_in_order(one: float | None, sign: str, other: float | None) -> bool:
    if one is None or other is None:
        return False
    return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other, "=": one == other}[sign]


def _parse_measure(value: str) -> float | None:
    if value in FEATURE_MEASURES:
        return FEATURE_MEASURES[value]
    top, slash, bottom = value.partition("/")
    if slash:
        over, under = number_of(top.strip()), number_of(bottom.strip())
        return over / under if over is not None and under else None
    for unit, factor in RESOLUTIONS.items():
        is_so = value.endswith(unit) and (unit != "x" or value[-2:-1].isdigit())
        number = number_of(value.removesuffix(unit)) if is_so else None
        if number is not None:
            return number * factor
    found = quantity_of(value)
    if found is not None and found.kind == "number":
        return found.value
    return px_of(value, 16.0)


def is_supported(condition: str) -> bool | None:
    """Return whether the condition of an `@supports` is true; None if this is unknown."""
    return _evaluate_condition(condition, _is_supported_test, 0) if "(" in condition else False


def _is_supported_test(test: str) -> bool | None:
    if test.startswith("selector("):
        try:
            return not any(selector.is_uncertain for selector in selectors_of(test[9:].removesuffix(")")))
        except InvalidSelector:
            return False
    name, colon, value = (part.strip() for part in test.partition(":"))
    if not colon or not PROPERTY_NAME.match(name):
        return None if "(" in test else False
    if name in ("x", "y", "r", "rx", "ry", "cx", "cy"):
        return is_length(value)
    if name.startswith("--") or name in HARMLESS:
        return True
    longhands = longhands_of(name, value.removesuffix("!important").strip())
    if not longhands:
        return name.startswith(("border", "grid", "flex", "column", "outline", "list-style", "text-decoration"))
    return longhands[0] != (UNKNOWN_VALUE, name) or "(" in value
