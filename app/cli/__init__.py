"""The command line `bayleaf-cli`: the use cases without a window, one module a command.

Read `command_group` first, which lists the commands, then `classifying`.
"""
