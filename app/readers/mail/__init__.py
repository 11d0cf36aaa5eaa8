"""Mail: convert a message to a document with *evidence*, fields beside the text from which a filter can learn.

Read `reading` first, then `mime`, which parses messages, and `evidence`, which computes the fields.
"""
