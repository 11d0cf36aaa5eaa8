"""A virtual display with a window manager that adds nothing to a window."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "4096x2240x24"
PLAIN_WINDOWS = """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <placement><policy>Smart</policy></placement>
  <applications><application class="*"><decor>no</decor></application></applications>
</openbox_config>
"""


@contextmanager
def virtual_display(folder: Path) -> Iterator[str]:
    """Yield the name of a display that nobody sees."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", SIZE, "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        name = f":{answer.readline().strip()}"
    manager = _window_manager(name, folder)
    try:
        yield name
    finally:
        for process in (manager, server):
            if process is not None:
                process.terminate()
                process.wait()


def _window_manager(display: str, folder: Path) -> subprocess.Popen[bytes] | None:
    """Without one, Qt's windows get no focus from the mouse."""
    if shutil.which("openbox") is None:
        return None
    settings = folder / "openbox.xml"
    settings.write_text(PLAIN_WINDOWS)
    environment = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(["openbox", "--config-file", str(settings)], env=environment, stderr=subprocess.DEVNULL)
    until_s = time.monotonic() + 10
    probe = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
    while time.monotonic() < until_s and shutil.which("xprop"):
        if b"window id" in subprocess.run(probe, env=environment, capture_output=True, check=False).stdout:
            break
        time.sleep(0.05)
    return manager
