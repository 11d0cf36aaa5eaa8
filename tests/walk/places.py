"""The places that a tour does not pass: a filled Inbox, a search, the mails that taught a verdict, the dialogs."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

from tests.walk.made_up_mail import write_mails
from tests.walk.person import Person
from tests.walk.scenes import Part, command, mail_workspace, person

FIRST_VERDICT = (380, 198)
READING_IN_MENU = ("Down",) * 5 + ("Return",)


def places(display: str, folder: Path, pictures: Path, *, name: str, **looks: Any) -> None:
    """Go where a tour does not."""
    workspace = Path(shutil.copy(mail_workspace(folder), folder / f"{name}.bayleaf"))
    mails = write_mails(folder / f"dropped {name}", {"ham": 6, "spam": 6, "newsletter": 4}, seed=7)
    arrive(folder / f"arriving {name}", workspace)
    with person(display, folder, pictures, name, **looks) as somebody:
        somebody.start(workspace)
        somebody.key("ctrl+7")
        somebody.settle()
        somebody.picture("inbox-filled")
        search(somebody)
        taught(somebody, sorted(mails.glob("*/*.eml")))
        boxes(somebody)


def arrive(folder: Path, workspace: Path) -> None:
    """Let mail arrive in a watched folder: some of it is filed, some waits for a person."""
    inbox = folder / "INBOX"
    inbox.mkdir(parents=True)
    watch = ("watch", workspace, inbox, "--once", "--quiet", "0.1", "--file-to", folder / "filed")
    command(*watch)
    for path in sorted(write_mails(folder / "made", {"ham": 4, "spam": 5, "newsletter": 3}, seed=11).glob("*/*.eml")):
        shutil.copy(path, inbox / f"{path.parent.name}-{path.name}")
    command(*watch, "--existing")


def search(somebody: Person) -> None:
    """Type operators, take a completion, and find nothing."""
    somebody.key("ctrl+1", "ctrl+f")
    somebody.write("subject:free la")
    somebody.picture("search-operators")
    somebody.key("Tab")
    somebody.picture("search-values")
    somebody.key("Down", "Return")
    somebody.picture("search-chips")
    somebody.write("quincunx ")
    somebody.picture("search-none")
    somebody.key("ctrl+a", "BackSpace", "Escape")


def taught(somebody: Person, mails: list[Path]) -> None:
    """Open the mails that taught a verdict, the menu of a verdict, and what is read of it."""
    somebody.key("ctrl+6")
    somebody.drag_files(mails)
    somebody.settle()
    somebody.key("w")
    somebody.picture("why-whole")
    somebody.key("w", "t")
    somebody.picture("taught-by")
    somebody.key("t")
    somebody.click(*FIRST_VERDICT, button=3)
    somebody.picture("menu-verdict")
    somebody.key(*READING_IN_MENU)
    somebody.picture("dialog-reading")
    somebody.key("Escape")


def boxes(somebody: Person) -> None:
    """Open the history, and the settings to their end."""
    somebody.key("ctrl+h")
    somebody.settle()
    somebody.key("Tab", "ctrl+a")
    somebody.picture("dialog-history")
    somebody.key("Escape")
    somebody.click(60, -61)
    somebody.picture("dialog-settings")
    somebody.key("Escape")


PLACES: dict[str, Part] = {
    "places": partial(places, name="places"),
    "places-dark": partial(places, name="places-dark", theme="dark"),
    "places-russian": partial(places, name="places-russian", language="ru", size=(1024, 700)),
    "places-chinese": partial(places, name="places-chinese", language="zh", size=(1240, 760)),
    "places-wide": partial(places, name="places-wide", size=(1920, 1080)),
    "places-double": partial(places, name="places-double", scale=2, size=(1024, 700)),
}
