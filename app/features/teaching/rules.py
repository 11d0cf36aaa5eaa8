"""Rules against naive Bayes: pupils write if-then rules. Hidden mail shows whether the rules or naive Bayes classify
better.

The language of rules, one per line; the first rule that applies decides:

    if "win" and not "meeting" then spam
    if 2 of ("free", "click", "offer") then spam
    else ham

A quoted text is a word or a phrase; letter case does not matter. Keywords may be English, Russian or Chinese. A rule is
data and never executed as code. It has no regular expressions, which could run for a long time.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.domain.documents import display_labels
from app.domain.errors import SourceError, TrainingError
from app.domain.jobs import JobContext
from app.features.teaching.lessons import read_small_file
from app.library.engine_errors import translate_engine_errors
from app.library.training_data import find_corpus
from app.store.workspace import WorkspaceSource, open_for_reading
from nbengine.models.model import Model
from nbengine.models.training import train_on_texts

KEYWORDS: Final = {
    "if": ("if", "если", "如果"), "then": ("then", "то", "则"), "and": ("and", "и", "且"), "or": ("or", "или", "或"),
    "not": ("not", "не", "非"), "of": ("of", "из", "个"), "else": ("else", "иначе", "否则"),
}  # fmt: skip
MEANING_OF_WORD: Final = {word: meaning for meaning, words in KEYWORDS.items() for word in words}
MAX_RULES, MAX_FILE_BYTES, MAX_TEXT_LENGTH, MAX_TERMS = 200, 50_000, 20_000, 100
MAX_SEEN, MAX_HIDDEN, HIDDEN_SHARE, MIN_MAILS = 5_000, 2_000, 0.4, 10
"""Maximum numbers of visible and of hidden mails, proportion of hidden mails, and minimum number of all mails."""
TOKEN = re.compile(
    r"""\s*(?:(?P<text>"[^"]*"|“[^”]*”|«[^»]*»)|(?P<number>\d+)|(?P<sign>[(),，（）])"""
    r"""|(?P<word>如果|否则|则|且|或|非|个|[^\W\d_]+))"""
)
RuleCondition = Callable[[str], bool]
"""Function that returns whether a condition holds for a text. The text must be a result of `prepare_text`."""


