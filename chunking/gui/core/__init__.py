"""What the window is built on: background jobs, cached results, offsets of the browser."""
