"""Thunderbird itself with the extension, a mail server of its own, and the judge: marks, tags, moves, lessons.

sudo python -m tests.thunderbird [--install] [--to FOLDER]

It needs an administrator, for Dovecot changes users, and Debian's thunderbird, dovecot-imapd, dovecot-sieve, xvfb,
openbox, xdotool and imagemagick, which --install gets.
"""
