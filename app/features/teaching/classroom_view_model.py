"""View models of the classroom dialogs: hand-outs, work sheet, hand-ins of a class, and contest of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QCoreApplication

from app.domain.errors import AppError, SourceError
from app.domain.jobs import JobContext
from app.domain.whole_files import write_atomically
from app.features.explain.view_model import translate_template
from app.features.teaching import hand_outs, rules
from app.features.teaching import hand_outs as hand_ins
from app.features.teaching.exercises import MAX_ANSWER_LENGTH, Question, make_feedback
from app.features.teaching.experiments import call_on_sample_mail
from app.features.teaching.lesson_pages import question_text
from app.features.teaching.lessons import Lesson, list_questions, read_small_file
from app.kit import wording
from app.kit.jobs import Progress, Runner
from app.kit.page_model import PageModel, StateModel
from app.library.workspaces import OpenContext
from nbengine.errors import EngineError

translate = QCoreApplication.translate
Made = TypeVar("Made")
SHEETS_TOPIC = "sheets"


@dataclass(frozen=True, slots=True)
class Classroom:
    """What all dialogs for a school class need from the window: the job runner and the open workspace."""

    runner: Runner
    open_context: Callable[[], OpenContext]


@dataclass(frozen=True, slots=True)
class HandOutState:
    """What the user chose for a hand-out, and its first sheet as HTML."""

    n_sheets: int = 1
    has_answers: bool = True
    preview: str = ""
    is_working: bool = False
    """Whether the sheets are being made."""
    saved_file_name: str = ""
    """Name of the saved file; empty after a change."""
    problem: Exception | None = None


class HandOutViewModel(PageModel[HandOutState, None]):
    """Makes hand-outs of a lesson in its current state, on a background thread."""

    def __init__(self, classroom: Classroom, lesson: Lesson, language: str) -> None:
        super().__init__(classroom.runner, "hand-outs", HandOutState())
        self.lesson, self._language = lesson, language
        self.choose()

    def choose(self, *, n_sheets: int | None = None, has_answers: bool | None = None) -> None:
        """Set the number of sheets, and whether answers are added; None leaves a value unchanged. Update the
        preview.
        """
        n_sheets = self.state.n_sheets if n_sheets is None else n_sheets
        has_answers = self.state.has_answers if has_answers is None else has_answers
        preview, problem = "", None
        try:
            first = hand_outs.make_class_set(self.lesson, min(n_sheets, 2))[:1]
            preview = hand_outs.make_hand_out_page(first, self._language, has_answers=has_answers)
        except AppError as error:
            problem = error
        self._change(n_sheets=n_sheets, has_answers=has_answers, preview=preview, saved_file_name="", problem=problem)

    def progress(self) -> Progress:
        """Return the progress of the job that makes the sheets."""
        return self._asker.progress(SHEETS_TOPIC)

    def cancel(self) -> None:
        """Stop making the sheets; no file is written."""
        self._asker.cancel(SHEETS_TOPIC)

    def stop(self) -> None:
        """Stop making the sheets and drop the answer, because the dialog that would show it is closed."""
        self._asker.stop(SHEETS_TOPIC)

    def make_page(self, then: Callable[[str], object]) -> None:
        """Make all sheets as HTML for printing, and pass it to `then`."""

        def finish(page: str) -> None:
            self._change(is_working=False)
            then(page)

        self._make(self._page_maker(), finish)

    def save(self, path: Path, render: Callable[[str], bytes]) -> None:
        """Save the sheets: as notebooks, one per sheet with its number in the file name, or together as the PDF of
        `render`.
        """
        path = path if path.suffix else path.with_suffix(".pdf")
        make_page, lesson, n_sheets, language = self._page_maker(), self.lesson, self.state.n_sheets, self._language

        def write(context: JobContext) -> None:
            if path.suffix.lower() != ".ipynb":
                page = make_page(context)
                context.checkpoint(0, 0, "rendering")
                content = render(page)
                context.checkpoint(0, 0, "rendering")
                write_atomically(path, content)
                return
            for sheet in hand_outs.make_class_set(lesson, n_sheets, context):
                target = path.with_stem(f"{path.stem}-{sheet.number}") if sheet.number else path
                context.checkpoint(n_sheets + sheet.number, 2 * n_sheets, "writing")
                write_atomically(target, hand_outs.make_hand_out_notebook(sheet, language))

        self._make(write, lambda _nothing: self._change(is_working=False, saved_file_name=path.name, problem=None))

    def _page_maker(self) -> Callable[[JobContext], str]:
        lesson, language, state = self.lesson, self._language, self.state

        def make(context: JobContext) -> str:
            sheets = hand_outs.make_class_set(lesson, state.n_sheets, context)
            return hand_outs.make_hand_out_page(sheets, language, has_answers=state.has_answers, context=context)

        return make

    def _make(self, work: Callable[[JobContext], Made], then: Callable[[Made], object]) -> None:
        # In the long lane the sheets would wait for a training. In the quick lane, queries would wait for the sheets: a
        # set of 30 takes up to 12 s.
        self._change(is_working=True, saved_file_name="")
        self._asker.ask(
            work, then=then, failed=lambda error: self._change(is_working=False, problem=error),
            stopped=lambda: self._change(is_working=False), topic=SHEETS_TOPIC, lane="side",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class WorkSheetState:
    """State of a pupil's work sheet."""

    lesson: Lesson
    """The lesson with the numbers of the sheet."""
    sheet_code: str = ""
    """The sheet number as the pupil entered it; "" for the numbers of the lesson itself."""
    settings_text: str = ""
    """Event model, α and prior of the sheet as sentences."""
    questions: tuple[Question, ...] = ()
    sheet_number: int = 0
    """Number of the sheet; 0 for the numbers of the lesson itself."""
    pupil: str = ""
    answers: tuple[str, ...] = ()
    """The answer to each question; "" if it is not answered yet."""
    feedback: tuple[str, ...] = ()
    """A sentence for each answer, which says that it is right or names its mistake; "" without an answer."""
    saved_file_name: str = ""
    """Name of the saved file; empty after a change."""
    problem: Exception | None = None


