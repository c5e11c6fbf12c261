"""Chunkscope: see how a text is cut into chunks, and why."""
