"""Style sheets: the rules that can hide text, found by the elements they are for.

Selectors are understood as far as mail uses them: tags, classes, names, attributes, descendants and children. A rule
with any other selector, for what a mouse hovers over or for neighbours, is left out: what only appears later, or only
to some, is not what a person sees first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import lru_cache

from app.readers.web.declarations import COMMENT, Declarations, declarations_of
from nbengine.lazy_dataclasses import dataclass

MAX_RULES = 3_000
MAX_CSS_CHARACTERS = 1 << 20
MAX_RULES_OF_ONE = 100
MAX_COMPARISONS = 500_000
"""Of elements with rules, in all; a page that asks for more is read on without its rules."""
PIECES = re.compile(r"([{};])")
TRANSPARENT_GROUPS = ("@media", "@supports", "@layer")
COMPOUND = re.compile(r"\s*+([>+~]?)\s*+((?:[^\s>+~\[(]|\[[^\]]*\]|\([^)]*\))+)")
SIMPLE = re.compile(
    r"([.#])((?:[^\s.#:\[\\]|\\.)+)|\[\s*+([\w-]++)\s*+(?:([~|^$*]?)=\s*+[\"']?([^\"'\]]*+)[\"']?\s*+i?\s*+)?\]"
    r"|:(link|root|any-link)\b|(\*|[a-z][\w-]*+(?:\\:[\w-]++)?)|(.)"
)


@dataclass(slots=True, eq=False)
class Element:
    """A start tag: its name and attributes in lower case, and what its own style declares."""

    name: str
    attributes: dict[str, str]
    classes: frozenset[str]
    declared: Declarations
    look: tuple[object, ...]
    """All by which it can look unlike another element in its place that no rule is for."""


@dataclass(frozen=True, slots=True)
class Compound:
    """All that is asked of one element."""

    tag: str = ""
    id: str = ""
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str, str], ...] = ()
    is_child: bool = False
    """True if the one before must be the parent, False if any ancestor will do."""

    def fits(self, element: Element) -> bool:
        """Tell whether an element is what is asked for."""
        if (self.tag and self.tag != element.name) or (self.id and self.id != element.attributes.get("id")):
            return False
        if not self.classes <= element.classes:
            return False
        return not self.attributes or all(
            _says(element.attributes.get(name), *asked) for name, *asked in self.attributes
        )


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One selector, its last compound first, with what it declares."""

    compounds: tuple[Compound, ...]
    weight: tuple[int, int, int, int]
    """Names, classes, tags, place in the source: the greater is laid over the smaller."""
    declared: Declarations


@dataclass(slots=True)
class StyleRules:
    """The rules of all style sheets of a page."""

    rules: dict[str, list[Rule]] = field(default_factory=lambda: defaultdict(list))
    """By what the last compound asks for first: `#name`, `.class`, a tag, or `*`."""
    n_rules: int = 0
    n_comparisons: int = 0
    asking_names: set[str] = field(default_factory=set)
    """The elements of which a rule asks for attributes, by name; an empty one stands for all."""

    def add(self, css: str) -> None:
        """Add the rules of a style sheet in lower case."""
        for selectors, block in blocks(css[:MAX_CSS_CHARACTERS]):
            if self.n_rules >= MAX_RULES:
                return
            declared = declarations_of(block) if len(block) < 10_000 else {}
            for selector in selectors.split(",") if declared else ():
                compounds = compounds_of(selector) if self.n_rules < MAX_RULES else ()
                if compounds:
                    self._add(compounds, declared)

    def _add(self, compounds: tuple[Compound, ...], declared: Declarations) -> None:
        self.n_rules += 1
        last = compounds[0]
        key = f"#{last.id}" if last.id else f".{min(last.classes)}" if last.classes else last.tag or "*"
        names = sum(bool(each.id) for each in compounds)
        classes = sum(len(each.classes) + len(each.attributes) for each in compounds)
        tags = sum(bool(each.tag) for each in compounds)
        self.asking_names.update(each.tag for each in compounds if each.attributes)
        self.rules[key].append(Rule(compounds, (names, classes, tags, self.n_rules), declared))

    def candidates(self, element: Element) -> list[Rule]:
        """Return the rules whose last compound an element fits, the weakest first."""
        keys = ["*", element.name, *(f".{name}" for name in element.classes)]
        if "id" in element.attributes:
            keys.append("#" + element.attributes["id"])
        found = [rule for key in keys if key in self.rules for rule in self.rules[key]]
        self.n_comparisons += len(found)
        if self.is_spent:
            return []
        fitting = [rule for rule in found if rule.compounds[0].fits(element)]
        return fitting if len(fitting) < 2 else sorted(fitting, key=lambda rule: rule.weight)[-MAX_RULES_OF_ONE:]

    def key_of(self, element: Element) -> object:
        """Return what elements have in common that the same rules are for."""
        if element.name in self.asking_names or "" in self.asking_names:
            return element
        return element.name, element.classes, element.attributes.get("id")

    @property
    def is_spent(self) -> bool:
        """Tell whether the limit on comparing elements with rules is reached."""
        return self.n_comparisons > MAX_COMPARISONS

    def applies(self, rule: Rule, around: Sequence[Element]) -> bool:
        """Tell whether the elements around one, the outermost first, are those that a rule asks for."""
        at = len(around)
        for inner, compound in zip(rule.compounds, rule.compounds[1:], strict=False):
            self.n_comparisons += at
            for place in range(at - 1, max(at - 2, -1) if inner.is_child else -1, -1):
                if compound.fits(around[place]):
                    at = place
                    break
            else:
                return False
        return True


