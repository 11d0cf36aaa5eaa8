"""Training on a Dask cluster with the laptop's counts: a model is additive, so shards of documents can be counted
anywhere.

Read `training` first, the driver, then `shard_counting`, the task that reads and counts a shard, and `tally_merging`,
which adds counts up; `sources` divides what is to be read, and `running` is the cluster itself.

Nothing here schedules, retries or sends: Dask does. Every task is a pure function of its shard, so it does not matter
how often it ran or where; what is merged carries the numbers of its shards, and no number may come twice or be missing.
"""
