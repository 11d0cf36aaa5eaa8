"""Learnt factors in the program: chosen where nothing was said, taught, forgotten, and fitted anew behind lessons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from app.cli.output import print_verdicts, verdict_to_json
from app.domain.documents import Document, SourceOptions
from app.domain.errors import TrainingError
from app.domain.jobs import Cancelled, NoOpJobContext
from app.features.train.training import JUDGING, LEARNING, TrainingOrder, train
from app.features.train.view_model import INITIAL_REQUEST, effective_request, request_on_page
from app.features.train.workbench import CURVE_RIDGES, RecipeEvaluator, list_saved_recipes
from app.features.words.view_model import WordsQuestions
from app.library import saved_models as kept_models
from app.library.classifying import classify_documents, load_classifier
from app.library.explanations import colour_words
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import TEXT_RULES, CorpusFacts, RecipeRequest, infer_request, resolve_request
from app.library.saved_models import forget, learn, load_readonly_model
from app.store.workspace import Workspace
from nbengine.explanations.derivation import explain_word_probabilities
from nbengine.explanations.explanation import word_figures
from nbengine.measure.unseen_documents import contiguous_folds
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import score_by_folds, train_on_texts
from tests.nbengine.test_learnt_factors import RECIPE, texts_of, with_echoes

QUERY = "captain pilot word1 word2"


def a_corpus(
    folder: Path, n_documents: int = 240, *, echoes: bool = False, seed: int = 0, is_noisy: bool = False
) -> Path:
    """A workspace with short texts of three topics in their order."""
    texts, labels = texts_of(n_documents, seed)
    if is_noisy:  # the label of every third document means nothing
        labels[::3] = texts_of(n_documents, seed, is_random=True)[1][::3]
    texts = with_echoes(texts) if echoes else texts
    source, workspace = folder / "topics.jsonl", folder / "topics.bayleaf"
    rows = [json.dumps({"text": text, "label": label}) for text, label in zip(texts, labels, strict=True)]
    source.write_text("\n".join(rows), encoding="utf-8")
    import_sources(workspace, ImportRequest((source,), SourceOptions(), "topics"), NoOpJobContext())
    return workspace


def trained(workspace: Path, **request: object) -> dict[str, object]:
    report = train(workspace, TrainingOrder(RecipeRequest(**request), "topics", "topics"), NoOpJobContext())
    return {"event_model": report.event_model, "choices": {choice.what: choice for choice in report.choices}}


def scores(workspace: Path, text: str = QUERY) -> dict[str, float]:
    model = load_readonly_model(workspace, "topics").model
    return dict(zip(model.labels, model.judge_texts([text]).log_joint[0].tolist(), strict=True))


def a_document(text: str) -> Document:
    return Document(text=text, path="new.txt", content_hash=blake2b(text.encode(), digest_size=16).digest())


def test_nothing_said_takes_them_where_words_repeat_one_another(tmp_path: Path) -> None:
    report = trained(a_corpus(tmp_path, echoes=True))

    choice = report["choices"]["event-model"]
    assert report["event_model"] == "learnt"
    assert {"naive Bayes", "learnt factors", "learnt factors, pairs"} <= {name for name, _ in choice.losses}
    assert report["choices"]["ridge"].chosen in {"0.3", "1", "3"}


def few_adverts(folder: Path) -> Path:
    """Adverts are long and talk is short, so that naive Bayes' ratios of words seen once are larger on one side."""
    random, labels = np.random.default_rng(0), ("advert", "talk")
    texts = [
        " ".join([f"{label}{random.integers(30)}", *(f"word{one}" for one in random.integers(0, 4000, length))])
        for label, length in zip(labels * 12, (60, 6) * 12, strict=True)
    ]
    return imported(folder, texts, labels * 12)


def imported(folder: Path, texts: Sequence[str], labels: Sequence[str]) -> Path:
    source, workspace = folder / "few.jsonl", folder / "few.bayleaf"
    rows = [json.dumps({"text": text, "label": label}) for text, label in zip(texts, labels, strict=True)]
    source.write_text("\n".join(rows), encoding="utf-8")
    import_sources(workspace, ImportRequest((source,), SourceOptions(), "topics"), NoOpJobContext())
    return workspace


