"""Bayleaf for mail on a server. Read `rounds` first: a look at the folders; then `deeds`, what is done there and how.

This is the only package of the source that speaks to a network. It knows nothing of the program but the socket of its
judge, so that it stays small and that whoever does not install it has no line of network code.
"""

VERSION = "0.1.0"
