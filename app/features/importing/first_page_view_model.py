"""The offers of the first page: the mailboxes found on this computer, and which of them are ticked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.domain.jobs import JobContext
from app.kit.frame import PageCommands
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.library.reading import found_profiles
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundMail:
    """The mail of one account or store that a mail program keeps on this computer."""

    name: str
    """Of the mail program."""
    detail: str
    """The account or program it belongs to, and where it lies."""
    paths: tuple[Path, ...]
    problem: str = ""
    """The reason why it cannot be read now; empty where it can."""


Find = Callable[[JobContext], Sequence[FoundMail]]


@dataclass(frozen=True, slots=True)
class FirstRunState:
    """The state of the first page: the mailboxes found so far, and which are ticked."""

    is_looking: bool = False
    found: tuple[FoundMail, ...] = ()
    ticked: frozenset[int] = field(default_factory=frozenset)
    """The places of those that would be looked through."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the paths of the ticked mail."""
        return tuple(path for place in sorted(self.ticked) for path in self.found[place].paths)


class FirstRunViewModel(PageModel[FirstRunState, Find]):
    """Looks for mail once, when the page is first seen."""

    def __init__(self, runner: Runner, find: Find | None, commands: PageCommands) -> None:
        super().__init__(runner, "first run", FirstRunState(), find)
        self.commands, self._has_looked = commands, False

    def look(self) -> None:
        """Look for mailboxes, unless that was done."""
        if not self._has_looked:
            self._has_looked = True
            self._ask(
                lambda find, context: find(context), then=self._on_found, failed=lambda _error: None,
                topic="mail", flag="is_looking", lane="long",
            )  # fmt: skip

    def tick(self, place: int, *, is_wanted: bool) -> None:
        """Take a mailbox in, or leave it out; one that cannot be read stays out."""
        if not self.state.found[place].problem:
            change = self.state.ticked.union if is_wanted else self.state.ticked.difference
            self._change(ticked=change({place}))

    def filter_mail(self) -> None:
        """Look through what is ticked, or ask for a mailbox where nothing is."""
        if self.commands.import_documents is not None:
            self.commands.import_documents(self.state.paths)

    def _on_found(self, found: Sequence[FoundMail]) -> None:
        readable = [place for place, mail in enumerate(found) if not mail.problem]
        self._change(found=tuple(found), ticked=frozenset(readable[-1:]))


def mail_on_this_computer(_context: JobContext) -> list[FoundMail]:
    """Return what mail programs keep in the person's home; the mail itself is not looked at."""
    home, locked = Path.home(), QCoreApplication.translate("FirstRun", "the system keeps it locked")
    found = []
    for profile in found_profiles():
        path = profile.path
        short = f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)
        problem = "" if profile.is_readable else locked
        found.append(FoundMail(profile.program, f"{profile.name} · {short}", (path,), problem))
    return found
