"""Explanations of a verdict: terms that add up, exact fractions, and the documents that taught it.

Read `explanation` first.
"""
