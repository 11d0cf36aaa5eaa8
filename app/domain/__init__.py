"""Shared domain types: records, errors, jobs and sentences, with the standard library only.

Read `documents` first, then `records`.
"""
