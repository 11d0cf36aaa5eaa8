"""Evaluation of verdicts: figures, ranking curves, held-out documents, and the choice of recipe and smoothing.

Read `evaluation` first.
"""
