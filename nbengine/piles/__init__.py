"""Piles of documents of which few or none have a label: groups that they fall into, and what to ask a person next.

Read `unit_rows` first: the form in which documents are compared. `groups` finds what is alike; `quick_judge` learns
from a few answers at once; `asking` chooses the next questions by it, and `pile_figures` says how right it is.
"""
