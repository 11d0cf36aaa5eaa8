"""Optional feature: models and labels to and from other programs. Read `exports` first."""
