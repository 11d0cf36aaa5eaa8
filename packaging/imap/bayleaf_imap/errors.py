"""Errors with an outside cause: their kinds and facts, and one table with their sentences."""

from __future__ import annotations

import unicodedata

SENTENCES = {
    "unreachable": "The server {where} cannot be reached ({detail}). Check its name and your connection.",
    "no-tls-here": "The server {where} does not use TLS on this port. Try --starttls, or port 993.",
    "no-certificates": "The certificate file {name} cannot be read: {detail}.",
    "no-tls": ("The server {where} does not offer encryption, or something on the way blocked it. Nothing was sent."),
    "certificate": "The server’s certificate cannot be trusted: {detail}. Nothing was sent.",
    "login": "The server refused the login ({detail}). Check the address and the password.",
    "lost": "The connection was lost: {detail}.",
    "hung": "The server does not answer. Try again later.",
    "bye": "The server ended the connection: {detail}.",
    "nonsense": "The server’s answer is not IMAP: {detail}. Check the server name and the port.",
    "too-much": "The server sent more data than was requested, so the task was stopped. Try again later.",
    "refused": "The server refused the request ({what}): {detail}.",
    "no-session": (
        "This user has no systemd session, so nothing can be set to start at login ({why}). Log in as this user without"
        " su or sudo, or run as root: loginctl enable-linger USER. Until then, start it by hand: bayleaf-imap run"
    ),
    "not-started": "The system refused to start bayleaf-imap at login: {detail} ({what}).",
    "still-running": "{name} no longer starts at login, but a process still works on it. End that process by hand.",
    "no-folder": "The mail folder {detail} does not exist.",
    "no-judge": "The mail daemon of the workspace {workspace} does not answer: {detail}.",
    "judge-says": "The mail daemon says: {detail}.",
    "judge-busy": "The mail daemon cannot learn now ({detail}). Bayleaf will try again.",
    "command-failed": "The command that prints the password failed: {detail}.",
    "no-password": "The system’s keyring has no password for {detail}.",
    "keyring": "The system’s keyring did not return the password ({detail}). Check that the keyring is unlocked.",
    "no-keyring": ("This system has no keyring for passwords. Install the package keyring, or use --password-command."),
    "no-account": "There is no mailbox called {name}. Add one: bayleaf-imap add ADDRESS --workspace FILE",
    "no-mailbox": "There is no mailbox yet. Add one: bayleaf-imap add ADDRESS --workspace FILE",
    "no-terminal": "There is no terminal to ask for the password. Use --password-command or --password-stdin.",
    "bad-filing": "Write --file LABEL=FOLDER, not {name}.",
    "no-label": "The model of {workspace} has no label {name}. It has: {labels}.",
    "bad-day": "Write the day as YYYY-MM-DD, such as 2026-11-28, not {name}.",
    "no-workspace": ("There is no workspace {name}. Name an existing one, or make one from the mailbox: --learn 500"),
    "account-there": "There is already a mailbox called {detail}. Remove it first: bayleaf-imap remove {name}",
    "many-accounts": "There are several mailboxes. Name one of them: {names}.",
    "bad-name": (
        "{detail} cannot be the name of a mailbox. Use at most 100 letters, digits and the characters . _ @ + -"
    ),
    "bad-account": "The description of the mailbox {name} cannot be read.",
    "busy": "Another process is working on this mailbox. Wait until it has finished.",
    "state": "The state of the mailbox could not be saved: {detail}.",
    "untried": "This mailbox has had no trial yet. Start with a trial, which shows what would be moved: "
    "bayleaf-imap trial {name}",
    "no-junk": "The junk folder was not found. Name it: --junk FOLDER",
    "not-installed": "The command-line program bayleaf-cli was not found. Name it: --bayleaf-cli COMMAND",
    "not-learnt": "Learning from the mailbox failed: {detail}.",
    "loop": (
        "Another filter moves mail back, so Bayleaf has stopped moving mail. Turn off the other filter, then run:"
        " bayleaf-imap resume"
    ),
}
"""Sentences by kind, worded like those of the window. They add facts that only a terminal needs, and name commands."""
TEMPORARY_KINDS = frozenset(
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
"""Kinds of errors that may go away without a person."""
MAX_SHOWN_LENGTH = 300


class MailboxError(Exception):
    """An error with an outside cause, which a person or a later attempt can solve."""

    def __init__(self, kind: str, **facts: object) -> None:
        super().__init__(kind, facts)
        self.kind, self.facts = kind, facts

    @property
    def detail(self) -> str:
        """Return the details besides the kind: the cause, or the object."""
        facts = (self.facts[name] for name in ("why", "folder", "name", "who") if name in self.facts)
        return to_safe_line(str(next(facts, ""))).rstrip(".")

    def __str__(self) -> str:
        answer = {
            name: to_safe_line(fact).rstrip(".") if isinstance(fact, str) else fact for name, fact in self.facts.items()
        }
        return SENTENCES[self.kind].format(**{"detail": self.detail, **answer})


def to_safe_line(text: str) -> str:
    """Return foreign text as one line without control characters, safe for a terminal."""
    shown = "".join(" " if unicodedata.category(letter) in UNPRINTABLE_CATEGORIES else letter for letter in text)
    return " ".join(shown.split())[:MAX_SHOWN_LENGTH]


UNPRINTABLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control characters, bidirectional marks and unassigned characters."""
