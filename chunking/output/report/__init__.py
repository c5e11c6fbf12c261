"""An HTML report of a comparison."""

from chunking.core.packages import require

require("a report", "jinja2")

from chunking.output.report.page import to_html  # noqa: E402 - needs the package

__all__ = ["to_html"]
