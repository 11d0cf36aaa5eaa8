"""Learnt factors against LinearSVC

Naive Bayes counts words that always come together as if each were new evidence. `LearntFactorsNB` learns from
all documents how much of each word's evidence counts. It judges documents about as well as a linear support
vector machine, gives probabilities, and its scores are still sums over words.

The texts are made of phrases: all words of a phrase come together. Needs scikit-learn, for the comparison.
"""

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from nbengine import LearntFactorsNB, MultinomialNB, WordCounter

random = np.random.default_rng(3)
labels = np.array([f"topic {number}" for number in range(6)])
phrases = [" ".join(f"w{word}" for word in random.integers(3_000, size=random.integers(1, 12))) for _ in range(900)]
likely = random.dirichlet(np.full(900, 0.05), size=6) * 0.35 + random.dirichlet(np.full(900, 0.3)) * 0.65


def write_texts(n_texts):
    numbers = random.integers(6, size=n_texts)
    chosen = [random.choice(phrases, random.integers(2, 9), p=likely[topic]) for topic in numbers]
    return [" ".join(some) for some in chosen], labels[numbers]


texts, y = write_texts(2_000)
new_texts, new_y = write_texts(4_000)
candidates = {
    "MultinomialNB": make_pipeline(WordCounter(), MultinomialNB()),
    "LearntFactorsNB": make_pipeline(WordCounter(), LearntFactorsNB()),
    "LinearSVC": make_pipeline(TfidfVectorizer(sublinear_tf=True), LinearSVC()),
}
right = {name: model.fit(texts, y).score(new_texts, new_y) for name, model in candidates.items()}
for name, share in right.items():
    print(f"{name:16}{share:.1%} right")

assert right["LearntFactorsNB"] > right["MultinomialNB"]
assert right["LearntFactorsNB"] > right["LinearSVC"] - 0.01
