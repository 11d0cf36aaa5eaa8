"""Export for mail programs: tags for mails where they are stored, and rules that sort mail into folders.

A rule is derived from one condition that nearly always implies a label: the name of a mailing list, the host of a
sender or the address of a recipient. Rules are derived from the older two thirds of the mail (or from two of every
three mails, if most have no date) and measured on the rest. No rule is dropped because of its measured precision,
because the remaining figures would then be too good. Each rule is shown with its figures.

Values contain only plain characters (`SAFE_VALUE`), and labels become valid folder names.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import numpy as np

from app.domain.documents import is_label_set, split_label_set
from app.domain.errors import ForeignFileError, SourceError
from app.domain.whole_files import open_text_atomically
from app.features.exchange.word_tables import read_whole_file
from app.features.filing.plan import safe_name
from app.library.training_data import find_corpus
from app.store.documents import NO_DATE, NO_LABEL
from app.store.workspace import WorkspaceSource, open_for_reading

BATCH_SIZE = 500
LIST, HOST, RECIPIENT = "list", "sender", "recipient"
MIN_MAILS, MIN_PRECISION, MAX_RULES = 5, 0.98, 500
SAFE_VALUE = re.compile(r"[a-z0-9_][a-z0-9_.+=-]*(?:@[a-z0-9][a-z0-9.-]*)?")
"""Pattern of hosts, list names and addresses that need no quoting in any rule language. There are no rules for other
values.
"""
ADDRESS: Final = re.compile(r"[a-z0-9_.+=-]+@[a-z0-9.-]+")
MAX_VALUE_LENGTH = 200
Condition = tuple[str, str]
"""Kind and value, such as ("list", "news.example.org")."""


@dataclass(frozen=True, slots=True)
class MailForRules:
    """A mail as input for rules: its label, and the conditions that it meets."""

    label: str
    conditions: frozenset[Condition]


@dataclass(frozen=True, slots=True)
class MailRule:
    """A rule that gives a label to mail that meets one condition, with its figures."""

    kind: str
    """Kind of the condition: LIST, HOST or RECIPIENT."""
    value: str
    label: str
    n_training_matches: int
    """Number of training mails that match the rule."""
    taken: int
    """Number of held-out mails that match the rule."""
    right: int
    """Number of held-out mails that match the rule and have its label."""


@dataclass(frozen=True, slots=True)
class MailRules:
    """Rules in the order in which they are tried, with their joint figures on held-out mail.

    The first rule that matches a mail decides.
    """

    rules: tuple[MailRule, ...]
    left_out: int
    """Number of held-out mails."""
    taken: int
    """Number of held-out mails that match a rule."""
    right: int
    """Number of held-out mails whose first matching rule has their label."""


def derive_rules(workspace: WorkspaceSource, corpus: str | None) -> MailRules:
    """Derive rules from the labelled mail of a corpus, and measure them on held-out mail.

    None stands for the most recently created corpus.

    Raises:
        ForeignFileError: There is too little labelled mail, or no condition is precise enough.
    """
    training, left_out = split_mails(workspace, corpus)
    if not training or not left_out:
        raise ForeignFileError("no-mail", corpus or "")
    chosen = choose_conditions(training)
    if not chosen:
        raise ForeignFileError("no-rules", corpus or "")
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
    return MailRules(tuple(rules), len(left_out), n_taken, n_right)


def split_mails(workspace: WorkspaceSource, corpus: str | None) -> tuple[list[MailForRules], list[MailForRules]]:
    """Read the labelled mail and split it into training and held-out mail.

    The newest third is held out, or every third mail if most have no date.
    """
    with open_for_reading(workspace) as opened:
        columns = opened.documents.columns(find_corpus(opened, corpus).name)
        label_names = columns.label_names
        is_used = np.array(
            [place != NO_LABEL and not is_label_set(label_names[place]) for place in columns.label_indices.tolist()],
            bool,
        )
        numbers = columns.document_numbers[is_used]
        labels = [label_names[place] for place in columns.label_indices[is_used].tolist()]
        mails = []
        for first in range(0, len(numbers), BATCH_SIZE):
            batch = numbers[first : first + BATCH_SIZE].tolist()
            bodies = dict(opened.documents.read_bodies(batch))
            for number, label in zip(batch, labels[first : first + BATCH_SIZE], strict=True):
                mails.append(MailForRules(label, frozenset(conditions_met_by(bodies[number].fields))))
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


def choose_conditions(mails: list[MailForRules]) -> dict[Condition, tuple[str, int]]:
    """Choose conditions of high precision greedily: each step takes the condition that matches most of the remaining
    mails.

    Returns condition to its label and the number of mails that it matches, in the order of choice.
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


