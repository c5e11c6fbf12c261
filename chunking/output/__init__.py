"""Exports, figures, reports and summaries of chunkings."""
