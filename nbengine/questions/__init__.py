"""Multi-label classification: each label is a separate yes-or-no question.

Read `label_questions` first, then `answers`.
"""
