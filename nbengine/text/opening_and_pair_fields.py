"""Fields that are made of a document's own parts: how its text begins, and pairs of neighbouring words.

The first words and signs of a text say what sort of letter it is, and pairs tell a subject or a sender better than
single words. Rules that count the field `opening` or `pair` get them made, wherever documents are counted. Where they
have the field `subject-as-text`, words of the subject are words of the text too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from nbengine.text.token_rules import WORDS_AND_SIGNS, Field, TokenRules

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
        made[PAIR.name] = " ".join(_pairs(fields))
    return {**fields, **made}


def _pairs(fields: Mapping[str, str]) -> list[str]:
    found = []
    for name in PAIRED:
        words = _WORDS.findall(fields.get(name, "").lower())
        found += [f"{name}:{first}_{second}" for first, second in pairwise(words)]
    return found
