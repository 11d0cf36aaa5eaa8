"""One day of real mail: delivered to the mail server, judged in Thunderbird, corrected there, and counted.

    BAYLEAF_CORPORA=… sudo -E python -m tests.thunderbird.day [--learnt 2000] [--mails 100]

Mail of the public corpus of 2006 in its order: the first ones are learnt, those of the next day arrive with today's
date, because the extension lets old mail be. Lost are good mails in the junk folder, missed is spam that stays in the
inbox without a tag, asked is what is tagged as unsure. Each of them is then put right with a drag, or with a mark.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from app.features.mail_daemon.daemon import read_mail
from app.store.workspace import Workspace
from tests.imap.servers import MailServer, dovecot, free_port
from tests.thunderbird.profile import make_profile
from tests.thunderbird.program import Thunderbird, running
from tests.thunderbird.walk import A_MOMENT_S, UNSURE, Walk, command_line
from tests.walk.display import virtual_display

PATIENCE_S = 600.0


def main() -> int:
    """Play the day; the exit code says whether all mail arrived and all lessons were learnt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learnt", type=int, default=2_000)
    parser.add_argument("--mails", type=int, default=100)
    chosen = parser.parse_args()
    mails = list(corpus(Path(os.environ["BAYLEAF_CORPORA"]) / "mail-2006", chosen.learnt + chosen.mails))
    with tempfile.TemporaryDirectory(prefix="td") as name:
        home = Path(name)
        home.chmod(0o755)
        for folder in ("run", "home"):
            (home / folder).mkdir(mode=0o700)
        os.environ["XDG_RUNTIME_DIR"] = str(home / "run")
        workspace = learnt(home, mails[: chosen.learnt])
        with virtual_display(home) as display, dovecot() as server:
            return played(home, display, Walk(workspace, server, home), server, mails[chosen.learnt :])


def corpus(folder: Path, most: int) -> Iterator[tuple[str, bytes]]:
    """The mails in their order, with their labels."""
    for line in (folder / "index").read_text().splitlines()[:most]:
        label, path = line.split()
        yield label, (folder / path).read_bytes()


def learnt(home: Path, mails: list[tuple[str, bytes]]) -> Path:
    """A workspace that has learnt some mails."""
    for number, (label, raw) in enumerate(mails):
        path = home / "learnt" / label / f"{number:05d}.eml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    workspace = home / "mail.bayleaf"
    command_line("import", workspace, home / "learnt", "--kind", "mail")
    command_line("train", workspace)
    return workspace


def dated(number: int, raw: bytes) -> bytes:
    """A mail with today's date, and a number by which it is found again."""
    head, gap, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    kept = re.sub(rb"(?im)^(date|message-id|x-mozilla-status2?):.*(\n[ \t].*)*\n?", b"", head + b"\n").rstrip(b"\n")
    now = format_datetime(datetime.now(UTC)).encode()
    mail = b"%s\nDate: %s\nMessage-ID: <day%d@mail.example>%s%s" % (kept, now, number, gap, body)
    return mail.replace(b"\n", b"\r\n")


def played(home: Path, display: str, walk: Walk, server: MailServer, day: list[tuple[str, bytes]]) -> int:
    """Let the day pass."""
    port = free_port()
    make_profile(home / "home", server, walk.workspace, port)
    try:
        with running(home / "home", display, port, home / "log") as program:
            walk.begin(program)
            program.open_options()
            program.press_in_options("#modes input", 2)
            time.sleep(1)
            program.close_tab()
            return passed(program, walk, server, [(label, dated(n, raw)) for n, (label, raw) in enumerate(day)])
    finally:
        walk.end_judge()


def passed(program: Thunderbird, walk: Walk, server: MailServer, day: list[tuple[str, bytes]]) -> int:
    """Deliver, wait, count, correct, and count again."""
    labels = {f"day{number}@mail.example": label for number, (label, _) in enumerate(day)}
    began_s = time.monotonic()
    server.deliver(*(raw for _, raw in day))
    program.look_for_mail()
    hashes = [read_mail(raw).content_hash for _, raw in day]
    program.wait_for(lambda: is_judged(walk.workspace, hashes), PATIENCE_S)
    judged_s = time.monotonic() - began_s
    time.sleep(A_MOMENT_S)
    places = {
        name: {key.strip("<>"): flags for key, flags in server.mails(name, "MESSAGE-ID")} for name in ("INBOX", "Junk")
    }
    arrived = sum(key in labels for found in places.values() for key in found)
    asked = [key for key, flags in places["INBOX"].items() if key in labels and UNSURE in flags]
    lost = [key for key in places["Junk"] if labels.get(key) == "ham"]
    missed = [key for key in places["INBOX"] if labels.get(key) == "spam" and key not in asked]
    tell(f"{len(day)} mails, {arrived} arrived, judged and filed in {judged_s:.1f} s")
    tell(f"lost {len(lost)}, missed {len(missed)}, asked {len(asked)}")
    wrong = [*((key, "Junk", "INBOX") for key in lost), *((key, "INBOX", "Junk") for key in missed)]
    wrong += [(key, "INBOX", "Junk") for key in asked if labels[key] == "spam"]
    began_s, before = time.monotonic(), walk.n_lessons()
    for key, source, target in wrong:
        program.drag(key, source, target)
    is_learnt = program.wait_for(lambda: walk.n_lessons() >= before + len(wrong), PATIENCE_S)
    seconds = time.monotonic() - began_s
    tell(f"{len(wrong)} put right by drags, {walk.n_lessons() - before} lessons, in {seconds:.1f} s")
    return int(arrived != len(day) or not is_learnt)


def tell(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def is_judged(workspace: Path, hashes: list[bytes]) -> bool:
    """Tell whether the judge has seen every mail."""
    with Workspace(workspace, read_only=True) as opened:
        return all(opened.tickets.get(each) is not None for each in hashes)


if __name__ == "__main__":
    sys.exit(main())
