"""A mail server's side of the milter protocol, written from Sendmail's `mfdef.h` and not from the program's code."""

from __future__ import annotations

import socket
import struct
from pathlib import Path

ALL_ACTIONS, ALL_STEPS = 0x1FF, 0x1FFFFF


class MilterClient:
    """One connection to a milter."""

    def __init__(self, path: Path, *, actions: int = ALL_ACTIONS, steps: int = ALL_STEPS, version: int = 6) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))  # waits for a place in the queue, as it would not with a timeout
        self.socket.settimeout(30)
        self.send(b"O", struct.pack("!III", version, actions, steps))
        command, data = self.receive()
        assert command == b"O"
        self.version, self.actions, self.steps = struct.unpack("!III", data)

    def send(self, command: bytes, data: bytes = b"") -> None:
        self.socket.sendall(struct.pack("!I", len(data) + 1) + command + data)

    def receive(self) -> tuple[bytes, bytes]:
        head = self._exactly(4)
        content = self._exactly(struct.unpack("!I", head)[0])
        return content[:1], content[1:]

    def _exactly(self, size: int) -> bytes:
        pieces = b""
        while len(pieces) < size:
            piece = self.socket.recv(size - len(pieces))
            if not piece:
                raise ConnectionResetError
            pieces += piece
        return pieces

    def step(self, command: bytes, data: bytes, silent: int, skipped: int = 0) -> None:
        """Send a step unless it may be left out, and read its reply unless it has none."""
        if self.steps & skipped:
            return
        self.send(command, data)
        if not self.steps & silent:
            assert self.receive() == (b"c", b""), command

    def begin(self, mail: bytes, *recipients: str) -> None:
        """Send all of a mail but its end."""
        self.step(b"C", b"mx.example\x004\x00\x19192.0.2.1\0", 0x1000, 0x01)
        self.step(b"H", b"mx.example\0", 0x2000, 0x02)
        self.send(b"D", b"Mi\0QUEUE7\0")
        self.step(b"M", b"<a@x.example>\0", 0x4000, 0x04)
        for recipient in recipients or ("b@y.example",):
            self.step(b"R", f"<{recipient}>\0".encode(), 0x8000, 0x08)
        self.step(b"T", b"", 0x10000, 0x200)
        head, _, body = mail.partition(b"\r\n\r\n")
        for line in head.replace(b"\r\n ", b"\n ").replace(b"\r\n\t", b"\n\t").split(b"\r\n"):
            name, _, value = line.partition(b":")
            exact = value if self.steps & 0x100000 else value.removeprefix(b" ")
            self.step(b"L", name + b"\0" + exact + b"\0", 0x80)
        self.step(b"N", b"", 0x40000, 0x40)
        for start in range(0, len(body), 65_535):
            self.step(b"B", body[start : start + 65_535], 0x80000)

    def end(self) -> tuple[dict[str, str], list[tuple[str, int]]]:
        """Send the end of the mail; return the headers that are added, and the names and numbers of those removed."""
        self.send(b"E")
        added: dict[str, str] = {}
        removed: list[tuple[str, int]] = []
        while True:
            command, data = self.receive()
            if command == b"c":
                return added, removed
            if command == b"h":
                name, value, _ = data.split(b"\0")
                added[name.decode()] = value.decode()
            else:
                assert command == b"m", command
                name, value, _ = data[4:].split(b"\0")
                assert value == b""
                removed.append((name.decode(), struct.unpack("!I", data[:4])[0]))

    def judge(self, mail: bytes, *recipients: str) -> str | None:
        """Send a whole mail; return the label in the header that is added."""
        self.begin(mail, *recipients)
        label = self.end()[0].get("X-Text-Classification")
        return None if label is None else label.strip()

    def close(self) -> None:
        self.send(b"Q")
        self.socket.close()
