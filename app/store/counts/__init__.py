"""Counts of documents as blobs, about a thousand documents each. Read `count_segments` first."""
