"""Trained classifiers: recipe, vocabulary, training and serialisation. Start with `model`, then `training`."""
