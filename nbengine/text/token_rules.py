"""Rules for what counts as a token: a frozen record, so that equal rules give equal counts and can name a cache.

`document_tokens` is the specification of tokens: one document at a time, plainly. The counter is fast and must agree
with it. The steps, in order: lower case; runs of Han characters cut out where they become pairs; the pattern; the
length limits; numbers folded; stop words left out; stems; runs of words. Character n-grams know only lower case and
folded white space. Patterns are those of `re`; one that backtracks for ever is the caller's to stop.

Some fields are made of a document's own parts. The first words and signs of a text say what sort of letter it is, and
pairs tell a subject or a sender better than single words. Rules that count the field `opening` or `pair` get them made,
wherever documents are counted. Where they have the field `subject-as-text`, words of the subject are words of the text
too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

import Stemmer

from nbengine.errors import EngineError
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


OPENING: Final = Field("opening", is_verbatim=True)
PAIR: Final = Field("pair", is_verbatim=True)
MADE: Final = (OPENING, PAIR)
SUBJECT_AS_TEXT: Final = Field("subject-as-text", is_verbatim=True)
OPENING_CHARACTERS: Final = 400
PAIRED: Final = ("subject", "from")
_WORDS = re.compile(WORDS_AND_SIGNS)


def with_made(rules: TokenRules) -> TokenRules:
    """The rules, counting the made fields too."""
    return replace(rules, fields=(*rules.fields, *(field for field in MADE if field not in rules.fields)))


def made_fields(
    rules: TokenRules, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None
) -> Sequence[Mapping[str, str]] | None:
    """The fields of documents, with those that are made of their parts where the rules count them."""
    wanted = [field.name for field in MADE if field in rules.fields]
    if not wanted:
        return fields
    given: Sequence[Mapping[str, str]] = [{}] * len(texts) if fields is None else fields
    return [_with(wanted, text, own) for text, own in zip(texts, given, strict=True)]


def read_texts(rules: TokenRules, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None) -> Sequence[str]:
    """The texts to count, which begin with the subject where that is to be counted as text too."""
    if fields is None or SUBJECT_AS_TEXT not in rules.fields:
        return texts
    subjects = (own.get("subject") for own in fields)
    return [f"{subject}\n{text}" if subject else text for subject, text in zip(subjects, texts, strict=True)]


def _with(wanted: Sequence[str], text: str, fields: Mapping[str, str]) -> Mapping[str, str]:
    made = {}
    if OPENING.name in wanted:
        made[OPENING.name] = " ".join(_WORDS.findall(text[:OPENING_CHARACTERS].lower()))
    if PAIR.name in wanted:
        words = {name: _WORDS.findall(fields.get(name, "").lower()) for name in PAIRED}
        pairs = (f"{name}:{first}_{second}" for name, own in words.items() for first, second in pairwise(own))
        made[PAIR.name] = " ".join(pairs)
    return {**fields, **made}


HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Han characters as the inside of a bracket of a pattern."""

LONGEST_RUN = 100
"""Words, or characters, that may make one token: longer ones are as good as never seen twice."""

_HAN_RUN = re.compile(f"([{HAN}]+)")


def tokenize(text: str, rules: TokenRules) -> list[str]:
    """Return the tokens of one text, in order; of words first the single ones, then longer and longer runs."""
    check_rules(rules)
    if rules.lower:
        text = text.lower()
    if rules.char_ngrams:
        return token_runs(re.sub(r"\s+", " ", text), rules.char_ngrams, "")
    words = [form for word in raw_words(text, rules) if (form := word_form(word, rules)) is not None]
    return token_runs(words, rules.ngrams, " ")


def tokenize_fields(fields: Mapping[str, str], rules: TokenRules) -> list[str]:
    """Return the tokens of the fields that are counted, each after its field's name and a colon."""
    tokens = []
    for field in rules.fields:
        text = fields.get(field.name, "")
        words = text.split() if field.is_verbatim else tokenize(text, rules)
        tokens += [f"{field.name}:{word}" for word in words]
    return tokens


def document_tokens(text: str, fields: Mapping[str, str], rules: TokenRules) -> list[str]:
    """Return all tokens of a document: those of its text, then those of its fields."""
    (made,) = made_fields(rules, [text], [fields]) or [fields]
    (read,) = read_texts(rules, [text], [fields])
    return tokenize(read, rules) + tokenize_fields(made, rules)


def raw_words(text: str, rules: TokenRules) -> Iterator[str]:
    """Cut a text, already in lower case if it should be, into words within the length limits."""
    longest = len(text) if rules.max_length is None else rules.max_length
    shortest = max(rules.min_length, 1)
    return (word for word in _all_words(text, rules) if shortest <= len(word) <= longest)


def word_form(word: str, rules: TokenRules) -> str | None:
    """Return what a word is counted as, None if it is left out."""
    if rules.fold_numbers and word.isdecimal():
        word = FOLDED_NUMBER
    if word in rules.stop_words:
        return None
    return stemmed(word, rules.stem) if rules.stem else word


def stemmed(word: str, language: str) -> str:
    """Return the word's stem; what the stemmer cannot take (half a surrogate pair) stays as it is."""
    try:
        return str(_stemmer(language).stemWord(word))
    except UnicodeEncodeError:
        return word


@lru_cache(maxsize=256)
def check_rules(rules: TokenRules) -> None:
    """Refuse rules that mean nothing, with the reason."""
    compiled(rules.pattern)
    for name, limits in (("Runs of words", rules.ngrams), ("Runs of characters", rules.char_ngrams)):
        if limits is not None and not 1 <= limits[0] <= limits[1]:
            raise EngineError(f"{name} go from 1 upward, shortest first, not from {limits[0]} to {limits[1]}.")
        if limits is not None and limits[1] > LONGEST_RUN:
            raise EngineError(f"{name} are {LONGEST_RUN} long at most, not {limits[1]}.")
    if rules.max_length is not None and rules.max_length < rules.min_length:
        raise EngineError(f"No word is at least {rules.min_length} and at most {rules.max_length} characters long.")
    if rules.stem is not None and rules.stem not in Stemmer.algorithms():
        raise EngineError(f"There are no word forms for the language “{rules.stem}”.")
    names = [field.name for field in rules.fields]
    if len(set(names)) < len(names):
        raise EngineError(f"Each field is counted once; some of these come twice: {', '.join(names)}.")


@lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a word pattern; at most one group, which then is the word."""
    try:
        found = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise EngineError(f"The word pattern “{pattern}” cannot be understood: {error}.") from error
    if found.groups > 1:
        raise EngineError(f"The word pattern “{pattern}” has {found.groups} groups; it may have one, the word.")
    return found


def _all_words(text: str, rules: TokenRules) -> Iterator[str]:
    pattern = compiled(rules.pattern)
    if not rules.han_pairs:
        yield from _matches(pattern, text)
        return
    for place, part in enumerate(_HAN_RUN.split(text)):
        yield from _han_words(part) if place % 2 else _matches(pattern, part)


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (match[pattern.groups] or "" for match in pattern.finditer(text))


def _han_words(run: str) -> Iterator[str]:
    for place, character in enumerate(run):
        yield character
        if place + 1 < len(run):
            yield run[place : place + 2]


def token_runs(items: str | list[str], limits: tuple[int, int], glue: str) -> list[str]:
    """Return the runs of words, or of characters, of each length, joined; first the shortest."""
    shortest, longest = limits
    return [
        glue.join(items[start : start + length])
        for length in range(shortest, longest + 1)
        for start in range(len(items) - length + 1)
    ]


@lru_cache(maxsize=64)
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language)
