"""Text of PDF files: pages to lines, lines to blocks, blocks to Markdown."""
