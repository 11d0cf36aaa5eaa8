"""Optional feature: a resident process that judges mail for other mail programs. Read `daemon` first."""
