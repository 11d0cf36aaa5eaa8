"""From a corpus to a model: counting, the choice of a recipe, training, and the live figures.

Read `training` first, then `recipe_planning`.
"""
