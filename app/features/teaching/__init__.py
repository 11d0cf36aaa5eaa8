"""Optional feature: lessons, exercises and hand-outs. Read `lessons` first."""
