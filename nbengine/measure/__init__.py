"""How good verdicts are: figures, curves, folds, and the choice of a smoothing. Read `evaluation` first."""
