"""Recommendations, one question in each file.

- `strategy`, `by_structure`: Which strategy, with which settings, suits a document?
- `document_kind.kind`: Which kind of document is it?
- `sizes`: Which sizes of chunks suit a model?
- `threshold`: Which threshold of `semantic` suits a document?
- `shared_threshold`: Which threshold suits many documents?
- `threshold_transfer`: Which threshold does the same under another model, or on other documents?
"""
