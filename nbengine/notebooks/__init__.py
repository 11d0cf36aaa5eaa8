"""Models, verdicts, explanations and evaluations as HTML for notebooks: no script in it, and every word escaped.

Read `showing` first, which asks for the rest when something is shown.
"""
