"""Commands of the window that pages lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from nbengine.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from app.pages.shell.frame_view_model import FrameViewModel

Act = Callable[[], object]


class ImportDocuments(Protocol):
    """Shows what would be imported, from the places that are named or else asked for."""

    def __call__(self, sources: Sequence[Path] = ()) -> object: ...


@dataclass(frozen=True, slots=True)
class PageCommands:
    """The commands that pages hand on; one that is None is not offered."""

    frame: FrameViewModel | None = None
    import_documents: ImportDocuments | None = None
    import_folder: Act | None = None
    try_sample: Act | None = None
    n_sample: int = 0
    open_files: Act | None = None
    open_folder: Act | None = None
    file_away: Act | None = None
    explain: Callable[[int], object] | None = None
    """Show why the document of this number was judged so."""
    show_reading: Callable[[str, str], object] | None = None
    """Show what is read of a file, and of the place in it."""
    begin_lesson: Act | None = None
    lessons: Callable[[], Sequence[str]] = tuple
    """The titles of the lessons."""

    def open_page(self, number: int) -> Act | None:
        """Return a command that opens another page; None where there is no frame."""
        frame = self.frame
        return None if frame is None else lambda: frame.open_page(number)
