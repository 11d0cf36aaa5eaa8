"""CSS values: numbers and lengths, including calculated ones; colours, and blending of painted layers."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

import resources

WIDTH_PX, HEIGHT_PX = 900.0, 1200.0
"""The window in which mail is read."""
UNITS_PX = {
    "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.795, "mm": 3.7795, "q": 0.945, "rem": 16.0,
    "rlh": 19.0, "rch": 8.0, "rex": 8.0, "ric": 16.0, "rcap": 11.0, "cqw": 9.0, "cqh": 12.0, "cqi": 9.0, "cqb": 12.0,
    "cqmin": 9.0, "cqmax": 12.0,
}  # fmt: skip
UNITS_PX |= {
    f"{window}{axis}": px
    for window in ("", "s", "l", "d")
    for axis, px in (("vw", 9.0), ("vh", 12.0), ("vi", 9.0), ("vb", 12.0), ("vmin", 9.0), ("vmax", 12.0))
}
UNITS_EM = {"em": 1.0, "ex": 0.5, "ch": 0.5, "lh": 1.2, "ic": 1.0, "cap": 0.7}
ANGLES_DEG = {"deg": 1.0, "grad": 0.9, "turn": 360.0, "rad": 180 / math.pi}
LENGTH = re.compile(r"([+-]?(?:\d++(?:\.\d++)?|\.\d++)(?:e[+-]?\d{1,3})?)(%|[a-z]*+)\Z")
_MATH_OF_NUMBERS: dict[str, Callable[[Sequence[float]], float]] = {
    "asin": lambda x: math.degrees(math.asin(*x)), "acos": lambda x: math.degrees(math.acos(*x)),
    "atan": lambda x: math.degrees(math.atan(*x)), "sqrt": lambda x: math.sqrt(*x), "pow": lambda x: math.pow(*x),
    "exp": lambda x: math.exp(*x), "log": lambda x: math.log(*x),
}  # fmt: skip
"""Functions of plain numbers. The first three return an angle in degrees."""
_TRIGONOMETRY: dict[str, Callable[[float], float]] = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
MATH_FUNCTIONS = frozenset({
    "calc", "min", "max", "clamp", "abs", "-webkit-calc", "-moz-calc", "sign", "mod", "rem", "round", "hypot",
    *_TRIGONOMETRY, *_MATH_OF_NUMBERS,
})  # fmt: skip
MAX_NUMBER = 1e12
"""Larger numbers are cut to it, so that none becomes infinite."""
MATH_CONSTANTS = {"pi": math.pi, "e": math.e, "infinity": MAX_NUMBER, "nan": 0.0}
MATH_TOKEN = re.compile(
    r"\s*+(?:((?:\d++(?:\.\d++)?|\.\d++)(?:e[+-]?\d{1,3})?)(%|[a-z]*+)|(pi|e|infinity|nan)(?![\w(-])|([a-z-]++)\(|([-+*/(),]))"
)
ROUNDING = re.compile(r"(?<![\w-])round\(\s*+(up|down|nearest|to-zero)\s*+,")
_ROUNDINGS: dict[str, Callable[[float], float]] = {
    "round": lambda x: math.floor(x + 0.5), "round-nearest": lambda x: math.floor(x + 0.5), "round-up": math.ceil,
    "round-down": math.floor, "round-to-zero": math.trunc,
}  # fmt: skip
MAX_MATH_CHARACTERS, MAX_MATH_DEPTH = 500, 20
SPLIT_TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?|\\.|url\(\s*+(?!["\'\s])[^)]*+\)?|[()\[\]{}]|[,;:/\s]', re.DOTALL
)
PLAIN = re.compile(r"[^\"'\\()\[\]{}]*\Z")
"""Matches values without quotes, brackets or escapes, which `str.split` splits correctly."""


def split_outside_brackets(text: str, sign: str) -> list[str]:
    """Return the parts of a text between separators (`sign`) that are outside of strings and brackets.

    A blank as `sign` stands for any white space.
    """
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
    percentage: float
    """Percentage to be added to `value`. The length that it refers to is known only to the caller."""
    kind: str
    """`length`, `number` or `angle`."""


@lru_cache(maxsize=4096)
def quantity_of(value: str, font_px: float = 16.0) -> Quantity | None:
    """Parse a number, length, percentage or angle; return None if it cannot be calculated."""
    found = LENGTH.match(value)
    if found is not None:
        return _quantity(max(-MAX_NUMBER, min(MAX_NUMBER, float(found[1]))), found[2], font_px)
    if "(" not in value or len(value) > MAX_MATH_CHARACTERS:
        return None
    try:
        result = _Calculation(ROUNDING.sub(r"round-\1(", value), font_px).result()
        return (
            result if abs(result.value) < MAX_NUMBER else result._replace(value=math.copysign(MAX_NUMBER, result.value))
        )
    except (ValueError, TypeError, ZeroDivisionError, OverflowError, IndexError):
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
        return self._tokens[self._at][5] or "" if self._at < len(self._tokens) else ")"

    def _stands_apart(self) -> bool:
        """Return whether there is white space on both sides of a sign. Otherwise it is no addition."""
        token = self._tokens[self._at]
        return token.start() < token.start(5) and token.string[token.end() : token.end() + 1].isspace()

    def _sum(self, depth: int) -> Quantity:
        total = self._product(depth)
        while self._sign() in ("+", "-") and self._sign():
            if not self._stands_apart():
                raise ValueError
            factor = 1 if self._sign() == "+" else -1
            self._at += 1
            other = self._product(depth)
            if other.kind != total.kind:
                raise ValueError
            total = Quantity(
                total.value + factor * other.value, total.percentage + factor * other.percentage, total.kind
            )
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
            factor = other.value
            if is_division:
                factor = 1 / other.value if other.value else MAX_NUMBER  # infinite; 0/0 is no number, and counts as 0
            total = Quantity(total.value * factor, total.percentage * factor, total.kind)
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
        if token[3]:
            return Quantity(MATH_CONSTANTS[token[3]], 0.0, "number")
        if token[5] in ("-", "+"):
            inner = self._factor(depth + 1)
            factor = -1 if token[5] == "-" else 1
            return Quantity(factor * inner.value, factor * inner.percentage, inner.kind)
        if token[5] == "(" or token[4] in MATH_FUNCTIONS or token[4] in _ROUNDINGS:
            arguments = [self._sum(depth + 1)]
            while self._sign() == ",":
                self._at += 1
                arguments.append(self._sum(depth + 1))
            if self._at < len(self._tokens):
                self._at += 1
            return _apply_function(token[4] or "calc", arguments)
        raise ValueError


def _apply_function(name: str, arguments: list[Quantity]) -> Quantity:
    if name.endswith("calc"):
        (only,) = arguments
        return only
    if name in _TRIGONOMETRY:
        (only,) = arguments
        angle = only.value if only.kind == "number" else math.radians(only.value)
        return Quantity(round(_TRIGONOMETRY[name](angle), 9), 0.0, "number")
    if name in _MATH_OF_NUMBERS:
        if any(each.kind != "number" for each in arguments):
            raise ValueError
        value = _MATH_OF_NUMBERS[name]([each.value for each in arguments])
        return Quantity(value, 0.0, "angle" if name[0] == "a" else "number")
    if name == "sign":
        (only,) = arguments
        return Quantity(float((only.value > 0) - (only.value < 0)), 0.0, "number")
    if len({each.kind for each in arguments}) > 1:
        raise ValueError
    if name == "abs":
        return max(arguments[0], Quantity(-arguments[0].value, -arguments[0].percentage, arguments[0].kind))
    if name in ("mod", "rem") or name in _ROUNDINGS:
        value, step = arguments[0].value, arguments[1].value if len(arguments) > 1 else 1.0
        left = math.fmod(value, step) if name == "rem" else value % step
        return Quantity(_ROUNDINGS[name](value / step) * step if name in _ROUNDINGS else left, 0.0, arguments[0].kind)
    if name == "hypot":
        return Quantity(math.hypot(*[each.value for each in arguments]), 0.0, arguments[0].kind)
    if name == "clamp":
        least, wanted, most = arguments
        return max(least, min(wanted, most, key=_quantity_rank), key=_quantity_rank)
    return (min if name == "min" else max)(arguments, key=_quantity_rank)


def _quantity_rank(quantity: Quantity) -> float:
    return quantity.value + quantity.percentage * WIDTH_PX / 100


def number_of(value: str, *, whole: float = 1.0) -> float | None:
    """Return a value as a number. A percentage is multiplied by `whole`. None if it is neither."""
    found = quantity_of(value)
    if found is None or found.kind == "angle":
        return None
    if found.kind == "number":
        return found.value
    return found.percentage * whole / 100 if not found.value and "%" in value else None


def px_of(value: str, font_px: float, whole_px: float | None = None) -> float | None:
    """Return a length in pixels. A percentage is taken of `whole_px`. None if this is unknown, or `value` no length."""
    found = quantity_of(value, font_px)
    if found is None or found.kind == "angle" or (found.kind == "number" and found.value):
        return None
    if not found.percentage and not (whole_px is None and value.endswith("%")):
        return found.value
    return None if whole_px is None else found.value + found.percentage * whole_px / 100


def is_length(value: str) -> bool:
    """Return whether a value is a length or a percentage. A number without a unit is one only if it is zero."""
    found = quantity_of(value)
    return found is not None and found.kind != "angle" and not (found.kind == "number" and found.value)


Colour = tuple[int, ...]
"""Red, green and blue from 0 to 255, and the alpha as a fourth number if it is not 255."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
LINK_COLOUR: Colour = (0, 0, 238)
TRANSPARENT: Colour = (0, 0, 0, 0)
CANVAS_WHITE: Colour = (255, 255, 255, 255)
"""The white of the empty canvas. Filters and blend modes treat it as transparent."""
HEX = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\Z")
HEX_DIGITS = "0123456789abcdef"
COLOUR_FUNCTION = re.compile(r"([a-z-]+)\((.*)\)\Z", re.DOTALL)
COLOUR_NAMES: dict[str, str] = resources.read_json("names", "colours.json")
SYSTEM_COLOURS = {
    "canvas": "ffffff", "canvastext": "000000", "linktext": "0000ee", "visitedtext": "551a8b", "field": "ffffff",
    "fieldtext": "000000", "buttontext": "000000", "window": "ffffff", "windowtext": "000000", "graytext": "808080",
    "infobackground": "ffffff", "background": "ffffff", "menu": "ffffff", "menutext": "000000", "infotext": "000000",
    "activetext": "ff0000", "buttonface": "efefef", "mark": "ffff00", "marktext": "000000", "highlighttext": "000000",
    "accentcolortext": "ffffff", "selecteditem": "1967d2", "selecteditemtext": "ffffff", "highlight": "3399ff",
    "buttonborder": "000000", "accentcolor": "0075ff", "activeborder": "000000", "activecaption": "ffffff",
    "appworkspace": "ffffff", "buttonhighlight": "efefef", "buttonshadow": "efefef", "captiontext": "000000",
    "inactiveborder": "000000", "inactivecaption": "ffffff", "inactivecaptiontext": "808080", "scrollbar": "ffffff",
    "threeddarkshadow": "000000", "threedface": "efefef", "threedhighlight": "000000", "threedlightshadow": "000000",
    "threedshadow": "000000", "windowframe": "000000",
}  # fmt: skip


