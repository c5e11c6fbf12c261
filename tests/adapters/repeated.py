"""A text whose passages repeat, so that no offset is found by searching."""

from chunking import get

TEXT = "# One\n\n" + "Again. And again. " * 40 + "\n\n# Two\n\n" + "Again. And again. " * 40
STRATEGY = get("sentence")(max_tokens=30, overlap_tokens=8)
