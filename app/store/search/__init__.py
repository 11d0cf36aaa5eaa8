"""An index of headings and words, which makes searching and sorting a million documents quick.

It is made of parts, each of which covers some thousand documents. What no part covers is looked through as it lies, so
a search finds the same with or without it. Read `search_index` first, then `packed_parts`.
"""
