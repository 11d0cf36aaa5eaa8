"""From scores to what a person may believe: calibration, sets of labels, and when to be unsure.

Read `verdicts` first.
"""
