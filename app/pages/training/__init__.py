"""The Train page and training on a cluster.

Read `view_model` first, then `page`; `recipe_choices` is the recipe as a person chooses it.
"""
