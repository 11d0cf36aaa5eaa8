"""The command line `bayleaf-cli`: entry point, shared options and output, and the workspace commands.

`command_group` lists all commands; most of them are in `app.features`.
"""
