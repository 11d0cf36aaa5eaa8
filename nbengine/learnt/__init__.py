"""Learnt statistics: sums to which documents can be added, and from which they can be subtracted.

Start with `tally`.
"""
