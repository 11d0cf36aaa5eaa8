"""The IMAP server: a small set of requests with limits on time and bytes, and errors with a clear cause.

Mails are fetched with BODY.PEEK, so they are not marked as seen.
"""

from __future__ import annotations

import datetime
import imaplib
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from imapclient.exceptions import LoginError

from bayleaf_imap.stream import Address, Client, Hung, TooMuch, trusting
from bayleaf_imap.troubles import Trouble

ANSWER_S = 60.0
FEW_BYTES, MANY_BYTES = 1 << 20, 8 << 20
COMMANDS_A_SECOND, AT_ONCE = 5.0, 20
MOST_FOLDERS = 5_000
STEP_S = 2.0
"""Interval at which a wait checks for other requests."""
SYNTAX = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, OverflowError)
"""Exceptions of the library for answers that are not IMAP."""
Happened = Literal["nothing", "new", "gone"]
NO_TLS_SPOKEN = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNKNOWN_PROTOCOL", "HTTP_REQUEST")
"""OpenSSL's messages, by version, for an answer in plain text."""
PASSING_REFUSAL = re.compile(r"\[(?:UNAVAILABLE|INUSE|SERVERBUG)\]|deleted under|try again|temporar", re.I)
"""A refusal that may be temporary: Dovecot refuses a folder once after it was renamed."""
NO_SUCH_FOLDER = re.compile(
    r"NONEXISTENT|TRYCREATE|doesn'?t exist|does not exist|not found|unknown mailbox|no such", re.I
)


@dataclass(frozen=True, slots=True)
class OpenFolder:
    """An open folder, with its state when it was opened."""

    name: str
    uidvalidity: int
    uidnext: int
    n_mails: int
    modseq: int
    takes_keywords: bool


@dataclass(frozen=True, slots=True)
class FolderState:
    """Numbers that reveal a change without opening the folder."""

    uidvalidity: int
    uidnext: int
    n_mails: int
    modseq: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A folder in the account's list."""

    name: str
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Head:
    """A mail in a folder: its numbers and flags."""

    uid: int
    size: int
    received_s: float
    flags: frozenset[str]


