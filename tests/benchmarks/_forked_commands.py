"""Runs a command of the program in a process forked from this one, which spares it the loading of modules."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from typing import IO

from app.cli.command_group import run
from app.features.inbox import command as watching
from app.features.mail_daemon import command as serving
from app.features.mail_daemon import native_command as native_messaging
from tests.systems import KILL

LOADED = (native_messaging, serving, watching)


class ForkedCommand:
    """A process with its standard input, output and error, that can be killed at any moment."""

    def __init__(self, words: list[str], *, is_heard: bool = True) -> None:
        (given, self.into), (out, given_out), (error, given_error) = (_pipe() for _ in range(3))
        self.pid = os.fork()
        if not self.pid:
            for mine in (self.into, out, error):
                mine.close()
            _run(words, given, given_out if is_heard else open(os.devnull, "wb"), given_error)  # noqa: SIM115 - until it dies
        for theirs in (given, given_out, given_error):
            theirs.close()
        self.out, self.error = out, error

    def kill(self) -> None:
        """Kill it, if it lives."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, KILL)

    def end(self) -> None:
        """Kill it and see that it is gone."""
        self.kill()
        os.waitpid(self.pid, 0)
        for stream in (self.into, self.out, self.error):
            with suppress(BrokenPipeError):
                stream.close()


def _pipe() -> tuple[IO[bytes], IO[bytes]]:
    reading, writing = os.pipe()
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb")


def _run(words: list[str], given: IO[bytes], out: IO[bytes], error: IO[bytes]) -> None:
    """Be the command; this does not return."""
    try:
        for number, stream in enumerate((given, out, error)):
            os.dup2(stream.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in enumerate("rww"))
        sys.argv = ["bayleaf-cli", *words]
        os._exit(run())
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(9)
