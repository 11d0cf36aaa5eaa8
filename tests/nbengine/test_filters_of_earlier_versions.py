"""Filters that earlier versions kept."""

from __future__ import annotations

from nbengine.filter.filter_packing import filter_from_parts, filter_parts
from nbengine.filter.thresholds import Marks
from tests.nbengine.test_filter import a_filter, campaigns, taught, vocabulary


def test_a_filter_of_an_earlier_version_has_sources_that_nobody_named():
    learner = taught(a_filter(), campaigns(40))
    learner.make_marks()
    facts, numbers = filter_parts(learner)
    earlier = {name: part for name, part in numbers.items() if "source" not in name and "left_out_" not in name}

    found = filter_from_parts(("ham", "spam"), vocabulary(), facts, earlier)

    assert found.marks == learner.marks
    found.make_marks()
    assert found.marks == learner.marks


def test_a_filter_kept_by_an_earlier_version_gets_marks_by_the_rules_of_today():
    learner = taught(a_filter(), campaigns(80))
    learner.make_marks()
    facts, numbers = filter_parts(learner)
    today = learner.marks
    facts["marks"] |= {"high": 9.0}

    assert filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers).marks.high == 9.0
    del facts["marks_form"]
    assert filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers).marks == today


def test_a_filter_of_an_earlier_version_that_has_no_lessons_keeps_its_marks():
    facts, numbers = filter_parts(a_filter())
    del facts["marks_form"]

    assert filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers).marks == Marks()
