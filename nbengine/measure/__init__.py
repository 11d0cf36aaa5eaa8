"""Evaluation of verdicts: figures, ranking curves, folds, and the choice of recipe and smoothing. Read `evaluation`
first."""
