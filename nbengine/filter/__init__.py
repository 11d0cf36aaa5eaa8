"""The filter: learns from one mail after another, and promises how little good mail it loses.

Read first `filter` (the object that judges, learns and forgets), then `tally` (what is learnt), `opinion` (how the
words of one document are weighed), `thresholds` (when to be sure), and `training` (a corpus replayed in order).
"""
