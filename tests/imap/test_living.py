"""The program as a process: it waits for mail, costs next to nothing, keeps no secret, and survives being killed."""

from __future__ import annotations

import json
import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest
from bayleaf_imap.commands import main

from tests.app.letters import letter
from tests.imap.conftest import Box, needs_dovecot
from tests.imap.living import memory_mb, processor_s, started, waited, wake_ups
from tests.imap.servers import PASSWORD, MailServer

pytestmark = [pytest.mark.slow, needs_dovecot]
N_KILLS = 8


def is_waiting(box: Box) -> bool:
    path = box.account.folder / "status.json"
    return path.exists() and json.loads(path.read_text())["doing"] == "waiting"


def has_done_all(box: Box) -> bool:
    journal = box.journal()
    waiting = journal.moves(["begun", "copied"])
    journal.close()
    return not waiting


def test_it_waits_moves_what_comes_and_costs_next_to_nothing(box: Box, mail_server: MailServer) -> None:
    (box.account.folder / "status.json").unlink()
    process = started("run", "mine", "--untried")
    try:
        assert waited(lambda: is_waiting(box))
        mail_server.deliver(letter("spam", 700), letter("ham", 701))
        assert waited(lambda: len(mail_server.subjects("Junk")) == 1, 20)
        assert waited(lambda: is_waiting(box))
        time.sleep(1)
        n_before, before_s = wake_ups(process.pid), processor_s(process.pid)
        time.sleep(4)
        assert wake_ups(process.pid) - n_before <= 12  # measured: 2
        assert processor_s(process.pid) - before_s <= 1  # a loop that never sleeps would use all four seconds
        assert memory_mb(process.pid) <= 60

        for name in ("cmdline", "environ"):
            assert PASSWORD.encode() not in Path(f"/proc/{process.pid}/{name}").read_bytes().replace(
                box.account.password_command.encode(), b""
            )
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == 0
    finally:
        process.kill()
        process.communicate()
    for path in box.account.folder.iterdir():
        if path.name != "mailbox.json":  # has the command, which in this test says the password itself
            assert PASSWORD.encode() not in path.read_bytes(), path
    status = json.loads((box.account.folder / "status.json").read_text())
    assert (status["doing"], status["judged"], status["moved"]) == ("ended", 2, 1)


def test_undo_is_asked_of_the_process_that_is_at_work(
    box: Box, mail_server: MailServer, capsys: pytest.CaptureFixture[str]
) -> None:
    mail_server.deliver(letter("spam", 700))
    box.check()
    process = started("run", "mine", "--untried")
    try:
        assert waited(lambda: is_waiting(box))
        assert main(["undo", "mine"]) == 0
    finally:
        process.kill()
        process.communicate()
    assert "1 mail was brought back" in capsys.readouterr().err
    assert len(mail_server.subjects("INBOX")) == 1


def test_killed_again_and_again_it_loses_and_doubles_nothing(box: Box, mail_server: MailServer) -> None:
    chosen = random.Random(11)
    numbers = range(800, 800 + 5 * N_KILLS)
    for turn in range(N_KILLS):
        process = started("run", "mine", "--untried")
        time.sleep(chosen.uniform(0.2, 0.6))
        mail_server.deliver(*(letter("spam", number) for number in numbers[5 * turn : 5 * turn + 5]))
        time.sleep(chosen.uniform(0.0, 0.5))
        process.kill()
        process.communicate()
    assert waited(lambda: box.check() == [] and has_done_all(box), 60)

    found = Counter(name for folder in ("INBOX", "Junk") for name, _ in mail_server.mails(folder, "MESSAGE-ID"))
    assert found == {f"<spam{number}@example>": 1 for number in numbers}
    assert len(mail_server.subjects("Junk")) == len(numbers)
