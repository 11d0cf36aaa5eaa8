"""Active learning: find groups of documents, choose the next documents that a person should label, and learn the
labels.

It is for a collection with few or no labels. Read `groups` first: how documents are compared and grouped. `asking`
learns from a few answers, chooses the next questions, and estimates how many other documents are judged right.
"""
