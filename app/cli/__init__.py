"""The command line `bayleaf-cli`: the use cases without a window, one module a command.

Read `group` first, which lists the commands, then `classifying`.
"""
