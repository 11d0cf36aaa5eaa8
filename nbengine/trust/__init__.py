"""Reliability of verdicts: calibrated probabilities, label sets, and thresholds for confident verdicts.

Read `verdicts` first.
"""
