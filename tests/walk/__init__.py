"""A walk through the real program: a virtual display, mouse and keys, and pictures to be looked at.

python -m tests.walk [--to FOLDER] [--only PART…]
"""
