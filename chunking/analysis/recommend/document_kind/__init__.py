"""The kind of a document, such as a manual or a play, with the evidence for it."""
