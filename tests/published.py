"""Figures of the literature that more than one test holds the program against."""

from __future__ import annotations

ALL_REPEATED_WORDS = 65_706
ACCURACY_BY_SIZE = {
    10: (19.3, 23.7),
    50: (43.5, 46.0),
    100: (51.0, 53.3),
    200: (58.3, 59.3),
    500: (66.4, 65.5),
    1_000: (70.1, 68.3),
    5_000: (77.6, 72.0),
    10_000: (79.3, 72.7),
    ALL_REPEATED_WORDS: (81.9, 72.1),
}
"""Multinomial and Bernoulli on all posts of 20 Newsgroups by the number of words, in per cent: means of five draws.

One draw on ten words has a standard deviation of 1.0, so a mean of five has one of .45.
"""
