"""CSS selectors: parsing, and matching of elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from app.readers.web.markup import Element, words_of
from app.readers.web.values import split_outside_brackets

MAX_COMPARISONS = 500_000
"""Maximum number of comparisons of elements with compounds per page. Beyond it, text counts as perhaps hidden."""
MAX_SELECTOR_CHARACTERS, MAX_NESTING = 4_000, 8
_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}\s?|[^\n0-9a-fA-F])"
# Letters of names, as the ASCII characters that are none: a class with all the others takes 30 ms to compile.
_LETTER, _FIRST_LETTER = r"[^\x00-,./:-@\[-^`{-\x9f]", r"[^\x00-@\[-^`{-\x9f]"
_NAME = rf"(?:{_LETTER}|{_ESCAPE})+"
_IDENT = rf"(?:--|-?(?:{_FIRST_LETTER}|{_ESCAPE}))(?:{_LETTER}|{_ESCAPE})*"
ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
SIMPLE = re.compile(
    rf"(?P<combinator>\s*+[>+~]\s*+|\s++)|(?:\*|(?P<prefix>{_IDENT}))?(?<!\|)(?P<bar>\|)(?!=)(?P<any>\*)?|(?P<star>\*)|(?P<tag>{_IDENT})"
    rf"|\#(?P<id>{_NAME})|\.(?P<cls>{_IDENT})|(?P<nest>&)"
    rf"|\[\s*+(?:\*?\|)?(?P<attr>{_IDENT})\s*+(?:(?P<how>[~|^$*]?)=\s*+(?P<value>\"[^\"]*+\"|'[^']*+'|{_IDENT})"
    rf"\s*+(?P<flag>[iIsS])?\s*+)?\]"
    rf"|::(?P<part>{_IDENT})|:(?P<pseudo>{_IDENT})(?P<open>\()?"
)
OLD_PARTS = frozenset({"before", "after", "first-line", "first-letter"})
PARTS = OLD_PARTS | {
    "selection", "marker", "placeholder", "backdrop", "file-selector-button", "cue", "part", "slotted", "target-text",
    "spelling-error", "grammar-error", "highlight", "details-content",
}  # fmt: skip
PSEUDOS_NEVER_MATCHING = frozenset({
    "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within", "fullscreen",
    "modal", "popover-open", "playing", "muted", "seeking", "buffering", "autofill", "user-invalid", "user-valid",
    "picture-in-picture", "host", "host-context", "current", "past", "future", "paused", "stalled", "volume-locked",
    "local-link", "blank", "-webkit-autofill", "-webkit-drag", "target-current", "closed", "state", "first", "left",
    "right",
})  # fmt: skip
"""Pseudo-classes that never match in a static page, or only while the user points or types."""
DROPPED_PSEUDOS = frozenset({"matches", "-webkit-any"})
"""Pseudo-classes that browsers had once and reject now."""
SELECTOR_LIST_PSEUDOS = {"is": "is", "where": "is", "not": "not", "has": "has", "-moz-any": "is"}
CHILD_POSITIONS = {
    "first-child": (0, 1, False, False), "last-child": (0, 1, True, False), "first-of-type": (0, 1, False, True),
    "last-of-type": (0, 1, True, True),
}  # fmt: skip
NTH = {
    "nth-child": (False, False), "nth-last-child": (True, False), "nth-of-type": (False, True),
    "nth-last-of-type": (True, True),
}  # fmt: skip
TREE = frozenset({"has", "nth", "empty"})
NTH_FORMULA = re.compile(r"([+-]?\d*)n\s*(?:([+-])\s*(\d+))?\Z|([+-]?\d+)\Z")
TEXT_INPUTS = frozenset({"", "text", "search", "tel", "url", "email", "password", "number"})
FORM_FIELDS = frozenset({"button", "input", "select", "textarea", "option", "optgroup", "fieldset"})
CASELESS_ATTRIBUTES = frozenset({
    "align", "bgcolor", "charset", "checked", "clear", "color", "compact", "dir", "disabled", "face", "hreflang",
    "lang", "language", "link", "media", "method", "nowrap", "rel", "rev", "rules", "scope", "shape", "target",
    "text", "type", "valign", "valuetype", "vlink", "http-equiv", "frame",
})  # fmt: skip


def _is_field(element: Element) -> bool:
    return element.name in ("input", "select", "textarea")


def _kind_of_input(element: Element) -> str:
    return element.attributes.get("type", "").strip().lower() if element.name == "input" else "-"


def _is_checked(element: Element) -> bool:
    if element.name == "option":
        return "selected" in element.attributes
    return _kind_of_input(element) in ("checkbox", "radio") and "checked" in element.attributes


def _shows_placeholder(element: Element) -> bool:
    attributes = element.attributes
    is_text = element.name == "textarea" or _kind_of_input(element) in TEXT_INPUTS
    return is_text and "placeholder" in attributes and not attributes.get("value")


def _is_writable(element: Element) -> bool:
    attributes = element.attributes
    is_text = element.name == "textarea" or _kind_of_input(element) in TEXT_INPUTS
    is_open = is_text and attributes.keys().isdisjoint(("readonly", "disabled"))
    return is_open or attributes.get("contenteditable", "false").lower() in ("", "true", "plaintext-only")


def _lacks_value(element: Element) -> bool:
    attributes = element.attributes
    is_empty = not attributes.get("value") if _kind_of_input(element) in TEXT_INPUTS else not _is_checked(element)
    return _is_field(element) and "required" in attributes and is_empty


ELEMENT_STATES: dict[str, Callable[[Element], bool]] = {
    "checked": _is_checked,
    "default": lambda element: _is_checked(element) or _kind_of_input(element) in ("submit", "image"),
    "indeterminate": lambda element: element.name == "progress" and "value" not in element.attributes,
    "placeholder-shown": _shows_placeholder,
    "required": lambda element: _is_field(element) and "required" in element.attributes,
    "optional": lambda element: _is_field(element) and "required" not in element.attributes,
    "disabled": lambda element: element.name in FORM_FIELDS and "disabled" in element.attributes,
    "enabled": lambda element: element.name in FORM_FIELDS and "disabled" not in element.attributes,
    "read-write": _is_writable,
    "read-only": lambda element: not _is_writable(element),
    "invalid": _lacks_value,
    "valid": lambda element: _is_field(element) and not _lacks_value(element),
    "in-range": lambda element: not element.attributes.keys().isdisjoint(("min", "max")),
    "out-of-range": lambda _element: False,
    "open": lambda element: element.name in ("details", "dialog") and "open" in element.attributes,
    "defined": lambda element: "-" not in element.name,
}
"""Pseudo-classes that depend only on the name and the attributes of an element, in a page before any user input."""
ATTRIBUTES_OF_STATES = frozenset({
    "type", "checked", "selected", "placeholder", "value", "required", "disabled", "readonly", "contenteditable",
    "min", "max", "open",
})  # fmt: skip


class InvalidSelector(ValueError):
    """Raised for a selector that browsers reject, together with its rule."""


class PseudoClass(NamedTuple):
    """A pseudo-class of a selector, such as `:not(…)`. An unknown name may match or not."""

    name: str
    selectors: tuple[Selector, ...] = ()
    formula: tuple[int, int, bool, bool] = (0, 0, False, False)
    """For `:nth-child` and its kin: step, start, whether counted from the end, whether counted by type."""
    argument: str = ""
    limits: tuple[Selector, ...] = ()
    """For `within`: selectors of the elements at which the scope ends. `selectors` are those of the scope's roots."""


