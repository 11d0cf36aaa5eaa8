"""The plan of filing: where each file would be moved. A person sees the plan before any file is moved.

Planning reads the disk to number duplicate names, to add up the space for copies, and to list the files that stay, with
reasons. The disk may change before the plan is carried out; then a file gets its name only if the name is still free.
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
    MEMBER_SEPARATOR,
    FileMark,
    MoveError,
    check_regular,
    disk_of,
    file_mark,
    is_link,
    move_errors,
    nearest_existing_folder,
    open_folder,
)
from app.features.filing.letter_facts import apply_corrections, find_facts, store_corrections
from app.library.classifying import reading_settings_for
from app.library.workers import WorkerPool, YieldedValue
from app.readers.reading import read_batches
from app.readers.sources import plan_source, work_items
from app.store.workspace import WorkspaceSource, open_for_reading

FORBIDDEN = frozenset('/\\:*?"<>|')
RESERVED_WINDOWS_NAMES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"}
)
"""File names, in lower case, that Windows reserves for devices."""
MAX_SAFE_NAME_BYTES = 180
MAX_NAME_BYTES = 255
REMOVED_UNICODE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of characters that are removed from file names: control, format and unassigned characters."""


def safe_name(words: str, otherwise: str = "_") -> str:
    """Return a valid file or folder name for any text; `otherwise` if nothing remains of it. Equal texts give equal
    names.
    """
    letters = "".join(_safe_letter(letter) for letter in unicodedata.normalize("NFC", words))
    name = " ".join(letters.split()).strip(". ")
    name = shorten_name(name, MAX_SAFE_NAME_BYTES).rstrip(". ") or otherwise
    return f"{name}_" if name.split(".")[0].rstrip().lower() in RESERVED_WINDOWS_NAMES else name


def _safe_letter(letter: str) -> str:
    if letter in FORBIDDEN:
        return "_"
    if letter.isspace():
        return " "
    return "" if unicodedata.category(letter) in REMOVED_UNICODE_CATEGORIES else letter


def shorten_name(name: str, n_bytes: int) -> str:
    """Return the beginning of a name that has at most `n_bytes` bytes in UTF-8. Only whole characters are removed."""
    raw = name.encode("utf-8", "surrogateescape")
    return name if len(raw) <= n_bytes else raw[:n_bytes].decode("utf-8", "ignore")


def add_number(name: str, number: int) -> str:
    """Return a name with a number before its suffix: `letter (2).eml`."""
    stem, dot, suffix = name.rpartition(".")
    if not stem or len(suffix) > 10:
        stem, dot, suffix = name, "", ""
    ending = f" ({number}){dot}{suffix}"
    return shorten_name(stem, MAX_NAME_BYTES - len(ending.encode("utf-8", "surrogateescape"))) + ending


MAILDIR_NUMBER = re.compile(r",U=[0-9]+")
"""The UID that mbsync and offlineimap put into file names. It is valid in one Maildir only."""
Action = Literal["move", "copy"]
NameClashPolicy = Literal["number", "skip"]


