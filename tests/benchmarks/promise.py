"""Shows what the filter promises and keeps on mail of another time, place or honesty, with bogofilter in the same run.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.promise [--only PART …]

- online: mail-2006 judged and learnt one after another.
- first: the first 100, 300, 1,000 and 5,000 of mail-2006 are learnt, and the next 10,000 judged.
- halves: SpamAssassin by halves in time and Enron by random halves.
- places: SpamAssassin learnt and mail-2006 judged, and the other way round.
- sets: easy_ham and spam_2 are learnt, and all other sets of SpamAssassin judged.
- flipped: a share of the first 5,000 labels of mail-2006 is wrong, and one copy of a campaign; then a share of all
  labels that are learnt on-line, judged by the right ones.
- languages: mails in other languages, told by their commonest words, behind the heads of good mails of SpamAssassin.
- words: 50, 200 and 1,000 good words are put behind or before the text of spam, to be seen or white on white.
- speed: mails a second of a replay, and seconds of a training.
- lessons: processor time of a lesson and of an explained verdict in one process, after mail-2006 but its last 100,
  SpamAssassin and Enron.

Mail is imported, trained and classified by the commands that a person would use, with nothing chosen. What is lost is
good mail called surely spam, what is missed is spam called surely good. bogofilter is Debian's with its defaults.
All of these mails were looked at when the filter was made, so other streams must say how far it carries.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import numpy as np

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.replay import OnlineVerdict, ReplayOrder, replay
from app.library.classifying import classify_documents, load_classifier
from app.library.reading_sources import read_given_documents
from app.library.saved_models import learn
from app.store.workspace import Session
from tests.benchmarks.judging import (
    BY_DATE,
    Mail,
    bogofilter,
    corpora,
    enron,
    halves,
    in_order,
    ours,
    read,
    spamassassin,
    told,
)

SETS = ("easy_ham", "easy_ham_2", "hard_ham", "spam", "spam_2")
HEAD = f"{'':44s}{'lost':>8s}{'unsure':>9s}{'missed':>9s}{'right':>9s}{'ECE':>8s}"
N_ATTACKED = 250
COMMON_WORDS = {
    "fr": "le la les des une dans pour vous votre est que qui sur avec nous",
    "it": "il che per una della con non sono gli del",
    "pt": "não para você seu sua uma com por que dos das em mais", "nl": "het een van uw voor niet met zijn deze op",
    "es": "el los las una para con por que su usted del este sus",
    "de": "der die das und ist nicht sie ihre mit für ein eine wir zu",
    "en": "the and of to is you your for this with that are not have",
}  # fmt: skip
COMMON_FROM, FEWEST_WORDS = 0.08, 25
N_COPIES = 1_000
N_TIMED = 100


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict on a mail, by whichever filter."""

    is_spam: bool
    """By its true label."""
    probability: float
    """Of spam."""
    is_called_spam: bool
    is_unsure: bool


def mail_2006() -> list[Mail]:
    """The stream in its order."""
    root = corpora() / "mail-2006"
    lines = (line.split() for line in (root / "index").read_text().splitlines())
    return [Mail(root / path, label == "spam") for label, path in lines]


def laid_out(mails: Sequence[Mail], folder: Path) -> Path:
    """Copy mails into a folder for each label, numbered in their order."""
    for number, mail in enumerate(mails):
        own = folder / ("spam" if mail.is_spam else "ham")
        own.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(mail.path, own / f"{number:06d}.eml")
    return folder


def trained(learnt: Sequence[Mail], folder: Path) -> Path:
    """A workspace that has learnt some mails."""
    workspace = folder / "mail.bayleaf"
    told(workspace, "import", laid_out(learnt, folder / "learnt"), "--kind", "mail", "--keep-duplicates")
    told(workspace, "train")
    return workspace


