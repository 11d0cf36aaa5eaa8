"""A mail that somebody waits for is judged by what is quickly read of it."""

from __future__ import annotations

import numpy as np
import pytest

from app.features.mail_daemon.daemon import read_mail
from tests.app.readers import making
from tests.app.readers.test_paper import grey_page, png
from tests.app.readers.test_paper import real as real


@pytest.mark.usefixtures("real")
def test_the_judge_does_not_read_what_is_in_the_pictures_of_a_mail() -> None:
    letter = np.full((1300, 1600), 255, np.uint8)
    letter[200:1000] = grey_page()

    assert "scanned" not in read_mail(making.mail("Look", "see", **{"a.png": png(letter)})).text
