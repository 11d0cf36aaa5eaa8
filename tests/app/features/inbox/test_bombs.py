"""A file that explodes in a watched folder is one arrival, and those after it are taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.features.inbox.conftest import MakeWatch, deliver
from tests.app.letters import letter
from tests.app.library.test_one_door import BOMBS


@pytest.mark.parametrize("bomb", ["a zip that explodes in a mail", "mails in mails", "a page of open elements"])
def test_a_mail_that_explodes_is_judged_and_the_next_is_too(
    watch: MakeWatch, inbox: Path, tmp_path: Path, bomb: str
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    deliver(inbox, "1", BOMBS[bomb]())
    deliver(inbox, "2", letter("spam", 40))

    found = {Path(arrival.path).name: (arrival.title, arrival.state) for arrival in watched.check_twice()}

    assert found["1"][0] == "offer"
    assert found["2"][1] == "filed"


@pytest.mark.parametrize("bomb", ["a PDF that explodes", "a zip that explodes"])
def test_a_file_that_explodes_is_named_and_the_next_is_judged(watch: MakeWatch, tmp_path: Path, bomb: str) -> None:
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    watched = watch(downloads, file_to=tmp_path / "filed")
    (downloads / "bomb").write_bytes(BOMBS[bomb]())
    (downloads / "later.eml").write_bytes(letter("spam", 40))

    found = {Path(arrival.path).name: arrival for arrival in watched.check_twice()}

    assert (downloads / "bomb").exists()
    assert found["later.eml"].state == "filed"
    assert "bomb" not in found or found["bomb"].reason
