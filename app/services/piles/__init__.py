"""Piles of documents that have no label yet: the groups that they fall into, and what to ask about next.

Read `pile_documents` first.
"""
