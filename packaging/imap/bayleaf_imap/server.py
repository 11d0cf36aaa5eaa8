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

from bayleaf_imap.errors import MailboxError
from bayleaf_imap.stream import Address, AnswerTimeout, AnswerTooLarge, Client, make_tls_context

ANSWER_S = 60.0
FEW_BYTES, MANY_BYTES = 1 << 20, 8 << 20
COMMANDS_A_SECOND, AT_ONCE = 5.0, 20
MOST_FOLDERS = 5_000
STEP_S = 2.0
"""Interval at which waiting calls `should_stop`."""
PARSE_ERRORS = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, OverflowError)
"""Exceptions of the library for answers that are not IMAP."""
IdleResult = Literal["nothing", "new", "gone"]
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
class ListedFolder:
    """A folder in the account's list."""

    name: str
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class MailHead:
    """A mail in a folder: UID, size, date and flags."""

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
            tls = make_tls_context(address.ca_file)
        except OSError as error:  # SSLError is one: the file holds no certificate
            name = address.ca_file or "of the system"
            raise MailboxError("no-certificates", name=name, why=_describe_error(error)) from error
        try:
            self._client = Client(address, tls, self._answer_s)
        except ssl.SSLError as error:
            raise _tls_trouble(address, error) from error
        except (OSError, imaplib.IMAP4.error, AnswerTimeout, AnswerTooLarge, *PARSE_ERRORS) as error:
            raise MailboxError("unreachable", where=address.where, why=_describe_error(error)) from error
        if address.uses_starttls:
            self._begin_tls(tls)
        self.capabilities: frozenset[str] = frozenset()

    def _begin_tls(self, tls: ssl.SSLContext) -> None:
        try:
            self._client.bounded.set_limits(self._answer_s, FEW_BYTES)
            self._client.begin_tls(tls)
            if not isinstance(self._client.bounded.sock, ssl.SSLSocket):
                raise MailboxError("no-tls", where=self._address.where)
        except ssl.SSLError as error:
            self.close()
            raise _tls_trouble(self._address, error) from error
        except (OSError, imaplib.IMAP4.error, AnswerTimeout, AnswerTooLarge, *PARSE_ERRORS) as error:
            self.close()
            raise MailboxError("no-tls", where=self._address.where) from error

    def log_in(self, user: str, secret: str, *, is_token: bool = False) -> None:
        """Log in. Credentials are sent over TLS only."""
        with self._request("the login", FEW_BYTES):
            try:
                self._authenticate(user, secret, is_token=is_token)
            except LoginError as error:
                raise MailboxError("login", why=str(error).replace(secret, "…")) from None
            self.capabilities = frozenset(word.decode("ascii", "replace") for word in self._client.capabilities())

    def _authenticate(self, user: str, secret: str, *, is_token: bool) -> None:
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

    def folders(self) -> list[ListedFolder]:
        """Return all folders of the account."""
        with self._request("its folders", MANY_BYTES):
            found = self._client.list_folders()
        return [
            ListedFolder(name, _flag_set(flags)) for flags, _, name in found[:MOST_FOLDERS] if isinstance(name, str)
        ]

    def _learn_raw_names(self, name: str) -> None:
        """List the folders to learn how the server spells a name that has several encodings."""
        if not (self._client.raw_names or (name.isascii() and "&" not in name)):
            self.folders()

    def open(self, name: str, *, writes: bool) -> OpenFolder:
        """Open a folder, read-only unless `writes`."""
        self._folder = None
        self._learn_raw_names(name)
        with self._request(f"the folder {name}", MANY_BYTES, folder=name):
            answer = self._client.select_folder(name, readonly=not writes)
            allowed = answer.get(b"PERMANENTFLAGS", ())
            self._folder = OpenFolder(
                name,
                _number(answer.get(b"UIDVALIDITY")),
                _number(answer.get(b"UIDNEXT", 0)),
                _number(answer.get(b"EXISTS")),
                _number(answer.get(b"HIGHESTMODSEQ", 0)),
                b"\\*" in allowed,
            )
        if self._folder.uidvalidity <= 0:
            raise MailboxError("nonsense", why="a folder without UIDVALIDITY")
        return self._folder

    def state(self, name: str) -> FolderState:
        """Return the state of a folder without opening it."""
        asked = ["UIDVALIDITY", "UIDNEXT", "MESSAGES", *(["HIGHESTMODSEQ"] if self.has("CONDSTORE") else [])]
        self._learn_raw_names(name)
        with self._request(f"the folder {name}", FEW_BYTES, folder=name):
            answer = self._client.folder_status(name, asked)
            uidvalidity, uidnext, n_mails = (_number(answer[word.encode()]) for word in asked[:3])
            return FolderState(uidvalidity, uidnext, n_mails, _number(answer.get(b"HIGHESTMODSEQ", 0)))

    # Mails of the open folder

    def heads(self, uids: Iterable[int]) -> list[MailHead]:
        """Return the mails with these UIDs that exist."""
        wanted = sorted(set(uids))
        if not wanted:
            return []
        with self._request("its mails", MANY_BYTES):
            return _as_heads(self._client.fetch(wanted, HEAD).items())

    def uids_from(self, uid: int) -> list[int]:
        """Return the UIDs from a number on. IMAP always includes the last mail."""
        with self._request("new mails", MANY_BYTES):
            found = self._client.search(["UID", f"{uid}:*"])
            return sorted({_number(each) for each in found if _number(each) >= uid})

    def heads_by_position(self, first: int, last: int) -> list[MailHead]:
        """Return the mails at some positions of the folder, counted from 1."""
        self._client.use_uid = False
        try:
            with self._request("its mails", MANY_BYTES):
                found = self._client.fetch(list(range(first, last + 1)), ["UID", *HEAD])
                return _as_heads((answer.get(b"UID"), answer) for answer in found.values())
        finally:
            self._client.use_uid = True

    def flags(self, uids: Iterable[int], since: int = 0) -> dict[int, frozenset[str]]:
        """Return the flags of mails; with a CONDSTORE number only of mails that changed since."""
        wanted = sorted(set(uids))
        if not wanted:
            return {}
        more = [f"CHANGEDSINCE {since}"] if since and self.has("CONDSTORE") else None
        with self._request("flags", MANY_BYTES):
            found = self._client.fetch(wanted, ["FLAGS"], more)
            return {uid: _flag_set(answer[b"FLAGS"]) for uid, answer in found.items() if b"FLAGS" in answer}

    def parts(self, uids: Iterable[int], names: Sequence[str], n_bytes: int) -> dict[int, dict[bytes, Any]]:
        """Return parts of mails by the names in the answer. The mails are not marked as seen."""
        wanted = sorted(set(uids))
        if not wanted or not names:
            return {}
        with self._request("a mail", FEW_BYTES + n_bytes):
            found = self._client.fetch(wanted, list(names))
            return {uid: answer for uid, answer in found.items() if all(_has_part(answer, name) for name in names)}

    def uids_with_keywords(self, words: Sequence[str]) -> set[int]:
        """Return the UIDs of mails in the open folder that have one of these keywords; empty if it supports no
        keywords.
        """
        question: list[Any] = ["KEYWORD", words[0]]
        for word in words[1:]:
            question = ["OR", "KEYWORD", word, question]
        try:
            with self._request("a search", MANY_BYTES):
                return {_number(uid) for uid in self._client.search(question)}
        except MailboxError as trouble:
            if trouble.kind != "refused":
                raise
            return set()

    def with_message_id(self, message_id: str) -> list[int]:
        """Return the mails of the open folder with this Message-ID."""
        with self._request("a search", MANY_BYTES):
            return sorted({_number(uid) for uid in self._client.search(["HEADER", "Message-ID", message_id])})

    def set_keywords(self, uids: Iterable[int], *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> bool:
        """Set and remove keywords; return whether the server accepts them."""
        wanted = sorted(set(uids))
        for change, words in ((self._client.add_flags, add), (self._client.remove_flags, remove)):
            try:
                if words and wanted:
                    with self._request("a mark", FEW_BYTES):
                        change(wanted, list(words), silent=True)
            except MailboxError as trouble:
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

    def _to_folder(self, verb: str, command: Callable[..., Any], uids: Sequence[int], folder: str) -> dict[int, int]:
        self._learn_raw_names(folder)
        with self._request(f"{verb} to {folder}", FEW_BYTES):
            self._client.bounded.untagged_responses.pop("COPYUID", None)
            command(list(uids), folder)
            answer = self._client.bounded.untagged_responses.pop("COPYUID", [])
            return _parse_copyuid([line for line in answer if isinstance(line, bytes)], frozenset(uids))

    def expunge(self, uids: Sequence[int]) -> None:
        """Expunge these mails only, not others that are marked as deleted."""
        if not self.has("UIDPLUS"):
            raise MailboxError("refused", what="UID EXPUNGE", why="it has no UIDPLUS")
        if not uids:
            return
        with self._request("UID EXPUNGE", FEW_BYTES):
            self._client.add_flags(list(uids), [b"\\Deleted"], silent=True)
            self._client.uid_expunge(list(uids))

    # Waiting

    def wait(self, seconds: float, should_stop: Callable[[], bool]) -> IdleResult:
        """Wait by IDLE until something happens in the open folder or `should_stop` is true. Return what happened."""
        stream = self._client.bounded
        with self._request("IDLE", FEW_BYTES):
            self._client.idle()
        stream.set_limits(seconds + self._answer_s, FEW_BYTES)
        idle_result: IdleResult = "nothing"
        ends_s = time.monotonic() + seconds
        with self._translate_errors("IDLE", None):
            while idle_result == "nothing" and time.monotonic() < ends_s and not should_stop():
                line = stream.wait_for_line(min(STEP_S, max(ends_s - time.monotonic(), 0.01)))
                if line is not None and line.upper().startswith(b"* BYE"):
                    raise MailboxError("bye", why=line[5:].decode("utf-8", "replace"))
                if line is not None and not line.upper().startswith(b"* OK"):
                    idle_result = "gone" if b"EXPUNGE" in line.upper() or b"VANISHED" in line.upper() else "new"
        with self._request("the end of IDLE", FEW_BYTES):
            self._client.idle_done()
        return idle_result

    def noop(self) -> None:
        """Send NOOP to keep the connection open."""
        with self._request("NOOP", FEW_BYTES):
            self._client.noop()

    def close(self) -> None:
        """Log out if that takes at most two seconds, and disconnect."""
        try:
            self._client.bounded.set_limits(2.0, FEW_BYTES)
            if self.capabilities:
                self._client.logout()
        except (OSError, imaplib.IMAP4.error, AnswerTimeout, AnswerTooLarge, *PARSE_ERRORS):
            pass
        finally:
            self._client.bounded.shutdown()

    # Limits and errors

    @contextmanager
    def _request(self, what: str, n_bytes: int, folder: str | None = None) -> Iterator[None]:
        self._pace()
        self._client.bounded.set_limits(self._answer_s, n_bytes)
        self._client.bounded.untagged_responses.pop("ALERT", None)
        with self._translate_errors(what, folder):
            yield
        self.contact_s = time.time()

    def _pace(self) -> None:
        now_s = time.monotonic()
        self._may_at_once = min(self._may_at_once + (now_s - self._counted_s) * COMMANDS_A_SECOND, AT_ONCE) - 1
        self._counted_s = now_s
        if self._may_at_once < 0:
            time.sleep(-self._may_at_once / COMMANDS_A_SECOND)

    @contextmanager
    def _translate_errors(self, what: str, folder: str | None) -> Iterator[None]:
        try:
            yield
        except AnswerTimeout as error:
            raise MailboxError("hung", seconds=self._client.bounded.limit_s) from error
        except AnswerTooLarge as error:
            raise MailboxError("too-much") from error
        except imaplib.IMAP4.abort as error:
            raise MailboxError(
                "bye" if "BYE" in self._client.bounded.untagged_responses else "lost", why=_describe_error(error)
            ) from error
        except imaplib.IMAP4.readonly as error:
            raise MailboxError("refused", what=what, why="it is read-only") from error
        except imaplib.IMAP4.error as error:
            if folder is not None and NO_SUCH_FOLDER.search(str(error)):
                raise MailboxError("no-folder", folder=folder) from error
            if folder is not None and PASSING_REFUSAL.search(str(error)):
                raise MailboxError("lost", why=_describe_error(error)) from error
            raise MailboxError("refused", what=what, why=_describe_error(error)) from error
        except OSError as error:
            raise MailboxError("lost", why=_describe_error(error)) from error
        except PARSE_ERRORS as error:
            raise MailboxError("nonsense", why=_describe_error(error)) from error


def newest(server: Server, opened: OpenFolder, most: int) -> list[MailHead]:
    """Return the newest mails of the open folder, oldest first."""
    heads: list[MailHead] = []
    for start in range(max(opened.n_mails - most + 1, 1), opened.n_mails + 1, 100):
        heads += server.heads_by_position(start, min(start + 99, opened.n_mails))
    return sorted(heads, key=lambda head: head.uid)


HEAD = ("RFC822.SIZE", "INTERNALDATE", "FLAGS")


def _as_heads(found: Iterable[tuple[Any, dict[bytes, Any]]]) -> list[MailHead]:
    heads = []
    for uid, answer in found:
        if uid and b"RFC822.SIZE" in answer:
            received = answer.get(b"INTERNALDATE")
            received_s = received.timestamp() if isinstance(received, datetime.datetime) else 0.0
            heads.append(
                MailHead(_number(uid), _number(answer[b"RFC822.SIZE"]), received_s, _flag_set(answer.get(b"FLAGS", ())))
            )
    return sorted(heads, key=lambda head: head.uid)


def _has_part(answer: dict[bytes, Any], name: str) -> bool:
    return answer.get(part_name(name)) is not None


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


def _flag_set(flags: Iterable[object]) -> frozenset[str]:
    """Return flags in lower case; servers differ in spelling."""
    answer = (flag.decode("utf-8", "replace") if isinstance(flag, bytes) else str(flag) for flag in flags)
    return frozenset(flag.casefold() for flag in answer)


def _parse_copyuid(answer: Sequence[bytes], asked: frozenset[int]) -> dict[int, int]:
    """Parse COPYUID: the new UID of each mail. An answer that does not match the request is ignored."""
    became: dict[int, int] = {}
    for line in answer:
        words = line.split()
        if len(words) != 3:
            continue
        before, after = _parse_uid_ranges(words[1], len(asked)), _parse_uid_ranges(words[2], len(asked))
        if len(before) == len(after) and asked >= set(before):
            became |= dict(zip(before, after, strict=True))
    return became


def _parse_uid_ranges(ranges: bytes, most: int) -> list[int]:
    """Return the UIDs of a set such as `7,9:11`; empty if they are more than `most`.

    A range may run downwards (RFC 3501, section 9). `4294967295:1` would make four billion numbers.
    """
    numbers: list[int] = []
    for part in ranges.split(b","):
        first, _, last = part.partition(b":")
        start, end = sorted((int(first), int(last or first)))
        if len(numbers) + end - start >= most:
            return []
        numbers += range(start, end + 1)
    return numbers


def _tls_trouble(address: Address, error: ssl.SSLError) -> MailboxError:
    if error.reason in NO_TLS_SPOKEN:
        return MailboxError("no-tls-here", where=address.where)
    why = getattr(error, "verify_message", "") or error.reason or str(error)
    return MailboxError("certificate", where=address.where, why=str(why))


def _describe_error(error: BaseException) -> str:
    """Return the server's message, or a description of the error."""
    if isinstance(error, socket.gaierror):
        return "its name is not known"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
