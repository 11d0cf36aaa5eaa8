"""Mixed tables

Cars have measurements, choices and counts: their power, their fuel and how often they were repaired. `MixedNB` gives each column the model
that suits it: a bell curve, shares of values, rates of counts. The evidence of all columns is added, so the verdict can be explained column by column.
"""

import numpy as np

from nbengine.estimators import GaussianNB, MixedNB

random = np.random.default_rng(7)
fuels = np.array(["petrol", "diesel", "electric"], dtype=object)


def cars(number):
    y = random.choice(["city", "family", "sport"], size=number)
    power = random.normal([{"city": 50, "family": 85, "sport": 150}[kind] for kind in y], 25)
    fuel = [random.choice(fuels, p={"city": [0.2, 0.1, 0.7], "family": [0.3, 0.6, 0.1], "sport": [0.8, 0.1, 0.1]}[k]) for k in y]
    repairs = random.poisson([[4, 1], [2, 2], [1, 5]][0] if False else np.array([{"city": (4, 1), "family": (2, 2), "sport": (1, 5)}[k] for k in y]))
    table = np.empty((number, 4), dtype=object)
    table[:, 0], table[:, 1], table[:, 2:] = power, fuel, repairs
    return table, y


X, y = cars(600)
X_new, y_new = cars(2_000)
model = MixedNB(categorical_features=[1], count_features=[2, 3]).fit(X, y)
