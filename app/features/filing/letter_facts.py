"""Find the date and the sender of a letter, by named rules for English, German, Russian and Chinese.

Each fact (the date or the sender) names its rule, so that a person can check and correct it. Facts from weak rules are
marked as guesses. Corrections are stored in the workspace under the content hash of the letter, so that they apply to
every copy.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path

import resources
from app.domain.documents import Document
from app.domain.errors import UnusableName
from app.domain.records import LetterFact, LetterFacts
from app.features.filing.text_layers import most_frequent_script
from app.store.workspace import Workspace, WorkspaceSource, open_for_writing

MAX_LINES = 400
MAX_LINE_CHARACTERS = 500
"""Only the beginning of a line is searched: the patterns take quadratic time. A line of 1 MB took over an hour."""
HEAD_LINES = 14
"""Number of lines at the start of a letter that are searched for its sender."""
MAX_SENDER_CHARACTERS = 60
MAX_NAME_WORDS = 7
YEARS = range(1950, 2100)
LETTERS = Path(resources.__file__).parent / "letters"
MONTHS = {
    name: number
    for number, names in enumerate((LETTERS / "months.txt").read_text(encoding="utf-8").splitlines(), start=1)
    for name in names.split()
}
DIGITS = {digit: str(number) for number, digit in enumerate("〇一二三四五六七八九")} | {"○": "0", "零": "0"}
_NAME = "|".join(sorted(MONTHS, key=len, reverse=True))
_CHINESE = "[0-9〇○零一二三四五六七八九十]"
DATES = re.compile(
    rf"""(?xi)
    (?<![\d.,/-]) (?P<y1>(?:19|20)\d\d) \s?[-./]\s? (?P<m1>\d\d?) \s?[-./]\s? (?P<d1>\d\d?) (?![\d/-])
    | (?P<y2>{_CHINESE}{{4}}) \s? 年 \s? (?P<m2>{_CHINESE}{{1,3}}) \s? 月 \s? (?P<d2>{_CHINESE}{{1,3}}) \s? [日号]
    | (?<!\d) ["«“„]? (?P<d3>\d\d?) (?:st|nd|rd|th)? \.? ["»”“]? \s? (?:of\s)? (?P<m3>{_NAME}) \b \.? ,? \s?
      (?P<y3>(?:19|20)\d\d) (?!\d)
    | \b (?P<m4>{_NAME}) \b \.? \s? (?P<d4>\d\d?) (?:st|nd|rd|th)? ,? \s? (?P<y4>(?:19|20)\d\d) (?!\d)
    | (?<![\d.,/]) (?P<d5>\d\d?) \s?\.\s? (?P<m5>\d\d?) \s?\.\s? (?P<y5>(?:19|20)?\d\d) (?![\d])
    | (?<![\d.,/]) (?P<a6>\d\d?) / (?P<b6>\d\d?) / (?P<y6>(?:19|20)\d\d) (?!\d)
    """
)
DATE_WORD = re.compile(r"(?i)\b(?:date[d]?|issued|datum|ausgestellt|дата|от)\b|日期|(?<!\w)den\b|签发|开票")
"""Words that precede the date of the letter itself."""
OTHER_DATE_WORD = re.compile(
    r"(?i)\b(?:due|born|birth|until|expir\w*|valid|deadline|from|between|fällig\w*|zahlbar|geboren|geb|bis|seit|gültig|"
    r"срок\w*|до|рожд\w*|с|период\w*|оплат\w*)\b|出生|截止|到期|有效|之前"
)
"""Words that precede another date, such as a due date."""
OTHER_DATE_WORD_AFTER = re.compile(r"\s*(?:之?前|以前|起|到期|截止|内)")
"""Chinese words that follow another date, such as a due date."""
MAX_LETTERS_BESIDE_DATE = 20
"""A date counts as alone on its line if at most this many letters are beside it. A Chinese character counts as four."""
FROM = re.compile(r"(?i)^\s*(?:from|sender|absender|von|отправитель|от кого|от|发件人|寄件人)\s*[:：]\s*(\S.*)")
LINE_PART_SEPARATOR = re.compile(r"\s*[·•|∙●]\s*|\s+[–—-]\s+|,\s+(?=\d|[A-ZÄÖÜА-Я][\w.-]*\s*\d)|\s{3,}|\t")
COMPANY = re.compile(
    r"(?:\b(?:GmbH|AG|KG|OHG|UG|eG|e\.\s?V|SE|Ltd|Limited|Inc|LLC|LLP|PLC|plc|Corp|Corporation|Co|S\.A|B\.V|"
    r"ООО|ОАО|ПАО|ЗАО|АО|ИП|ФГУП|ГУП|МУП|ТСЖ|НКО)\b|公司|银行|集团|大学|医院|保险|学校|法院|税务局|事务所|委员会|物业)"
)
INSTITUTION = re.compile(
    r"(?i)\b(?:bank\w*|sparkasse|finanzamt|stadtwerke|versicherung\w*|amtsgericht|krankenkasse|universität|rathaus|insurance|university|"
    r"hospital|council|revenue|department|ministry|energy|telecom\w*|банк\w*|инспекция|университет|больница|страхов\w*|"
    r"министерство|управление|администрация|поликлиника)\b"
)
GREETING = re.compile(
    r"(?i)^\s*(?:(?:yours )?sincerely|(?:best|kind)? ?regards|yours (?:truly|faithfully)|mit freundlichen grüßen|"
    r"freundliche grüße|hochachtungsvoll|с уважением|此致|敬礼|顺颂)\W*$"
)
ADDRESS = re.compile(r"(?i)(?:[\w.+-]+@|https?://|www\.)((?:[\w-]+\.)+[a-z]{2,})")


def find_facts(document: Document, modification_time_s: float | None = None) -> LetterFacts:
    """Return the date and the sender of a document; those of a mail come from its headers."""
    stripped = (line.strip()[:MAX_LINE_CHARACTERS] for line in document.text.splitlines()[:MAX_LINES])
    lines = [line for line in stripped if line]
    if document.kind == "mail":
        sent = LetterFact(to_iso_day(document.date_s), "mail", "Date") if document.date_s is not None else LetterFact()
        return LetterFacts(
            sent, LetterFact(sender_display_name(document.sender), "mail", document.sender), document.content_hash
        )
    date_fact = find_date(lines)
    if not date_fact.value and modification_time_s is not None:
        date_fact = LetterFact(to_iso_day(modification_time_s), "file-time")
    sender = next((fact for fact in find_senders(lines) if fact.value), LetterFact())
    return LetterFacts(date_fact, sender, document.content_hash, most_frequent_script(document.pages))


def to_iso_day(seconds: float) -> str:
    """Return the UTC day of a timestamp in ISO form; empty if it is out of range."""
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (OverflowError, OSError, ValueError):
        return ""


def sender_display_name(sender: str) -> str:
    """Return the display name in a sender; without one, the address."""
    name = sender.partition("<")[0].strip().strip("\"'").strip()
    return (name or sender.strip("<> "))[:MAX_SENDER_CHARACTERS]


# Dates


def find_date(lines: list[str]) -> LetterFact:
    """Return the date of the letter.

    The rules are tried in this order: a date after a word like *date*, a date alone on its line, the first date.
    """
    by_rule: dict[str, LetterFact] = {}
    for line in lines:
        for match in DATES.finditer(line):
            day, is_plain = parse_day(match)
            rule = rule_of_date(line[: match.start()], line[match.end() :]) if day else ""
            if rule:
                rule = rule if is_plain else "slashes"
                by_rule.setdefault(rule, LetterFact(day, rule, line[:80]))
    order = ("date-word", "date-line", "first-date", "slashes")
    return next((by_rule[rule] for rule in order if rule in by_rule), LetterFact())


def rule_of_date(before: str, after: str) -> str:
    """Return the name of the rule by which a date is the letter's own; empty if it is another date, such as a due date.

    `before` and `after` are the texts beside the date.
    """
    if DATE_WORD.search(before[-40:]) and not OTHER_DATE_WORD.search(before[-12:].replace("от", "")):
        return "date-word"
    if OTHER_DATE_WORD.search(before[-30:]) or OTHER_DATE_WORD_AFTER.match(after):
        return ""
    n_letters = sum(4 if letter > "\u2e80" else 1 for letter in before + after if letter.isalpha())
    return "date-line" if n_letters <= MAX_LETTERS_BESIDE_DATE else "first-date"


def parse_day(match: re.Match[str]) -> tuple[str, bool]:
    """Return a date in ISO form, empty if it is invalid, and whether day and month cannot be confused."""
    parts = {name[0]: value for name, value in match.groupdict().items() if value is not None}
    is_plain = True
    if "a" in parts:
        first, second = int(parts["a"]), int(parts["b"])
        is_plain = first != second and max(first, second) > 12
        month, day = (second, first) if first > 12 else (first, second)
    else:
        month_words = parts["m"].lower()
        month = MONTHS.get(month_words) or parse_day_number(month_words)
        day = parse_day_number(parts["d"])
    year = parse_day_number(parts["y"])
    year += 2000 if year < 70 else 1900 if year < 100 else 0
    try:
        return (date(year, month, day).isoformat() if year in YEARS else ""), is_plain
    except ValueError:
        return "", is_plain


def parse_day_number(words: str) -> int:
    """Return a number from digits or from Chinese numerals up to 99; 0 if the text is not a number."""
    if words.isdecimal():
        return int(words)
    if "十" in words:
        tens, _, ones = words.partition("十")
        return int(DIGITS.get(tens, "1")) * 10 + int(DIGITS.get(ones, "0"))
    digits = "".join(DIGITS.get(letter, letter) for letter in words)
    return int(digits) if digits.isdecimal() else 0


# Senders


def find_senders(lines: list[str]) -> Iterator[LetterFact]:
    """Yield possible senders, the most likely first.

    The rules are: a name after a word like *from*, a company at the head, a signature, a web domain, the first lines.
    """
    head = lines[:HEAD_LINES]
    for line in head:
        if match := FROM.match(line):
            yield LetterFact(sender_display_name(clean_name(match[1])), "from-word", line[:80])
    for pattern in (COMPANY, INSTITUTION):
        for line in head:
            piece = next((piece for piece in LINE_PART_SEPARATOR.split(line) if pattern.search(piece)), "")
            is_short = 0 < len(piece) <= MAX_SENDER_CHARACTERS and len(piece.split()) <= MAX_NAME_WORDS
            if is_short and not piece.endswith(".") and not piece[0].islower():  # a name, not a sentence
                yield LetterFact(clean_name(piece), "company", line[:80])
    for before, line in pairwise(lines):
        if GREETING.match(before) and len(line) <= MAX_SENDER_CHARACTERS:
            yield LetterFact(clean_name(line), "signature", line[:80])
    for line in (*head, *lines[-8:]):
        if match := ADDRESS.search(line):
            yield LetterFact(match[1].lower().removeprefix("www."), "domain", line[:80])
    for line in head[:3]:
        if len(line) <= 40 and sum(map(str.isalpha, line)) >= 3 and not DATES.search(line):
            yield LetterFact(clean_name(line), "first-line", line[:80])


def clean_name(words: str) -> str:
    """Return the first part of a line, without punctuation around it."""
    plain = " ".join(unicodedata.normalize("NFKC", LINE_PART_SEPARATOR.split(words.strip())[0]).split())
    return plain.strip(" .,;:*_-–—\"'«»“”„©®™|~^=+<>\\/")[:MAX_SENDER_CHARACTERS]


PARTS = ("date", "sender")
"""Names of the facts that a person can correct."""


def apply_corrections(facts: LetterFacts, workspace: Workspace) -> LetterFacts:
    """Return the facts of a letter, with the corrections that a person has stored in place of the values that were
    found.
    """
    corrections = workspace.arrivals.preference(_preference_name(facts)) if facts.letter else None
    date, sender = (LetterFact(value, "person") if (value := (corrections or {}).get(part)) else None for part in PARTS)
    return replace(facts, date=date or facts.date, sender=sender or facts.sender)


def store_corrections(workspace: WorkspaceSource, facts: LetterFacts, corrections: Mapping[str, str]) -> None:
    """Store a person's corrections of a letter: name of the fact to the new text.

    An empty text removes a correction.

    Raises:
        UnusableName: A date is invalid.
    """
    if not facts.letter:
        return
    checked = {part: parse_correction(part, words) for part, words in corrections.items()}
    with open_for_writing(workspace) as opened, opened.transaction():
        stored = opened.arrivals.preference(_preference_name(facts)) or {}
        updated = {part: words for part, words in {**stored, **checked}.items() if words}
        opened.arrivals.store_preference(_preference_name(facts), updated or None)


def parse_correction(part: str, words: str) -> str:
    """Return a corrected date in ISO form, or a corrected sender on one line.

    Raises:
        UnusableName: The date cannot be read.
    """
    words = " ".join(words.split())
    if part != "date" or not words:
        return words[:MAX_SENDER_CHARACTERS]
    day = find_date([words]).value
    if not day:
        raise UnusableName("date", words, "no-date")
    return day


def _preference_name(facts: LetterFacts) -> str:
    return f"letter {facts.letter.hex()}"
