"""Rules for mail programs: what one header tells of a label nearly always, as Sieve, procmail and others read it.

A condition is the name of a list, the host of a sender or the address of a recipient. Rules are made of the older two
thirds of the mail (of undated mail: of two in three) and measured on the rest, all of them: none is left out for what
was measured, and beside each stands how it did, so that the figures stay true.

Values are plain signs (`VALUE`); names of labels are what a folder can be called.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import numpy as np

from app.domain.documents import is_set
from app.domain.errors import ExchangeError
from app.domain.whole_files import whole_text
from app.features.filing.plan import safe_name
from app.library.training_data import the_corpus
from app.store.documents import NO_DATE, NO_LABEL
from app.store.workspace import Place, reading
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
    """Read the labelled mail, and cut it into what rules are made of and what they are measured on: the newest third,
    or every third where most have no date."""
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
            for number, label in zip(some, labels[first : first + AT_ONCE], strict=True):
                mails.append(Mail(label, frozenset(conditions_of(bodies[number].fields))))
    dates_s, places = columns.dates_s[is_used], np.arange(len(mails))
    if np.mean(dates_s == NO_DATE) > 0.5:
        left_out = places[2::3]
    else:
        left_out = np.sort(np.argsort(dates_s, kind="stable")[2 * len(mails) // 3 :])
    made = np.setdiff1d(places, left_out)
    return [mails[place] for place in made.tolist()], [mails[place] for place in left_out.tolist()]


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


LIST_HEADERS = ("List-Id", "X-BeenThere", "X-Mailing-List", "Mailing-List")
GMAIL = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
<title>Mail Filters</title>"""
ENDS = r"([^-.a-z0-9]|$)"


def folder_of(label: str) -> str:
    """A label as folders in folders, each of a name that every system takes."""
    return "/".join(safe_name(part) for part in label.split("/") if part.strip(". ")) or "_"


def figures(rule: Rule, rules: Rules) -> str:
    """Say in a line how a rule did."""
    share = 100 * rule.taken / rules.left_out
    made = f"{rule.kind} {rule.value}: made from {rule.made_from}"
    return f"{made}; of {rules.left_out} mails left out it takes {rule.taken} ({share:.2f} %), {rule.right} rightly"


def sieve(rules: Rules) -> Iterator[str]:
    """Yield a script of Sieve."""
    yield 'require ["fileinto"];\n'
    headers = ", ".join(f'"{name}"' for name in LIST_HEADERS)
    tests = {LIST: f"header :contains [{headers}]", HOST: 'address :domain :is "from"',
             RECIPIENT: 'address :all :is ["to", "cc"]'}  # fmt: skip
    for rule in rules.rules:
        yield f"# {figures(rule, rules)}\n"
        yield f'if {tests[rule.kind]} "{rule.value}" {{\n  fileinto {quoted(folder_of(rule.label))};\n  stop;\n}}\n'


def procmail(rules: Rules) -> Iterator[str]:
    """Yield recipes of procmail, which deliver to Maildirs."""
    lists = "|".join(LIST_HEADERS)
    before = {LIST: rf"^({lists}):(.*[^-.a-z0-9])?", HOST: r"^From:.*@", RECIPIENT: r"^(To|Cc):(.*[^-.a-z0-9])?"}
    for rule in rules.rules:
        folder = re.sub(r"[\s$`'\"\\|!&;<>*?{}()\[\]#~]", "_", folder_of(rule.label))
        yield f"# {figures(rule, rules)}\n:0\n* {before[rule.kind]}{re.escape(rule.value)}{ENDS}\n{folder}/\n\n"


def thunderbird(rules: Rules) -> Iterator[str]:
    """Yield the lines of `msgFilterRules.dat`; mail goes to folders of that name among the local ones."""
    yield 'version="9"\nlogging="no"\n'
    conditions = {LIST: '("list-id",contains,{})', HOST: "(from,contains,@{})", RECIPIENT: "(to or cc,contains,{})"}
    for rule in rules.rules:
        condition = f"AND {conditions[rule.kind].format(rule.value)}"
        folder = quote(folder_of(rule.label), safe="/")
        yield f'name="{figures(rule, rules)}"\nenabled="yes"\ntype="17"\n'
        yield f'action="Move to folder"\nactionValue="mailbox://nobody@Local%20Folders/{folder}"\n'
        yield f"condition={quoted(condition)}\n"


def quoted(text: str) -> str:
    """A value of Sieve and of Thunderbird's file, between quotation marks."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def gmail(rules: Rules) -> Iterator[str]:
    """Yield Gmail's filters, which *Settings, Filters* imports."""
    yield f"{GMAIL}\n"
    properties = {LIST: ("hasTheWord", "list:{}"), HOST: ("from", "@{}"), RECIPIENT: ("to", "{}")}
    for rule in rules.rules:
        name, value = properties[rule.kind]
        yield f"<!-- {figures(rule, rules).replace('--', '- -')} -->\n<entry>\n<category term='filter'/>\n"
        yield "<title>Mail Filter</title>\n<content/>\n"
        yield f"<apps:property name='{name}' value={quoteattr(value.format(rule.value))}/>\n"
        yield f"<apps:property name='label' value={quoteattr(folder_of(rule.label))}/>\n</entry>\n"
    yield "</feed>\n"


FORMS: Final[dict[str, Callable[[Rules], Iterator[str]]]] = {
    "sieve": sieve,
    "procmail": procmail,
    "thunderbird-rules": thunderbird,
    "gmail": gmail,
}


def write_rules(rules: Rules, form: str, target: Path) -> None:
    """Write rules in one of `FORMS`."""
    with whole_text(target) as file:
        file.writelines(FORMS[form](rules))
