"""The Inbox: what arrived in watched places, what was filed where, and what is asked.

Read `view_model` first, then `page`.
"""
