"""Active learning

You have 2,000 documents without labels, and time to label 40. Which? Here the model asks for the ones it is
least certain about, and learns each answer at once with `partial_fit`. With the same number of answers it is
right more often than a model that learnt random documents.
"""

import numpy as np

from nbengine import MultinomialNB

random = np.random.default_rng(5)
n_topics, n_words = 8, 300
shares = random.dirichlet(np.full(n_words, 0.15), size=n_topics) * 0.5 + random.dirichlet(np.full(n_words, 0.5)) * 0.5
sizes = 1 / np.arange(1, n_topics + 1) ** 1.5  # some topics are rare
truth = random.choice(n_topics, size=3_000, p=sizes / sizes.sum())
X = np.array([random.multinomial(30, shares[topic]) for topic in truth])
pile, test = np.arange(2_000), np.arange(2_000, 3_000)


def choose_most_doubtful(model, rows):
    two_best = np.sort(model.predict_proba(X[rows]), axis=1)[:, -2:]
    return rows[np.argmin(two_best[:, 1] - two_best[:, 0])]


def choose_at_random(_model, rows):
    return random.choice(rows)


def accuracy_after(n_answers, choose):
    """Return the test accuracy of a model that has learnt `n_answers` labels, of the documents that `choose`
    selects.
    """
    rows, model = pile, MultinomialNB(alpha=0.1)
    for _ in range(n_answers):
        row = choose(model, rows) if hasattr(model, "classes_") else rows[0]
        model.partial_fit(X[[row]], truth[[row]], classes=np.arange(n_topics))
        rows = rows[rows != row]
    return model.score(X[test], truth[test])


chosen = accuracy_after(40, choose_most_doubtful)
by_chance = np.mean([accuracy_after(40, choose_at_random) for _ in range(10)])
print(f"40 documents chosen by doubt:      {chosen:.1%} right")
print(f"40 documents chosen at random:     {by_chance:.1%} right (mean of 10 tries)")
assert chosen > by_chance
