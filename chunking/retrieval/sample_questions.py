"""Questions on the bundled samples, with the passages that answer them."""

from importlib.resources import files

from chunking.core.document import Document
from chunking.retrieval.question_sets import match_document
from chunking.retrieval.questions import Question, locate, parse_questions


def sample_questions(document: Document) -> list[Question]:
    """Return the questions on a sample; empty for a sample without any, and other documents."""
    name = f"{document.source.rpartition('.')[0]}.questions.jsonl"
    file = files("chunking.loading.samples").joinpath("texts", name)
    if not document.source or not file.is_file():
        return []
    asked, contained = parse_questions(file.read_text("utf-8"), name)
    matched = match_document(asked, contained, document).questions
    return [locate(each, document.text).question for each in matched]
