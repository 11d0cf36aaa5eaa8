"""From a pile to labels by commands alone: groups, questions, answers."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from app.features.sort.use_cases import readable_words
from app.store.workspace import Workspace
from tests.app.command_line import Run, RunJson

WORDS = {
    "garden": "tomato seedling compost spade watering greenhouse pruning hedge lawn mulch",
    "music": "sonata violin orchestra rehearsal conductor quartet cello tempo melody chord",
    "travel": "airport hotel luggage passport itinerary ferry visa timetable hostel border",
    "kitchen": "recipe oven flour simmer butter saucepan garlic whisk dough pepper",
    "money": "invoice mortgage interest account dividend tax budget savings loan receipt",
}
COMMON = "today again people report week about around between small large first other"


def texts(sizes: dict[str, int], seed: int = 0) -> list[tuple[str, str]]:
    chance = random.Random(seed)
    found = []
    for topic, size in sizes.items():
        for n in range(size):
            own = chance.choices(WORDS[topic].split(), k=6) + chance.choices(COMMON.split(), k=5)
            found.append((topic, " ".join([*own, f"nr{seed}x{n}"])))
    chance.shuffle(found)
    return found


def written(path: Path, found: list[tuple[str, str]]) -> Path:
    path.write_text("\n".join(json.dumps({"text": text}) for _, text in found), encoding="utf-8")
    return path


@pytest.fixture
def truth(tmp_path: Path, run_json: RunJson) -> dict[int, str]:
    """Import a pile without labels; return the topic of each document by its number."""
    found = texts(dict.fromkeys(WORDS, 60))
    run_json("import", tmp_path / "p.bayleaf", written(tmp_path / "pile.jsonl", found))
    return dict(enumerate((topic for topic, _ in found), start=1))


def test_a_pile_without_labels_falls_into_groups_named_by_their_words(
    tmp_path: Path, truth: dict[int, str], run: Run, run_json: RunJson
) -> None:
    told = run_json("groups", tmp_path / "p.bayleaf")
    assert sorted(number for group in told["groups"] for number in group["documents"]) == sorted(truth)
    for group in told["groups"]:
        [topic] = {truth[number] for number in group["documents"]}
        assert set(group["words"]) <= set(WORDS[topic].split())
        assert group["name"] == ", ".join(group["words"][:3])
        assert set(group["core"]) < set(group["documents"])
        assert len(set(group["typical"])) == 3
    shown = run("groups", tmp_path / "p.bayleaf").output
    assert told["groups"][0]["name"] in shown


def test_a_script_goes_all_the_way_by_next_and_label(
    tmp_path: Path, truth: dict[int, str], run: Run, run_json: RunJson
) -> None:
    workspace = tmp_path / "p.bayleaf"
    first = run_json("next", workspace)
    assert {one["reason"].split()[0] for one in first["documents"]} == {"typical", "drawn"}
    assert (first["expected_gain"], first["right"], first["labelled"]) == (None, None, 0)
    for _ in range(6):
        told = run_json("next", workspace)
        for one in told["documents"]:
            assert run_json("label", workspace, one["id"], "--label", truth[one["id"]]) == {"changed": 1}
    told = run_json("next", workspace, "-n", 4)
    assert (told["labelled"], told["unlabelled"], told["drawn_by_chance"] >= 12) == (60, 240, True)
    assert told["interval"][0] <= told["right"] <= told["interval"][1]
    assert told["right"] > 0.9
    assert told["expected_gain"] < 0.01
    assert told["is_enough"]
    assert len(told["documents"]) == 4
    labelled = {one["id"] for one in told["documents"]}
    assert all(max(one["labels"], key=one["labels"].get) == truth[one["id"]] for one in told["documents"])
    assert "More answers would change next to nothing." in run("next", workspace).output
    left = {number for group in run_json("groups", workspace)["groups"] for number in group["documents"]}
    assert len(left) == 240
    assert labelled <= left


def test_undone_answers_are_asked_again_and_wrong_ones_are_told(
    tmp_path: Path, truth: dict[int, str], run: Run, run_json: RunJson
) -> None:
    workspace = tmp_path / "p.bayleaf"
    for _ in range(4):
        for one in run_json("next", workspace)["documents"]:
            run_json("label", workspace, one["id"], "--label", truth[one["id"]])
    mistaken = run_json("next", workspace)["documents"][0]["id"]
    run_json("label", workspace, mistaken, "--label", "money" if truth[mistaken] != "money" else "music")
    [suspect] = run_json("next", workspace)["suspects"]
    assert (suspect["id"], suspect["likelier"]) == (mistaken, truth[mistaken])
    assert f"Document {mistaken} was called" in run("next", workspace).output
    run_json("label", workspace, mistaken, "--none")
    assert run_json("next", workspace)["suspects"] == []


def test_labels_given_to_a_whole_group_are_no_answers_that_the_figure_may_rest_on(
    tmp_path: Path, truth: dict[int, str], run_json: RunJson
) -> None:
    workspace = tmp_path / "p.bayleaf"
    for group in run_json("groups", workspace)["groups"]:
        run_json("label", workspace, *group["core"], "--label", truth[group["core"][0]])
    told = run_json("next", workspace)
    assert told["labelled"] > 200
    assert (told["drawn_by_chance"], told["right"]) == (0, None)
    edges = run_json("groups", workspace)["groups"]
    assert {group["label"] for group in edges} == set(WORDS)
    for _ in range(3):
        for one in run_json("next", workspace)["documents"]:
            run_json("label", workspace, one["id"], "--label", truth[one["id"]])
    assert run_json("next", workspace)["drawn_by_chance"] >= 6


def test_what_comes_later_and_is_like_nothing_before_makes_a_new_group(
    tmp_path: Path, truth: dict[int, str], run_json: RunJson
) -> None:
    workspace = tmp_path / "p.bayleaf"
    before = {frozenset(group["documents"]) for group in run_json("groups", workspace)["groups"]}
    WORDS["sea"] = "harbour anchor sailor tide lighthouse mast keel deck mooring buoy"
    late = texts({"sea": 14, "music": 20}, seed=5)
    del WORDS["sea"]
    run_json("import", workspace, written(tmp_path / "late.jsonl", late))
    groups = run_json("groups", workspace)["groups"]
    [new] = [group for group in groups if group["is_new"]]
    sea = {number for number, (topic, _) in enumerate(late, start=len(truth) + 1) if topic == "sea"}
    assert set(new["documents"]) == sea
    assert {frozenset(set(group["documents"]) & set(truth)) for group in groups} - {frozenset()} == before


def test_what_comes_to_a_sorted_corpus_and_fits_no_label_makes_a_new_group(tmp_path: Path, run_json: RunJson) -> None:
    workspace = tmp_path / "s.bayleaf"
    sorted_before = tmp_path / "sorted.jsonl"
    lines = [json.dumps({"text": text, "label": topic}) for topic, text in texts(dict.fromkeys(WORDS, 40))]
    sorted_before.write_text("\n".join(lines), encoding="utf-8")
    run_json("import", workspace, sorted_before, "--label-column", "label")
    assert run_json("groups", workspace)["groups"] == []
    WORDS["sea"] = "harbour anchor sailor tide lighthouse mast keel deck mooring buoy"
    late = texts({"sea": 14, "music": 25}, seed=7)
    del WORDS["sea"]
    run_json("import", workspace, written(tmp_path / "late.jsonl", late), "--labels-from", "none")
    [new] = [group for group in run_json("groups", workspace)["groups"] if group["is_new"]]
    assert set(new["documents"]) == {201 + place for place, (topic, _) in enumerate(late) if topic == "sea"}
    told = {one["id"]: one for one in run_json("next", workspace, "-n", 39)["documents"]}
    assert len(told) == 39
    for number in set(told) - set(new["documents"]):
        assert max(told[number]["labels"], key=told[number]["labels"].get) == "music"


def test_a_corpus_that_takes_several_is_asked_about_each_label(
    tmp_path: Path, truth: dict[int, str], run_json: RunJson
) -> None:
    workspace = tmp_path / "p.bayleaf"
    run_json("label", workspace, "--takes", "several")
    for _ in range(4):
        for one in run_json("next", workspace)["documents"]:
            also = ["--label", "home"] if truth[one["id"]] in ("garden", "kitchen") else []
            run_json("label", workspace, one["id"], "--label", truth[one["id"]], *also)
    told = run_json("next", workspace, "-n", 50)["documents"]
    homes = [one for one in told if truth[one["id"]] in ("garden", "kitchen")]
    assert sum(one["labels"].get("home", 0) > 0.5 for one in homes) > 0.8 * len(homes)


@pytest.mark.parametrize("content", [["one text alone"], [""], ["the same words"] * 20, ["7", "8"]])
def test_odd_piles_are_answered_too(tmp_path: Path, content: list[str], run_json: RunJson) -> None:
    source = tmp_path / "odd.jsonl"
    source.write_text("\n".join(json.dumps({"text": text}) for text in content), encoding="utf-8")
    run_json("import", tmp_path / "o.bayleaf", source, "--keep-duplicates")
    n = run_json("info", tmp_path / "o.bayleaf")["documents"]
    if n:
        assert run_json("groups", tmp_path / "o.bayleaf")["groups"] is not None
        assert len(run_json("next", tmp_path / "o.bayleaf")["documents"]) == min(n, 10)


def test_questions_are_asked_while_an_import_is_running(
    tmp_path: Path, truth: dict[int, str], run_json: RunJson
) -> None:
    workspace = tmp_path / "p.bayleaf"
    with Workspace(workspace) as opened, opened.imports.begin("Documents", source="s", kind="text") as run:
        told = run_json("next", workspace)
        number = told["documents"][0]["id"]
        assert run_json("label", workspace, number, "--label", truth[number]) == {"changed": 1}
        run.discard()
    assert run_json("next", workspace)["labelled"] == 1


def test_groups_are_named_by_words_that_say_something_to_a_person() -> None:
    words = ["from:ann", "subject:choir", "choir", "____", "赛", "比赛", "choirs", "rehearsal", "url:example", "hall"]
    assert readable_words(words) == ["choir", "比赛", "rehearsal", "hall"]
