"""Calibrated probabilities

Naive Bayes takes words as independent. In real text they are not, so its raw probabilities are far too close
to 0 and 1. `calibrate` corrects them by leave-one-out scores of the training documents; it needs no held-out
data. Verdicts stay the same.

Here words come in bunches of the same word, as in real text. Of the verdicts with a probability above 99 %,
about 99 % should be right. The *calibration error* is the mean gap between probability and accuracy.
"""

import numpy as np

from nbengine import MultinomialNB

random = np.random.default_rng(0)
n_words, topics = 400, ["economy", "football", "weather"]
own, common = random.dirichlet(np.full(n_words, 0.3), size=len(topics)), random.dirichlet(np.full(n_words, 0.3))
shares = 0.25 * own + 0.75 * common


def draw_documents(n_documents):
    """Draw documents of 12 words, each repeated one to eight times."""
    y = random.integers(len(topics), size=n_documents)
    words = [random.multinomial(12, shares[topic]) * random.integers(1, 9, n_words) for topic in y]
    return np.array(words), np.array(topics)[y]


def compute_calibration_error(model, X, y):
    probabilities = model.predict_proba(X)
    sure, is_right = probabilities.max(axis=1), model.predict(X) == y
    tenths = np.minimum((sure * 10).astype(int), 9)
    error = sum(abs(np.sum((sure - is_right)[tenths == tenth])) for tenth in range(10)) / len(y)
    return error, is_right[sure > 0.99].mean()


X, y = draw_documents(1500)
X_new, y_new = draw_documents(5000)
model = MultinomialNB().fit(X, y)
verdicts = model.predict(X_new)
raw, right_when_sure = compute_calibration_error(model, X_new, y_new)
print(f"raw:        calibration error {raw:.3f}; above 99 %: {right_when_sure:.1%} right")

model.calibrate()
calibrated, right_when_sure = compute_calibration_error(model, X_new, y_new)
print(f"calibrated: calibration error {calibrated:.3f}; above 99 %: {right_when_sure:.1%} right")

assert calibrated < raw / 3
assert right_when_sure > 0.97
assert (model.predict(X_new) == verdicts).all()
