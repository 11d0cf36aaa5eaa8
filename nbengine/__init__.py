"""Naive Bayes you can see inside: counts in, log-probabilities out.

Arrays in, arrays out: this package knows no files, no SQL, no threads and no windows.
"""
