"""Small models of made-up mail and tables, for tests of everything that has a model."""

from __future__ import annotations

import numpy as np

from nbengine.events import EVENT_MODELS
from nbengine.learnt.statistics import Features
from nbengine.models.model import Model, TableColumns
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_model
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules

MAILS = (
    ("spam", "buy cheap watermelon buy"),
    ("spam", "cheap offer buy now"),
    ("ham", "meeting notes for monday"),
    ("ham", "lunch on monday"),
    ("ham", "notes on the offer"),
)
LABELS = ("spam", "ham")
TABLE = TableColumns(("height",), ("colour",), (("red", "green"),))

RECIPES = {
    **{name: Recipe(event_model=name) for name in EVENT_MODELS},
    "multinomial without smoothing": Recipe(smoothing=0),
    "binary multinomial": Recipe(weighting="binary", smoothing=0.5),
    "multinomial on tf-idf": Recipe(weighting="tfidf"),
    "bernoulli above a threshold": Recipe(event_model="bernoulli", threshold=1.0),
    "complement with norm on tf-idf": Recipe(event_model="complement", norm=True, weighting="tfidf"),
    "mixed by presence": Recipe(event_model="mixed", mixed_text="bernoulli"),
}


def model_of_mails(recipe: Recipe | None = None, mails=MAILS, weights=None, *, is_assured: bool = True) -> Model:
    recipe = Recipe() if recipe is None else recipe
    counter = TokenCounter(recipe.rules)
    counts = counter.count([text for _, text in mails])
    labels = tuple(dict.fromkeys(label for label, _ in mails))
    numbers = [labels.index(label) for label, _ in mails]
    return train_model(recipe, counts, numbers, labels, counter.vocabulary, weights, is_assured=is_assured)


def made_up_documents(seed=0, n_documents=60, n_words=40, n_labels=3):
    """Counts whose words lean towards labels, numbers and choices that do too, and label numbers."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n_documents) % n_labels
    leaning = rng.dirichlet(np.full(n_words, 0.3), n_labels)
    texts = [
        " ".join(f"w{word}" for word in rng.choice(n_words, rng.integers(3, 25), p=leaning[label])) for label in labels
    ]
    counter = TokenCounter(TokenRules())
    numbers = rng.normal(labels[:, None], 1.0, (n_documents, 1))
    choices = ((labels[:, None] + rng.integers(0, 2, (n_documents, 1))) % 2).astype(np.int64)
    return Features(counter.count(texts), numbers, choices), labels, counter.vocabulary


def made_up_model(recipe: Recipe, *, is_assured: bool = True, **options) -> Model:
    features, labels, vocabulary = made_up_documents(**options)
    names = [f"label {number}" for number in range(labels.max() + 1)]
    return train_model(recipe, features, labels, names, vocabulary, table=TABLE, is_assured=is_assured)
