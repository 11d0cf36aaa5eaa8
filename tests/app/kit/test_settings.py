"""Settings are remembered between two starts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray

from app.kit.look.theme import ThemeChoice
from app.kit.settings import N_RECENT, Settings


def test_a_new_person_has_the_systems_theme_and_language(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "window.ini")

    assert settings.theme is ThemeChoice.SYSTEM
    assert settings.language == ""
    assert settings.recent_workspaces == ()
    assert settings.workers == 0
    assert settings.layout("window").isEmpty()


def test_everything_is_there_again_at_the_next_start(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "window.ini")
    settings.theme, settings.language, settings.workers = ThemeChoice.DARK, "zh", 3
    settings.remember_layout("window", QByteArray(b"geometry"))
    settings.store_note("recipe", '{"smoothing": 0.1}')
    settings.save()

    again = Settings(tmp_path / "window.ini")

    assert (again.theme, again.language, again.workers) == (ThemeChoice.DARK, "zh", 3)
    assert again.layout("window") == QByteArray(b"geometry")
    assert again.note("recipe") == '{"smoothing": 0.1}'


def test_the_newest_workspace_is_first_and_named_once(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "window.ini")
    for number in range(N_RECENT + 2):
        settings.remember_workspace(Path(f"/data/{number}.bayleaf"))
    settings.remember_workspace(Path("/data/5.bayleaf"))

    recent = settings.recent_workspaces

    assert recent[0] == Path("/data/5.bayleaf")
    assert len(recent) == len(set(recent)) == N_RECENT


def test_a_file_that_a_person_spoilt_costs_only_its_settings(tmp_path: Path) -> None:
    path = tmp_path / "window.ini"
    path.write_text("[General]\ntheme=purple\nworkers=many\n", encoding="utf-8")

    settings = Settings(path)

    assert settings.theme is ThemeChoice.SYSTEM
    assert settings.workers == 0