class Compound(NamedTuple):
    """A compound selector: all requirements on one element."""

    tag: str
    id: str
    classes: frozenset[str]
    attributes: tuple[tuple[str, str, str, bool], ...]
    """Required attributes: name, operator, value, and whether case is ignored."""
    pseudos: tuple[PseudoClass, ...]
    combinator: str
    """Combinator before the compound in the source: blank, `>`, `+` or `~`; "" for the first compound."""

    @property
    def needs_tree(self) -> bool:
        """Whether the siblings or children of an element decide if the compound matches it."""
        return self.combinator in ("+", "~") or any(pseudo.name in TREE for pseudo in self.pseudos)

    @property
    def needs_later_elements(self) -> bool:
        """Whether elements later in the source decide if the compound matches an element."""
        return any(pseudo.name in ("has", "empty") or pseudo.formula[2] for pseudo in self.pseudos)

    def fits(self, element: Element) -> bool:
        """Return whether an element has the required name, id, classes and attributes."""
        if self.tag and self.tag != element.name:
            return False
        if not self.classes <= element.classes or (self.id and self.id != element.id):
            return False
        return not self.attributes or all(
            _matches_attribute(element.attributes.get(asked[0]), *asked[1:]) for asked in self.attributes
        )


class Selector(NamedTuple):
    """A complex selector, with its last compound first."""

    compounds: tuple[Compound, ...]
    weight: tuple[int, int, int]
    """Specificity: numbers of ids, classes and names."""
    pseudo_element: str
    """Pseudo-element that is selected, such as `before`; "" for the element itself."""
    is_uncertain: bool
    """Whether the selector contains something unknown, so that the matched elements are not certain."""

    @property
    def is_simple(self) -> bool:
        """Whether an element alone, without its ancestors and siblings, decides if the selector matches it."""
        return len(self.compounds) == 1 and not self.compounds[0].pseudos

    def required_names(self) -> tuple[str, ...]:
        """Return ids, classes and attribute names. The selector matches nothing on a page that lacks one of these."""
        return tuple(
            name
            for compound in self.compounds
            for name in (compound.id, *compound.classes, *(asked[0] for asked in compound.attributes))
            if name
        )

    def names_around(self) -> frozenset[str]:
        """Return names that the ancestors of an element must have for the selector to match it, as in `Node.names`."""
        pairs = zip(self.compounds, self.compounds[1:], strict=False)
        above = [compound for last, compound in pairs if last.combinator in (" ", ">")]
        return frozenset(
            name
            for compound in above
            for name in (
                compound.tag,
                *(f".{each}" for each in compound.classes),
                f"#{compound.id}" * bool(compound.id),
            )
            if name
        )

    def all_compounds(self) -> Iterator[Compound]:
        """Yield the compounds of the selector, and those of the selectors inside its pseudo-classes."""
        for compound in self.compounds:
            yield compound
            for pseudo in compound.pseudos:
                for selector in (*pseudo.selectors, *pseudo.limits):
                    yield from selector.all_compounds()


