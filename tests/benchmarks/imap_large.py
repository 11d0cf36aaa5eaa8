"""Lets bayleaf-imap look at a folder of 200,000 mails and at mails of 50 MB, and says what that costs.

python -m tests.benchmarks.imap_large [--mails 200000] [--megabytes 50]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bayleaf_imap.accounts import save_account

from tests.app.letters import letter
from tests.benchmarks.imap_figures import described
from tests.benchmarks.imap_kills import kill_judge, tell
from tests.benchmarks.watching_safety import trained
from tests.imap.living import ROOT, environment
from tests.imap.servers import GROUP, USER, MailServer, dovecot

LOOKING = """
import re, sys, time
from bayleaf_imap.commands import main
main(["run", "mine", "--untried", "--once"])
memory = int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) // 1024
print(f"{time.process_time():.2f} s of processor time, {memory} MB at most")
"""
LINE = b"QUJD" * 19 + b"\r\n"


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mails", type=int, default=200_000)
    parser.add_argument("--megabytes", type=int, default=50)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    with tempfile.TemporaryDirectory(prefix="il") as name, dovecot() as server:
        os.environ |= {"XDG_RUNTIME_DIR": name, "BAYLEAF_IMAP_HOME": f"{name}/boxes"}
        workspace = trained(Path(name))
        assert workspace.name == "mail.bayleaf"
        fill(server, options.mails)
        account = described(server, Path(name))
        save_account(
            type(account)(**{**{field: getattr(account, field) for field in account.__slots__}, "learns_first": 0})
        )
        check(f"first look, {options.mails:,} mails")
        server.deliver(letter("spam", 3_000_001), large(options.megabytes))
        check(f"a small spam and one of {options.megabytes} MB arrived")
        check("nothing new")
        tell(f"in Junk: {server.subjects('Junk')}")
        kill_judge(workspace)
    return 0


def fill(server: MailServer, n_mails: int) -> None:
    """Have one mail under many names, as a Maildir can."""
    folder = server.home / "mail" / server.user / "cur"
    for part in ("cur", "new", "tmp"):
        (folder.parent / part).mkdir(parents=True, exist_ok=True)
    first = folder / "1.0.home:2,S"
    first.write_bytes(letter("ham", 3_000_000))
    for number in range(1, n_mails):
        if number % 50_000 == 0:
            first = Path(shutil.copy(first, folder / f"1.{number}.home:2,S"))
            continue
        os.link(first, folder / f"1.{number}.home:2,S")
    subprocess.run(["chown", "-R", f"{USER}:{GROUP}", str(server.home / "mail")], check=True)


def large(megabytes: int) -> bytes:
    """Make a spam with a large attachment."""
    head = b"From: a@spam.example\r\nSubject: pills large\r\nMessage-ID: <large@example>\r\nMIME-Version: 1.0\r\n"
    head += b'Content-Type: multipart/mixed; boundary="edge"\r\n\r\n--edge\r\nContent-Type: text/plain\r\n\r\n'
    head += b"cheap watches offer casino winner pills prize credit\r\n--edge\r\nContent-Type: application/zip\r\n"
    head += b'Content-Disposition: attachment; filename="big.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    return head + LINE * (megabytes * (1 << 20) // len(LINE)) + b"--edge--\r\n"


def check(what: str) -> None:
    """Look once, in a process of its own, and say what it cost."""
    began_s = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-P", "-c", LOOKING], env=environment(), capture_output=True, text=True, check=False
    )
    answer = done.stdout.strip().replace("\n", " | ")
    tell(f"{what}: {time.perf_counter() - began_s:.1f} s; {answer} {done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
