"""Texts to tokens. Read `tokens` first, which specifies what the fast `token_counter` must give."""
