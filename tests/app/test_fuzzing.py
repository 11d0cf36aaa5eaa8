"""Fuzzing that stays: each target is given its corpus and a few hundred changed inputs, always the same ones.

It takes less than a minute. `python -m tests.benchmarks.fuzzing` runs for longer, with other seeds, and with
--atheris guided by bytecode.
"""

from __future__ import annotations

import os

import pytest

from tests.app import fuzz_planted
from tests.benchmarks.fuzzing import CORPUS, TARGETS, Fuzzer, Target, seeds_of

N_INPUTS = int(os.environ.get("BAYLEAF_FUZZ_INPUTS", "400"))


@pytest.mark.parametrize("name", TARGETS)
def test_no_changed_input_is_a_traceback_or_takes_long(name: str) -> None:
    fuzzer = Fuzzer(TARGETS[name], seeds_of(name), seed=1)
    fuzzer.run(N_INPUTS // TARGETS[name].cost)

    assert fuzzer.faults == []


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_of_a_target_is_small_and_reaches_into_it(name: str) -> None:
    seeds = seeds_of(name)
    assert len(seeds) >= 3
    assert max(map(len, seeds)) <= 4_000
    reached = Fuzzer(TARGETS[name], seeds)
    assert len(reached.seen) > 3 * len(Fuzzer(TARGETS[name], []).seen) or len(reached.seen) > 100


def test_every_corpus_belongs_to_a_target_and_all_are_small() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
    assert sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file()) < 500_000


PLANTED = b"BUG!"


def has_planted_fault(raw: bytes) -> None:
    """Fails over one word, which is reached letter by letter; each letter is a line of its own."""
    fuzz_planted.fail_over(raw)


def test_lines_guide_the_fuzzer_to_a_fault_that_chance_does_not_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four letters at their places are one of thousands of millions by chance; by lines, each is found on its own."""
    target = Target(has_planted_fault, words=tuple(bytes([letter]) for letter in b"ABGUXYZ!"))
    monkeypatch.setattr("tests.benchmarks.fuzzing.TRACED", (str(CORPUS.parent),))
    guided = Fuzzer(target, [b"...."], seed=3)
    guided.run(15_000)
    assert guided.faults
    small = guided.shrunk(guided.faults[0][0], lambda raw: bool(guided.fault_of(raw)))
    assert small == PLANTED

    monkeypatch.setattr("tests.benchmarks.fuzzing.TRACED", ("/nowhere",))
    blind = Fuzzer(target, [b"...."], seed=3)
    blind.run(15_000)
    assert blind.faults == []
