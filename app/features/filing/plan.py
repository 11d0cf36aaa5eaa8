"""The plan of filing away: where everything would go, shown before anything is touched.

A plan looks at the disk to number names that are taken, to count the room that copies need, and to say what will stay
and why. Nothing depends on its being right: whoever carries it out takes a name only if it is free at that moment.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, count
from pathlib import Path
from typing import Literal

from app.domain.documents import Document, SourceOptions
from app.domain.errors import UnusableName
from app.domain.jobs import JobContext
from app.domain.records import FileMove, LetterFact, LetterFacts
from app.features.filing.file_moves import (
    MEMBER_MARK,
    MoveError,
    check_regular,
    disk_of,
    is_link,
    move_errors,
    nearest,
    opened_folder,
)
from app.features.filing.letter_facts import correct, corrected, facts_of
from app.library.classifying import reading_for
from app.library.workers import Batch, WorkerPool
from app.readers.reading import read_batches
from app.readers.sources import plan_source, work_items
from app.store.workspace import Place, open_for_reading

FORBIDDEN = frozenset('/\\:*?"<>|')
RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"}
)
LONGEST_BYTES = 180
LONGEST_NAME_BYTES = 255
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def safe_name(words: str, otherwise: str = "_") -> str:
    """Return a file or folder name out of any words; the same words always give the same name."""
    kept = "".join(_safe_letter(letter) for letter in unicodedata.normalize("NFC", words))
    name = " ".join(kept.split()).strip(". ")
    name = shortened(name, LONGEST_BYTES).rstrip(". ") or otherwise
    return f"{name}_" if name.split(".")[0].rstrip().lower() in RESERVED else name


def _safe_letter(letter: str) -> str:
    if letter in FORBIDDEN:
        return "_"
    if letter.isspace():
        return " "
    return "" if unicodedata.category(letter) in INVISIBLE else letter


def shortened(name: str, n_bytes: int) -> str:
    """Return the beginning of a name that takes no more room than that; no letter is cut in two."""
    raw = name.encode("utf-8", "surrogateescape")
    return name if len(raw) <= n_bytes else raw[:n_bytes].decode("utf-8", "ignore")


def numbered(name: str, number: int) -> str:
    """Return a name with a number before its suffix: `letter (2).eml`."""
    stem, dot, suffix = name.rpartition(".")
    if not stem or len(suffix) > 10:
        stem, dot, suffix = name, "", ""
    ending = f" ({number}){dot}{suffix}"
    return shortened(stem, LONGEST_NAME_BYTES - len(ending.encode("utf-8", "surrogateescape"))) + ending


MAILDIR_NUMBER = re.compile(r",U=[0-9]+")
"""The number that a mail has in one Maildir, where mbsync or offlineimap keep it; in another it would be another's."""
Action = Literal["move", "copy"]
Clashes = Literal["number", "skip"]


