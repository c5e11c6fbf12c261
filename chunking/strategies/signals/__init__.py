"""Similarity per gap, and thresholds derived from it."""
