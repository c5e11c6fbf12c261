import json

import pytest

from chunking.core.errors import LoadError
from chunking.loading.chunk_files import Record, read_records

NODE = {
    "id_": "n1", "embedding": None, "metadata": {"file": "a.md"}, "text": "Two.",
    "start_char_idx": 5, "end_char_idx": 9, "class_name": "TextNode",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"One."\n"Two."\n', [Record("One."), Record("Two.")]),
        ('["One.", "Two."]', [Record("One."), Record("Two.")]),
        ("[0, 4]\n[5, 9]\n", [Record(None, 0, 4), Record(None, 5, 9)]),
        ("[[0, 4], [5, 9]]", [Record(None, 0, 4), Record(None, 5, 9)]),
        ("[0, 4]", [Record(None, 0, 4)]),
        (
            '{"start": 0, "end": 4}\n\n{"start": 5, "end": 9}',
            [Record(None, 0, 4), Record(None, 5, 9)],
        ),
        ('{"chunks": [{"text": "One."}, "Two."]}', [Record("One."), Record("Two.")]),
        ('{"text": "One."}', [Record("One.")]),
        ('{"text": "One.", "start": null, "end": null}', [Record("One.")]),
        ('{"text": "e two", "start": 4, "overlap": 2, "end": 7}', [Record("e two", 2, 7)]),
        (
            '{"text": "One.", "start_index": 0, "end_index": 4, "token_count": 2}',
            [Record("One.", 0, 4)],
        ),
    ],
)
def test_json_and_json_lines(text: str, found: list[Record]) -> None:
    assert read_records(text.encode()) == found


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"page_content": "Two.", "metadata": {"start_index": 5}}, Record("Two.", 5)),
        ({"page_content": "Two.", "metadata": {}, "type": "Document"}, Record("Two.")),
        ({"pageContent": "Two.", "metadata": {"loc": {"lines": {"from": 1}}}}, Record("Two.")),
        (
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain"],
                "kwargs": {"page_content": "Two.", "metadata": {"start_index": 5}},
            },
            Record("Two.", 5),
        ),
        (NODE, Record("Two.", 5, 9)),
        ({**NODE, "start_char_idx": None, "end_char_idx": None}, Record("Two.")),
        ({"node": NODE, "score": 0.5}, Record("Two.", 5, 9)),
        ({"__data__": NODE, "__type__": "1"}, Record("Two.", 5, 9)),
        ({"id_": "d", "text_resource": {"text": "Two."}, "metadata": {}}, Record("Two.")),
        ({"id_": "n", "text": "Two.", "startCharIdx": 5, "endCharIdx": 9}, Record("Two.", 5, 9)),
    ],
)
def test_langchain_documents_and_llamaindex_nodes(given: object, found: Record) -> None:
    assert read_records(json.dumps(given).encode()) == [found]
    assert read_records(json.dumps([given, given]).encode()) == [found, found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            'text\r\nOne.\r\n"Two,\r\nor ""more""."\r\n',
            [Record("One."), Record('Two,\r\nor "more".')],
        ),
        ("id,start,end\n1,0,4\n2,5,9\n", [Record(None, 0, 4), Record(None, 5, 9)]),
        ("id;page_content;start_index\n1;One.;0\n2;Two.;\n", [Record("One.", 0), Record("Two.")]),
        ("start\ttext\tend\n0.0\tOne.\t4.0\n", [Record("One.", 0, 4)]),
        (
            'One.\n"Two, or more."\n\nThree.',
            [Record("One."), Record("Two, or more."), Record("Three.")],
        ),
        ('"One, or two."\n"Three."', [Record("One, or two."), Record("Three.")]),
        ("text,start\nOne.,0\n,5\n", [Record("One.", 0), Record("")]),
    ],
)
def test_tables(text: str, found: list[Record]) -> None:
    assert read_records(text.encode()) == found


def test_a_column_without_a_header_may_begin_with_a_bracket() -> None:
    assert read_records(b"[1] One.\n[2] Two.\n") == [Record("[1] One."), Record("[2] Two.")]


def test_a_csv_suffix_decides_between_a_table_and_json_lines() -> None:
    assert read_records(b"text\n[0]\n", "chunks.csv") == [Record("[0]")]
    assert read_records(b'"One."\n', "chunks.CSV") == [Record("One.")]


def test_a_field_of_a_table_may_be_as_long_as_a_document() -> None:
    assert read_records(b"text\n" + b"x" * 500_000)[0] == Record("x" * 500_000)


def test_a_byte_order_mark_is_ignored() -> None:
    assert read_records("\ufefftext\nEins.".encode()) == [Record("Eins.")]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "a file of chunks must hold at least one; this one is empty"),
        (b" \n", "this one is empty"),
        (b"[]", "this one is empty"),
        (b'{"chunks": []}', "this one is empty"),
        (b"text\n", "this one is empty"),
        (b"\xff\xfe\x00", "it must be UTF-8; byte 0 is not"),
        (b'"One."\n{"text": ', "line 2 must be JSON like the lines before, got"),
        (b'[{"text": "One."},\n {"text": "Tw', "must be valid; error in line 2: "),
        (b'{\n "text": "One.",\n}', "must be valid; error in line 3: "),
        (b'{"text": "One."\n{"text": "Two."}', "must be valid; error in line 2: "),
        (b'["One.", "Two"', "must be valid; error in line 1: "),
        (b'{"start": ' + b"1" * 5000 + b"}", r"must be valid; error \(Exceeds the limit"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'["One.", 7]', r"chunk 2 must be a string, a pair \[start, end\], or an object"),
        (b'{"start": 3}', 'got {"start": 3}'),
        (b'{"id": 1, "end": 3}\n', "chunk 1 must be a string"),
        (b'[{"start": 1.5, "end": 3}]', "chunk 1 must be a string"),
        (b'[{"start": true, "end": 3}]', "chunk 1 must be a string"),
        (b"a,b\n1,2\n", "must have a column named text or page_content, or start and"),
        (b"start,end\n1,x\n", "row 1 must have whole numbers as start and end, got"),
    ],
)
def test_bad_files_get_one_clear_sentence(data: bytes, says: str) -> None:
    with pytest.raises(LoadError, match=says) as error:
        read_records(data)
    assert "\n" not in str(error.value)