@dataclass(frozen=True, slots=True)
class Filing:
    """Something that was judged, as far as filing it away goes."""

    number: int
    path: str
    member: str = ""
    title: str = ""
    label: str | None = None
    other_labels: tuple[str, ...] = ()
    """Labels that it has beside the first, where it may have several."""
    is_sure: bool = True
    """Not unsure, or corrected by a person."""
    kind: str = "text"
    size_bytes: int = 0
    """Of what is in a mailbox or an archive."""
    name: str = ""
    """The name it gets; empty where it keeps the one that it has."""
    script: str = ""
    """The script of its pages that were recognised, where their text is to be written into it; else empty."""
    wrong_share: float = 0.0
    """The share of wrong verdicts among those like its own; 0 where a person said the label."""
    is_promised: bool = True
    """False where nothing can be promised of its label."""
    hindrance: str = ""
    """The reason why it stays, known before the plan is made: a code of FILING_SENTENCES."""


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A file that will go, and what a person should know about it."""

    number: int
    move: FileMove
    is_renamed: bool = False
    """Another name was taken, because the first was."""
    script: str = ""
    """The script of the layer of text that it gets; empty where it gets none."""


@dataclass(frozen=True, slots=True)
class UnfiledFile:
    """A file that will stay, and why."""

    number: int
    name: str
    reason: str
    """A code of FILING_SENTENCES."""


@dataclass(frozen=True, slots=True)
class FilingPlan:
    """The plan of filing away: every file with the place where it would go."""

    root: Path
    action: Action
    moves: tuple[PlannedMove, ...] = ()
    left_out: tuple[UnfiledFile, ...] = ()
    size_bytes: int = 0
    needed_bytes: int = 0
    """Room that copies take on the disk of the folder; moves on one disk take none."""
    free_bytes: int = 0
    problem: str = ""
    """The reason why nothing can go there: a code of FILING_SENTENCES; empty where all can."""
    n_filed: int = 0
    """The documents that go; of several labels one may go to several folders."""
    n_documents: int = 0
    """Those that go, and those that stay."""
    expected_wrong: float = 0.0
    """The number of those that go that are expected to lie in a wrong folder."""

    @property
    def n_renamed(self) -> int:
        """Count the files that get another name than they have."""
        return sum(planned.is_renamed for planned in self.moves)


def planned(
    filings: Sequence[Filing],
    root: Path,
    *,
    action: Action = "move",
    clashes: Clashes = "number",
    with_unsure: bool = False,
    in_each: bool = False,
    context: JobContext,
) -> FilingPlan:
    """Say where everything would go, without touching anything; of several labels to the folder of the first, or as a
    copy to those of the others as well."""
    real_root = Path(os.path.realpath(root))
    disk, free_bytes = disk_of(real_root)
    plan = _Planning(real_root, action, clashes, disk, with_unsure=with_unsure)
    places = {(each.path, each.member, each.number if not each.path else 0): each for each in filings}
    each_once = [*places.values()]  # by its last verdict: what was dropped twice is filed once
    for filing in each_once:
        context.checkpoint(phase="planning")
        for label in filing.other_labels if in_each else ():
            plan.add(replace(filing, label=label), is_copy=True)
        plan.add(filing)
    needed, size_bytes = plan.needed_bytes, sum(each.move.size_bytes for each in plan.moves)
    there = nearest(real_root)
    problem = "full" if needed > free_bytes else ""
    if not there.is_dir():
        problem = "no-folder"
    elif not os.access(there, os.W_OK | os.X_OK):
        problem = "read-only"
    going = {each.number for each in plan.moves}
    expected_wrong = sum(filing.wrong_share for filing in each_once if filing.number in going)
    return FilingPlan(
        real_root, action, tuple(plan.moves), tuple(plan.left_out), size_bytes, needed, free_bytes, problem,
        len(going), len(each_once), expected_wrong,
    )  # fmt: skip


class _Planning:
    """Gathers the moves of a plan, with the names that are taken in the folders of labels."""

    def __init__(self, root: Path, action: Action, clashes: Clashes, disk: int, *, with_unsure: bool) -> None:
        self._root, self._action, self._clashes, self._disk = root, action, clashes, disk
        self._with_unsure = with_unsure
        self._folders: dict[str, str] = {}
        self._taken = set[tuple[str, str]]()
        self._next_number: dict[tuple[str, str], int] = {}
        self.moves: list[PlannedMove] = []
        self.left_out: list[UnfiledFile] = []
        self.needed_bytes = 0

    def add(self, filing: Filing, *, is_copy: bool = False) -> None:
        """Find a place for one file, or the reason why it stays."""
        try:
            with move_errors():
                self._place(filing, real_path(filing.path), is_copy=is_copy)
        except MoveError as error:
            name = os.path.basename(filing.member or filing.path)
            shown = name if filing.path and not filing.member else filing.title or name
            self.left_out.append(UnfiledFile(filing.number, shown, error.reason))

    def _place(self, filing: Filing, path: str, *, is_copy: bool) -> None:
        found = self._checked(filing, path)
        folder = os.path.join(self._root, self._folder_of(filing.label or ""))
        if os.path.lexists(folder):
            with opened_folder(folder):  # a folder of its own, and never a link to elsewhere
                pass
        part = folder
        if all(os.path.isdir(os.path.join(folder, name)) for name in ("cur", "new", "tmp")):  # what was read stays read
            part = os.path.join(folder, "cur" if os.path.basename(os.path.dirname(path)) == "cur" else "new")
        if not filing.member and os.path.realpath(os.path.dirname(path)) in (folder, part):
            raise MoveError("already-there")
        wanted = file_name(filing, path)
        if part != folder:
            folder, wanted = part, MAILDIR_NUMBER.sub("", wanted)
        if self._clashes == "skip" and self._is_taken(folder, wanted):
            raise MoveError("exists")
        name = self._free_name(folder, wanted)
        size = filing.size_bytes if filing.member else found.st_size
        action: Action = "copy" if filing.member or is_copy else self._action
        script = "" if filing.member else filing.script
        if action == "copy" or found.st_dev != self._disk or script:
            self.needed_bytes += size
        source = f"{path}{MEMBER_MARK}{filing.member}" if filing.member else path
        move = FileMove(source, os.path.join(folder, name), filing.label or "", size, action)
        self.moves.append(PlannedMove(filing.number, move, name != wanted, script))

    def _folder_of(self, label: str) -> str:
        """Return the folder of a label: those of its path that are there, else one that no other label has."""
        if label not in self._folders:
            known = {name.casefold() for name in self._folders.values()}
            wanted = safe_name(label)
            names = chain([wanted], (f"{wanted} ({number})" for number in count(2)))
            free = next(name for name in names if name.casefold() not in known)
            self._folders[label] = existing_tree(str(self._root), label) or free
        return self._folders[label]

    def _is_taken(self, folder: str, name: str) -> bool:
        return (folder, name.casefold()) in self._taken or os.path.lexists(os.path.join(folder, name))

    def _free_name(self, folder: str, name: str) -> str:
        """Return the name, or the same with the first number that makes it free."""
        key = (folder, name.casefold())
        free, number = name, self._next_number.get(key, 2)
        while self._is_taken(folder, free):
            free, number = numbered(name, number), number + 1
        self._next_number[key] = number
        self._taken.add((folder, free.casefold()))
        return free

    def _checked(self, filing: Filing, path: str) -> os.stat_result:
        if filing.hindrance:
            raise MoveError(filing.hindrance)
        if filing.label is None:
            raise MoveError("no-label")
        if not filing.is_sure and not self._with_unsure:
            raise MoveError("unsure" if filing.is_promised else "no-promise")
        if not path:
            raise MoveError("no-file")
        if filing.kind == "row":
            raise MoveError("row")
        return check_regular(path)


def existing_tree(root: str, label: str) -> str:
    """Return the folders that a label with a path stands for, where they are all there and none is a link."""
    parts = label.split("/")
    if len(parts) < 2 or any(safe_name(part) != part for part in parts):
        return ""
    folder = root
    for part in parts:
        folder = os.path.join(folder, part)
        if not os.path.isdir(folder) or is_link(os.lstat(folder)):
            return ""
    return os.path.join(*parts)


def real_path(path: str) -> str:
    """Return the path of a file whose name was made legible: bytes that are no text stand in it as escapes."""
    if os.path.lexists(path) or "\\udc" not in path:
        return path
    meant = path.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    for byte in range(0x80, 0x100):
        meant = meant.replace(f"\\udc{byte:02x}", chr(0xDC00 + byte))
    return meant if os.path.lexists(meant) else path


def file_name(filing: Filing, path: str) -> str:
    """Return a file's name in the folder of its label: a new one, the one it has, or, out of a mailbox, its subject."""
    if filing.name:
        return filing.name
    if not filing.member:
        return os.path.basename(path)
    last = filing.member.rpartition("/")[2]
    if filing.kind != "mail":
        return safe_name(last, "document")
    if last.lower().endswith(".eml"):
        return safe_name(last, "message.eml")
    return safe_name(filing.title, "message") + ".eml"


