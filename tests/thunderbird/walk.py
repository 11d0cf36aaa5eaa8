"""All that is tried with Thunderbird: mail that arrives, what a hand does with it, and what was learnt of that."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from pathlib import Path
from typing import Any

from app.features.mail_daemon.client import connect_running_daemon
from app.features.mail_daemon.daemon import read_mail
from app.store.workspace import Workspace
from tests.app.letters import WORDS, letter
from tests.imap.servers import MailServer
from tests.thunderbird.marionette import ScriptError
from tests.thunderbird.program import Thunderbird

N_LEARNT = 250
"""Of each kind, and each from another place; with fewer the filter's promise keeps it from calling anything spam."""
UNSURE, SPAM = "bayleaf_unsure", "bayleaf_spam"
LARGE_BYTES = 3 << 20
N_TIMED = 9
LISTENING = """
  const times = content.bayleafTimes = [], came = new Map(), { messages } = content.wrappedJSObject.messenger;
  const heard = (act) => Cu.exportFunction(act, content);
  const now = () => content.performance.now();
  messages.onNewMailReceived.addListener(heard((folder, list) => {
    for (const each of list.messages) came.set(each.id, now()); }));
  messages.onUpdated.addListener(heard((message, changed) => {
    if (changed.tags && came.has(message.id)) times.push(now() - came.get(message.id)); }));
"""
"""Notes in the extension's page how long it took until a mail that came was tagged."""
A_MOMENT_S = 4.0
"""In which nothing more should come about."""