def test_few_documents_hold_all_words_alike(tmp_path: Path) -> None:
    workspace = few_adverts(tmp_path)

    report = trained(workspace)

    assert report["event_model"] == "learnt"
    assert not load_readonly_model(workspace, "topics").model.recipe.ridge_by_ratio


@pytest.mark.parametrize(("said", "is_counted"), [(None, True), (False, False)])
def test_few_documents_count_what_they_do_not_know_as_a_part_of_the_length(
    tmp_path: Path, said: bool | None, is_counted: bool
) -> None:
    """One known word among many new ones must not count as the whole document."""
    workspace = few_adverts(tmp_path)
    trained(workspace, event_model="learnt", ngrams=(1, 1), unknown_word=said)
    model = load_readonly_model(workspace, "topics").model

    known, new = next(word for word in model.vocabulary if "advert" in word), " ".join(f"new{one}" for one in range(20))
    alone, among = model.judge_texts([known, f"{known} {new}"]).log_joint
    starts = model.judge_texts([""]).log_joint[0]

    assert model.recipe.limits.unknown_word is is_counted
    assert abs(alone - starts).max() > 0.1
    assert np.allclose(among, alone, atol=1e-9) is not is_counted
    assert (abs(among - starts) < 0.5 * abs(alone - starts)).all() == is_counted


@pytest.mark.parametrize(("n_documents", "are_few"), [(60, True), (510, False)])
def test_few_short_texts_are_tried_by_single_and_paired_characters(
    tmp_path: Path, n_documents: int, are_few: bool
) -> None:
    """Many hold longer runs twice, and know most of their words."""
    report = trained(a_corpus(tmp_path, n_documents), event_model="learnt")

    names = {name for name, _ in report["choices"]["event-model"].losses}
    recipe = load_readonly_model(tmp_path / "topics.bayleaf", "topics").model.recipe
    assert ("learnt factors, single and paired characters" in names) == are_few
    assert recipe.limits.unknown_word == are_few


def test_few_short_texts_in_han_are_usually_read_by_single_and_paired_characters(tmp_path: Path) -> None:
    """Every way tells these apart, so that the usual one is taken."""
    random, some = np.random.default_rng(0), [chr(0x4E00 + one) for one in range(300)]
    texts = ["".join(random.choice(some, 6)) + "，" + "海岸陆地"[2 * (number % 2) :][:2] for number in range(60)]

    report = trained(imported(tmp_path, texts, ["sea", "land"] * 30), event_model="learnt")

    assert report["choices"]["event-model"].chosen == "learnt factors, single and paired characters"


def test_a_handful_of_documents_is_not_asked_for_what_occurs_twice(tmp_path: Path) -> None:
    report = trained(a_corpus(tmp_path, 15), event_model="learnt")

    names = {name for name, _ in report["choices"]["event-model"].losses}
    assert names == {"learnt factors", "learnt factors, single and paired characters"}


