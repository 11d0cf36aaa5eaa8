"""Rules for what counts as a token: a frozen record, so that equal rules give equal counts and can name a cache."""

from __future__ import annotations

from nbengine.lazy_dataclasses import dataclass

PLAIN_PATTERN = r"\b\w\w+\b"
WORDS_AND_SIGNS = r"\w+|[^\w\s]+"
"""Words of any length, and runs of punctuation, currency signs and emoji."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a document beside its text, whose tokens carry the field's name: `subject:offer`."""

    name: str
    is_verbatim: bool = False
    """Verbatim fields hold ready tokens separated by white space; the others are cut like text."""


@dataclass(frozen=True, slots=True)
class TokenRules:
    """Rules by which text becomes tokens. The defaults are exactly scikit-learn's CountVectorizer."""

    lower: bool = True
    pattern: str = PLAIN_PATTERN
    min_length: int = 1
    """In characters, after the pattern; longer patterns set their own minimum."""
    max_length: int | None = None
    """Longer tokens are left out."""
    ngrams: tuple[int, int] = (1, 1)
    """Shortest and longest run of words that make a token, joined by a space."""
    char_ngrams: tuple[int, int] | None = None
    """Instead of words: runs of characters of the lower-cased text with white space folded."""
    stop_words: frozenset[str] = frozenset()
    """Left out before runs of words are formed."""
    stem: str | None = None
    """A Snowball language such as "english"; None keeps words as they are."""
    han_pairs: bool = False
    """Runs of Han characters become their overlapping pairs and single characters."""
    fold_numbers: bool = False
    """Tokens of digits only become ‹number›."""
    fields: tuple[Field, ...] = ()
    """The fields that are counted beside the text; all others are ignored."""


FOLDED_NUMBER = "‹number›"
UNKNOWN_WORD = "‹unknown›"
