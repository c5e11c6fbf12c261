"""Sets of questions: merging, and matching those of a file to a document."""

from chunking.core.document import Document
from chunking.retrieval.question_sets import match_document, merge_questions, with_present_places
from chunking.retrieval.questions import Question, locate

LAW = "A verdict follows the law."
TEXT = f"# Court\n\nThe judge hears a witness. {LAW}"


def test_documents_inside_of_a_file_give_the_quotes() -> None:
    document = Document(TEXT, source="page.md")
    other = Document(f"Before. {LAW}", source="law")
    question = Question("Which?", "law", ((8, 8 + len(LAW)),))
    found = match_document([question], {"law": other}, document)
    assert [each.quotes for each in found.questions] == [(LAW,)]


def test_a_question_without_quotes_is_on_the_document_that_it_names() -> None:
    document = Document(TEXT, source="page.md")
    asked = [Question("Which?", name, ((0, 7),)) for name in ("", "page", "page.md", "other")]
    found = match_document(asked, {}, document)
    assert [each.document for each in found.questions] == ["page.md"] * 3
    assert found.others == 1


def test_questions_of_one_text_and_document_become_one() -> None:
    one = Question("Which?", "a", ((5, 9),), ("late",))
    other = Question("Which?", "a", ((0, 4), (5, 9)), ("then", "late"))
    apart = Question("Which?", "b", ((0, 4),))
    assert merge_questions([one], [other, apart]) == (
        Question("Which?", "a", ((0, 4), (5, 9)), ("then", "late")),
        apart,
    )


def test_lost_passages_keep_their_places() -> None:
    moved = Question("Which?", "", ((0, 26),), (LAW,))
    lost = Question("Who?", "", ((0, 8),), ("A jury…!",))
    stored = [moved, lost]
    found = with_present_places([locate(each, TEXT) for each in stored], stored)
    start = TEXT.index(LAW)
    assert [each.evidence for each in found] == [((start, start + len(LAW)),), lost.evidence]
