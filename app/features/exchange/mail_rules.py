"""Derive filing rules for mail programs: one header that nearly always implies a label.

A condition is the name of a mailing list, the host of a sender or the address of a recipient. Rules are derived from
the older two thirds of the mail (or two of every three, if most mail has no date) and measured on the rest. No rule is
dropped because of its measured precision, which would make the figures too good; each rule is shown with its figures.

Values contain only plain characters (`SAFE_VALUE`), and labels become valid folder names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import numpy as np

from app.domain.documents import is_label_set
from app.domain.errors import ExchangeError
from app.domain.whole_files import open_whole_text
from app.features.filing.plan import safe_name
from app.library.training_data import find_corpus
from app.store.documents import NO_DATE, NO_LABEL
from app.store.workspace import Place, open_for_reading

BATCH_SIZE = 500
LIST, HOST, RECIPIENT = "list", "sender", "recipient"
MIN_MAILS, MIN_PRECISION, MAX_RULES = 5, 0.98, 500
SAFE_VALUE = re.compile(r"[a-z0-9_][a-z0-9_.+=-]*(?:@[a-z0-9][a-z0-9.-]*)?")
"""Hosts, lists and addresses without special characters in any rule language; others make no rule."""
ADDRESS: Final = re.compile(r"[a-z0-9_.+=-]+@[a-z0-9.-]+")
MAX_VALUE_LENGTH = 200
Condition = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mail:
    """The conditions that a mail meets, and the mail's label."""

    label: str
    conditions: frozenset[Condition]


@dataclass(frozen=True, slots=True)
class MailRule:
    """A rule (mail that meets the condition gets the label), with its figures."""

    kind: str
    value: str
    label: str
    made_from: int
    """Number of training mails that meet the condition."""
    taken: int
    """Number of held-out mails that meet the condition."""
    right: int
    """How many of `taken` have the label."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules in order (the first match decides), with their joint figures on held-out mail."""

    rules: tuple[MailRule, ...]
    left_out: int
    """Number of held-out mails."""
    taken: int
    right: int


def derive_rules(workspace: Place, corpus: str | None) -> Rules:
    """Derive rules from the labelled mail of a corpus, and measure them on held-out mail.

    Raises:
        ExchangeError: There is too little labelled mail, or no rule was found.
    """
    training, left_out = split_mails(workspace, corpus)
    if not training or not left_out:
        raise ExchangeError("no-mail", corpus or "")
    chosen = choose_conditions(training)
    if not chosen:
        raise ExchangeError("no-rules", corpus or "")
    taken, right = Counter[Condition](), Counter[Condition]()
    n_taken = n_right = 0
    for mail in left_out:
        matches = [condition for condition in chosen if condition in mail.conditions]
        for condition in matches:
            taken[condition] += 1
            right[condition] += chosen[condition][0] == mail.label
        n_taken += bool(matches)
        n_right += bool(matches) and chosen[matches[0]][0] == mail.label
    rules = (
        MailRule(*condition, label, support, taken[condition], right[condition])
        for condition, (label, support) in chosen.items()
    )
    return Rules(tuple(rules), len(left_out), n_taken, n_right)


