"""View model of the first-run page: mailboxes found on this computer, and which of them are checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.domain.jobs import JobContext
from app.kit.frame import PageCommands
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.library.reading import find_profiles
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundMail:
    """An account or mail store of a mail program on this computer."""

    name: str
    """Name of the mail program."""
    detail: str
    """Account and path, as shown to the user."""
    paths: tuple[Path, ...]
    problem: str = ""
    """Why it cannot be read; empty if it can."""


Find = Callable[[JobContext], Sequence[FoundMail]]


@dataclass(frozen=True, slots=True)
class FirstRunState:
    """The state of the first-run page."""

    is_looking: bool = False
    found: tuple[FoundMail, ...] = ()
    ticked: frozenset[int] = field(default_factory=frozenset)
    """Indices into `found` of the checked mailboxes."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths of the checked mailboxes."""
        return tuple(path for index in sorted(self.ticked) for path in self.found[index].paths)


class FirstRunViewModel(PageModel[FirstRunState, Find]):
    """View model of the first-run page. It searches for mail once, when the page is first shown."""

    def __init__(self, runner: Runner, find: Find | None, commands: PageCommands) -> None:
        super().__init__(runner, "first run", FirstRunState(), find)
        self.commands, self._has_looked = commands, False

    def look(self) -> None:
        """Search for mailboxes on the first call."""
        if not self._has_looked:
            self._has_looked = True
            self._ask(
                lambda find, context: find(context), then=self._on_found, failed=lambda _error: None,
                topic="mail", flag="is_looking", lane="long",
            )  # fmt: skip

    def tick(self, index: int, *, is_wanted: bool) -> None:
        """Check or uncheck a mailbox; an unreadable one stays unchecked."""
        if not self.state.found[index].problem:
            change = self.state.ticked.union if is_wanted else self.state.ticked.difference
            self._change(ticked=change({index}))

    def filter_mail(self) -> None:
        """Open the import with the checked mailboxes, or ask for sources if none is checked."""
        if self.commands.import_documents is not None:
            self.commands.import_documents(self.state.paths)

    def _on_found(self, found: Sequence[FoundMail]) -> None:
        readable = [index for index, mail in enumerate(found) if not mail.problem]
        self._change(found=tuple(found), ticked=frozenset(readable[-1:]))


def mail_on_this_computer(_context: JobContext) -> list[FoundMail]:
    """Return the mail stores of known mail programs in the home folder, without reading the mail."""
    home, locked = Path.home(), QCoreApplication.translate("FirstRun", "the system keeps it locked")
    stores = []
    for profile in find_profiles():
        path = profile.path
        short = f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)
        problem = "" if profile.is_readable else locked
        stores.append(FoundMail(profile.program, f"{profile.name} · {short}", (path,), problem))
    return stores
