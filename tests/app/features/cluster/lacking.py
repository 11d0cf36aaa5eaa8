"""A worker on which nobody has installed Bayleaf, as `dask worker --preload` knows it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

OWN = ("app", "nbengine")


class Lacking:
    """Finds nothing of Bayleaf."""

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Refuse our packages as a system does that has none of them."""
        if name.split(".")[0] in OWN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def dask_setup(_worker: object) -> None:
    """Forget what has been imported, and find it no more; `--preload` calls it."""
    for name in [name for name in sys.modules if name.split(".")[0] in OWN]:
        del sys.modules[name]
    sys.meta_path.insert(0, Lacking())  # type: ignore[arg-type] # a finder by its one method
