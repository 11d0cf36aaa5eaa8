"""The languages of the window: Qt's own catalogs, made by lupdate and lrelease, read from `resources/translations`."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

import resources

FOLDER = Path(resources.__file__).parent / "translations"
LANGUAGES = {"en": "English", "ru": "Русский", "zh": "中文"}
"""Code to its name in itself."""


def system_language() -> str:
    """Return the first language of the person that we have."""
    for name in QLocale.system().uiLanguages():
        code = name.split("-")[0].split("_")[0]
        if code in LANGUAGES:
            return code
    return "en"


class Language:
    """Puts one language on the application: our texts, Qt's own, and the way numbers are written."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []
        self.code = "en"

    def choose(self, code: str) -> None:
        """Change the language; views made from now on speak it. An empty code takes the system's."""
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self.code = code if code in LANGUAGES else system_language()
        QLocale.setDefault(_locale(self.code))
        ours = (f"bayleaf_{self.code}", str(FOLDER))
        folder_of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        qts = (f"qtbase_{'zh_CN' if self.code == 'zh' else self.code}", folder_of_qt)
        self._installed = []
        for name, folder in (qts, ours):
            translator = QTranslator(self._application)
            if translator.load(name, folder):
                self._application.installTranslator(translator)
                self._installed.append(translator)


def _locale(code: str) -> QLocale:
    """The person's own way to write numbers, if it is of this language; else the language's usual one."""
    system = QLocale.system()
    if system.name().split("_")[0] == code and system.name() != "C":
        return QLocale(system.name())
    return QLocale({"en": "en_US", "ru": "ru_RU", "zh": "zh_CN"}[code])
