"""Format numbers, dates and errors for the window, and install its language."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLibraryInfo, QLocale, QTranslator

import resources
from app.domain import sentences
from app.domain.errors import AppError
from app.domain.results import share_to_percent


def sentence_for(error: Exception) -> str:
    """Return the translated sentence for an exception. An exception that is not an AppError is reported as a bug."""
    if isinstance(error, AppError):
        return sentences.sentence_for(error, translate_template, format_size)
    return QCoreApplication.translate("wording", "Something went wrong inside Bayleaf. Nothing was lost.")


Translatable = str | Callable[[], str]
"""A text, or a function that returns it in the window's current language.

A text that stays visible while the language changes is a function.
"""


def current_words(text: Translatable) -> str:
    """Return a text in the window's current language. `text` may be a function that returns it."""
    return text if isinstance(text, str) else text()


def translate_phase(phase: str) -> str:
    """Return the translation of a phase of a job, one of `app.domain.jobs.PHASES`."""
    return QCoreApplication.translate("phases", phase)


def translate_template(template: str) -> str:
    """Return the translation of a template of `app.domain.sentences`."""
    return QCoreApplication.translate("sentences", template)


MINUS = "\u2212"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
THIN_SPACE = "\u202f"
"""Narrow no-break space, used before a unit."""


LOG10_MAX_WRITTEN_OUT = 15
"""Numbers with more digits are powers of ten. QLocale cannot write an integer of more than 64 bits."""


def format_count(number: float) -> str:
    """Format an integer: 6,046. One with more than 15 digits becomes 9.99 × 10²³."""
    log10 = math.log10(abs(number)) if number else 0.0
    if log10 >= LOG10_MAX_WRITTEN_OUT:
        return f"{MINUS if number < 0 else ''}{format_power_of_ten(log10)}"
    return QLocale().toString(int(number)).replace("-", MINUS)


def format_power_of_ten(log10: float) -> str:
    """Format a number given by its decimal logarithm, which may be too large for a double: 9.99 × 10⁴⁵⁶."""
    mantissa, exponent = _split_logarithm(log10)
    return f"{mantissa} × 10{str(exponent).translate(SUPERSCRIPTS)}"


def _split_logarithm(log10: float) -> tuple[str, int]:
    """Return the mantissa as text and the exponent of a number given by its decimal logarithm."""
    exponent = math.floor(log10)
    mantissa = round(10 ** (log10 - exponent), 2)
    return (
        (format_decimal(mantissa / 10, 2), exponent + 1) if mantissa >= 10 else (format_decimal(mantissa, 2), exponent)
    )


def format_decimal(value: float, places: int = 2, *, signed: bool = False) -> str:
    """Format a number with a fixed number of decimal places; NaN becomes a dash."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return ("+∞" if signed else "∞") if value > 0 else f"{MINUS}∞"
    formatted = QLocale().toString(float(value), "f", places)
    if not any(digit in "123456789" for digit in formatted):
        return formatted.lstrip(f"-{MINUS}")
    if formatted.startswith(("-", MINUS)):
        return MINUS + formatted[1:]
    return f"+{formatted}" if signed else formatted


def format_significant(value: float, digits: int = 3) -> str:
    """Format a number with this many significant digits and no trailing zeros: 0.1, 2,000.1."""
    digits = max(digits, len(str(int(abs(value))))) if abs(value) < 1e12 else digits
    return QLocale().toString(float(value), "g", digits).replace("-", MINUS)


def format_percent(share: float, places: int = 1) -> str:
    """Format a share from 0 to 1 as a percentage."""
    if math.isnan(share):
        return "–"
    return format_decimal(share_to_percent(share, places), places) + ("%" if _is_chinese() else f"{THIN_SPACE}%")


def _is_chinese() -> bool:
    return QLocale().language() == QLocale.Language.Chinese


def format_probability(share: float) -> str:
    """Format a probability as a percentage that is never 0 or 100: "< 0.1 %", "> 99.9 %"."""
    if share < 0.0005:
        return f"<{THIN_SPACE}{format_percent(0.001)}"
    if share > 0.9995:
        return f">{THIN_SPACE}{format_percent(0.999)}"
    return format_percent(share)


def format_probability_or_nothing(share: float) -> str:
    """Format a probability; NaN becomes ""."""
    return "" if math.isnan(share) else format_probability(share)


def split_power_of_ten(value: float) -> tuple[str, int]:
    """Return the mantissa as text and the exponent, as in 9.99 × 10⁻⁴."""
    if value <= 0 or not math.isfinite(value):
        return format_decimal(value, 0), 0
    return _split_logarithm(math.log10(value))


def format_smoothing(alpha: float) -> str:
    """Format a smoothing α.

    From 0.1 to 10 it has two decimal places, below 0.0001 it is a power of ten, otherwise it has three significant
    digits.
    """
    if 0 < alpha < 1e-4:
        mantissa, exponent = split_power_of_ten(alpha)
        power = f"10{str(exponent).translate(SUPERSCRIPTS)}"
        return power if float(f"{alpha:.3g}") == 10.0**exponent else f"{mantissa} × {power}"
    return format_decimal(alpha, 2) if 0.1 <= alpha < 10 else format_significant(alpha)


def format_sender(name: str) -> str:
    """Format a From header without the quotes around the name: Ann Lee <ann@example.org>."""
    bare, mark, rest = name[1:].partition('" <')
    return f"{bare} <{rest}".replace('\\"', '"') if name.startswith('"') and mark and bare else name


def format_sender_name(name: str) -> str:
    """Return the sender's name, or the address if there is no name."""
    bare, mark, rest = format_sender(name).partition("<")
    return bare.strip() or (rest.rstrip("> ") if mark else name)


