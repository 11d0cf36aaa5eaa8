"""Convert texts to tokens. `token_rules` specifies the result; `token_counter` computes it fast. Read `token_rules`
first.
"""
