"""The scripts in packaging/ are no package, which would hide the library of this name: they are loaded by path."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "packaging"


class Scripts:
    """Loads a script by its name; what it imports from beside itself is found too."""

    def __call__(self, name: str) -> ModuleType:
        spec = spec_from_file_location(name, FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Scripts:
    monkeypatch.syspath_prepend(str(FOLDER))
    for path in FOLDER.glob("*.py"):  # whatever gets loaded is forgotten after the test
        monkeypatch.setitem(sys.modules, path.stem, ModuleType(path.stem))
        monkeypatch.delitem(sys.modules, path.stem)
    return Scripts()