def mail_folder_of(label: str) -> str:
    """Return the path of the mail folder for a label. Each part of the path is valid on every system."""
    return "/".join(safe_name(part) for part in label.split("/") if part.strip(". ")) or "_"


def format_rule_figures(rule: MailRule, rules: MailRules) -> str:
    """Return one line with the figures of a rule."""
    share = 100 * rule.taken / rules.left_out
    made = f"{rule.kind} {rule.value}: made from {rule.n_training_matches}"
    return f"{made}; of {rules.left_out} mails left out it takes {rule.taken} ({share:.2f} %), {rule.right} rightly"


def sieve_lines(rules: MailRules) -> Iterator[str]:
    """Yield the lines of a Sieve script."""
    yield 'require ["fileinto"];\n'
    headers = ", ".join(f'"{name}"' for name in LIST_HEADERS)
    tests = {LIST: f"header :contains [{headers}]", HOST: 'address :domain :is "from"',
             RECIPIENT: 'address :all :is ["to", "cc"]'}  # fmt: skip
    for rule in rules.rules:
        yield f"# {format_rule_figures(rule, rules)}\n"
        target = quote_string(mail_folder_of(rule.label))
        yield f'if {tests[rule.kind]} "{rule.value}" {{\n  fileinto {target};\n  stop;\n}}\n'


def procmail_lines(rules: MailRules) -> Iterator[str]:
    """Yield procmail recipes that deliver to Maildirs."""
    lists = "|".join(LIST_HEADERS)
    before = {LIST: rf"^({lists}):(.*[^-.a-z0-9])?", HOST: r"^From:.*@", RECIPIENT: r"^(To|Cc):(.*[^-.a-z0-9])?"}
    for rule in rules.rules:
        folder = re.sub(r"[\s$`'\"\\|!&;<>*?{}()\[\]#~]", "_", mail_folder_of(rule.label))
        condition = f"{before[rule.kind]}{re.escape(rule.value)}{WORD_END}"
        yield f"# {format_rule_figures(rule, rules)}\n:0\n* {condition}\n{folder}/\n\n"


def thunderbird_lines(rules: MailRules) -> Iterator[str]:
    """Yield the lines of `msgFilterRules.dat`. The rules move mail to *Local Folders*."""
    yield 'version="9"\nlogging="no"\n'
    conditions = {LIST: '("list-id",contains,{})', HOST: "(from,contains,@{})", RECIPIENT: "(to or cc,contains,{})"}
    for rule in rules.rules:
        condition = f"AND {conditions[rule.kind].format(rule.value)}"
        folder = quote(mail_folder_of(rule.label), safe="/")
        yield f'name="{format_rule_figures(rule, rules)}"\nenabled="yes"\ntype="17"\n'
        yield f'action="Move to folder"\nactionValue="mailbox://nobody@Local%20Folders/{folder}"\n'
        yield f"condition={quote_string(condition)}\n"


