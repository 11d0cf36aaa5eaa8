"""Words of a corpus are counted once under each set of token rules: on the way in, or when they are first asked for."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.documents import Document, Extracted, Failure
from app.domain.jobs import NoOpJobContext
from app.library.extraction import BatchCounter, pack_batch
from app.library.recipes import MAIL_RULES, PLAIN_RULES
from app.library.training_data import CountedWords, count_words, rules_key
from app.store.document_packing import unpack_document
from app.store.documents import StoredDocuments
from app.store.workspace import Workspace
from nbengine.text.token_rules import TokenRules, document_tokens
from tests.app.library.counted import CorpusCounts, corpus_counts
from tests.app.made_up_corpus import made_up

BIGRAMS = TokenRules(ngrams=(1, 2))
FIELDS = st.dictionaries(st.sampled_from(["subject", "from", "url", "mark", "strange"]), st.text(max_size=30))
DOCUMENTS = st.lists(st.tuples(st.text(max_size=60), FIELDS), max_size=8)


def rows_of(counts: CorpusCounts | CountedWords) -> list[dict[str, int]]:
    words = counts.vocabulary.words
    starts = counts.counts.starts.tolist()
    return [
        {words[token]: int(value) for token, value in zip(
            counts.counts.tokens[start:end].tolist(), counts.counts.values[start:end].tolist(), strict=True)}
        for start, end in pairwise(starts)
    ]  # fmt: skip


def tally_of(tokens: list[str]) -> dict[str, int]:
    return {token: tokens.count(token) for token in tokens}


@pytest.mark.parametrize("rules", [PLAIN_RULES, BIGRAMS, MAIL_RULES])
def test_counts_are_those_of_the_specification(workspace: Path, rules: TokenRules) -> None:
    with Workspace(workspace) as opened:
        counted = corpus_counts(opened, "Mail", rules, NoOpJobContext())
        bodies = dict(opened.documents.read_bodies(counted.document_numbers.tolist()))

    expected = [tally_of(document_tokens(body.text, body.fields, rules)) for body in bodies.values()]
    assert list(bodies) == counted.document_numbers.tolist()
    assert rows_of(counted) == expected


@pytest.mark.parametrize("n_documents", [0, 1, 250])
def test_words_of_new_documents_are_the_same_by_a_pattern_that_a_worker_counts(n_documents: int) -> None:
    rules = TokenRules(pattern=r"(?:\w\w+)")
    documents = [made_up("ham", number) for number in range(n_documents)]

    counted = count_words(rules, documents)

    expected = [tally_of(document_tokens(each.text, each.fields, rules)) for each in documents]
    assert rows_of(counted) == expected


def test_what_was_counted_is_never_read_again(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(workspace) as opened:
        before = corpus_counts(opened, "Mail", BIGRAMS, NoOpJobContext())
        opened.editing.add("Mail", [made_up("ham", 1000)])
        asked: list[int] = []
        read_bodies = StoredDocuments.read_bodies

        def watched(self: StoredDocuments, numbers: list[int]) -> object:
            asked.extend(numbers)
            return read_bodies(self, numbers)

        monkeypatch.setattr(StoredDocuments, "read_bodies", watched)
        after = corpus_counts(opened, "Mail", BIGRAMS, NoOpJobContext())

    assert asked == np.setdiff1d(after.document_numbers, before.document_numbers).tolist()
    assert rows_of(after)[: len(rows_of(before))] == rows_of(before)


def test_equal_rules_share_their_counts_and_others_do_not() -> None:
    assert rules_key(TokenRules(ngrams=(1, 2))) == rules_key(BIGRAMS)
    assert len({rules_key(rules) for rules in (PLAIN_RULES, BIGRAMS, MAIL_RULES)}) == 3


@settings(deadline=None)
@given(DOCUMENTS)
def test_a_batch_carries_the_counts_of_its_documents_over_words_of_its_own(
    found: list[tuple[str, dict[str, str]]],
) -> None:
    documents = [Document(text=text, path=f"/{place}", fields=fields) for place, (text, fields) in enumerate(found)]
    failure = Failure("/broken", "", "parser")
    counting = BatchCounter(MAIL_RULES)
    counting.count([Document(text="words that were known before", path="/before")])
    extracted: list[Extracted] = [*documents, failure]

    batch = pack_batch(extracted, counting)

    assert batch.failures == (failure,)
    assert [unpack_document(packed.body).text for packed in batch.documents] == [text for text, _ in found]
    counted = CorpusCounts(np.arange(len(found)), batch.counts, batch.vocabulary)
    assert rows_of(counted) == [tally_of(document_tokens(text, fields, MAIL_RULES)) for text, fields in found]


def test_without_rules_nothing_is_counted() -> None:
    batch = pack_batch([Document(text="two words", path="/a")], BatchCounter(None))

    assert (len(batch.documents), len(batch.counts.tokens), len(batch.vocabulary)) == (1, 0, 0)
