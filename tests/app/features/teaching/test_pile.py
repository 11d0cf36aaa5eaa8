"""A pile without labels: its guesses and counts are those of exact fractions and of scikit-learn, round by round."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot
from sklearn.naive_bayes import GaussianNB, MultinomialNB

from app.domain.errors import SourceError
from app.features.teaching.hand_outs import make_tasks
from app.features.teaching.lessons import (
    LessonSetup,
    compute_result,
    guess_labels,
    judge_query,
    lesson_to_bytes,
    open_lesson,
    read_lesson,
    train_on_setup,
)
from app.features.teaching.page import LessonsPage
from app.features.teaching.pictures import describe_picture
from app.features.teaching.scenes import CountsScene, GuessesScene, choose_pictures, make_scene
from app.features.teaching.view_model import LessonsQuestions, LessonsViewModel
from app.kit.jobs import JobRunner
from app.kit.look.theme import Theme
from app.library.workspaces import OpenContext
from nbengine.counts import UNIT
from tests.app.features.teaching.test_lessons_page import named, rest, verdict

Shares = dict[str, Fraction]


def pile(rounds: int, query: str = "ball goal", **changes: object) -> LessonSetup:
    return replace(open_lesson("pile").setup, rounds=rounds, query=(query,), **changes)  # type: ignore[arg-type]


def guesses_of_fractions(setup: LessonSetup) -> list[Shares]:
    """Return the guesses of the pile after all rounds, worked out with fractions."""
    alpha, guesses = Fraction(repr(setup.smoothing)), list[Shares]()
    for turn in range(setup.rounds + 1):
        weighted = [({row[0]: Fraction(1)}, row[1].split()) for row in setup.rows if row[0]]
        if turn:
            weighted += [(shares, row[1].split()) for shares, row in zip(guesses, setup.unlabelled_rows, strict=True)]
        documents: defaultdict[str, Fraction] = defaultdict(Fraction)
        counts: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
        for shares, words in weighted:
            for label, share in shares.items():
                documents[label] += share
                for word in words:
                    counts[label, word] += share
        vocabulary = {word for _, words in weighted for word in words}
        totals = {label: sum(counts[label, word] for word in vocabulary) for label in documents}
        guesses = []
        for row in setup.unlabelled_rows:
            joints = {
                label: documents[label] * math.prod(
                    (counts[label, word] + alpha) / (totals[label] + alpha * len(vocabulary))
                    for word in row[1].split() if word in vocabulary
                )
                for label in documents
            }  # fmt: skip
            exact = {label: joint / sum(joints.values()) for label, joint in joints.items()}
            guesses.append({label: Fraction(round(share * UNIT), UNIT) for label, share in exact.items()})
    return guesses


@pytest.mark.parametrize("smoothing", [0.1, 1.0])
@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
def test_guesses_are_the_fractions_of_the_textbook_in_steps_of_the_engines_weights(
    rounds: int, smoothing: float
) -> None:
    setup = pile(rounds, smoothing=smoothing)
    model, _ = train_on_setup(setup)

    expected = [[float(shares[label]) for label in model.labels] for shares in guesses_of_fractions(setup)]
    assert guess_labels(model, setup).tolist() == expected


def test_five_rounds_are_those_of_scikit_learn_with_weighted_documents() -> None:
    setup = pile(5)
    words = sorted({word for row in setup.rows for word in row[1].split()})
    table = np.array([[row[1].split().count(word) for word in words] for row in setup.rows])
    truth = [row[0] for row in setup.rows if row[0]]
    is_known = table[:2].sum(axis=0) > 0
    judge = MultinomialNB(alpha=0.1).fit(table[:2][:, is_known], truth)
    shares = judge.predict_proba(table[2:][:, is_known])
    for _ in range(5):
        judge = MultinomialNB(alpha=0.1).fit(
            np.vstack([table[:2], table[2:], table[2:]]),
            [*truth, *["sport"] * 4, *["travel"] * 4],
            sample_weight=np.concatenate([[1.0, 1.0], shares[:, 0], shares[:, 1]]),
        )
        shares = judge.predict_proba(table[2:])

    model, _ = train_on_setup(setup)
    assert guess_labels(model, setup) == pytest.approx(shares, abs=1e-5)


@pytest.mark.parametrize(("rounds", "share"), [(0, 0.5), (1, 0.5), (2, 0.658), (3, 0.818), (5, 0.910)])
def test_the_word_team_has_the_shares_of_the_page(rounds: int, share: float) -> None:
    probabilities = judge_query(pile(rounds, "team")).probabilities

    assert probabilities is not None
    assert probabilities[0] == pytest.approx(share, abs=0.0006)


def test_the_other_figures_of_the_page() -> None:
    assert judge_query(pile(0)).exact == (Fraction(11, 12), Fraction(1, 12))
    slow = judge_query(pile(8, "team", smoothing=1.0)).probabilities
    joined = judge_query(pile(5, "team", rows=(*pile(0).rows, ("", "goal beach")))).probabilities

    assert slow is not None
    assert joined is not None
    assert slow[0] == pytest.approx(0.549, abs=0.0005)
    assert joined[0] == pytest.approx(0.862, abs=0.0005)


def picture(setup: LessonSetup) -> GuessesScene:
    found = make_scene("pile", setup, compute_result(setup))
    assert isinstance(found, GuessesScene)
    return found


def test_the_picture_has_the_labelled_rows_the_guesses_and_the_new_counts() -> None:
    found = picture(pile(0))

    assert [(row.text, row.is_labelled) for row in found.rows][:3] == [
        ("match ball", True), ("flight hotel", True), ("ball goal", False),
    ]  # fmt: skip
    assert [each.share for each in found.rows[2].shares] == pytest.approx([11 / 12, 1 / 12], abs=1e-6)
    counts = {word.word: (word.counted, word.guessed) for word in found.words}
    assert counts["ball"][0] == (1.0, 0.0)
    assert counts["goal"][1] == pytest.approx((11 / 12 + 1 / 2, 1 / 12 + 1 / 2), abs=1e-5)


@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_the_counts_below_the_rows_are_those_that_the_next_round_learns(rounds: int) -> None:
    announced = {word.word: word for word in picture(pile(rounds)).words}
    setup = pile(rounds + 1, " ".join(announced))
    learnt = make_scene("counts", setup, compute_result(setup))
    assert isinstance(learnt, CountsScene)

    for group in learnt.groups[1:]:
        word = announced[group.name]
        sums = [before + guess for before, guess in zip(word.counted, word.guessed, strict=True)]
        assert [bar.count for bar in group.bars] == pytest.approx(sums, abs=1e-9)


def test_the_picture_is_said_in_words() -> None:
    words = describe_picture(picture(pile(0)))

    assert "match ball, known label: sport. flight hotel" in words
    assert "ball goal, label guessed by the model: sport 91.7" in words
    assert "goal: sport 0 + 1.42, travel 0 + 0.583" in words


def test_without_a_pile_rounds_change_nothing_and_there_is_no_picture_of_one() -> None:
    setup = replace(open_lesson("five-mails").setup, rounds=3)

    assert judge_query(setup).exact == judge_query(replace(setup, rounds=0)).exact
    assert "pile" not in choose_pictures(setup)
    assert choose_pictures(pile(0))[0] != ""
    assert "pile" in choose_pictures(pile(0))


@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli", "complement"])
def test_rows_that_every_label_forbids_teach_nothing(event_model: str) -> None:
    setup = pile(
        3, rows=(("a", "one"), ("b", "two"), ("", "one two"), ("", "one")), smoothing=0.0, event_model=event_model
    )

    assert compute_result(setup).n_wrong == 0
    assert np.isfinite(guess_labels(train_on_setup(setup)[0], setup)).all()


def test_a_pile_of_flowers_is_guessed_as_scikit_learn_does() -> None:
    iris = open_lesson("iris").setup
    setup = replace(
        iris, rows=tuple(row if n % 5 == 0 else ("", *row[1:]) for n, row in enumerate(iris.rows)), rounds=3
    )
    values = np.array([[float(cell) for cell in row[1:]] for row in iris.rows])
    is_known = np.arange(len(values)) % 5 == 0
    labelled, others, truth = values[is_known], values[~is_known], [row[0] for row in iris.rows][::5]
    judge = GaussianNB().fit(labelled, truth)
    for _ in range(3):
        shares = judge.predict_proba(others)
        judge = GaussianNB().fit(
            np.vstack([labelled, *[others] * 3]),
            [*truth, *np.repeat(judge.classes_, len(others))],
            sample_weight=np.concatenate([np.ones(len(labelled)), *shares.T]),
        )

    assert guess_labels(train_on_setup(setup)[0], setup) == pytest.approx(judge.predict_proba(others), abs=1e-4)


def test_rounds_are_saved_with_a_lesson_and_are_not_for_paper(tmp_path: Path) -> None:
    lesson = replace(open_lesson("pile"), setup=pile(4))
    path = tmp_path / "own.bayleaf-lesson"
    path.write_bytes(lesson_to_bytes(lesson))

    assert read_lesson(path).setup == pile(4)
    assert make_tasks(open_lesson("pile"), str)
    with pytest.raises(SourceError, match="not-by-hand"):
        make_tasks(lesson, str)


def test_rounds_are_raised_in_the_window_move_the_picture_and_are_undone(
    qtbot: QtBot, theme: Theme, runner: JobRunner
) -> None:
    page = LessonsPage(LessonsViewModel(runner, LessonsQuestions(OpenContext)))
    qtbot.addWidget(page)
    page.resize(1200, 780)
    page.show()
    page._model.open("pile")
    rest(qtbot, page)
    rounds = named(
        page, QSpinBox, "How many times the model learns from the labels that it guesses for unlabelled rows"
    )
    assert verdict(page).endswith("= 11/12")
    before = page._picture.painted_scene

    rounds.setValue(2)
    rest(qtbot, page)
    after = page._picture._scene
    assert isinstance(before, GuessesScene)
    assert isinstance(after, GuessesScene)
    assert after.rows[3].shares[0].share > before.rows[3].shares[0].share == 0.5
    assert [word.word for word in after.words] == [word.word for word in before.words]
    page._model.undo()
    rest(qtbot, page)
    assert rounds.value() == 0
    assert page._picture._scene == before

    page._model.open("fever")
    rest(qtbot, page)
    assert not rounds.isVisible()
