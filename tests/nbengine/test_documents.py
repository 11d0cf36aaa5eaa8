"""Documents give the same to the last bit, held in memory or read in pieces of any size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.errors import EngineError
from nbengine.events.event_model import Prior
from nbengine.learnt import documents as documents_module
from nbengine.learnt.documents import (
    Documents,
    PieceResults,
    StreamedDocuments,
    labelled_documents,
    split_by_entries,
    statistics_of_documents,
)
from nbengine.learnt.statistics import Features
from nbengine.measure.choosing import train_without_blocks
from nbengine.measure.unseen_documents import stratified_folds
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import (
    assure,
    compute_held_out_log_joint,
    score_by_folds,
    score_by_subtraction,
    train_on_statistics,
)
from nbengine.text.token_counter import TokenCounter

RECIPES = {
    "multinomial": Recipe(smoothing=0.5),
    "bernoulli": Recipe(event_model="bernoulli"),
    "complement": Recipe(event_model="complement", smoothing=0.3),
    "complement with norm": Recipe(event_model="complement", norm=True),
    "binary": Recipe(weighting="binary"),
    "tf-idf": Recipe(weighting="tfidf", smoothing=0.1),
    "complement of tf-idf": Recipe(event_model="complement", weighting="tfidf"),
    "without idf": Recipe(weighting="tfidf", with_idf=False),
    "a threshold": Recipe(event_model="bernoulli", threshold=1.0),
    "no smoothing": Recipe(smoothing=0.0),
    "the most frequent words": Recipe(limits=VocabularyLimits(size=20, unknown_word=True)),
    "the most telling words": Recipe(limits=VocabularyLimits(size=20, rank_by="chi2", unknown_word=True)),
    "telling words of tf-idf": Recipe(
        weighting="tfidf", limits=VocabularyLimits(size=20, rank_by="mutual-information")
    ),
    "words of three documents": Recipe(limits=VocabularyLimits(min_documents=3)),
    "without stop words": Recipe(limits=VocabularyLimits(stop_words=frozenset({"common1", "rare2"}))),
    "a smoothed prior": Recipe(prior=Prior("smoothed", 2.0)),
}
SIZES = [0, 37, 10**9]


def held_documents(n: int = 120, *, is_weighted: bool = False) -> Documents:
    """Documents of three labels, some of them empty, some with words that no other has."""
    dice = np.random.default_rng(5)
    labels = dice.integers(0, 3, n)
    texts = []
    for number, label in enumerate(labels.tolist()):
        common = [f"common{word}" for word in dice.integers(0, 12, dice.integers(0, 9))]
        own = [f"label{label}x{word}" for word in dice.integers(0, 6, 3)] if number % 4 else []
        texts.append(" ".join([*common, *own, *([f"rare{number}"] if number % 3 == 0 else [])]))
    counter = TokenCounter(Recipe().rules)
    weights = dice.choice([0.3, 1.0, 2.5], n) if is_weighted else None
    return labelled_documents(counter.count(texts), labels, ("a", "b", "c"), counter.vocabulary, weights)


@cache
def expected(name: str, *, is_weighted: bool = False) -> list[object]:
    """Everything of a recipe, from documents that are held in memory."""
    return everything(RECIPES[name], held_documents(is_weighted=is_weighted))


def streamed(held: Documents, size: int, *, entry_limit: int = 0) -> StreamedDocuments:
    """The same documents, read from where they lie."""
    text = held.features.text
    assert text is not None
    return StreamedDocuments(
        read_counts=lambda runs: (text[numbers] for numbers in runs),
        document_numbers=np.arange(len(held)),
        entry_counts=np.diff(text.starts),
        label_numbers=held.label_numbers,
        labels=held.labels,
        vocabulary=held.vocabulary,
        weights=held.weights,
        max_piece_entries=size,
        entry_limit=entry_limit,
    )


def everything(recipe: Recipe, documents: Documents | StreamedDocuments) -> list[object]:
    """A model as bytes, and every figure that is worked out of its documents."""
    whole = statistics_of_documents(documents)
    model = train_on_statistics(recipe, documents, whole)
    honest = assure(model, documents, whole)
    folds = stratified_folds(documents.label_numbers, 4)
    scores = [honest.log_joint, honest.lengths, honest.n_unknown, compute_held_out_log_joint(model, documents)]
    scores.append(score_by_folds(recipe, documents, folds))
    if recipe.counts_as != "tfidf":
        scores.append(score_by_subtraction(model, documents, folds))
    stretches = train_without_blocks(recipe, documents, whole, sample_size=60)
    losses = [stretches.log_loss(), stretches.log_loss(0.07)]
    return [model_to_bytes(model), model.canonical_hash(), losses, *(part.tobytes() for part in scores)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RECIPES)
def test_pieces_of_any_size_give_what_all_at_once_gives(name: str, size: int) -> None:
    assert everything(RECIPES[name], streamed(held_documents(), size)) == expected(name)


@pytest.mark.parametrize("name", RECIPES)
def test_weighted_documents_in_pieces_give_what_all_at_once_gives(name: str) -> None:
    documents = streamed(held_documents(is_weighted=True), 50)

    assert everything(RECIPES[name], documents) == expected(name, is_weighted=True)


@pytest.mark.parametrize("name", RECIPES)
def test_what_is_held_is_worked_on_in_pieces_too_where_it_is_large(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held, at_once = held_documents(), expected(name)

    monkeypatch.setattr(documents_module, "MAX_ENTRIES_PER_PIECE", 100)

    assert len(list(held.pieces())) > 5
    assert everything(RECIPES[name], held) == at_once


def test_some_of_streamed_documents_are_held_if_they_are_few() -> None:
    held = held_documents()
    some, most = np.arange(3, 40, 2), np.arange(100)
    documents = streamed(held, 100, entry_limit=300)

    few, many = documents[some], documents[most]

    assert isinstance(few, Documents)
    assert isinstance(many, StreamedDocuments)
    for found, numbers in ((few, some), (many.load(), most)):
        same = held[numbers]
        assert np.array_equal(found.label_numbers, same.label_numbers)
        assert found.features.text is not None
        assert same.features.text is not None
        assert np.array_equal(found.features.text.starts, same.features.text.starts)
        assert np.array_equal(found.features.text.tokens, same.features.text.tokens)


@given(st.lists(st.integers(0, 9), max_size=30), st.integers(0, 40))
def test_pieces_hold_all_documents_in_order_and_are_as_small_as_they_should_be(lengths: list[int], n: int) -> None:
    pieces = list(split_by_entries(np.array(lengths, np.int64), n))

    assert [number for piece in pieces for number in range(len(lengths))[piece]] == list(range(len(lengths)))
    for piece in pieces:
        n_documents = piece.stop - piece.start
        assert n_documents > 1 or len(lengths) == 1
        assert n_documents <= 3 or sum(lengths[piece]) <= n + lengths[piece][-1]


def test_each_pass_tells_how_far_it_is_and_can_be_ended_between_pieces() -> None:
    told: list[tuple[int, int]] = []
    documents = streamed(held_documents(), 100).with_progress(lambda done, total: told.append((done, total)))

    statistics_of_documents(documents)

    total = int(documents.entry_counts.sum())
    assert (told[0], told[-1]) == ((0, total), (total, total))
    assert [done for done, _ in told] == sorted(done for done, _ in told)

    def stop(done: int, _total: int) -> None:
        if done:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        statistics_of_documents(documents.with_progress(stop))


def test_no_documents_are_no_pieces() -> None:
    nothing = streamed(held_documents(), 10)[np.zeros(0, np.int64)]

    assert len(nothing) == 0
    assert nothing.load().features.n_documents == 0


def test_counts_over_other_words_than_were_told_are_refused() -> None:
    documents = streamed(held_documents(), 50)
    narrow = replace(documents, read_counts=lambda runs: (part for _ in runs for part in [_one_column()]))

    with pytest.raises(EngineError, match="columns"):
        statistics_of_documents(narrow)


def test_what_is_made_of_held_documents_is_made_once_and_of_streamed_ones_in_each_pass() -> None:
    held = held_documents()
    for documents, n_made in ((held, 1), (streamed(held, 10**9), 2)):
        made: list[Features] = []

        def make(piece: Documents, made: list[Features] = made) -> int:
            made.append(piece.features)
            return len(piece)

        passes = PieceResults(documents, make)

        assert [(places, n) for _ in range(2) for places, _, n in passes] == [(slice(0, 120), 120)] * 2
        assert len(made) == n_made


def _one_column() -> object:
    return TokenCounter(Recipe().rules).count(["one"])
