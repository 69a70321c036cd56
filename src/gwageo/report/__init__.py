"""Report: numbers and tables for people and for other programs, from the same rows."""
