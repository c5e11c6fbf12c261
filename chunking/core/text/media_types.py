"""Media types of texts for reading; all others are code or data."""

MARKDOWN = "text/markdown"
PLAIN = "text/plain"
RESTRUCTUREDTEXT = "text/x-rst"
LATEX = "text/x-tex"
ASCIIDOC = "text/asciidoc"
MEDIAWIKI = "text/x-wiki"
ORG = "text/x-org"
POD = "text/x-pod"
TEXINFO = "text/x-texinfo"
TEXTILE = "text/x-textile"
TYPST = "text/x-typst"

# Formats with marks at the start of lines.
LINE_MARKUP = frozenset({ASCIIDOC, MEDIAWIKI, ORG, POD, TEXINFO, TEXTILE, TYPST})
WRITTEN = frozenset({MARKDOWN, PLAIN, RESTRUCTUREDTEXT, LATEX}) | LINE_MARKUP
