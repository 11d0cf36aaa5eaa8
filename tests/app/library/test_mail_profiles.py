"""The mail of this computer's programs is found where they keep it, and only looked at."""

from __future__ import annotations

from pathlib import Path

from app.library.reading import find_profiles

INI = """[General]
StartWithLastProfile=1

[Profile0]
Name=default
IsRelative=1
Path=abc.default

[Profile1]
Name=away
IsRelative=0
Path={elsewhere}

[Profile2]
Name=empty
IsRelative=1
Path=none
"""


def profile(path: Path, store: str = "ImapMail") -> Path:
    (path / store).mkdir(parents=True)
    return path


def test_thunderbird_s_profiles_are_found_by_their_list_also_as_snap(tmp_path: Path) -> None:
    root = tmp_path / "snap/thunderbird/common/.thunderbird"
    near, far = profile(root / "abc.default"), profile(tmp_path / "elsewhere", "Mail")
    (root / "profiles.ini").write_text(INI.format(elsewhere=far))
    before = sorted(path.stat().st_mtime_ns for path in tmp_path.rglob("*"))

    found = find_profiles(tmp_path, "linux")

    assert [(one.program, one.name, one.path) for one in found] == [
        ("Thunderbird", "default", near),
        ("Thunderbird", "away", far),
    ]
    assert sorted(path.stat().st_mtime_ns for path in tmp_path.rglob("*")) == before


def test_other_programs_are_found_by_their_folders(tmp_path: Path) -> None:
    (tmp_path / ".local/share/evolution/mail/local/cur").mkdir(parents=True)
    (tmp_path / "Library/Mail/V10").mkdir(parents=True)

    assert [one.program for one in find_profiles(tmp_path, "linux")] == ["Evolution"]
    assert [one.program for one in find_profiles(tmp_path, "darwin")] == ["Apple Mail"]


def test_a_broken_list_of_profiles_is_no_profile(tmp_path: Path) -> None:
    (tmp_path / ".thunderbird").mkdir()
    (tmp_path / ".thunderbird/profiles.ini").write_bytes(b"\xff\xfe[[[\nPath")

    assert find_profiles(tmp_path, "linux") == []
