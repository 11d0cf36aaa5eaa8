"""Sockets in the file system, where a system has them."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

from app.domain.errors import JudgeError

HAS_SOCKETS = sys.platform != "win32"
WAITING_CONNECTIONS = 128

if sys.platform == "win32":

    def connected(_path: Path, _timeout_s: float) -> socket.socket | None:
        """Find nobody: no judge runs here."""
        return None

    def listening(path: Path, _timeout_s: float) -> socket.socket:
        """Refuse, because Python has no such sockets here."""
        raise JudgeError("no-sockets", str(path))

else:

    def connected(path: Path, timeout_s: float) -> socket.socket | None:
        """Connect to a socket; None where nobody listens."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(timeout_s)
            connection.connect(str(path))
        except OSError:
            connection.close()
            return None
        return connection

    def listening(path: Path, timeout_s: float) -> socket.socket:
        """Open a socket that its user alone may reach; one that a dead judge left is replaced."""
        path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(str(path))
            path.chmod(0o600)
            listener.listen(WAITING_CONNECTIONS)
            listener.settimeout(timeout_s)
        except OSError as error:
            listener.close()
            raise JudgeError("cannot-listen", str(path)) from error
        return listener
