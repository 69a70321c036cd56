"""Checkers of instruction following: does a reply keep what its prompt asked for, by rules and without a judge model.

One file per group of instruction types; `table` names every type of the Korean and the English exam; `judging` applies
them, strict and loose, in the `official` profile and the `repaired` one.
"""
