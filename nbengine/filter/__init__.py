"""The spam filter: it learns mails one by one, and limits how much good mail is classified as spam.

Read the modules in this order: `filter` (the object that scores, learns and forgets), `tally` (the sums it learns),
`document_score` (the score of one document), `thresholds` (when a verdict is confident), `corpus_replay` (learning a
whole corpus).
"""
