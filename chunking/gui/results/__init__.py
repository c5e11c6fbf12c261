"""Results on the documents of a session, cached by content."""
