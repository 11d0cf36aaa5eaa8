"""Errors that a person can act on, with the facts of what happened. Bugs are ordinary exceptions, not AppErrors.

AppError
├── SourceError         a file to import cannot be read or understood
├── StoreError          the workspace cannot be opened, read or written
│   ├── NewerWorkspace  the workspace was made by a later version of this program
│   ├── NotAWorkspace   the file is something else
│   ├── NotEnoughDiskSpace  the disk has too little free space to compact the workspace
│   └── BusyWorkspace   another program is writing
├── ModelError          a model cannot be read, or cannot do what was asked
├── TrainingError       no model can be trained on the chosen documents
├── NotFound            a corpus, label, model or document of that name does not exist
├── NoWorkers           no worker process could be started
├── ClusterError        a cluster cannot be used, or was lost
├── ForeignFileError    a file of another program cannot be read or written
├── MailDaemonError     the mail daemon of a workspace cannot be started or asked
│   └── MailboxError    the client for IMAP servers reported a problem
└── UnusableName        a name is not allowed for a corpus, label or model

`app.domain.sentences` turns an error into a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


class AppError(Exception):
    """Base class of errors whose cause is outside the program, and which the person can act on."""


class SourceError(AppError):
    """A file to import cannot be read or understood."""

    def __init__(self, path: Path | str, reason: str, detail: str = "") -> None:
        super().__init__(str(path), reason, detail)
        self.path, self.reason, self.detail = Path(path), reason, detail


class StoreError(AppError):
    """The workspace cannot be opened, read or written. `reason` is a key of `STORE_SENTENCES`."""

    def __init__(self, path: Path | str, reason: str, detail: str = "") -> None:
        super().__init__(str(path), reason, detail)
        self.path, self.reason, self.detail = Path(path), reason, detail


class NotAWorkspace(StoreError):
    """The file is not a workspace, or is too damaged to be recognised as one."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(path, "not a workspace")


class NewerWorkspace(StoreError):
    """The workspace was made by a later version of this program."""

    def __init__(self, path: Path | str, file_version: int, supported_version: int) -> None:
        super().__init__(path, "newer")
        self.file_version, self.supported_version = file_version, supported_version


class NotEnoughDiskSpace(StoreError):
    """The disk has too little free space to compact the workspace."""

    def __init__(self, path: Path | str, needed_bytes: int, free_bytes: int) -> None:
        super().__init__(path, "no-room", f"{needed_bytes} > {free_bytes}")
        self.needed_bytes, self.free_bytes = needed_bytes, free_bytes


class BusyWorkspace(StoreError):
    """Another program is writing to the workspace and did not finish in time."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(path, "busy")


class ModelError(AppError):
    """A model cannot be read, or cannot do what was asked.

    `reason` is a key of `MODEL_SENTENCES`, or the message of an EngineError.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name, self.reason = name, reason


