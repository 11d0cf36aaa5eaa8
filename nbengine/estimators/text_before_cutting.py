"""Documents before they are cut into words: read, decoded, in lower case, without accents; words that are left out.

Where the caller gives functions of his own, or runs of characters within words are counted, each document goes through
Python, token by token, which is the price of it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from nbengine.arrays.counts import CountMatrix, count_matrix
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.vocabulary import Vocabulary

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
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return plain if way == "unicode" else plain.encode("ascii", "ignore").decode("ascii")


def strange_stop_words(stop_words: Iterable[str], tokens_of: Callable[[str], Iterable[str]]) -> list[str]:
    """Return what stop words are cut into that is no stop word itself, and so is counted after all."""
    known = frozenset(stop_words)
    return sorted({token for word in known for token in tokens_of(word)} - known)


DOCUMENTS_AT_ONCE = 1 << 10


@dataclass(frozen=True, slots=True)
class FunctionCounter:
    """Counts what a function makes of each document, over a vocabulary that grows unless it is fixed."""

    tokens_of: Callable[[Any], Iterable[str]]
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    is_growing: bool = True

    def count(self, documents: Sequence[Any]) -> CountMatrix:
        """Count the tokens of each document; those that are not in a fixed vocabulary are left out."""
        rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for start in range(0, len(documents), DOCUMENTS_AT_ONCE):
            found = [self._tokens(document) for document in documents[start : start + DOCUMENTS_AT_ONCE]]
            number = self.vocabulary.add if self.is_growing else self.vocabulary.numbers
            numbers = number([token for tokens in found for token in tokens])
            places = np.repeat(np.arange(start, start + len(found)), [len(tokens) for tokens in found])
            rows.append(places[numbers >= 0])
            columns.append(numbers[numbers >= 0])
        ones: Any = np.ones(sum(map(len, rows)), dtype=np.int32)
        cells = (np.concatenate(rows), np.concatenate(columns))
        return count_matrix(sparse.csr_array((ones, cells), shape=(len(documents), len(self.vocabulary))))

    def _tokens(self, document: Any) -> list[str]:
        tokens = list(self.tokens_of(document))
        other = next((token for token in tokens if not isinstance(token, str)), None)
        if other is not None:
            raise ValueError(f"A document must be cut into strings, got {other!r} among its tokens.")
        return tokens


def runs_within_words(text: str, limits: tuple[int, int]) -> list[str]:
    """Cut each word, a space before and behind it, into runs of characters; one shorter than all runs counts once."""
    shortest, longest = limits
    runs = []
    for word in text.split():
        padded = f" {word} "
        if len(padded) < shortest:
            runs.append(padded)
        for length in range(shortest, min(longest, len(padded)) + 1):
            runs += [padded[start : start + length] for start in range(len(padded) - length + 1)]
    return runs
