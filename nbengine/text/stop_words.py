"""Stop words of a language, looked up by its English name or its two-letter ISO 639-1 code."""

from __future__ import annotations

from nbengine.errors import EngineError

_CODES = (
    "arabic ar, bulgarian bg, chinese zh, czech cs, danish da, dutch nl, english en, finnish fi, french fr, german de, "
    "greek el, hebrew he, hindi hi, hungarian hu, indonesian id, italian it, japanese ja, korean ko, norwegian no, "
    "persian fa, polish pl, portuguese pt, romanian ro, russian ru, slovak sk, spanish es, swedish sv, thai th, "
    "turkish tr, ukrainian uk, vietnamese vi"
)
CODES = dict(map(str.split, _CODES.split(", ")))


def stop_words_of(language: str) -> frozenset[str]:
    """Return the stop words of a language in lower case; raise EngineError if there is no list for it."""
    try:
        import stopwordsiso  # noqa: PLC0415 - optional; importing it loads the words of 57 languages
    except ImportError as error:
        raise EngineError("Stop words need the package stopwordsiso: pip install 'nbengine[languages]'.") from error
    code = CODES.get(language.lower(), language.lower())
    if code not in stopwordsiso.langs():
        names = ", ".join(sorted(CODES))
        raise EngineError(f"There is no list of stop words for {language!r}. There are lists for {names}.")
    return frozenset(word.lower() for word in stopwordsiso.stopwords(code))
