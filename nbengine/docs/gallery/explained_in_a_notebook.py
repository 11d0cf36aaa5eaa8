"""A document explained in a notebook

In Jupyter, an explanation shows itself as a waterfall: the prior first, then what each word added, down to
the score. `working` shows the calculation behind it, with every count. As text, both print what the pictures
show.
"""

import math

from nbengine import TextClassifier

spam = ["buy cheap watermelon buy", "cheap offer buy now"]
ham = ["meeting notes for monday", "lunch on monday", "notes on the offer"]
model = TextClassifier().fit(spam + ham, ["spam"] * 2 + ["ham"] * 3)

mail = "buy notes monday"
shown = model.explain(mail)
for term in shown.terms:
    print(f"{term.name:8} {term.value:+.4f}")
print(f"prior    {shown.prior:+.4f}")
print(f"score    {shown.score:+.4f}  for {shown.label} against {shown.against}")

ham_share = dict(zip(model.classes_, model.predict_proba([mail])[0], strict=True))["ham"]
print(f"P(ham) = {ham_share:.6f} = 27000 / 39167")
assert math.isclose(ham_share, 27000 / 39167)
assert math.isclose(shown.score, math.log(27000 / (39167 - 27000)))
