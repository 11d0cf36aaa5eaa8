"""`dataclass` as the standard library makes it, with each method made when it is first called.

The standard library writes and compiles the source of every method of every class, most of a millisecond each. A
program that begins with some hundreds of records, and uses a third of them, waits for that at each start. Here a class
has its fields and slots at once; what is first called on one of its objects is then taken from the class that the
standard library makes of the same source. Type checkers are shown the standard library's own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

Class = TypeVar("Class", bound=type)

NOT_OURS = frozenset({"__dict__", "__weakref__"})
"""Of a class as it was written, what Python puts into it."""
STARTING, COMPARING = ("__init__",), ("__repr__", "__eq__", "__hash__")
"""Methods that are made together: those that every object needs, and those that few are asked for."""


class _Source:
    """A class as it was written, from which the standard library can make its methods."""

    def __init__(self, written: type, options: dict[str, bool]) -> None:
        self._kind, self._name, self._bases = type(written), written.__name__, written.__bases__
        self._namespace = {name: value for name, value in vars(written).items() if name not in NOT_OURS}
        self._options = options

    def methods(self, *, is_starting: bool) -> dict[str, Any]:
        """Return the methods that the standard library makes."""
        fresh = self._kind(self._name, self._bases, dict(self._namespace))
        asked = {"init": is_starting, "repr": not is_starting, "eq": self._options["eq"] and not is_starting}
        made = vars(dataclasses.dataclass(**{**self._options, **asked})(fresh))
        return {name: made[name] for name in (STARTING if is_starting else COMPARING) if name in made}


def _lazy_dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True, kw_only: bool = False
) -> Callable[[Class], Class]:
    def decorated(written: Any) -> Any:
        if any(map(dataclasses.is_dataclass, written.__bases__)):
            return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq, kw_only=kw_only)(written)
        source = _Source(written, {"frozen": frozen, "eq": eq, "kw_only": kw_only})
        own = {name for name, value in vars(written).items() if value is not None}
        made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(written)
        made.__dataclass_params__.frozen, made.__dataclass_params__.eq = frozen, eq
        _make_later(made, source, own, STARTING, is_starting=True)
        _make_later(made, source, own, COMPARING if eq else COMPARING[:1], is_starting=False)
        if eq and not frozen and "__hash__" not in own:
            made.__hash__ = None
        if frozen:
            _freeze(made)
        return made

    return decorated


def _make_later(made: Any, source: _Source, own: set[str], names: tuple[str, ...], *, is_starting: bool) -> None:
    """Put stand-ins for methods into a class: the first that is called makes them all, and they take their places."""

    def first_of(name: str) -> Callable[..., Any]:
        def first(record: Any, *given: Any, **named: Any) -> Any:
            for each, method in source.methods(is_starting=is_starting).items():
                if each in wanted:
                    setattr(made, each, method)
            return vars(made)[name](record, *given, **named)

        return first

    wanted = {name for name in names if name not in own}
    for name in wanted:
        setattr(made, name, first_of(name))


def _freeze(made: Any) -> None:
    made.__setattr__, made.__delattr__ = _refuse_setting, _refuse_deleting
    for name, method in (("__getstate__", _values_of), ("__setstate__", _set_values)):
        if name not in vars(made):
            setattr(made, name, method)


def _refuse_setting(_record: object, name: str, _value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(_record: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _values_of(record: Any) -> list[object]:
    """Return all that a record holds, by which it is copied and pickled: nothing can be set in it later."""
    return [getattr(record, field.name) for field in dataclasses.fields(record)]


def _set_values(record: Any, values: list[object]) -> None:
    for field, value in zip(dataclasses.fields(record), values, strict=True):
        object.__setattr__(record, field.name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = _lazy_dataclass
