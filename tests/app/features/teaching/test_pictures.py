"""The numbers in the lessons' pictures are those of the engine, of exact fractions, and of scikit-learn."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle
from pytestqt.qtbot import QtBot
from scipy.stats import norm
from sklearn.naive_bayes import BernoulliNB, GaussianNB

from app.features.teaching.lessons import LESSON_ORDER, LessonSetup, compute_result, judge_query, open_lesson
from app.features.teaching.pictures import Canvas, PictureView, describe_picture, draw_scene, min_picture_height
from app.features.teaching.scenes import (
    BellsScene,
    CountsScene,
    FactorEffect,
    ModelsScene,
    NetworkScene,
    OddsScene,
    PresenceScene,
    RegionsScene,
    UnderflowScene,
    blend_scenes,
    choose_pictures,
    make_scene,
)
from app.kit.look.colours import DARK, LIGHT, DesignValues, colour
from app.kit.look.theme import Theme

ALL = [(name, kind) for name in LESSON_ORDER for kind in choose_pictures(open_lesson(name).setup)]


def scene(name: str, kind: str, **changes: object) -> object:
    setup = replace(open_lesson(name).setup, **changes)  # type: ignore[arg-type]
    return make_scene(kind, setup, compute_result(setup))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", LESSON_ORDER)
def test_the_pushes_of_the_balance_add_up_to_the_odds_of_the_engine(name: str) -> None:
    found = scene(name, "odds")
    assert isinstance(found, OddsScene)
    shares = judge_query(open_lesson(name).setup).probabilities

    if shares is None:
        assert math.isnan(found.total)
        return
    assert [each.share for each in found.shares] == list(shares)
    first, second = (shares[place] for place in found.colours)
    assert math.fsum(push.log_odds for push in found.effects) == pytest.approx(found.total, abs=1e-12)
    assert found.total == pytest.approx(math.log(second) - math.log(first), abs=1e-9)


def test_the_bars_of_the_fever_table_are_the_fractions_of_the_textbook() -> None:
    found = scene("fever", "counts")
    assert isinstance(found, CountsScene)
    shares = {(group.name, bar.label): bar for group in found.groups for bar in group.bars}

    products = {
        label: math.prod(
            (Fraction(bar.probability).limit_denominator(100) for (_, name), bar in shares.items() if name == label),
            start=Fraction(1),
        )
        for label in ("infected", "healthy")
    }
    assert products == {"infected": Fraction(6, 125), "healthy": Fraction(9, 250)}
    fever = shares["fever = yes", "healthy"]
    assert (fever.count, fever.smoothing, fever.total, fever.total_smoothing) == (0, 1, 3, 2)


def test_without_smoothing_a_word_that_was_never_seen_forbids_its_label() -> None:
    found = scene("zero-counts", "odds")
    assert isinstance(found, OddsScene)
    forbidding = {push.name: push.log_odds for push in found.effects if math.isinf(push.log_odds)}

    assert forbidding == {"buy": math.inf, "notes": -math.inf, "monday": -math.inf}
    assert "buy: rules out ham" in describe_picture(found)
    assert "notes: rules out spam" in describe_picture(found)


@pytest.mark.parametrize(
    ("log_odds", "written"),
    [
        (math.log(3), "3 : 1 for spam"),
        (-math.log(6046), "6,046 : 1 for ham"),
        (math.log(2) * 64, "1.84 × 10¹⁹ : 1 for spam"),
        (-1000.0, "1.97 × 10⁴³⁴ : 1 for ham"),
    ],
)
def test_odds_of_any_size_can_be_written(log_odds: float, written: str) -> None:
    found = scene("zero-counts", "odds")
    assert isinstance(found, OddsScene)
    assert found.label_pair == ("ham", "spam")
    push = FactorEffect(name="petal length", kind="number", times=1, log_odds=log_odds)

    assert f"petal length: {written}" in describe_picture(replace(found, effects=(push,)))


def test_present_and_absent_words_multiply_to_bernoullis_verdict() -> None:
    setup = open_lesson("absent-words").setup
    found = scene("absent-words", "presence")
    assert isinstance(found, PresenceScene)
    assert found.n_more == 0
    joints = [
        prior * math.prod(word.factor(place) for word in found.words) for place, prior in enumerate((3 / 5, 2 / 5))
    ]

    assert [word.word for word in found.words if word.is_present] == ["lunch"]
    assert [joint / sum(joints) for joint in joints] == pytest.approx(judge_query(setup).probabilities, rel=1e-12)


def test_bell_curves_have_the_heights_of_scipy_and_the_means_of_scikit_learn() -> None:
    setup = open_lesson("iris").setup
    rows = np.array([[float(cell) for cell in row[1:]] for row in setup.rows])
    judge = GaussianNB().fit(rows, [row[0] for row in setup.rows])
    found = scene("iris", "bells")
    assert isinstance(found, BellsScene)

    for place, column in enumerate(found.columns):
        for label, bell in enumerate(column.bells):
            assert bell.mean == pytest.approx(judge.theta_[label, place], rel=1e-9)
            expected = norm.pdf(
                float(setup.query[place]), judge.theta_[label, place], math.sqrt(judge.var_[label, place])
            )
            assert bell.height == pytest.approx(expected, rel=1e-6)


def test_a_missing_measure_has_curves_but_no_height() -> None:
    found = scene("iris", "bells", query=("6.0", "", "5.1", "1.6"))
    assert isinstance(found, BellsScene)

    assert all(math.isnan(bell.height) for bell in found.columns[1].bells)
    assert all(bell.variance > 0 for bell in found.columns[1].bells)
    assert not any(math.isnan(bell.height) for bell in found.columns[0].bells)


def test_the_map_agrees_with_scikit_learn_on_the_two_columns() -> None:
    setup = open_lesson("iris").setup
    found = scene("iris", "regions")
    assert isinstance(found, RegionsScene)
    assert found.names == ("petal length", "petal width")
    pair = np.array([[float(row[3]), float(row[4])] for row in setup.rows])
    judge = GaussianNB(var_smoothing=1e-12).fit(pair, [row[0] for row in setup.rows])
    n_down, n_across = len(found.winners), len(found.winners[0])
    cells = [
        [found.low[0] + (x + 0.5) / n_across * (found.high[0] - found.low[0]),
         found.low[1] + (y + 0.5) / n_down * (found.high[1] - found.low[1])]
        for y in range(n_down) for x in range(n_across)
    ]  # fmt: skip
    names = [found.labels[winner][0] for row in found.winners for winner in row]

    assert np.mean(judge.predict(np.array(cells)) == np.array(names)) > 0.995


@pytest.mark.parametrize("name", ["length", "five-mails", "too-sure"])
def test_the_plain_product_becomes_0_at_the_factor_that_the_picture_says(name: str) -> None:
    found, derivation = scene(name, "underflow"), judge_query(open_lesson(name).setup)
    assert isinstance(found, UnderflowScene)

    for product, label in zip(found.products, derivation.labels, strict=True):
        assert label.exact is not None
        assert 10**product.log10 == pytest.approx(float(label.exact), rel=1e-9)
        factors = [math.exp(step.log) for step in label.steps for _ in range(int(step.count))]
        assert label.prior is not None
        value, n_factors = math.exp(label.prior.log), 0
        while value:
            value *= factors[n_factors % len(factors)]
            n_factors += 1
        assert product.n_factors_until_zero == n_factors


def presences(setup: LessonSetup, words: tuple[str, ...]) -> np.ndarray:
    return np.array([[word in row[1].split() for word in words] for row in setup.rows], dtype=int)


@pytest.mark.parametrize("name", ["twice", "five-mails"])
def test_a_network_without_arrows_is_the_bernoulli_of_scikit_learn_on_the_words(name: str) -> None:
    setup, found = open_lesson(name).setup, scene(name, "network")
    assert isinstance(found, NetworkScene)
    judge = BernoulliNB(alpha=1.0).fit(presences(setup, found.nodes), [row[0] for row in setup.rows])
    [expected] = judge.predict_proba(np.ones((1, len(found.nodes)), dtype=int))

    assert [each.share for each in found.shares] == pytest.approx(expected.tolist(), rel=1e-9)


def test_an_arrow_conditions_the_second_word_on_the_first() -> None:
    setup = open_lesson("twice").setup
    found = make_scene("network", setup, compute_result(setup), frozenset({(0, 1)}))
    assert isinstance(found, NetworkScene)
    # sport: new in 1 of 3, york in 1 of the 1 with new; travel: new in 2 of 3, york in 2 of the 2 with new; α = 1
    sport, travel = Fraction(1, 2) * Fraction(2, 5) * Fraction(2, 3), Fraction(1, 2) * Fraction(3, 5) * Fraction(3, 4)

    assert [each.share for each in found.shares] == [float(sport / (sport + travel)), float(travel / (sport + travel))]
    assert found.shares[1].share < found.naive_shares[1].share


def test_a_network_of_choices_without_arrows_is_the_verdict_of_the_engine() -> None:
    found = scene("tennis", "network")
    assert isinstance(found, NetworkScene)

    assert [each.share for each in found.shares] == pytest.approx(
        judge_query(open_lesson("tennis").setup).probabilities
    )


def test_event_models_stand_side_by_side_on_one_document() -> None:
    setup, found = open_lesson("five-mails").setup, scene("five-mails", "models")
    assert isinstance(found, ModelsScene)

    assert [each.event_model for each in found.models] == list(setup.event_models)
    for model in found.models:
        expected = judge_query(replace(setup, event_model=model.event_model)).probabilities
        assert tuple(each.share for each in model.shares) == expected


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("name", "kind"), ALL)
def test_every_picture_is_drawn_and_said(theme: Theme, name: str, kind: str, tokens: DesignValues) -> None:
    found = scene(name, kind)
    image = QImage(420, max(min_picture_height(found), 200), QImage.Format.Format_RGB32)  # type: ignore[arg-type]
    image.fill(colour(tokens.panel))
    painter = QPainter(image)
    draw_scene(Canvas(painter, tokens, QRectF(0, 0, image.width(), image.height())), found)  # type: ignore[arg-type]
    painter.end()

    assert len({image.pixel(x, y) for x in range(0, 420, 3) for y in range(0, image.height(), 3)}) > 5
    assert len(describe_picture(found)) > 10  # type: ignore[arg-type]


class Still(QProxyStyle):
    """A style whose desktop wants no motion."""

    def styleHint(self, hint: QStyle.StyleHint, *others: object) -> int:  # type: ignore[override]
        return 0 if hint == QStyle.StyleHint.SH_Widget_Animation_Duration else super().styleHint(hint, *others)  # type: ignore[arg-type]


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> PictureView:
    made = PictureView()
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.show_scene(scene("fever", "odds"))  # type: ignore[arg-type]
    return made


def test_a_changed_alpha_moves_the_balance_to_the_new_numbers(qtbot: QtBot, view: PictureView) -> None:
    before, after = scene("fever", "odds"), scene("fever", "odds", smoothing=0.5)
    view.show_scene(after)  # type: ignore[arg-type]

    assert view.is_moving
    assert view.painted_scene == before
    with qtbot.waitSignal(view._animation.finished):
        pass
    assert view.painted_scene == after


def test_a_desktop_without_motion_gets_the_new_numbers_at_once(view: PictureView) -> None:
    style = Still()
    view.setStyle(style)
    after = scene("fever", "odds", smoothing=0.5)
    view.show_scene(after)  # type: ignore[arg-type]

    assert not view.is_moving
    assert view.painted_scene == after


def test_half_way_between_two_pictures_every_number_is_half_way() -> None:
    before, after = scene("fever", "counts"), scene("fever", "counts", smoothing=2.0)
    middle = blend_scenes(before, after, 0.5)
    assert isinstance(middle, CountsScene)

    assert middle.groups[1].bars[0].smoothing == 1.5
    assert middle.groups[1].bars[0].count == 0.0
    assert blend_scenes(before, after, 1.0) == after


def test_arrows_of_a_network_are_ticked_with_the_keyboard_and_the_mouse(qtbot: QtBot, view: PictureView) -> None:
    view.show_scene(scene("tennis", "network"))  # type: ignore[arg-type]
    toggled: list[tuple[int, int]] = []
    view.arrow_toggled.connect(lambda source, target: toggled.append((source, target)))
    view.setFocus()

    qtbot.keyClick(view, Qt.Key.Key_Space)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.accessibleName() == "Arrow from outlook = Sunny to humidity = High is off"
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert toggled == [(0, 1), (0, 2)]


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "csv"])
def test_a_picture_is_saved_for_print(view: PictureView, tmp_path: Path, suffix: str) -> None:
    assert view.save(tmp_path / f"picture.{suffix}") == ""
    assert (tmp_path / f"picture.{suffix}").stat().st_size > 100
    assert view.save(tmp_path / "missing" / f"picture.{suffix}")


def test_markup_in_names_stays_text(qapp: QApplication, view: PictureView) -> None:
    setup = replace(open_lesson("fever").setup, rows=(("<b>x</b>", "yes", "no", "yes"), ("&amp;", "no", "no", "no")))
    found = make_scene("counts", setup, compute_result(setup))
    view.show_scene(found)

    assert "<b>x</b>" in view.accessibleDescription()
    assert view.grab().size() != QSize(0, 0)
    assert view.text() == ""
