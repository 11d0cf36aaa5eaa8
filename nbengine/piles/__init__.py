"""Sorting a pile: a collection with few or no labels. Finds groups of documents, and chooses the next to ask a person
about.

Read `groups` first: how documents are compared and grouped. `asking` learns from few answers, chooses the next
questions, and estimates how well the rest of the pile is judged.
"""