class Server:
    """A connection to a server, before and after login."""

    def __init__(self, address: Address, answer_s: float | None = None) -> None:
        self._address, self._answer_s = address, answer_s or ANSWER_S
        self._folder: OpenFolder | None = None
        self._may_at_once, self._counted_s = float(AT_ONCE), time.monotonic()
        self.contact_s = time.time()
        try:
            tls = trusting(address.ca_file)
        except OSError as error:  # SSLError is one: the file holds no certificate
            name = address.ca_file or "of the system"
            raise Trouble("no-certificates", name=name, why=_why(error)) from error
        try:
            self._client = Client(address, tls, self._answer_s)
        except ssl.SSLError as error:
            raise _tls_trouble(address, error) from error
        except (OSError, imaplib.IMAP4.error, Hung, TooMuch, *SYNTAX) as error:
            raise Trouble("unreachable", where=address.where, why=_why(error)) from error
        if address.uses_starttls:
            self._begin_tls(tls)
        self.capabilities: frozenset[str] = frozenset()

    def _begin_tls(self, tls: ssl.SSLContext) -> None:
        try:
            self._client.bounded.begin(self._answer_s, FEW_BYTES)
            self._client.begin_tls(tls)
            if not isinstance(self._client.bounded.sock, ssl.SSLSocket):
                raise Trouble("no-tls", where=self._address.where)
        except ssl.SSLError as error:
            self.close()
            raise _tls_trouble(self._address, error) from error
        except (OSError, imaplib.IMAP4.error, Hung, TooMuch, *SYNTAX) as error:
            self.close()
            raise Trouble("no-tls", where=self._address.where) from error

    def log_in(self, user: str, secret: str, *, is_token: bool = False) -> None:
        """Log in. Credentials are sent over TLS only."""
        with self._asking("the login", FEW_BYTES):
            try:
                self._say_who(user, secret, is_token=is_token)
            except LoginError as error:
                raise Trouble("login", why=str(error).replace(secret, "…")) from None
            self.capabilities = frozenset(word.decode("ascii", "replace") for word in self._client.capabilities())

    def _say_who(self, user: str, secret: str, *, is_token: bool) -> None:
        offered = set(self._client.capabilities())
        if is_token:
            self._client.oauth2_login(user, secret)
        elif b"AUTH=PLAIN" in offered:
            self._client.plain_login(user, secret)
        else:
            self._client.login(user, secret)

    def has(self, capability: str) -> bool:
        """Return whether the server has a capability."""
        return capability in self.capabilities

    # Folders

    def folders(self) -> list[Listed]:
        """Return all folders of the account."""
        with self._asking("its folders", MANY_BYTES):
            found = self._client.list_folders()
        return [Listed(name, _words(flags)) for flags, _, name in found[:MOST_FOLDERS] if isinstance(name, str)]

    def _know(self, name: str) -> None:
        """Ask the server for its spelling of a name that has several."""
        if not (self._client.raw_names or (name.isascii() and "&" not in name)):
            self.folders()

    def open(self, name: str, *, writes: bool) -> OpenFolder:
        """Open a folder, read-only unless `writes`."""
        self._folder = None
        self._know(name)
        with self._asking(f"the folder {name}", MANY_BYTES, folder=name):
            told = self._client.select_folder(name, readonly=not writes)
            allowed = told.get(b"PERMANENTFLAGS", ())
            self._folder = OpenFolder(
                name,
                _number(told.get(b"UIDVALIDITY")),
                _number(told.get(b"UIDNEXT", 0)),
                _number(told.get(b"EXISTS")),
                _number(told.get(b"HIGHESTMODSEQ", 0)),
                b"\\*" in allowed,
            )
        if self._folder.uidvalidity <= 0:
            raise Trouble("nonsense", why="a folder without UIDVALIDITY")
        return self._folder

    def state(self, name: str) -> FolderState:
        """Return the state of a folder without opening it."""
        asked = ["UIDVALIDITY", "UIDNEXT", "MESSAGES", *(["HIGHESTMODSEQ"] if self.has("CONDSTORE") else [])]
        self._know(name)
        with self._asking(f"the folder {name}", FEW_BYTES, folder=name):
            told = self._client.folder_status(name, asked)
            uidvalidity, uidnext, n_mails = (_number(told[word.encode()]) for word in asked[:3])
            return FolderState(uidvalidity, uidnext, n_mails, _number(told.get(b"HIGHESTMODSEQ", 0)))

    # Mails of the open folder

    def heads(self, uids: Iterable[int]) -> list[Head]:
        """Return the mails with these UIDs that exist."""
        wanted = sorted(set(uids))
        if not wanted:
            return []
        with self._asking("its mails", MANY_BYTES):
            return _as_heads(self._client.fetch(wanted, HEAD).items())

    def uids_from(self, uid: int) -> list[int]:
        """Return the UIDs from a number on. IMAP always includes the last mail."""
        with self._asking("new mails", MANY_BYTES):
            found = self._client.search(["UID", f"{uid}:*"])
            return sorted({_number(each) for each in found if _number(each) >= uid})

    def heads_by_place(self, first: int, last: int) -> list[Head]:
        """Return the mails at some positions of the folder, counted from 1."""
        self._client.use_uid = False
        try:
            with self._asking("its mails", MANY_BYTES):
                found = self._client.fetch(list(range(first, last + 1)), ["UID", *HEAD])
                return _as_heads((told.get(b"UID"), told) for told in found.values())
        finally:
            self._client.use_uid = True

    def flags(self, uids: Iterable[int], since: int = 0) -> dict[int, frozenset[str]]:
        """Return the flags of mails; with a CONDSTORE number only of mails that changed since."""
        wanted = sorted(set(uids))
        if not wanted:
            return {}
        more = [f"CHANGEDSINCE {since}"] if since and self.has("CONDSTORE") else None
        with self._asking("flags", MANY_BYTES):
            found = self._client.fetch(wanted, ["FLAGS"], more)
            return {uid: _words(told[b"FLAGS"]) for uid, told in found.items() if b"FLAGS" in told}

    def parts(self, uids: Iterable[int], names: Sequence[str], n_bytes: int) -> dict[int, dict[bytes, Any]]:
        """Return parts of mails by the names in the answer. The mails are not marked as seen."""
        wanted = sorted(set(uids))
        if not wanted or not names:
            return {}
        with self._asking("a mail", FEW_BYTES + n_bytes):
            found = self._client.fetch(wanted, list(names))
            return {uid: told for uid, told in found.items() if all(_has_part(told, name) for name in names)}

    def marked(self, words: Sequence[str]) -> set[int]:
        """Return the UIDs of the open folder's mails that have one of these keywords; none if it takes no keywords."""
        question: list[Any] = ["KEYWORD", words[0]]
        for word in words[1:]:
            question = ["OR", "KEYWORD", word, question]
        try:
            with self._asking("a search", MANY_BYTES):
                return {_number(uid) for uid in self._client.search(question)}
        except Trouble as trouble:
            if trouble.kind != "refused":
                raise
            return set()

    def with_message_id(self, message_id: str) -> list[int]:
        """Return the mails of the open folder with this Message-ID."""
        with self._asking("a search", MANY_BYTES):
            return sorted({_number(uid) for uid in self._client.search(["HEADER", "Message-ID", message_id])})

    def mark(self, uids: Iterable[int], *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> bool:
        """Set and remove keywords; return whether the server accepts them."""
        wanted = sorted(set(uids))
        for deed, words in ((self._client.add_flags, add), (self._client.remove_flags, remove)):
            try:
                if words and wanted:
                    with self._asking("a mark", FEW_BYTES):
                        deed(wanted, list(words), silent=True)
            except Trouble as trouble:
                if trouble.kind != "refused":
                    raise
                return False
        return True

    def move(self, uids: Sequence[int], folder: str) -> dict[int, int]:
        """Move mails with one command; return their new UIDs if the server reports them."""
        return self._to_folder("MOVE", self._client.move, uids, folder)

    def copy(self, uids: Sequence[int], folder: str) -> dict[int, int]:
        """Copy mails; return the UIDs of the copies if the server reports them."""
        return self._to_folder("COPY", self._client.copy, uids, folder)

    def _to_folder(self, verb: str, deed: Callable[..., Any], uids: Sequence[int], folder: str) -> dict[int, int]:
        self._know(folder)
        with self._asking(f"{verb} to {folder}", FEW_BYTES):
            self._client.bounded.untagged_responses.pop("COPYUID", None)
            deed(list(uids), folder)
            told = self._client.bounded.untagged_responses.pop("COPYUID", [])
            return _copied([line for line in told if isinstance(line, bytes)], frozenset(uids))

    def expunge(self, uids: Sequence[int]) -> None:
        """Expunge these mails only, not others that are marked as deleted."""
        if not self.has("UIDPLUS"):
            raise Trouble("refused", what="UID EXPUNGE", why="it has no UIDPLUS")
        if not uids:
            return
        with self._asking("UID EXPUNGE", FEW_BYTES):
            self._client.add_flags(list(uids), [b"\\Deleted"], silent=True)
            self._client.uid_expunge(list(uids))

    # Waiting

    def wait(self, seconds: float, is_wanted: Callable[[], bool]) -> Happened:
        """Wait by IDLE until something happens in the open folder, or `is_wanted`; return what happened."""
        stream = self._client.bounded
        with self._asking("IDLE", FEW_BYTES):
            self._client.idle()
        stream.begin(seconds + self._answer_s, FEW_BYTES)
        happened: Happened = "nothing"
        ends_s = time.monotonic() + seconds
        with self._translated("IDLE", None):
            while happened == "nothing" and time.monotonic() < ends_s and not is_wanted():
                line = stream.line_within(min(STEP_S, max(ends_s - time.monotonic(), 0.01)))
                if line is not None and line.upper().startswith(b"* BYE"):
                    raise Trouble("bye", why=line[5:].decode("utf-8", "replace"))
                if line is not None and not line.upper().startswith(b"* OK"):
                    happened = "gone" if b"EXPUNGE" in line.upper() or b"VANISHED" in line.upper() else "new"
        with self._asking("the end of IDLE", FEW_BYTES):
            self._client.idle_done()
        return happened

    def nothing(self) -> None:
        """Send NOOP to keep the connection open."""
        with self._asking("NOOP", FEW_BYTES):
            self._client.noop()

    def close(self) -> None:
        """Log out if that takes no time, and disconnect."""
        try:
            self._client.bounded.begin(2.0, FEW_BYTES)
            if self.capabilities:
                self._client.logout()
        except (OSError, imaplib.IMAP4.error, Hung, TooMuch, *SYNTAX):
            pass
        finally:
            self._client.bounded.shutdown()

    # Limits and errors

    @contextmanager
    def _asking(self, what: str, n_bytes: int, folder: str | None = None) -> Iterator[None]:
        self._pace()
        self._client.bounded.begin(self._answer_s, n_bytes)
        self._client.bounded.untagged_responses.pop("ALERT", None)
        with self._translated(what, folder):
            yield
        self.contact_s = time.time()

    def _pace(self) -> None:
        now_s = time.monotonic()
        self._may_at_once = min(self._may_at_once + (now_s - self._counted_s) * COMMANDS_A_SECOND, AT_ONCE) - 1
        self._counted_s = now_s
        if self._may_at_once < 0:
            time.sleep(-self._may_at_once / COMMANDS_A_SECOND)

    @contextmanager
    def _translated(self, what: str, folder: str | None) -> Iterator[None]:
        try:
            yield
        except Hung as error:
            raise Trouble("hung", seconds=self._client.bounded.limit_s) from error
        except TooMuch as error:
            raise Trouble("too-much") from error
        except imaplib.IMAP4.abort as error:
            raise Trouble(
                "bye" if "BYE" in self._client.bounded.untagged_responses else "lost", why=_why(error)
            ) from error
        except imaplib.IMAP4.readonly as error:
            raise Trouble("refused", what=what, why="it is read-only") from error
        except imaplib.IMAP4.error as error:
            if folder is not None and NO_SUCH_FOLDER.search(str(error)):
                raise Trouble("no-folder", folder=folder) from error
            if folder is not None and PASSING_REFUSAL.search(str(error)):
                raise Trouble("lost", why=_why(error)) from error
            raise Trouble("refused", what=what, why=_why(error)) from error
        except OSError as error:
            raise Trouble("lost", why=_why(error)) from error
        except SYNTAX as error:
            raise Trouble("nonsense", why=_why(error)) from error


def newest(server: Server, opened: OpenFolder, most: int) -> list[Head]:
    """Return the newest mails of the open folder, oldest first."""
    heads: list[Head] = []
    for start in range(max(opened.n_mails - most + 1, 1), opened.n_mails + 1, 100):
        heads += server.heads_by_place(start, min(start + 99, opened.n_mails))
    return sorted(heads, key=lambda head: head.uid)


HEAD = ("RFC822.SIZE", "INTERNALDATE", "FLAGS")


def _as_heads(found: Iterable[tuple[Any, dict[bytes, Any]]]) -> list[Head]:
    heads = []
    for uid, told in found:
        if uid and b"RFC822.SIZE" in told:
            received = told.get(b"INTERNALDATE")
            received_s = received.timestamp() if isinstance(received, datetime.datetime) else 0.0
            heads.append(Head(_number(uid), _number(told[b"RFC822.SIZE"]), received_s, _words(told.get(b"FLAGS", ()))))
    return sorted(heads, key=lambda head: head.uid)


def _has_part(told: dict[bytes, Any], name: str) -> bool:
    return told.get(part_name(name)) is not None


def part_name(asked: str) -> bytes:
    """Return the name that the answer uses for a requested part."""
    return re.sub(r"<(\d+)\.\d+>$", r"<\1>", asked.replace(".PEEK", "")).encode("ascii")


def _number(value: object) -> int:
    if isinstance(value, list):
        value = value[0]
    if isinstance(value, bytes):
        value = int(value)
    if not isinstance(value, int) or not 0 <= value < 1 << 63:
        raise ValueError("no number")
    return value


def _words(flags: Iterable[object]) -> frozenset[str]:
    """Return flags in lower case; servers differ in spelling."""
    told = (flag.decode("utf-8", "replace") if isinstance(flag, bytes) else str(flag) for flag in flags)
    return frozenset(flag.casefold() for flag in told)


def _copied(told: Sequence[bytes], asked: frozenset[int]) -> dict[int, int]:
    """Parse COPYUID: the new UID of each mail. An answer that does not match the request is ignored."""
    became: dict[int, int] = {}
    for line in told:
        words = line.split()
        if len(words) != 3:
            continue
        before, after = _numbers_of(words[1], len(asked)), _numbers_of(words[2], len(asked))
        if len(before) == len(after) and asked >= set(before):
            became |= dict(zip(before, after, strict=True))
    return became


def _numbers_of(ranges: bytes, most: int) -> list[int]:
    numbers: list[int] = []
    for part in ranges.split(b","):
        first, _, last = part.partition(b":")
        start, end = int(first), int(last or first)
        if end - start > most:
            return []
        numbers += range(min(start, end), max(start, end) + 1)
    return numbers


def _tls_trouble(address: Address, error: ssl.SSLError) -> Trouble:
    if error.reason in NO_TLS_SPOKEN:
        return Trouble("no-tls-here", where=address.where)
    why = getattr(error, "verify_message", "") or error.reason or str(error)
    return Trouble("certificate", where=address.where, why=str(why))


def _why(error: BaseException) -> str:
    """Return the server's message with control characters removed."""
    if isinstance(error, socket.gaierror):
        return "its name is not known"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
