"""PyStemmer and stopwordsiso are optional: without them all else works, and the error says what to install."""

from __future__ import annotations

import sys

import pytest

from nbengine.errors import EngineError
from nbengine.text import token_rules
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules, stop_words_of


@pytest.fixture
def without_languages(monkeypatch):
    """An installation without the extra `languages`; None in `sys.modules` makes an import fail."""
    for name in ("Stemmer", "stopwordsiso"):
        monkeypatch.setitem(sys.modules, name, None)
    token_rules._stemmed_languages.cache_clear()
    token_rules.check_rules.cache_clear()
    yield
    token_rules._stemmed_languages.cache_clear()
    token_rules.check_rules.cache_clear()


@pytest.mark.usefixtures("without_languages")
def test_words_are_counted_without_them():
    assert TokenCounter(TokenRules()).count(["two words and two more"]).n_tokens == 4


@pytest.mark.usefixtures("without_languages")
def test_word_forms_without_pystemmer_name_the_extra():
    with pytest.raises(EngineError, match=r"pip install 'nbengine\[languages\]'"):
        TokenCounter(TokenRules(stem="english"))


@pytest.mark.usefixtures("without_languages")
def test_stop_words_without_their_package_name_the_extra():
    with pytest.raises(EngineError, match=r"pip install 'nbengine\[languages\]'"):
        stop_words_of("english")
