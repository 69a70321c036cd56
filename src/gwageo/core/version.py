"""The version of this package, in the one place that every room may import."""

VERSION = "0.1.0"
