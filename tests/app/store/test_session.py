"""One open workspace: opened once, lent to many, and never to somebody whose file is another by now."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.domain.errors import NewerWorkspace, StoreError
from app.store.workspace import MAX_CACHED, Session, Workspace
from tests.systems import with_moving_of_what_is_open


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bayleaf"
    with Workspace(path, create=True) as workspace:
        workspace.corpora.add("mail")
    return path


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    with Session(path) as session:
        yield session


def corpora(session: Session) -> list[str]:
    with session.borrow_for_reading() as workspace:
        return [corpus.name for corpus in workspace.corpora.all()]


def test_many_questions_open_the_file_once(session: Session) -> None:
    for _ in range(5):
        assert corpora(session) == ["mail"]
    assert session.n_openings == 1


def test_a_question_inside_a_question_has_a_connection_of_its_own(session: Session) -> None:
    with session.borrow_for_reading() as outer, session.borrow_for_reading() as inner:
        assert outer is not inner
    assert session.n_openings == 2


def test_what_reads_cannot_write(session: Session) -> None:
    with session.borrow_for_reading() as workspace, pytest.raises(StoreError):
        workspace.corpora.add("documents")


def test_a_reader_sees_what_another_program_has_written(session: Session, path: Path) -> None:
    corpora(session)
    with Workspace(path) as other:
        other.corpora.add("documents")

    assert corpora(session) == ["mail", "documents"]


def test_threads_share_connections_but_never_at_once(session: Session) -> None:
    in_use: set[int] = set()
    lock = threading.Lock()

    def ask(_number: int) -> bool:
        with session.borrow_for_reading() as workspace:
            with lock:
                was_free = id(workspace) not in in_use
                in_use.add(id(workspace))
            found = [corpus.name for corpus in workspace.corpora.all()] == ["mail"]
            with lock:
                in_use.discard(id(workspace))
        return was_free and found

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(ask, range(200)))
    assert session.n_openings <= 4


@with_moving_of_what_is_open
def test_a_file_that_took_the_place_of_the_old_one_is_opened_anew(session: Session, path: Path) -> None:
    corpora(session)
    other = path.with_name("other.bayleaf")
    with Workspace(other, create=True) as workspace:
        workspace.corpora.add("from elsewhere")
    other.replace(path)

    assert corpora(session) == ["from elsewhere"]


@with_moving_of_what_is_open
def test_a_file_that_is_gone_is_said_to_be_gone(session: Session, path: Path) -> None:
    corpora(session)
    path.rename(path.with_name("moved.bayleaf"))

    with pytest.raises(StoreError) as raised:
        corpora(session)
    assert raised.value.reason == "not-found"


def test_a_file_that_a_later_version_has_changed_is_refused(session: Session, path: Path) -> None:
    corpora(session)
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 9999")
    database.close()

    with pytest.raises(NewerWorkspace):
        corpora(session)


def test_closing_leaves_one_file(path: Path) -> None:
    with Session(path) as session, session.borrow_for_writing() as workspace:
        workspace.corpora.add("documents")
        corpora(session)

    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_what_is_lent_while_the_session_closes_is_closed_when_it_comes_back(path: Path) -> None:
    session = Session(path)
    with session.borrow_for_reading() as workspace:
        session.close()
        assert [corpus.name for corpus in workspace.corpora.all()] == ["mail"]

    with pytest.raises(sqlite3.ProgrammingError):
        workspace.corpora.all()


def test_a_new_file_is_made_only_where_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "new.bayleaf"
    with Session(path) as session, pytest.raises(StoreError), session.borrow_for_writing():
        pass
    assert not path.exists()

    with Session(path, create=True) as session, session.borrow_for_writing() as workspace:
        workspace.corpora.add("mail")
    assert path.exists()


def test_something_is_made_once_for_each_stamp(session: Session) -> None:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert [session.get_or_compute("model", stamp, make) for stamp in (1, 1, 2, 2, 1)] == [0, 0, 1, 1, 2]


def test_what_is_asked_for_by_two_threads_is_made_once(session: Session) -> None:
    made: list[int] = []
    barrier = threading.Barrier(4)

    def ask(_number: int) -> int:
        barrier.wait(5)
        return session.get_or_compute("model", 1, lambda: made.append(1) or len(made))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, range(4))) == [1, 1, 1, 1]


def test_only_so_much_is_remembered(session: Session) -> None:
    for key in range(MAX_CACHED + 1):
        session.get_or_compute(key, 0, lambda key=key: key)

    assert session.get_or_compute(1, 0, lambda: -1) == 1
    assert session.get_or_compute(0, 0, lambda: -1) == -1
