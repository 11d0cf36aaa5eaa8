"""Documents before they are cut into words: read, decoded, in lower case, without accents; words that are left out."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Preparation = Callable[[Any], Any]

_ENGLISH = (
    "a about above across after afterwards again against all almost alone along already also although always am "
    "among amongst amoungst amount an and another any anyhow anyone anything anyway anywhere are around as at "
    "back be became because become becomes becoming been before beforehand behind being below beside besides "
    "between beyond bill both bottom but by call can cannot cant co con could couldnt cry de describe detail do "
    "done down due during each eg eight either eleven else elsewhere empty enough etc even ever every everyone "
    "everything everywhere except few fifteen fifty fill find fire first five for former formerly forty found "
    "four from front full further get give go had has hasnt have he hence her here hereafter hereby herein "
    "hereupon hers herself him himself his how however hundred i ie if in inc indeed interest into is it its "
    "itself keep last latter latterly least less ltd made many may me meanwhile might mill mine more moreover "
    "most mostly move much must my myself name namely neither never nevertheless next nine no nobody none noone "
    "nor not nothing now nowhere of off often on once one only onto or other others otherwise our ours "
    "ourselves out over own part per perhaps please put rather re same see seem seemed seeming seems serious "
    "several she should show side since sincere six sixty so some somehow someone something sometime sometimes "
    "somewhere still such system take ten than that the their them themselves then thence there thereafter "
    "thereby therefore therein thereupon these they thick thin third this those though three through throughout "
    "thru thus to together too top toward towards twelve twenty two un under until up upon us very via was we "
    "well were what whatever when whence whenever where whereafter whereas whereby wherein whereupon wherever "
    "whether which while whither who whoever whole whom whose why will with within without would yet you your "
    "yours yourself yourselves "
)
ENGLISH_STOP_WORDS = frozenset(_ENGLISH.split())
"""scikit-learn's, which are those of the Glasgow Information Retrieval Group."""


def content_of(document: Any, given_as: str) -> Any:
    """Return a document's text or bytes, from the place that it is given as: content, file or filename."""
    if given_as == "filename":
        return Path(document).read_bytes()
    return document.read() if given_as == "file" else document


def prepared(text: str, strip_accents: str | Callable[[str], str] | None, *, lower: bool) -> str:
    """Return a text in lower case, and without accents where that is asked for."""
    cased = text.lower() if lower else text
    return cased if strip_accents is None else without_accents(cased, strip_accents)


def without_accents(text: str, way: str | Callable[[str], str]) -> str:
    """Return a text without accents: by a function, or such that only ASCII, or any letters, are left."""
    if callable(way):
        return way(text)
    if text.isascii():
        return text
    plain = "".join(character for character in unicodedata.normalize("NFKD", text) if not _is_accent(character))
    return plain if way == "unicode" else plain.encode("ascii", "ignore").decode("ascii")


def strange_stop_words(stop_words: Iterable[str], tokens_of: Callable[[str], Iterable[str]]) -> list[str]:
    """Return what stop words are cut into that is no stop word itself, and so is counted after all."""
    known = frozenset(stop_words)
    return sorted({token for word in known for token in tokens_of(word)} - known)


def _is_accent(character: str) -> bool:
    return unicodedata.combining(character) != 0
