"""Rules about the source that a machine can check: names, imports, files and text that are written in one place."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from app.domain import VERSION
from tests.sources import nodes, tree

ROOT = Path(__file__).parents[1]
PROGRAM = ("app", "nbengine", "resources")
EVERYWHERE = (*PROGRAM, "tests", "packaging")
LATE_IMPORTS = {
    "app/cli/__main__.py",
    "app/__main__.py",
    "app/shell/application.py",
    "app/shell/pages.py",
    "app/shell/dialogs.py",
    "app/readers/documents/html.py",
    "app/readers/mail/reading.py",
    "nbengine/text/token_rules.py",
}
"""The entries and what loads pages and dialogs import late so that the window shows early. The others hold a library
that takes longer to load than most work does, and that most work never needs."""
SCIKIT_LEARN_ALONE_CALLS = "__sklearn_tags__"
NAMES_OF_NOTHING = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
"""Python before 3.11.5, which is Debian 12's, takes back too little where such a group fails in its middle; single
characters and classes may be possessive."""
OTHER_WORDS_FOR_LABEL = re.compile(r"(^|_)(class|classes|category|categories)(_|$)")


def modules(*places: str) -> Iterator[Path]:
    for name in places:
        path = ROOT / name
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_decisions_and_the_code_that_they_are_about_name_each_other_rightly() -> None:
    folder = ROOT / "tests" / "benchmarks" / "decisions"
    notes = {path: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    named = {
        name for path in modules(*EVERYWHERE) for name in re.findall(r"decisions/\w+\.md", path.read_text("utf-8"))
    }
    about = {name for note in notes.values() for name in re.findall(r"`((?:app|nbengine)/[\w/]+\.py)`", note)}

    assert sorted(name for name in named if not (folder.parent / name).exists()) == []
    assert sorted(name for name in about if not (ROOT / name).exists()) == []
    assert len(about) > len(notes) > 5


def test_nothing_is_left_to_be_done_later() -> None:
    marks = re.compile(r"#.*\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK")) + r")\b")
    found = [
        place(path, number)
        for path in modules(*EVERYWHERE)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if marks.search(line)
    ]
    assert found == []


def test_imports_stand_at_the_top() -> None:
    found = [
        place(path, node.lineno)
        for path in modules(*PROGRAM)
        if path.relative_to(ROOT).as_posix() not in LATE_IMPORTS
        for function in functions(path)
        if function.name != SCIKIT_LEARN_ALONE_CALLS
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert found == []


def test_modules_are_named_for_what_they_hold() -> None:
    found = [place(path, 1) for path in modules(*EVERYWHERE) if path.stem in NAMES_OF_NOTHING]
    assert found == []


def test_a_label_is_called_a_label() -> None:
    """Outside of the estimators, whose interface is scikit-learn's."""
    found = [
        f"{place(path, argument.lineno)} {argument.arg}"
        for path in modules("app", "nbengine")
        if "estimators" not in path.parts
        for function in functions(path)
        for argument in [*function.args.args, *function.args.kwonlyargs]
        if OTHER_WORDS_FOR_LABEL.search(argument.arg)
    ]
    assert found == []


def is_a_module(folder: Path, name: str) -> bool:
    """Tell whether a name is a module or a package, seen from a folder or from the top."""
    places = [folder.joinpath(*name.split(".")), ROOT.joinpath(*name.split("."))]
    return any(place.is_dir() or place.with_suffix(".py").exists() for place in places)


def test_what_a_folder_says_to_read_is_there() -> None:
    reading = re.compile(r"(?:Read|then)(?: first)? `([a-z][\w.]+)`")
    said = [
        (path, name)
        for path in modules("app", "nbengine")
        if path.name == "__init__.py"
        for name in reading.findall(ast.get_docstring(tree(path)) or "")
    ]

    assert len(said) > 20
    assert [(place(path, 1), name) for path, name in said if not is_a_module(path.parent, name)] == []


