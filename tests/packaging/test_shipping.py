"""The packaged program is pinned and licensed, with its icons, and without what nobody needs."""

from __future__ import annotations

import codecs
import ctypes.util
import gzip
import hashlib
import json
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tarfile
import tomllib
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from app.cli.command_group import COMMANDS
from tests.packaging.conftest import Scripts

ROOT = Path(__file__).parents[2]
EXTRAS = {"requirements-cluster.txt": "cluster", "requirements-elsewhere.txt": "elsewhere"}
"""The extra that a lock pins; the others pin the window."""
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-lowest.txt", *EXTRAS)
PACKAGING = ROOT / "packaging"
INSTALLER_LANGUAGES = ["ENGLISH", "RUSSIAN", "SIMPCHINESE"]
NOT_ON_EVERY_PYTHON = {"backports-zstd"}


def pinned(lock: str) -> dict[str, list[str]]:
    """Names to versions; a package may have one for older and one for newer Pythons."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", (PACKAGING / lock).read_text(encoding="utf-8"), re.M):
        found.setdefault(name, []).append(version)
    return found


def asked_for(extra: str = "window") -> list[tuple[str, str]]:
    """Names and lowest versions of what the program needs from others, with one of its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = [*project["dependencies"], *project["optional-dependencies"][extra]]
    found = [re.match(r"([\w.-]+)>=([\d.]+)", line) for line in needs]
    return [(re.sub(r"[._]", "-", each[1]).lower(), each[2]) for each in found if each and each[1] != "nbengine"]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pinned_package_has_its_hashes_and_no_host_is_named(lock: str) -> None:
    text = (PACKAGING / lock).read_text(encoding="utf-8")
    entries = re.split(r"^(?=\S)", text, flags=re.MULTILINE)

    assert [entry for entry in entries if entry.strip() and "--hash=sha256:" not in entry] == []
    assert "://" not in text


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_the_program_asks_for_is_pinned(lock: str) -> None:
    asked, found = asked_for(EXTRAS.get(lock, "window")), pinned(lock)

    assert [name for name, lowest in asked if not is_pinned_from(lowest, found.get(name, []))] == []


def is_pinned_from(lowest: str, versions: list[str]) -> bool:
    """Return whether there is a version, and none is older than this one."""
    return bool(versions) and all(numbers_of(version) >= numbers_of(lowest) for version in versions)


def numbers_of(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def test_the_floor_is_tried_with_the_versions_that_the_project_names() -> None:
    lowest = pinned("requirements-lowest.txt")
    # A package may itself need a later one than we do.
    later = [(name, version, lowest[name]) for name, version in asked_for() if not is_release(version, lowest[name][0])]
    assert [name for name, _, _ in later] in ([], ["click"])


def is_release(named: str, found: str) -> bool:
    return found == named or found.startswith(f"{named}.")


@pytest.fixture
def taken() -> set[Path]:
    """Some file of everything that the program needs, as if it had gone into the package."""
    names = [name for name in pinned("requirements.txt") if name not in NOT_ON_EVERY_PYTHON]
    return {Path(str(entry.locate())) for name in names for entry in (metadata.files(name) or [])[:5]}


def test_the_license_of_every_part_goes_into_the_package(script: Scripts, tmp_path: Path, taken: set[Path]) -> None:
    licences = script("licences")
    parts = licences.parts(taken)
    licences.collect(tmp_path / "licences", parts)

    assert {name for name, _ in asked_for()} - NOT_ON_EVERY_PYTHON <= {licences.canonical(part.name) for part in parts}
    assert [part.name for part in parts if not part.texts] in ([], ["stopwordsiso"])
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (tmp_path / "licences/PySide6_Essentials.txt").read_text()
    assert (tmp_path / "licences/Bayleaf.txt").read_text().startswith("MIT License")


def test_nothing_in_the_package_forbids_to_give_it_away(script: Scripts, taken: set[Path]) -> None:
    parts = script("licences").parts(taken)
    strict = [part for part in parts if re.search(r"\bA?GPL", part.licence)]
    assert [part.name for part in strict] == ["PySide6_Essentials", "shiboken6"]  # or LGPL, which is what is chosen
    assert all("LGPL" in part.licence for part in strict)


def test_the_typeface_comes_with_its_licence(script: Scripts, tmp_path: Path) -> None:
    licences = script("licences")
    parts = licences.parts([ROOT / "resources" / "fonts" / "Inter-Regular.ttf"])
    licences.collect(tmp_path / "licences", parts)

    assert [(part.name, part.licence) for part in parts] == [("Python", "PSF-2.0"), ("Inter", "OFL-1.1")]
    assert "SIL OPEN FONT LICENSE" in (tmp_path / "licences/Inter.txt").read_text()


def test_what_no_file_came_from_is_no_part(script: Scripts, taken: set[Path]) -> None:
    licences = script("licences")
    numpy = {path for path in taken if "numpy" in path.parts[-2]}
    assert [part.name for part in licences.parts(numpy)] == ["Python", "numpy"]
    assert [part.name for part in licences.parts([])] == ["Python"]


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="only Debian says whose its libraries are")
def test_a_library_of_the_system_is_named_by_the_package_it_is_from(script: Scripts, tmp_path: Path) -> None:
    library = ctypes.util.find_library("z")
    assert library is not None
    [zlib] = script("licences").system_parts([os.path.realpath(f"/usr/lib/{os.uname().machine}-linux-gnu/{library}")])

    script("bill_of_materials").write(tmp_path / "bom.json", "1.2.3", [zlib])
    [told] = json.loads((tmp_path / "bom.json").read_text())["components"]
    assert told["purl"].startswith("pkg:deb/debian/zlib1g@1")
    assert told["licenses"][0]["license"]["name"].startswith("Zlib")


