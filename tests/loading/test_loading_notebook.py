import json
from typing import Any

import pytest

from chunking.core.document import Document
from chunking.core.errors import LoadError
from chunking.loading import load_bytes, notebook


def cell(kind: str, source: object, **more: object) -> dict[str, object]:
    return {"cell_type": kind, "source": source, **more}


def read(*cells: object, name: str = "a.ipynb", **more: object) -> Document:
    book = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells), **more}
    return load_bytes(json.dumps(book).encode(), name)


def test_cells_become_markdown_and_outputs_are_left_out() -> None:
    document = read(
        cell("code", ["import this\n", "x = 1\n"], outputs=[{"data": {"image/png": "iVBO"}}, {}]),
        cell("markdown", ["# Tides\n", "\n", "Twice a *day*.\n"]),
        cell("raw", "\\newpage"),
        cell("code", "  \n", outputs=[]),
        cell("code", "```", outputs=[{}]),
        metadata={"kernelspec": {"language": "Python"}},
    )
    assert document.text == (
        "```python\nimport this\nx = 1\n```\n\n# Tides\n\nTwice a *day*.\n\n"
        "```\n\\newpage\n```\n\n````python\n```\n````"
    )
    assert (document.title, document.media_type) == ("Tides", "text/markdown")
    assert document.notes == ("outputs are left out: 3",)


def test_cells_that_only_set_up_the_notebook_are_left_out() -> None:
    document = read(
        cell("code", "%matplotlib inline\n%config Completer.use_jedi = False\n"),
        cell("code", "%matplotlib inline\nx = 1"),
        cell("code", "%pip install tides"),
    )
    assert document.text == "```\n%matplotlib inline\nx = 1\n```\n\n```\n%pip install tides\n```"
    assert document.notes == ("cells of settings are left out: 1",)


def test_format_3_has_worksheets_headings_and_inputs() -> None:
    cells = [
        cell("heading", "Tides", level=2),
        {"cell_type": "code", "input": ["a <- 1"], "language": "R", "outputs": [{}]},
        cell("html", "<b>x</b>"),
    ]
    book = {"nbformat": 3, "metadata": {"name": ""}, "worksheets": [{"cells": cells}, {}, 5]}
    document = load_bytes(json.dumps(book).encode(), "a.ipynb")
    assert document.text == "## Tides\n\n```r\na <- 1\n```\n\nx"
    assert document.title == "Tides"
    assert document.notes == ("outputs are left out: 1", "removed: HTML tags (2)")


@pytest.mark.parametrize(
    ("metadata", "title"),
    [({"title": "Of it"}, "Of it"), ({"title": 5}, "One"), ({"title": " "}, "One"), ([], "One")],
)
def test_the_title_is_from_the_metadata_else_the_first_heading(metadata: Any, title: str) -> None:
    cells = [cell("markdown", "no heading"), cell("markdown", "# One"), cell("markdown", "# Two")]
    assert read(*cells, metadata=metadata).title == title


def test_embedded_images_are_left_out_of_markdown() -> None:
    document = read(
        cell("markdown", "![tide](data:image/png;base64,iVBORw0KGgo=) up"),
        cell("markdown", "![b](attachment:b.png)", attachments={"b.png": {"image/png": "iVBO"}}),
    )
    assert document.text == "![tide](data:) up\n\n![b](attachment:b.png)"
    assert document.notes == ("embedded images are left out: 2",)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("```py\na", "```py\na\n```"),
        ("~~~~\n~~~\n```", "~~~~\n~~~\n```\n~~~~"),
        ("```\na\n```\nb", "```\na\n```\nb"),
        ("``` a`b", "``` a`b"),
        ("a ``` b", "a ``` b"),
    ],
)
def test_an_open_fence_ends_with_its_cell(source: str, text: str) -> None:
    assert read(cell("markdown", source), cell("markdown", "# B")).text == f"{text}\n\n# B"


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("a.json", "the name ends in .json but the content is a Jupyter notebook: "),
        ("a", "the name has no ending but the content is a Jupyter notebook: "),
    ],
)
def test_a_notebook_is_recognized_by_its_content(name: str, note: str) -> None:
    document = read(cell("markdown", "# A"), name=name)
    assert (document.text, document.notes) == ("# A", (note + "read as Jupyter notebook",))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"nbformat": 4}'),
        ("a.json", '{"nbformat": "4", "cells": []}'),
        ("a.json", '{"nbformat": 4, "cells": ['),
        ("a.py", '{"nbformat": 4, "cells": []}'),
    ],
)
def test_other_json_is_left_alone(name: str, text: str) -> None:
    assert load_bytes(text.encode(), name).text == text


def test_cells_of_wrong_types_are_counted() -> None:
    wrong: list[object] = [
        None, 5, [], {}, cell("code", 5), cell("markdown", ["a", 5]), cell("unheard-of", "x"),
        cell("code", None), {"cell_type": [], "source": "x"}, {"cell_type": {}, "source": "x"},
    ]  # fmt: skip
    right = [
        cell("code", "a", outputs=5, language=["b"], attachments=3),
        cell("heading", "b", level="x"),
        cell("heading", "c", level=10**30),
    ]
    document = read(*wrong, *right, metadata={"language_info": {"name": "a b`\n"}})
    assert document.text == "```\na\n```\n\n# b\n\n###### c"
    assert document.notes == ("10 of 13 cells cannot be read",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# A heading", "the JSON is damaged in line 1: Expecting value"),
        ('{"nbformat": 4,\n"cells": [', "the JSON is damaged in line 2: Expecting value"),
        ("[]", "its JSON has no list of cells"),
        ("5", "its JSON has no list of cells"),
        ('{"nbformat": 4, "cells": {}}', "its JSON has no list of cells"),
        ('{"nbformat": 4, "cells": ' + "[" * 200_000, "the JSON is nested too deeply"),
        ('{"cells":' * 200_000, "the JSON is nested too deeply"),
        ('{"nbformat": ' + "9" * 10_000 + "}", "the JSON has a number with too many digits"),
        ("[]," * 2_000_001, "the JSON has more than 2,000,000 lists and objects"),
    ],
)
def test_a_damaged_notebook_gets_one_clear_sentence(text: str, message: str) -> None:
    with pytest.raises(LoadError) as caught:
        load_bytes(text.encode(), "a.ipynb")
    assert str(caught.value).startswith(f"a.ipynb: not a Jupyter notebook: {message}")
    assert not notebook.is_notebook(text)


def test_a_huge_cell_is_read() -> None:
    source = "x = '`' + 1\n" * 200_000
    assert read(cell("code", source)).text == f"```\n{source}```"


def test_an_empty_notebook_is_an_empty_document() -> None:
    assert read().notes == ("there is no text in it",)
    assert load_bytes(b"", "a.ipynb").notes == ("the file is empty",)