EXAMPLE = Filing(0, "scan0001.pdf", title="Invoice", label="tax")
PARTS = ("date", "sender", "label", "title", "name")
PART = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
USUAL_DATE = "%Y-%m-%d"
DIRECTIVE = re.compile(r"%(.|$)")
KNOWN_DIRECTIVES = frozenset("YymdjBbAaUWVG%-")
EDGES = " -_.,;·"
"""The signs that are left around a part that a letter does not have."""
MOST_SUFFIX = 10


def checked_pattern(pattern: str) -> str:
    """Return a pattern for names; one that cannot be used is an error that says why."""
    text = pattern.strip()
    found = PART.findall(text)
    if not text or not found or re.search("[{}]", PART.sub("", text)):
        raise UnusableName("pattern", pattern, "no-part")
    for part, form in found:
        is_date_form = part == "date" and all(mark in KNOWN_DIRECTIVES for mark in DIRECTIVE.findall(form))
        if part not in PARTS or (form and not is_date_form):
            raise UnusableName("pattern", pattern, "unknown-part")
    return text


def name_by(pattern: str, filing: Filing, facts: LetterFacts, old_name: str) -> str:
    """Return the name of a file by a pattern, with the suffix it has; the old one where nothing of it is known."""
    stem, suffix = os.path.splitext(old_name)
    if len(suffix) > MOST_SUFFIX or any(map(str.isspace, suffix)):
        stem, suffix = old_name, ""
    known = {"sender": facts.sender.value, "label": filing.label or "", "title": filing.title, "name": stem}
    is_known = False

    def part(match: re.Match[str]) -> str:
        nonlocal is_known
        words, day = known.get(match[1], ""), facts.date.value
        if match[1] == "date" and day:  # months have their English names, whatever the system speaks
            words = date.fromisoformat(day).strftime((match[2] or USUAL_DATE).replace("%-", "%"))
        is_known |= bool(words)
        return words.replace("/", "-").replace("\0", "") or "\0"

    made = re.sub(rf"[{re.escape(EDGES)}]*\0", "", PART.sub(part, pattern)).strip(EDGES)
    return safe_name(made, stem) + suffix if is_known and made else old_name