def test_the_bill_of_materials_names_every_part(script: Scripts, tmp_path: Path, taken: set[Path]) -> None:
    parts = script("licences").parts(taken)
    script("bill_of_materials").write(tmp_path / "bom.json", "1.2.3", parts)

    told = json.loads((tmp_path / "bom.json").read_text())
    assert (told["bomFormat"], told["metadata"]["component"]["version"]) == ("CycloneDX", "1.2.3")
    assert [each["name"] for each in told["components"]] == [part.name for part in parts]
    assert {"Python", "numpy", "PySide6_Essentials"} <= {each["name"] for each in told["components"]}
    references = [each["bom-ref"] for each in told["components"]]
    assert len(set(references)) == len(references)
    assert all(each["licenses"] for each in told["components"])


def test_the_bill_of_materials_names_what_libraries_carry_inside_with_hashes(script: Scripts, tmp_path: Path) -> None:
    names = ["PySide6/Qt/lib/libicuuc.so.73", "numpy.libs/libscipy_openblas64_-1.so", "libsqlite3.so.0", "notes.txt"]
    for name in names:
        (tmp_path / Path(name).name).write_bytes(name.encode())
    libraries = [(name, tmp_path / Path(name).name) for name in names]

    script("bill_of_materials").write(tmp_path / "bom.json", "1.2.3", [], libraries)

    told = json.loads((tmp_path / "bom.json").read_text())
    listed = {each["name"]: each for each in told["components"]}
    assert set(listed) == {"ICU", "OpenBLAS", "SQLite", *names[:3]}
    assert (listed["ICU"]["version"], listed["SQLite"]["version"]) == ("73", sqlite3.sqlite_version)
    assert listed[names[0]]["hashes"][0]["content"] == hashlib.sha256(names[0].encode()).hexdigest()
    assert set(told["dependencies"][0]["dependsOn"]) == {each["bom-ref"] for each in told["components"]}


def test_pages_of_the_manual_name_every_command_and_are_the_same_each_time(script: Scripts, tmp_path: Path) -> None:
    manual = script("manual")
    first, second = (manual.write(tmp_path / name, "0.1.0", 1_700_000_000) for name in ("one", "two"))

    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    text = gzip.decompress((tmp_path / "one/bayleaf-cli.1.gz").read_bytes()).decode()
    assert text.startswith('.TH BAYLEAF-CLI 1 2023-11-14 "Bayleaf 0.1.0"')
    assert [name for name in COMMANDS if f'.SS "{manual.escape(name)}"' not in text] == []
    assert [
        line for line in text.splitlines() if line.startswith((".", "'")) and not re.match(r"\.[A-Zbnf]", line)
    ] == []


