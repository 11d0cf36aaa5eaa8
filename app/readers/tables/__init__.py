"""Tables: their format, their columns, and their rows as documents. Start with `tables`."""
