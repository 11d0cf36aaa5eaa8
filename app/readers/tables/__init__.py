"""Tables: how they are written, what their columns hold, and their rows as documents. Read `tables` first."""
