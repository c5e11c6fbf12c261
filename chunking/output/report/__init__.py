"""An HTML report of a comparison."""

from __future__ import annotations

from chunking.output.report.page import to_html

__all__ = ["to_html"]
