"""What the pages ask for, answered: services' results turned into what a page shows.

One module per page. A connection knows the path of the workspace, not an open file: each job opens its own.
"""
