"""Sources looked at in portions come to what they are as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import ClusterError
from app.domain.jobs import NoOpJobContext
from app.features.cluster.running import TaskRunner
from app.features.cluster.sharded_corpus import ClusterSources, survey_sources
from app.features.cluster.shards import (
    divide_for_listing,
    divide_into_shards,
    list_portion,
    outlines_of,
    sample_positions,
    take_shard,
)
from app.library.importing import plan_sources
from app.readers.files.folder_walk import find_files
from app.readers.sources import work_items
from tests.app.features.cluster.conftest import mailbox

NAMES = (
    "README", "finance/bank/a.txt", "finance/tax/b.txt", "finance/c.txt", "work/1.txt", "work/deep/er/2.txt",
    "box.sbd/inner", "box.msf", "box", "Maildir/cur/3:2,S", "Maildir/new/4", "Maildir/tmp/5", ".hidden/6.txt",
)  # fmt: skip


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / "all" / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "all" / "in" / name).write_text(f"some text of {name}")
    (tmp_path / "all" / "in" / "work" / "link.txt").symlink_to(tmp_path / "all" / "in" / "README")
    return tmp_path / "all"


@pytest.mark.parametrize("n_portions", [1, 2, 5, 64])
def test_the_files_of_all_portions_are_those_of_the_folder(
    folders: Path, n_portions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.cluster.shards.N_PORTIONS", n_portions)
    places = [str(folders), str(folders / "in" / "README"), str(folders / "in" / "w*")]

    portions = divide_for_listing(places)

    found = [file for portion in portions for file in list_portion(portion)]
    assert found == list(find_files([Path(places[0]), Path(places[1]), folders / "in" / "work"]))
    assert len(portions) >= min(n_portions, 12)


def test_files_are_looked_into_as_evenly_as_on_one_machine() -> None:
    for sizes in ([3, 0, 7], [1_500, 1, 900], [1_001], [2, 4_000]):
        places = sample_positions(sizes, 1_000)

        looked, step = [], 1
        for number in range(sum(sizes)):
            if number % step == 0:
                looked.append(number)
            if len(looked) > 1_000:
                looked, step = looked[::2], step * 2
        leaders = [sum(sizes[:number]) for number in range(len(sizes))]
        assert [first + place for first, own in zip(leaders, places, strict=True) for place in own] == looked


class HereTasks(TaskRunner):
    """Tasks that are done in this process."""

    def __init__(self) -> None:
        """Without a client."""

    def submit(self, task, *arguments, **options):  # type: ignore[no-untyped-def]
        return task(*arguments)

    def run_task(self, phase, task, *arguments, **options):  # type: ignore[no-untyped-def]
        return task(*arguments)

    def wait_for_all(self, futures, phase):  # type: ignore[no-untyped-def]
        return list(futures)


def test_a_survey_in_portions_finds_what_the_laptop_would_read(folders: Path) -> None:
    (folders / "in" / "work" / "large.mbox").write_text(mailbox("spam", 0, 2_000), encoding="utf-8")
    sources = ClusterSources((str(folders),), shard_bytes=1 << 16)

    survey = survey_sources(HereTasks(), sources)

    items = [item for shard in survey.shards for item in shard.future.items]
    plan = plan_sources([folders], SourceOptions(), NoOpJobContext())
    assert survey.options == plan.options
    assert [shard.future.number for shard in survey.shards] == list(range(len(survey.shards)))
    read = [path for item in work_items([folders], plan.options) for path in item.paths]
    assert list(dict.fromkeys(path for item in items for path in item.paths)) == read
    cut = [(item.range_start, item.range_end) for item in items if item.paths[0].endswith("large.mbox")]
    assert len(cut) > 5
    assert [first for first, _ in cut[1:]] == [last for _, last in cut[:-1]]
    assert all(shard.outline.size_bytes <= 2 << 16 for shard in survey.shards)


def test_a_shard_that_is_made_anew_of_other_files_is_refused(folders: Path) -> None:
    found = tuple(find_files([folders]))
    shards = divide_into_shards(found, (0, len(found)), "files", SourceOptions(), 1 << 20)
    (outline, *_) = outlines_of(shards)
    (folders / "in" / "work" / "1.txt").write_text("another text, and a longer one")
    again = divide_into_shards(found, (0, len(found)), "files", SourceOptions(), 1 << 20)

    with pytest.raises(ClusterError) as caught:
        take_shard(again, 0, 0, outline.key)

    assert caught.value.reason == "sources-changed"
    assert take_shard(shards, 0, 5, outline.key).number == 5