def test_an_archive_has_the_same_bytes_whoever_packs_it_and_when(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    module = script("build")
    packed = []
    for moment, order in ((1, ("b", "a")), (2_000_000_000, ("a", "b"))):
        program = tmp_path / str(moment) / "bayleaf"
        program.mkdir(parents=True)
        for name in order:
            (program / name).write_text(name)
            os.utime(program / name, (moment, moment))
        monkeypatch.setattr(module, "DIST", program.parent)
        packed.append(module.make_archive("0.1.0", program).read_bytes())

    assert packed[0] == packed[1]


def test_an_archive_is_packed_in_pieces_by_any_number_of_threads_with_the_same_bytes(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    module = script("build")
    program = tmp_path / "bayleaf"
    program.mkdir()
    content = b"".join(number.to_bytes(4, "little") for number in range(20_000))
    (program / "library.so").write_bytes(content)
    monkeypatch.setattr(module, "DIST", tmp_path)
    monkeypatch.setattr(module, "PIECE_BYTES", 7_001)
    packed = []
    for n_cores in (1, 4):
        monkeypatch.setattr(module.os, "cpu_count", lambda n_cores=n_cores: n_cores)
        path = module.make_archive("0.1.0", program)
        packed.append(path.read_bytes())
    with tarfile.open(path, "r:xz") as archive:
        library = archive.extractfile("bayleaf-0.1.0/library.so")
        assert library is not None
        assert library.read() == content

    assert packed[0] == packed[1]


def test_what_is_packed_of_an_environment_does_not_depend_on_its_folder(script: Scripts) -> None:
    """The scripts of an environment name its folder, and pip writes their hashes into the metadata."""
    left_out, folder = script("left_out"), sys.prefix.encode()
    packed = []
    for package in metadata.distributions():
        entries = [entry for entry in package.files or [] if ".dist-info" in str(entry)]
        packed += [Path(str(entry.locate())) for entry in entries if not left_out.is_left_out(str(entry))]

    assert len([path for path in packed if path.name == "METADATA"]) > 50
    assert [path for path in packed if path.is_file() and re.search(rb"\.\./bin/|%b" % folder, path.read_bytes())] == []


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs Debian's dpkg-deb")
def test_a_debian_package_has_the_same_bytes_whoever_packs_it_and_when(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    script("icons").write(tmp_path / "icons")
    packed = []
    for moment, order in ((1_000_000_000, ("b", "bayleaf")), (2_000_000_000, ("bayleaf", "b"))):
        program = tmp_path / str(moment) / "bayleaf"
        (program / "_internal" / "licences").mkdir(parents=True)
        (program / "_internal" / "licences" / "LIST.txt").write_text("Python: PSF-2.0\n")
        (program / "link").symlink_to("bayleaf")
        for name in order:
            (program / name).write_text(name)
        for path in [*program.rglob("*"), program]:
            os.utime(path, (moment, moment), follow_symlinks=False)
        packed.append(script("debian").build(program, tmp_path / "icons", program.parent, "0.1.0").read_bytes())

    assert packed[0] == packed[1]


def test_where_there_is_no_git_a_build_takes_the_time_of_the_source(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = script("build")
    (tmp_path / "pyproject.toml").write_text("")
    os.utime(tmp_path / "pyproject.toml", (1_700_000_001, 1_700_000_001))
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert module.commit_time() == 1_700_000_001


@pytest.mark.slow
def test_a_program_that_is_frozen_twice_has_the_same_bytes(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    script("build").settle_environment()
    program = tmp_path / "program.py"
    program.write_text("import json, email.message\nprint({'a', 'b'})\n")

    frozen = [frozen_bytes(program, tmp_path / name) for name in ("first", "second")]

    assert "program/_internal/base_library.zip" in frozen[0]
    assert frozen[0] == frozen[1]


def frozen_bytes(program: Path, folder: Path) -> dict[str, bytes]:
    command = [sys.executable, "-m", "PyInstaller", "--log-level", "ERROR", "--clean", "--distpath", folder]
    subprocess.run([*map(str, command), "--workpath", f"{folder}-work", str(program)], cwd=program.parent, check=True)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_icons_are_drawn_in_all_forms(script: Scripts, tmp_path: Path, qapp: object) -> None:
    script("icons").write(tmp_path)

    assert {QImage(str(path)).width() for path in tmp_path.glob("*.png")} == {16, 24, 32, 48, 64, 128, 256, 512}
    windows = (tmp_path / "bayleaf.ico").read_bytes()
    n_pictures = struct.unpack_from("<HHH", windows)[2]
    size, start = struct.unpack_from("<II", windows, 6 + 16 * (n_pictures - 1) + 8)
    assert len(windows) == start + size
    assert QImage.fromData(windows[start:]).width() == 256
    apple = (tmp_path / "bayleaf.icns").read_bytes()
    assert struct.unpack_from(">4sI", apple) == (b"icns", len(apple))


def test_the_icon_has_colours_where_the_leaf_is(script: Scripts, qapp: object) -> None:
    image = QImage.fromData(script("icons").png(64))
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(8, 32).name() == "#2f6b4f"


@pytest.mark.parametrize(
    "name",
    ["libX11.so.6", "libglib-2.0.so.0", "libstdc++.so.6", "PySide6/Qt/lib/libQt6Network.so.6",
     "PySide6/Qt/plugins/tls/libqopensslbackend.so", "PySide6/Qt/translations/qtbase_de.qm", "numpy/tests/data.txt",
     r"PySide6\opengl32sw.dll", "numpy-2.4.6.dist-info/RECORD", r"keyring-25.7.0.dist-info\INSTALLER"],
)  # fmt: skip
def test_what_belongs_to_the_system_or_to_nobody_is_left_out(script: Scripts, name: str) -> None:
    assert script("left_out").is_left_out(name)


@pytest.mark.parametrize(
    "name",
    ["libpython3.11.so.1.0", "libsqlite3.so.0", "libxcb-cursor.so.0", "libxkbcommon.so.0", "libcrypto.so.3",
     "PySide6/Qt/lib/libQt6Core.so.6", "PySide6/Qt/lib/libicudata.so.73", "PySide6/Qt/plugins/platforms/libqxcb.so",
     "PySide6/Qt/translations/qtbase_ru.qm", "resources/translations/bayleaf_zh.qm", "libz.so.1",
     "numpy.libs/libscipy_openblas64_-32a4b2a6.so", "stopwordsiso/stopwords-iso.json",
     "keyring-25.7.0.dist-info/METADATA", "keyring-25.7.0.dist-info/entry_points.txt"],
)  # fmt: skip
def test_what_the_program_needs_is_kept(script: Scripts, name: str) -> None:
    assert not script("left_out").is_left_out(name)


def test_windows_is_told_the_version_by_four_numbers(script: Scripts) -> None:
    assert script("version_information").four_numbers("0.1.0") == (0, 1, 0, 0)


def test_desktops_know_the_file_type() -> None:
    mime = ElementTree.parse(PACKAGING / "org.bayleaf.Bayleaf.mime.xml").getroot()
    kind = mime[0].get("type")
    assert kind is not None
    assert kind in (PACKAGING / "org.bayleaf.Bayleaf.desktop").read_text(encoding="utf-8")
    assert kind in (PACKAGING / "org.bayleaf.Bayleaf.metainfo.xml").read_text(encoding="utf-8")
    assert 'bundle_identifier="org.bayleaf.Bayleaf"' in (PACKAGING / "bayleaf.spec").read_text(encoding="utf-8")


def test_the_flatpak_has_no_network_and_takes_files_that_are_there() -> None:
    told = json.loads((PACKAGING / "org.bayleaf.Bayleaf.flatpak.json").read_text(encoding="utf-8"))
    [module] = told["modules"]

    assert not any("network" in right for right in told["finish-args"])
    assert [
        each for each in module["sources"] if each["type"] == "file" and not (PACKAGING / each["path"]).exists()
    ] == []
    assert told["id"] == "org.bayleaf.Bayleaf"


def test_the_installer_takes_what_the_build_makes() -> None:
    text = (PACKAGING / "bayleaf.iss").read_text(encoding="utf-8-sig")
    assert r"..\dist\bayleaf\*" in text
    assert r"..\build\icons\bayleaf.ico" in text
    assert (ROOT / "LICENSE").exists()


def test_the_installer_speaks_the_languages_of_the_window_and_leaves_a_persons_files() -> None:
    script, chinese = PACKAGING / "bayleaf.iss", PACKAGING / "installer.zh.isl"
    text = script.read_text(encoding="utf-8-sig")
    languages = re.findall(r'^Name: "(\w+)"; MessagesFile:', text, re.MULTILINE)

    assert languages == ["en", "ru", "zh"]
    assert all(f"{language}.{name}=" in text for language in languages for name in ("Workspace", "DataKept"))
    assert [path.name for path in (script, chinese) if not path.read_bytes().startswith(codecs.BOM_UTF8)] == []
    assert "[UninstallDelete]" not in text


def test_the_installer_for_one_person_speaks_the_same_languages_and_removes_no_folder_of_theirs() -> None:
    text = (PACKAGING / "bayleaf.nsi").read_text(encoding="utf-8-sig")

    for name in ("Workspace", "MailOnServers", "Running", "DataKept"):
        assert re.findall(rf"^LangString {name} \$\{{LANG_(\w+)\}} ", text, re.MULTILINE) == INSTALLER_LANGUAGES
    assert re.findall(r'RMDir /r "(.*)"', text) == [r"$INSTDIR\_imap", r"$INSTDIR\_internal"]


def test_mail_on_a_server_is_a_choice_of_both_installers_and_off_at_first() -> None:
    text = (PACKAGING / "bayleaf.iss").read_text(encoding="utf-8-sig")
    assert re.findall(r"^.*dist.bayleaf-imap.*$", text, re.MULTILINE) == [
        r'Source: "..\dist\bayleaf-imap\*"; DestDir: "{app}"; Tasks: mail; '
        "Flags: recursesubdirs createallsubdirs ignoreversion"
    ]
    assert 'Name: "mail"; Description: "{cm:Mail}"; Flags: unchecked' in text
    assert all(f"{language}.Mail=" in text for language in ("en", "ru", "zh"))

    sections = re.split(r"^SectionEnd", (PACKAGING / "bayleaf.nsi").read_text(encoding="utf-8-sig"), flags=re.M)
    [mail] = [section for section in sections if '"${MAIL}/*"' in section]
    assert 'Section /o "$(MailOnServers)" MailSection' in mail


def test_a_build_in_which_mail_is_not_apart_is_refused(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = script("apart")
    for name, files in (("bayleaf", ["app/x.so"]), ("bayleaf-imap", ["_imap/cryptography/x.so"])):
        for file in files:
            path = tmp_path / name / ("_internal" if name == "bayleaf" else "") / file
            path.parent.mkdir(parents=True)
            path.touch()
    check = tmp_path / "bayleaf-imap" / "bayleaf-imap"
    check.write_text("#!/bin/sh\necho '{\"is_well\": true}'\n")
    check.chmod(0o755)
    monkeypatch.setattr(apart, "modules", lambda _path: iter(()))
    folders = tmp_path / "bayleaf", tmp_path / "bayleaf-imap"

    assert "are apart" in apart.check_apart(*folders)
    check.write_text("#!/bin/sh\necho '{\"is_well\": false}'\n")
    with pytest.raises(apart.NotApart, match="self-check"):
        apart.check_apart(*folders)
    for place in ("bayleaf/_internal/lib-dynload/_ssl.cpython-311.so", "bayleaf-imap/_imap/numpy/x.so"):
        (tmp_path / place).parent.mkdir(parents=True)
        (tmp_path / place).touch()
        with pytest.raises(apart.NotApart, match=r"ssl|numpy"):
            apart.check_apart(*folders)
        (tmp_path / place).unlink()


@pytest.mark.skipif(shutil.which("makensis") is None, reason="needs makensis, of Debian's package nsis")
def test_the_installer_for_one_person_is_made_without_a_warning(tmp_path: Path) -> None:
    program, made = tmp_path / "program", tmp_path / "made.exe"
    (program / "_internal").mkdir(parents=True)
    (tmp_path / "mail").mkdir()
    for name in ("bayleaf.exe", "bayleaf-cli.exe", "_internal/part.dll", "../mail/bayleaf-imap.exe"):
        (program / name).write_bytes(b"MZ")
    values = {"VERSION": "1.2.3", "PROGRAM": program, "MAIL": tmp_path / "mail", "OUTPUT": made}
    told = [f"-D{name}={value}" for name, value in values.items()]

    subprocess.run(["makensis", "-V2", "-WX", *told, str(PACKAGING / "bayleaf.nsi")], check=True)

    assert made.read_bytes().startswith(b"MZ")


def test_every_system_and_python_that_is_promised_is_tried() -> None:
    text = (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]

    tried = re.search(r"python: \[(.*)\]", text)
    assert tried is not None
    assert re.findall(r"[\d.]+", tried[1]) == promised
    assert all(f"{system}-" in text for system in ("ubuntu", "windows", "macos"))


def test_what_others_wrote_for_workflows_is_pinned_by_its_hash() -> None:
    used = re.findall(r"uses: (\S+)", (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
