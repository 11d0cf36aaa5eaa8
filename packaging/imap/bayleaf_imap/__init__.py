"""Bayleaf for mail on a server. Read `folder_checks` first (one check of the folders), then `moves` (how mail is
moved).

This is the only package of the repository with network code. It knows nothing of the program except the socket of the
mail daemon, so it stays small, and an installation without it has no network code.
"""

VERSION = "0.1.0"
