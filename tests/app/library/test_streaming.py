"""A corpus beyond the budget for counts is read in pieces: all comes out as if it were held, and can be stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.errors import BusyWorkspace
from app.domain.jobs import Cancelled, NoOpJobContext
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model, evaluate_vocabulary_sizes
from app.features.train.training import (
    JUDGING,
    LEARNING,
    TrainingOrder,
    choose_for_request,
    train,
)
from app.features.train.workbench import RecipeEvaluator
from app.library import memory
from app.library.memory import EntryBudget
from app.library.recipes import RecipeRequest
from app.library.training_data import rules_key
from app.store.workspace import Workspace
from nbengine.learnt.documents import Documents, StreamedDocuments, statistics_of_documents
from tests.app.made_up_corpus import made_up

REQUEST = RecipeRequest(event_model="multinomial", smoothing="0.5")
REQUESTS = {
    "fixed": REQUEST,
    "auto": RecipeRequest(),
    "auto smoothing": replace(REQUEST, smoothing="auto"),
    "bernoulli": replace(REQUEST, event_model="bernoulli"),
    "complement of tf-idf": replace(REQUEST, event_model="complement", tfidf=True),
    "few words": replace(REQUEST, vocabulary="10"),
    "telling words": replace(REQUEST, vocabulary="10", rank_words_by="chi2"),
    "room for all words": replace(REQUEST, vocabulary="10000"),
    "pairs": replace(REQUEST, ngrams=(1, 2)),
}
TINY = {
    "nothing held": EntryBudget(max_held_entries=0, piece_entries=150),
    "parts held": EntryBudget(max_held_entries=400, piece_entries=100),
}
N_EACH = 50


class Watched:
    """Notes the phases it is told of, and stops at one of its checkpoints."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.phases: list[str] = []
        self.told: list[tuple[float, float, str]] = []
        self._stop_at = stop_at

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        self.told.append((done, total, phase))
        if len(self.told) == self._stop_at:
            raise Cancelled


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mails of two labels, one of them weighted, some deleted, and counted by two writers by turns."""
    path = tmp_path_factory.mktemp("large") / "large.bayleaf"
    with Workspace(path, create=True) as workspace:
        workspace.corpora.add("Mail", "text")
        mails = [made_up(label, number) for number in range(N_EACH) for label in ("ham", "spam")]
        mails = [replace(mail, text=f"{mail.text} {own_word(mail)}") for mail in mails]
        workspace.editing.add("Mail", [mails[0], *(replace(mail, weight=2.5) for mail in mails[1:9]), *mails[9:]])
        numbers = workspace.documents.columns("Mail").document_numbers.tolist()
        workspace.editing.remove(numbers[5:80:16])
    train(path, TrainingOrder(REQUEST, "Mail", "Filter"), NoOpJobContext())
    recount_by_turns(path)
    return path


def own_word(mail: Document) -> str:
    """A word that no other mail has."""
    return "own" + mail.title.replace(" ", "")


def recount_by_turns(path: Path) -> None:
    """Write the counts anew as two programs leave them that count one corpus at once: segments lie over one another."""
    with Workspace(path) as workspace:
        ((vocabulary, key),) = workspace._file.rows("SELECT id, rules_key FROM vocabulary")
        counted, words = workspace.segments.read("Mail", key), workspace.segments.words("Mail", key)
        for table, column in (("segment", "vocabulary_id"), ("word_list", "vocabulary_id"), ("vocabulary", "id")):
            workspace._file.execute(f"DELETE FROM {table} WHERE {column} = ?", (vocabulary,))
        writer = workspace.segments.writer("Mail", key)
        for turn, new_words in ((1, words), (0, ())):
            picked = np.flatnonzero(np.arange(len(counted.document_numbers)) % 3 % 2 == turn)
            lengths = np.diff(counted.starts)[picked]
            entries = np.concatenate([np.arange(*counted.starts[row : row + 2]) for row in picked])
            writer.add(
                counted.document_numbers[picked], np.concatenate(([0], np.cumsum(lengths))),
                counted.tokens[entries], counted.values[entries], new_words,
            )  # fmt: skip


@pytest.fixture
def path(large: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "copy.bayleaf"
    with Workspace(large) as original:
        original.save_copy(copy)
    return copy


def trained(path: Path, request: RecipeRequest) -> tuple[Any, ...]:
    """Return everything that a training reports and keeps, but for the time it took."""
    report = train(path, TrainingOrder(request, "Mail", "Model"), NoOpJobContext())
    with Workspace(path) as workspace:
        record, verdicts = workspace.models.get("Model"), workspace.verdicts.leave_one_out("Mail")
        assert verdicts is not None
        kept = (workspace.models.content("Model"), record.evaluation, record.recipe)
        return replace(report, seconds=0.0), *kept, verdicts.label_indices.tolist(), verdicts.probabilities.tolist()


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_training_in_pieces_keeps_the_same_model_and_the_same_figures(
    path: Path, request_: RecipeRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = trained(path, request_)

    for name, budget in TINY.items():
        monkeypatch.setattr(memory, "COUNT_BUDGET", budget)
        assert trained(path, request_) == held, name


def test_only_a_corpus_beyond_the_budget_is_streamed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(path) as workspace:
        corpus = workspace.corpora.get("Mail")
        labelled, *_ = choose_for_request(workspace, corpus, REQUEST, NoOpJobContext())
        assert isinstance(labelled.documents, Documents)
        assert labelled.documents.features.text is not None
        n_entries = len(labelled.documents.features.text.tokens)

        for budget, kind in ((n_entries, Documents), (n_entries - 1, StreamedDocuments)):
            monkeypatch.setattr(memory, "COUNT_BUDGET", EntryBudget(max_held_entries=budget, piece_entries=100))
            assert isinstance(choose_for_request(workspace, corpus, REQUEST, NoOpJobContext())[0].documents, kind)


@pytest.mark.parametrize("way", ["leave-one-out", "folds"])
@pytest.mark.parametrize("name", ["fixed", "complement of tf-idf", "telling words"])
def test_evaluating_in_pieces_finds_the_same(path: Path, name: str, way: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    train(path, TrainingOrder(REQUESTS[name], "Mail", "Model"), NoOpJobContext())
    order = EvaluationOrder("Model", way, n_folds=5)
    held = evaluate_model(path, order, NoOpJobContext())

    monkeypatch.setattr(memory, "COUNT_BUDGET", TINY["nothing held"])
    streamed = evaluate_model(path, order, NoOpJobContext())

    assert streamed.evaluation.to_plain() == held.evaluation.to_plain()
    assert np.array_equal(streamed.log_proba, held.log_proba)
    assert streamed.ranking is not None
    assert np.array_equal(streamed.ranking, held.ranking)


def test_the_live_answers_are_the_same_in_pieces(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["fixed", "complement of tf-idf", "telling words", "pairs"]
    held = [live_answers(RecipeEvaluator(path), REQUESTS[name]) for name in names]

    monkeypatch.setattr(memory, "COUNT_BUDGET", TINY["nothing held"])
    live = RecipeEvaluator(path)

    assert [live_answers(live, REQUESTS[name]) for name in names] == held


def live_answers(live: RecipeEvaluator, request: RecipeRequest) -> tuple[Any, ...]:
    found, curve = live.result("Mail", request, NoOpJobContext()), live.curve("Mail", request, NoOpJobContext())
    return found.evaluation.to_plain(), found.wrong, curve


def test_the_experiment_on_the_number_of_words_takes_as_many_documents_as_may_be_held(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = evaluate_vocabulary_sizes(path, "Mail", NoOpJobContext())

    monkeypatch.setattr(memory, "COUNT_BUDGET", EntryBudget(max_held_entries=600, piece_entries=100))
    sampled = evaluate_vocabulary_sizes(path, "Mail", NoOpJobContext())

    assert whole.n_documents == whole.n_in_corpus
    assert 20 < sampled.n_documents < sampled.n_in_corpus == whole.n_in_corpus
    assert sampled == evaluate_vocabulary_sizes(path, "Mail", NoOpJobContext())


def test_every_pass_tells_how_far_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "COUNT_BUDGET", TINY["nothing held"])
    context = Watched()

    train(path, TrainingOrder(REQUEST, "Mail", "Model"), context)

    shares = [(done / total, phase) for done, total, phase in context.told if phase in (LEARNING, JUDGING) and total]
    assert all(sum(each == phase for _, each in shares) > 5 for phase in (LEARNING, JUDGING))
    assert shares[0][0] < 0.1
    assert shares[-1][0] == 1
    assert [share for share, _ in shares] == sorted(share for share, _ in shares), "the progress never falls"


@pytest.mark.parametrize("name", ["auto", "telling words", "complement of tf-idf"])
def test_a_training_can_be_stopped_in_every_pass_and_keeps_nothing(
    path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "COUNT_BUDGET", EntryBudget(max_held_entries=0, piece_entries=350))
    order, whole = TrainingOrder(REQUESTS[name], "Mail", "Stopped"), Watched()
    train(path, replace(order, model="Whole"), whole)

    last_of_each = {phase: place for place, (_, _, phase) in enumerate(whole.told, start=1)}
    for place in sorted({len(whole.told) // 2, *last_of_each.values()}):
        with pytest.raises(Cancelled):
            train(path, order, Watched(place))

    with Workspace(path) as workspace:
        assert {model.name for model in workspace.models.all()} == {"Filter", "Whole"}


def test_counts_that_were_rewritten_meanwhile_are_not_taken_for_the_old_ones(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "COUNT_BUDGET", TINY["nothing held"])
    with Workspace(path) as workspace:
        labelled, recipe, *_ = choose_for_request(workspace, workspace.corpora.get("Mail"), REQUEST, NoOpJobContext())
        before = statistics_of_documents(labelled.documents).documents.tolist()
        workspace.editing.remove(labelled.document_numbers[:1].tolist())
        assert (
            statistics_of_documents(labelled.documents).documents.tolist() == before
        )  # as they were when the work began
        workspace.compact()
        assert workspace._file.column("SELECT rules_key FROM vocabulary") == [rules_key(recipe.rules)]

    with pytest.raises(BusyWorkspace):
        statistics_of_documents(labelled.documents)
