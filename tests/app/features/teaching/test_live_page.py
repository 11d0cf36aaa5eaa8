"""The exported page computes as the engine does, in a real browser, and runs nothing of a stranger's lesson."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtQml import QJSEngine

from app.features.teaching.lesson_pages import (
    LANGUAGES,
    find_lesson,
    make_lesson_page,
    make_script_input,
    read_page_file,
)
from app.features.teaching.lessons import (
    LESSON_ORDER,
    Lesson,
    LessonSetup,
    lesson_to_bytes,
    query_features,
    read_lesson,
    train_on_setup,
)
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import NumberCurves
from nbengine.learnt.statistics import Features
from nbengine.logspace import normalise_log_joint

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium or Google Chrome")
LIVE = tuple(name for name in LESSON_ORDER if name != "same-thing")


class Browser:
    """Chromium on one page, driven through its debugging pipe."""

    def __init__(self, page: Path, profile: Path) -> None:
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        script = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", script, "-", str(to_browser), str(from_browser), *command, "--remote-debugging-pipe"],
            pass_fds=(to_browser, from_browser),
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(profile)},
        )
        os.close(to_browser)
        os.close(from_browser)
        self._rest, self._number, self._session = b"", 0, ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Page.navigate", url=page.as_uri())
        self.wait_for("Page.loadEventFired")

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        session = {"sessionId": self._session} if self._session else {}
        os.write(self._to, json.dumps({**message, **session}).encode() + b"\0")
        while (answer := self._read()).get("id") != self._number:
            pass
        result: dict[str, Any] = answer["result"]
        return result

    def wait_for(self, event: str) -> None:
        while self._read().get("method") != event:
            pass

    def run(self, script: str) -> Any:
        """Run JavaScript in the page; return its value."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def type_in(self, selector: str, value: object) -> None:
        """Type into a field as a person does: set the value, and raise the event."""
        quoted = json.dumps(selector), json.dumps(str(value))
        self.run(
            f"(f => {{ f.value = {quoted[1]}; f.dispatchEvent(new Event('input')); f.dispatchEvent(new Event('change'))"
            f" }})(document.querySelector({quoted[0]}))"
        )

    @property
    def shares(self) -> Any:
        return json.loads(self.run("document.getElementById('verdict').dataset.shares"))

    def close(self) -> None:
        os.write(self._to, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
        self._process.wait(60)
        os.close(self._to)
        os.close(self._from)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._from, 1 << 16)
            assert read, "the browser ended"
            self._rest += read
        message, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[Any]:
    opened: list[Browser] = []

    def open_page(lesson: Lesson, language: str = "en") -> Browser:
        page = tmp_path / f"page{len(opened)}.html"
        page.write_text(make_lesson_page(lesson, language), encoding="utf-8")
        opened.append(Browser(page, tmp_path / f"profile{len(opened)}"))
        return opened[-1]

    yield open_page
    for each in opened:
        each.close()


def engine_shares(setup: LessonSetup) -> list[float]:
    model, _ = train_on_setup(setup)
    joint = model.scorer.log_joint(model.prepare(query_features(model, setup)))
    shares: list[float] = np.exp(normalise_log_joint(joint))[0].tolist()
    return shares


