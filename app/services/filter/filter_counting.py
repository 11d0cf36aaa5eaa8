"""What a filter that learns as it goes takes for a word, and as what kind of witness each word counts.

Beyond what a recipe for messages of their kind counts there are, chosen on public training sets (SpamAssassin's first
sets with and without their headers, and Enron; geometric means over eleven orders of 1-ROCA%, and of the spam missed
where .05 to .4 % of the good mail is lost):

- Pairs of neighbouring words in the subject and the sender: .130 became .127.
- The first words and signs of a text, once more as words of their own, for how a letter begins says what sort of letter
  it is: .119, and 11.0 % missed in place of 12.0. The last words gained nothing beside them.
- The subject as text too, in mail that was stripped of its headers: Enron went from .155 to .124. Pairs of all words,
  which such mail is counted by, had brought it there from .194. Neither gained anything beside headers or in messages.

Short messages are all beginning, and have none of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document
from app.services.training.recipe_planning import CorpusKind, default_rules, kind_by_headers, kind_by_length
from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import WORDS_AND_SIGNS, Field, TokenRules
from nbengine.text.vocabulary import Vocabulary

TEXT, PLACED = 0, 4
WITNESSES = {
    "subject": 1,
    "from": 2, "sender": 2, "to": 2, "reply-to": 2, "received": 2, "mailer": 2, "content-type": 2, "list": 2,
    "mark": 3, "unseen": 3,
}  # fmt: skip
"""Fields that witness together; all others with the text. Keeping addresses in the text apart gained nothing."""
N_WITNESSES = 5

OPENING_CHARACTERS = 400
OPENING = TokenRules(pattern=WORDS_AND_SIGNS)
PAIRED = TokenRules(pattern=WORDS_AND_SIGNS, ngrams=(2, 2), fields=(Field("subject"), Field("from")))

WordNumbers = npt.NDArray[np.int32]


class MessageCounter:
    """Numbers the words of messages, in the order in which it meets them.

    Whether texts are short messages, and mails have headers, is told by the first ones.
    """

    def __init__(
        self,
        kind: CorpusKind,
        first_ones: Sequence[Document],
        *,
        labels: Sequence[str],
        first_number: int = 0,
        rules: TokenRules | None = None,
        heeds_places: bool = True,
    ) -> None:
        by_length = kind_by_length(kind, [len(document.text) for document in first_ones])
        n_with_headers = sum("received" in document.fields for document in first_ones)
        self.kind = kind_by_headers(by_length, labels, n_with_headers, len(first_ones))
        self.rules = rules or default_rules(self.kind)
        self.n_numbers = first_number
        """All numbers given so far are below this one."""
        text_of = _with_subject if self.kind == "stripped" else _text
        self._parts = [_Part(TokenCounter(self.rules), text_of, witnesses_of)]
        if heeds_places and self.kind != "message":
            self._parts += [_Part(TokenCounter(OPENING), _opening), _Part(TokenCounter(PAIRED), _no_text)]

    def count(self, documents: Sequence[Document]) -> tuple[list[WordNumbers], IntArray]:
        """Return the different words of each message, and the witnesses that new numbers are, in their order."""
        counted, witnesses = [], []
        for part in self._parts:
            counted.append(part.count(documents))
            witnesses.append(part.numbered_from(self.n_numbers))
            self.n_numbers += len(witnesses[-1])
        numbers = [part.numbers.take(counts.tokens) for part, counts in zip(self._parts, counted, strict=True)]
        return _joined(numbers, [counts.starts for counts in counted]), np.concatenate(witnesses)


def witnesses_of(vocabulary: Vocabulary, columns: IntArray) -> IntArray:
    """Return what kind of witness each word of a recipe is, by the field whose name it begins with."""
    words = vocabulary.spans(columns)
    found = np.full(len(words), TEXT)
    for name, witness in WITNESSES.items():
        found[words.begin_with(f"{name}:".encode())] = witness
    return found


def _all_placed(_vocabulary: Vocabulary, columns: IntArray) -> IntArray:
    return np.full(len(columns), PLACED)


@dataclass(slots=True)
class _Part:
    """Something that is counted of every message, over words of its own."""

    counter: TokenCounter
    text_of: Callable[[Document], str]
    witnesses: Callable[[Vocabulary, IntArray], IntArray] = _all_placed
    numbers: WordNumbers = field(default_factory=lambda: np.zeros(0, np.int32))
    """(n_tokens,): the number of each of its words."""

    def count(self, documents: Sequence[Document]) -> CountMatrix:
        return self.counter.count(list(map(self.text_of, documents)), [document.fields for document in documents])

    def numbered_from(self, number: int) -> IntArray:
        """Give new words the numbers from there on; return the witnesses that they are."""
        new = np.arange(len(self.numbers), self.counter.n_tokens)
        self.numbers = np.concatenate([self.numbers, np.arange(number, number + len(new), dtype=np.int32)])
        return self.witnesses(self.counter.vocabulary, new)


def _text(document: Document) -> str:
    return document.text


def _with_subject(document: Document) -> str:
    return f"{document.fields.get('subject', '')}\n{document.text}"


def _opening(document: Document) -> str:
    return document.text[:OPENING_CHARACTERS]


def _no_text(_document: Document) -> str:
    return ""


def _joined(parts: list[WordNumbers], starts: list[IntArray]) -> list[WordNumbers]:
    """Put the rows of several matrices, given as numbers and where rows start, behind one another; return the rows."""
    row_starts: IntArray = np.sum(starts, axis=0)
    joined, free = np.empty(row_starts[-1], np.int32), row_starts[:-1].copy()
    for numbers, own in zip(parts, starts, strict=True):
        lengths = np.diff(own)
        joined[np.arange(len(numbers)) + np.repeat(free - own[:-1], lengths)] = numbers
        free += lengths
    return [joined[start:end] for start, end in pairwise(row_starts.tolist())]
