"""Rules for converting a text to tokens. `TokenRules` is a frozen record: equal rules give equal counts, and it can be
a cache key.

`document_tokens` is the specification: simple code for one document. `TokenCounter` is the fast version and must give
equal results.

The steps, in order:

1. Convert to lower case.
2. With `han_pairs`, split runs of Han characters into single characters and pairs.
3. Match the word pattern in the rest of the text.
4. Apply the length limits.
5. Fold numbers.
6. Remove stop words.
7. Stem.
8. Build word n-grams.

For character n-grams, the text is only converted to lower case, and white space is folded. Patterns use the syntax of
`re`. A pattern with catastrophic backtracking is not detected here; the caller must limit its running time.

Three fields are derived from other parts of a document; the counter adds them where the rules list them:

- `opening`: the first words and signs of the text. They tell a newsletter from a personal letter, for example.
- `pair`: pairs of neighbouring words of the subject and the sender, which say more than the two words alone.
- `subject-as-text`: the words of the subject are also counted as words of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from nbengine.errors import EngineError

if TYPE_CHECKING:
    import Stemmer


PLAIN_PATTERN = r"\b\w\w+\b"
WORDS_AND_SIGNS = r"\w+|[^\w\s]+"
"""Pattern of words of any length, and of runs of punctuation, currency signs and emoji."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of a document besides its text. Its tokens have the name as a prefix: `subject:offer`."""

    name: str
    is_verbatim: bool = False
    """Whether the field holds tokens separated by white space, which stay unchanged.

    Other fields are tokenised like text.
    """


@dataclass(frozen=True, slots=True)
class TokenRules:
    """Rules for splitting text into tokens. The defaults match scikit-learn's CountVectorizer exactly."""

    lower: bool = True
    pattern: str = PLAIN_PATTERN
    min_length: int = 1
    """Minimum length of a word in characters. The pattern may require more."""
    max_length: int | None = None
    """Maximum length of a word in characters; longer words are dropped. None means no limit."""
    ngrams: tuple[int, int] = (1, 1)
    """Shortest and longest word n-gram, in words. The words of an n-gram are joined by a space."""
    char_ngrams: tuple[int, int] | None = None
    """Shortest and longest character n-gram. If set, character n-grams replace words."""
    stop_words: frozenset[str] = frozenset()
    """Words removed before n-grams are built."""
    stem: str | None = None
    """A Snowball language such as "english"; None disables stemming."""
    han_pairs: bool = False
    """Whether runs of Han characters become single characters and overlapping pairs.

    Chinese text has no spaces to split at.
    """
    fold_numbers: bool = False
    """Whether each word that consists of digits is replaced by ‹number›."""
    fields: tuple[Field, ...] = ()
    """Fields to count besides the text. Other fields are ignored."""


FOLDED_NUMBER = "‹number›"
UNKNOWN_WORD = "‹unknown›"


OPENING: Final = Field("opening", is_verbatim=True)
PAIR: Final = Field("pair", is_verbatim=True)
DERIVED_FIELDS: Final = (OPENING, PAIR)
"""Fields that `add_derived_fields` computes from other parts of the document. Their contents are tokens already."""
SUBJECT_AS_TEXT: Final = Field("subject-as-text", is_verbatim=True)
OPENING_CHARACTERS: Final = 400
"""Number of characters at the beginning of a text from which the field `opening` is made."""
PAIRED_FIELDS: Final = ("subject", "from")
"""Fields whose pairs of neighbouring words form the field `pair`."""
_WORDS = re.compile(WORDS_AND_SIGNS)


def with_derived_fields(rules: TokenRules) -> TokenRules:
    """Return rules that also count the fields in `DERIVED_FIELDS`."""
    return replace(rules, fields=(*rules.fields, *(field for field in DERIVED_FIELDS if field not in rules.fields)))


def add_derived_fields(
    rules: TokenRules, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None
) -> Sequence[Mapping[str, str]] | None:
    """Return the documents' fields together with the fields in `DERIVED_FIELDS` that the rules list.

    Return None if there are no fields.
    """
    wanted = [field.name for field in DERIVED_FIELDS if field in rules.fields]
    if not wanted:
        return fields
    sources: Sequence[Mapping[str, str]] = [{}] * len(texts) if fields is None else fields
    return [_add_derived(wanted, text, source) for text, source in zip(texts, sources, strict=True)]


