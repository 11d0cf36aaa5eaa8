"""Texts to tokens. Read `token_specification` first, which specifies what the fast `token_counter` must give."""