def limit_to_scope(selector: Selector, roots: tuple[Selector, ...], limits: tuple[Selector, ...]) -> Selector:
    """Return a selector that matches only inside an `@scope` with a lower limit."""
    last, *others = selector.compounds
    pseudo = PseudoClass("within", roots, limits=limits)
    return selector._replace(compounds=(last._replace(pseudos=(*last.pseudos, pseudo)), *others))


def _fold_case(value: str, *, is_quirky: bool) -> str:
    return value.lower() if is_quirky else value


def _matches_attribute(found: str | None, how: str, value: str, has_no_case: bool) -> bool:
    if found is None or how == "?":
        return found is not None
    if has_no_case:
        found, value = found.lower(), value.lower()
    if how == "~":
        return value in words_of(found)
    if how == "|":
        return found == value or found.startswith(value + "-")
    if how in ("^", "$", "*") and not value:
        return False
    if how == "^":
        return found.startswith(value)
    return found.endswith(value) if how == "$" else value in found if how == "*" else found == value


def unescape_name(text: str) -> str:
    """Decode the escapes of an identifier."""
    return ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    if found[2]:
        return found[2]
    number = int(found[1], 16)
    return chr(number) if 0 < number < 0xD800 else "\ufffd"


@lru_cache(maxsize=2048)
def selectors_of(
    text: str, parents: tuple[Selector, ...] | None = None, *, is_quirky: bool = False, depth: int = 0
) -> tuple[Selector, ...]:
    """Return the selectors of a selector list. `parents` are the selectors of the rule around a nested rule.

    Raises InvalidSelector if browsers reject the list.
    """
    if len(text) > MAX_SELECTOR_CHARACTERS or depth > MAX_NESTING:
        raise InvalidSelector
    selectors = tuple(
        selector
        for part in split_outside_brackets(text, ",")
        if (selector := _Reader(part, parents, is_quirky=is_quirky, depth=depth).read_selector()) is not None
    )
    if any(selector.is_uncertain for selector in selectors):  # browsers may reject the whole list
        return tuple(selector._replace(is_uncertain=True) for selector in selectors)
    return selectors


