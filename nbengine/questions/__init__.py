"""Multi-label classification: each label is a yes/no question of its own. Read `label_questions` first, then
`answers`."""
