"""Named pipes of Windows: for their user alone, and nobody else can pretend to be the judge."""

from __future__ import annotations

import sys
from pathlib import Path, PureWindowsPath

import pytest

from app.features.mail_daemon import named_pipes
from app.features.mail_daemon.named_pipes import PREFIX, owner_only_sddl, pipe_name

SOMEBODY_ELSE = "S-1-5-32-545"


def test_a_pipe_has_one_short_name_for_each_path() -> None:
    names = {pipe_name(Path(text)) for text in ("a/lines", "a/spamd", "b/lines", "x" * 500)}

    assert len(names) == 4
    assert all(len(PureWindowsPath(name).name) < 100 and name.startswith(PREFIX) for name in names)


def test_the_rights_of_a_pipe_name_its_user_and_nobody_else() -> None:
    rights = owner_only_sddl("S-1-5-21-1")

    assert rights.startswith("O:S-1-5-21-1G:S-1-5-21-1D:P")  # P: nothing is inherited
    assert rights.count("(") == 1
    assert "(A;;GA;;;S-1-5-21-1)" in rights


if sys.platform == "win32":

    def test_a_pipe_is_open_to_whoever_made_it() -> None:
        name = pipe_name(Path("one"))
        with named_pipes.PipeListener(name, 30) as listener:
            client = named_pipes.connect_pipe(name, 30)
            assert client is not None
            served, _ = listener.accept()
            with client, served, served.makefile("rb") as stream:
                client.sendall(b"a line\n")
                assert stream.readline() == b"a line\n"

    def test_a_pipe_that_somebody_else_made_is_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
        name = pipe_name(Path("two"))
        with named_pipes.PipeListener(name, 30):
            monkeypatch.setattr(named_pipes, "own_sid", lambda: SOMEBODY_ELSE)
            assert named_pipes.connect_pipe(name, 30) is None

    def test_many_clients_come_in_one_after_another() -> None:
        name = pipe_name(Path("three"))
        with named_pipes.PipeListener(name, 30) as listener:
            for number in range(20):
                client = named_pipes.connect_pipe(name, 30)
                assert client is not None
                served, _ = listener.accept()
                with client, served, client.makefile("rb") as stream:
                    served.sendall(b"%d\n" % number)
                    assert stream.readline() == b"%d\n" % number
