"""One open workspace, shared by the window, the command line and whatever else works on it. Read `session` first."""
