"""Verdicts and how good they are: on files, on documents of a corpus, by several models.

Read `classifying` first, then `classify_session`.
"""
