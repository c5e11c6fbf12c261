"""A comparison as one HTML file that needs nothing else: no script, no network."""

from chunking.report.page import to_html

__all__ = ["to_html"]
