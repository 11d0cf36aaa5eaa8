"""Sentences for what the program for mail on servers meets, which tells the window only a kind and a detail."""

from __future__ import annotations

MAILBOX_SENTENCES: dict[str, str] = {
    "account-there": "A mailbox is called {detail} already.",
    "bad-name": "{detail} cannot be the name of a mailbox.",
    "busy": "Another process is at work on this mailbox.",
    "bye": "The server ended the connection: {detail}.",
    "certificate": "The server’s certificate cannot be trusted: {detail}. Nothing was sent.",
    "command-failed": "The command for the password failed: {detail}.",
    "hung": "The server does not answer.",
    "judge-busy": "The judge cannot learn now, and is asked again: {detail}.",
    "judge-says": "The judge says: {detail}.",
    "keyring": "The system’s keyring does not give the password now: {detail}.",
    "login": "The server refuses the login: {detail}.",
    "loop": "Another filter moves mail back. Nothing is moved any more until you say so; see the help.",
    "lost": "The connection was lost: {detail}.",
    "no-folder": "The folder {detail} is not there.",
    "no-judge": "The judge of the workspace does not answer: {detail}.",
    "no-junk": "No folder for junk was found. Name it.",
    "no-keyring": "This system has no keyring. Give a command that prints the password.",
    "no-password": "The system’s keyring has no password for {detail}.",
    "no-tls": "The server offers no encryption, or somebody took the offer out. Nothing was sent.",
    "nonsense": "The server answers what is no IMAP: {detail}.",
    "not-installed": "The command line of Bayleaf was not found.",
    "not-learnt": "Learning from the mailbox failed: {detail}.",
    "other": "bayleaf-imap says: {detail}.",
    "refused": "The server refuses it: {detail}.",
    "state": "The state of the mailbox cannot be written: {detail}.",
    "too-much": "The server sends more than it was asked for.",
    "unreachable": "The server cannot be reached: {detail}.",
    "untried": "Let a trial say first what would be moved.",
}
