"""The Inbox through a day: mail is filed or asked about, a place is on trial, the tray is settled, all is undone."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

from app.domain.jobs import NoOpJobContext
from app.domain.records import WatchedPlace, WatchRules
from app.features.inbox import use_cases as service
from app.features.inbox.deciding import move_back_todays_arrivals
from app.features.inbox.watching import Watcher
from tests.walk.made_up_mail import write_mails
from tests.walk.scenes import Part, command, mail_workspace, person

QUIET_S = 6.0
NOBODY = NoOpJobContext()


def a_day(display: str, folder: Path, pictures: Path, *, name: str, **looks: Any) -> None:
    """Look at the Inbox as the day goes on."""
    workspace = Path(shutil.copy(mail_workspace(folder), folder / f"{name}.bayleaf"))
    command("train", workspace, "--model", "Spam filter")
    let_arrive(folder / f"arriving {name}", workspace)
    with person(display, folder, pictures, name, **looks) as somebody:
        somebody.start(workspace)
        somebody.key("ctrl+7")
        somebody.settle()
        somebody.picture("inbox-trial")
        somebody.key("Down", "l", "1", "1")
        somebody.settle()
        somebody.picture("inbox-settled")
        somebody.quit()
        move_back_todays_arrivals(workspace, NOBODY)
        somebody.start(workspace)
        somebody.key("ctrl+7")
        somebody.settle()
        somebody.picture("inbox-undone")


def let_arrive(folder: Path, workspace: Path) -> None:
    """Let mail come to two places: in one it is filed, the other is on trial."""
    places = [
        WatchedPlace(str(folder / "Mail"), str(folder / "Filed"), is_trial=False),
        WatchedPlace(str(folder / "Club"), str(folder / "Filed")),
    ]
    for place in places:
        Path(place.path).mkdir(parents=True)
    service.save_places(workspace, places)
    now_s = [1_000.0]
    watcher = Watcher(workspace, places, WatchRules(), clock=lambda: now_s[0])
    watcher.check_places(NOBODY)
    counts = {"ham": 7, "spam": 9, "newsletter": 4}
    for number, path in enumerate(sorted(write_mails(folder / "made", counts, seed=11).glob("*/*.eml"))):
        shutil.copy(path, Path(places[number % 4 == 0].path) / f"{path.parent.name}-{path.name}")
    for _ in range(2):
        watcher.check_places(NOBODY)
        now_s[0] += QUIET_S


DAYS: dict[str, Part] = {
    "inbox": partial(a_day, name="inbox"),
    "inbox-dark": partial(a_day, name="inbox-dark", theme="dark"),
    "inbox-russian": partial(a_day, name="inbox-russian", language="ru"),
    "inbox-russian-dark": partial(a_day, name="inbox-russian-dark", language="ru", theme="dark"),
    "inbox-chinese": partial(a_day, name="inbox-chinese", language="zh"),
    "inbox-chinese-dark": partial(a_day, name="inbox-chinese-dark", language="zh", theme="dark"),
}
