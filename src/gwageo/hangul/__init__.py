"""hangul."""
