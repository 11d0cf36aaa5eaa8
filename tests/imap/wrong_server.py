"""A server that answers rightly but once, in one of many wrong ways; it notes what it was told to change."""

from __future__ import annotations

import contextlib
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.app.letters import letter
from tests.imap.proxy import accepting, server_tls
from tests.imap.servers import free_port

MAILS = {1: letter("ham", 541), 2: letter("spam", 542), 3: letter("ham", 543), 4: letter("spam", 544)}
SPAM = {2, 4}
CAPABILITY = "IMAP4rev1 MOVE UIDPLUS IDLE CONDSTORE AUTH=PLAIN SASL-IR"
CHANGING = re.compile(r"UID (STORE|MOVE|COPY|EXPUNGE) (\S+)", re.IGNORECASE)


@dataclass
class WrongServer:
    """A server with the deeds it was asked for, and the number of the answer that is wrong."""

    port: int
    certificate: Path
    chosen: random.Random
    wrong_at: int
    """The number of the answer that is wrong."""
    asked: list[tuple[str, str]] = field(default_factory=list)
    n_answers: int = 0
    new_uids: str = ""
    """UIDs that the answer to a move names, in place of the right ones."""
    uidnext: int = 2
    """Only what comes after the first look is new."""

    def answer(self, tag: str, words: str) -> bytes:
        """Answer one command rightly."""
        verb = words.upper()
        if changing := CHANGING.match(words):
            self.asked.append((changing[1].upper(), changing[2]))
        ok = f"{tag} OK done\r\n".encode()
        if verb.startswith("CAPABILITY"):
            return f"* CAPABILITY {CAPABILITY}\r\n".encode() + ok
        if verb.startswith(("SELECT", "EXAMINE")):
            n_mails = len(MAILS) if "INBOX" in verb else 0
            lines = f"* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\*)] x\r\n* {n_mails} EXISTS\r\n* 0 RECENT\r\n"
            lines += "* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 5] x\r\n* OK [HIGHESTMODSEQ 9] x\r\n"
            return lines.encode() + f"{tag} OK [READ-WRITE] done\r\n".encode()
        if verb.startswith("STATUS"):
            return b'* STATUS "Junk" (UIDVALIDITY 7 UIDNEXT 9 MESSAGES 0 HIGHESTMODSEQ 9)\r\n' + ok
        if verb.startswith("UID SEARCH"):
            return b"* SEARCH 1 2 3 4\r\n" + ok if "UID" in verb[10:] else b"* SEARCH\r\n" + ok
        if verb.startswith(("UID FETCH", "FETCH")):
            return self.fetched(words) + ok
        if verb.startswith("UID MOVE"):
            uids = words.split()[2]
            after = self.new_uids or ",".join(str(10 + int(uid)) for uid in uids.split(","))
            return f"* OK [COPYUID 7 {uids} {after}] x\r\n".encode() + ok
        if verb.startswith("LIST"):
            return b'* LIST () "/" INBOX\r\n* LIST (\\Junk) "/" Junk\r\n' + ok
        if verb.startswith("LOGOUT"):
            return b"* BYE bye\r\n" + ok
        return ok

    def fetched(self, words: str) -> bytes:
        numbers = words.split()[2 if words.upper().startswith("UID") else 1]
        lines = b""
        for number in numbers.split(","):
            mail = MAILS.get(int(number))
            if mail is None:
                continue
            answer = f"UID {number} RFC822.SIZE {len(mail)} FLAGS () MODSEQ (3)".encode()
            answer += b' INTERNALDATE "01-Jan-2040 10:00:00 +0000"'
            header = mail.split(b"\r\n\r\n")[0] + b"\r\n\r\n"
            for name, part in ((b"BODY[HEADER]", header), (b"BODY[]", mail)):
                if name.replace(b"BODY", b"BODY.PEEK").decode() in words:
                    answer += b" %s {%d}\r\n%s" % (name, len(part), part)
            lines += b"* %s FETCH (%s)\r\n" % (number.encode(), answer)
        return lines

    def wrong(self, right: bytes) -> list[bytes]:
        """Make one answer wrong; the pieces are sent one after the other."""
        chosen = self.chosen
        place = chosen.randrange(len(right) + 1)
        junk = bytes(chosen.randrange(256) for _ in range(chosen.randrange(1, 40)))
        digits = [found.span() for found in re.finditer(rb"\d+", right)] or [(0, 0)]
        start, end = chosen.choice(digits)
        number = chosen.choice([b"0", b"-1", b"1", b"3", b"99999999999999999999999", b"4294967296", b"x", b""])
        ways: list[Callable[[], list[bytes]]] = [
            lambda: [right[:place] + right[place + 1 :]],
            lambda: [right[:place] + junk + right[place:]],
            lambda: [right[:place]],
            lambda: [junk + b"\r\n"],
            lambda: [right[:start] + number + right[end:]],
            lambda: [b"* BYE go away\r\n"],
            lambda: [b"* OK still here\r\n" * 2_000, right],
            lambda: [right + right],
            lambda: [b"* 1 FETCH (BODY[] {99999999999}\r\n", b"x" * 100_000],
            lambda: [b"* 1 FETCH (BODY[] {3}\r\nabc" + b"(" * 5_000 + b"\r\n", right],
            lambda: [b"a" * (3 << 20)],
            lambda: [b"* SEARCH " + b"7 " * 400_000 + b"\r\n", right],
            lambda: [right.replace(b"(", b"").replace(b'"', b"")],
            lambda: [right.replace(b" OK ", b" NO ")],
            lambda: [right.replace(b" OK ", b" BAD ")],
            lambda: [b"+ go on\r\n", right],
            lambda: [b"wrong OK done\r\n", right],
            lambda: [right.replace(b"\r\n", b"\n")],
            lambda: [right.upper()],
            lambda: [b"* 4 EXPUNGE\r\n* 3 EXPUNGE\r\n* 0 EXISTS\r\n", right],
            lambda: [b"* OK [UIDVALIDITY 0] x\r\n", right],
            lambda: [right.replace(b"UIDVALIDITY 7", b"UIDVALIDITY 8")],
            list,
        ]
        return chosen.choice(ways)()


@contextlib.contextmanager
def wrong_server(certificate: Path, chosen: random.Random, wrong_at: int) -> Iterator[WrongServer]:
    """Let it listen."""
    made, stopping = WrongServer(free_port(), certificate, chosen, wrong_at), threading.Event()
    with accepting(made.port, stopping, lambda client: _talk(made, client, stopping), server_tls(certificate)):
        yield made


def _talk(made: WrongServer, connection: socket.socket, stopping: threading.Event) -> None:
    connection.sendall(b"* OK hello\r\n")
    heard = connection.makefile("rb")
    while not stopping.is_set() and (line := heard.readline(100_000)):
        tag, _, words = line.decode("latin-1").strip().partition(" ")
        if words.upper().startswith("AUTHENTICATE") and words.count(" ") < 2:
            connection.sendall(b"+ \r\n")
            heard.readline(1_000)
        right = made.answer(tag, words)
        made.n_answers += 1
        if made.n_answers != made.wrong_at:
            connection.sendall(right)
            continue
        pieces = made.wrong(right)
        for piece in pieces:
            connection.sendall(piece)
        if not pieces:
            ends_s = time.monotonic() + 1.0
            while time.monotonic() < ends_s and not stopping.is_set():
                time.sleep(0.05)
