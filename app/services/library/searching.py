"""Search with operators: which documents of a corpus have what was asked for, without reading a text.

Labels, kinds and dates are answered from columns, senders and subjects by the workspace, words from the counts that
training uses. Only a phrase is looked for in texts, of those documents that have all its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
import numpy.typing as npt

from app.domain.jobs import JobContext
from app.domain.label_sets import places_with
from app.domain.records import CorpusKind
from app.domain.search_terms import KINDS, SearchTerm, moment, search_terms
from app.services.library.corpus_columns import JudgedColumns
from app.services.library.searchable_headings import CorpusHeadings, CorpusWords, Mask, among
from app.services.training.corpus_counting import rules_key
from app.services.training.recipe_planning import default_rules, imported_rules
from app.store.documents import NO_DATE, NO_LABEL
from app.store.search.search_index import FIELDS
from app.store.workspace import Workspace
from nbengine.arrays.counts import IntArray
from nbengine.text.token_rules import tokenize

LabelPlaces = npt.NDArray[np.int32]
PHRASES_AT_ONCE = 200


@cache
def counted_by(kind: CorpusKind) -> tuple[str, ...]:
    """The keys of the rules by which words of such a corpus may have been counted."""
    return tuple(sorted({rules_key(rules) for rules in (default_rules(kind), imported_rules(kind))}))


class CorpusTexts:
    """Headings and words of a corpus, kept between two searches."""

    def __init__(self) -> None:
        self.headings = CorpusHeadings()
        self._words: dict[str, CorpusWords] = {}

    def documents_with(self, workspace: Workspace, corpus: str, numbers: IntArray, word: str) -> Mask:
        """Return documents that hold a word, counted as imports count now or as they did before there were filters."""
        found = np.zeros(len(numbers), np.bool_)
        for key in counted_by(workspace.corpora.get(corpus).kind):
            found |= self._words.setdefault(key, CorpusWords()).documents_with(workspace, corpus, key, numbers, word)
        return found


class Search:
    """Answers the terms of one search in one corpus."""

    def __init__(self, workspace: Workspace, corpus: str, found: JudgedColumns, texts: CorpusTexts) -> None:
        self._workspace, self._corpus, self._texts = workspace, corpus, texts
        self._found, self._columns = found, found.columns
        self._rules = default_rules(workspace.corpora.get(corpus).kind)

    def matching(self, search: str, context: JobContext) -> Mask:
        """(n_documents,): which documents have everything that is asked for."""
        found = np.ones(len(self._columns.numbers), np.bool_)
        self._texts.headings.read(self._workspace, self._corpus, self._columns.numbers, context)
        for term in search_terms(search):
            context.checkpoint(phase="searching")
            found &= ~self._having(term) if term.is_left_out else self._having(term)
        return found

    def _having(self, term: SearchTerm) -> Mask:
        columns, value = self._columns, term.value.casefold()
        if not term.operator:
            return self._with_phrase(value) if term.is_phrase else self._with_text(term.value)
        answers: Mapping[str, Callable[[], Mask]] = {
            "from": lambda: self._texts.headings.containing(("sender",), value),
            "subject": lambda: self._texts.headings.containing(("title",), value),
            "to": lambda: self._with_words([f"to:{word}" for word in self._words(value)]),
            "label": lambda: self._labelled(columns.labels, value),
            "judged": lambda: self._labelled(self._found.judged, value),
            "kind": lambda: np.asarray(columns.kinds == KINDS.index(value)),
            "has": lambda: np.asarray(columns.attachments > 0),
            "is": lambda: self._in_state(value),
            "before": lambda: np.asarray((columns.dates_s != NO_DATE) & (columns.dates_s < (moment(value) or 0))),
            "after": lambda: np.asarray(columns.dates_s >= (moment(value) or 0)),
        }
        return answers[term.operator]()

    def _labelled(self, labels: LabelPlaces, value: str) -> Mask:
        return np.isin(labels, np.array(places_with(self._columns.label_names, value), np.int32))

    def _in_state(self, value: str) -> Mask:
        states = {
            "wrong": self._found.is_surprising,
            "unlabelled": self._columns.labels == NO_LABEL,
            "duplicate": self._columns.duplicates > 0,
        }
        return np.asarray(states[value])

    def _with_text(self, text: str) -> Mask:
        """Return documents whose heading has the text, or whose words include all its words."""
        words = self._words(text)
        in_heading = self._texts.headings.containing(FIELDS, text.strip())
        return in_heading | self._with_words(words) if words else in_heading

    def _with_phrase(self, phrase: str) -> Mask:
        """Return documents whose heading or text has the words in this order, one after the other."""
        wanted = " ".join(phrase.split())
        found = self._texts.headings.containing(FIELDS, wanted)
        waiting = self._columns.numbers[self._with_words(self._words(phrase)) & ~found].tolist()
        having = [
            number
            for first in range(0, len(waiting), PHRASES_AT_ONCE)
            for number, body in self._workspace.documents.bodies(waiting[first : first + PHRASES_AT_ONCE])
            if wanted in " ".join(body.text.casefold().split())
        ]
        return found | among(self._columns.numbers, np.array(having, np.int64))

    def _with_words(self, words: list[str]) -> Mask:
        found = np.full(len(self._columns.numbers), bool(words))
        for word in words:
            found &= self._texts.documents_with(self._workspace, self._corpus, self._columns.numbers, word)
        return found

    def _words(self, text: str) -> list[str]:
        return list(dict.fromkeys(tokenize(text, self._rules)))