def ours_says(workspace: Path, judged: Sequence[Mail], folder: Path, model: str | None = None) -> list[Said]:
    """Return the verdicts of a model, or of the one that was trained, on other mails."""
    truths = {f"{number:06d}": mail.is_spam for number, mail in enumerate(judged)}
    named = () if model is None else ("--model", model)
    answer = told(workspace, "classify", laid_out(judged, folder), "--kind", "mail", *named)["verdicts"]
    said = []
    for verdict in answer:  # type: ignore[attr-defined] # a list of objects, by the contract of classify --json
        if verdict["error"] is None:
            is_called = verdict["label"] == "spam"
            share = float(verdict["probability"] or 0.5)
            is_unsure = bool(verdict["unsure"]) or verdict["label"] is None
            truth = truths[Path(verdict["path"]).stem]
            said.append(Said(truth, share if is_called else 1 - share, is_called, is_unsure))
    return said


def bogofilter_says(learnt: Sequence[Mail], judged: Sequence[Mail], folder: Path) -> list[Said]:
    """Return the verdicts of bogofilter on mails after it has registered others."""
    database = folder / "bogofilter"
    database.mkdir()
    for flag, is_spam in (("-s", True), ("-n", False)):
        paths = "".join(f"{mail.path}\n" for mail in learnt if mail.is_spam is is_spam)
        subprocess.run(["bogofilter", "-d", database, flag, "-b"], input=paths, text=True, check=True)
    paths = "".join(f"{mail.path}\n" for mail in judged)
    answer = subprocess.run(
        ["bogofilter", "-d", database, "-T", "-b"], input=paths, text=True, capture_output=True, check=False
    )
    found = {words[0]: (words[-2], float(words[-1])) for words in map(str.split, answer.stdout.splitlines())}
    return [
        Said(mail.is_spam, share, share > 0.5, code == "U")
        for mail in judged
        for code, share in [found.get(str(mail.path), ("U", 0.5))]
    ]


def line_of(title: str, said: Sequence[Said]) -> str:
    """Lost in 1,000 good mails, unsure of all, missed of all spam, right, and how far the probabilities err."""
    truth, called, unsure = (
        np.array([getattr(one, name) for one in said]) for name in ("is_spam", "is_called_spam", "is_unsure")
    )
    lost, missed = called & ~unsure & ~truth, ~called & ~unsure & truth
    return (
        f"{title:44s}{1000 * lost.sum() / max((~truth).sum(), 1):8.2f}{100 * unsure.mean():8.2f} %"
        f"{100 * missed.sum() / max(truth.sum(), 1):8.2f} %{100 * (called == truth).mean():8.2f} %"
        f"{100 * calibration_error(np.array([one.probability for one in said]), truth):7.2f} %"
    )


def calibration_error(shares: np.ndarray[tuple[int], np.dtype[np.float64]], truth: object, bins: int = 10) -> float:
    """Return the distance of confidence and the share of right verdicts, in the mean of ten bins of confidence."""
    is_spam, called = np.asarray(truth), shares > 0.5
    confidence, right = np.where(called, shares, 1 - shares), called == is_spam
    places = np.minimum((2 * (confidence - 0.5) * bins).astype(int), bins - 1)
    errors = [abs((confidence[places == one] - right[places == one]).sum()) for one in range(bins)]
    return float(sum(errors) / max(len(shares), 1))


