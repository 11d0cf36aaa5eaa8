"""Tables of every make become rows, and no row is ever lost, merged or eaten by a quote."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Document, Failure, SourceOptions
from app.domain.errors import SourceError
from app.readers.reading import read_item
from app.readers.sources import plan_source, work_items


def read(path: Path, **options: object) -> list[Document | Failure]:
    chosen = SourceOptions(**options)  # type: ignore[arg-type]
    return [extracted for item in work_items([path], chosen) for extracted in read_item(item, chosen)]


def documents(path: Path, **options: object) -> list[Document]:
    extracted = read(path, **options)
    assert not [one for one in extracted if isinstance(one, Failure)]
    return [one for one in extracted if isinstance(one, Document)]


@pytest.fixture
def table(tmp_path: Path):
    def write(content: str | bytes, name: str = "table.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def test_text_and_label_columns_are_found_by_their_names(table):
    path = table("id,label,text\n1,ham,see you at noon\n2,spam,win a prize now\n3,ham,on my way home\n")
    rows = documents(path)
    assert [(row.label, row.text) for row in rows] == [
        ("ham", "see you at noon"),
        ("spam", "win a prize now"),
        ("ham", "on my way home"),
    ]
    assert {row.kind for row in rows} == {"row"}
    assert [row.member for row in rows] == ["2", "3", "4"]


def test_literal_quotes_in_a_table_of_messages_eat_no_lines(table):
    lines = [f"ham\tplain words, number {number}" for number in range(6)]
    lines += ['spam\t"an opened quote', 'ham\tanother "one" inside', 'ham\t"whole"']
    rows = documents(table("\n".join(lines), "messages.tsv"))
    assert len(rows) == len(lines)
    assert rows[6].text == '"an opened quote'
    assert rows[8].text == '"whole"'


def test_quoted_fields_may_hold_delimiters_and_line_ends(table):
    rows = documents(table('label,text\nham,"one, two\nthree ""four"""\nspam,"five, six"\n'))
    assert [row.text for row in rows] == ['one, two\nthree "four"', "five, six"]
    assert [row.member for row in rows] == ["2", "4"]


LETTER = 'dear all, the meeting\nof monday is moved "for good"; please\ncome, all of you, to the next one, then\n'


@pytest.mark.parametrize("n_lines", [3, 100, 400, 6_000])
@pytest.mark.parametrize("form", ["csv", "semicolons", "numbered", "unheaded", "lines", "array"])
def test_texts_may_be_longer_than_what_is_looked_at_first(table, form, n_lines):
    rows = [(label, f"{number} {LETTER * (n_lines // 3)}") for number, label in enumerate(("ham", "spam") * 3)]
    if form in ("lines", "array"):
        values = [json.dumps({"label": label, "text": text}) for label, text in rows]
        content, name = ("\n".join(values), "a.jsonl") if form == "lines" else (f"[{','.join(values)}]", "a.json")
    else:
        stream, name = io.StringIO(newline=""), "a.csv"
        writer = csv.writer(stream, delimiter=";" if form == "semicolons" else ",")
        numbered = [("", "label", "text"), *((number, *row) for number, row in enumerate(rows))]
        headed = [("label", "text"), *rows]
        writer.writerows(numbered if form == "numbered" else rows if form == "unheaded" else headed)
        content = stream.getvalue()

    found = documents(table(content, name))

    assert [(row.label, row.text) for row in found] == rows


def test_an_object_that_is_no_row_is_text(table):
    (document,) = documents(table(json.dumps({"name": "a package", "text": LETTER * 1_000}), "package.json"))

    assert document.kind == "text"