class RuleError(ValueError):
    """Raised for a line that is not a valid rule."""

    def __init__(self, line: int, kind: str, near: str = "") -> None:
        super().__init__(line, kind, near)
        self.line, self.kind, self.near = line, kind, near


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a team, in order."""

    team: str
    rules: tuple[tuple[RuleCondition, str], ...]

    def label_of(self, prepared: str) -> str | None:
        """Return the label of the first rule that applies to a text; None if no rule applies. `prepare_text` made the
        text.
        """
        return next((label for test, label in self.rules if test(prepared)), None)


def parse_rules(team: str, source: str, labels: Sequence[str]) -> RuleSet:
    """Parse rules, one per line. A line that begins with # is a comment.

    Raises:
        RuleError: A line is not a rule, or names a label that is not in `labels`.
    """
    rules: list[tuple[RuleCondition, str]] = []
    known = {label.casefold(): label for label in labels}
    for number, line in enumerate(source.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(rules) == MAX_RULES:
            raise RuleError(number, "many")
        test, written = _RuleParser(number, line).parse()
        if written.casefold() not in known:
            raise RuleError(number, "label", written)
        rules.append((test, known[written.casefold()]))
    if not rules:
        raise RuleError(1, "empty")
    return RuleSet(team, tuple(rules))


class _RuleParser:
    """Recursive-descent parser of one rule. Its terms are quoted texts, counts like `2 of (…)` and brackets; `not`
    binds most tightly, then `and`, then `or`.
    """

    def __init__(self, number: int, line: str) -> None:
        self._number, self._line, self._at, self._n_terms = number, line, 0, 0

    def parse(self) -> tuple[RuleCondition, str]:
        """Return the condition of the rule, and its label as written."""
        if self._take_keyword("else"):
            self._take_keyword("then")
            return (lambda _prepared: True), self._parse_label()
        if not self._take_keyword("if"):
            raise self._make_error("if")
        test = self._parse_or()
        if not self._take_keyword("then"):
            raise self._make_error("then")
        return test, self._parse_label()

    def _parse_or(self) -> RuleCondition:
        tests = [self._parse_and()]
        while self._take_keyword("or"):
            tests.append(self._parse_and())
        return tests[0] if len(tests) == 1 else lambda prepared: any(test(prepared) for test in tests)

    def _parse_and(self) -> RuleCondition:
        tests = [self._parse_term()]
        while self._take_keyword("and"):
            tests.append(self._parse_term())
        return tests[0] if len(tests) == 1 else lambda prepared: all(test(prepared) for test in tests)

    def _parse_term(self) -> RuleCondition:
        self._n_terms += 1
        if self._n_terms > MAX_TERMS:
            raise self._make_error("many")
        if self._take_keyword("not"):
            test = self._parse_term()
            return lambda prepared: not test(prepared)
        kind, value = self._next_token()
        if kind == "text":
            self._skip_token()
            return self._make_contains_test(value)
        if kind == "number":
            self._skip_token()
            self._take_keyword("of")
            phrases = self._parse_list()
            return lambda prepared: sum(phrase(prepared) for phrase in phrases) >= int(value)
        if value in "(（" and kind == "sign":
            self._skip_token()
            test = self._parse_or()
            self._skip_closing_bracket()
            return test
        raise self._make_error("text")

    def _parse_list(self) -> list[RuleCondition]:
        if self._next_token()[1] not in ("(", "（"):
            raise self._make_error("bracket")
        self._skip_token()
        phrases = []
        while self._next_token()[0] == "text":
            phrases.append(self._make_contains_test(self._next_token()[1]))
            self._skip_token()
            if self._next_token()[1] in (",", "，"):
                self._skip_token()
        if not phrases:
            raise self._make_error("text")
        self._skip_closing_bracket()
        return phrases

    def _make_contains_test(self, quoted: str) -> RuleCondition:
        wanted = prepare_text(quoted[1:-1])
        if not wanted.strip():
            raise self._make_error("text")
        needle = wanted.strip() if _has_script_without_spaces(wanted) else wanted
        return lambda prepared: needle in prepared

    def _skip_closing_bracket(self) -> None:
        if self._next_token()[1] not in (")", "）"):
            raise self._make_error("bracket")
        self._skip_token()

    def _parse_label(self) -> str:
        label = self._line[self._at :].strip().strip('"“”«»').strip()
        if not label:
            raise self._make_error("label")
        return label

    def _next_token(self) -> tuple[str, str]:
        found = TOKEN.match(self._line, self._at)
        return ("", "\0") if found is None else (str(found.lastgroup), str(found[str(found.lastgroup)]))

    def _skip_token(self) -> None:
        found = TOKEN.match(self._line, self._at)
        self._at = self._at if found is None else found.end()

    def _take_keyword(self, meaning: str) -> bool:
        kind, value = self._next_token()
        is_found = kind == "word" and MEANING_OF_WORD.get(value.casefold()) == meaning
        if is_found:
            self._skip_token()
        return is_found

    def _make_error(self, kind: str) -> RuleError:
        return RuleError(self._number, kind, self._line[self._at :].strip()[:40])


def prepare_text(written: str) -> str:
    """Return a text in the form that conditions need: words in lower case, with one space before and after each
    word.
    """
    words = re.findall(r"\w+", written[:MAX_TEXT_LENGTH].casefold())
    return f" {' '.join(words)} "


def _has_script_without_spaces(prepared: str) -> bool:
    """Return whether a text has characters of a script without spaces between words, such as Chinese.

    Conditions then also match inside words.
    """
    return any("\u3040" <= sign <= "\u9fff" for sign in prepared)


def read_rules(path: Path, labels: Sequence[str]) -> RuleSet:
    """Read rules from a text file. The name of the file is the name of the team.

    Raises:
        SourceError: The file cannot be read.
        RuleError: A line is not a rule.
    """
    source = read_small_file(path, MAX_FILE_BYTES)
    try:
        return parse_rules(path.stem, source.decode("utf-8-sig"), labels)
    except UnicodeDecodeError as error:
        raise SourceError(path, "damaged") from error


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """Visible mails, a model that is trained on them, and hidden mails, on which rules are scored."""

    labels: tuple[str, ...]
    seen_mails: tuple[tuple[str, str], ...]
    """(label, text) of the mails that the teams can read."""
    hidden_mails: tuple[tuple[str, str], ...]
    """(label, text) of the hidden mails."""
    model: Model
    """Naive Bayes, trained on the visible mails."""

    def label_by_bayes(self, written: str) -> str | None:
        """Return the label that naive Bayes gives a text; None if the verdict is undecided."""
        return self.model.judge_text(written).label


def open_contest(workspace: WorkspaceSource, corpus: str, context: JobContext) -> Contest:
    """Divide the mails of a corpus into visible and hidden mails, and train a model on the visible mails.

    The division is the same each time.

    Raises:
        TrainingError: There are too few labelled documents, or only one label.
    """
    context.checkpoint(phase="reading counts")
    with open_for_reading(workspace) as opened:
        name = find_corpus(opened, corpus or None).name
        numbers = opened.documents.numbers(name).tolist()
        random.Random(0).shuffle(numbers)
        numbers = sorted(numbers[: MAX_SEEN + MAX_HIDDEN])
        bodies = dict(opened.documents.read_bodies(numbers))
        mails = [
            (display_labels(heading.label), f"{heading.title}\n{bodies[heading.number].text}"[:MAX_TEXT_LENGTH])
            for heading in opened.documents.headings(numbers)
            if heading.label and heading.number in bodies
        ]
    labels = tuple(sorted({label for label, _ in mails}))
    if len(mails) < MIN_MAILS or len(labels) < 2:
        raise TrainingError(name, "few-mails", {"found": len(mails), "least": MIN_MAILS})
    random.Random(1).shuffle(mails)
    n_hidden = min(int(len(mails) * HIDDEN_SHARE), MAX_HIDDEN)
    hidden, seen = _split_hidden_and_seen(mails, n_hidden)
    context.checkpoint(phase="learning")
    with translate_engine_errors(TrainingError, name):
        model = train_on_texts([written for _, written in seen], [label for label, _ in seen], is_assured=False)
    return Contest(tuple(model.labels), tuple(seen), tuple(hidden), model)


def _split_hidden_and_seen(
    mails: list[tuple[str, str]], n_hidden: int
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return hidden mails and visible mails. The first mail of each label is visible."""
    first = {label: place for place, (label, _) in reversed(list(enumerate(mails)))}
    kept = set(first.values())
    hidden = [place for place in range(len(mails)) if place not in kept][:n_hidden]
    is_hidden = set(hidden)
    return [mails[place] for place in hidden], [mail for place, mail in enumerate(mails) if place not in is_hidden]