def compare(title: str, learnt: Sequence[Mail], judged: Sequence[Mail]) -> None:
    """Print what both filters make of some mails after they have learnt others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        said = ours_says(trained(learnt, folder), judged, folder / "judged")
        print(line_of(f"{title}, Bayleaf", said), flush=True)
        print(line_of(f"{title}, bogofilter", bogofilter_says(learnt, judged, folder)), flush=True)


def online() -> None:
    mails = mail_2006()
    for name, filter_ in (("Bayleaf", ours), ("bogofilter", bogofilter)):
        scored = filter_(mails)
        n_good = int((~scored.truths).sum())
        print(
            f"{f'mail-2006 on-line, {name}':44s}{1000 * scored.n_lost / n_good:8.2f}"
            f"{100 * scored.n_unsure / len(mails):8.2f} %  1-ROCA {scored.worse_than_perfect:.4f} %"
            f"  {scored.missed:.2f} % missed at .1 %  ECE {scored.ece:.2f} %",
            flush=True,
        )


def first() -> None:
    mails = mail_2006()
    for number in (100, 300, 1_000, 5_000):
        compare(f"mail-2006, first {number}", mails[:number], mails[number : number + 10_000])


def halves_apart() -> None:
    mails = in_order(spamassassin(SETS), BY_DATE)
    compare("SpamAssassin, halves in time", mails[: len(mails) // 2], mails[len(mails) // 2 :])
    compare("Enron, random halves", *halves(enron()))


def places() -> None:
    here, there = spamassassin(SETS), mail_2006()
    compare("SpamAssassin, then mail-2006", here, there[::4])
    compare("mail-2006, then SpamAssassin", there, here[::2])


def sets() -> None:
    learnt = spamassassin(("easy_ham", "spam_2"))
    compare("easy_ham and spam_2, then the rest", learnt, spamassassin(("easy_ham_2", "hard_ham", "spam")))


def flipped() -> None:
    mails = mail_2006()
    learnt, judged = mails[:5_000], mails[5_000:]
    for share in (0.0, 0.002, 0.01, 0.03, 0.1):
        wrong = set(random.Random(7).sample(range(len(learnt)), round(share * len(learnt))))
        given = [Mail(mail.path, mail.is_spam is not (place in wrong)) for place, mail in enumerate(learnt)]
        compare(f"{100 * share:g} % of labels wrong", given, judged)
    copied = next(mail for mail in mails[3_000:] if mail.is_spam)
    campaign = [Mail(copied.path, is_spam=place != N_COPIES // 2) for place in range(N_COPIES)]
    compare(f"one of {N_COPIES:,} copies wrong", [*mails[:3_000], *campaign], [copied] * 100)
    for share in (0.01, 0.1):
        flipped_online(mails, share)


def flipped_online(mails: Sequence[Mail], share: float) -> None:
    """Print how often both filters are right while a share of what they are taught on-line is wrong."""
    wrong = set(random.Random(7).sample(range(len(mails)), round(share * len(mails))))
    given = [Mail(mail.path, mail.is_spam is not (place in wrong)) for place, mail in enumerate(mails)]
    truths = {str(mail.path): mail.is_spam for mail in mails}
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "index"
        index.write_text("".join(f"{'spam' if mail.is_spam else 'ham'} {mail.path}\n" for mail in given))
        played = replay(ReplayOrder(index), NoOpJobContext()).replayed
    said = [Said(truths[one.entry.place], math.exp(one.verdict.log_proba[1]), *_called(one.verdict)) for one in played]
    print(line_of(f"{100 * share:g} % wrong on-line, Bayleaf", said), flush=True)
    scored = bogofilter(given)
    n_right = sum((score > 0.5) is mail.is_spam for score, mail in zip(scored.scores.tolist(), mails, strict=True))
    title = f"{100 * share:g} % wrong on-line, bogofilter"
    print(f"{title:44s}{'':8s}{100 * scored.n_unsure / len(mails):8.2f} %{'':11s}{100 * n_right / len(mails):8.2f} %")


def _called(verdict: OnlineVerdict) -> tuple[bool, bool]:
    return verdict.label_number == 1, verdict.is_unsure


def words() -> None:
    """Attack spam that came later with words of good mail that came before."""
    mails = mail_2006()
    learnt = mails[:5_000]
    rng = random.Random(3)
    good = [one.text.split() for _, one in read([mail for mail in learnt if not mail.is_spam])]
    target = rng.sample([mail for mail in mails[5_000:] if mail.is_spam], N_ATTACKED)
    print(f"{'':44s}{'spam':>8s}{'unsure':>9s}{'ham':>9s}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workspace = trained(learnt, folder)
        for title, attack in attacks(good, rng).items():
            hit = folder / title.replace(" ", "-")
            hit.mkdir()
            attacked = [rebuilt(mail, hit / f"{place}.eml", attack) for place, mail in enumerate(target)]
            print(attack_line(f"{title}, Bayleaf", ours_says(workspace, attacked, hit / "judged")), flush=True)
            print(attack_line(f"{title}, bogofilter", bogofilter_says(learnt, attacked, hit)), flush=True)


def languages() -> None:
    """Judge texts in other languages behind heads that are known."""
    phishing = sorted((corpora() / "modern-mail").glob("**/phishing/*.eml"))
    spam = [*(Mail(path, is_spam=True) for path in phishing), *(mail for mail in mail_2006() if mail.is_spam)]
    foreign = [document.text for _, document in read(spam) if language_of(document.text) not in ("en", "")]
    here, rng = [mail for mail in spamassassin(SETS) if not mail.is_spam], random.Random(5)
    works = {f"mail-2006, first {number:,}": mail_2006()[:number] for number in (1_000, 5_000)}
    print(f"{len(foreign)} mails{'':34s}{'spam':>8s}{'unsure':>9s}{'ham':>9s}")
    for title, learnt in {**works, "SpamAssassin": spamassassin(SETS)}.items():
        with tempfile.TemporaryDirectory() as name:
            folder, hit = Path(name), Path(name) / "foreign"
            hit.mkdir()
            heads = rng.choices(here, k=len(foreign))
            pairs = enumerate(zip(heads, foreign, strict=True))
            hidden = [rebuilt(head, hit / f"{n}.eml", partial(replace_text, text)) for n, (head, text) in pairs]
            print(
                attack_line(f"{title}, Bayleaf", ours_says(trained(learnt, folder), hidden, hit / "judged")), flush=True
            )


def language_of(text: str) -> str:
    """Return the language whose commonest words make most of a text; nothing where none are common, or it is short."""
    found = re.findall(r"\w+", text.lower())[:600]
    shares = {
        name: sum(map(set(common.split()).__contains__, found)) / max(len(found), 1)
        for name, common in COMMON_WORDS.items()
    }
    best = max(shares, key=shares.__getitem__)
    return best if len(found) >= FEWEST_WORDS and shares[best] > COMMON_FROM else ""


Attack = Callable[[str], tuple[str, str]]
"""From a text to another one, and what kind of text that is."""


def attacks(good: Sequence[Sequence[str]], rng: random.Random) -> dict[str, Attack]:
    """Ways to look like good mail."""

    def picked(number: int) -> str:
        return " ".join(rng.choice(rng.choice(good) or ["the"]) for _ in range(number))

    def plain(number: int, *, is_before: bool) -> Attack:
        def attacked(text: str) -> tuple[str, str]:
            parts = (picked(number), text) if is_before else (text, picked(number))
            return "\n".join(parts), "plain"

        return attacked

    def white(number: int, *, is_before: bool) -> Attack:
        def attacked(text: str) -> tuple[str, str]:
            shown = f"<p>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>"
            unseen = f'<font color="#ffffff">{picked(number)}</font>'
            parts = (unseen, shown) if is_before else (shown, unseen)
            return f'<html><body bgcolor="#ffffff">{"".join(parts)}</body></html>', "html"

        return attacked

    def with_letter(text: str) -> tuple[str, str]:
        return f"{text}\n{' '.join(rng.choice(good))}", "plain"

    found: dict[str, Attack] = {"rebuilt alone": plain(0, is_before=False)}
    for number in (50, 200, 1_000):
        found |= {
            f"{number} good words behind": plain(number, is_before=False),
            f"{number} good words before": plain(number, is_before=True),
            f"{number} white on white behind": white(number, is_before=False),
            f"{number} white on white before": white(number, is_before=True),
        }
    return found | {"a good letter behind": with_letter}


def replace_text(text: str, _old: str) -> tuple[str, str]:
    """An attack that gives every mail the same text."""
    return text, "plain"


def rebuilt(mail: Mail, path: Path, attack: Attack) -> Mail:
    """The mail with its own headers, and one part: its text as the attack makes it."""
    ((_, document),) = read([mail])[:1]
    text, kind = attack(document.text)
    given = message_from_bytes(mail.path.read_bytes(), policy=policy.compat32)
    part = EmailMessage()
    part.set_content(text.encode("utf-8", "replace").decode(), subtype=kind, charset="utf-8", cte="base64")
    own = ("content-type", "content-transfer-encoding", "content-disposition", "mime-version")
    kept = [f"{name}: {str(value).strip()}" for name, value in given.items() if name.lower() not in own]
    head = "\n".join(line.encode("ascii", "replace").decode() for line in kept)
    path.write_bytes(f"{head}\n".encode() + part.as_bytes())
    return Mail(path, is_spam=True)


def attack_line(title: str, said: Sequence[Said]) -> str:
    sure = [one.is_called_spam for one in said if not one.is_unsure]
    n_unsure = len(said) - len(sure)
    shares = (100 * number / len(said) for number in (sum(sure), n_unsure, len(sure) - sum(sure)))
    return f"{title:44s}" + "".join(f"{share:7.1f} %" for share in shares)


def speed() -> None:
    mails = mail_2006()
    scored = ours(mails)
    print(f"replay: {scored.per_second:,.0f} mails/s")
    with tempfile.TemporaryDirectory() as name:
        workspace = trained(mails, Path(name))
        answer = told(workspace, "train")
        print(f"train on {len(mails):,} imported mails: {answer['seconds']:.1f} s")


def lessons() -> None:
    """Print processor milliseconds of one lesson and of one explained verdict, in one process that stays."""
    mails = mail_2006()
    earlier, timed = [*mails[:-N_TIMED], *spamassassin(SETS), *enron()], mails[-N_TIMED:]
    with tempfile.TemporaryDirectory() as name:
        session = Session(trained(earlier, Path(name)))
        later = read_given_documents(session, None, [mail.path for mail in timed], "mail")
        load_classifier(session, None)
        judged = [processor_ms(partial(classify_latest, session, one)) for one in later]
        taught = [processor_ms(partial(learn, session, None, [one], "spam", NoOpJobContext())) for one in later]
        session.close()
    print(f"{len(earlier):,} mails learnt; processor time for each of {len(later)} later ones:")
    for title, found in (("verdict with explanation", judged), ("lesson", taught)):
        print(f"  {title:28s} median {np.median(found):7.1f} ms, 95 of 100 under {np.quantile(found, 0.95):7.1f} ms")


def classify_latest(session: Session, document: Document) -> object:
    """Classify by the model as it is after the last lesson."""
    return classify_documents(load_classifier(session, None), [document], 5)


def processor_ms(work: Callable[[], object]) -> float:
    """Return the processor time of all threads."""
    began_s = time.process_time()
    work()
    return 1_000 * (time.process_time() - began_s)


PARTS: dict[str, Callable[[], None]] = {
    "online": online,
    "first": first,
    "halves": halves_apart,
    "places": places,
    "sets": sets,
    "flipped": flipped,
    "languages": languages,
    "words": words,
    "speed": speed,
    "lessons": lessons,
}


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, action="append")
    for name in parser.parse_args(None if arguments is None else list(arguments)).only or PARTS:
        print(f"\n{name}\n{HEAD if name not in ('online', 'languages', 'words', 'speed', 'lessons') else ''}")
        PARTS[name]()


if __name__ == "__main__":
    main()
