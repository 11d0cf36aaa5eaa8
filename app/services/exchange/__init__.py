"""Ways to other programs and back, one module for each; libraries that may not be installed are asked for late.

Read `plain_models` first, which says of a model what others can be told, then `exports`.
"""
