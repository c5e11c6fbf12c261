"""Questions that some documents answer, and notes on them."""

from collections import Counter
from collections.abc import Sequence

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of
from chunking.retrieval.questions import Question, locate


def with_evidence(
    documents: Sequence[Document], questions: Sequence[Question]
) -> tuple[list[Question], list[int], tuple[str, ...]]:
    """Return the questions with evidence, the index of the document of each, and notes.

    Raises:
        SettingsError: There are none.
    """
    names = {document.source: i for i, document in enumerate(documents)}
    if len(names) < len(documents):
        sources = [document.source for document in documents]
        twice = next(source for source in sources if sources.count(source) > 1)
        raise SettingsError(f"documents must have different names, got {twice!r:.80} twice")
    answered, owners, lost = [], [], 0
    for question in questions:
        owner = 0 if len(documents) == 1 else names.get(question.document)
        if owner is None:
            lost += 1
            continue
        located = locate(question, documents[owner].text).question
        if located.evidence:
            answered.append(located)
            owners.append(owner)
        else:
            lost += 1
    if not answered:
        raise SettingsError(_without_evidence(documents, questions))
    note = f"{count_of(lost, 'question')} left out: no evidence in a document"
    return answered, owners, (note,) if lost else ()


def _without_evidence(documents: Sequence[Document], questions: Sequence[Question]) -> str:
    """Return why no question has evidence in a document, in one sentence."""
    required = "evaluate needs a question with evidence in a document"
    names = {document.source: document for document in documents}
    for question in questions:
        named = documents[0] if len(documents) == 1 else names.get(question.document)
        if named is None:
            return f"{required}; got one for {question.document!r:.80}, which is none of them"
        if question.evidence:
            span = list(question.evidence[0])
            length = len(named.text)
            return f"{required}; got {span}, and {named.source} has {length:,} characters"
    return f"{required}; got none"


def synthetic_notes(questions: Sequence[Question]) -> tuple[str, ...]:
    """Return how many questions are synthetic, and how they were drafted."""
    kinds = Counter(each.synthetic for each in questions if each.synthetic)
    if not kinds:
        return ()
    parts = ", ".join(f"{count} from {kind}" for kind, count in sorted(kinds.items()))
    return (f"{kinds.total()} of {count_of(len(questions), 'question')} synthetic ({parts})",)
