"""Factors on naive Bayes' log ratios, learnt from the documents: the part of a word's evidence that counts.

Read `factors` first, then `fitting`.
"""
