"""Trained classifiers: recipe, vocabulary, training and saving. Start with `model`, then `training`."""
