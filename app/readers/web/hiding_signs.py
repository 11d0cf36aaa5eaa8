"""Pages that hide nothing, told by what their source does not have; most letters of people are such pages."""

from __future__ import annotations

import re

HIDING_WORDS = ("\\", "position", "overflow", "float")
HIDING_PATTERNS = (
    re.compile(r"y(?:(?<=display)|(?<=visibility)|(?<=opacity))"),
    re.compile(r"-(?:(?<=text-)indent|(?<=content-)visib|(?<=margin-left:-)|(?<=margin-left: -))"),
    re.compile(r"<(?:details|dialog|template|datalist|object|video|audio|canvas|meter|progress|rp)"),
)
"""Words that share a rare letter or sign are looked for together, from there: as fast as looking for one of them."""
HIDDEN = re.compile(r"hidden(?![\"'\w])")
SMALL = re.compile(
    r"font-size\s*+:\s*+(?:0?\.|[01](?![\d]))|font\s*+:(?:[^;\"'<>]{0,100}?\s)?(?:0|1(?:px|pt))(?![\d.])"
)
COLOUR = re.compile(r"color(?<!bgcolor)(?<!background-color)\s*+[=:]\s*+[\"']?\s*+#?([a-z0-9]{1,20})")
GROUND_COLOUR = re.compile(
    r"colou?r(?:(?<=bgcolor)|(?<=bgcolour)|(?<=background-color))\s*+[=:]\s*+[\"']?\s*+#?([a-z0-9]{1,20})"
)
GROUND = re.compile(r"background\s*+:\s*+#?([a-z0-9]{1,20})")
PAGE_COLOUR = re.compile(r"(?:text|link)\s*+=\s*+[\"']?\s*+#?([a-z0-9]{1,20})")
SAME_COLOURS = {"white": "ffffff", "fff": "ffffff", "black": "000000", "000": "000000", "windowtext": "000000"}
COMPUTED = frozenset({"rgb", "rgba", "inherit"})
FIRST_FRONTS = ("000000", "0000ee")


def may_hide(lower: str) -> bool:
    """Tell whether styles of a source, in lower case, could hide text, or move it to other lines."""
    if any(pattern.search(lower) for pattern in HIDING_PATTERNS) or any(word in lower for word in HIDING_WORDS):
        return True
    if ("hidden" in lower and HIDDEN.search(lower)) or ("font" in lower and SMALL.search(lower)):
        return True
    return ("color" in lower or "background" in lower or "<body" in lower) and _has_text_in_its_ground(lower)


def _has_text_in_its_ground(lower: str) -> bool:
    """Tell whether any colour is both a text's and a ground's; shades that are computed may be any colour."""
    fronts, grounds = set(FIRST_FRONTS), {"ffffff"}
    if "color" in lower:
        fronts.update(SAME_COLOURS.get(colour, colour) for colour in set(COLOUR.findall(lower)))
        grounds.update(SAME_COLOURS.get(colour, colour) for colour in set(GROUND_COLOUR.findall(lower)))
    body = lower.find("<body")
    if body >= 0:
        page = PAGE_COLOUR.findall(lower, body, lower.find(">", body) + 1)
        fronts.update(SAME_COLOURS.get(colour, colour) for colour in page)
    if "background" in lower:
        grounds.update(SAME_COLOURS.get(colour, colour) for colour in GROUND.findall(lower))
    return not fronts.isdisjoint(grounds) or not COMPUTED.isdisjoint(fronts | grounds)
