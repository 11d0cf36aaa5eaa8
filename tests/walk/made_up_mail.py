"""Made-up mail, a few hundred of it, the same at every walk: no mail of anybody is needed to look at the window."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

PEOPLE = ("Marta Lindqvist", "Owen Achterberg", "Nour Haddad", "Tomasz Wrona", "Padraig Breen", "Ikaika Palea")
SUBJECTS = {
    "ham": ("Re: minutes of Tuesday’s meeting", "Fwd: photographs from the lake", "Patch for the resolver",
            "Invoice 2218 from Alder & Finch", "Room for the reading group", "Can you look over the draft?"),
    "spam": ("You have been selected for a free cruise", "Lower your mortgage rate in two minutes",
             "Watches at a tenth of the price", "Get out of debt today, guaranteed", "Work from home and earn more"),
    "newsletter": ("Weekly digest: kernels and kettles", "What is on in May", "Ten recipes for the autumn"),
}  # fmt: skip
WORDS = {
    "ham": "agenda minutes draft patch kernel report meeting Thursday schedule attached review branch compile thanks",
    "spam": "free offer click guaranteed winner credit mortgage cruise limited prize remove congratulations money rate",
    "newsletter": "issue digest subscribe edition recipe concert tickets article readers editors archive unsubscribe",
}
ASTRAY = 0.06
"""Share of mails that speak like another label: no filter gets all of them right."""
COMMON = "the of to and in for you we this that with on it is are be have will your our from at as not can please"


def write_mails(folder: Path, counts: dict[str, int], seed: int = 4) -> Path:
    """Write a folder per label with mail files in it."""
    random_numbers = random.Random(seed)
    for label, count in counts.items():
        (folder / label).mkdir(parents=True, exist_ok=True)
        for number in range(count):
            path = folder / label / f"{number:04}.eml"
            path.write_bytes(mail(label, number, random_numbers).as_bytes())
    return folder


def write_mailbox(path: Path, count: int) -> Path:
    """Write a mailbox of short mails, many in little time."""
    words = WORDS["ham"].split()
    with path.open("w", encoding="utf-8") as mailbox:
        for number in range(count):
            text = " ".join(words[(number * step) % len(words)] for step in range(1, 40))
            head = f"From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\nSubject: number {number}\n"
            mailbox.write(f"{head}\nnumber {number} {text}\n\n")
    return path


def mail(label: str, number: int, random_numbers: random.Random) -> EmailMessage:
    """One mail, whose words are mostly those of its label."""
    is_astray = label not in WORDS or random_numbers.random() < ASTRAY
    kind = random_numbers.choice(list(WORDS)) if is_astray else label
    made = EmailMessage()
    name = random_numbers.choice(PEOPLE)
    made["From"] = f"{name} <{name.split()[0].lower()}@example.org>"
    made["To"] = "reader@example.org"
    made["Subject"] = random_numbers.choice(SUBJECTS[kind]) + (f", {number}" if number % 3 else "")
    made["Date"] = format_datetime(datetime(2024, 5, 1, 9, tzinfo=UTC) + timedelta(minutes=37 * number))
    made.set_content("\n\n".join(paragraph(kind, random_numbers) for _ in range(3)) + f"\n\nNumber {number}.\n")
    return made


def paragraph(kind: str, random_numbers: random.Random) -> str:
    own, others = WORDS[kind].split(), " ".join(WORDS.values()).split()
    return " ".join(some(random_numbers, (own, 9), (others, 3), (COMMON.split(), 22))).capitalize() + "."


def some(random_numbers: random.Random, *parts: tuple[Sequence[str], int]) -> list[str]:
    """Draw words from several lists and mix them."""
    drawn = [random_numbers.choice(words) for words, count in parts for _ in range(count)]
    random_numbers.shuffle(drawn)
    return drawn
