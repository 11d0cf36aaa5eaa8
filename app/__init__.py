"""Bayleaf, the program: readers, workspace, services, window and command line around nbengine."""
