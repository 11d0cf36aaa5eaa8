"""Workspace operations that several features share: importing, browsing, training data, saved models, workers.

Read `importing` first.
"""
