"""Ask: a question on the document, and the chunks that answer it."""
