"""Models and recipes as the workspace keeps them: loaded, taught, looked into, given away.

Read `kept_models` first.
"""
