"""Importing: the dialog with its preview, and the first page of an empty workspace. Read `view_model` first."""
