"""Piles of documents of which few or none have a label: groups that they fall into, and what to ask a person next.

Read `groups` first: the form in which documents are compared, and what is alike. `asking` learns from a few answers at
once and chooses the next questions, and `pile_figures` says how right it is.
"""
