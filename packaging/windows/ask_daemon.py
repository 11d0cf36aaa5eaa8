"""Start the mail daemon of a workspace on Windows, and ask it over its named pipe; `windows_check.py` runs this.

python ask_daemon.py WORKSPACE MAIL

Prints a JSON line: the verdict, how a lesson was taken, and milliseconds of a verdict.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from app.features.mail_daemon.client import connect_running_daemon

PATIENCE_S = 240.0
"""Wine and Python start in this time on a busy machine."""


def main() -> int:
    workspace, raw = Path(sys.argv[1]), Path(sys.argv[2]).read_bytes()
    daemon = subprocess.Popen([sys.executable, "-m", "app.cli", "serve", str(workspace), "--idle-exit", "300"])
    try:
        ends_s = time.monotonic() + PATIENCE_S
        while (client := connect_running_daemon(workspace)) is None:
            if daemon.poll() is not None or time.monotonic() > ends_s:
                print(f"the mail daemon did not start: {daemon.returncode}")
                return 1
            time.sleep(0.1)
        with client:
            client.ask("classify", raw)  # the first verdict loads what the others need
            began_s = time.perf_counter()
            verdict = client.ask("classify", raw)
            took_ms = 1_000 * (time.perf_counter() - began_s)
            lesson = client.ask("learn", raw + b"more\r\n", label="spam", by="hand")
        print(json.dumps({"label": verdict["label"], "lesson": lesson["lesson"], "ms": round(took_ms, 1)}))
    finally:
        daemon.kill()
        daemon.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
