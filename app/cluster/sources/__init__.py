"""Sources of a cluster: divided into shards, fetched and looked through before they are counted.

Read `shards` first.
"""