class _Reader:
    """Parses one selector."""

    def __init__(
        self, text: str, parents: tuple[Selector, ...] | None, *, is_quirky: bool, depth: int, is_relative: bool = False
    ) -> None:
        self._text, self._parents, self._is_quirky, self._depth = text, parents, is_quirky, depth
        self._is_relative = is_relative
        self._done: list[Compound] = []
        self._weight = [0, 0, 0]
        self._part, self._is_never, self._is_perhaps = "", False, False
        self._begin_compound("")

    def _begin_compound(self, combinator: str) -> None:
        self._tag, self._id, self._combinator, self._is_bare = "", "", combinator, True
        self._classes: set[str] = set()
        self._attributes: list[tuple[str, str, str, bool]] = []
        self._pseudos: list[PseudoClass] = []

    def read_selector(self) -> Selector | None:
        """Return the selector; None if it never matches."""
        at, end = 0, len(self._text)
        if self._parents is not None:
            leading = re.match(r"\s*([>+~])\s*", self._text)
            if leading or "&" not in self._text:
                self._add_parents()
                self._close()
                self._begin_compound(leading[1] if leading else " ")
                at = leading.end() if leading else 0
        elif self._is_relative:
            leading = re.match(r"\s*([>+~])\s*", self._text)
            self._pseudos.append(PseudoClass("anchor"))
            self._close()
            self._begin_compound(leading[1] if leading else " ")
            at = leading.end() if leading else 0
        while at < end:
            found = SIMPLE.match(self._text, at)
            if found is None or found.end() == at:
                raise InvalidSelector
            at = self._parse_token(found)
        if self._is_bare:
            raise InvalidSelector
        self._close()
        if self._is_never and not self._is_perhaps:
            return None
        a, b, c = self._weight
        return Selector(tuple(reversed(self._done)), (a, b, c), self._part, self._is_perhaps)

    def _parse_token(self, found: re.Match[str]) -> int:
        if found["combinator"]:
            if self._is_bare or self._part:
                raise InvalidSelector
            self._close()
            self._begin_compound(found["combinator"].strip() or " ")
            return found.end()
        if self._part and not found["pseudo"]:
            raise InvalidSelector
        if (found["tag"] or found["star"]) and not self._is_bare:
            raise InvalidSelector
        if found["bar"] and found[0][0] != "*":  # for elements of another language, such as SVG
            self._is_never = True
        is_prefix = found[0].endswith("|")
        self._is_bare = is_prefix
        if found["tag"]:
            self._tag = unescape_name(found["tag"]).lower()
            self._weight[2] += 1
        elif found["id"]:
            self._id = _fold_case(unescape_name(found["id"]), is_quirky=self._is_quirky)
            self._weight[0] += 1
        elif found["cls"]:
            self._classes.add(_fold_case(unescape_name(found["cls"]), is_quirky=self._is_quirky))
            self._weight[1] += 1
        elif found["attr"]:
            self._parse_attribute(found)
        elif found["nest"]:
            self._add_parents()
        elif found["part"]:
            self._parse_part(unescape_name(found["part"]).lower())
        elif found["pseudo"]:
            return self._parse_pseudo(unescape_name(found["pseudo"]).lower(), found)
        return found.end()

    def _parse_attribute(self, found: re.Match[str]) -> None:
        name, value = unescape_name(found["attr"]).lower(), found["value"]
        value = unescape_name(value[1:-1] if value[:1] in ("'", '"') else value) if value else ""
        flag = (found["flag"] or "").lower()
        has_no_case = flag == "i" or (name in CASELESS_ATTRIBUTES and flag != "s")
        self._attributes.append((name, found["how"] if found["value"] else "?", value, has_no_case))
        self._weight[1] += 1

    def _parse_part(self, name: str) -> None:
        if name not in PARTS and not name.startswith("-"):
            raise InvalidSelector
        self._part = name
        self._weight[2] += 1

    def _add_parents(self) -> None:
        self._is_bare = False
        if self._parents is None:
            self._pseudos.append(PseudoClass("root"))
            return
        self._add_list("is", self._parents)

    def _add_list(self, name: str, selectors: tuple[Selector, ...], *, has_weight: bool = True) -> None:
        if name == "is" and not selectors:
            self._is_never = True
        self._is_perhaps |= any(selector.is_uncertain for selector in selectors)
        self._pseudos.append(PseudoClass(name, selectors))
        if has_weight and selectors:
            heaviest = max(selector.weight for selector in selectors)
            self._weight = [one + other for one, other in zip(self._weight, heaviest, strict=True)]

    def _parse_pseudo(self, name: str, found: re.Match[str]) -> int:
        at, argument = found.end(), None
        if found["open"]:
            end = closing_bracket(self._text, at)
            argument, at = self._text[at:end].strip(), end + 1
        if name in OLD_PARTS and argument is None:
            self._parse_part(name)
            return at
        if name in SELECTOR_LIST_PSEUDOS:
            self._parse_list(name, argument or "")
        elif name in NTH and argument is not None:
            self._parse_nth(name, argument)
        elif name in CHILD_POSITIONS:
            self._pseudos.append(PseudoClass("nth", (), CHILD_POSITIONS[name]))
            self._weight[1] += 1
        elif name in ("only-child", "only-of-type"):
            by_type = name == "only-of-type"
            self._pseudos += [PseudoClass("nth", (), (0, 1, is_last, by_type)) for is_last in (False, True)]
            self._weight[1] += 1
        else:
            self._parse_state(name, argument)
            self._weight[1] += 1
        return at

    def _parse_list(self, name: str, argument: str) -> None:
        selectors: list[Selector] = []
        for part in split_outside_brackets(argument, ","):
            reader = _Reader(
                part, self._parents if "&" in part else None,
                is_quirky=self._is_quirky, depth=self._depth + 1, is_relative=name == "has",
            )  # fmt: skip
            try:
                if self._depth > MAX_NESTING:
                    raise InvalidSelector
                selector = reader.read_selector()
            except InvalidSelector:
                if SELECTOR_LIST_PSEUDOS[name] != "is":
                    raise
                continue
            if selector is not None and not selector.pseudo_element:
                selectors.append(selector)
        if SELECTOR_LIST_PSEUDOS[name] == "not" and not selectors:
            return
        if SELECTOR_LIST_PSEUDOS[name] == "has" and not selectors:
            self._is_never = True
        self._add_list(SELECTOR_LIST_PSEUDOS[name], tuple(selectors), has_weight=name != "where")

    def _parse_nth(self, name: str, argument: str) -> None:
        formula, _, of = argument.lower().partition(" of ")
        formula = {"even": "2n", "odd": "2n+1"}.get(formula.strip(), formula.strip())
        found = NTH_FORMULA.match(formula)
        if found is None:
            raise InvalidSelector
        if found[4]:
            step, start = 0, int(found[4])
        else:
            step = int(found[1] + "1") if found[1] in ("", "+", "-") else int(found[1])
            start = int((found[2] or "+") + (found[3] or "0"))
        selectors = (
            selectors_of(argument.partition(" of ")[2], is_quirky=self._is_quirky, depth=self._depth + 1) if of else ()
        )
        self._pseudos.append(PseudoClass("nth", selectors, (step, start, *NTH[name])))
        self._weight[1] += 1

    def _parse_state(self, name: str, argument: str | None) -> None:
        if name in PSEUDOS_NEVER_MATCHING:
            self._is_never = True
        elif name in ("link", "any-link", "-webkit-any-link"):
            self._attributes.append(("href", "?", "", False))
        elif name in ("root", "scope", "empty", "lang", "dir"):
            self._pseudos.append(PseudoClass("root" if name == "scope" else name, argument=(argument or "").lower()))
        elif name in ELEMENT_STATES:
            self._pseudos.append(PseudoClass(name))
        elif name.startswith(("-ms-", "-o-", "-khtml-")) or name in DROPPED_PSEUDOS:
            raise InvalidSelector
        else:
            self._is_perhaps = True

    def _close(self) -> None:
        self._done.append(
            Compound(
                self._tag, self._id, frozenset(self._classes), tuple(self._attributes), tuple(self._pseudos),
                self._combinator,
            )
        )  # fmt: skip


