"""KBS's tables from runs: which cells there are, means over groups of models, versions, and what the paper states."""