def blocks(css: str) -> Iterable[tuple[str, str]]:
    """Yield selectors and declarations of the rules that are for a screen like the one that mail is read on."""
    if "/*" in css:
        css = COMMENT.sub("", css)
    css = css.replace("<!--", "").replace("-->", "")
    pieces = PIECES.split(css)
    at, end = 0, len(pieces)
    groups: list[bool] = []
    while at + 1 < end:
        text, sign = pieces[at].strip(), pieces[at + 1]
        at += 2
        if sign == "}":
            groups = groups[:-1]
        elif sign == "{" and text.startswith(TRANSPARENT_GROUPS):
            groups.append(not text.startswith("@media") or is_for_the_screen(text[6:]))
        elif sign == "{":
            block, at = _block(pieces, at)
            if all(groups) and not text.startswith("@"):
                yield text, block


def _block(pieces: list[str], at: int) -> tuple[str, int]:
    """Return what stands before the brace that closes a block, and the place behind it."""
    start, depth = at, 1
    while at + 1 < len(pieces):
        sign = pieces[at + 1]
        depth += (sign == "{") - (sign == "}")
        at += 2
        if depth == 0:
            return "".join(pieces[start : at - 1]), at
    return "".join(pieces[start:]), len(pieces)


@lru_cache(maxsize=2048)
def compounds_of(selector: str) -> tuple[Compound, ...]:
    """Return the compounds of a selector, the last one first; none where it asks for what is not understood."""
    found: list[Compound] = []
    at = 0
    while (compound := COMPOUND.match(selector, at)) and len(found) < 20:
        at = compound.end()
        read = _compound(compound[2], is_child=compound[1] == ">")
        if read is None or compound[1] in ("+", "~"):
            return ()
        found.append(read)
    return () if selector[at:].strip() else tuple(reversed(found))


def _compound(text: str, *, is_child: bool) -> Compound | None:
    tag, name = "", ""
    classes: set[str] = set()
    attributes: list[tuple[str, str, str]] = []
    for sign, word, attribute, how, value, pseudo, tag_name, other in SIMPLE.findall(text):
        if other:
            return None
        if sign == "#":
            name = word.replace("\\", "")
        elif sign:
            classes.add(word.replace("\\", ""))
        elif attribute:
            attributes.append((attribute, how if value or how else "?", value))
        elif pseudo:
            tag, attributes = ("html", attributes) if pseudo == "root" else (tag, [*attributes, ("href", "?", "")])
        elif tag_name != "*":
            tag = tag_name.replace("\\", "")
    return Compound(tag, name, frozenset(classes), tuple(attributes), is_child)


def _says(found: str | None, how: str, value: str) -> bool:
    if found is None or how == "?":
        return found is not None
    tests = {
        "": found == value,
        "^": found.startswith(value) and bool(value),
        "$": found.endswith(value) and bool(value),
        "*": value in found and bool(value),
        "~": value in found.split(),
        "|": found == value or found.startswith(value + "-"),
    }
    return tests[how]


WIDTH_PX, HEIGHT_PX = 900, 1200
CONDITION = re.compile(r"\(\s*+([\w-]++)\s*+(?:(:|[<>]=?|=)\s*+([^()]*+))?\)")
LENGTH = re.compile(r"(\d++(?:\.\d*+)?|\.\d++)\s*+(px|r?em|)\Z")
AXIS = re.compile(r"(min-|max-)?(?:device-)?(width|height)")
HOLDS = {
    "orientation": "portrait",
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "hover": "hover",
    "pointer": "fine",
}


def is_for_the_screen(query: str) -> bool:
    """Tell whether any of the conditions, in lower case, holds on a screen that is wide, high and light."""
    return any(map(_holds, query.split(",")))


def _holds(query: str) -> bool:
    words = CONDITION.sub(" ", query).split()
    is_negated = words[:1] == ["not"]
    kind = next((word for word in words if word not in ("not", "only", "and")), "all")
    holds = kind in ("all", "screen") and all(_is_so(*asked) for asked in CONDITION.findall(query))
    return holds != is_negated


def _is_so(name: str, sign: str, value: str) -> bool:
    value = value.strip()
    if name in HOLDS:
        return not value or value == HOLDS[name]
    if not sign:
        return name in ("width", "height", "color")
    length, axis = LENGTH.match(value), AXIS.fullmatch(name)
    if length is None or axis is None:
        return False
    asked_px = float(length[1]) * (16.0 if length[2].endswith("em") else 1.0)
    own_px, bound = WIDTH_PX if axis[2] == "width" else HEIGHT_PX, axis[1] or sign
    if bound in ("min-", ">", ">="):
        return own_px >= asked_px
    return own_px <= asked_px if bound in ("max-", "<", "<=") else own_px == asked_px