class WorkSheetViewModel(StateModel[WorkSheetState]):
    """View model of a pupil's work sheet: checks the answers to a lesson's questions, and saves a hand-in."""

    def __init__(self, lesson: Lesson, language: str) -> None:
        super().__init__(WorkSheetState(lesson))
        self.original, self._language = lesson, language
        self.choose_sheet("")

    def choose_sheet(self, code: str) -> None:
        """Show the sheet with this printed sheet number, and clear the answers. "" shows the lesson's own numbers.

        If there is no such sheet, no questions are shown: answers by the printed sheet would be judged wrongly.
        """
        try:
            sheet = hand_outs.find_sheet(self.original, code, self._language)
            questions = tuple(list_questions(sheet.lesson.setup))
        except (AppError, EngineError) as error:
            self._change(
                sheet_code=code,
                settings_text="",
                questions=(),
                answers=(),
                feedback=(),
                saved_file_name="",
                problem=error,
            )
            return
        blank, settings = (
            ("",) * len(questions),
            hand_outs.list_recipe_sentences(sheet.lesson.setup, translate_template),
        )
        self._change(
            lesson=sheet.lesson, sheet_code=sheet.code, settings_text=" ".join(settings), questions=questions,
            sheet_number=sheet.number, answers=blank, feedback=blank, saved_file_name="", problem=None,
        )  # fmt: skip

    def question_text(self, index: int) -> str:
        """Return the text of a question, by its index."""
        return question_text(self.state.questions[index], translate_template)

    def name_pupil(self, name: str) -> None:
        """Set the name of the pupil."""
        self._change(pupil=name, saved_file_name="")

    def answer(self, index: int, written: str) -> None:
        """Set and check the answer to a question, by its index."""
        question = self.state.questions[index]
        told = make_feedback(question, written, translate_template, states_numbers=False) if written.strip() else ""
        answers, feedback = list(self.state.answers), list(self.state.feedback)
        answers[index], feedback[index] = written.strip()[:MAX_ANSWER_LENGTH], told
        self._change(answers=tuple(answers), feedback=tuple(feedback), saved_file_name="")

    def save(self, path: Path) -> None:
        """Save the answers as a hand-in."""
        state, path = self.state, path if path.suffix else path.with_suffix(hand_ins.SUFFIX)
        answers = {number: answer for number, answer in enumerate(state.answers, start=1) if answer}
        hand_in = hand_ins.HandIn(
            state.pupil.strip() or path.stem,
            state.lesson,
            answers,
            state.sheet_number,
            self._language,
            state.sheet_code,
        )
        try:
            write_atomically(path, hand_ins.hand_in_to_bytes(hand_in))
        except AppError as error:
            self._change(problem=error)
            return
        self._change(saved_file_name=path.name, problem=None)


