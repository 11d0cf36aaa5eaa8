"""Numbers, dates and errors as they are written in three languages."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale

from app.cli import output
from app.domain.errors import NotFound, TrainingError
from app.kit import wording
from app.kit.wording import sentence_for


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(QLocale("en_US"))


@pytest.mark.parametrize(
    ("locale", "count", "percent", "decimal"),
    [
        ("en_US", "6,046", "98.6\u202f%", "+6.47"),
        ("ru_RU", "6\u00a0046", "98,6\u202f%", "+6,47"),
        ("zh_CN", "6,046", "98.6%", "+6.47"),
    ],
)
def test_numbers_are_written_as_the_language_does(locale: str, count: str, percent: str, decimal: str) -> None:
    QLocale.setDefault(QLocale(locale))

    assert wording.format_count(6046) == count
    assert wording.format_percent(0.9861) == percent
    assert wording.format_decimal(6.47, signed=True) == decimal


@pytest.mark.parametrize(
    ("share", "places", "written"),
    [
        (8_120 / 8_124, 1, "99.9"),
        (0.9994, 1, "99.9"),
        (0.997, 0, "99"),
        (1.0, 1, "100.0"),
        (1 - 1e-15, 1, "100.0"),
        (0.0004, 1, "0.0"),
    ],
)
def test_nothing_is_called_all_while_some_of_it_is_missing(share: float, places: int, written: str) -> None:
    assert wording.format_percent(share, places) == f"{written}\u202f%"
    assert output.format_percent(share, places) == f"{written} %"


def test_minus_is_a_minus_sign() -> None:
    assert wording.format_decimal(-0.78) == "−0.78"
    assert wording.format_decimal(-0.78, signed=True) == "−0.78"
    assert wording.format_count(-3) == "−3"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (123_456_789_012_345, "123,456,789,012,345"),
        (10**15, "1.00 × 10¹⁵"),
        (-(2**64), "−1.84 × 10¹⁹"),
        (round(math.exp(700)), "1.01 × 10³⁰⁴"),
        (9.996e22, "1.00 × 10²³"),
        (10**400, "1.00 × 10⁴⁰⁰"),
    ],
)
def test_large_counts_are_powers_of_ten(number: float, written: str) -> None:
    assert wording.format_count(number) == written


def test_a_number_too_large_for_a_double_is_written_from_its_logarithm() -> None:
    assert wording.format_power_of_ten(1234.5) == "3.16 × 10¹²³⁴"


@pytest.mark.parametrize(
    ("value", "written"),
    [(-math.inf, "−∞"), (math.inf, "∞"), (math.nan, "–")],
)
def test_what_is_no_number_is_written_as_what_it_is(value: float, written: str) -> None:
    assert wording.format_decimal(value) == written


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (0.0, "<\u202f0.1\u202f%"),
        (0.00049, "<\u202f0.1\u202f%"),
        (0.731, "73.1\u202f%"),
        (0.9994, "99.9\u202f%"),
        (0.9999, ">\u202f99.9\u202f%"),
        (1.0, ">\u202f99.9\u202f%"),
    ],
)
def test_a_probability_is_never_nothing_and_never_certain(share: float, written: str) -> None:
    assert wording.format_probability(share) == written


@pytest.mark.parametrize(
    ("value", "parts"), [(9.99e-4, ("9.99", -4)), (1.55e-6, ("1.55", -6)), (0.99999e-2, ("1.00", -2)), (0.0, ("0", 0))]
)
def test_small_numbers_are_products_with_a_power_of_ten(value: float, parts: tuple[str, int]) -> None:
    assert wording.split_power_of_ten(value) == parts


@pytest.mark.parametrize(
    ("duration", "written"),
    [(0.038, "38 ms"), (0.0, "1 ms"), (0.42, "0.4 s"), (12.3, "12 s"), (125.0, "2 min"), (7300.0, "2.0 h")],
)
def test_durations_have_the_unit_that_fits(duration: float, written: str) -> None:
    assert wording.format_duration(duration) == written


def test_time_left_has_no_tenths() -> None:
    assert wording.format_whole_seconds(2.3) == "2 s"
    assert wording.format_whole_seconds(0.1) == "1 s"


def test_a_short_date_is_the_time_today_and_the_day_before_that() -> None:
    now = datetime(2024, 5, 20, 18, 0).astimezone()
    today, earlier, long_ago = (
        int(datetime(*parts).astimezone().timestamp())
        for parts in ((2024, 5, 20, 14, 2), (2024, 3, 1, 9, 0), (2003, 11, 20, 12, 31))
    )

    assert wording.format_short_date(today, now) == "14:02"
    assert wording.format_short_date(earlier, now) == "1 Mar"
    assert "03" in wording.format_short_date(long_ago, now)
    assert wording.format_long_date(long_ago) == "Thu 20 Nov 2003, 12:31"
    assert wording.format_short_date(None) == wording.format_long_date(None) == ""
    QLocale.setDefault(QLocale("zh_CN"))
    assert wording.format_short_date(earlier, now) == "3月1日"


def test_empty_facts_are_left_out_of_a_line() -> None:
    assert wording.join_facts(["Mail", "", "6,046 documents"]) == "Mail · 6,046 documents"


@pytest.mark.parametrize("error", [TrainingError("Mail", "one-label"), NotFound("model", "Filter"), ValueError("bug")])
def test_every_problem_is_a_sentence(error: Exception) -> None:
    sentence = sentence_for(error)

    assert sentence.endswith(".")
    assert "{" not in sentence


@pytest.mark.parametrize(
    ("alpha", "written"),
    [(0.1, "0.10"), (1.8, "1.80"), (0.0056, "0.0056"), (1000.0, "1,000"), (1e-9, "10⁻⁹"), (2.5e-6, "2.50 × 10⁻⁶")],
)
def test_a_smoothing_next_to_nothing_is_a_power_of_ten(alpha: float, written: str) -> None:
    assert wording.format_smoothing(alpha) == written


@pytest.mark.parametrize(
    ("header", "written"),
    [
        ('"Ann Lee" <ann@example.org>', "Ann Lee <ann@example.org>"),
        ('"Lee, \\"Ann\\"" <ann@example.org>', 'Lee, "Ann" <ann@example.org>'),
        ("Ann Lee <ann@example.org>", "Ann Lee <ann@example.org>"),
        ('"just a name"', '"just a name"'),
        ("", ""),
    ],
)
def test_a_sender_is_written_without_the_quotes_of_the_header(header: str, written: str) -> None:
    assert wording.format_sender(header) == written


def test_fact_that_looks_like_a_place_stays_as_it_is() -> None:
    told = wording.fill_placeholders("99.9 % sure: “%1” against %2, %3", "%2", "50 %1")
    assert told == "99.9 % sure: “%2” against 50 %1, %3"
