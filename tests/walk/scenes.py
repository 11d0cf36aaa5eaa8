"""The parts of the walk: what somebody does, and where a picture is taken."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.nbengine.test_learnt_factors import texts_of
from tests.walk.made_up_mail import write_mails
from tests.walk.person import ROOT, Person

Part = Callable[[str, Path, Path], None]
PAGES = ("documents", "train", "words", "classify", "inbox", "evaluate", "lessons")
SAMPLE_LINK = (682, 530)
FIRST_ROW = (600, 200)
LONG_NAMES = (
    "Correspondence with the building authority", "Rechnungsprüfungsausschuss", "Приглашения на конференции",
    "亲爱的朋友来信", "spam", "ham", "travel", "family", "school", "choir", "garden", "bank", "tax", "doctor",
    "sports club", "neighbours", "job", "newspaper", "software", "one-time codes",
)  # fmt: skip


@contextmanager
def person(display: str, folder: Path, pictures: Path, name: str, **looks: Any) -> Iterator[Person]:
    """Somebody with a home of their own."""
    home = folder / name
    home.mkdir()
    made = Person(display, home, pictures, **looks)
    try:
        yield made
        assert made.is_running, "the program ended by itself"
        made.quit()
        assert "Traceback" not in made.complaints(), made.complaints()
    finally:
        made.kill()


def rows(workspace: Path, table: str) -> int:
    """Count the rows of a table of a workspace."""
    if not workspace.exists():
        return 0
    with closing(sqlite3.connect(f"file:{workspace}?mode=ro", uri=True)) as connection:
        try:
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        except sqlite3.Error:
            return 0


def own_workspace(somebody: Person) -> Path:
    return somebody.home / "data" / "bayleaf" / "home.bayleaf"


def command(*words: str | Path) -> None:
    """Use the command line to prepare a workspace."""
    subprocess.run([sys.executable, "-m", "app.cli", *map(str, words)], cwd=ROOT, check=True, capture_output=True)


def mail_workspace(folder: Path) -> Path:
    """A workspace with two labels and three models, made once for all tours."""
    workspace = folder / "mail.bayleaf"
    if not workspace.exists():
        mails = write_mails(folder / "mails", {"ham": 340, "spam": 220})
        (mails / "spam" / "broken.pdf").write_bytes(b"%PDF-1.4\nnot one at all")
        command("import", workspace, mails, "--corpus", "Mail")
        command("train", workspace, "--model", "Complement", "--event-model", "complement")
        command("train", workspace, "--model", "Bernoulli, α 1.0", "--event-model", "bernoulli", "--smoothing", "1")
        command("train", workspace, "--model", "Mail filter", "--event-model", "multinomial", "--smoothing", "0.1")
    return workspace


def labels_workspace(folder: Path) -> Path:
    """A workspace with twenty labels, some of them with long names."""
    workspace = folder / "labels.bayleaf"
    mails = write_mails(folder / "many labels", dict.fromkeys(LONG_NAMES, 12))
    command("import", workspace, mails, "--corpus", "Everything that has come in since the spring")
    command("train", workspace, "--model", "All twenty labels, second attempt")
    return workspace


def first_start(display: str, folder: Path, pictures: Path) -> None:
    """From nothing to a trained model in three clicks; then a drop, a correction, and taking it back."""
    with person(display, folder, pictures, "first") as somebody:
        somebody.start()
        somebody.picture("first-question")
        for number, page in enumerate(PAGES, start=1):
            somebody.key(f"ctrl+{number}")
            somebody.picture(f"empty-{page}")
        somebody.key("ctrl+1")
        somebody.settle()
        workspace = own_workspace(somebody)
        somebody.click(*SAMPLE_LINK)
        somebody.wait_until(lambda: rows(workspace, "import_run WHERE settled_at IS NOT NULL") > 0, "the sample")
        somebody.picture("sample-1-imported")
        somebody.key("ctrl+3")
        somebody.picture("sample-2-train")
        somebody.click(-80, 67)
        somebody.picture("sample-3-keep")
        somebody.key("Return")
        somebody.wait_until(lambda: rows(workspace, "model") > 0, "a model")
        somebody.picture("sample-4-kept")
        classify_and_correct(somebody, folder, workspace)


def classify_and_correct(somebody: Person, folder: Path, workspace: Path) -> None:
    mails = write_mails(folder / "dropped", {"ham": 4, "spam": 4}, seed=9)
    somebody.key("ctrl+6")
    somebody.drag_files(sorted(mails.glob("*/*.eml")), picture="sample-5-drop")
    somebody.picture("sample-6-classified")
    before = rows(workspace, "document")
    somebody.key("1")
    somebody.wait_until(lambda: rows(workspace, "document") > before, "the correction")
    somebody.picture("sample-7-corrected")
    somebody.key("ctrl+z")
    somebody.picture("sample-8-undone")


def tour(display: str, folder: Path, pictures: Path, *, name: str, **looks: Any) -> None:
    """All pages, full."""
    workspace = Path(shutil.copy(mail_workspace(folder), folder / f"{name}.bayleaf"))
    mails = write_mails(folder / f"dropped {name}", {"ham": 6, "spam": 6, "newsletter": 2}, seed=7)
    with person(display, folder, pictures, name, **looks) as somebody:
        somebody.start(workspace)
        somebody.key("Down", "Down", "Down")
        somebody.picture("documents")
        somebody.key("ctrl+3")
        somebody.picture("train")
        somebody.key("ctrl+4")
        somebody.settle()
        somebody.key("Tab", "Tab", "Down", "Down", "Down")
        somebody.picture("words")
        somebody.key("ctrl+6")
        somebody.drag_files(sorted(mails.glob("*/*.eml")), picture="drop")
        somebody.picture("classify")
        somebody.key("ctrl+7")
        somebody.picture("inbox")
        somebody.key("ctrl+5")
        somebody.picture("evaluate")
        somebody.key("Down", "space", "Down", "space")
        somebody.picture("evaluate-three")
        somebody.key("ctrl+8")
        somebody.picture("lessons")
        somebody.key("Down")
        somebody.picture("lessons-second")


def evaluation(display: str, folder: Path, pictures: Path) -> None:
    """Every tab of the Evaluate page."""
    workspace = Path(shutil.copy(mail_workspace(folder), folder / "evaluation.bayleaf"))
    with person(display, folder, pictures, "evaluation") as somebody:
        somebody.start(workspace)
        somebody.key("ctrl+5")
        somebody.settle()
        somebody.key("Down", "space")
        somebody.settle()
        somebody.key("shift+Tab", "shift+Tab")  # by keys, which find the tabs wherever they stand
        for name in ("precision", "reliability", "confusion", "spam", "sizes"):
            somebody.key("Correct")
            somebody.picture(f"evaluate-{name}")


def many_labels(display: str, folder: Path, pictures: Path) -> None:
    """Twenty labels, long names."""
    workspace = labels_workspace(folder)
    with person(display, folder, pictures, "labels") as somebody:
        somebody.start(workspace)
        somebody.key("Down")
        for number, page in enumerate(PAGES, start=1):
            somebody.key(f"ctrl+{number}")
            somebody.picture(f"twenty-labels-{page}")


def learnt(display: str, folder: Path, pictures: Path, *, theme: str) -> None:
    """Learnt factors: the ridge on Train, what words say and what counts, and both parts of the terms in Why."""
    source, new, workspace = (folder / f"topics {theme}{suffix}" for suffix in (".jsonl", ".txt", ".bayleaf"))
    made_up = zip(*texts_of(400), strict=True)
    lines = (json.dumps({"text": text, "label": label}) for text, label in made_up)
    source.write_text("\n".join(lines), encoding="utf-8")
    new.write_text("The captain saw the engine of a cargo train from the harbour: word3 word7", encoding="utf-8")
    command("import", workspace, source, "--corpus", "Topics")
    command("train", workspace, "--event-model", "learnt")
    with person(display, folder, pictures, f"learnt {theme}", theme=theme) as somebody:
        somebody.start(workspace, new)
        somebody.key("ctrl+3")
        somebody.picture("learnt-train")
        somebody.key(*["Correct"] * 10)
        somebody.picture("learnt-train-held-tighter")
        somebody.key("ctrl+4")
        somebody.settle()
        somebody.key("Tab", "Tab", "Tab", "Down", "Down")
        somebody.picture("learnt-words")
        somebody.key("ctrl+6")
        somebody.picture("learnt-why")


def filing(display: str, folder: Path, pictures: Path) -> None:
    """Mails go into a folder for each label, and come back."""
    workspace = Path(shutil.copy(mail_workspace(folder), folder / "filing.bayleaf"))
    mails = write_mails(folder / "to file", {"ham": 5, "spam": 5}, seed=8)
    where_they_were = sorted(mails.glob("*/*.eml"))
    with person(display, folder, pictures, "filing") as somebody:
        somebody.start(workspace)
        somebody.key("ctrl+6")
        somebody.drag_files(where_they_were)
        somebody.settle()
        somebody.key("ctrl+shift+f")
        somebody.picture("filing-plan")
        somebody.key("Return")
        somebody.wait_until(
            lambda: sum(path.exists() for path in where_they_were) < len(where_they_were), "the files to go"
        )
        somebody.picture("filing-done")
        somebody.key("alt+f", "b")
        somebody.picture("filing-back")
        somebody.key("Return")
        somebody.wait_until(lambda: all(path.exists() for path in where_they_were), "the files to come back")
        somebody.picture("filing-undone")


def recipes(display: str, folder: Path, pictures: Path) -> None:
    """Keep a recipe, choose it again, delete it and bring it back."""
    workspace = Path(shutil.copy(mail_workspace(folder), folder / "recipes.bayleaf"))
    with person(display, folder, pictures, "recipes") as somebody:
        somebody.start(workspace)
        somebody.key("ctrl+3")
        somebody.picture("recipes-before")
        somebody.settle()
        somebody.click(835, 367)
        somebody.settle()
        somebody.click(1100, 367)
        somebody.picture("recipes-ask")
        somebody.key("Return")
        somebody.wait_until(lambda: rows(workspace, "recipe") == 1, "the recipe")
        somebody.picture("recipes-kept")
        somebody.click(660, 450)
        somebody.key("Delete")
        somebody.wait_until(lambda: rows(workspace, "model") == 2, "the model to go")
        somebody.picture("recipes-deleted")


def dialogs(display: str, folder: Path, pictures: Path) -> None:
    """Menus and boxes."""
    workspace = Path(shutil.copy(mail_workspace(folder), folder / "dialogs.bayleaf"))
    with person(display, folder, pictures, "dialogs") as somebody:
        somebody.start(workspace)
        for letter, name in zip("fedmvh", ("file", "edit", "documents", "model", "view", "help"), strict=True):
            somebody.key(f"alt+{letter}")
            somebody.picture(f"menu-{name}")
            somebody.key("Escape", "Escape")
        somebody.click(60, 699)
        somebody.picture("dialog-settings")
        somebody.key("Escape", "F1")
        somebody.picture("dialog-help")
        somebody.key("Escape", "alt+h", "Down", "Return")
        somebody.picture("dialog-shortcuts")
        somebody.key("Escape", "alt+h", "Up", "Return")
        somebody.picture("dialog-about")
        somebody.key("Escape", "ctrl+i")
        somebody.picture("dialog-import")
        somebody.key("Escape")
        somebody.click(*FIRST_ROW, button=3)
        somebody.picture("menu-row")
        somebody.key("Escape")
        somebody.click(250, 205, button=3)
        somebody.picture("menu-label")
        somebody.key("Escape")
        somebody.click(250, 359)
        somebody.picture("documents-unreadable")
        somebody.key("ctrl+1")


LANGUAGES, THEMES = ("en", "ru", "zh"), ("light", "dark")
SIZES: dict[str, dict[str, Any]] = {
    "1024": {"size": (1024, 700)},
    "1240": {"size": (1240, 760)},
    "1920": {"size": (1920, 1080)},
    "1024-double": {"size": (1024, 700), "scale": 2},
    "1240-double": {"size": (1240, 760), "scale": 2},
    "1920-double": {"size": (1920, 1080), "scale": 2},
}
"""Windows that every page is looked at in, in every language and theme: the tours `LANGUAGE-THEME-SIZE`."""
TOURS: dict[str, Part] = {
    f"{language}-{theme}-{size}": partial(
        tour, name=f"{language}-{theme}-{size}", theme=theme, language=language, **SIZES[size]
    )
    for language in LANGUAGES
    for theme in THEMES
    for size in SIZES
}

PARTS: dict[str, Part] = {
    "first": first_start,
    "light": partial(tour, name="light"),
    "dark": partial(tour, name="dark", theme="dark"),
    "russian": partial(tour, name="russian", language="ru"),
    "chinese": partial(tour, name="chinese", language="zh"),
    "small": partial(tour, name="small", size=(900, 600)),
    "double": partial(tour, name="double", scale=2),
    "evaluation": evaluation,
    "labels": many_labels,
    "learnt": partial(learnt, theme="light"),
    "learnt dark": partial(learnt, theme="dark"),
    "filing": filing,
    "recipes": recipes,
    "dialogs": dialogs,
}
