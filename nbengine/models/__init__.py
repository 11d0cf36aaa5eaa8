"""A model: its recipe, its words, training, and its bytes. Read `model` first, then `training`."""
