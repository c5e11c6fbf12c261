"""Bytes to a `Document`, one file a format."""