@lru_cache(maxsize=4096)
def colour_of(value: str) -> Colour | None:
    """Parse a CSS colour in lower case; return None if it is not one."""
    if value in COLOUR_NAMES:
        return _from_hex(COLOUR_NAMES[value])
    if value == "transparent":
        return TRANSPARENT
    if value in SYSTEM_COLOURS:
        return _from_hex(SYSTEM_COLOURS[value])
    found = HEX.match(value)
    if found:
        return _from_hex(found[1])
    found = COLOUR_FUNCTION.match(value)
    return _from_function(found[1], found[2].strip()) if found else None


@lru_cache(maxsize=4096)
def plain_colour(value: str) -> Colour | None:
    """Parse a named colour, or a hexadecimal one with or without `#`; return None for all others."""
    digits = value.removeprefix("#")
    if len(digits) in (3, 6) and not digits.strip(HEX_DIGITS):
        return _from_hex(digits)
    name = COLOUR_NAMES.get(value)
    return _from_hex(name) if name is not None else BLACK if value == "windowtext" else None


@lru_cache(maxsize=4096)
def attribute_colour(value: str) -> Colour | None:
    """Parse the colour of an HTML attribute such as `bgcolor`. Browsers make a colour of any text here."""
    value = value.strip().lower()
    if value in COLOUR_NAMES:
        return _from_hex(COLOUR_NAMES[value])
    digits = value.removeprefix("#")
    if len(digits) == 3 and value.startswith("#") and not digits.strip(HEX_DIGITS):
        return _from_hex(digits)
    if value == "transparent":
        return TRANSPARENT
    return _parse_legacy_colour(digits) if digits else None