class Walk:
    """One walk; each check is a sentence that is printed with what came of it."""

    def __init__(self, workspace: Path, server: MailServer, pictures: Path) -> None:
        self.workspace, self._server, self._pictures = workspace, server, pictures
        self._number, self._late, self._unmarked = 1_000, "", ""
        self._mails: dict[str, bytes] = {}
        self.n_failed = 0
        self._program: Thunderbird | None = None

    @property
    def program(self) -> Thunderbird:
        """The Thunderbird that runs."""
        if self._program is None:
            raise RuntimeError("Thunderbird does not run.")
        return self._program

    def learn_first(self) -> None:
        """Teach Bayleaf two kinds of mail."""
        folder = self.workspace.parent / "learnt"
        for label in WORDS:
            (folder / label).mkdir(parents=True)
            for number in range(N_LEARNT):
                new = " ".join(f"word{place}of{label}{number}" for place in range(number % 9))
                raw = letter(label, number, words=new).replace(
                    b"@%b." % label.encode(), b"@%b%d." % (label.encode(), number)
                )
                (folder / label / f"{number}.eml").write_bytes(raw)
        command_line("import", self.workspace, folder, "--kind", "mail")
        command_line("train", self.workspace)

    def begin(self, program: Thunderbird) -> None:
        """Wait until Thunderbird knows the account and tells of new mail."""
        self._program = program
        self.check("the account is there", lambda: program.run("return folder('INBOX')?.URI"))
        self.check("the extension runs", program.has_extension)
        self.check("mail is judged once the folder is known", self.one_is_judged)

    def while_it_runs(self, program: Thunderbird) -> None:
        """Try everything that needs no restart."""
        self.begin(program)
        parts = (
            self.how_soon_it_judges, self.at_first_it_only_tags, self.marks_by_hand, self.moves_by_hand,
            self.it_marks_when_told_to, self.it_moves_when_told_to, self.the_judge_is_killed,
            self.learning_from_folders,
        )  # fmt: skip
        for part in parts:
            try:
                part()
            except ScriptError as error:
                self._say(f"{part.__name__.replace('_', ' ')}: {error}", is_so=False)

    def one_is_judged(self) -> bool:
        """Deliver mails until one is told of as new: those of a folder's first synchronisation are not."""
        subject = self.arrives("ham")
        return bool(self.program.wait_for(lambda: self.is_known(subject), A_MOMENT_S))

    def how_soon_it_judges(self) -> None:
        """From Thunderbird's event to the tag that the verdict brings, in the extension's own page."""
        self.program.run(f"return inside(background(), `{LISTENING}`);")
        for _ in range(N_TIMED):
            self.check("spam that is timed is tagged", partial(self.is_tagged, self.arrives("spam")))
        took = self.program.run("return inside(background(), 'return content.bayleafTimes;');") or [0]
        told = f"from the event to the tag: median {statistics.median(took):.0f} ms, worst {max(took):.0f} ms"
        self._say(told, is_so=len(took) == N_TIMED)

    def at_first_it_only_tags(self) -> None:
        """Mail that arrives is tagged and shown with its reason, and nothing else happens to it."""
        spam, ham = self.arrives("spam"), self.arrives("ham")
        doubtful = self.arrives("ham", words=WORDS["spam"] + " never heard before today")
        self.check("spam that arrives is tagged", lambda: SPAM in self.keywords("INBOX", spam))
        self.check(
            "good mail that arrives is not", lambda: self.is_known(ham) and not self.keywords("INBOX", ham).strip()
        )
        self.check("the server knows the tag too", lambda: SPAM in self._server.flags("INBOX")[spam])
        self.check("nothing was moved", lambda: self._server.subjects("Junk") == [])
        self.program.open("INBOX", spam)
        self.check("the line above the mail has the verdict", lambda: "spam 9" in self.program.banner())
        self.check("and its reason", lambda: any(word in self.program.banner() for word in WORDS["spam"].split()))
        self.program.picture(self._pictures / "thunderbird-spam.png")
        self.program.open("INBOX", doubtful)
        self.check("a mail of both kinds has a line too", self.program.banner)
        self.program.picture(self._pictures / "thunderbird-doubtful.png")
        self.program.open("INBOX", spam)
        self.check("the line is there again", self.program.banner)
        self.program.press_in_banner(1)
        self.check("its button *It is not spam* is a lesson", lambda: self.label(spam) == "ham")
        self.check("the tag goes once a hand has answered", lambda: SPAM not in self.keywords("INBOX", spam))
        self.check("the line says who decided", lambda: "spam" not in self.program.banner().split("\n")[0].split()[0])

    def marks_by_hand(self) -> None:
        """The keys J and Shift+J teach, once each."""
        subject = self.arrives("ham")
        self.check("a good mail arrives", lambda: self.is_known(subject))
        self.program.press("cmd_markAsJunk", "INBOX", subject)
        self.check("a mark as spam is a lesson", lambda: self.label(subject) == "spam")
        before = self.n_lessons()
        where = "INBOX" if self.program.mail("INBOX", subject) else "Junk"
        self.program.press("cmd_markAsNotJunk", where, subject)
        self.check("taking the mark off is a lesson", lambda: self.label(subject) == "ham")
        self.stays("and only one", lambda: self.n_lessons() == before + 1)
        self.arrives_again(subject)
        self.stays("a mail that was unmarked is never marked again", lambda: self.unmarked("INBOX", subject))

    def moves_by_hand(self) -> None:
        """Drags teach, though a mail that was just moved has no content yet; the bin teaches nothing."""
        subject = self.arrives("ham")
        self.check("another good mail arrives", lambda: self.is_known(subject))
        self.program.drag(subject, "INBOX", "Junk")
        self.check("a drag to the junk folder is a lesson", lambda: self.label(subject) == "spam")
        self.program.drag(subject, "Junk", "INBOX")
        self.check("a drag out of it takes that back", lambda: self.label(subject) == "ham")
        self.check("and leaves no mark behind", lambda: self.unmarked("INBOX", subject))
        spam = self.arrives("spam")
        self.check("spam arrives", lambda: self.is_known(spam))
        self.program.drag(spam, "INBOX", "Junk")
        self.check("it is taught as spam", lambda: self.label(spam) == "spam")
        before = self.n_lessons()
        self.program.press("cmd_delete", "Junk", spam)
        self.check("it is in the bin", lambda: spam in self._server.subjects("Trash"))
        self.stays("from the junk folder to the bin teaches nothing", lambda: self.n_lessons() == before)
        other = self.arrives("ham")
        self.check("a good mail arrives once more", lambda: self.is_known(other))
        self._server.move([other], "INBOX", "Junk")
        self.stays("a move by another program teaches nothing here", lambda: self.n_lessons() == before)

    def it_marks_when_told_to(self) -> None:
        """With *mark* in the settings, spam is marked; its own mark is no lesson."""
        self.program.open_options()
        self.program.picture(self._pictures / "thunderbird-settings.png")
        self.program.press_in_options("#modes input", 1)
        time.sleep(1)
        self.program.close_tab()
        before = self.n_lessons()
        spam = self.arrives("spam")
        self.check("with *mark*, spam is marked", lambda: self.mark("INBOX", spam) == "100")
        self.stays("its own mark is no lesson", lambda: self.n_lessons() == before)
        padding = (WORDS["spam"] + "\r\n") * (LARGE_BYTES // len(WORDS["spam"]))
        large = self.arrives("spam", words="\r\n" + padding)
        self.check("a large mail is tagged as unsure", lambda: UNSURE in self.keywords("INBOX", large))
        self.stays("and not marked on its beginning", lambda: self.mark("INBOX", large) != "100")

    def it_moves_when_told_to(self) -> None:
        """With *move*, spam goes to the junk folder, but for senders of the address book and accounts that are off."""
        self.program.open_options()
        self.program.press_in_options("#modes input", 2)
        time.sleep(1)
        self.program.close_tab()
        before = self.n_lessons()
        spam = self.arrives("spam")
        self.check("with *move*, spam is in the junk folder", lambda: spam in self._server.subjects("Junk"))
        self.stays("its own move is no lesson", lambda: self.n_lessons() == before)
        self.program.drag(spam, "Junk", "INBOX")
        self.check("dragged back by hand it is good", lambda: self.label(spam) == "ham")
        self._unmarked = spam
        self.arrives_again(spam)
        self.stays("and its like of another day stays in the inbox", lambda: spam not in self._server.subjects("Junk"))
        self.befriend("person7777@spam.example")
        friend = self.arrives("spam", number=7777)
        self.check("a mail of somebody known arrives", lambda: self.is_known(friend))
        self.stays("whom the address book knows is safe", lambda: friend not in self._server.subjects("Junk"))
        self.program.open_options()
        self.program.press_in_options("#accounts input", 0)
        time.sleep(1)
        self.program.close_tab()
        off = self.arrives("spam")
        self.stays("an account that is off is let be", lambda: off not in self._server.subjects("Junk"))
        self.program.open_options()
        self.program.press_in_options("#accounts input", 0)
        time.sleep(1)
        self.program.close_tab()

    def the_judge_is_killed(self) -> None:
        """A judge that was killed comes back by itself with the next mail."""
        self.end_judge(signal.SIGKILL)
        spam = self.arrives("spam")
        self.check("after a kill the next mail is judged", lambda: self._has_ticket(spam))
        self.check("and filed, or asked about", lambda: self.is_filed_or_asked(spam))

    def learning_from_folders(self) -> None:
        """*Learn from my folders* takes what a folder holds."""
        self._server.deliver(*(self.mail("spam")[1] for _ in range(5)), folder="Junk")
        self.program.look_for_mail("Junk")
        time.sleep(A_MOMENT_S)
        before = self.n_lessons()
        self.program.open_options()
        names = self.program.run(
            "const tab = document.getElementById('tabmail').currentTabInfo;"
            "return inside(tab.browser, `return [...content.document.querySelectorAll('#folders button')]"
            ".map((each) => each.textContent)`);"
        )
        self._say("the junk folder and the inbox are offered", is_so=len(names) >= 2)
        self.program.press_in_options("#folders button", next(n for n, name in enumerate(names) if "Junk" in name))
        self.check("the five are learnt", lambda: self.n_lessons() >= before + 5)
        self.program.picture(self._pictures / "thunderbird-learnt.png")
        self.program.close_tab()

    def while_it_is_closed(self) -> None:
        """Mail that comes while nobody looks, because Thunderbird was killed."""
        self._late = self.arrives("spam", is_looking=False)

    def after_its_return(self, program: Thunderbird) -> None:
        """It is judged at the next start."""
        self._program = program
        self.check("the account is there again", lambda: program.run("return folder('INBOX')?.URI"))
        program.look_for_mail()
        self.check("mail that came meanwhile is judged", lambda: self._late in self._server.subjects("Junk"))
        self.arrives_again(self._unmarked)
        self.stays("what was unmarked stays in the inbox", lambda: self._unmarked not in self._server.subjects("Junk"))
        self.check("and is not marked again", lambda: self.unmarked("INBOX", self._unmarked))

    # What there is

    def mail(self, label: str, number: int = 0, words: str = "") -> tuple[str, bytes]:
        """Make a mail of today; return its subject too."""
        self._number += 1
        raw = letter(label, number or self._number, words=words)
        head, _, rest = raw.partition(b"Date: ")
        mail = head + b"Date: " + format_datetime(datetime.now(UTC)).encode() + rest[rest.index(b"\r\n") :]
        return mail.partition(b"Subject: ")[2].split(b"\r\n")[0].decode(), mail

    def arrives(self, label: str, *, number: int = 0, words: str = "", is_looking: bool = True) -> str:
        """Deliver a mail, and return its subject."""
        subject, mail = self.mail(label, number, words)
        self._mails[subject] = mail
        self._server.deliver(mail)
        if is_looking:
            self.program.look_for_mail()
        return subject

    def arrives_again(self, subject: str) -> None:
        """Deliver a mail once more."""
        self._server.deliver(self._mails[subject])
        self.program.look_for_mail()

    def label(self, subject: str) -> str | None:
        """The label that the corpus has for a mail."""
        with Workspace(self.workspace, read_only=True) as opened:
            corpus = opened.corpora.all()[0].name
            number = opened.documents.find_by_hash(corpus, read_mail(self._mails[subject]).content_hash)
            return None if number is None else opened.documents.get(number).document.label

    def n_lessons(self) -> int:
        """Count the changes of the corpus."""
        with Workspace(self.workspace, read_only=True) as opened:
            return opened.changes.last_number(opened.corpora.all()[0].name)

    def is_known(self, subject: str) -> bool:
        """Tell whether Thunderbird has the mail, and the judge has seen it."""
        return self.program.mail("INBOX", subject) is not None and self._has_ticket(subject)

    def _has_ticket(self, subject: str) -> bool:
        with Workspace(self.workspace, read_only=True) as opened:
            return opened.tickets.get(read_mail(self._mails[subject]).content_hash) is not None

    def is_tagged(self, subject: str) -> bool:
        """Tell whether a mail in the inbox is tagged as spam, or as unsure."""
        return any(tag in self.keywords("INBOX", subject) for tag in (SPAM, UNSURE))

    def is_filed_or_asked(self, subject: str) -> bool:
        """Tell whether spam went to the junk folder, or is tagged as unsure after so many corrections."""
        return subject in self._server.subjects("Junk") or UNSURE in self.keywords("INBOX", subject)

    def keywords(self, folder: str, subject: str) -> str:
        """The tags of a mail."""
        found = self.program.mail(folder, subject)
        return "absent" if found is None else str(found["keywords"])

    def mark(self, folder: str, subject: str) -> str:
        """The score by which Thunderbird calls a mail spam; empty or 0 where it does not."""
        return str((self.program.mail(folder, subject) or {}).get("junk", "absent"))

    def unmarked(self, folder: str, subject: str) -> bool:
        """Tell whether a mail has neither mark nor tag."""
        return self.mark(folder, subject) in ("", "0") and SPAM not in self.keywords(folder, subject)

    def befriend(self, address: str) -> None:
        """Put somebody into the address book."""
        self.program.run(
            """
            const card = Cc["@mozilla.org/addressbook/cardproperty;1"].createInstance(Ci.nsIAbCard);
            card.primaryEmail = arguments[0];
            MailServices.ab.directories[0].addCard(card);
            """,
            address,
        )

    def end_judge(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the judge, if one runs."""
        client = connect_running_daemon(self.workspace)
        if client is not None:
            with client:
                os.kill(int(client.ask("status")["process"]), how)

    # What is said

    def check(self, sentence: str, is_so: Callable[[], Any]) -> None:
        """Wait for something to come about, and say whether it did."""
        waited = self.program.wait_for(is_so)
        self._say(sentence, is_so=bool(waited))

    def stays(self, sentence: str, is_so: Callable[[], Any]) -> None:
        """Say whether something is still so after a moment."""
        time.sleep(A_MOMENT_S)
        self._say(sentence, is_so=bool(is_so()))

    def _say(self, sentence: str, *, is_so: bool) -> None:
        self.n_failed += not is_so
        sys.stdout.write(f"{'ok    ' if is_so else 'FAILED'} {sentence}\n")
        sys.stdout.flush()


def command_line(*words: object) -> None:
    """Run a command of the program."""
    subprocess.run([sys.executable, "-m", "app.cli", *map(str, words)], check=True, capture_output=True)