def rows_with_counts(state: dict[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return texts that have these counts: a word is in as many documents as it can be."""
    rows = []
    for label, (name, n_documents) in enumerate(zip(state["labels"], state["documents"], strict=True)):
        texts: list[list[str]] = [[] for _ in range(int(n_documents))]
        for word, counts in zip(state["words"]["names"], state["words"]["counts"], strict=True):
            for place in range(int(counts[label])):
                texts[min(place, len(texts) - 1) if place < len(texts) else 0].append(word)
        rows += [(name, " ".join(words)) for words in texts]
    return tuple(rows)


def judged_by_script(state: dict[str, Any]) -> dict[str, Any]:
    """Run the page's arithmetic in Qt's JavaScript engine, which is another one than the browser's."""
    engine = QJSEngine()
    script = f"{read_page_file('arithmetic.js')}\nJSON.stringify(judge({json.dumps(state)}))"
    result = engine.evaluate(script)
    assert not result.isError(), result.toString()
    found: dict[str, Any] = json.loads(result.toString())
    return found


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", LIVE)
@pytest.mark.parametrize("smoothing", [0.0, 0.37, 1.0])
def test_the_page_s_arithmetic_gives_the_engine_s_numbers(name: str, smoothing: float) -> None:
    setup = replace(find_lesson(name, "en").setup, smoothing=smoothing)
    for event_model in set(setup.event_models) - {"learnt"}:
        for prior in ("data", "uniform", "smoothed"):
            each = replace(setup, event_model=event_model, prior=prior, strength=0.5)
            state = make_script_input(each)
            assert state is not None, event_model

            found = judged_by_script(state)["shares"]

            expected = engine_shares(each)
            if sum(expected) == 0:
                assert found is None, (event_model, prior)
            else:
                assert found == pytest.approx(expected, abs=1e-9), (event_model, prior)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli", "complement"])
def test_changed_counts_give_what_the_engine_learns_from_texts_with_them(event_model: str) -> None:
    setup = replace(find_lesson("five-mails", "en").setup, event_model=event_model)
    state = make_script_input(setup)
    assert state is not None
    names, counts = state["words"]["names"], state["words"]["counts"]
    state["documents"] = [4, 7]
    counts[names.index("buy")] = [2, 4]
    counts[names.index("lunch")] = [0, 0]
    state["query"]["words"][names.index("cheap")] = 2

    found = judged_by_script(state)["shares"]

    query = ("buy notes monday cheap cheap",)
    expected = engine_shares(replace(setup, rows=rows_with_counts(state), query=query))
    assert found == pytest.approx(expected, abs=1e-9)


@needs_chromium
@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli"])
def test_a_pupil_changes_counts_smoothing_and_a_word_in_a_browser(browsers: Any, event_model: str) -> None:
    lesson = find_lesson("five-mails", "en")
    setup = replace(lesson.setup, event_model=event_model)
    state = make_script_input(setup)
    assert state is not None
    browser = browsers(replace(lesson, setup=setup))
    assert browser.shares == pytest.approx(engine_shares(setup), abs=1e-9)
    picture = browser.run("document.querySelector('#picture svg').outerHTML")

    buy = state["words"]["names"].index("buy")
    browser.type_in("#alpha", 0.5)
    browser.type_in("[data-count='documents.1']", 5)
    browser.type_in(f"[data-count='words.{buy}.1']", 4)
    browser.run("document.getElementById('word').value = 'Offer'; document.getElementById('add').click()")

    state["documents"][1], state["words"]["counts"][buy][1] = 5, 4
    changed = replace(setup, smoothing=0.5, rows=rows_with_counts(state), query=("buy notes monday offer",))
    assert browser.shares == pytest.approx(engine_shares(changed), abs=1e-9)
    assert browser.run("document.querySelector('#picture svg').outerHTML") != picture
    browser.run("document.getElementById('reset').click()")
    assert browser.shares == pytest.approx(engine_shares(setup), abs=1e-9)


@needs_chromium
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli", "complement"])
def test_counts_that_guesses_made_are_judged_as_the_engine_does(browsers: Any, event_model: str) -> None:
    lesson = find_lesson("pile", "en")
    setup = replace(lesson.setup, rounds=3, query=("team goal",), event_model=event_model)
    browser = browsers(replace(lesson, setup=setup))

    assert browser.shares == pytest.approx(engine_shares(setup), abs=1e-9)
    browser.type_in("#alpha", 0.5)
    state = make_script_input(setup)
    assert state is not None
    state["alpha"] = 0.5
    assert browser.shares == pytest.approx(judged_by_script(state)["shares"], abs=1e-12)


@needs_chromium
def test_a_pupil_moves_a_bell_curve_in_a_browser(browsers: Any) -> None:
    setup = find_lesson("iris", "en").setup
    browser = browsers(find_lesson("iris", "en"))
    model, _ = train_on_setup(setup)
    curves = model.scorer.numbers
    assert curves is not None

    browser.type_in("[data-number='2']", 4.8)
    browser.type_in("[data-count='means.2.1']", 4.5)
    browser.type_in("[data-count='variances.2.1']", 0.5)

    means, variances = curves.means.copy(), curves.variances.copy()
    means[1, 2], variances[1, 2] = 4.5, 0.5
    scorer = Scorer(model.labels, model.scorer.log_prior, numbers=NumberCurves(means, variances))
    expected = np.exp(scorer.log_proba(Features(numbers=[[6.0, 2.7, 4.8, 1.6]])))[0]  # type: ignore[arg-type]
    assert browser.shares == pytest.approx(expected.tolist(), abs=1e-9)
    assert browser.run("document.querySelectorAll('#picture polyline').length") == 12


@needs_chromium
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_tennis_is_judged_as_the_engine_does(browsers: Any, language: str) -> None:
    lesson = find_lesson("tennis", language)
    browser = browsers(lesson, language)
    state = make_script_input(lesson.setup)
    assert state is not None

    for value, name in enumerate(state["choices"][0]["values"]):
        browser.type_in("[data-choice='0']", value)
        expected = engine_shares(replace(lesson.setup, query=(name, *lesson.setup.query[1:])))
        assert browser.shares == pytest.approx(expected, abs=1e-9)


@needs_chromium
def test_a_wrong_number_changes_nothing_and_is_marked(browsers: Any) -> None:
    browser = browsers(find_lesson("five-mails", "en"))
    before = browser.shares

    for wrong in ("-1", "", "1e99"):
        browser.type_in("#alpha", wrong)
        assert browser.shares == before
        assert browser.run("document.getElementById('alpha').getAttribute('aria-invalid')") == "true"


@needs_chromium
def test_a_stranger_s_lesson_runs_nothing_in_the_page(browsers: Any, tmp_path: Path) -> None:
    evil = "</script><script>document.title='run'</script><img src=x onerror=document.title='run'>"
    lesson = find_lesson("fever", "en")
    setup = replace(
        lesson.setup,
        columns=((evil, "choice"), *lesson.setup.columns[1:]),
        rows=tuple((evil + row[0], evil + row[1], *row[2:]) for row in lesson.setup.rows),
    )
    plain = json.loads(lesson_to_bytes(replace(lesson, title="quiet", setup=setup)))
    path = tmp_path / "evil.bayleaf-lesson"
    path.write_text(json.dumps(plain | {"explanation": evil}), encoding="utf-8")
    browser = browsers(read_lesson(path))

    assert browser.run("document.title") == "quiet"
    assert browser.run("document.querySelectorAll('img, main script').length") == 0
    assert evil in browser.run("document.getElementById('controls').textContent")
    browser.run(
        "var s = document.createElement('script'); s.textContent = 'document.title=\"run\"'; document.body.append(s)"
    )
    assert browser.run("document.title") == "quiet", "the page's policy allows no other script"


@pytest.mark.parametrize("name", LESSON_ORDER)
def test_the_page_asks_the_network_for_nothing(name: str) -> None:
    page = make_lesson_page(find_lesson(name, "en"), "en")

    allowed = {"http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"}
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) <= allowed
    assert "default-src 'none'" in page
    assert not re.search(r"\bsrc=|@import|url\(|fetch\(|XMLHttpRequest|innerHTML|eval\(", page)
