"""The catalogs are complete and in step with the source, and the window speaks them."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QObject, QTranslator
from PySide6.QtWidgets import QApplication

from app.domain.errors import NotAWorkspace
from app.kit.wording import FOLDER, LANGUAGES, Language, sentence_for

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def catalogs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogs", ROOT / "packaging" / "catalogs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_text_of_the_source_is_in_every_catalog_and_translated(catalogs: ModuleType) -> None:
    assert list(catalogs.missing()) == []


def unseen_calls(source: str) -> Iterator[str]:
    """Yield the calls of `tr` and `translate` that pyside6-lupdate does not see.

    It skips calls within f-strings, and plurals of `translate` whose number is neither a name nor a constant.
    """
    tree = ast.parse(source)
    formatted = {id(call) for text in ast.walk(tree) if isinstance(text, ast.JoinedStr) for call in ast.walk(text)}
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        is_literal = any(isinstance(argument, ast.Constant) and argument.value for argument in call.args)
        if name not in ("tr", "translate") or not is_literal:
            continue
        is_plural = name == "translate" and len(call.args) > 3
        if id(call) in formatted or (is_plural and not isinstance(call.args[3], ast.Name | ast.Constant)):
            yield ast.unparse(call)


def test_every_text_is_written_so_that_the_catalogs_find_it() -> None:
    unseen = {
        str(path.relative_to(ROOT)): calls
        for path in sorted((ROOT / "app").rglob("*.py"))
        if (calls := [*unseen_calls(path.read_text(encoding="utf-8"))])
    }

    assert unseen == {}
    assert [*unseen_calls("translate('Page', '%Ln row(s)', '', scene.n)")] != []
    assert [*unseen_calls('f\'{self.tr("%Ln row(s)", "", n)}\'')] != []


@pytest.mark.parametrize("code", ["ru", "zh"])
def test_what_the_program_reads_has_all_that_the_catalog_has(qapp: QApplication, code: str) -> None:
    translator = QTranslator()
    assert translator.load(str(FOLDER / f"bayleaf_{code}.qm"))
    missing = [
        source
        for context in ElementTree.parse(FOLDER / f"bayleaf_{code}.ts").iter("context")
        for message in context.iter("message")
        if message.get("numerus") != "yes"
        for source, wanted in [(message.findtext("source", ""), message.findtext("translation", ""))]
        if translator.translate(context.findtext("name", ""), source, message.findtext("comment", "")) != wanted
    ]
    assert missing == []


def test_a_catalog_is_made_beside_the_old_one_which_a_running_program_may_have_mapped(
    catalogs: ModuleType, tmp_path: Path
) -> None:
    catalog, made = tmp_path / "bayleaf_ru.ts", tmp_path / "bayleaf_ru.qm"
    catalog.write_bytes((FOLDER / catalog.name).read_bytes())
    made.write_bytes(b"what runs reads this")

    with made.open("rb") as mapped:
        catalogs.release(catalog)

        assert mapped.read() == b"what runs reads this"
    assert made.read_bytes() == (FOLDER / made.name).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [made.name, catalog.name]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_placeholder_of_a_text_is_in_its_translation(catalogs: ModuleType, code: str) -> None:
    for _context, message in catalogs._messages(FOLDER / f"bayleaf_{code}.ts"):
        source = message.findtext("source", "")
        if message.get("numerus"):
            continue
        translation = message.findtext("translation", "")
        for mark in ("%1", "%2", "%3", "{name}", "{detail}", "{reason}", "{documents}", "{label}", "{corpus}"):
            assert (mark in source) == (mark in translation), f"{code}: {source!r}"


@pytest.mark.parametrize(
    ("code", "one", "few", "many"),
    [
        ("en", "1 document", "3 documents", "6,046 documents"),
        ("ru", "1 документ", "3 документа", "6\u00a0046 документов"),
        ("zh", "1 个文档", "3 个文档", "6,046 个文档"),
    ],
)
def test_plurals_follow_the_language(language: Language, code: str, one: str, few: str, many: str) -> None:
    language.choose(code)
    translate = QApplication.translate

    written = [translate("TrainingPage", "%Ln document(s)", "", number) for number in (1, 3, 6046)]

    assert written == [one, few, many]


def test_errors_are_told_in_the_language_of_the_window(language: Language, tmp_path: Path) -> None:
    error = NotAWorkspace(tmp_path / "letter.txt")

    told = []
    for code in LANGUAGES:
        language.choose(code)
        told.append(sentence_for(error))

    assert len(set(told)) == 3
    assert all("letter.txt" in sentence for sentence in told)


def test_the_texts_of_the_toolkit_are_translated_too(language: Language, qapp: QApplication) -> None:
    language.choose("ru")

    assert QApplication.translate("QPlatformTheme", "Cancel") != "Cancel"
    assert isinstance(qapp, QObject)


def test_an_unknown_language_falls_back_to_one_we_have(language: Language) -> None:
    language.choose("tlh")

    assert language.code in LANGUAGES
