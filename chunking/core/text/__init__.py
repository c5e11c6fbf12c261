"""Characters, graphemes, languages, tokenizers and sizes of texts."""
