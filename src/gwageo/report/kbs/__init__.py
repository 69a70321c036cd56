"""KBS's tables and its figure 3 as sheets, by the names that `--as` takes."""
