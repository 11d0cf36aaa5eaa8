"""Watched places. Read `watcher` first: events wake, a scan decides, and what has settled is taken once and whole."""
