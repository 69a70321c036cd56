"""gwageo (과거): the examination system for Korean language models."""

__version__ = "0.1.0"
