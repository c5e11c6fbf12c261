import pytest

from chunking import chunk
from chunking.core.document import Document
from chunking.engine.spec import parse_spec
from chunking.loading import load_bytes
from chunking.units.layout import layout
from chunking.units.sentences import sentences

SRT = """\
1
00:00:01,000 --> 00:00:03,000
<i>The tide comes in</i>

2
00:00:03,100 --> 00:00:05,000 X1:40 X2:600
{\\an8}twice a day.
Nobody knows

3
00:00:10,000 --> 00:00:12,000
why, they said.

4
00:00:20,000 --> 00:00:22,000
42

5
00:00:22,100 --> 00:00:23,000
- Is it?
- It is.
"""
VTT = """\
WEBVTT - a talk
Kind: captions
Language: de

STYLE
::cue { color: red }

NOTE
One --> two
in two lines

REGION
id:a

intro
00:01.000 --> 00:02.000 align:start
<v.loud Anna Schmidt>Guten <b.x>Tag</b> &amp; &lt;hallo&gt;,</v>

00:02.000 --> 00:03.000
<v Anna Schmidt>liebe Leute.
<v Ben>Ja. <v Anna Schmidt>Nein.

NOTE done
00:03.500 --> 00:04.000
Alle<00:03.700><c> lachen</c>.
"""


def read(text: str, name: str = "a.srt") -> Document:
    return load_bytes(text.encode(), name)


