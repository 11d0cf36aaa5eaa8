"""The specification of tokens: one document at a time, plainly. The counter is fast and must agree with it.

The steps, in order: lower case; runs of Han characters cut out where they become pairs; the pattern; the
length limits; numbers folded; stop words left out; stems; runs of words. Character n-grams know only lower
case and folded white space. Patterns are those of `re`; one that backtracks for ever is the caller's to stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

import Stemmer

from nbengine.errors import EngineError
from nbengine.text.opening_and_pair_fields import made_fields, read_texts
from nbengine.text.token_rules import FOLDED_NUMBER, TokenRules

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
        return token_runs(_folded_space(text), rules.char_ngrams, "")
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


def _folded_space(text: str) -> str:
    return re.sub(r"\s+", " ", text)


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
