"""Several labels a document: each label a question of its own. Begin with `label_questions`, then read `answers`."""
