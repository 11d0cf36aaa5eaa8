"""Fails a test in which a render function reads a field of the state that it does not name with `shows`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import isfunction
from types import MethodType
from typing import Any

import pytest

from app.kit.page_model import PageRenderer


class UnnamedRead(AssertionError):
    """A render function read a field that it does not name, so it would not be called when that field changes."""


class CheckedState:
    """A proxy of the state that allows only the named fields and properties.

    A property or method that is not named runs on the proxy, so that the fields it reads must be named instead.
    """

    __slots__ = ("_fields", "_part", "_state")

    def __init__(self, state: object, part: str, fields: tuple[str, ...]) -> None:
        self._state, self._part, self._fields = state, part, fields

    def __getattr__(self, name: str) -> object:
        if name in self._fields:
            return getattr(self._state, name)
        member = getattr(type(self._state), name, None)
        if isinstance(member, property) and member.fget is not None:
            return member.fget(self)
        if isfunction(member):
            return MethodType(member, self)
        raise UnnamedRead(f"{self._part} reads `{name}`, which it does not name with @shows")


def call_checked(part: Callable[[Any], object], state: object, fields: tuple[str, ...]) -> None:
    """Call a render function with a state that fails at unnamed reads."""
    part(CheckedState(state, getattr(part, "__qualname__", repr(part)), fields))


@pytest.fixture(scope="session", autouse=True)
def checked_parts() -> Iterator[None]:
    """Check every render function that is called during the test run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PageRenderer, "call_render_function", staticmethod(call_checked))
        yield