def test_a_stray_quote_in_a_quoted_table_costs_at_most_its_own_row(table):
    good = "".join(f'{number},"text, number {number}"\n' for number in range(50))
    extracted = read(table("id,text\n" + good + '50,"never closed\n' + good))
    assert len([one for one in extracted if isinstance(one, Document)]) >= 100


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_any_usual_delimiter_is_recognised(table, delimiter):
    lines = [("label", "text"), ("ham", "come to dinner tonight"), ("spam", "cheap pills for everyone")]
    rows = documents(table("".join(delimiter.join(line) + "\n" for line in lines)))
    assert [row.label for row in rows] == ["ham", "spam"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1251"])
def test_a_table_is_read_in_whatever_encoding_it_is_in(table, encoding):
    lines = ["label,text", "спам,Купите дешёвые таблетки прямо сейчас", "нет,Увидимся завтра на работе в девять утра"]
    rows = documents(table("\n".join(lines).encode(encoding)))
    assert [row.label for row in rows] == ["спам", "нет"]
    assert rows[0].text == "Купите дешёвые таблетки прямо сейчас"


def test_a_row_that_does_not_fit_is_listed_and_the_rest_goes_on(table):
    extracted = read(table("a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n"))
    assert [one.member for one in extracted if isinstance(one, Document)] == ["2", "5"]
    assert [(one.member, one.reason) for one in extracted if isinstance(one, Failure)] == [
        ("3", "bad-row"),
        ("4", "bad-row"),
    ]


def test_numbers_and_choices_are_told_apart_and_missing_values_are_kept_as_such(table):
    path = table("5.1,red,yes\n?,blue,no\n4.7,?,yes\n4.9,red,no\n,blue,yes\n")
    plan = plan_source([path])
    assert plan.schema.numeric == ("column 1",)
    assert plan.schema.categorical == ("column 2",)
    assert plan.schema.label == "column 3"
    rows = documents(path)
    assert [row.numbers[0] for row in rows][::2][:2] == [5.1, 4.7]
    assert math.isnan(rows[1].numbers[0])
    assert math.isnan(rows[4].numbers[0])
    assert rows[2].choices == (None,)


def test_a_cell_that_is_no_number_in_a_numeric_column_is_a_bad_row(table):
    path = table("height,label\n1.80,a\ntall,b\n1.60,a\n")
    extracted = read(path, numeric_columns=("height",), label_column="label")
    assert [type(one) for one in extracted] == [Document, Failure, Document]


def test_what_a_person_says_of_the_columns_wins_over_the_guess(table):
    path = table("1,first text of all,a\n2,second text of all,b\n")
    rows = documents(path, text_column="3", label_column="1", has_header_row=False)
    assert [(row.label, row.text) for row in rows] == [("1", "a"), ("2", "b")]


MIXED_ROWS = "id,height,colour,grade,label\n" + "".join(
    f"{number},{number / 7:.3f},{'red' if number % 3 else 'blue'},{number % 4},{'ab'[number % 2]}\n"
    for number in range(100)
)


def test_few_whole_numbers_that_come_again_and_again_are_codes(table):
    schema = plan_source([table(MIXED_ROWS)], SourceOptions(label_column="label")).schema
    assert (schema.numeric, schema.categorical) == (("id", "height"), ("colour", "grade"))


def test_columns_can_be_left_out_while_all_others_are_used(table):
    schema = plan_source([table(MIXED_ROWS)], SourceOptions(label_column="5", ignored_columns=("id", "3"))).schema
    assert (schema.numeric, schema.categorical, schema.label) == (("height",), ("grade",), "label")


def test_one_guess_can_be_changed_while_the_rest_stay_guesses(table):
    options = SourceOptions(numeric_columns=("grade",), ignored_columns=("id",), label_column="label")
    schema = plan_source([table(MIXED_ROWS)], options).schema
    assert (schema.numeric, schema.categorical) == (("height", "grade"), ("colour",))
    options = SourceOptions(categorical_columns=("id",), guesses_rest=True, label_column="label")
    schema = plan_source([table(MIXED_ROWS)], options).schema
    assert (schema.numeric, schema.categorical) == (("height",), ("id", "colour", "grade"))


def test_a_text_column_can_be_joined_by_numbers_and_choices_on_request(table):
    rows = "".join(f"a sentence that is number {n},{n / 3:.2f},{'ab'[n % 2]}\n" for n in range(40))
    path = table("text,price,label\n" + rows)
    assert plan_source([path]).schema.numeric == ()
    schema = plan_source([path], SourceOptions(guesses_rest=True)).schema
    assert (schema.text, schema.numeric, schema.label) == ("text", ("price",), "label")


def test_an_ignored_column_that_does_not_exist_is_an_error(table):
    with pytest.raises(SourceError, match="no-column"):
        plan_source([table(MIXED_ROWS)], SourceOptions(ignored_columns=("weight",)))


@pytest.mark.parametrize("name", ["missing", "3", "²"])
def test_a_column_that_does_not_exist_is_an_error_that_names_it(table, name):
    with pytest.raises(SourceError, match="no-column") as caught:
        plan_source([table("a,b\n1,2\n")], SourceOptions(text_column=name))
    assert caught.value.detail == name


def test_a_weight_column_weighs_its_rows(table):
    path = table("text,n,label\nmany like this one,3,a\nfew like this one,0.5,b\n")
    assert [row.weight for row in documents(path, weight_column="n")] == [3.0, 0.5]


def test_equal_rows_stay_apart(table):
    rows = documents(table("label,text\n" + "ham,the very same words\n" * 3))
    assert len(rows) == 3
    assert {row.content_hash for row in rows} == {b""}


@pytest.mark.parametrize(
    ("first", "is_header"), [("label,text", True), ("ham,hello there my friend", False), ("a,b", True), ("1,2", False)]
)
def test_a_header_row_is_told_from_data(table, first, is_header):
    lines = [first] + ["ham,hello there my friend", "spam,buy this thing today"] * 5
    assert plan_source([table("\n".join(lines))]).options.has_header_row is is_header


def test_columns_that_are_left_behind_need_no_name(table):
    rows = [("", "v1", "v2", "", "")]
    rows += [
        (number, label, f"{label} {number}, as it came", "", "") for number, label in enumerate(("ham", "spam") * 20)
    ]
    rows[7] = (*rows[7][:3], "and more", "")

    found = documents(table("".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)))

    assert [(row.label, row.text) for row in found] == [row[1:3] for row in rows[1:]]


