"""Labelling a *pile*: a collection with few or no labels. Find groups of documents, and choose the next documents to
label.

Read `groups` first: how documents are compared and grouped. `asking` learns from a few answers, chooses the next
questions, and estimates how many of the other documents are judged right.
"""
