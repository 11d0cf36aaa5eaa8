"""The facts of a letter that files are named by, and the rules by which they are found."""

from __future__ import annotations

from nbengine.lazy_dataclasses import dataclass

NAME_RULES: dict[str, str] = {
    "person": "said by you",
    "mail": "said by the mail",
    "date-word": "called the date",
    "date-line": "stands by itself",
    "first-date": "the first date: a guess",
    "slashes": "day and month may be the other way round: a guess",
    "file-time": "the file's own time: a guess",
    "from-word": "called the sender",
    "company": "a firm or an office at the head",
    "signature": "the signature",
    "domain": "an address: a guess",
    "first-line": "the first line: a guess",
}
"""Rules by which the date and the sender of a letter are found: code to what they go by."""
GUESSES = frozenset({"first-date", "slashes", "file-time", "domain", "first-line"})


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a letter says of itself, the rule that found it, and the words it went by."""

    value: str = ""
    rule: str = ""
    """A code of `NAME_RULES`."""
    words: str = ""

    @property
    def is_guess(self) -> bool:
        """Tell whether the rule takes the first that comes."""
        return self.rule in GUESSES


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """The date of a letter, in ISO form, and its sender."""

    date: Fact = Fact()
    sender: Fact = Fact()
    letter: bytes = b""
    """The hash of its content, by which a person's corrections are kept; empty where it has none."""
    script: str = ""
    """The script of its pages that were read off their pictures; empty where there are none."""