def test_a_first_row_with_gaps_among_words_is_data(table):
    rows = ["ham,,see you at noon"] + ["ham,friend,see you at noon", "spam,stranger,win a prize now"] * 5

    assert len(documents(table("\n".join(rows)))) == len(rows)


def test_a_header_shorter_than_its_rows_names_what_it_can(table):
    path = table("Sky Wind\nSunny Weak No\nSunny Strong No\nRain Weak Yes\nRain Mild Yes\n", "play.data")
    plan = plan_source([path])
    assert plan.schema.categorical == ("Sky", "Wind")
    assert plan.schema.label == "column 3"


def test_json_lines_and_a_json_array_give_the_same_rows(table):
    values = [{"label": "ham", "text": "see you at noon, friend"}, {"text": "win a prize", "label": "spam", "x": 1}]
    lines = documents(table("\n".join(map(json.dumps, values)), "a.jsonl"))
    array = documents(table(json.dumps(values, indent=1), "a.json"))
    assert [(row.label, row.text) for row in lines] == [(row.label, row.text) for row in array]
    assert [row.label for row in lines] == ["ham", "spam"]


def test_json_may_write_half_characters_and_they_become_text(table):
    lines = '{"label":"a","text":"half \\ud83d and whole \\ud83d\\ude00"}\n{"label":"b","text":"x y z and more"}\n'
    path = table(lines, "a.jsonl")
    assert documents(path)[0].text.encode().decode() == "half \ufffd and whole 😀"


