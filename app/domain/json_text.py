"""JSON that is safe to show in a terminal or editor: control characters are escaped."""

from __future__ import annotations

import json
import re
from typing import Any

UNSAFE = re.compile(
    r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff\U000e0001-\U000e007f]"
)
"""DEL and C1 controls, line separators, bidirectional controls, lone surrogates and tag characters.

JSON itself only requires C0 controls to be escaped. A lone surrogate comes from a file name that is not valid UTF-8.
"""


def json_text(value: Any) -> str:
    """Return `value` as one line of JSON that decodes to equal strings. Raise ValueError for infinities and NaN."""
    return UNSAFE.sub(_escape, json.dumps(value, ensure_ascii=False, allow_nan=False))


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
