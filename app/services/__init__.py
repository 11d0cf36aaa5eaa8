"""Use cases as plain functions, the same for the window, the command line and the tests.

Read `library.importing` first, then `training.training` and `judging.classifying`.
"""
