"""The workspace file. All SQL of the program is in this package. Start at `app.store.workspace.Workspace`.

A `Workspace` belongs to one thread and opens in milliseconds, so each job opens its own.

    with Workspace(path, create=True) as workspace:
        with workspace.imports.begin("mail", source="…", kind="mail") as run:
            numbers = run.add(batch)                  # Document | PackedDocument | Failure; -1: a duplicate
            counts = run.segments(rules_key)          # a SegmentWriter; counts.words is the vocabulary to start from
            counts.add(numbers, starts, tokens, values, new_words)
            report = run.settle()                     # makes the documents visible; without it the run is removed
        counted = workspace.segments.read("mail", rules_key)       # one matrix in compressed rows
        missing = workspace.segments.uncounted_documents("mail", rules_key)  # documents to count with segments.writer
        table = workspace.documents.columns("mail")                # arrays; no text is read
        with workspace.transaction():                              # several changes as one
            workspace.editing.add("mail", [document])
            workspace.models.save("filter", content, recipe=…, change_number=workspace.changes.last_number("mail"), …)

The attributes of a workspace:

- `corpora`, `labels`, `shelves` (saved searches): `app.store.corpora`
- `documents` reads documents, `editing` changes them, `undo_log` undoes edits
- `imports`: import runs and their history
- `segments` stores word counts, `search_index` finds documents by words and headings
- `models`, `recipes`, `evaluations` (a cache) and `changes` (the change log): `app.store.models`
- `verdicts`, `arrivals` (in watched folders), `journal` (of moved files) and `tickets` (of judged mails):
  `app.store.verdicts`
- `pages`: the OCR cache

`workspace.transaction()` makes several calls atomic. A nested transaction is a savepoint and can be rolled back alone.
`workspace.snapshot()` makes several reads see one state.

- To bring a model up to date, call `changes.changes_since`. Rename the model's labels as `renamed` says. Let the model
  forget each changed document with `existed_before`, under its old label and weight. Then let it learn each document
  with `exists_after`, under its new label and weight. If `is_complete` is true, `segments.read_documents` still returns
  the counts of deleted documents. Otherwise recount the whole corpus.
- While this process has a connection to the file, only SQLite may open it. On POSIX systems, closing another file
  descriptor of the file drops SQLite's locks. Use `save_copy` to copy a workspace.
- Worker processes import only `app.store.document_packing`: it compresses documents without loading SQLite.
"""
