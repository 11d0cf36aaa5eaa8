"""Lets a server answer wrongly in many ways, once in each visit, and looks at what bayleaf-imap then does.

    python -m tests.benchmarks.imap_wrong_answers [--ways 2000]

No visit may crash, hang over its limit, or touch a mail that is not surely spam. The exit code counts those that do.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from bayleaf_imap import server as server_module
from bayleaf_imap.accounts import STATE, Account, save_account
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.journal import FolderRecord, Journal
from bayleaf_imap.running import MailboxRunner
from bayleaf_imap.stream import Address

from tests.benchmarks.imap_kills import kill_judge, tell
from tests.benchmarks.watching_safety import trained
from tests.imap.living import ROOT
from tests.imap.servers import HOST, make_certificate
from tests.imap.wrong_server import SPAM, wrong_server

SILENCE_S, LONGEST_S = 0.4, 12.0
MOST_ANSWERS = 22


def main() -> int:
    """Visit, and count what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", type=int, default=2_000)
    options = parser.parse_args()
    server_module.ANSWER_S = SILENCE_S
    os.environ["PYTHONPATH"] = str(ROOT)
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="iw") as name:
        os.environ |= {"XDG_RUNTIME_DIR": name, "BAYLEAF_IMAP_HOME": f"{name}/boxes"}
        folder = Path(name)
        workspace, certificate = trained(folder), make_certificate(folder)
        (folder / "say").write_text("print('secret')\n")
        for number in range(options.ways):
            outcomes[visited(folder, certificate, workspace, number)] += 1
            if number % 100 == 99:
                tell(f"{number + 1}: {dict(outcomes)}")
        kill_judge(workspace)
    return sum(n for outcome, n in outcomes.items() if outcome.startswith("WRONG"))


def visited(folder: Path, certificate: Path, workspace: Path, number: int) -> str:
    """Visit a server that is wrong once; return how it ended."""
    chosen = random.Random(number)
    with wrong_server(certificate, chosen, chosen.randrange(1, MOST_ANSWERS)) as made:
        address = Address(HOST, made.port, ca_file=str(certificate))
        password, cli = f"{sys.executable} {folder / 'say'}", f"{sys.executable} -P -m app.cli"
        account = Account(f"w{number}", "me", address, str(workspace), password, junk="Junk", bayleaf_cli=cli)
        save_account(account)
        journal = Journal(account.folder / STATE)
        journal.store_folder(FolderRecord("INBOX", 7, 2, 1, 1.0))
        journal.store_folder(FolderRecord("Junk", 7, 9, 9, 1.0))
        journal.close()
        began_s, outcome = time.monotonic(), "went on"
        try:
            MailboxRunner(account, is_trial=False, on_event=lambda _: None).run(once=True)
        except MailboxError as trouble:
            outcome = trouble.kind
        except Exception as error:  # the very thing that is looked for
            tell(f"{number}: {error!r}")
            outcome = "WRONG: crashed"
        if time.monotonic() - began_s > LONGEST_S:
            tell(f"{number}: {time.monotonic() - began_s:.1f} s")
            outcome = "WRONG: too long"
        touched = {int(uid) for _, uids in made.asked for uid in uids.split(",")}
        if not touched <= SPAM:
            tell(f"{number}: {made.asked}")
            outcome = "WRONG: touched good mail"
    with suppress(OSError):
        (account.folder / STATE).unlink()
    return outcome


if __name__ == "__main__":
    sys.exit(main())
