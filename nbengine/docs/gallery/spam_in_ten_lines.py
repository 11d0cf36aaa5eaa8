"""Spam in ten lines

Eight mails teach a classifier, which judges two new ones and says why. Text goes in; words are split and
counted inside.
"""

from nbengine import TextClassifier

spam = ["Cheap watermelons, buy now!", "Buy now: cheap offer", "Win a prize, click now", "Cheap pills, special offer"]
ham = [
    "Lunch on Monday?",
    "Notes from the meeting",
    "The meeting moved to Monday",
    "Shall we have lunch after the meeting?",
]

model = TextClassifier().fit(spam + ham, ["spam"] * 4 + ["ham"] * 4)
new = ["A special offer: buy one prize", "Are the notes ready on Monday?"]
for text, label, shares in zip(new, model.predict(new), model.predict_proba(new), strict=True):
    print(f"{label:5} {max(shares):.2f}  {text}")
print("because of", [term.name for term in model.explain(new[0]).terms[:3]])

assert model.predict(new).tolist() == ["spam", "ham"]