def split_mails(workspace: Place, corpus: str | None) -> tuple[list[Mail], list[Mail]]:
    """Read the labelled mail and split it into training and held-out mail.

    The newest third is held out, or every third mail if most have no date.
    """
    with open_for_reading(workspace) as opened:
        columns = opened.documents.columns(find_corpus(opened, corpus).name)
        label_names = columns.label_names
        is_used = np.array(
            [place != NO_LABEL and not is_label_set(label_names[place]) for place in columns.labels.tolist()], bool
        )
        numbers = columns.numbers[is_used]
        labels = [label_names[place] for place in columns.labels[is_used].tolist()]
        mails = []
        for first in range(0, len(numbers), BATCH_SIZE):
            batch = numbers[first : first + BATCH_SIZE].tolist()
            bodies = dict(opened.documents.bodies(batch))
            for number, label in zip(batch, labels[first : first + BATCH_SIZE], strict=True):
                mails.append(Mail(label, frozenset(conditions_met_by(bodies[number].fields))))
    dates_s, places = columns.dates_s[is_used], np.arange(len(mails))
    if np.mean(dates_s == NO_DATE) > 0.5:
        left_out = places[2::3]
    else:
        left_out = np.sort(np.argsort(dates_s, kind="stable")[2 * len(mails) // 3 :])
    training = np.setdiff1d(places, left_out)
    return [mails[place] for place in training.tolist()], [mails[place] for place in left_out.tolist()]


def conditions_met_by(fields: Mapping[str, str]) -> Iterator[Condition]:
    """Yield the conditions that a mail's headers meet."""
    sender = fields.get("sender", "").split()
    conditions = [(LIST, fields.get("list", "")), *((HOST, host) for host in sender[1:2])]
    conditions += [(RECIPIENT, address) for address in ADDRESS.findall(fields.get("to", "").lower())]
    for kind, value in conditions:
        if SAFE_VALUE.fullmatch(value) and len(value) <= MAX_VALUE_LENGTH:
            yield kind, value


def choose_conditions(mails: list[Mail]) -> dict[Condition, tuple[str, int]]:
    """Choose conditions of high precision, greedily: each time the one that matches most mail not matched yet.

    Returns the label and the number of matching mails per condition, in the order of choice.
    """
    positions_by_condition: dict[Condition, list[int]] = defaultdict(list)
    for place, mail in enumerate(mails):
        for condition in mail.conditions:
            positions_by_condition[condition].append(place)
    sure = {}
    for condition, places in positions_by_condition.items():
        label, n_right = Counter(mails[place].label for place in places).most_common(1)[0]
        if len(places) >= MIN_MAILS and n_right >= MIN_PRECISION * len(places):
            sure[condition] = label, set(places)
    chosen: dict[Condition, tuple[str, int]] = {}
    candidates = dict(sorted(sure.items()))
    while candidates and len(chosen) < MAX_RULES:
        best = max(candidates, key=lambda condition: len(candidates[condition][1]))
        label, taken = candidates.pop(best)
        if len(taken) < MIN_MAILS:
            break
        chosen[best] = label, len(positions_by_condition[best])
        candidates = {
            condition: (name, others - taken) for condition, (name, others) in candidates.items() if others - taken
        }
    return chosen


LIST_HEADERS = ("List-Id", "X-BeenThere", "X-Mailing-List", "Mailing-List")
GMAIL_HEADER = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
<title>Mail Filters</title>"""
WORD_END = r"([^-.a-z0-9]|$)"


def folder_of(label: str) -> str:
    """Return the folder path of a label; each part is valid on every system."""
    return "/".join(safe_name(part) for part in label.split("/") if part.strip(". ")) or "_"


def format_rule_figures(rule: MailRule, rules: Rules) -> str:
    """Return one line with the figures of a rule."""
    share = 100 * rule.taken / rules.left_out
    made = f"{rule.kind} {rule.value}: made from {rule.made_from}"
    return f"{made}; of {rules.left_out} mails left out it takes {rule.taken} ({share:.2f} %), {rule.right} rightly"


def sieve(rules: Rules) -> Iterator[str]:
    """Yield a Sieve script."""
    yield 'require ["fileinto"];\n'
    headers = ", ".join(f'"{name}"' for name in LIST_HEADERS)
    tests = {LIST: f"header :contains [{headers}]", HOST: 'address :domain :is "from"',
             RECIPIENT: 'address :all :is ["to", "cc"]'}  # fmt: skip
    for rule in rules.rules:
        yield f"# {format_rule_figures(rule, rules)}\n"
        target = quote_string(folder_of(rule.label))
        yield f'if {tests[rule.kind]} "{rule.value}" {{\n  fileinto {target};\n  stop;\n}}\n'


def procmail(rules: Rules) -> Iterator[str]:
    """Yield procmail recipes that deliver to Maildirs."""
    lists = "|".join(LIST_HEADERS)
    before = {LIST: rf"^({lists}):(.*[^-.a-z0-9])?", HOST: r"^From:.*@", RECIPIENT: r"^(To|Cc):(.*[^-.a-z0-9])?"}
    for rule in rules.rules:
        folder = re.sub(r"[\s$`'\"\\|!&;<>*?{}()\[\]#~]", "_", folder_of(rule.label))
        condition = f"{before[rule.kind]}{re.escape(rule.value)}{WORD_END}"
        yield f"# {format_rule_figures(rule, rules)}\n:0\n* {condition}\n{folder}/\n\n"


def thunderbird(rules: Rules) -> Iterator[str]:
    """Yield the lines of `msgFilterRules.dat`; mail goes to *Local Folders*."""
    yield 'version="9"\nlogging="no"\n'
    conditions = {LIST: '("list-id",contains,{})', HOST: "(from,contains,@{})", RECIPIENT: "(to or cc,contains,{})"}
    for rule in rules.rules:
        condition = f"AND {conditions[rule.kind].format(rule.value)}"
        folder = quote(folder_of(rule.label), safe="/")
        yield f'name="{format_rule_figures(rule, rules)}"\nenabled="yes"\ntype="17"\n'
        yield f'action="Move to folder"\nactionValue="mailbox://nobody@Local%20Folders/{folder}"\n'
        yield f"condition={quote_string(condition)}\n"


def quote_string(text: str) -> str:
    """Return a quoted string for Sieve and for Thunderbird's file."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def gmail(rules: Rules) -> Iterator[str]:
    """Yield Gmail's filters, which *Settings, Filters* imports."""
    yield f"{GMAIL_HEADER}\n"
    properties = {LIST: ("hasTheWord", "list:{}"), HOST: ("from", "@{}"), RECIPIENT: ("to", "{}")}
    for rule in rules.rules:
        name, value = properties[rule.kind]
        yield f"<!-- {format_rule_figures(rule, rules).replace('--', '- -')} -->\n<entry>\n<category term='filter'/>\n"
        yield "<title>Mail Filter</title>\n<content/>\n"
        yield f"<apps:property name='{name}' value={quoteattr(value.format(rule.value))}/>\n"
        yield f"<apps:property name='label' value={quoteattr(folder_of(rule.label))}/>\n</entry>\n"
    yield "</feed>\n"


WRITERS: Final[dict[str, Callable[[Rules], Iterator[str]]]] = {
    "sieve": sieve,
    "procmail": procmail,
    "thunderbird-rules": thunderbird,
    "gmail": gmail,
}


def write_rules(rules: Rules, form: str, target: Path) -> None:
    """Write rules in one of `WRITERS`."""
    with open_whole_text(target) as file:
        file.writelines(WRITERS[form](rules))