def prepend_subjects(
    rules: TokenRules, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None
) -> Sequence[str]:
    """Return the texts to tokenise. If the rules list `subject-as-text`, each text is preceded by its subject."""
    if fields is None or SUBJECT_AS_TEXT not in rules.fields:
        return texts
    subjects = (document_fields.get("subject") for document_fields in fields)
    return [f"{subject}\n{text}" if subject else text for subject, text in zip(subjects, texts, strict=True)]


def _add_derived(wanted: Sequence[str], text: str, fields: Mapping[str, str]) -> Mapping[str, str]:
    derived = {}
    if OPENING.name in wanted:
        derived[OPENING.name] = " ".join(_WORDS.findall(text[:OPENING_CHARACTERS].lower()))
    if PAIR.name in wanted:
        words = {name: _WORDS.findall(fields.get(name, "").lower()) for name in PAIRED_FIELDS}
        pairs = (
            f"{name}:{first}_{second}" for name, field_words in words.items() for first, second in pairwise(field_words)
        )
        derived[PAIR.name] = " ".join(pairs)
    return {**fields, **derived}


HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Ranges of Han characters, for use inside the brackets of a pattern."""

MAX_NGRAM_LENGTH = 100
"""Maximum length of an n-gram. Longer ones practically never occur twice."""

_HAN_RUN = re.compile(f"([{HAN}]+)")


def tokenize(text: str, rules: TokenRules) -> list[str]:
    """Return the tokens of one text in order; n-grams are ordered by length first."""
    check_rules(rules)
    if rules.lower:
        text = text.lower()
    if rules.char_ngrams:
        return build_ngrams(re.sub(r"\s+", " ", text), rules.char_ngrams, "")
    words = [form for word in split_words(text, rules) if (form := word_form(word, rules)) is not None]
    return build_ngrams(words, rules.ngrams, " ")


def tokenize_fields(fields: Mapping[str, str], rules: TokenRules) -> list[str]:
    """Return the tokens of the counted fields, each prefixed with the field's name and a colon."""
    tokens = []
    for field in rules.fields:
        text = fields.get(field.name, "")
        words = text.split() if field.is_verbatim else tokenize(text, rules)
        tokens += [f"{field.name}:{word}" for word in words]
    return tokens


def document_tokens(text: str, fields: Mapping[str, str], rules: TokenRules) -> list[str]:
    """Return all tokens of a document: first the tokens of its text, then of its fields."""
    (all_fields,) = add_derived_fields(rules, [text], [fields]) or [fields]
    (full_text,) = prepend_subjects(rules, [text], [fields])
    return tokenize(full_text, rules) + tokenize_fields(all_fields, rules)


def split_words(text: str, rules: TokenRules) -> Iterator[str]:
    """Split a text into words within the length limits. Does not convert to lower case."""
    longest = len(text) if rules.max_length is None else rules.max_length
    shortest = max(rules.min_length, 1)
    return (word for word in _all_words(text, rules) if shortest <= len(word) <= longest)


def word_form(word: str, rules: TokenRules) -> str | None:
    """Return the form under which a word is counted, or None for a stop word."""
    if rules.fold_numbers and word.isdecimal():
        word = FOLDED_NUMBER
    if word in rules.stop_words:
        return None
    return stem_word(word, rules.stem) if rules.stem else word


def stem_word(word: str, language: str) -> str:
    """Return the word's stem. A word with a lone surrogate, which the stemmer cannot encode, is returned unchanged."""
    try:
        return str(_stemmer(language).stemWord(word))
    except UnicodeEncodeError:
        return word


def check_texts(texts: Any) -> None:
    """Raise EngineError unless `texts` is a sequence of strings.

    A single string would count as one text per character.
    """
    if isinstance(texts, str | bytes):
        raise EngineError("Texts are a list of strings; a single string was given. Pass [text].")
    if not hasattr(texts, "__len__"):
        raise EngineError(f"Texts are a list of strings, not {type(texts).__name__}.")
    for kind in set(map(type, texts)):
        if not issubclass(kind, str):
            raise EngineError(f"Texts are strings; one of them is {kind.__name__}.")


