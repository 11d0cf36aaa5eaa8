"""Connecting mail programs with the judge: what to write where, and how to take it away again.

Read `configurations` first.
"""
