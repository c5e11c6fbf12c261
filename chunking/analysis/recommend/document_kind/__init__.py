"""The kind of a document, such as a chat or a contract, with the evidence for it."""
