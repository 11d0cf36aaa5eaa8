"""What of a word's evidence counts: factors on naive Bayes' log ratios, learnt from the documents.

Read `factors` first, then `fitting`.
"""