def format_duration(duration: float) -> str:
    """Format a duration in seconds: 38 ms, 0.4 s, 12 s, 3 min."""
    translate = QCoreApplication.translate
    if duration < 0.1:
        return translate("wording", "%1 ms").replace("%1", format_count(max(round(duration * 1000), 1)))
    if duration < 100:
        return translate("wording", "%1 s").replace("%1", format_decimal(duration, 1 if duration < 10 else 0))
    if duration < 6000:
        return translate("wording", "%1 min").replace("%1", format_count(round(duration / 60)))
    return translate("wording", "%1 h").replace("%1", format_decimal(duration / 3600, 1))


def format_whole_seconds(duration: float) -> str:
    """Format a remaining time in whole seconds, at least 1 s."""
    whole = max(round(duration), 1)
    words = QCoreApplication.translate("wording", "%1 s").replace("%1", format_count(whole))
    return format_duration(float(whole)) if duration >= 10 else words


def format_size(size_bytes: int) -> str:
    """Format a file size: 1.4 MB."""
    return QLocale().formattedDataSize(size_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def format_short_date(date_s: int | None, now: datetime | None = None) -> str:
    """Format a timestamp for a narrow column: the time if today, the day if this year, else the day with its year."""
    if date_s is None:
        return ""
    when, today = QDateTime.fromSecsSinceEpoch(date_s), now or datetime.now().astimezone()
    day = when.date()
    if (day.year(), day.month(), day.day()) == (today.year, today.month, today.day):
        return when.toString("HH:mm")
    if day.year() == today.year:
        return QLocale().toString(day, "M月d日" if _is_chinese() else "d MMM")
    return QLocale().toString(day, "yyyy年M月d日" if _is_chinese() else "d MMM yyyy")


def format_long_date(date_s: int | None, *, has_weekday: bool = True) -> str:
    """Format a timestamp in full: Thu 20 Nov 2003, 12:31."""
    if date_s is None:
        return ""
    when = QDateTime.fromSecsSinceEpoch(date_s)
    form = "yyyy年M月d日 ddd" if _is_chinese() else "ddd d MMM yyyy"
    form = form if has_weekday else form.replace("ddd", "").strip()
    return f"{QLocale().toString(when.date(), form)}, {when.toString('HH:mm')}"


def fill_placeholders(template: str, *facts: str) -> str:
    """Replace %1, %2, … by `facts` in a single pass, so that a fact may contain the text "%2"."""
    known = {str(number): fact for number, fact in enumerate(facts, start=1)}
    parts = template.split("%")
    return parts[0] + "".join(known.get(part[:1], f"%{part[:1]}") + part[1:] for part in parts[1:])


def join_facts(parts: list[str]) -> str:
    """Join the texts that are not empty by " · "."""
    return " · ".join(part for part in parts if part)


FOLDER = Path(resources.__file__).parent / "translations"
LANGUAGES = {"en": "English", "ru": "Русский", "zh": "中文"}
"""Language code to the language's own name."""


def system_language() -> str:
    """Return the first of the system's preferred languages that is available, else "en"."""
    for name in QLocale.system().uiLanguages():
        code = name.split("-")[0].split("_")[0]
        if code in LANGUAGES:
            return code
    return "en"


class Language:
    """Installs a language: the translations of the program and of Qt, and the default locale."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []
        self.code = "en"

    def choose(self, code: str) -> None:
        """Install a language; "" is the system's. Widgets that already exist keep their texts."""
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self.code = code if code in LANGUAGES else system_language()
        QLocale.setDefault(_make_locale(self.code))
        ours = (f"bayleaf_{self.code}", str(FOLDER))
        folder_of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        qts = (f"qtbase_{'zh_CN' if self.code == 'zh' else self.code}", folder_of_qt)
        self._installed = []
        for name, folder in (qts, ours):
            translator = QTranslator(self._application)
            if translator.load(name, folder):
                self._application.installTranslator(translator)
                self._installed.append(translator)


def _make_locale(code: str) -> QLocale:
    """Return the locale for a language code: the system's locale if it has this language, else the default one."""
    system = QLocale.system()
    if system.name().split("_")[0] == code and system.name() != "C":
        return QLocale(system.name())
    return QLocale({"en": "en_US", "ru": "ru_RU", "zh": "zh_CN"}[code])