def _from_hex(digits: str) -> Colour:
    if len(digits) < 6:
        digits = "".join(digit + digit for digit in digits)
    figures = tuple(int(digits[at : at + 2], 16) for at in range(0, len(digits), 2))
    return figures[:3] if figures[3:] == (255,) else figures


def _parse_legacy_colour(digits: str) -> Colour:
    """Parse any text as a colour, by the HTML standard's rules for parsing a legacy colour value."""
    known = "".join(digit if digit in HEX_DIGITS else "0" for digit in digits[:128])
    known += "0" * (-len(known) % 3)
    third = len(known) // 3
    parts = [known[at : at + third][-8:] for at in range(0, len(known), third)]
    while len(parts[0]) > 2 and all(part.startswith("0") for part in parts):
        parts = [part[1:] for part in parts]
    return tuple(int(part[:2], 16) for part in parts)


def _from_function(name: str, inside: str) -> Colour | None:
    if name == "color-mix":
        return _parse_color_mix(split_outside_brackets(inside, ","))
    if name == "light-dark":
        return colour_of(split_outside_brackets(inside, ",")[0])
    if name == "contrast-color":
        own = colour_of(inside)
        return None if own is None else BLACK if _luminosity(paint_of(own)) > 0.5 else WHITE
    if name not in _WHOLES:
        return None
    parts = split_outside_brackets(inside.replace("/", " / "), " ")
    is_old = "," in PLAIN_BRACKETS.sub("", inside)
    if is_old:  # with commas everywhere
        parts = split_outside_brackets(inside, ",")
        if name not in LEGACY_COLOUR_FUNCTIONS or any(" " in PLAIN_BRACKETS.sub("", part) for part in parts):
            return None
        if name in ("hsl", "hsla") and any(part[-1:].isdecimal() for part in parts[1:3]):  # they need a percent sign
            return None
        if name in ("rgb", "rgba") and len({part[-1:] == "%" for part in parts[:3] if "(" not in part}) > 1:
            return None
    origin = colour_of(parts[1]) if parts[:1] == ["from"] and len(parts) > 1 else None
    words = [part for part in parts if part != "/"]
    if parts[:1] == ["from"]:
        if origin is None or name not in _CHANNELS:
            return None
        del words[:2]
    space = words.pop(0) if name == "color" and words else ""
    if name == "color" and space not in COLOUR_SPACES:
        return None
    if origin is not None:
        words = _with_channels(words, origin, "color" if name == "color" else name)
        parts = [*parts, "/", ""] if "/" not in parts else parts
    has_alpha = len(parts) > 1 and parts[-2] == "/"
    if len(words) != 3 + has_alpha and not (is_old and len(words) in (3, 4)):
        return None
    alpha_value = number_of(words[3].replace("none", "0"), whole=1.0) if len(words) > 3 else 1.0
    one, two, three = (_parse_component(word, each) for word, each in zip(words[:3], _WHOLES[name], strict=True))
    if alpha_value is None or one is None or two is None or three is None:
        return None
    return _to_colour(*_SPACES.get(name, _rgb)(one, two, three, space), alpha_value)


