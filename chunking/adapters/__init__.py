"""Splitters for other frameworks: one module each, which needs the extra of the same name."""
