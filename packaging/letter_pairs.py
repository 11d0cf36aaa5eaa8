"""Make the tables of letter pairs with which charsets are guessed.

python3 packaging/letter_pairs.py FOLDER-OF-PROFILES
python3 packaging/letter_pairs.py --messages FOLDER-OF-CATALOGS

The first form reads langdetect's language profiles (Apache-2.0). The second reads program messages, for languages
that langdetect lacks. Catalogs that test the guesses are left out.
"""

from __future__ import annotations

import json
import math
import sys
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.benchmarks.charset_guesses import MACHINE_TEXT, OTHERS, REPORTED, messages

LANGUAGES = [
    "cs", "da", "de", "es", "et", "fi", "fr", "hr", "hu", "it", "lt", "lv", "nl", "no", "pl", "pt", "ro", "sk", "sl",
    "sq", "sv", "tr", "vi", "ca", "cy", "af", "ar", "bg", "el", "fa", "he", "mk", "ru", "th", "uk",
]  # fmt: skip
LANGUAGES_OF_MESSAGES = ["be", "eo", "ga", "gl", "kk"]
RAREST_SHARE = 5e-5
TABLES = Path(__file__).resolve().parent.parent / "resources" / "letters" / "pairs.json"


def pair_counts(profile: dict[str, int]) -> dict[str, int]:
    """Count letter pairs with a letter beyond ASCII. A capital at the beginning of a word counts as a small letter."""
    counts: dict[str, int] = {}
    for written, count in profile.items():
        if len(written) != 2 or written.isascii():
            continue
        pair = written.lower() if written[0] == " " or written[0].isupper() else written
        if len(pair) == 2 and all(sign == " " or is_letter(sign) for sign in pair):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def profile_of_messages(catalogs: Path) -> dict[str, int]:
    """Count letter pairs in the messages of one language. Other characters count as spaces."""
    tried_on = {*REPORTED, *OTHERS}
    known = [path for path in sorted(catalogs.glob("*.mo")) if path.name not in tried_on]
    texts = {text for path in known for source, text in messages(path) if source}
    counts: Counter[str] = Counter()
    for message in sorted(texts):
        text = "".join(sign if is_letter(sign) else " " for sign in f" {MACHINE_TEXT.sub(' ', message)} ")
        counts.update(first + second for first, second in pairwise(text))
    return counts


def is_letter(sign: str) -> bool:
    return sign.isalpha() or unicodedata.category(sign).startswith("M")


def by_rarity(counts: dict[str, int]) -> str:
    """Return the pairs as text, in order of rarity."""
    total, found = sum(counts.values()), dict[int, list[str]]()
    for what, count in sorted(counts.items()):
        if count / total > RAREST_SHARE:
            found.setdefault(round(-math.log(count / total)), []).append(what.replace(" ", "_"))
    return "".join(f"{rarity}{''.join(found[rarity])}" for rarity in sorted(found))


def of_messages(catalogs: Path) -> dict[str, str]:
    """Return the tables of languages that are counted in program messages."""
    counts = {name: pair_counts(profile_of_messages(catalogs / name / "LC_MESSAGES")) for name in LANGUAGES_OF_MESSAGES}
    return {name: by_rarity(found) for name, found in counts.items()}


def of_profiles(folder: Path) -> dict[str, str]:
    """Return the tables of langdetect's languages, and the syllables of Korean."""
    profiles = {name: json.loads((folder / name).read_text(encoding="utf-8"))["freq"] for name in [*LANGUAGES, "ko"]}
    korean = {sign: count for sign, count in profiles["ko"].items() if len(sign) == 1 and "가" <= sign <= "힣"}
    return {name: by_rarity(pair_counts(profiles[name])) for name in LANGUAGES} | {"ko": by_rarity(korean)}


if __name__ == "__main__":
    counted = of_messages(Path(sys.argv[2])) if sys.argv[1] == "--messages" else of_profiles(Path(sys.argv[1]))
    tables = json.loads(TABLES.read_text(encoding="utf-8")) | counted
    TABLES.write_text(json.dumps(tables, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