def example_name(pattern: str) -> str:
    """Return what a letter would be called by a pattern; without one, the name that it has."""
    facts = LetterFacts(LetterFact("2026-03-02", "date-line"), LetterFact("Acme Ltd", "company"))
    old = "scan0001.pdf"
    return name_by(checked_pattern(pattern), EXAMPLE, facts, old) if pattern.strip() else old


def named(
    filings: Sequence[Filing], pattern: str, facts: Callable[[Filing], LetterFacts | None], *, with_layers: bool = False
) -> Iterator[tuple[Filing, LetterFacts | None]]:
    """Yield each filing with the name it gets, and what that was made of; one that is not known keeps its own.

    With layers, the text that was recognised is to be written into it.
    """
    for filing in filings:
        found = facts(filing)
        if found is None or not filing.path:
            yield filing, None
            continue
        name = name_by(pattern, filing, found, file_name(filing, real_path(filing.path))) if pattern else filing.name
        yield replace(filing, name=name, script=found.script if with_layers else ""), found if pattern else None


def facts_by_place(
    filings: Iterable[Filing], workspace: Place, context: JobContext, options: SourceOptions | None = None
) -> dict[tuple[str, str], LetterFacts]:
    """Read the files that are to be filed, and find their dates and senders; pages are known from their judging."""
    paths = list(dict.fromkeys(Path(each.path) for each in filings if each.path and os.path.isfile(each.path)))
    found: dict[tuple[str, str], LetterFacts] = {}
    if not paths:
        return found
    plan = plan_source(paths, options or SourceOptions(labels_from="none"))
    with WorkerPool(read_batches, reading_for(plan.options, workspace)) as pool:
        for event in pool.run(work_items(plan.sources, plan.options), lambda: context.checkpoint(phase="naming")):
            for document in event.value if isinstance(event, Batch) else ():
                if isinstance(document, Document):
                    found[document.path, document.member] = facts_of(document, modified_s(document.path))
    return found


def modified_s(path: str) -> float | None:
    """Return when a file was last written."""
    with suppress(OSError):
        return os.stat(path).st_mtime
    return None


def named_by_reading(
    filings: Sequence[Filing],
    pattern: str,
    workspace: Place,
    context: JobContext,
    options: SourceOptions | None = None,
    *,
    with_layers: bool = False,
    said: Mapping[str, str] | None = None,
) -> list[tuple[Filing, LetterFacts | None]]:
    """Return filings with their names, made of what is read of the files; without a pattern, as they are.

    The date and the sender that a person says hold for all of these, and are kept.
    """
    if not pattern and not with_layers:
        return [(filing, None) for filing in filings]
    facts = facts_by_place(filings, workspace, context, options)
    for letter in facts.values() if said else ():
        correct(workspace, letter, said or {})
    with open_for_reading(workspace) as opened:
        facts = {place: corrected(letter, opened) for place, letter in facts.items()}
    return list(
        named(filings, pattern, lambda filing: facts.get((filing.path, filing.member)), with_layers=with_layers)
    )
