"""Texts to tokens. Read `reference_tokenizer` first, which specifies what the fast `token_counter` must give."""
