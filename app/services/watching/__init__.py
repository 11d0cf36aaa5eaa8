"""Watched places. Read `one_look` first, then `watching_loop`: events wake, a scan decides, and what has settled is
taken once and whole."""
