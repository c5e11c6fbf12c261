"""Recommendations for a document: strategy, sizes and threshold, each in a file."""
