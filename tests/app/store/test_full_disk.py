"""A full disk is a sentence, and nothing that was there is lost."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.errors import NotEnoughDiskSpace, StoreError
from app.store import workspace as compacting
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, contents, imported, mails, recounted
from tests.app.store.test_migrations import SAMPLES
from tests.systems import disk_of


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes, where the system lets us make one."""
    with disk_of("3m", tmp_path / "disk") as disk:
        yield disk


def incompressible(n_documents: int) -> list[Document]:
    """Documents of about 20 kB that stay as large as they are."""
    random = np.random.default_rng(1)
    return [
        Document(random.bytes(10_000).hex(), f"/{number}", label="ham", content_hash=random.bytes(16))
        for number in range(n_documents)
    ]


def test_an_import_that_fills_the_disk_leaves_no_trace_once_there_is_room(small_disk: Path) -> None:
    path, filler = small_disk / "w.bayleaf", small_disk / "filler"
    filler.write_bytes(bytes(1_000_000))
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(20))
        before = contents(workspace)
        with pytest.raises(StoreError, match="full"):
            import_endlessly(workspace)
        assert contents(workspace) == before

    filler.unlink()
    with Workspace(path) as workspace:
        assert workspace.check(recount=recounted) == []
        assert contents(workspace) == before
        imported(workspace, mails(5, first=20))
        assert workspace._file.value("SELECT count(*) FROM import_run") == 2
        assert workspace._file.value("SELECT count(*) FROM document") == 25


def import_endlessly(workspace: Workspace) -> None:
    with workspace.imports.begin("mail", source="large") as run:
        while True:
            run.add(incompressible(20))


def test_no_room_for_a_model_keeps_the_one_before(small_disk: Path) -> None:
    with Workspace(small_disk / "w.bayleaf", create=True) as workspace:
        imported(workspace, mails(5))
        workspace.models.save("filter", b"small", recipe="{}", change_number=5, corpus="mail")
        with pytest.raises(StoreError, match="full"):
            relabel_and_save(workspace, os.urandom(8 << 20))

        assert workspace.models.content("filter") == b"small"
        assert "new" not in workspace.labels.names("mail")
        assert workspace.check() == []


def relabel_and_save(workspace: Workspace, content: bytes) -> None:
    with workspace.transaction():
        workspace.editing.relabel([1, 2, 3], "new")
        workspace.models.save("filter", content, recipe="{}", change_number=8, corpus="mail")


def test_no_room_for_a_new_workspace_is_a_sentence(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    with pytest.raises(StoreError, match="full"):
        Workspace(small_disk / "w.bayleaf", create=True)


def test_no_room_to_migrate_leaves_the_older_workspace(small_disk: Path) -> None:
    path = Path(shutil.copy(SAMPLES / "version-1.bayleaf", small_disk / "w.bayleaf"))
    before = path.read_bytes()
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free - 8192))
    with pytest.raises(StoreError, match="full"):
        Workspace(path)

    assert path.read_bytes() == before
    assert sorted(os.listdir(small_disk)) == ["filler", "w.bayleaf"]
    (small_disk / "filler").unlink()
    with Workspace(path) as workspace:
        assert workspace.check() == []


def test_a_workspace_on_a_full_disk_can_be_read(small_disk: Path) -> None:
    path = small_disk / "w.bayleaf"
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(20))
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))

    with Workspace(path) as workspace:
        assert len(contents(workspace)["mail"]) == 20
        assert workspace.check() == []
        with pytest.raises(StoreError, match="full"):
            imported(workspace, incompressible(20))


def test_no_room_for_a_copy_is_a_sentence(small_disk: Path, path: Path) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, incompressible(300))
        with pytest.raises(StoreError, match="full"):
            workspace.save_copy(small_disk / "copy.bayleaf")

    assert os.listdir(small_disk) == []


def test_compacting_asks_for_room_before_it_begins(with_mail: Workspace, monkeypatch) -> None:
    monkeypatch.setattr(compacting, "FREE_SPACE_FACTOR", 1e12)
    with_mail.editing.remove([1])
    with pytest.raises(NotEnoughDiskSpace) as caught:
        with_mail.compact()
    assert caught.value.needed_bytes > caught.value.free_bytes > 0

    assert with_mail.undo_log.undo() is not None


def test_a_file_that_may_not_grow_is_a_sentence(with_mail: Workspace) -> None:
    with_mail._file.rows(f"PRAGMA max_page_count = {with_mail._file.value('PRAGMA page_count')}")
    before = contents(with_mail)
    with pytest.raises(StoreError, match="full"):
        import_endlessly(with_mail)
    with_mail._file.rows("PRAGMA max_page_count = 1000000")

    assert contents(with_mail) == before
    assert with_mail.segments.uncounted_documents("mail", RULES).tolist() == []
