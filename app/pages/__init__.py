"""One folder a page: its model (QtCore only) in `view_model`, its widgets in `page`; `kit` has the widgets that pages
share, and `shell` the window around them.

Read `shell.wiring` first, which puts the program together, then `documents.view_model` and `documents.page`.
"""
