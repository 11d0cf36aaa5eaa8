"""Measures of verdicts: figures, curves, folds, and the choice of a smoothing. Read `evaluation` first."""