PLAIN_BRACKETS = re.compile(r"\([^()]*+(?:\([^()]*+\)[^()]*+)*\)")
LEGACY_COLOUR_FUNCTIONS = frozenset({"rgb", "rgba", "hsl", "hsla"})
COLOUR_SPACES = frozenset({
    "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "rec2020", "xyz", "xyz-d50",
    "xyz-d65",
})  # fmt: skip
_WHOLES: dict[str, tuple[float, float, float]] = {
    "rgb": (255, 255, 255), "rgba": (255, 255, 255), "hsl": (360, 100, 100), "hsla": (360, 100, 100),
    "hwb": (360, 100, 100), "lab": (100, 125, 125), "lch": (100, 150, 360), "oklab": (1, 0.4, 0.4),
    "oklch": (1, 0.4, 360), "color": (1, 1, 1),
}  # fmt: skip
"""Values of the components at 100 %, by colour function."""
_CHANNELS = {name: tuple(name.removesuffix("a").removeprefix("ok")) for name in _WHOLES} | {"color": tuple("rgb")}
"""Names of the components of an origin colour, by colour function."""


def _with_channels(words: Sequence[str], origin: Colour, name: str) -> list[str]:
    """Replace the names of the origin colour's components, also in calculations, by their values."""
    red, green, blue = (value / 255 for value in origin[:3])
    if name.startswith("rgb"):
        values: Sequence[float] = origin[:3]
    elif name.startswith(("hsl", "hwb")):
        hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
        values = (
            (hue * 360, min(red, green, blue) * 100, 100 - max(red, green, blue) * 100)
            if name == "hwb"
            else (hue * 360, saturation * 100, lightness * 100)
        )
    elif name == "color":
        values = (red, green, blue)
    else:
        values = _lab_of(red, green, blue, is_ok=name.startswith("ok"))
        if name.endswith("lch"):
            hue = math.degrees(math.atan2(values[2], values[1])) % 360
            values = (values[0], math.hypot(values[1], values[2]), hue)
    names = (*_CHANNELS[name], "alpha")
    known = {each: f"{value:.5f}" for each, value in zip(names, (*values, alpha_of(origin)), strict=True)}
    words = [CHANNEL_NAME.sub(lambda found: known.get(found[0], found[0]), word) for word in words]
    return [*words, known["alpha"]] if len(words) == 3 else words


