"""Mixed tables

Patients have measurements, choices and a note. `MixedNB` gives each column the model that suits it: a bell curve for numbers,
shares for choices, words for text. One verdict comes out, and one explanation over all columns.
"""