class TrainingError(AppError):
    """No model can be trained on the chosen documents.

    `reason` is a key of `TRAINING_SENTENCES`, and `facts` fill the other placeholders of its sentence. Or `reason` is
    the message of an EngineError.
    """

    def __init__(self, corpus: str, reason: str, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(corpus, reason, facts)
        self.corpus, self.reason, self.facts = corpus, reason, facts or {}


class NotFound(AppError):
    """No object of the kind `what` (corpus, label, model, …) has this name. `known` lists the names that exist."""

    def __init__(self, what: str, name: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(what, name)
        self.what, self.name, self.known = what, name, known


class NoWorkers(AppError):
    """No worker process could be started. `detail` is the error of the system, or the exit status of the process."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class ClusterError(AppError):
    """A cluster cannot be used, or was lost. `reason` is a key of `app.domain.sentences.CLUSTER_SENTENCES`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


class MailDaemonError(AppError):
    """The mail daemon of a workspace cannot be started or asked. `reason` is a key of `MAIL_DAEMON_SENTENCES`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


class MailboxError(MailDaemonError):
    """The client for IMAP servers reported a problem.

    `reason` is usually a key of `MAILBOX_SENTENCES`; a newer client may report a reason that is not listed there.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail.rstrip("."))


class ForeignFileError(AppError):
    """A file of another program cannot be read or written. `reason` is a key of `EXCHANGE_SENTENCES`."""

    def __init__(self, reason: str, name: str, detail: str = "") -> None:
        super().__init__(reason, name, detail)
        self.reason, self.name, self.detail = reason, name, detail


class UnusableName(AppError):
    """A name is not allowed for a corpus, label or model. `reason` is a key of `NAME_SENTENCES`."""

    def __init__(self, what: str, name: str, reason: str) -> None:
        super().__init__(what, name, reason)
        self.what, self.name, self.reason = what, name, reason


FAILURE_REASONS: dict[str, str] = {
    "empty": "is empty",
    "encrypted": "is encrypted or protected by a password. Save a copy without protection, and use that copy",
    "damaged": "is damaged",
    "unsupported": "is a kind of file that Bayleaf cannot read",
    "outlook-store": (
        "is an Outlook data file, which Bayleaf cannot read. Drag the mails from Outlook into a folder, or "
        "convert the file with the program readpst"
    ),
    "scan": "has no text: it is a scan or a picture. Install the program Tesseract, and Bayleaf can read it",
    "no-language": (
        "is in a script whose Tesseract language is not installed. Install that language, and Bayleaf can read the file"
    ),
    "nothing-recognised": "has no text, and no words were recognised in its pictures",
    "recognition-failed": "has no text, and recognising its pictures took too long or failed. Read the file again",
    "too-large": "is larger than Bayleaf allows for one document",
    "too-deep": "has too many levels of parts inside one another",
    "bomb": "would unpack to far more than its size. It looks like an archive bomb and was not read",
    "unsafe-path": "was not read: its path leads out of the archive",
    "no-permission": "cannot be read: you do not have permission",
    "vanished": "was moved or deleted while it was being read",
    "not-a-lesson": "is not a Bayleaf lesson",
    "not-by-hand": (
        "cannot be used for a hand-out, because its answers cannot be calculated by hand. Choose another event model"
    ),
    "no-other-numbers": "has too few rows to make several hand-outs with different numbers",
    "no-such-sheet": (
        "has no sheet with this number. Enter the number exactly as it is printed. If your teacher changed the lesson, "
        "open the teacher’s lesson file first"
    ),
    "nothing-to-learn": "has no row with a label, so there is nothing to learn from",
    "no-hand-ins": "contains no hand-ins, which are files with names ending in .bayleaf-hand-in",
    "not-a-hand-in": "is not a hand-in saved by Bayleaf",
    "newer-file": "was saved by a newer version of Bayleaf. Update Bayleaf to open it",
    "other-questions": "has different questions from this lesson, which may have changed since",
    "no-exercise-answers": (
        "contains no answers: they belong in the last column, after the number of the question. To get such a table,"
        " run `bayleaf-cli lesson NAME --to FILE.csv`"
    ),
    "not-a-file": "is not an ordinary file",
    "timeout": "was not read: it took too long",
    "memory": "needed too much memory to be read",
    "crash": "could not be read: the reading process crashed",
    "no-text": "has no text",
    "own-mail": "was skipped: it contains sent mail, drafts or deleted mail, not incoming mail",
    "stale-mailbox": (
        "was skipped: this copy of the mail folder differs from the server. In your mail program, compact the"
        " mail folder and download it again, or export it"
    ),
    "table-beside": "is a table, which cannot be mixed with documents. Import it on its own",
    "bad-row": "has a row that does not match the columns of its table",
    "changed": "changed while it was being read. Try again",
    "parser": "could not be read: Bayleaf does not understand its content",
    "not-read": "could not be read this time. Try again",
    "no-column": "has no column of the name that was asked for",
    "bad-pattern": "cannot be used as a regular expression",
    "gone": "was moved or deleted after it was read",
    "not-in-file": "is no longer in the file that it was read from",
}
"""Reasons why a file could not be read. The text completes a sentence that starts with the file name."""