@lru_cache(maxsize=256)
def check_rules(rules: TokenRules) -> None:
    """Raise EngineError if the rules contradict each other or cannot be applied."""
    compile_pattern(rules.pattern)
    for name, limits in (("Runs of words", rules.ngrams), ("Runs of characters", rules.char_ngrams)):
        if limits is not None and not 1 <= limits[0] <= limits[1]:
            raise EngineError(f"{name} go from 1 upward, shortest first, not from {limits[0]} to {limits[1]}.")
        if limits is not None and limits[1] > MAX_NGRAM_LENGTH:
            raise EngineError(f"{name} are {MAX_NGRAM_LENGTH} long at most, not {limits[1]}.")
    if rules.max_length is not None and rules.max_length < rules.min_length:
        raise EngineError(f"No word is at least {rules.min_length} and at most {rules.max_length} characters long.")
    if rules.stem is not None and rules.stem not in _stemmed_languages():
        raise EngineError(f"There are no word forms for the language “{rules.stem}”.")
    names = [field.name for field in rules.fields]
    if len(set(names)) < len(names):
        raise EngineError(f"Each field is counted once; some of these come twice: {', '.join(names)}.")


@lru_cache(maxsize=256)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a regular expression for words. If it has a group, the text that the group matches is the word.

    Raise EngineError for several groups.
    """
    try:
        regex = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise EngineError(f"The word pattern “{pattern}” cannot be understood: {error}.") from error
    if regex.groups > 1:
        raise EngineError(f"The word pattern “{pattern}” has {regex.groups} groups; it may have one, the word.")
    return regex


def _all_words(text: str, rules: TokenRules) -> Iterator[str]:
    pattern = compile_pattern(rules.pattern)
    if not rules.han_pairs:
        yield from _match_words(pattern, text)
        return
    for index, part in enumerate(_HAN_RUN.split(text)):
        yield from _han_words(part) if index % 2 else _match_words(pattern, part)


def _match_words(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (match[pattern.groups] or "" for match in pattern.finditer(text))


def _han_words(run: str) -> Iterator[str]:
    for index, character in enumerate(run):
        yield character
        if index + 1 < len(run):
            yield run[index : index + 2]


def build_ngrams(items: str | list[str], limits: tuple[int, int], glue: str) -> list[str]:
    """Return the n-grams of all lengths within the limits, shortest first.

    The items of an n-gram are joined by `glue`.
    """
    shortest, longest = limits
    return [
        glue.join(items[start : start + length])
        for length in range(shortest, longest + 1)
        for start in range(len(items) - length + 1)
    ]


@lru_cache(maxsize=64)
def _stemmer(language: str) -> Stemmer.Stemmer:
    import Stemmer  # noqa: PLC0415 - optional

    return Stemmer.Stemmer(language)


@lru_cache(maxsize=1)
def _stemmed_languages() -> frozenset[str]:
    try:
        import Stemmer  # noqa: PLC0415 - optional: an installation of the engine alone does not have it
    except ImportError as error:
        raise EngineError("Word forms need the package PyStemmer: pip install 'nbengine[languages]'.") from error
    return frozenset(Stemmer.algorithms())


_CODES = (
    "arabic ar, bulgarian bg, chinese zh, czech cs, danish da, dutch nl, english en, finnish fi, french fr, german de, "
    "greek el, hebrew he, hindi hi, hungarian hu, indonesian id, italian it, japanese ja, korean ko, norwegian no, "
    "persian fa, polish pl, portuguese pt, romanian ro, russian ru, slovak sk, spanish es, swedish sv, thai th, "
    "turkish tr, ukrainian uk, vietnamese vi"
)
CODES = dict(map(str.split, _CODES.split(", ")))


def stop_words_of(language: str) -> frozenset[str]:
    """Return the stop words of a language in lower case; raise EngineError if there is no list for it."""
    try:
        import stopwordsiso  # noqa: PLC0415 - optional; importing it loads the words of 57 languages
    except ImportError as error:
        raise EngineError("Stop words need the package stopwordsiso: pip install 'nbengine[languages]'.") from error
    code = CODES.get(language.lower(), language.lower())
    if code not in stopwordsiso.langs():
        names = ", ".join(sorted(CODES))
        raise EngineError(f"There is no list of stop words for {language!r}. There are lists for {names}.")
    return frozenset(word.lower() for word in stopwordsiso.stopwords(code))
