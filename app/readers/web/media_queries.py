"""The conditions of style sheets, for a window of a mail program on a computer."""

from __future__ import annotations

import re

WIDTH_PX, HEIGHT_PX = 900, 1200
CONDITION = re.compile(r"\(\s*+([\w-]++)\s*+(?:(:|[<>]=?|=)\s*+([^()]*+))?\)")
UNITS = {"px": 1.0, "em": 16.0, "rem": 16.0, "": 1.0}
LENGTH = re.compile(r"([\d.]++)\s*+(px|r?em|)\Z")
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
    length = _px(value)
    bound, _, axis = name.rpartition("-")
    own = {"width": WIDTH_PX, "device-width": WIDTH_PX, "height": HEIGHT_PX, "device-height": HEIGHT_PX}
    if name.startswith(("min-", "max-")):
        bound, axis = name[:3], name[4:]
    elif name in own:
        bound, axis = {"<": "max", "<=": "max", ">": "min", ">=": "min"}.get(sign, "is"), name
    if axis not in own or length is None:
        return False
    return {"min": own[axis] >= length, "max": own[axis] <= length, "is": own[axis] == length}.get(bound, False)


def _px(value: str) -> float | None:
    found = LENGTH.match(value)
    try:
        return float(found[1]) * UNITS[found[2]] if found else None
    except ValueError:
        return None