def srt(*cues: tuple[float, float, str]) -> str:
    def time(seconds: float) -> str:
        return f"00:00:{int(seconds):02},{round(seconds * 1000) % 1000:03}"

    return "".join(
        f"{i}\n{time(start)} --> {time(end)}\n{text}\n\n"
        for i, (start, end, text) in enumerate(cues, 1)
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_subrip_becomes_paragraphs_of_whole_sentences(newline: str) -> None:
    document = read(SRT.replace("\n", newline))
    assert document.text == (
        "The tide comes in\ntwice a day.\nNobody knows\nwhy, they said.\n\n42\n\n- Is it?\n\n"
        "- It is."
    )
    assert (document.media_type, document.title) == ("text/plain", "a")
    assert document.notes == ("the times of 5 subtitles are left out",)
    units = sentences(document.text, layout(document).blocks)
    found = [document.text[a:b] for a, b in zip(units.starts, units.ends, strict=True)]
    assert found == [
        "The tide comes in\ntwice a day.", "Nobody knows\nwhy, they said.", "42", "- Is it?",
        "- It is.",
    ]  # fmt: skip


def test_substation_alpha_is_read_in_the_order_of_its_times() -> None:
    text = (
        "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\n"
        "Style: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, Text\n"
        "Dialogue: 0,0:00:09.00,0:00:10.00,Default,,It is low, they say.\n"
        "Comment: 0,0:00:02.00,0:00:03.00,Default,,Nobody sees this.\n"
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,{\\i1}Is it{\\i0}\\Nhigh tide?\n"
        "Dialogue: 1,0:00:01.00,0:00:02.00,Default,,{\\p1}m 0 0 l 9 9{\\p0}\n"
    )
    document = read(text, "a.ass")
    assert document.text == "Ann: Is it\nhigh tide?\n\nIt is low, they say."
    assert document.notes == ("the times of 2 subtitles are left out",)


TTML = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- a talk -->
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"
  ttp:tickRate="10000000">
  <tt:head><tt:metadata>Not shown</tt:metadata></tt:head>
  <tt:body><tt:div>
    <tt:p xml:id="a" begin="00:00:01.500" end="00:00:03:12">The tide &amp; the<tt:br/>moon</tt:p>
    <tt:p begin="40000000t" end="50000000t">
      <tt:span>agree.</tt:span>
    </tt:p>
    <tt:p>No times</tt:p>
    <tt:p begin="1.5m" end="92s">Later.</tt:p>
  </tt:div></tt:body>
</tt:tt>
"""


def test_ttml_is_read_with_its_times() -> None:
    document = read(TTML, "a.ttml")
    assert document.text == "The tide & the\nmoon\nagree.\n\nLater."
    assert document.locations is not None
    assert list(document.locations.labels) == ["00:00:01", "00:00:04", "00:01:30"]


def test_webvtt_keeps_the_names_of_its_voices() -> None:
    document = read(VTT, "a.vtt")
    assert document.text == (
        "Anna Schmidt: Guten Tag & <hallo>,\nliebe Leute.\n\nBen: Ja.\n\nAnna Schmidt: Nein.\n\n"
        "Alle lachen."
    )
    assert (document.language, document.media_type) == ("de", "text/plain")
    assert document.notes == ("the times of 3 subtitles are left out",)


@pytest.mark.parametrize(
    ("first", "second", "seconds", "joint"),
    [
        ("One.", "Two.", 2.9, "\n"),
        ("One.", "Two.", 3.1, "\n\n"),
        ("One", "two", 9.9, "\n"),
        ("One", "two", 10.1, "\n\n"),
        ("One", "Two", 3.1, "\n\n"),
        ("One.", "ANNA: Two.", 0.1, "\n\n"),
        ("One,", "Mr. Ben O'Neil: Two.", 0.1, "\n\n"),
        ("One.", ">> Two.", 0.1, "\n\n"),
        ("One.", "- Two.", 0.1, "\n\n"),
        ("He said", "to me: Two.", 0.1, "\n"),
        ("It is", "-5 degrees", 0.1, "\n\n"),
        ("At", "12:30 it", -2, "\n"),
    ],
)
def test_a_pause_or_another_speaker_ends_a_paragraph(
    first: str, second: str, seconds: float, joint: str
) -> None:
    cues = srt((1, 3, first), (3 + seconds, 20, second))
    assert read(cues).text == first + joint + second


def test_lines_repeated_by_rolling_subtitles_are_left_out() -> None:
    text = (
        "WEBVTT\n\n00:00.000 --> 00:02.000\n \nhello<00:00.500><c> world</c>\n\n"
        "00:02.000 --> 00:02.010\nhello world\n \n\n"
        "00:02.010 --> 00:04.000\nhello world\nthis<00:03.000><c> is</c>\n"
    )
    assert read(text, "a.vtt").text == "hello world\nthis is"
    assert read(srt((0, 1, "No."), (1, 2, "No."))).text == "No.\nNo."


def test_subtitles_that_repeat_the_line_above_are_rolling_without_times_inside() -> None:
    rolling = srt((0, 2, "the boats"), (2, 4, "the boats\ncome in"), (4, 6, "come in\nat noon"))
    assert read(rolling).text == "the boats\ncome in\nat noon"
    chorus = srt((0, 1, "Ho!"), (1, 2, "Ho!"), (2, 3, "Pull!"), (3, 4, "Ho!"), (4, 5, "Rest."))
    assert read(chorus).text == "Ho!\nHo!\nPull!\nHo!\nRest."


def test_live_subtitles_that_grow_by_words_are_written_once() -> None:
    grown = srt((0, 1, "the"), (1, 2, "the boats"), (2, 3, "the boats come"), (3, 4, "At noon."))
    document = read(grown)
    assert document.text == "the boats come\nAt noon."
    assert document.locations is not None
    assert document.locations.labels == ["00:00:00", "00:00:03"]


@pytest.mark.parametrize("name", ["a", "a.txt", "a.md"])
@pytest.mark.parametrize("text", [SRT, VTT, SRT.removeprefix("1\n"), TTML])
def test_subtitles_are_recognized_by_their_content(name: str, text: str) -> None:
    document = read(text, name)
    assert "-->" not in document.text
    assert "the content is subtitles: read as subtitles" in document.notes[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "WEBVTTX\n\nx"),
        ("a.txt", "A note.\n\n00:00:01,000 --> 00:00:02,000\nx"),
        ("a.py", SRT),
        ("a.srt", "no times\n"),
        ("a.vtt", "00:00 --> 00:01\nx"),
    ],
)
def test_other_texts_are_left_alone(name: str, text: str) -> None:
    assert read(text, name).text == text


def test_text_in_subtitles_without_times_is_noted() -> None:
    note = "the name ends in .srt but the content is text: read as text"
    assert read("no times", "a.srt").notes == (note,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Blank lines are missing, too many, or within a subtitle.
        ("1\n00:00:01,0 --> 00:00:02,0\na\n2\n00:00:02,0 --> 00:00:03,0\nb", "a\nb"),
        ("\n\n1\n\n00:00:01,0 --> 00:00:02,0\n\na\n\nb\n", "1\na\nb"),
        ("00:00:01.000 --> 00:00:02.000\n00:00:03.000 --> 00:00:04.000\n", ""),
        ("9999:99:99,999 --> 0:0:0,0\nx\n0:0:0,0 --> 0:0:0,0\ny", "x\ny"),
        ("0:0:0,0 --> 0:0:0,0\n<v >a <i b < c> {\\ d} <v Anna", "a <i b < c> <v Anna"),
        ("WEBVTT", ""),
        ("WEBVTT\nNOTE", ""),
        ("WEBVTT\n\nSTYLE\nnever ends", ""),
    ],
)
def test_damaged_subtitles_are_read(text: str, expected: str) -> None:
    assert read(text, "a.vtt").text == expected


def test_hostile_lines_take_linear_time() -> None:
    head = "WEBVTT\n\n00:00.000 --> 00:01.000\n"
    for line in ["<v " * 200_000, "{\\" * 200_000, "A" * 500_000, "Ab " * 200_000, "<i " * 200_000]:
        assert read(head + line, "a.vtt").text == line.strip()
    for part in ("<p x", "<p begin='1s'", "<p begin='1s'>x</p>", "<br", "<"):
        read(f"<tt >{part * 100_000}", "a.ttml")
    times = "00:00.000 --> 00:01.000\n" * 50_000
    assert read(times, "a.vtt").text == ""


DIALOGUE = "".join(
    f"{i}\n00:00:{2 * i:02},000 --> 00:00:{2 * i + 1:02},000\n- Where is the ship? Is it here?\n"
    "- It has left the harbour.\n\n"
    for i in range(1, 20)
)


@pytest.mark.parametrize(
    "spec",
    [
        "structure:target_tokens=50,max_tokens=60",
        "sentence:max_tokens=40,overlap_tokens=0",
        "dialogue:max_tokens=40",
    ],
)
def test_no_boundary_falls_inside_a_subtitle(spec: str) -> None:
    document = load_bytes(DIALOGUE.encode(), "x.srt")
    assert document.locations is not None
    chunking = chunk(document, parse_spec(spec))
    assert len(chunking) > 5
    assert set(chunking.start.tolist()) <= set(document.locations.starts)
