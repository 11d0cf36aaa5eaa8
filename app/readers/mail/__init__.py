"""Mail: convert a message to a document with evidence, which are fields beside the text that a filter may learn from.

Read `reading` first, then `mime`, which parses messages, and `evidence`, which computes the fields.
"""