def closing_bracket(text: str, at: int) -> int:
    """Return the position of the bracket that closes the bracket at `at`."""
    depth, quote = 1, ""
    for place in range(at, len(text)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
            if not depth:
                return place
    return len(text)


@dataclass(slots=True, eq=False)
class Node:
    """An element with its parent and children in the tree of elements."""

    element: Element
    parent: Node | None
    index: int
    """Position of the element among the children of its parent."""
    children: list[Node] = field(default_factory=list)
    has_text: bool = False
    below: dict[Element, Node] = field(default_factory=dict)
    """Child nodes by element. Children with equal elements share a node, unless a rule depends on siblings."""
    matched: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Whether the node or an ancestor matches the rest of a selector.

    Key: id of the selector, index of the compound.
    """
    known_names: frozenset[str] | None = None

    def names(self) -> frozenset[str]:
        """Return the names, classes and ids of the element and its ancestors: `p`, `.class`, `#id`."""
        if self.known_names is None:
            around = self.parent.names() if self.parent is not None else frozenset[str]()
            own = {self.element.name, *[f".{each}" for each in self.element.classes], f"#{self.element.id}"}
            self.known_names = around if own <= around else around | own
        return self.known_names


class Matcher:
    """Tests whether selectors match nodes, up to MAX_COMPARISONS comparisons."""

    def __init__(self) -> None:
        self.n_comparisons = 0
        self.is_tree_growing = False
        """Whether elements are still to come that may change what matches, so that no answer is kept."""

    @property
    def is_limit_reached(self) -> bool:
        return self.n_comparisons > MAX_COMPARISONS

    def matches(self, selector: Selector, node: Node, at: int = 0, anchor: Node | None = None) -> bool:
        """Return whether a selector matches a node."""
        self.n_comparisons += 1
        compound = selector.compounds[at]
        if self.n_comparisons > MAX_COMPARISONS or not compound.fits(node.element):
            return False
        if compound.pseudos and not all(self._matches_pseudo(pseudo, node, anchor) for pseudo in compound.pseudos):
            return False
        if at + 1 == len(selector.compounds):
            return True
        if compound.combinator in (">", "+"):
            other = node.parent if compound.combinator == ">" else _previous_sibling(node)
            return other is not None and self.matches(selector, other, at + 1, anchor)
        if compound.combinator == " " and anchor is None and not self.is_tree_growing:
            return node.parent is not None and self._matches_upwards(selector, node.parent, at + 1)
        step: Callable[[Node], Node | None] = _parent if compound.combinator == " " else _previous_sibling
        other = step(node)
        while other is not None and self.n_comparisons <= MAX_COMPARISONS:
            self.n_comparisons += 1
            if self.matches(selector, other, at + 1, anchor):
                return True
            other = step(other)
        return False

    def _matches_upwards(self, selector: Selector, node: Node, at: int) -> bool:
        """Return whether a node or one of its ancestors matches a selector from a compound on.

        The answer is kept at each node on the way, because the elements of a page have most ancestors in common.
        """
        key = id(selector), at
        tag, classes = selector.compounds[at].tag, selector.compounds[at].classes
        passed: list[Node] = []
        other: Node | None = node
        found = False
        while other is not None and self.n_comparisons <= MAX_COMPARISONS:
            known = other.matched.get(key)
            if known is not None:
                found = known
                break
            passed.append(other)
            self.n_comparisons += 1
            element = other.element
            is_near = (not tag or tag == element.name) and classes <= element.classes
            if is_near and self.matches(selector, other, at):
                found = True
                break
            other = other.parent
        for each in passed:
            each.matched[key] = found
        return found

    def _matches_pseudo(self, pseudo: PseudoClass, node: Node, anchor: Node | None) -> bool:
        name = pseudo.name
        if name == "is":
            return any(self.matches(selector, node, 0, anchor) for selector in pseudo.selectors)
        if name == "not":
            return not any(self.matches(selector, node, 0, anchor) for selector in pseudo.selectors)
        if name == "has":
            return any(self._has_descendant(selector, node) for selector in pseudo.selectors)
        if name == "nth":
            return self._is_nth(pseudo, node)
        if name == "within":
            return self._is_within(pseudo, node)
        if name == "anchor":
            return node is anchor
        if name == "empty":
            return not node.children and not node.has_text
        if name == "root":
            return node.parent is None
        if name in ELEMENT_STATES:
            is_off = name in ("disabled", "enabled", "read-write", "read-only") and _is_in_disabled_fieldset(node)
            return (name in ("disabled", "read-only")) if is_off else ELEMENT_STATES[name](node.element)
        value = _inherited_attribute(node, name)
        if name == "dir":
            return (value or "ltr") == pseudo.argument
        languages = [each.strip("\"' ") for each in pseudo.argument.split(",")]
        return any(value == each or value.startswith(each + "-") for each in languages if value)

    def _is_within(self, scope: PseudoClass, node: Node) -> bool:
        """Return whether a node is in a scope: on the way up from the node, a root comes before a limit."""
        place: Node | None = node
        while place is not None and not self.is_limit_reached:
            if any(self.matches(selector, place) for selector in scope.selectors):
                return True
            if any(self.matches(selector, place) for selector in scope.limits):
                return False
            place = place.parent
        return False

    def _is_nth(self, pseudo: PseudoClass, node: Node) -> bool:
        step, start, from_end, by_type = pseudo.formula
        siblings = node.parent.children if node.parent is not None else [node]
        if pseudo.selectors and not any(self.matches(selector, node) for selector in pseudo.selectors):
            return False
        if by_type or pseudo.selectors:
            near = siblings[node.index :] if from_end else siblings[: node.index + 1]
            self.n_comparisons += len(near)
            counted = [each for each in near if not by_type or each.element.name == node.element.name]
            if pseudo.selectors:
                counted = [each for each in counted if any(self.matches(one, each) for one in pseudo.selectors)]
            place = len(counted)
        else:
            place = len(siblings) - node.index if from_end else node.index + 1
        if not step:
            return place == start
        return (place - start) % step == 0 and (place - start) // step >= 0

    def _has_descendant(self, selector: Selector, anchor: Node) -> bool:
        places = [anchor]
        if any(compound.combinator in ("+", "~") for compound in selector.compounds) and anchor.parent is not None:
            places = anchor.parent.children[anchor.index :]
        while places and not self.is_limit_reached:
            place = places.pop()
            if place is not anchor and self.matches(selector, place, 0, anchor):
                return True
            places += place.children
        return False


def _parent(node: Node) -> Node | None:
    return node.parent


def _is_in_disabled_fieldset(node: Node) -> bool:
    if node.element.name not in FORM_FIELDS:
        return False
    above = node.parent
    while above is not None and not (above.element.name == "fieldset" and "disabled" in above.element.attributes):
        above = above.parent
    return above is not None


def _previous_sibling(node: Node) -> Node | None:
    return node.parent.children[node.index - 1] if node.parent is not None and node.index else None


def _inherited_attribute(node: Node | None, name: str) -> str:
    while node is not None:
        if name in node.element.attributes:
            return node.element.attributes[name].lower()
        node = node.parent
    return ""
