"""The Train page's workbench: every answer is what a training would give, however little was worked out for it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import TrainingError
from app.domain.jobs import NoOpJobContext
from app.features.train.training import JUDGING, LEARNING, TrainingOrder, train
from app.features.train.workbench import CURVE_SMOOTHINGS, RecipeEvaluator, compare_by_mcnemar, compare_recipes
from app.library.filter_training import LEAVING_OUT, REPLAYING
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.verdict_columns import titles_of_documents
from app.store.workspace import Workspace, open_for_reading
from tests.app.made_up_corpus import N_EACH, made_up

REQUEST = RecipeRequest(event_model="multinomial", smoothing="0.5")
FILTER_REQUEST = RecipeRequest(event_model="filter", spam_label="spam")
VARIANTS = [
    REQUEST,
    replace(REQUEST, smoothing="2"),
    replace(REQUEST, event_model="bernoulli"),
    replace(REQUEST, event_model="complement", tfidf=True),
    replace(REQUEST, binary=True),
    replace(REQUEST, vocabulary="10"),
    replace(REQUEST, vocabulary="10", rank_words_by="mutual-information"),
    replace(REQUEST, prior="uniform"),
    replace(REQUEST, ngrams=(1, 2)),
    REQUEST,
]


def test_every_answer_is_what_a_training_finds(workspace: Path) -> None:
    live = RecipeEvaluator(workspace)
    for request in VARIANTS:
        found = live.result("Mail", request, NoOpJobContext())

        trained = train(workspace, TrainingOrder(request, "Mail", "Other"), NoOpJobContext())

        assert found.evaluation.accuracy == trained.accuracy, request


def test_labels_without_a_pattern_get_the_figure_that_the_training_reports(tmp_path: Path) -> None:
    """Held-out scores are then worse than chance: a document makes its words typical of its own label."""
    chance = random.Random(5)
    words = [f"word{number}" for number in range(30)]
    for number in range(55):
        folder = tmp_path / "letters" / ("work" if number % 2 else "private")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.txt").write_text(" ".join(chance.sample(words, 12)), encoding="utf-8")
    place = tmp_path / "letters.bayleaf"
    sources = ImportRequest((tmp_path / "letters",), SourceOptions(kind="text"), "Letters")
    import_sources(place, sources, NoOpJobContext())

    found = RecipeEvaluator(place).result("Letters", REQUEST, NoOpJobContext())
    trained = train(place, TrainingOrder(REQUEST, "Letters", "Other"), NoOpJobContext())

    assert trained.accuracy is not None
    assert trained.accuracy < 0.5
    assert found.evaluation.accuracy == trained.accuracy
    assert len(set(found.all_judged.tolist())) == 2


def test_after_a_filter_another_model_takes_its_words_from_the_counts_held(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.corpora.add("Letters", "mail")
        opened.editing.add("Letters", [made_up(label, number) for label in ("ham", "spam") for number in range(N_EACH)])
    live, watch = RecipeEvaluator(workspace), Watch()
    live.result("Letters", RecipeRequest(event_model="filter"), NoOpJobContext())

    found = live.result("Letters", REQUEST, watch)

    anew = RecipeEvaluator(workspace).result("Letters", REQUEST, NoOpJobContext())
    assert "reading counts" not in watch.phases
    assert found.evaluation.log_loss == anew.evaluation.log_loss
    assert found.all_wrong.tolist() == anew.all_wrong.tolist() != []


def test_a_comparison_with_a_filter_that_was_tested_does_not_replay_it_again(workspace: Path) -> None:
    live, watch = RecipeEvaluator(workspace), Watch()
    live.result("Mail", FILTER_REQUEST, NoOpJobContext())

    found = live.compare_by_date("Mail", FILTER_REQUEST, REQUEST, watch)

    assert REPLAYING not in watch.phases
    assert found == RecipeEvaluator(workspace).compare_by_date("Mail", FILTER_REQUEST, REQUEST, NoOpJobContext())


def test_a_filter_is_replayed_once_for_the_comparisons_with_several_recipes(workspace: Path) -> None:
    live, watch = RecipeEvaluator(workspace), Watch()
    live.compare_by_date("Mail", FILTER_REQUEST, REQUEST, NoOpJobContext())

    live.compare_by_date("Mail", FILTER_REQUEST, replace(REQUEST, event_model="bernoulli"), watch)

    assert REPLAYING not in watch.phases


def test_a_recipe_that_is_chosen_again_is_not_evaluated_again_until_a_document_changes(workspace: Path) -> None:
    live, watch = RecipeEvaluator(workspace), Watch()
    first = live.result("Mail", REQUEST, NoOpJobContext())
    live.result("Mail", replace(REQUEST, event_model="bernoulli"), NoOpJobContext())

    again = live.result("Mail", REQUEST, watch)
    assert watch.phases == []
    assert again.evaluation.log_loss == first.evaluation.log_loss
    assert again.wrong == first.wrong
    assert again.seconds == first.seconds  # of the test itself, not of reading its result again

    with Workspace(workspace) as opened:
        opened.editing.relabel(first.all_wrong[:1].tolist(), None)
    assert live.result("Mail", REQUEST, watch).evaluation.log_loss != first.evaluation.log_loss
    assert watch.phases != []


@pytest.mark.parametrize("request_", [FILTER_REQUEST, RecipeRequest(event_model="learnt", smoothing="0.1")])
def test_the_progress_of_a_test_in_several_passes_never_falls(workspace: Path, request_: RecipeRequest) -> None:
    watch = Watch()

    RecipeEvaluator(workspace).result("Mail", request_, watch)

    tested = [share for share, phase in zip(watch.shares, watch.phases, strict=True) if phase in TEST_PHASES]
    assert len(set(tested)) > 2
    assert tested == sorted(tested)
    assert max(tested) <= 1


TEST_PHASES = (REPLAYING, LEAVING_OUT, LEARNING, JUDGING)


class Watch(NoOpJobContext):
    """Notes the phases that it is told of."""

    def __init__(self) -> None:
        self.phases: list[str] = []
        self.shares: list[float] = []

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        self.phases.append(phase)
        self.shares.append(done / total if total else 0.0)


def test_the_surest_mistakes_come_first(workspace: Path) -> None:
    found = RecipeEvaluator(workspace).result("Mail", REQUEST, NoOpJobContext())

    sure = [max(each.share, 1 - each.share) for each in found.wrong]
    assert found.n_wrong == len(found.wrong) > 0
    assert (np.diff(sure) <= 1e-12).all()
    assert all(each.label != each.judged and each.title for each in found.wrong)


def test_the_curve_passes_through_the_answer(workspace: Path) -> None:
    live = RecipeEvaluator(workspace)
    curve = live.curve("Mail", REQUEST, NoOpJobContext())

    place = len(curve.values) // 2
    request = replace(REQUEST, smoothing=repr(curve.values[place]))

    assert curve.values == CURVE_SMOOTHINGS
    found = live.result("Mail", request, NoOpJobContext()).evaluation.accuracy
    assert found == pytest.approx(curve.accuracies[place], abs=1e-12)


def test_the_best_smoothing_is_the_top_of_the_curve(workspace: Path) -> None:
    curve = RecipeEvaluator(workspace).curve("Mail", REQUEST, NoOpJobContext())

    shares = dict(zip((f"{value:.2g}" for value in curve.values), curve.accuracies, strict=True))
    assert shares[f"{curve.best:.2g}"] == max(share for value, share in shares.items() if float(value) > 0)


def test_what_was_relabelled_is_seen_at_once(workspace: Path) -> None:
    live = RecipeEvaluator(workspace)
    before = live.result("Mail", REQUEST, NoOpJobContext())
    with Workspace(workspace) as opened:
        opened.editing.relabel([each.document for each in before.wrong], None)

    after = live.result("Mail", REQUEST, NoOpJobContext())

    assert after.evaluation.documents == before.evaluation.documents - before.n_wrong


def test_a_corpus_of_one_label_cannot_be_judged_and_says_so(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.corpora.add("One", "text")
        opened.editing.add("One", [made_up("ham", number) for number in range(N_EACH)])

    with pytest.raises(TrainingError, match="ham"):
        RecipeEvaluator(workspace).result("One", REQUEST, NoOpJobContext())


def test_documents_judged_otherwise_are_those_on_which_two_recipes_differ(workspace: Path) -> None:
    live = RecipeEvaluator(workspace)
    first, second = (
        live.result("Mail", replace(REQUEST, smoothing=each), NoOpJobContext()) for each in ("0.01", "500")
    )

    found, counted = compare_recipes(workspace, first, second), compare_by_mcnemar(first, second)

    rights = [(each.first == each.label, each.second == each.label) for each in found.documents]
    assert rights == [(True, False)] * counted.n_only_first_right + [(False, True)] * counted.n_only_second_right
    assert found.n_documents == len(found.documents) > 0
    assert compare_recipes(workspace, second, first).n_documents == found.n_documents
    assert compare_recipes(workspace, first, first).documents == ()


def test_mistakes_without_a_title_are_called_by_how_they_begin(tmp_path: Path) -> None:
    source, workspace = tmp_path / "lines.jsonl", tmp_path / "lines.bayleaf"
    source.write_text(
        '{"text": "\\n  The ship came in.\\nAnd left.", "label": "sea"}\n{"text": "A plane", "label": "sky"}'
    )
    import_sources(workspace, ImportRequest((source,), SourceOptions(), "lines"), NoOpJobContext())

    with open_for_reading(workspace) as opened:
        numbers = opened.documents.numbers("lines").tolist()
        found = titles_of_documents(opened, opened.documents.headings(numbers))

    assert [found[number] for number in numbers] == ["The ship came in.", "A plane"]


def test_a_cell_lists_every_mistake_that_it_counts(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.features.train.workbench.MAX_LISTED_MISTAKES", 3)
    live = RecipeEvaluator(workspace)
    found = live.result("Mail", replace(REQUEST, smoothing="50"), NoOpJobContext())
    assert found.n_wrong > len(found.wrong) == 3

    counts = {(0, 1): int(found.evaluation.confusion[0, 1]), (1, 0): int(found.evaluation.confusion[1, 0])}
    listed = {cell: live.list_mistakes(found, cell) for cell in counts}
    assert {cell: len(mistakes) for cell, mistakes in listed.items()} == counts
    assert len(live.list_mistakes(found, None)) == found.n_wrong
    assert live.list_mistakes(found, None)[:3] == found.wrong
    labels = found.evaluation.labels
    for (truth, judged), mistakes in listed.items():
        assert all((each.label, each.judged) == (labels[truth], labels[judged]) for each in mistakes)
    assert len(live.list_mistakes(found, (0, 0))) == found.evaluation.confusion[0, 0]
