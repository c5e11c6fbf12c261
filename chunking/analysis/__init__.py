"""Metrics, explanations, comparisons, recommendations and searches over chunkings."""
