"""The project's own sources as Python reads them, read once for all tests that look at them."""

from __future__ import annotations

import ast
import functools
import gc
from pathlib import Path


@functools.cache
def tree(path: Path) -> ast.Module:
    """Return a module's tree; it is kept, so collecting garbage need never look at it."""
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.freeze()
        if is_collecting:
            gc.enable()


@functools.cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return everything in a module, from the outside to the inside."""
    return tuple(ast.walk(tree(path)))
