"""Forgetting a document

An author asks you to delete a document, from the model too. `forget` subtracts it. The result equals a model that
never saw the document: both have the same bytes. The calibration was fitted to the document as well, so `forget`
removes it; call `calibrate` again with the remaining documents. Forgetting a document that was never learnt raises
an error.
"""

import numpy as np

from nbengine import MultinomialNB

random = np.random.default_rng(1)
X = random.poisson(0.2, size=(10_000, 2_000))
y = random.choice(["letter", "invoice", "report"], size=10_000)
model = MultinomialNB().fit(X, y).calibrate()

model.forget(X[[4321]], y[[4321]])

others = np.arange(len(X)) != 4321
never_saw_it = MultinomialNB().fit(X[others], y[others])
print("the same bytes:", model.to_bytes() == never_saw_it.to_bytes())
assert model.to_bytes() == never_saw_it.to_bytes()

model.calibrate(X[others], y[others])
never_saw_it.calibrate()
print("the same bytes, calibrated:", model.to_bytes() == never_saw_it.to_bytes())
assert model.to_bytes() == never_saw_it.to_bytes()

try:
    model.forget(np.full((1, 2_000), 1_000_000), ["letter"])
except ValueError as error:
    print("refused:", error)
else:
    raise AssertionError("a document that was never learnt was forgotten")
assert model.to_bytes() == never_saw_it.to_bytes()
