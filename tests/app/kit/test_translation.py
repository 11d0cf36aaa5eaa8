"""The catalogs are complete and in step with the source, and the window speaks them."""

from __future__ import annotations

import ast
import importlib.util
import re
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


def translated_literals(node: ast.AST, class_name: str = "") -> Iterator[tuple[str, str, bool, int]]:
    """Yield context, text, whether a number is given, and line, of each literal that is translated."""
    if isinstance(node, ast.ClassDef):
        class_name = node.name
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        texts = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
        if name == "tr" and texts:
            yield class_name, texts[0], len(node.args) > 2, node.lineno
        elif name == "translate" and len(texts) == 2:
            yield texts[0], texts[1], len(node.args) > 3, node.lineno
    for child in ast.iter_child_nodes(node):
        yield from translated_literals(child, class_name)


def test_the_collector_of_texts_overlooks_none_and_knows_which_have_plurals(catalogs: ModuleType) -> None:
    """Qt's collector skips `tr` inside of f-strings, and texts with a number that do not go through `tr`."""
    known = {
        (context.findtext("name", ""), message.findtext("source", "")): message.get("numerus") == "yes"
        for context, message in catalogs._messages(FOLDER / "bayleaf_ru.ts")
    }
    overlooked = [
        f"{path.relative_to(ROOT)}:{line} {text!r}"
        for source in catalogs.SOURCES
        for path in sorted((ROOT / source).rglob("*.py"))
        for context, text, has_number, line in translated_literals(ast.parse(path.read_text(encoding="utf-8")))
        if known.get((context, text)) != has_number
    ]
    assert overlooked == []


@pytest.mark.parametrize(
    ("code", "letters", "foreign"), [("ru", "[а-яё]", "[\u4e00-\u9fff]"), ("zh", "[\u4e00-\u9fff]", "[а-яё]")]
)
def test_a_sentence_is_translated_into_the_letters_of_its_language(
    catalogs: ModuleType, code: str, letters: str, foreign: str
) -> None:
    """A Russian text once stood in the Chinese catalog, and an English one in the Russian."""

    def is_wrong(source: str, text: str) -> bool:
        is_sentence = len(re.findall("[A-Za-z]{3,}", source)) >= 3
        has_letters = re.search(letters, text, re.IGNORECASE) is not None
        return re.search(foreign, text, re.IGNORECASE) is not None or (is_sentence and not has_letters)

    assert [
        text
        for _context, message in catalogs._messages(FOLDER / f"bayleaf_{code}.ts")
        for each in message.iter()
        if each.tag in ("translation", "numerusform") and (text := (each.text or "").strip())
        if is_wrong(message.findtext("source", ""), text)
    ] == []


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


FREE_PLURALS = {
    "Included: %Ln copy(ies) of documents. Other pages do not count copies.",
    "%1 of %2 documents will get a label. About %Ln wrong label(s) expected.",
    "%Ln copy(ies) removed",
    "The verdict would be %1 without %n word(s): %2",
    "%Ln document(s) will stay without a label: their likeliest label has too few documents. Give it to at least %2 "
    "documents yourself, and train again.",
    (
        "%Ln document(s) will stay without a label. On held-out documents, the model was wrong too often when it "
        "chose their likeliest label. Answer more questions or correct labels, then train again."
    ),
}
"""Texts whose English plural is worded differently on purpose, because “(s)” cannot express it."""


def test_english_plurals_say_what_their_source_says(catalogs: ModuleType) -> None:
    """A source that is reworded keeps its old English plural forms, and the window would still show these."""
    stale = []
    for context, message in catalogs._messages(FOLDER / "bayleaf_en.ts"):
        source, forms = message.findtext("source", ""), [each.text for each in message.iter("numerusform")]
        if source.replace("(s)", "s").replace("(es)", "es") != forms[-1] and source not in FREE_PLURALS:
            stale.append((context.findtext("name"), source, forms[-1]))
    assert stale == []


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