def test_no_pickle_and_no_eval_anywhere_in_the_program() -> None:
    found = [
        place(path, node.lineno)
        for path in modules(*PROGRAM)
        for node in nodes(path)
        if (isinstance(node, ast.Name) and node.id in {"eval", "exec"})
        or (isinstance(node, ast.Import) and any(alias.name in {"pickle", "marshal", "shelve"} for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module in {"pickle", "marshal", "shelve"})
    ]
    assert found == []


MAY_WRITE_FILES = {
    "whole_files.py",  # the door
    "own_records.py",  # the secret key, which only its owner may read
    "file_moves.py",  # filing: a file that was not there, compared before the old one goes
    "use_cases.py",  # a message in a temporary folder of its own
    "self_check.py",  # a message in a temporary folder of its own
    "fetching.py",  # a worker's temporary folder
    "spark.py",  # an executor's temporary folder
    "judging.py",  # the storage of a cluster
}
WRITES_BY_NAME = {"write_text", "write_bytes", "touch", "mkstemp", "NamedTemporaryFile", "QFile", "QSaveFile"}
WRITING_MODE = re.compile(r"[wax+]")


def writes_a_file(call: ast.Call) -> bool:
    """An `open` for writing, a call that writes by its name, or a writer of Qt that is given a path and no device."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "open" and "devnull" not in ast.dump(call):
        modes = [*call.args[:2], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
        texts = [each.value for each in modes if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        return any(len(text) <= 3 and WRITING_MODE.search(text) for text in texts)
    if name in ("QPdfWriter", "setFileName", "setOutputFileName") and call.args:
        return isinstance(call.args[0], ast.Call)  # str(path)
    return name in WRITES_BY_NAME


def test_files_are_written_through_one_door() -> None:
    """A page that opens a file for writing by itself destroys the open workspace when its name is chosen."""
    found = [
        place(path, node.lineno)
        for path in modules("app")
        if path.name not in MAY_WRITE_FILES
        for node in nodes(path)
        if isinstance(node, ast.Call) and writes_a_file(node)
    ]
    assert found == []


TIPS = {"setToolTip", "setTabToolTip", "showText", "setWhatsThis", "setStatusTip", "setItemToolTip"}
MAY_TAKE_RICH_TEXT = {
    "QLabel": {"painted.py", "fields.py"},
    "QMessageBox": {"fields.py"},
    "QInputDialog": {"fields.py"},
}
"""Widgets that look into their text for HTML, and the modules that tell them not to."""


def tells_past_the_door(path: Path, node: ast.AST) -> bool:
    """A tip whose words did not go through `plain_tip`, a row of a form that makes its own label, a rich widget."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in TIPS:
        return path.name != "tips.py" and "plain_tip" not in ast.dump(node) and "_own_tip" not in ast.dump(node)
    if name == "addRow" and len(node.args) == 2:
        return not isinstance(node.args[0], ast.Call) and getattr(node.args[0], "id", "") != "words"
    return path.name not in MAY_TAKE_RICH_TEXT.get(name, {path.name})


def test_words_of_strangers_are_shown_through_one_door() -> None:
    """Qt takes words for HTML when they look like it, and opens the pictures that they name."""
    found = [
        place(path, node.lineno)
        for path in modules("app/kit", "app/features", "app/shell")
        for node in nodes(path)
        if tells_past_the_door(path, node)
    ]
    assert found == []


def test_tables_tell_tips_through_the_same_door() -> None:
    found = [
        place(path, node.lineno)
        for path in modules("app/kit", "app/features", "app/shell")
        for node in nodes(path)
        if isinstance(node, ast.If) and "ToolTipRole" in ast.dump(node.test) and "plain_tip" not in ast.dump(node)
    ]
    assert found == []


def test_the_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    newest = re.search(r"^## (\S+)", (ROOT / "resources/help/changelog.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = re.search(
        r'<release version="(\S+?)"', (ROOT / "packaging/org.bayleaf.Bayleaf.metainfo.xml").read_text()
    )

    assert newest is not None
    assert released is not None
    assert {VERSION, newest[1], released[1]} == {project["version"]}


def test_patterns_mean_the_same_in_every_python() -> None:
    found = [
        place(path, node.lineno)
        for path in modules("app", "nbengine")
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        if POSSESSIVE_GROUP.search(node.value if isinstance(node.value, str) else node.value.decode("latin-1"))
    ]

    assert not found


def test_no_function_of_the_program_is_asked_with_whatever_arguments() -> None:
    """A question has a type; `Callable` with an ellipsis hides it from the type checker."""
    hidden = "Callable[" + "...,"
    found = [
        place(path, number)
        for path in modules("app")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if hidden in line
    ]
    assert found == []


DOCUMENTS = ("README.md", ".github", "nbengine", "tests/benchmarks/decisions", "packaging/imap")
SOURCE_PATH = re.compile(r"(?<![\w/])(?:app|nbengine)(?:/\w+)+\.py\b")
DOTTED_NAME = re.compile(r"`((?:app|nbengine)(?:\.\w+)+)(?<!NAME)`")


def texts_for_developers() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page for developers, and of each module."""
    pages = [page for name in DOCUMENTS for page in [ROOT / name, *(ROOT / name).rglob("*.md")] if page.is_file()]
    for path in (*pages, *modules("app", "nbengine")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def is_name_in_source(dotted: str) -> bool:
    """Return whether a dotted name is a package, a module, or a name that its module contains."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if source.exists():
            rest = parts[length:]
            return not rest or re.search(rf"\b{rest[0]}\b", source.read_text(encoding="utf-8")) is not None
    return False


def test_files_and_modules_that_docs_and_docstrings_name_exist() -> None:
    missing = {
        (page, name)
        for page, text in texts_for_developers()
        for name in SOURCE_PATH.findall(text)
        if not (ROOT / name).exists()
    }
    missing |= {
        (page, name)
        for page, text in texts_for_developers()
        for name in DOTTED_NAME.findall(text)
        if not is_name_in_source(name)
    }
    assert sorted(missing) == []


HIDDEN_SUBJECT = re.compile(
    r"\b(?:whoever|nobody|somebody|anybody|of which|so many|comes? about|(?:is|are) told|is said|the same where"
    r"|of those that|goes unasked)\b|^(?:Of|Those|The same|Such)\b"
)
PLAIN = (
    *(f"nbengine/{name}.py" for name in ("counts", "errors", "logspace", "packing", "__init__")),
    *(f"nbengine/{name}" for name in ("events", "explanations", "filter", "learnt", "measure", "models", "notebooks")),
    *(f"nbengine/{name}" for name in ("active_learning", "questions", "text", "trust")),
)
"""Packages and modules whose text and names are plain English; others are added as they are rewritten."""


def docstrings(path: Path) -> Iterator[ast.Constant]:
    """Yield the docstrings of a module, its classes and functions, and those below an attribute."""
    for node in nodes(path):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            match statement:
                case ast.Expr(value=ast.Constant(value=str()) as docstring):
                    yield docstring


def test_docstrings_name_their_subject() -> None:
    vague = [
        place(path, docstring.lineno)
        for path in modules(*PLAIN)
        for docstring in docstrings(path)
        if HIDDEN_SUBJECT.search(str(docstring.value))
    ]
    assert vague == []


def test_no_two_classes_share_a_name() -> None:
    modules_of_class: dict[str, list[str]] = {}
    for path in modules("app", "nbengine"):
        for statement in tree(path).body:
            if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
                modules_of_class.setdefault(statement.name, []).append(place(path, statement.lineno))
    assert {name: places for name, places in modules_of_class.items() if len(places) > 1} == {}


def kinds_of_model() -> dict[str, Path]:
    """Return the classes that derive from `Model`, with the module that defines each."""
    return {
        node.name: path
        for path in modules("nbengine")
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") == "Model" for base in node.bases)
    }


def test_no_caller_asks_which_kind_a_model_is() -> None:
    """Kinds of model differ by methods; a caller that needs a capability asks for it by name (see `classifier.py`)."""
    kinds = kinds_of_model()
    found = [
        place(path, node.lineno)
        for path in modules("app", "nbengine")
        for node in nodes(path)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"isinstance", "type", "issubclass"}
        for name in {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} & {*kinds, "Model"}
        if path != kinds.get(name)
    ]

    assert {"FilterModel", "MultiLabelModel"} <= kinds.keys()
    assert found == []
