"""Texts to tokens. Read `token_rules` first, which specifies what the fast `token_counter` must give."""