def quote_string(text: str) -> str:
    """Return a quoted string for Sieve and for Thunderbird's file."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def gmail_lines(rules: MailRules) -> Iterator[str]:
    """Yield the lines of Gmail's filters as XML, for *Settings, Filters*."""
    yield f"{GMAIL_HEADER}\n"
    properties = {LIST: ("hasTheWord", "list:{}"), HOST: ("from", "@{}"), RECIPIENT: ("to", "{}")}
    for rule in rules.rules:
        name, value = properties[rule.kind]
        yield f"<!-- {format_rule_figures(rule, rules).replace('--', '- -')} -->\n<entry>\n<category term='filter'/>\n"
        yield "<title>Mail Filter</title>\n<content/>\n"
        yield f"<apps:property name='{name}' value={quoteattr(value.format(rule.value))}/>\n"
        yield f"<apps:property name='label' value={quoteattr(mail_folder_of(rule.label))}/>\n</entry>\n"
    yield "</feed>\n"


WRITERS: Final[dict[str, Callable[[MailRules], Iterator[str]]]] = {
    "sieve": sieve_lines,
    "procmail": procmail_lines,
    "thunderbird-rules": thunderbird_lines,
    "gmail": gmail_lines,
}


def write_rules(rules: MailRules, form: str, target: Path) -> None:
    """Write rules to a file, in one of the formats of `WRITERS`."""
    with open_text_atomically(target) as file:
        file.writelines(WRITERS[form](rules))


