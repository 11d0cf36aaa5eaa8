"""Why a verdict is what it is: terms that add up, exact fractions, and the documents that taught it.

Read `contributions` first.
"""
