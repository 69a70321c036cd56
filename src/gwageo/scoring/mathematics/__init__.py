"""Whether a reply's mathematics equals the right answer, in the published reading and in a robust one beside it.

Parsing and comparing need sympy and may not come to an end, so they happen in worker processes that are killed when
their time is up (`pool`, `worker`). Only texts go over the pipes. This side never imports sympy: `stated` finds what a
reply states, `korean` writes it in plain LaTeX, `judging` asks the workers. The worker's side is `spans` (the published
expressions), `parsing`, `comparing` and `extracting`.
"""
