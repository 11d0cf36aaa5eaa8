"""The command line `bayleaf-cli`: the use cases without a window, one module for each command or a few of a kind.

Read `command_group` first, which lists the commands.
"""
