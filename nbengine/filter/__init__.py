"""The filter: learns from one mail after another, and promises how little good mail it loses.

Read first `filter` (the object that judges, learns and forgets), then `tally` (what is learnt), `document_score` (how
the words of one document are weighed), `thresholds` (when to be sure), and `corpus_replay` (a corpus replayed in
order).
"""