CHANNEL_NAME = re.compile(r"(?<![\w.%-])[a-z]+(?![\w(%-])")


def _lab_of(red: float, green: float, blue: float, *, is_ok: bool) -> tuple[float, float, float]:
    """Return a colour of sRGB, in components from 0 to 1, in Lab or Oklab."""
    r, g, b = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in (red, green, blue))
    if is_ok:
        long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
        middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
        short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
        return (
            0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
        )
    x, y, z = (
        (0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / 0.9642956,
        0.2225045 * r + 0.7168786 * g + 0.0606169 * b,
        (0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / 0.8251046,
    )
    fx, fy, fz = (value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _parse_component(word: str, whole: float) -> float | None:
    for unit, factor in (("deg", 1.0), ("grad", 0.9), ("turn", 360.0), ("rad", 180 / math.pi)):
        if word.endswith(unit) and whole == 360:
            value = number_of(word.removesuffix(unit), whole=360)
            return None if value is None else value * factor
    return 0.0 if word == "none" else number_of(word, whole=whole)


def _to_colour(red: float, green: float, blue: float, alpha: float) -> Colour:
    values = tuple(min(255, max(0, round(value))) for value in (red, green, blue))
    return values if alpha >= 1 else TRANSPARENT if alpha <= 0 else (*values, round(alpha * 255))


def _rgb(red: float, green: float, blue: float, space: str) -> tuple[float, float, float]:
    if space.startswith("xyz"):
        x, y, z = red, green, blue
        if space == "xyz-d50":
            return (
                _gamma_encode(3.1341359 * x - 1.6173863 * y - 0.4906619 * z),
                _gamma_encode(-0.9787954 * x + 1.9162544 * y + 0.0334427 * z),
                _gamma_encode(0.0719553 * x - 0.2289768 * y + 1.4053860 * z),
            )
        return (
            _gamma_encode(3.2409699 * x - 1.5373832 * y - 0.4986108 * z),
            _gamma_encode(-0.9692436 * x + 1.8759675 * y + 0.0415551 * z),
            _gamma_encode(0.0556301 * x - 0.2039770 * y + 1.0569715 * z),
        )
    if space.endswith("linear"):
        return _gamma_encode(red), _gamma_encode(green), _gamma_encode(blue)
    scale = 255 if space else 1
    return red * scale, green * scale, blue * scale


def _hsl(hue: float, saturation: float, lightness: float, _: str) -> tuple[float, float, float]:
    saturation, lightness = saturation / 100, lightness / 100
    amount = saturation * min(lightness, 1 - lightness)

    def channel(n: float) -> float:
        at = (n + hue / 30) % 12
        return 255 * (lightness - amount * max(-1.0, min(at - 3, 9 - at, 1.0)))

    return channel(0), channel(8), channel(4)


def _hwb(hue: float, white: float, black: float, _: str) -> tuple[float, float, float]:
    white, black = white / 100, black / 100
    if white + black >= 1:
        grey = 255 * white / (white + black)
        return grey, grey, grey
    red, green, blue = _hsl(hue, 100, 50, "")
    share = 1 - white - black
    return red * share + white * 255, green * share + white * 255, blue * share + white * 255


def _lab(lightness: float, a: float, b: float, _: str) -> tuple[float, float, float]:
    fy = (lightness + 16) / 116
    fx, fz = fy + a / 500, fy - b / 200

    def part(f: float) -> float:
        return f**3 if f**3 > 216 / 24389 else (116 * f - 16) / (24389 / 27)

    x, y, z = 0.9642956 * part(fx), part(fy), 0.8251046 * part(fz)
    return (
        _gamma_encode(3.1341359 * x - 1.6173863 * y - 0.4906619 * z),
        _gamma_encode(-0.9787954 * x + 1.9162544 * y + 0.0334427 * z),
        _gamma_encode(0.0719553 * x - 0.2289768 * y + 1.4053860 * z),
    )


def _oklab(lightness: float, a: float, b: float, _: str) -> tuple[float, float, float]:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _gamma_encode(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _gamma_encode(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _gamma_encode(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )


def _gamma_encode(linear: float) -> float:
    return 255 * (12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055)


def _lch(lightness: float, chroma: float, hue: float, _: str) -> tuple[float, float, float]:
    return _lab(lightness, chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue)), "")


def _oklch(lightness: float, chroma: float, hue: float, _: str) -> tuple[float, float, float]:
    return _oklab(lightness, chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue)), "")


_SPACES: dict[str, Callable[[float, float, float, str], tuple[float, float, float]]] = {
    "hsl": _hsl, "hsla": _hsl, "hwb": _hwb, "lab": _lab, "lch": _lch, "oklab": _oklab, "oklch": _oklch,
}  # fmt: skip


def _parse_color_mix(parts: list[str]) -> Colour | None:
    """Return the result of `color-mix` in sRGB. Other colour spaces give slightly different mixtures."""
    if len(parts) != 3 or not parts[0].startswith("in "):
        return None
    colours, shares = list[Colour](), list[float | None]()
    for part in parts[1:]:
        words = split_outside_brackets(part, " ")
        shares.append(next((number_of(word, whole=1.0) for word in words if word.endswith("%")), None))
        colour = colour_of(" ".join(word for word in words if not word.endswith("%")))
        if colour is None:
            return None
        colours.append(colour)
    first, second = shares
    if any(share is not None and not 0 <= share <= 1 for share in shares):
        return None
    first = first if first is not None else 1 - second if second is not None else 0.5
    second = second if second is not None else 1 - first
    if first + second <= 0:
        return None
    share = first / (first + second)
    return mix_colours(colours[0], colours[1], 1 - share, min(1.0, first + second))


def mix_colours(one: Colour, other: Colour, share: float, alpha_share: float = 1.0) -> Colour:
    """Return the mixture of two colours in sRGB. `share` is that of the other colour."""
    weights = alpha_of(one) * (1 - share), alpha_of(other) * share
    alpha = sum(weights)
    if alpha <= 0:
        return TRANSPARENT
    red, green, blue = (
        (first * weights[0] + second * weights[1]) / alpha for first, second in zip(one[:3], other[:3], strict=True)
    )
    return _to_colour(red, green, blue, alpha * alpha_share)


MAX_ROUNDING = 2
"""Levels of 255 by which two colours may differ and look equal."""


MIN_OPAQUE = 1 - MAX_ROUNDING / 255
"""Least alpha of a colour that hides what is under it."""


def look_equal(one: Colour, other: Colour) -> bool:
    """Return whether two solid colours cannot be told apart."""
    return one[:3] == other[:3] or (
        abs(one[0] - other[0]) <= MAX_ROUNDING
        and abs(one[1] - other[1]) <= MAX_ROUNDING
        and abs(one[2] - other[2]) <= MAX_ROUNDING
    )


def css_of(colour: Colour) -> str:
    """Return a colour as CSS writes it."""
    return f"rgb({colour[0]} {colour[1]} {colour[2]} / {alpha_of(colour):.4f})"


def alpha_of(colour: Colour) -> float:
    return colour[3] / 255 if len(colour) > 3 else 1.0


Paint = tuple[float, float, float, float]
"""Red, green, blue and alpha from 0 to 1, not premultiplied."""


def paint_of(colour: Colour) -> Paint:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255, alpha_of(colour)


def paint_over(front: Paint, background: Paint, blend: str = "normal") -> Paint:
    """Return the paint that results from `front` over `background` by a blend mode."""
    alpha = front[3] + background[3] * (1 - front[3])
    if alpha <= 0:
        return 0.0, 0.0, 0.0, 0.0
    blended = front if blend == "normal" else _blend(front, background, blend)
    return (
        *(
            (front[3] * (1 - background[3]) * f + front[3] * background[3] * b + (1 - front[3]) * background[3] * g)
            / alpha
            for f, b, g in zip(front[:3], blended[:3], background[:3], strict=True)
        ),
        alpha,
    )  # type: ignore[return-value] # three channels and the alpha


def _screen(f: float, g: float) -> float:
    return f + g - f * g


def _hard_light(f: float, g: float) -> float:
    return 2 * f * g if f <= 0.5 else _screen(2 * f - 1, g)


def _soft_light(f: float, g: float) -> float:
    if f <= 0.5:
        return g - (1 - 2 * f) * g * (1 - g)
    return g + (2 * f - 1) * ((((16 * g - 12) * g + 4) * g if g <= 0.25 else math.sqrt(g)) - g)


BLENDS: dict[str, Callable[[float, float], float]] = {
    "multiply": lambda f, g: f * g,
    "screen": _screen,
    "overlay": lambda f, g: _hard_light(g, f),
    "darken": min,
    "lighten": max,
    "color-dodge": lambda f, g: 0.0 if g <= 0 else 1.0 if f >= 1 else min(1.0, g / (1 - f)),
    "color-burn": lambda f, g: 1.0 if g >= 1 else 0.0 if f <= 0 else 1 - min(1.0, (1 - g) / f),
    "hard-light": _hard_light,
    "soft-light": _soft_light,
    "difference": lambda f, g: abs(f - g),
    "exclusion": lambda f, g: f + g - 2 * f * g,
    "plus-lighter": lambda f, g: min(1.0, f + g),
}
"""Separable blend modes by name."""
HUE_BLENDS = frozenset({"hue", "saturation", "color", "luminosity"})


def _blend(front: Paint, background: Paint, blend: str) -> Paint:
    if blend in BLENDS:
        mode = BLENDS[blend]
        return mode(front[0], background[0]), mode(front[1], background[1]), mode(front[2], background[2]), 1.0
    luminosity, chroma = (front, background) if blend == "luminosity" else (background, front)
    if blend in ("hue", "saturation") and max(background[:3]) == min(background[:3]):
        chroma = background  # grey has no hue to take, and no saturation to change
    light = _luminosity(luminosity)
    shifted = [value + light - _luminosity(chroma) for value in chroma[:3]]
    least, most = min(shifted), max(shifted)
    if least < 0:
        shifted = [light + (value - light) * light / (light - least) for value in shifted]
    if most > 1:
        shifted = [light + (value - light) * (1 - light) / (most - light) for value in shifted]
    return shifted[0], shifted[1], shifted[2], 1.0


def _clamp_to_1(value: float) -> float:
    return min(1.0, max(0.0, value))


def _luminosity(paint: Paint) -> float:
    return 0.3 * paint[0] + 0.59 * paint[1] + 0.11 * paint[2]


def apply_filter(paint: Paint, name: str, amount: float) -> Paint:
    """Return a paint to which one CSS filter function, such as `brightness`, was applied."""
    red, green, blue, alpha = paint
    if name == "opacity":
        return red, green, blue, alpha * min(1.0, max(0.0, amount))
    if name in ("grayscale", "saturate", "sepia", "hue-rotate"):
        grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        share = amount if name == "saturate" else 1 - min(1.0, amount) if name == "grayscale" else 0.8
        red, green, blue = (_clamp_to_1(grey + (value - grey) * share) for value in (red, green, blue))
        return red, green, blue, alpha
    if name == "invert":
        red, green, blue = (value + (1 - 2 * value) * min(1.0, amount) for value in (red, green, blue))
    elif name == "brightness":
        red, green, blue = (value * amount for value in (red, green, blue))
    else:
        red, green, blue = ((value - 0.5) * amount + 0.5 for value in (red, green, blue))
    return _clamp_to_1(red), _clamp_to_1(green), _clamp_to_1(blue), alpha