@dataclass(frozen=True, slots=True)
class TeamResult:
    """A row of the league table: how well the rules of one team do on the hidden mails."""

    team: str
    """Name of the team; "" for naive Bayes."""
    n_right: int
    n_wrong: int
    n_unmatched: int
    """Number of mails to which no rule applied. `share` counts these mails as wrong."""
    n_rules: int

    @property
    def accuracy(self) -> float:
        """Share of the hidden mails that got the right label, from 0 to 1."""
        return self.n_right / max(self.n_right + self.n_wrong + self.n_unmatched, 1)


def make_league_table(contest: Contest, teams: Sequence[RuleSet]) -> list[TeamResult]:
    """Return the results of the teams and of naive Bayes on the hidden mails, best first."""
    truth = [label for label, _ in contest.hidden_mails]
    prepared = [prepare_text(written) for _, written in contest.hidden_mails]
    verdicts = contest.model.judge_texts([written for _, written in contest.hidden_mails])
    numbers = verdicts.label_numbers.tolist()
    table = [_make_team_result("", [contest.labels[n] if n >= 0 else None for n in numbers], truth, 0)]
    table += [
        _make_team_result(team.team, [team.label_of(each) for each in prepared], truth, len(team.rules))
        for team in teams
    ]
    return sorted(table, key=lambda each: (-each.n_right, each.n_wrong, each.team))


def _make_team_result(team: str, verdicts: Sequence[str | None], truth: Sequence[str], n_rules: int) -> TeamResult:
    n_right = sum(verdict == label for verdict, label in zip(verdicts, truth, strict=True))
    n_unmatched = sum(verdict is None for verdict in verdicts)
    return TeamResult(team, n_right, len(truth) - n_right - n_unmatched, n_unmatched, n_rules)


@dataclass(frozen=True, slots=True)
class TournamentMail:
    """A mail of the tournament. A team wrote it so that the rules of other teams give it a wrong label."""

    author: str
    """Name of the team that wrote the mail."""
    text: str
    """Text of the mail."""
    label: str
    """Correct label according to its author."""
    verdict_by_team: Mapping[str, str | None]
    """Team name ("" for naive Bayes) to the label that the rules of the team give the mail; None if no rule applies."""

    @property
    def beaten_teams(self) -> tuple[str, ...]:
        """Names of the other teams whose rules gave the mail a wrong label or no label; "" for naive Bayes."""
        return tuple(
            team for team, verdict in self.verdict_by_team.items() if team != self.author and verdict != self.label
        )


def classify_tournament_mail(
    contest: Contest, teams: Sequence[RuleSet], author: str, written: str, label: str
) -> TournamentMail:
    """Classify the text of a tournament mail by naive Bayes and by the rules of all teams. `label` is its correct
    label.
    """
    prepared = prepare_text(written)
    verdicts = {"": contest.label_by_bayes(written)}
    verdicts |= {team.team: team.label_of(prepared) for team in teams}
    return TournamentMail(author, written, label, verdicts)


def count_points(attacks: Sequence[TournamentMail]) -> dict[str, int]:
    """Return author to the number of times that a mail of this author got a wrong label from another team.

    Naive Bayes counts as a team.
    """
    beaten_by_author: dict[str, set[str]] = {}
    for attack in attacks:
        beaten_by_author.setdefault(attack.author, set()).update(attack.beaten_teams)
    return {author: len(filters) for author, filters in beaten_by_author.items()}


def make_example_rules(labels: tuple[str, ...]) -> str:
    """Return example rules for the labels of a corpus."""
    first = next((label for label in labels if label.casefold() in ("spam", "junk")), labels[0])
    other = next(label for label in labels if label != first)
    return f'if "free" and not "meeting" then {first}\nif 2 of ("click", "offer", "now") then {first}\nelse {other}\n'
