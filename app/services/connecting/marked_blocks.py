"""A block of lines of ours in a person's file, between two marks, so that it can be renewed and taken away."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from app.domain.errors import SourceError
from app.services.files.whole_files import write_whole

BEGIN, END = "# >>> bayleaf: written by bayleaf-cli connect, taken away by its --remove", "# <<< bayleaf"
BLOCK = re.compile(rf"^{re.escape(BEGIN)}\n.*?^{re.escape(END)}(?:\n|\Z)", re.DOTALL | re.MULTILINE)


def with_block(text: str, lines: str) -> str:
    """Return a text with the block at its end, in place of an earlier one."""
    kept = without_block(text)
    parted = "\n" if kept and not kept.endswith("\n") else ""
    return f"{kept}{parted}{BEGIN}\n{lines.strip()}\n{END}\n"


def without_block(text: str) -> str:
    """Return a text as it was before the block was put in."""
    return BLOCK.sub("", text, count=1)


def write_block(path: Path, lines: str) -> None:
    """Put the block into a file, which is made where there is none."""
    _rewrite(path, with_block(_text(path), lines))


def remove_block(path: Path) -> bool:
    """Take the block out of a file; a file that has nothing else goes. Return whether there was one."""
    text = _text(path)
    left = without_block(text)
    if left == text:
        return False
    if left.strip():
        _rewrite(path, left)
    else:
        Path(os.path.realpath(path)).unlink()
    return True


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SourceError(path, "no-permission", error.strerror or "") from error


def _rewrite(path: Path, text: str) -> None:
    """Write through a link, as dotfiles often are one, and keep the rights of the file."""
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
    write_whole(target, text.encode("utf-8", "surrogateescape"))
    target.chmod(mode)
