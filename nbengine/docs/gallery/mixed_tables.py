"""Mixed tables

Cars have measurements, choices and counts: their power, their fuel, and how often they were driven in town
and abroad. `MixedNB` gives each column the model that suits it: a bell curve, shares of values, rates of
counts. All evidence is added, so a verdict is explained column by column.
"""

import numpy as np

from nbengine import GaussianNB, MixedNB

random = np.random.default_rng(7)
fuels = np.array(["petrol", "diesel", "electric"], dtype=object)
kinds = np.array(["city", "family", "sport"])
power, fuel_shares = np.array([60, 85, 120]), np.array([[0.2, 0.1, 0.7], [0.3, 0.6, 0.1], [0.8, 0.1, 0.1]])
trips = np.array([[6, 1], [4, 3], [2, 2]])


def draw_cars(n_cars):
    y = random.integers(3, size=n_cars)
    table = np.empty((n_cars, 4), dtype=object)
    table[:, 0] = random.normal(power[y], 30).round(1)
    table[:, 1] = [random.choice(fuels, p=fuel_shares[kind]) for kind in y]
    table[:, 2:] = random.poisson(trips[y])
    return table, kinds[y]


X, y = draw_cars(600)
X_new, y_new = draw_cars(2_000)
model = MixedNB(categorical_features=[1], count_features=[2, 3]).fit(X, y)
print(dict(zip(["power", "fuel", "town", "abroad"], model.feature_kinds_, strict=True)))
print(model.explain(X_new[0]))

right, by_power_alone = model.score(X_new, y_new), GaussianNB().fit(X[:, :1], y).score(X_new[:, :1], y_new)
print(f"{right:.1%} right; by power alone {by_power_alone:.1%}")
assert right > by_power_alone + 0.1
