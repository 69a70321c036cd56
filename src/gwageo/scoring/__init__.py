"""How replies and log-likelihoods are judged. Nothing here raises on what a model said, and its time is bounded.

`choice` has the rules over log-likelihoods; `labels` and `numbers` the published readings of replies,
`label_reading` and `number_reading` the robust ones beside them; `letter_match` and `mathematics` are Lighteval's
extractive match. `hangul.text`, `core.reasoning` and `readings` are their common ground.
"""