def test_an_array_that_is_cut_off_gives_its_whole_values_and_says_so(table):
    values = '[{"text": "first of the two", "label": "a"}, {"text": "second of the two", "label": "b"}, {"te'
    path = table(values, "a.json")
    extracted = read(path)
    assert len([one for one in extracted if isinstance(one, Document)]) == 2
    assert [one.reason for one in extracted if isinstance(one, Failure)] == ["damaged"]


def test_json_nested_without_end_breaks_nothing(table):
    path = table("[" * 200_000, "a.json")
    assert plan_source([path]).n_files_by_kind == {"text": 1}
    assert [one.text for one in documents(path, kind="table")] == ["[" * 200_000]


def test_a_large_table_without_the_column_that_is_asked_for_is_one_failure(table, monkeypatch):
    monkeypatch.setattr("app.readers.sources.LARGE_BYTES", 10)
    extracted = read(table("a,b\n1,2\n3,4\n"), text_column="missing")
    assert [one.reason for one in extracted if isinstance(one, Failure)] == ["no-column"]


def test_a_file_that_only_has_commas_in_it_is_text(table):
    rows = read(table("Dear friend,\nI hope, as ever, that you are well,\nYours\n", "letter.txt"))
    assert [one.kind for one in rows if isinstance(one, Document)] == ["text"]


# A file of control characters is no text, and is refused as such; cells hold what people write.
CELL = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), include_characters="\n\r\t"), max_size=12)


@given(st.lists(st.tuples(CELL, CELL, CELL), min_size=3, max_size=20))
def test_whatever_the_csv_module_writes_is_read_back_row_for_row(tmp_path_factory, rows):
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([("first", "second", "third"), *rows])
    path = tmp_path_factory.mktemp("csv") / "written.csv"
    path.write_bytes(text.getvalue().encode())
    names = ("first", "second", "third")
    found = read(path, kind="table", has_header_row=True, categorical_columns=names, labels_from="none")
    assert len(found) == len(rows)
    for one, row in zip(found, rows, strict=True):
        assert isinstance(one, Document)
        missing = ("", "?", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "#N/A")
        assert one.choices == tuple(None if cell.strip() in missing else cell.strip() for cell in row)


@pytest.mark.corpora
@pytest.mark.parametrize(
    ("name", "n_rows"),
    [
        ("small-text/sms-spam/SMSSpamCollection", 5574),
        ("small-text/ru-telegram-spam/telegram_spam_ru.csv", 16502),
        ("small-text/zh-sms-spam/junk_message.txt", 1097),
        ("tables/uci/mushroom/agaricus-lepiota.data", 8124),
        ("tables/uci/jbrownlee-csv/iris.csv", 150),
        ("tables/uci/car/car.data", 1728),
        ("tables/uci/spambase/spambase.data", 4601),
        ("tables/uci/tennis/tennis.data", 14),
    ],
)
def test_well_known_tables_are_read_whole_with_their_labels(corpora, name, n_rows):
    rows = documents(corpora / name)
    assert len(rows) == n_rows
    assert all(row.label for row in rows)


@pytest.mark.corpora
def test_the_csv_spectrum_reads_as_its_json_says(corpora):
    folder = corpora / "encodings/csv-torture/csv-spectrum"
    paths = [path for path in sorted((folder / "csvs").glob("*.csv")) if path.stem != "location_coordinates"]
    for path in paths:  # the one left out has another telephone number in its JSON than in its CSV
        expected = json.loads((folder / "json" / f"{path.stem}.json").read_text())
        expected = [expected] if isinstance(expected, dict) else expected
        names = tuple(expected[0])
        found = documents(path, kind="table", categorical_columns=names, labels_from="none", has_header_row=True)
        cells = [[(cell or "").replace("\r\n", "\n") for cell in row.choices] for row in found]
        assert cells == [[row[name].strip().replace("\r\n", "\n") for name in names] for row in expected], path.name
