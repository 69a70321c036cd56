"""Runs: plan, journal, runner, records. What was answered is never lost and never asked twice."""
