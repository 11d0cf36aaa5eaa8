"""An object store of this machine that notes every request: `python -m tests.app.features.cluster.counted_s3 FOLDER`.

It writes its address into the folder when it listens, and one line for each request: method, path, range, bytes of the
answer, and how many others were being answered meanwhile.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

ANSWERS_AFTER_S = 0.02
"""As far away as a store in the same building."""


class Noted:
    """A WSGI application whose requests are noted."""

    def __init__(self, inner: Callable[..., Iterable[bytes]], notes: Path) -> None:
        self._inner, self._notes = inner, notes
        self._lock = threading.Lock()
        self._n_running = 0

    def __call__(self, environment: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request, and note it."""
        with self._lock:
            self._n_running += 1
            n_running = self._n_running
        time.sleep(ANSWERS_AFTER_S)
        content = b"".join(self._inner(environment, start))
        with self._lock:
            self._n_running -= 1
            note = {
                "method": environment["REQUEST_METHOD"],
                "path": environment["PATH_INFO"],
                "range": environment.get("HTTP_RANGE", ""),
                "bytes": len(content),
                "running": n_running,
            }
            with self._notes.open("a") as file:
                file.write(json.dumps(note) + "\n")
        return [content]


def main(folder: Path) -> None:
    application = Noted(DomainDispatcherApplication(create_backend_app), folder / "requests")
    server = make_server("127.0.0.1", 0, application, threaded=True)
    (folder / "began").write_text(f"http://127.0.0.1:{server.server_port}")
    (folder / "began").rename(folder / "address")
    server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
