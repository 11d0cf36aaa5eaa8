"""CSS numbers and lengths, including calculated ones, and splitting of values."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

WIDTH_PX, HEIGHT_PX = 900.0, 1200.0
"""The window in which mail is read."""
UNITS_PX = {
    "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.795, "mm": 3.7795, "q": 0.945, "rem": 16.0, "vw": 9.0,
    "vh": 12.0, "vmin": 9.0, "vmax": 12.0, "svw": 9.0, "svh": 12.0, "lvw": 9.0, "lvh": 12.0, "dvw": 9.0, "dvh": 12.0,
    "vi": 9.0, "vb": 12.0, "rlh": 19.0, "rch": 8.0, "rex": 8.0, "cqw": 9.0, "cqh": 12.0, "cqi": 9.0, "cqb": 12.0,
}  # fmt: skip
UNITS_EM = {"em": 1.0, "ex": 0.5, "ch": 0.5, "lh": 1.2, "ic": 1.0, "cap": 0.7}
ANGLES_DEG = {"deg": 1.0, "grad": 0.9, "turn": 360.0, "rad": 180 / math.pi}
LENGTH = re.compile(r"([+-]?(?:\d++(?:\.\d++)?|\.\d++)(?:e[+-]?\d{1,3})?)(%|[a-z]*+)\Z")
MATH_FUNCTIONS = frozenset({"calc", "min", "max", "clamp", "abs", "-webkit-calc", "-moz-calc"})
MATH_TOKEN = re.compile(r"\s*+(?:((?:\d++(?:\.\d++)?|\.\d++)(?:e[+-]?\d{1,3})?)(%|[a-z]*+)|([a-z-]++)\(|([-+*/(),]))")
MAX_MATH_CHARACTERS, MAX_MATH_DEPTH = 500, 20
SPLIT_TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?|\\.|url\(\s*+(?!["\'\s])[^)]*+\)?|[()\[\]{}]|[,;:/\s]', re.DOTALL
)
PLAIN = re.compile(r"[^\"'\\()\[\]{}]*\Z")
"""Matches values without quotes, brackets or escapes, which `str.split` splits correctly."""


def split_outside_brackets(text: str, sign: str) -> list[str]:
    """Split at a separator that is outside strings and brackets. A blank stands for any white space."""
    if PLAIN.match(text):
        parts = text.split() if sign == " " else text.split(sign)
        return [part.strip() for part in parts]
    return list(_split(text, sign))


def _split(text: str, sign: str) -> Iterator[str]:
    start = depth = 0
    for found in SPLIT_TOKEN.finditer(text):
        token = found[0]
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth = max(0, depth - 1)
        elif not depth and (token == sign or (sign == " " and token.isspace())):
            if sign != " " or start < found.start():
                yield text[start : found.start()].strip()
            start = found.end()
    if sign != " " or start < len(text):
        yield text[start:].strip()


T = TypeVar("T")


def four_sides(values: Sequence[T]) -> list[T]:
    """Expand one to four values to the values for top, right, bottom and left, as CSS shorthands do."""
    return [values[at if at < len(values) else at - 2 if at - 2 < len(values) and at > 1 else 0] for at in range(4)]


class Quantity(NamedTuple):
    """A calculated value: a number and its kind of unit."""

    value: float
    share: float
    """Percentage of an unknown whole, which is to be added."""
    kind: str
    """`length`, `number` or `angle`."""


@lru_cache(maxsize=4096)
def quantity_of(value: str, font_px: float = 16.0) -> Quantity | None:
    """Parse a number, length, percentage or angle; return None if it cannot be calculated."""
    found = LENGTH.match(value)
    if found is not None:
        return _quantity(float(found[1]), found[2], font_px)
    if "(" not in value or len(value) > MAX_MATH_CHARACTERS:
        return None
    try:
        return _Calculation(value, font_px).result()
    except (ValueError, ZeroDivisionError, OverflowError, IndexError):
        return None


def _quantity(number: float, unit: str, font_px: float) -> Quantity | None:
    if not unit:
        return Quantity(number, 0.0, "number")
    if unit == "%":
        return Quantity(0.0, number, "length")
    if unit in UNITS_PX:
        return Quantity(number * UNITS_PX[unit], 0.0, "length")
    if unit in UNITS_EM:
        return Quantity(number * UNITS_EM[unit] * font_px, 0.0, "length")
    return Quantity(number * ANGLES_DEG[unit], 0.0, "angle") if unit in ANGLES_DEG else None


class _Calculation:
    """Evaluates `calc()` and the other math functions."""

    def __init__(self, text: str, font_px: float) -> None:
        self._font_px = font_px
        self._tokens: list[re.Match[str]] = []
        at = 0
        while at < len(text.rstrip()):
            found = MATH_TOKEN.match(text, at)
            if found is None:
                raise ValueError(text)
            self._tokens.append(found)
            at = found.end()
        self._at = 0

    def result(self) -> Quantity:
        found = self._factor(0)
        if self._at != len(self._tokens):
            raise ValueError
        return found

    def _sign(self) -> str:
        return self._tokens[self._at][4] or "" if self._at < len(self._tokens) else ")"

    def _sum(self, depth: int) -> Quantity:
        total = self._product(depth)
        while self._sign() in ("+", "-") and self._sign():
            factor = 1 if self._sign() == "+" else -1
            self._at += 1
            other = self._product(depth)
            if other.kind != total.kind:
                raise ValueError
            total = Quantity(total.value + factor * other.value, total.share + factor * other.share, total.kind)
        return total

    def _product(self, depth: int) -> Quantity:
        total = self._factor(depth)
        while self._sign() in ("*", "/") and self._sign():
            is_division = self._sign() == "/"
            self._at += 1
            other = self._factor(depth)
            if total.kind == "number" and not is_division:
                total, other = other, total
            if other.kind != "number":
                raise ValueError
            factor = 1 / other.value if is_division else other.value
            total = Quantity(total.value * factor, total.share * factor, total.kind)
        return total

    def _factor(self, depth: int) -> Quantity:
        if depth > MAX_MATH_DEPTH:
            raise ValueError
        token = self._tokens[self._at]
        self._at += 1
        if token[1]:
            found = _quantity(float(token[1]), token[2], self._font_px)
            if found is None:
                raise ValueError
            return found
        if token[4] in ("-", "+"):
            inner = self._factor(depth + 1)
            factor = -1 if token[4] == "-" else 1
            return Quantity(factor * inner.value, factor * inner.share, inner.kind)
        if token[4] == "(" or token[3] in MATH_FUNCTIONS:
            arguments = [self._sum(depth + 1)]
            while self._sign() == ",":
                self._at += 1
                arguments.append(self._sum(depth + 1))
            if self._at < len(self._tokens):
                self._at += 1
            return _apply_function(token[3] or "calc", arguments)
        raise ValueError


def _apply_function(name: str, arguments: list[Quantity]) -> Quantity:
    if name.endswith("calc"):
        (only,) = arguments
        return only
    if len({each.kind for each in arguments}) > 1:
        raise ValueError
    if name == "abs":
        return max(arguments[0], Quantity(-arguments[0].value, -arguments[0].share, arguments[0].kind))
    if name == "clamp":
        least, wanted, most = arguments
        return max(least, min(wanted, most, key=_quantity_rank), key=_quantity_rank)
    return (min if name == "min" else max)(arguments, key=_quantity_rank)


def _quantity_rank(quantity: Quantity) -> float:
    return quantity.value + quantity.share * WIDTH_PX / 100


def number_of(value: str, *, whole: float = 1.0) -> float | None:
    """Return a number; a percentage is taken of `whole`. None if the value is neither."""
    found = quantity_of(value)
    if found is None or found.kind == "angle":
        return None
    if found.kind == "number":
        return found.value
    return found.share * whole / 100 if not found.value and value.endswith(("%", ")")) else None


def px_of(value: str, font_px: float, whole_px: float | None = None) -> float | None:
    """Return a length in pixels; None if it is no length, or a percentage of an unknown whole."""
    found = quantity_of(value, font_px)
    if found is None or found.kind == "angle" or (found.kind == "number" and found.value):
        return None
    if not found.share and not (whole_px is None and value.endswith("%")):
        return found.value
    return None if whole_px is None else found.value + found.share * whole_px / 100


def is_length(value: str) -> bool:
    """Return whether a value is a length or a percentage. A number without a unit is one only if it is zero."""
    found = quantity_of(value)
    return found is not None and found.kind != "angle" and not (found.kind == "number" and found.value)
