"""Convert texts to tokens. `token_rules` specifies the tokens; `token_counter` counts them fast.

Read `token_rules` first.
"""
