"""Explanations of a verdict: terms that add up, exact fractions, and influential training documents.

Read `explanation` first.
"""
