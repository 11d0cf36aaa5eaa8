"""The same counts, made on a Dask cluster: a model is additive, so shards of documents can be counted anywhere.

| module | holds |
|---|---|
| `connection` | finding the scheduler, its workers, and what foreign errors mean |
| `shards` | dividing sources among tasks, on a worker, since the driver may not see them |
| `fetching` | files at URLs, brought to where the readers can open them |
| `columns` | columns of numbers and choices, compared by name where shards meet |
| `counting` | the task that reads a shard and counts it, with the laptop's readers, limits and counter |
| `duplicates` | which documents came before in another shard |
| `tallies` | counts added up, and merged in a tree |
| `finishing` | words and recipe chosen, the model made and judged |
| `training` | the driver: tasks in, a model out; it never holds a document |

Nothing here schedules, retries or sends: Dask does. Every task is a pure function of its shard, so it does not matter
how often it ran or where; what is merged carries the numbers of its shards, and no number may come twice or be missing.
"""
