"""Several labels for one document

A message can be about work *and* urgent, or about neither. Then each label is a yes/no question with a
classifier of its own. scikit-learn's `OneVsRestClassifier` does the bookkeeping, and each of its classifiers
can still explain its answer. Needs scikit-learn.
"""

import numpy as np
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer

from nbengine import MultinomialNB, WordCounter

random = np.random.default_rng(4)
own_words = {
    "work": ["report", "budget", "client", "deadline", "office", "project"],
    "family": ["birthday", "dinner", "kids", "grandma", "weekend", "cake"],
    "urgent": ["now", "today", "immediately", "asap", "overdue", "hurry"],
}
other_words = ["the", "a", "we", "please", "about", "with", "and", "for", "your", "next", "hello", "thanks"]


def draw_messages(n_messages):
    texts, labels = [], []
    for _ in range(n_messages):
        own = [label for label in own_words if random.random() < 0.4]
        words = [word for label in own for word in random.choice(own_words[label], 3)]
        texts.append(" ".join(random.permutation([*words, *random.choice(other_words, 8)])))
        labels.append(own)
    return texts, labels


texts, labels = draw_messages(500)
counter, binarizer = WordCounter(), MultiLabelBinarizer()
X, y = counter.fit_transform(texts), binarizer.fit_transform(labels)
model = OneVsRestClassifier(MultinomialNB()).fit(X, y)

new = counter.transform(
    ["hello, the client needs the report today, please hurry", "grandma invites us to her birthday"]
)
for names in binarizer.inverse_transform(model.predict(new)):
    print("labels:", *names)
names = counter.get_feature_names_out()
urgent = model.estimators_[list(binarizer.classes_).index("urgent")]
terms = urgent.explain(new[[0]]).terms
print("urgent because of", [str(names[int(term.name.removeprefix("x"))]) for term in terms[:2]])

new_texts, new_labels = draw_messages(500)
score = f1_score(binarizer.transform(new_labels), model.predict(counter.transform(new_texts)), average="micro")
print(f"F1 on 500 new messages: {score:.3f}")
assert score > 0.9
assert binarizer.inverse_transform(model.predict(new)) == [("urgent", "work"), ("family",)]