@dataclass(frozen=True, slots=True)
class Filing:
    """A classified document, with all data that are needed to file it."""

    number: int
    path: str
    member: str = ""
    title: str = ""
    label: str | None = None
    other_labels: tuple[str, ...] = ()
    """The document's further labels, if documents can have several."""
    is_sure: bool = True
    """True if the verdict is confident, or if a person corrected it."""
    kind: str = "text"
    size_bytes: int = 0
    """Size of the file; if the document is in a mailbox or an archive, size of the member."""
    name: str = ""
    """New file name; empty to keep the present one."""
    script: str = ""
    """Script that OCR recognised, such as `Latin`, if the PDF is to get a text layer; else empty."""
    wrong_share: float = 0.0
    """Estimated probability that the label is wrong; 0 for a label set by a person."""
    is_by_group: bool = False
    """True if a person gave the label to a whole group at once. How likely it is to be wrong is then unknown."""
    is_promised: bool = True
    """False if there are too few documents with this label for the model to keep an error limit."""
    reason_to_stay: str = ""
    """Code in FILING_SENTENCES, if it is known before planning that the file cannot be moved; else empty."""


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A file that will be moved or copied."""

    number: int
    move: FileMove
    is_renamed: bool = False
    """True if the file gets a number in its name because another file already has the name."""
    script: str = ""
    """Script of the text layer to add; empty for none."""
    mark: FileMark | None = None
    """FileMark of the source when the plan was made; None for a member of a file."""


@dataclass(frozen=True, slots=True)
class UnfiledFile:
    """A file that stays where it is, and the reason."""

    number: int
    name: str
    reason: str
    """Code of FILING_SENTENCES."""


@dataclass(frozen=True, slots=True)
class FilingPlan:
    """The target of every file that will be moved or copied, and the files that stay."""

    root: Path
    action: Action
    moves: tuple[PlannedMove, ...] = ()
    left_out: tuple[UnfiledFile, ...] = ()
    """The files that stay."""
    size_bytes: int = 0
    needed_bytes: int = 0
    """Space that copies need on the target disk. Moves within one disk need none."""
    free_bytes: int = 0
    problem: str = ""
    """Code in FILING_SENTENCES, if no file can be filed in this folder; else empty."""
    n_filed: int = 0
    """Number of documents that will be filed. One document may be filed in several folders."""
    n_documents: int = 0
    """Number of all documents, including those that stay."""
    expected_wrong: float = 0.0
    """Expected number of documents that would be filed in a wrong folder, without those labelled by group."""
    n_labelled_by_group: int = 0
    """Number of documents whose label a person gave to a whole group. It is unknown how many of these labels
    are wrong.
    """

    @property
    def n_renamed_files(self) -> int:
        """Number of files that get a number in their name, because another file has the name."""
        return sum(planned_move.is_renamed for planned_move in self.moves)


def make_filing_plan(
    filings: Sequence[Filing],
    root: Path,
    *,
    action: Action = "move",
    clashes: NameClashPolicy = "number",
    with_unsure: bool = False,
    in_each: bool = False,
    context: JobContext,
) -> FilingPlan:
    """Plan the target of every file. Nothing on the disk is changed.

    With `in_each`, the folder of each further label gets a copy. A file that is listed twice is filed once, by its last
    verdict.
    """
    real_root = Path(os.path.realpath(root))
    disk, free_bytes = disk_of(real_root)
    plan = _PlanBuilder(real_root, action, clashes, disk, with_unsure=with_unsure)
    filing_by_place = {
        (filing.path, filing.member, filing.number if not filing.path else 0): filing for filing in filings
    }
    unique_filings = [*filing_by_place.values()]  # a file that was added twice is filed once, by its last verdict
    for filing in unique_filings:
        context.checkpoint(phase="planning")
        for label in filing.other_labels if in_each else ():
            plan.add(replace(filing, label=label), is_copy=True)
        plan.add(filing)
    needed_bytes, size_bytes = plan.needed_bytes, sum(planned_move.move.size_bytes for planned_move in plan.moves)
    existing_folder = nearest_existing_folder(real_root)
    problem = "full" if needed_bytes > free_bytes else ""
    if not existing_folder.is_dir():
        problem = "no-folder"
    elif not os.access(existing_folder, os.W_OK | os.X_OK):
        problem = "read-only"
    filed_numbers = {planned_move.number for planned_move in plan.moves}
    filed = [filing for filing in unique_filings if filing.number in filed_numbers]
    return FilingPlan(
        real_root, action, tuple(plan.moves), tuple(plan.left_out), size_bytes, needed_bytes, free_bytes, problem,
        len(filed_numbers), len(unique_filings), sum(filing.wrong_share for filing in filed),
        sum(filing.is_by_group for filing in filed),
    )  # fmt: skip


class _PlanBuilder:
    """Collects the moves of a plan, and the file names that they use in each folder."""

    def __init__(self, root: Path, action: Action, clashes: NameClashPolicy, disk: int, *, with_unsure: bool) -> None:
        self._root, self._action, self._clashes, self._disk = root, action, clashes, disk
        self._with_unsure = with_unsure
        self._folders: dict[str, str] = {}
        self._taken = set[tuple[str, str]]()
        self._next_number: dict[tuple[str, str], int] = {}
        self.moves: list[PlannedMove] = []
        self.left_out: list[UnfiledFile] = []
        self.needed_bytes = 0

    def add(self, filing: Filing, *, is_copy: bool = False) -> None:
        """Add the move of one file, or the reason why it stays."""
        try:
            with move_errors():
                self._add_move(filing, real_path(filing.path), is_copy=is_copy)
        except MoveError as error:
            name = os.path.basename(filing.member or filing.path)
            shown_name = name if filing.path and not filing.member else filing.title or name
            self.left_out.append(UnfiledFile(filing.number, shown_name, error.reason))

    def _add_move(self, filing: Filing, path: str, *, is_copy: bool) -> None:
        status = self._check_filing(filing, path)
        folder = os.path.join(self._root, self._folder_of(filing.label or ""))
        if os.path.lexists(folder):
            with open_folder(folder):  # raises if it is a link
                pass
        maildir_part = folder
        is_maildir = all(os.path.isdir(os.path.join(folder, name)) for name in ("cur", "new", "tmp"))
        if is_maildir:  # read mail stays in cur
            maildir_part = os.path.join(folder, "cur" if os.path.basename(os.path.dirname(path)) == "cur" else "new")
        if not filing.member and os.path.realpath(os.path.dirname(path)) in (folder, maildir_part):
            raise MoveError("already-there")
        first_name = file_name(filing, path)
        if maildir_part != folder:
            folder, first_name = maildir_part, MAILDIR_NUMBER.sub("", first_name)
        if self._clashes == "skip" and self._is_taken(folder, first_name):
            raise MoveError("exists")
        name = self._free_name(folder, first_name)
        size = filing.size_bytes if filing.member else status.st_size
        action: Action = "copy" if filing.member or is_copy else self._action
        script = "" if filing.member else filing.script
        if action == "copy" or status.st_dev != self._disk or script:
            self.needed_bytes += size
        source = f"{path}{MEMBER_SEPARATOR}{filing.member}" if filing.member else path
        move = FileMove(source, os.path.join(folder, name), filing.label or "", size, action)
        mark = None if filing.member else file_mark(status)
        self.moves.append(PlannedMove(filing.number, move, name != first_name, script, mark))

    def _folder_of(self, label: str) -> str:
        """Return the folder of a label below the root.

        For a hierarchical label it is the nested path, if these folders exist; else a name that no other label uses.
        """
        if label not in self._folders:
            used = {name.casefold() for name in self._folders.values()}
            safe_label = safe_name(label)
            candidates = chain([safe_label], (f"{safe_label} ({number})" for number in count(2)))
            free = next(name for name in candidates if name.casefold() not in used)
            self._folders[label] = existing_label_folder(str(self._root), label) or free
        return self._folders[label]

    def _is_taken(self, folder: str, name: str) -> bool:
        return (folder, name.casefold()) in self._taken or os.path.lexists(os.path.join(folder, name))

    def _free_name(self, folder: str, name: str) -> str:
        """Return the name if it is free, else the name with the first free number."""
        key = (folder, name.casefold())
        free, number = name, self._next_number.get(key, 2)
        while self._is_taken(folder, free):
            free, number = add_number(name, number), number + 1
        self._next_number[key] = number
        self._taken.add((folder, free.casefold()))
        return free

    def _check_filing(self, filing: Filing, path: str) -> os.stat_result:
        if filing.reason_to_stay:
            raise MoveError(filing.reason_to_stay)
        if filing.label is None:
            raise MoveError("no-label")
        if not filing.is_sure and not self._with_unsure:
            raise MoveError("unsure" if filing.is_promised else "no-promise")
        if not path:
            raise MoveError("no-file")
        if filing.kind == "row":
            raise MoveError("row")
        return check_regular(path)


def existing_label_folder(root: str, label: str) -> str:
    """Return the path of the nested folders for a hierarchical label (`a/b`), if all of them exist below `root`.

    Returns "" if a folder is missing or is a link.
    """
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
    """Return the path of a file on disk, with its undecodable bytes.

    A stored path has escapes (`\\udc80`) in place of these bytes.
    """
    if os.path.lexists(path) or "\\udc" not in path:
        return path
    unescaped = path.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    for byte in range(0x80, 0x100):
        unescaped = unescaped.replace(f"\\udc{byte:02x}", chr(0xDC00 + byte))
    return unescaped if os.path.lexists(unescaped) else path


def file_name(filing: Filing, path: str) -> str:
    """Return the name that a document gets in the folder of its label.

    If `filing.name` is set, it is that name. Otherwise a file keeps its name, and a message of a mailbox is named by
    its subject.
    """
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


EXAMPLE_FILING = Filing(0, "scan0001.pdf", title="Invoice", label="tax")
PATTERN_PARTS = ("date", "sender", "label", "title", "name")
"""Names in braces that a name pattern may contain."""
PATTERN_PART = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
USUAL_DATE = "%Y-%m-%d"
DIRECTIVE = re.compile(r"%(.|$)")
KNOWN_DIRECTIVES = frozenset("YymdjBbAaUWVG%-")
TRIMMED_CHARACTERS = " -_.,;·"
"""Separators that are removed at both ends of a name, and before a part of the pattern that has no value."""
MAX_SUFFIX_CHARACTERS = 10


def check_pattern(pattern: str) -> str:
    """Return a name pattern without white space around it.

    Raises:
        UnusableName: The pattern is invalid.
    """
    text = pattern.strip()
    parts = PATTERN_PART.findall(text)
    if not text or not parts or re.search("[{}]", PATTERN_PART.sub("", text)):
        raise UnusableName("pattern", pattern, "no-part")
    for part, date_form in parts:
        is_date_form = part == "date" and all(
            directive in KNOWN_DIRECTIVES for directive in DIRECTIVE.findall(date_form)
        )
        if part not in PATTERN_PARTS or (date_form and not is_date_form):
            raise UnusableName("pattern", pattern, "unknown-part")
    return text


def name_from_pattern(pattern: str, filing: Filing, facts: LetterFacts, old_name: str) -> str:
    """Return a new file name made from a pattern, with the suffix of the old name.

    If no part of the pattern has a value, return the old name.
    """
    stem, suffix = os.path.splitext(old_name)
    if len(suffix) > MAX_SUFFIX_CHARACTERS or any(map(str.isspace, suffix)):
        stem, suffix = old_name, ""
    values = {"sender": facts.sender.value, "label": filing.label or "", "title": filing.title, "name": stem}
    is_known = False

    def part(match: re.Match[str]) -> str:
        nonlocal is_known
        words, day = values.get(match[1], ""), facts.date.value
        if match[1] == "date" and day:  # English month names: the locale is not set
            words = date.fromisoformat(day).strftime((match[2] or USUAL_DATE).replace("%-", "%"))
        is_known |= bool(words)
        return words.replace("/", "-").replace("\0", "") or "\0"

    name = re.sub(rf"[{re.escape(TRIMMED_CHARACTERS)}]*\0", "", PATTERN_PART.sub(part, pattern)).strip(
        TRIMMED_CHARACTERS
    )
    return safe_name(name, stem) + suffix if is_known and name else old_name


def example_name(pattern: str) -> str:
    """Return the name that an example letter would get from a pattern; without a pattern, the old name of that
    letter.
    """
    facts = LetterFacts(LetterFact("2026-03-02", "date-line"), LetterFact("Acme Ltd", "company"))
    old = "scan0001.pdf"
    return name_from_pattern(check_pattern(pattern), EXAMPLE_FILING, facts, old) if pattern.strip() else old


def rename_filings(
    filings: Sequence[Filing], pattern: str, facts: Callable[[Filing], LetterFacts | None], *, with_layers: bool = False
) -> Iterator[tuple[Filing, LetterFacts | None]]:
    """Yield each filing with its new file name, and the facts (date and sender) from which the name is made.

    A file without facts keeps its name. `with_layers` marks scanned PDFs that are to get a text layer.
    """
    for filing in filings:
        letter_facts = facts(filing)
        if letter_facts is None or not filing.path:
            yield filing, None
            continue
        name = (
            name_from_pattern(pattern, filing, letter_facts, file_name(filing, real_path(filing.path)))
            if pattern
            else filing.name
        )
        yield (
            replace(filing, name=name, script=letter_facts.script if with_layers else ""),
            letter_facts if pattern else None,
        )


def facts_by_location(
    filings: Iterable[Filing], workspace: WorkspaceSource, context: JobContext, options: SourceOptions | None = None
) -> dict[tuple[str, str], LetterFacts]:
    """Read the files that will be filed, and return their dates and senders.

    The keys are (path, member). Recognised pages come from the cache.
    """
    paths = list(dict.fromkeys(Path(filing.path) for filing in filings if filing.path and os.path.isfile(filing.path)))
    facts: dict[tuple[str, str], LetterFacts] = {}
    if not paths:
        return facts
    plan = plan_source(paths, options or SourceOptions(labels_from="none"))
    with WorkerPool(read_batches, reading_settings_for(plan.options, workspace)) as pool:
        for event in pool.run(work_items(plan.sources, plan.options), lambda: context.checkpoint(phase="naming")):
            for document in event.value if isinstance(event, YieldedValue) else ():
                if isinstance(document, Document):
                    facts[document.path, document.member] = find_facts(document, modification_time_s(document.path))
    return facts


def modification_time_s(path: str) -> float | None:
    """Return when a file was last modified, in seconds since 1970; None if it does not exist."""
    with suppress(OSError):
        return os.stat(path).st_mtime
    return None


def rename_by_content(
    filings: Sequence[Filing],
    pattern: str,
    workspace: WorkspaceSource,
    context: JobContext,
    options: SourceOptions | None = None,
    *,
    with_layers: bool = False,
    corrections: Mapping[str, str] | None = None,
) -> list[tuple[Filing, LetterFacts | None]]:
    """Read the files, and return the filings with names made from the pattern. Without a pattern, names stay unchanged.

    `corrections` has a date or a sender that a person entered. They are stored, and apply to all of these files.
    """
    if not pattern and not with_layers:
        return [(filing, None) for filing in filings]
    facts = facts_by_location(filings, workspace, context, options)
    for letter in facts.values() if corrections else ():
        store_corrections(workspace, letter, corrections or {})
    with open_for_reading(workspace) as open_workspace:
        facts = {place: apply_corrections(letter, open_workspace) for place, letter in facts.items()}
    return list(
        rename_filings(
            filings, pattern, lambda filing: facts.get((filing.path, filing.member)), with_layers=with_layers
        )
    )
