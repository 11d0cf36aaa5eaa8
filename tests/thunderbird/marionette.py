"""A client for Marionette, by which Thunderbird runs scripts in its own window."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

CONNECT_S, ANSWER_S = 60.0, 120.0


class ScriptError(Exception):
    """A script that ended with an error."""


class Marionette:
    """Runs scripts in the window of a Thunderbird that was started with `--marionette`."""

    def __init__(self, port: int) -> None:
        self._stream = _connected(port)
        self._number = 0
        self._answer()  # it introduces itself
        self.call("WebDriver:NewSession")
        self.call("Marionette:SetContext", value="chrome")

    def call(self, command: str, **parameters: object) -> Any:
        """Send a command and return its result."""
        self._number += 1
        raw = json.dumps([0, self._number, command, parameters]).encode()
        self._stream.sendall(b"%d:" % len(raw) + raw)
        _, _, error, result = self._answer()
        if error:
            raise ScriptError(f"{error['error']}: {error['message']}")
        return result

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script, which may wait for something and return a plain value."""
        body = f"const done = arguments[arguments.length - 1]; (async () => {{ {script} }})()"
        body += ".then(value => done([value ?? null]), error => done(`${error} ${error.stack}`));"
        found = self.call("WebDriver:ExecuteAsyncScript", script=body, args=list(arguments), scriptTimeout=60_000)
        if not isinstance(found["value"], list):
            raise ScriptError(found["value"])
        return found["value"][0]

    def close(self) -> None:
        """End the conversation."""
        self._stream.close()

    def _answer(self) -> Any:
        digits = b""
        while not digits.endswith(b":"):
            digits += self._exactly(1)
        return json.loads(self._exactly(int(digits[:-1])))

    def _exactly(self, n_bytes: int) -> bytes:
        pieces = b""
        while len(pieces) < n_bytes:
            piece = self._stream.recv(n_bytes - len(pieces))
            if not piece:
                raise ConnectionError("Thunderbird has gone.")
            pieces += piece
        return pieces


def _connected(port: int) -> socket.socket:
    ends_s = time.monotonic() + CONNECT_S
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=ANSWER_S)
        except OSError:
            if time.monotonic() > ends_s:
                raise
            time.sleep(0.1)
