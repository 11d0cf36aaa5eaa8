"""The workspace file. All SQL of the program is in this package. Start at `app.store.workspace.Workspace`.

A `Workspace` belongs to one thread and opens in milliseconds: each job opens its own.

    with Workspace(path, create=True) as workspace:
        with workspace.imports.begin("mail", source="…", kind="mail") as run:   # invisible until settle()
            numbers = run.add(batch)                  # Document | PackedDocument | Failure; -1: a duplicate
            counts = run.segments(rules_key)          # a SegmentWriter; counts.words is the vocabulary to start from
            counts.add(numbers, starts, tokens, values, new_words)
            report = run.settle()                     # one short transaction; without it the run is removed
        counted = workspace.segments.read("mail", rules_key)      # one matrix in compressed rows
        missing = workspace.segments.uncounted("mail", rules_key)  # then documents.bodies(missing) and a writer
        table = workspace.documents.columns("mail")               # arrays; no text is read
        with workspace.transaction():                             # a correction is atomic
            workspace.editing.add("mail", [document])
            workspace.models.save("filter", content, recipe=…, change_number=workspace.changes.number("mail"), …)

| part | what it does |
|---|---|
| corpora | all, get, has; add, rename, remove |
| labels | all (with counts), looks, names, given_by_hand; add, rename, merge, remove, look (colour, key, position) |
| imports | begin → ImportRun (add, segments, settle, discard); history, failures |
| documents | columns, headings, get, bodies, rows, rows_of, count, numbers, find, runs_of |
| editing | add, relabel, remove, move |
| undo_log | undo, redo, next_undo, next_redo, all, forget: for editing, labels, corpora and imports |
| segments | read, places, runs, words, uncounted, of_documents (also deleted), documents_with, writer |
| search_index | parts, headings, order, documents_with; add_headings, add_words, keep_order (one part per call) |
| shelves | all, keep, remove: saved searches |
| changes | number, touched, since: label renames and documents that a model must forget or learn to catch up |
| models, recipes | all, get, content, save, remove |
| evaluations | get, keep, clear: cached verdicts of models on their own documents |
| verdicts | add, correct, recent, count, remove, clear; keep_leave_one_out, leave_one_out (of a model) |
| arrivals | take, seen, rename, change, in_states, since, count, preference: arrivals in watched folders |
| tickets | keep, get, clear: recently judged mails that can still be corrected |
| journal | plan, note, of_batch, unfinished, batches: files moved and copied |

`workspace.transaction()` makes several calls atomic. A nested transaction is a savepoint and can be rolled back alone.
`workspace.snapshot()` makes several reads see one state. `check`, `compact`, `info` and `save_copy` are methods of
`Workspace` itself.

- How a model catches up: rename its labels by `changes.renamed`; forget every change with `was_there`, with its old
  label and weight; learn every change with `is_there`. While `changes.is_complete`, counts of deleted documents are
  still in `segments.of_documents`. Otherwise recount the whole corpus.
- Only SQLite may open the file while a connection in this process is open: on POSIX systems, closing any other file
  descriptor of it drops SQLite's locks. Use `save_copy` to copy a workspace.
- Workers import only `app.store.document_packing`: it compresses documents in their process without loading SQLite.
"""
