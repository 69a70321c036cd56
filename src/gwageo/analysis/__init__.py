"""Analysis: from records to numbers that carry n, an interval and the settings that made them."""
