"""Rules for mail programs: what one header tells of a label nearly always, measured on mail it was not made from.

A condition is the name of a list, the host of a sender or the address of a recipient. Rules are made of the older two
thirds of the mail (of undated mail: of two in three) and measured on the rest, all of them: none is left out for what
was measured, so that the figures stay true.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from app.domain.errors import ExchangeError
from app.domain.label_sets import is_set
from app.services.training.corpus_documents import the_corpus
from app.store.access import Place, reading
from app.store.documents import NO_DATE, NO_LABEL
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass

AT_ONCE = 500
LIST, HOST, RECIPIENT = "list", "sender", "recipient"
FEWEST_MAILS, LEAST_PRECISION, MOST_RULES = 5, 0.98, 500
VALUE = re.compile(r"[a-z0-9_][a-z0-9_.+=-]*(?:@[a-z0-9][a-z0-9.-]*)?")
"""Names of hosts, lists and addresses that mean themselves in every form of rules; others make no rule."""
ADDRESS: Final = re.compile(r"[a-z0-9_.+=-]+@[a-z0-9.-]+")
LONGEST_VALUE = 200
Condition = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mail:
    """The conditions that a mail meets, and its label."""

    label: str
    conditions: frozenset[Condition]


@dataclass(frozen=True, slots=True)
class Rule:
    """Mail that meets a condition gets a label."""

    kind: str
    value: str
    label: str
    made_from: int
    """Mails of those that it was made from that it takes."""
    taken: int
    """Mails of the others that it takes."""
    right: int
    """Of these, how many have the label."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules in their order, of which the first that fits decides; and how they do together on mail left out."""

    rules: tuple[Rule, ...]
    left_out: int
    """Mails that they were measured on."""
    taken: int
    right: int


def rules_of(workspace: Place, corpus: str | None) -> Rules:
    """Make rules of the labelled mail of a corpus, and measure them on the mail that was left out."""
    made, left_out = cut_mails(workspace, corpus)
    if not made or not left_out:
        raise ExchangeError("no-mail", corpus or "")
    chosen = chosen_conditions(made)
    if not chosen:
        raise ExchangeError("no-rules", corpus or "")
    taken, right = Counter[Condition](), Counter[Condition]()
    n_taken = n_right = 0
    for mail in left_out:
        met = [condition for condition in chosen if condition in mail.conditions]
        for condition in met:
            taken[condition] += 1
            right[condition] += chosen[condition][0] == mail.label
        n_taken += bool(met)
        n_right += bool(met) and chosen[met[0]][0] == mail.label
    rules = (
        Rule(*condition, label, support, taken[condition], right[condition])
        for condition, (label, support) in chosen.items()
    )
    return Rules(tuple(rules), len(left_out), n_taken, n_right)


def cut_mails(workspace: Place, corpus: str | None) -> tuple[list[Mail], list[Mail]]:
    """Read the labelled mail, and cut it into what rules are made of and what they are measured on."""
    with reading(workspace) as opened:
        columns = opened.documents.columns(the_corpus(opened, corpus).name)
        known = columns.label_names
        is_used = np.array([place != NO_LABEL and not is_set(known[place]) for place in columns.labels.tolist()], bool)
        numbers = columns.numbers[is_used]
        labels = [known[place] for place in columns.labels[is_used].tolist()]
        mails = []
        for first in range(0, len(numbers), AT_ONCE):
            some = numbers[first : first + AT_ONCE].tolist()
            bodies = dict(opened.documents.bodies(some))
            for place, number in enumerate(some, start=first):
                mails.append(Mail(labels[place], frozenset(conditions_of(bodies[number].fields))))
    later = is_later(columns.dates_s[is_used])
    return [mail for mail, late in zip(mails, later, strict=True) if not late], [
        mail for mail, late in zip(mails, later, strict=True) if late
    ]


def is_later(dates_s: IntArray) -> list[bool]:
    """Return which mails are left out: the newest third, or every third where most have no date."""
    if np.mean(dates_s == NO_DATE) > 0.5:
        return [place % 3 == 2 for place in range(len(dates_s))]
    places = np.argsort(dates_s, kind="stable")
    found = np.zeros(len(dates_s), dtype=bool)
    found[places[2 * len(places) // 3 :]] = True
    return [bool(late) for late in found]


def conditions_of(fields: Mapping[str, str]) -> Iterator[Condition]:
    """Yield what a mail's headers are, as far as a rule can ask for it."""
    sender = fields.get("sender", "").split()
    found = [(LIST, fields.get("list", "")), *((HOST, host) for host in sender[1:2])]
    found += [(RECIPIENT, address) for address in ADDRESS.findall(fields.get("to", "").lower())]
    for kind, value in found:
        if VALUE.fullmatch(value) and len(value) <= LONGEST_VALUE:
            yield kind, value


def chosen_conditions(mails: list[Mail]) -> dict[Condition, tuple[str, int]]:
    """Choose conditions that tell a label nearly always, each time the one that takes most mail not taken yet."""
    held: dict[Condition, list[int]] = defaultdict(list)
    for place, mail in enumerate(mails):
        for condition in mail.conditions:
            held[condition].append(place)
    sure = {}
    for condition, places in held.items():
        label, n_right = Counter(mails[place].label for place in places).most_common(1)[0]
        if len(places) >= FEWEST_MAILS and n_right >= LEAST_PRECISION * len(places):
            sure[condition] = label, set(places)
    chosen: dict[Condition, tuple[str, int]] = {}
    left = dict(sorted(sure.items()))
    while left and len(chosen) < MOST_RULES:
        best = max(left, key=lambda condition: len(left[condition][1]))
        label, taken = left.pop(best)
        if len(taken) < FEWEST_MAILS:
            break
        chosen[best] = label, len(held[best])
        left = {condition: (name, others - taken) for condition, (name, others) in left.items() if others - taken}
    return chosen
