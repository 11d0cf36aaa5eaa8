"""Leave-one-out in one call

How good is the model on documents that it has not seen? Leave-one-out judges each document by a model of all
others. Here that costs one subtraction for each document, so it takes no longer than a few predictions, and
uses all data for training and for testing.
"""

import numpy as np

from nbengine import BernoulliNB

random = np.random.default_rng(2)
y = random.choice(["cat", "dog"], size=300)
X = random.random((300, 60)) < np.where(y == "cat", 0.30, 0.42)[:, None]

model = BernoulliNB().fit(X, y)
left_out = model.loo_proba()
verdicts = model.classes_[left_out.argmax(axis=1)]
print(f"right on the training data: {np.mean(model.predict(X) == y):.1%}")
print(f"right when left out:        {np.mean(verdicts == y):.1%}")

by_refitting = [
    BernoulliNB().fit(np.delete(X, row, axis=0), np.delete(y, row)).predict_proba(X[[row]])[0] for row in range(len(X))
]
print(f"largest difference from 300 separate fits: {np.abs(left_out - by_refitting).max():.0e}")
assert np.allclose(left_out, by_refitting, atol=1e-12)
assert np.mean(verdicts == y) < np.mean(model.predict(X) == y)
