"""Out of core

The documents do not fit into memory, so they come in batches, and each batch is dropped after it was learnt.
The order of the batches makes no difference: the model equals one that got all documents at once. Two models
that learnt different batches, for example on two machines, merge into the same model as well.
"""

import numpy as np

from nbengine import TextClassifier

random = np.random.default_rng(6)
words = {
    "sport": ["match", "goal", "team", "player", "season", "coach"],
    "science": ["cell", "theory", "data", "star", "energy", "proof"],
}
common = ["the", "of", "and", "to", "in", "a", "is", "was", "for", "on", "with", "by", "new"]


def read_batches(seed, n_batches=20, batch_size=200):
    """Yield lists of texts with their labels, as if each were read from a file."""
    draw = np.random.default_rng(seed)
    for _ in range(n_batches):
        labels = draw.choice(list(words), size=batch_size)
        yield [" ".join([*draw.choice(words[label], 4), *draw.choice(common, 8)]) for label in labels], labels


one, other = TextClassifier(), TextClassifier()
for texts, labels in read_batches(seed=1):
    one.partial_fit(texts, labels, classes=list(words))
for texts, labels in read_batches(seed=2):
    other.partial_fit(texts, labels, classes=list(words))
merged = one.merge(other)

everything = [batch for seed in (1, 2) for batch in read_batches(seed)]
at_once = TextClassifier().fit(
    [text for texts, _ in everything for text in texts], np.concatenate([y for _, y in everything])
)
new, truth = next(read_batches(seed=3))
difference = np.abs(merged.predict_proba(new) - at_once.predict_proba(new)).max()
print(f"{sum(len(texts) for texts, _ in everything)} documents; largest difference from one fit: {difference:.0e}")
print(f"{merged.score(new, truth):.1%} right on new documents")
assert difference < 1e-12
assert merged.score(new, truth) > 0.95
