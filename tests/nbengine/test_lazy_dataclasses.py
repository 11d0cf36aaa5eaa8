"""Records behave as the standard library's: each is made twice from one source, by it and by ours."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest

from nbengine.lazy_dataclasses import _lazy_dataclass  # the one that runs; type checkers are shown the other

OPTIONS = [
    {"frozen": frozen, "slots": slots, "eq": eq, "kw_only": kw_only}
    for frozen in (False, True)
    for slots in (False, True)
    for eq in (False, True)
    for kw_only in (False, True)
]


def written() -> type:
    """A class with all that fields can be."""

    class Mail:
        """A message."""

        subject: str
        size: int = 3
        words: list[str] = dataclasses.field(default_factory=list, compare=False)
        hidden: str = dataclasses.field(default="no", repr=False)

        def __post_init__(self) -> None:
            if not self.subject:
                raise ValueError("no subject")

        @property
        def loud(self) -> str:
            return self.subject.upper()

    Mail.__qualname__ = "Mail"
    return Mail


def both(options: dict[str, bool], source: Callable[[], type] = written) -> tuple[Any, Any]:
    return dataclasses.dataclass(**options)(source()), _lazy_dataclass(**options)(source())


def outcome(action: Callable[[], object]) -> object:
    """Return the outcome of an action, or the error and its sentence."""
    try:
        return action()
    except (AttributeError, TypeError, ValueError) as error:
        return type(error), str(error)


DEEDS: dict[str, Callable[[Any], object]] = {
    "shown": repr,
    "the same as its copy": lambda record: record == copy.copy(record),
    "the same as another": lambda record: record == type(record)(subject="b"),
    "the same but for what does not count": lambda record: record == dataclasses.replace(record, words=["x"]),
    "a text": lambda record: record == "a",
    "hashed": lambda record: isinstance(hash(record), int),
    "hash of what is the same": lambda record: hash(record) == hash(copy.deepcopy(record)),
    "a field set": lambda record: setattr(record, "size", 4),
    "a field deleted": lambda record: delattr(record, "size"),
    "replaced": lambda record: repr(dataclasses.replace(record, size=9)),
    "replaced by what is refused": lambda record: dataclasses.replace(record, subject=""),
    "as a dictionary": dataclasses.asdict,
    "fields": lambda record: [field.name for field in dataclasses.fields(record)],
    "is one": dataclasses.is_dataclass,
    "matched by place": lambda record: type(record).__match_args__,
    "its own method": lambda record: record.loud,
    "no room for more": lambda record: hasattr(record, "__dict__"),
    "deep copy": lambda record: repr(copy.deepcopy(record)),
    "frozen by its own account": lambda record: (
        type(record).__dataclass_params__.frozen,
        type(record).__dataclass_params__.eq,
    ),
    "its list is its own": lambda record: record.words is not type(record)(subject="a").words,
    "without what it needs": lambda record: type(record)(),
    "with too much": lambda record: type(record)(subject="a", colour="red"),
    "by place": lambda record: repr(type(record)("a", 4)),
}


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(name for name in options if options[name]))
def test_whatever_is_done_to_a_record_comes_out_as_by_the_standard_library(options: dict[str, bool], deed: str) -> None:
    theirs, ours = both(options)

    wanted, got = (outcome(lambda kind=kind: DEEDS[deed](kind(subject="a"))) for kind in (theirs, ours))

    assert got == wanted


def with_methods_of_its_own() -> type:
    class Own:
        number: int = 0

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

    return Own


@pytest.mark.parametrize("frozen", [False, True])
def test_methods_that_a_class_has_of_its_own_are_kept(frozen: bool) -> None:
    for kind in both({"frozen": frozen, "slots": True}, with_methods_of_its_own):
        assert (repr(kind()), kind() == 3, hash(kind())) == ("own", True, 7)


def test_a_record_that_is_made_of_another_has_the_fields_of_both() -> None:
    frozen = {"frozen": True, "slots": True}
    theirs, ours = both(frozen)

    def heir(base: Any, dataclass: Any) -> Any:
        class Heir(base):  # type: ignore[misc]  # of two classes in turn
            more: int = 5

        Heir.__qualname__ = "Heir"
        return dataclass(**frozen)(Heir)

    shown = [repr(heir(base, make)("a")) for base, make in ((theirs, dataclasses.dataclass), (ours, _lazy_dataclass))]

    assert shown[0] == shown[1] == "Heir(subject='a', size=3, words=[], more=5)"


@_lazy_dataclass(frozen=True, slots=True)
class Sent:
    """A record that another process can find by its name."""

    to: str
    when: tuple[int, ...] = ()


def test_a_frozen_record_travels_and_nothing_is_called_on_the_way() -> None:
    there = pickle.loads(pickle.dumps(Sent("a", (1, 2))))  # noqa: S301  # written a moment ago

    assert there == Sent("a", (1, 2))
    assert repr(there).endswith("Sent(to='a', when=(1, 2))")


def test_a_record_read_before_any_was_made_can_be_shown_and_compared() -> None:
    fresh = _lazy_dataclass(frozen=True, slots=True)(written())
    record = object.__new__(fresh)
    record.__setstate__(["a", 1, [], "no"])

    assert (repr(record), record == fresh("a", 1)) == ("Mail(subject='a', size=1, words=[])", True)


def test_threads_that_make_the_first_records_at_once_all_get_theirs() -> None:
    for _ in range(20):
        kind = _lazy_dataclass(frozen=True, slots=True)(written())
        start, made = threading.Barrier(8), []

        def make(number: int, kind: Any = kind, start: Any = start, made: Any = made) -> None:
            start.wait()
            made.append(kind(str(number)))

        threads = [threading.Thread(target=make, args=(number,)) for number in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(record.subject for record in made) == list("12345678")


def test_nothing_is_compiled_for_a_class_that_is_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    real = exec

    def noted(source: Any, *rest: Any) -> None:
        compiled.append(str(source))
        real(source, *rest)

    monkeypatch.setattr("builtins.exec", noted)

    kind: Any = _lazy_dataclass(frozen=True, slots=True)(written())
    before = "".join(compiled)
    kind("a")

    assert "__init__" not in before
    assert "__init__" in "".join(compiled)
