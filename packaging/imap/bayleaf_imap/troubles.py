"""Errors with an outside cause: their kinds and facts, and one table with their sentences."""

from __future__ import annotations

import unicodedata

SENTENCES = {
    "unreachable": "{where} cannot be reached: {why}.",
    "no-tls-here": "{where} does not use TLS on this port. Try --starttls, or port 993.",
    "no-certificates": "The file with certificates {name} cannot be read: {why}.",
    "no-tls": "{where} offers no encryption (STARTTLS), or the offer was removed in transit. Nothing was sent.",
    "certificate": "The certificate of {where} cannot be trusted: {why}. Nothing was sent.",
    "login": "The server refuses the login: {why}.",
    "lost": "The connection was lost: {why}.",
    "hung": "The server did not answer within {seconds:.0f} s.",
    "bye": "The server ended the connection: {why}.",
    "nonsense": "The server answered what is no IMAP: {why}.",
    "too-much": "The server sent more than was asked for.",
    "refused": "The server refuses {what}: {why}.",
    "no-session": (
        "There is no user session for systemd here ({why}), so nothing can start at login. Log in as this user, without"
        " su or sudo, or let root run: loginctl enable-linger USER. Until then, start it by hand: bayleaf-imap run"
    ),
    "not-started": "The system did not take the start at login, {what} says: {why}.",
    "still-running": "{name} does not start at login any more, but a process still works on it: end that one by hand.",
    "no-folder": "The folder {folder} is not there.",
    "no-judge": "The judge of {workspace} does not answer: {why}.",
    "judge-says": "The judge says: {why}.",
    "judge-busy": "The judge cannot do it now: {why}. It is asked again.",
    "command-failed": "The command for the password failed: {why}.",
    "no-password": "There is no password for {who} in the system's keyring.",
    "keyring": "The system's keyring does not give the password now: {why}.",
    "no-keyring": "There is no keyring here: install the package keyring, or give a command for the password.",
    "no-account": "No mailbox is called {name}. Add one: bayleaf-imap add ADDRESS --workspace FILE",
    "no-mailbox": "There is no mailbox yet. Add one: bayleaf-imap add ADDRESS --workspace FILE",
    "no-terminal": "There is no terminal to ask for the password. Use --password-command or --password-stdin.",
    "bad-filing": "Write --file LABEL=FOLDER, not {name}.",
    "no-label": "The model of {workspace} has no label {name}. It has: {labels}.",
    "bad-day": "Write the day as YYYY-MM-DD, such as 2026-11-28, not {name}.",
    "no-workspace": "There is no workspace {name}. Name an existing one, or make one from the mailbox: --learn 500",
    "account-there": "A mailbox is called {name} already. Remove it first: bayleaf-imap remove {name}",
    "many-accounts": "There are several mailboxes; name one of: {names}.",
    "bad-name": "{name} cannot be the name of a mailbox: letters, digits and . _ @ + - are taken, up to 100.",
    "bad-account": "The description of the mailbox {name} cannot be read.",
    "busy": "Another process is working on this mailbox.",
    "state": "What is known of the mailbox cannot be written: {why}.",
    "untried": "Let it say first what it would do, for a day or so: bayleaf-imap trial {name}",
    "no-junk": "No folder for junk was found. Name one: --junk FOLDER",
    "not-installed": "bayleaf-cli was not found. Say where it is: --bayleaf-cli COMMAND",
    "not-learnt": "Learning from the mailbox failed: {why}.",
    "loop": "Another filter moves back what was moved. Nothing is moved any more; to go on: bayleaf-imap resume",
}
PASSING = frozenset(
    {
        "unreachable",
        "lost",
        "hung",
        "bye",
        "nonsense",
        "too-much",
        "no-judge",
        "judge-busy",
        "certificate",
        "no-tls",
        "no-tls-here",
    }
)
"""Kinds of errors that may be temporary."""
LONGEST_TOLD = 300


class Trouble(Exception):
    """An error with an outside cause, which a person or a later attempt can solve."""

    def __init__(self, kind: str, **facts: object) -> None:
        super().__init__(kind, facts)
        self.kind, self.facts = kind, facts

    @property
    def detail(self) -> str:
        """Return the details besides the kind: the cause, or the object."""
        facts = (self.facts[name] for name in ("why", "folder", "name", "who") if name in self.facts)
        return harmless(str(next(facts, ""))).rstrip(".")

    def __str__(self) -> str:
        told = {
            name: harmless(fact).rstrip(".") if isinstance(fact, str) else fact for name, fact in self.facts.items()
        }
        return SENTENCES[self.kind].format(**told)


def harmless(text: str) -> str:
    """Return foreign text as one line without control characters, safe for a terminal."""
    shown = "".join(" " if unicodedata.category(letter) in UNSHOWN else letter for letter in text)
    return " ".join(shown.split())[:LONGEST_TOLD]


UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control characters, bidirectional marks and unassigned characters."""