NO_HAND_INS = hand_ins.SchoolClassResult()


@dataclass(frozen=True, slots=True)
class HandInsState:
    """State of the dialog for the hand-ins of a class."""

    result: hand_ins.SchoolClassResult = NO_HAND_INS
    paths: tuple[Path, ...] = ()
    is_reading: bool = False
    problem: Exception | None = None


class HandInsViewModel(PageModel[HandInsState, None]):
    """View model of the answers that pupils handed in: reads and checks the files."""

    def __init__(self, classroom: Classroom) -> None:
        super().__init__(classroom.runner, "hand-ins", HandInsState())

    def stop(self) -> None:
        """Drop the answer, because the dialog that would show it is closed."""
        self._asker.stop()

    def open(self, paths: Sequence[Path]) -> None:
        """Add files with pupils' answers, and read all files again. A folder stands for all such files in it."""
        found = hand_ins.expand_folders(paths)
        if paths and not found:
            self._change(problem=SourceError(paths[0], "no-hand-ins"))
            return
        every = tuple(dict.fromkeys((*self.state.paths, *found)))[: hand_ins.MAX_FILES]
        self._change(paths=every, is_reading=True)
        self._asker.ask(
            lambda _context: hand_ins.collect_hand_ins(every, translate_template),
            then=lambda result: self._change(result=result, is_reading=False, problem=None),
            failed=lambda error: self._change(problem=error, is_reading=False),
            topic="read",
        )


@dataclass(frozen=True, slots=True)
class RulesState:
    """State of a contest of rules."""

    contest: rules.Contest | None = None
    teams: tuple[rules.RuleSet, ...] = ()
    rule_texts: tuple[tuple[str, str], ...] = ()
    """(team, text of its rules) for each team."""
    league_table: tuple[rules.TeamResult, ...] = ()
    """The league table, best team first."""
    tournament_mails: tuple[rules.TournamentMail, ...] = ()
    """The mails of the tournament."""
    corpus: str = ""
    """Corpus of the contest; empty for the sample mail."""
    is_opening: bool = False
    problem: str = ""


