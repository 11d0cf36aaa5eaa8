"""The workspace file. All SQL of the program lives here; `app.store.workspace.Workspace` is the way in.

A `Workspace` belongs to one thread and opens in milliseconds: each job opens its own.

    with Workspace(path, create=True) as workspace:
        with workspace.imports.begin("mail", source="…", kind="mail") as run:   # unseen until it settles
            numbers = run.add(batch)                  # Document | PackedDocument | Failure; -1: folded duplicate
            counts = run.segments(rules_key)          # a SegmentWriter; counts.words is the vocabulary to start from
            counts.add(numbers, starts, tokens, values, new_words)
            report = run.settle()                     # one short transaction; leaving without it removes every trace
        counted = workspace.segments.read("mail", rules_key)      # one matrix in compressed rows
        missing = workspace.segments.uncounted("mail", rules_key)  # then documents.bodies(missing) and a writer
        table = workspace.documents.columns("mail")               # arrays; no text is read
        with workspace.transaction():                             # a correction is one step, or nothing
            workspace.editing.add("mail", [document])
            workspace.models.save("filter", content, recipe=…, change_number=workspace.changes.number("mail"), …)

| part | what it does |
|---|---|
| corpora | all, get, has; add, rename, remove |
| labels | all (with counts), looks, names, given_by_hand; add, rename, merge, remove, look (colour, key, position) |
| imports | begin → ImportRun (add, segments, settle, discard); history, failures |
| documents | columns, headings, get, bodies, rows, rows_of, count, numbers, find, runs_of |
| editing | add, relabel, remove, move |
| undo_log | undo, redo, next_undo, next_redo, all, forget: of editing, labels, corpora and imports |
| segments | read, places, runs, words, uncounted, of_documents (deleted too), documents_with, writer |
| search_index | parts, headings, order, documents_with; add_headings, add_words, keep_order: a piece each |
| shelves | all, keep, remove: searches that a person keeps |
| changes | number, touched, since: what a model has to rename, forget and learn to catch up |
| models, recipes | all, get, content, save, remove |
| evaluations | get, keep, clear: how models judged their documents, as a cache |
| verdicts | add, correct, recent, count, remove, clear; keep_leave_one_out, leave_one_out (of a model) |
| arrivals | take, seen, rename, change, in_states, since, count, preference: what came to watched places |
| tickets | keep, get, clear: mails that were judged and may still be taught |
| journal | plan, note, of_batch, unfinished, batches: files moved and copied |

`workspace.transaction()` makes several calls one step; one inside another may fail by itself. `workspace.snapshot()`
reads several things at one moment. `check`, `compact`, `info`, `save_copy`, `remove_backups` are the workspace's own.

- Catching up: apply `changes.renamed` to the model's labels, forget each change that `was_there` under its old label
  and weight, learn each that `is_there`. Counts of deleted documents are still in `segments.of_documents` while
  `changes.is_complete`; otherwise tally the corpus anew.
- Nobody but SQLite may open the file while it is open in the process: closing it would drop SQLite's locks. To copy a
  workspace use `save_copy`.
- Workers import `app.store.document_packing` alone: `packed(document)` compresses in their process, and no SQL
  comes with it.
"""
