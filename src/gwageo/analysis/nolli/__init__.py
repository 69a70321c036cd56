"""Nolli's analysis: from counts of right answers per model, task and tier to a diagnosis."""