class RulesViewModel(PageModel[RulesState, None]):
    """View model of a contest of rules: scores the teams' rules, and classifies the mails of the tournament."""

    def __init__(self, classroom: Classroom, language: str) -> None:
        super().__init__(classroom.runner, "rules", RulesState())
        self._classroom, self._language = classroom, language

    @property
    def corpora(self) -> tuple[str, ...]:
        """Names of the corpora with texts in the open workspace."""
        return self._classroom.open_context().corpora

    def open(self, corpus: str = "") -> None:
        """Begin a contest on the mails of a corpus, or on the sample mail if `corpus` is empty. The teams'
        rules stay.
        """
        place, language = self._classroom.open_context().place, self._language

        def work(context: JobContext) -> rules.Contest:
            if corpus:
                return rules.open_contest(place, corpus, context)
            return call_on_sample_mail(language, rules.open_contest, context)

        self._change(corpus=corpus, is_opening=True, problem="")
        self._asker.ask(
            work,
            then=self._on_opened,
            failed=lambda error: self._change(problem=wording.sentence_for(error), is_opening=False),
            topic="contest", lane="long", title=translate("RulesViewModel", "Reading the mails of the contest"),
        )  # fmt: skip

    def _on_opened(self, contest: rules.Contest) -> None:
        self._change(contest=contest, is_opening=False, teams=(), tournament_mails=(), league_table=())
        sources = self.state.rule_texts
        for team, source in sources:
            self.set_rules(team, source)
        if not self.state.league_table:
            self._change(league_table=tuple(rules.make_league_table(contest, ())))

    def rules_of(self, team: str) -> str:
        """Return the text of a team's rules, or an example for a new team."""
        contest = self.state.contest
        return dict(self.state.rule_texts).get(team) or (
            "" if contest is None else rules.make_example_rules(contest.labels)
        )

    def set_rules(self, team: str, source: str) -> bool:
        """Replace a team's rules, and score all teams. Return False if a rule or the team's name is invalid."""
        contest, team = self.state.contest, team.strip()
        if contest is None or not team:
            self._change(problem=translate("RulesViewModel", "Give the team a name.") if contest else "")
            return False
        others = tuple(each for each in self.state.rule_texts if each[0] != team)
        try:
            found = rules.parse_rules(team, source, contest.labels)
        except rules.RuleError as error:
            self._change(problem=rule_problem_words(error, contest.labels))
            return False
        teams = (*(each for each in self.state.teams if each.team != team), found)
        table = tuple(rules.make_league_table(contest, teams))
        self._change(teams=teams, rule_texts=(*others, (team, source)), league_table=table, problem="")
        return True

    def open_files(self, paths: Sequence[Path]) -> None:
        """Add teams with the rules in text files. Stop at the first invalid file, and set `problem`."""
        contest = self.state.contest
        for path in paths if contest is not None else ():
            try:
                source = read_small_file(path, rules.MAX_FILE_BYTES).decode("utf-8-sig", "replace")
            except AppError as error:
                self._change(problem=wording.sentence_for(error))
                return
            if not self.set_rules(path.stem, source):
                self._change(problem=f"{path.name}: {self.state.problem}")
                return

    def add_tournament_mail(self, author: str, written: str, label: str) -> None:
        """Add a mail to the tournament. `label` is the correct label according to its author."""
        contest = self.state.contest
        if contest is not None and written.strip():
            attack = rules.classify_tournament_mail(contest, self.state.teams, author, written, label)
            self._change(tournament_mails=(*self.state.tournament_mails, attack), problem="")

    def remove_tournament_mail(self, index: int) -> None:
        """Remove a mail from the tournament by its index, for example because its label is disputed."""
        attacks = self.state.tournament_mails
        if 0 <= index < len(attacks):
            self._change(tournament_mails=(*attacks[:index], *attacks[index + 1 :]))


def rule_problem_words(error: rules.RuleError, labels: Sequence[str]) -> str:
    """Return the error message for an invalid line of rules."""
    template = {
        "if": translate("RulesViewModel", "Line %1 must begin with “if” or “else”."),
        "then": translate("RulesViewModel", "In line %1, “then” is missing before “%2”."),
        "label": translate("RulesViewModel", "The label in line %1 does not exist. Use one of these labels: %3."),
        "text": translate("RulesViewModel", "In line %1, a word in quotation marks is missing before “%2”."),
        "bracket": translate("RulesViewModel", "In line %1, a bracket is missing before “%2”."),
        "many": translate(
            "RulesViewModel", "There are too many rules, or line %1 is too long. Write fewer or shorter rules."
        ),
        "empty": translate("RulesViewModel", "Write at least one rule."),
    }[error.kind]
    return wording.fill_placeholders(template, str(error.line), error.near, ", ".join(labels))


def team_name(team: str) -> str:
    """Return the displayed name of a team; "" stands for naive Bayes."""
    return team or translate("RulesViewModel", "Naive Bayes")