def test_pairs_of_words_are_taken_where_they_alone_tell(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    source, workspace = tmp_path / "order.jsonl", tmp_path / "order.bayleaf"
    rows = []
    for number in range(400):
        words = [f"word{one}" for one in random.integers(0, 30, 6)]
        pair = ("not", "good") if number % 2 else ("good", "not")
        rows.append(json.dumps({"text": " ".join([*words[:3], *pair, *words[3:]]), "label": "ab"[number % 2]}))
    source.write_text("\n".join(rows), encoding="utf-8")
    import_sources(workspace, ImportRequest((source,), SourceOptions(), "topics"), NoOpJobContext())

    report = trained(workspace)

    assert report["event_model"] == "learnt"
    assert "pairs" in report["choices"]["event-model"].chosen
    assert load_readonly_model(workspace, "topics").model.recipe.rules.ngrams == (1, 2)
    [verdict] = load_readonly_model(workspace, "topics").model.judge_texts(["word1 word2 word3 not good word4"])
    assert verdict.label == "b"


def test_asked_for_by_name_they_are_taken_and_what_was_said_of_words_stays(tmp_path: Path) -> None:
    report = trained(a_corpus(tmp_path), event_model="learnt", ngrams=(1, 1))

    assert report["event_model"] == "learnt"
    assert [name for name, _ in report["choices"]["event-model"].losses] == ["learnt factors"]
    assert load_readonly_model(tmp_path / "topics.bayleaf", "topics").model.recipe.rules.ngrams == (1, 1)


def test_where_a_length_of_words_is_asked_for_no_runs_of_characters_are_tried(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)

    tried = [
        " ".join(name for name, _ in trained(workspace, **said)["choices"]["event-model"].losses)
        for said in ({}, {"min_length": 3})
    ]

    assert ["characters" in names for names in tried] == [True, False]


def test_a_lesson_and_its_taking_back_leave_the_model_that_never_saw_it(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", tokens="plain")
    before, hashed = scores(workspace), load_readonly_model(workspace, "topics").model.canonical_hash()

    learn(workspace, "topics", [a_document(QUERY)], "land", NoOpJobContext())
    taught = scores(workspace)
    trained_anew = tmp_path / "anew"
    trained_anew.mkdir()
    forget(workspace, "topics", [a_document(QUERY)], "land", NoOpJobContext())

    assert taught["land"] > before["land"]
    assert load_readonly_model(workspace, "topics").model.n_changes_since_fit == 0
    assert load_readonly_model(workspace, "topics").model.canonical_hash() == hashed
    assert scores(workspace) == pytest.approx(before, abs=1e-6)


def test_in_a_large_corpus_lessons_are_steps_until_there_are_enough_for_a_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_models, "QUICKLY_FITTED", 0)
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", tokens="plain")
    before = scores(workspace)

    learn(workspace, "topics", [a_document(QUERY)], "land", NoOpJobContext())
    learn(workspace, "topics", [a_document(f"{QUERY} again")], "land", NoOpJobContext())
    behind, stepped = load_readonly_model(workspace, "topics").model.n_changes_since_fit, scores(workspace)
    learn(workspace, "topics", [a_document(f"{QUERY} anew")], "land", NoOpJobContext())

    assert behind == 2
    assert stepped["land"] > before["land"]
    assert load_readonly_model(workspace, "topics").model.n_changes_since_fit == 0


def test_what_was_taught_is_what_training_anew_makes_of_the_same_documents(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", tokens="plain")
    ridge = load_readonly_model(workspace, "topics").model.recipe.ridge
    learn(workspace, "topics", [a_document(QUERY)], "land", NoOpJobContext())
    taught, hashed = scores(workspace), load_readonly_model(workspace, "topics").model.canonical_hash()

    trained(workspace, event_model="learnt", tokens="plain")

    if load_readonly_model(workspace, "topics").model.recipe.ridge == ridge:
        assert scores(workspace) == pytest.approx(taught, abs=1e-6)
    assert load_readonly_model(workspace, "topics").model.canonical_hash() == hashed


def test_a_training_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    class Stopped(NoOpJobContext):
        def checkpoint(self, done: int = 0, total: int = 0, phase: str = "") -> None:
            if phase == "learning" and done > 0:
                raise KeyboardInterrupt

    workspace = a_corpus(tmp_path)
    order = TrainingOrder(RecipeRequest(event_model="learnt", tokens="plain"), "topics", "topics")

    with pytest.raises(KeyboardInterrupt):
        train(workspace, order, Stopped())
    with pytest.raises(Exception, match="topics"):
        load_readonly_model(workspace, "topics")


def test_one_label_is_a_sentence(tmp_path: Path) -> None:
    source, workspace = tmp_path / "one.jsonl", tmp_path / "one.bayleaf"
    source.write_text("\n".join(json.dumps({"text": f"text {n}", "label": "a"}) for n in range(9)), encoding="utf-8")
    import_sources(workspace, ImportRequest((source,), SourceOptions(), "topics"), NoOpJobContext())

    with pytest.raises(TrainingError, match="two labels"):
        trained(workspace)


@pytest.mark.parametrize(
    "recipe",
    [
        RECIPE,
        replace(RECIPE, ridge=0.3, weighting="binary", rules=replace(TEXT_RULES, ngrams=(1, 2))),
        replace(
            RECIPE, ridge=3.0, rules=replace(TEXT_RULES, char_ngrams=(1, 4)), limits=VocabularyLimits(min_documents=2)
        ),
    ],
)
def test_what_was_chosen_can_be_asked_for(recipe: Recipe) -> None:
    chosen = recipe if recipe is not RECIPE else replace(RECIPE, rules=TEXT_RULES)

    request = infer_request(chosen, "text")

    assert request is not None
    assert resolve_request(request, CorpusFacts("topics", "text")) == chosen


def test_the_page_judges_them_live_by_folds_and_changes_between_event_models(tmp_path: Path) -> None:
    live, corpus = RecipeEvaluator(a_corpus(tmp_path)), "topics"
    results = {
        name: live.result(corpus, RecipeRequest(event_model=name, smoothing="0.1"), NoOpJobContext())
        for name in ("multinomial", "learnt", "complement", "learnt")
    }

    assert results["learnt"].judged_by == "folds"
    assert results["multinomial"].judged_by == "leave-one-out"
    assert results["learnt"].evaluation.accuracy > 0.9


class StopsAt(NoOpJobContext):
    """Stops when it was asked so often."""

    def __init__(self, number: int) -> None:
        self.left = number

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        self.left -= 1
        if not self.left:
            raise Cancelled


def test_a_curve_over_the_ridge_is_of_documents_left_out_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    live, request = RecipeEvaluator(a_corpus(tmp_path)), RecipeRequest(event_model="learnt", smoothing="0.1")
    with pytest.raises(Cancelled):
        live.curve("topics", request, StopsAt(60))
    n_known = len(live._tried)

    curve = live.curve("topics", replace(request, ridge=3.0), NoOpJobContext())

    assert 0 < n_known < len(CURVE_RIDGES)
    assert (curve.values, curve.n_judged) == (CURVE_RIDGES, 240)
    recipe = live.recipe("topics", replace(request, ridge=curve.values[1]))
    documents = live._documents("topics", recipe, NoOpJobContext()).documents
    found = score_by_folds(recipe, documents, contiguous_folds(documents.label_numbers, 10)).argmax(axis=1)
    assert curve.accuracies[1] == pytest.approx(np.mean(found == documents.label_numbers))
    assert curve.accuracies[curve.values.index(curve.best)] >= max(curve.accuracies) - 0.02


def test_a_ridge_that_was_judged_is_not_judged_again_until_the_documents_change(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    live, request = RecipeEvaluator(workspace), RecipeRequest(event_model="learnt", smoothing="0.1")
    first = live.result("topics", request, NoOpJobContext())
    live.result("topics", replace(request, ridge=3.0), NoOpJobContext())

    again = live.result("topics", request, StopsAt(1_000))
    with Workspace(workspace) as opened:
        number = int(opened.documents.numbers("topics")[0])
        opened.editing.relabel([number], "sky" if opened.documents.get(number).document.label != "sky" else "sea")
    changed = live.result("topics", request, NoOpJobContext())

    assert again.evaluation.log_loss == first.evaluation.log_loss != changed.evaluation.log_loss
    assert again.wrong == first.wrong


def test_with_few_documents_there_is_no_curve_over_the_ridge(tmp_path: Path) -> None:
    live = RecipeEvaluator(a_corpus(tmp_path, 8))

    curve = live.curve("topics", RecipeRequest(event_model="learnt", smoothing="0.1"), NoOpJobContext())

    assert curve.values == ()
    assert np.isnan(curve.best)


@pytest.mark.parametrize("unknown_word", [True, None])
def test_the_ridge_of_the_page_is_the_ridge_of_the_model(tmp_path: Path, unknown_word: bool | None) -> None:
    workspace = a_corpus(tmp_path)
    chosen = replace(INITIAL_REQUEST, event_model="learnt", ridge=0.3, unknown_word=unknown_word)

    train(workspace, TrainingOrder(effective_request(chosen), "topics", "topics"), NoOpJobContext())

    assert load_readonly_model(workspace, "topics").model.recipe.ridge == 0.3
    [row] = [row for row in list_saved_recipes(workspace, "topics") if row.is_model]
    assert request_on_page(row.request) == chosen
    assert effective_request(replace(chosen, event_model="multinomial")).ridge is None


def test_words_have_what_naive_bayes_says_and_how_much_of_it_counts(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", tokens="plain")
    model = load_readonly_model(workspace, "topics").model

    figures = word_figures(model)
    table = WordsQuestions(workspace).load_table("topics", "en", NoOpJobContext())
    said, share = table.naive_log_odds_and_kept_share(0, 1)

    place = figures.words.index("captain")
    sea = model.labels.index("sea")
    assert figures.log_ratios is not None
    assert figures.log_ratios[place, sea] == pytest.approx(
        dict(explain_word_probabilities(model, "captain"))["sea"].ratio
    )
    is_told = np.isfinite(share)
    assert is_told.any()
    assert (np.abs(said[~is_told]) < 0.11).all()
    np.testing.assert_allclose((said * share)[is_told], table.log_odds(0, 1)[is_told], atol=1e-9)
    assert word_figures(train_on_texts(*texts_of(30), Recipe())).log_ratios is None


def test_a_verdict_tells_of_each_word_what_naive_bayes_says_and_what_counts(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1")
    loaded = load_classifier(workspace, None)

    [verdict] = classify_documents(loaded, [a_document(QUERY)], 2)

    model, pair = loaded.model, (verdict.label, verdict.against)
    numbers = tuple(loaded.model.labels.index(label) for label in pair)
    found = word_figures(model, model.tokens_of([verdict.terms[0].word]))
    said = verdict.terms[0].count * (found.log_ratios[0, numbers[0]] - found.log_ratios[0, numbers[1]])
    assert verdict.terms[0].said == pytest.approx(said)
    assert abs(verdict.plain_sum) > abs(verdict.odds)
    told = verdict_to_json(verdict)
    assert [one["says"] for one in told["contributions"]] == [term.said for term in verdict.terms]
    assert told["prior"] + sum(one["term"] for one in told["contributions"]) + told["rest"] == pytest.approx(
        told["odds"], abs=1e-12
    )
    words = {QUERY[word.start : word.start + word.length]: word for word in colour_words(model, QUERY, *pair)}
    per_word = found.log_ratios[0, numbers[0]] - found.log_ratios[0, numbers[1]]
    assert words[verdict.terms[0].word].naive_bayes_log_odds == pytest.approx(per_word)


def test_the_command_line_prints_both_numbers_in_columns_that_add_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1")

    print_verdicts(
        "topics", classify_documents(load_classifier(workspace, None), [a_document(QUERY)], 2), as_json=False
    )

    head, *rows = capsys.readouterr().out.splitlines()[1:]
    numbers = [row.split() for row in rows]
    assert head.split() == ["alone", "here"]
    assert sum(Decimal(row[0 if place == 0 else 1]) for place, row in enumerate(numbers[:-1])) == Decimal(
        numbers[-1][1]
    )
    assert sum(Decimal(row[0]) for row in numbers[1:-1]) == pytest.approx(Decimal(numbers[-1][0]), abs=Decimal("0.003"))


def test_the_curve_over_the_ridge_passes_through_the_result_beside_it(tmp_path: Path) -> None:
    live = RecipeEvaluator(a_corpus(tmp_path, 600, is_noisy=True))  # other folds would give other verdicts
    request = RecipeRequest(event_model="learnt", smoothing="0.1")

    curve = live.curve("topics", request, NoOpJobContext())

    for value in (0.03, 1.0, 30.0):
        found = live.result("topics", replace(request, ridge=value), NoOpJobContext())
        assert curve.accuracies[curve.values.index(value)] == pytest.approx(found.evaluation.accuracy, abs=1e-12)


def test_the_progress_of_training_and_of_its_test_never_falls(tmp_path: Path) -> None:
    shares: list[float] = []

    class Watched(NoOpJobContext):
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            if phase in (LEARNING, JUDGING) and total:
                shares.append(done / total)

    order = TrainingOrder(RecipeRequest(event_model="learnt"), "topics", "topics")
    train(a_corpus(tmp_path), order, Watched())

    assert shares == sorted(shares)
    assert len(set(shares)) > 10
    assert shares[-1] <= 1.0