HEADER_BYTES = 64 << 10
KEYWORDS: Final = "dovecot-keywords"
MAX_KEYWORDS: Final = 26
INFO = re.compile(r"(.*[:;!]2,)([A-Za-z]*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TaggedDocument:
    """A labelled document, with the path of its file and its name inside that file."""

    path: str
    member: str
    labels: tuple[str, ...]


def iter_tagged_documents(workspace: WorkspaceSource, corpus: str | None) -> Iterator[TaggedDocument]:
    """Yield the labelled documents of a corpus."""
    with open_for_reading(workspace) as opened:
        numbers = opened.documents.numbers(find_corpus(opened, corpus).name).tolist()
        for first in range(0, len(numbers), BATCH_SIZE):
            for heading in opened.documents.headings(numbers[first : first + BATCH_SIZE]):
                if heading.label:
                    yield TaggedDocument(heading.path, heading.member, split_label_set(heading.label))


def write_notmuch(documents: Iterable[TaggedDocument], target: Path | None) -> tuple[int, int]:
    """Write lines for `notmuch tag --batch`; without `target`, only count.

    Returns the number of tagged mails and the number of documents without a Message-ID.
    """
    named = [(document, read_message_id(document)) for document in documents]
    tagged = [(" ".join(f"+{quote(one, safe='')}" for one in mail.labels), name) for mail, name in named if name]
    lines = [f'{tags} -- id:"{name}"\n' for tags, name in tagged]
    if target is not None:
        with open_text_atomically(target) as file:
            file.writelines(lines)
    return len(lines), len(named) - len(lines)


def read_message_id(document: TaggedDocument) -> str | None:
    """Return the Message-ID of a mail that has a file of its own; None for other documents."""
    try:
        if document.member or not os.path.isfile(document.path):
            return None
        with open(document.path, "rb") as file:
            header = BytesHeaderParser().parsebytes(file.read(HEADER_BYTES))["message-id"]
    except (OSError, ValueError):
        return None
    name = str(header or "").strip().strip("<>")
    return name.replace('"', '""') if name and not re.search(r"[\s\x00-\x1f]", name) else None


def mark_maildir(documents: Iterable[TaggedDocument], folder: Path, *, writes: bool) -> tuple[int, int]:
    """Add keywords to the file names of a Maildir, as Dovecot does. Return the numbers of renamed and skipped files.

    A letter that stands for a keyword is not used for another one. No file is overwritten. Without `writes`, files are
    only counted.
    """
    if not (folder / "cur").is_dir():
        raise ForeignFileError("no-maildir", folder.name)
    letters: list[str] = []
    with suppress(SourceError):  # no keywords file yet
        lines = read_whole_file(folder / KEYWORDS).decode("utf-8", "replace").splitlines()
        letters = list(filter(None, (line.partition(" ")[2] for line in lines)))[:MAX_KEYWORDS]
    n_marked = n_stayed = 0
    for document in documents:
        if document.member or Path(document.path).parent.resolve() != (folder / "cur").resolve():
            continue
        name = name_with_keywords(Path(document.path).name, document.labels, letters)
        if name == Path(document.path).name:
            continue
        is_free = name is not None and os.path.isfile(document.path) and not (folder / "cur" / name).exists()
        if name is None or not is_free:
            n_stayed += 1
            continue
        if writes:
            os.rename(document.path, folder / "cur" / name)
        n_marked += 1
    if writes and n_marked:
        with open_text_atomically(folder / KEYWORDS) as file:
            file.writelines(f"{place} {to_imap_keyword(label)}\n" for place, label in enumerate(letters))
    return n_marked, n_stayed


def name_with_keywords(name: str, labels: tuple[str, ...], letters: list[str]) -> str | None:
    """Return the name of a Maildir file with the letters of its labels; None if all 26 letters are in use.

    `letters` lists the keyword of each letter. New keywords are appended to it.
    """
    match = INFO.fullmatch(name)
    before, flags = (match[1], set(match[2])) if match else (f"{name}:2,", set())
    for label in map(to_imap_keyword, labels):
        if label not in letters and len(letters) >= MAX_KEYWORDS:
            return None
        if label not in letters:
            letters.append(label)
        flags.add(chr(ord("a") + letters.index(label)))
    return before + "".join(sorted(flags))


def to_imap_keyword(label: str) -> str:
    """Return a label as an IMAP keyword, without spaces and other characters that end an atom."""
    return re.sub(r"[\s(){%*\"\\\]\x00-\x1f]+", "_", label)[:100]


def write_paperless(documents: Iterable[TaggedDocument], export: Path | None, target: Path | None) -> int:
    """Write the manifest of a paperless-ngx export with labels as tags; without `target`, only count.

    Returns the number of changed documents. Tags are only added. Documents are matched by their file name in the
    export.
    """
    if export is None:
        raise ForeignFileError("no-export", "paperless" if target is None else target.name)
    records = read_manifest(export)
    tags = {str(record["fields"].get("name")): record for record in records if record.get("model") == "documents.tag"}
    by_file = {str(record.get("__exported_file_name__")): record for record in records}
    changed = 0
    for document in documents:
        record = by_file.get(PurePosixPath(document.path).name)
        if record is not None and record.get("model") == "documents.document":
            wanted = [ensure_tag(records, tags, label) for label in document.labels]
            existing = [key for key in record["fields"].get("tags") or [] if isinstance(key, int)]
            record["fields"]["tags"] = list(dict.fromkeys((*existing, *wanted)))
            changed += record["fields"]["tags"] != existing
    if target is None:
        return changed
    with open_text_atomically(target) as file:
        json.dump(records, file, ensure_ascii=False, indent=1)
    return changed


def read_manifest(export: Path) -> list[dict[str, Any]]:
    try:
        records = json.loads(read_whole_file(export))
    except (ValueError, RecursionError) as error:
        raise ForeignFileError("no-answers", export.name, "JSON") from error
    if not isinstance(records, list) or not all(
        isinstance(record, dict) and isinstance(record.get("fields", {}), dict) for record in records
    ):
        raise ForeignFileError("no-answers", export.name, "manifest")
    return [record | {"fields": record.get("fields", {})} for record in records]


def ensure_tag(records: list[dict[str, Any]], tags: dict[str, dict[str, Any]], label: str) -> int:
    """Return the primary key of a tag in the manifest. A tag that is missing is added to `records` and `tags`."""
    if label not in tags:
        keys = [record["pk"] for record in tags.values() if isinstance(record.get("pk"), int)]
        fields = {"name": label, "match": "", "matching_algorithm": 0, "is_insensitive": True, "color": "#a6cee3"}
        tags[label] = {"model": "documents.tag", "pk": max(keys, default=0) + 1, "fields": fields}
        records.insert(0, tags[label])
    return int(tags[label]["pk"])
