"""Worker processes that read and count, and what they may take of memory.

Read `workers` first, then `worker_main` and `extraction`.
"""
