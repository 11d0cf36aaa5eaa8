"""The window around the pages: frame, menus, dialogs, and the workspace that is open.

Read `wiring` first, then `workspace_view_model` and `main_window`.
"""
