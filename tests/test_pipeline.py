"""The pipeline of docs/library.md on fifty documents of many formats."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROGRAM = re.search(
    r"(?s)## In a pipeline.*?```python\n(.*?)```", (ROOT / "docs" / "library.md").read_text("utf-8")
)
TOPICS = ("tides", "bread", "clocks", "whales", "volcanoes")
FACTS = {
    "tides": "The moon pulls the sea. The sea follows twice a day.",
    "bread": "Yeast makes the dough rise. The oven sets its crumb.",
    "clocks": "A pendulum swings evenly. An escapement counts its swings.",
    "whales": "Whales sing under water. Their songs travel far.",
    "volcanoes": "Magma rises below a volcano. Ash falls around it.",
}


def files_of(topic: str) -> dict[str, str]:
    """Return ten documents of a topic, each of another format."""
    title, fact = topic.title(), FACTS[topic]
    cells = [{"cell_type": "markdown", "metadata": {}, "source": f"# {title}\n\n{fact}"}]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return {
        "md": f"# {title}\n\n{fact}\n\n## More\n\nMuch more about {topic}.\n",
        "txt": f"{title}\n\n{fact}\n",
        "html": f"<html><body><h1>{title}</h1><p>{fact}</p></body></html>",
        "rst": f"{title}\n{'=' * len(title)}\n\n{fact}\n",
        "tex": f"\\section{{{title}}}\n\n{fact}\n",
        "org": f"* {title}\n\n{fact}\n",
        "csv": f"topic,fact\n{topic},{fact}\n",
        "ipynb": json.dumps(notebook),
        "srt": f"1\n00:00:01,000 --> 00:00:04,000\n{fact}\n",
        "py": f'"""{title}."""\n\n\ndef {topic}():\n    """{fact}"""\n    return 1\n',
    }


@pytest.mark.model
def test_fifty_documents_are_retrieved_by_a_program_of_twenty_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("qdrant_edge")
    pytest.importorskip("langchain_text_splitters")
    assert PROGRAM is not None
    assert len(PROGRAM[1].splitlines()) <= 20
    (tmp_path / "notes").mkdir()
    for topic in TOPICS:
        for suffix, text in files_of(topic).items():
            (tmp_path / "notes" / f"{topic}.{suffix}").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(PROGRAM[1], "library.md", "exec"), names)  # noqa: S102 - our own page
    report, retriever = names["report"], names["retriever"]
    assert (report.added, report.problems) == (50, [])  # type: ignore[attr-defined] # a report
    found = retriever.invoke("Why does the sea follow the moon?")  # type: ignore[attr-defined] # a retriever
    assert len(found) == 5
    assert {each.metadata["route"].partition(".")[0] for each in found} == {"tides"}
    assert all("moon" in each.page_content for each in found[:3])
