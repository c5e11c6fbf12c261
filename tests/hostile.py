"""Texts that break chunkers, by name, and fragments for property tests."""

# ruff: noqa: E501  # a text on one line is easier to read

from collections.abc import Callable
from typing import Final

from hypothesis import settings

_PROSE = (
    "The river rose in the night. Nobody in the lower town had slept; they carried chairs and "
    "books up the stairs. By morning the square was a lake. “Is it over?” asked the child. It was "
    "not. "
)
_FENCE = "```python\ndef f(x):\n    return x  # done.\n\n\nprint(f(1))\n```"
_TABLE = "| name | size |\n|---|---:|\n| core | 650 |\n| all | 800 |"
_FAMILY = "👨\u200d👩\u200d👧\u200d👦"
_ZALGO = "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349a\u0363l\u0334\u0321g\u0360o\u035e"

TEXTS: Final[dict[str, str]] = {
    "empty": "",
    "one blank": " ",
    "blank": " \t\r\n\n \u3000\xa0\x0c\n",
    "blank lines only": "\n" * 50,
    "one character": "a",
    "one mark": "\u0301",
    "one surrogate": "\ud800",
    "one line end": "\r",
    "NUL": "a\x00b\x00\x00. C\x00d.\n\n\x00\n\nlast \x00",
    "lone surrogates": "High \ud83d and low \ude00. Also \udc80\udcff together.\n\n\ud800 end \udfff",
    "surrogate halves in order": "a \ud83d\ude00 b. " * 10,
    "CRLF": "First line.\r\nSecond line.\r\n\r\nNext paragraph.\r\n   \r\nThird one.\r\n",
    "CRLF mixed with CR": "One.\r\rTwo.\r\n\rThree.\n\r\nFour.\r\r\n\nFive.\n\r\rSix.\r",
    "CR alone": "One line.\rAnother.\r\rA paragraph.\r\t\rAnd more text here.\r",
    "many blank lines": "First.\n" + "\n" * 400 + "Second.\n" + " \n\t\n" * 200 + "Third.",
    "one long line": _PROSE * 20,
    "one long word": "x" * 700,
    "huge word between words": "before " + "y" * 400 + " after. And " + "z" * 300,
    "no punctuation": "the river rose in the night and nobody slept " * 15,
    "only punctuation": "?!... --- ;;; ,,, ''' \"\"\" ((( ))) [[[ ]]] *** ___ " * 6,
    "full stops": "." * 200,
    "ellipses and quotes": "Wait... “No,” he said. “Why not? ... ” — “Because.” (Yes.) ‘So?’ …and on. "
    * 5,
    "unclosed fence": f"Before.\n\n```\ncode one\n\n\ncode two\n# no heading\n{_TABLE}\nstill code",
    "unclosed tildes": "Text.\n~~~~ sh\n~~~\nls | wc\n\n" + "echo line\n" * 40,
    "fence after fence": f"{_FENCE}\n{_FENCE}\n\n{_FENCE}",
    "fence in fence": "````md\n```\ninner\n```\n\ntext\n````\nAfter the fence. More.",
    "fence in list": "- item\n\n  ```\n  a = 1\n\n  b = 2\n  ```\n\n  after. More.\n- next\n  ~~~\n  open",
    "fence in quote": "> Said:\n>\n> ```\n> a\n>\n> b\n> ```\n> After it. And then.\n\nOut.\n> ```\n> open\nout again",
    "large fence": "Intro.\n\n```\n"
    + "".join(f"line {i} of code;\n" for i in range(60))
    + "```\nEnd.",
    "large fence without line ends": "A.\n\n```\n" + "token " * 120 + "\n```\n\nB.",
    "table of 200 rows": "Before.\n\n| a | b |\n|---|---|\n"
    + "".join(f"| row {i} | value. {i} |\n" for i in range(200))
    + "\nAfter.",
    "table without a head": "Text.\n| one\n| two |\nthree\n\n| a | b |\n\n|x|\n|-|\nlazy",
    "table in list": f"1. first\n\n   {_TABLE.replace(chr(10), chr(10) + '   ')}\n2. second. Third.",
    "pipes": "|\n||\n|||\n\n|\n" * 10,
    "headings": "".join(f"{'#' * (i % 7)} Heading {i}\n" for i in range(60)),
    "headings with text": "".join(
        f"{'#' * (1 + i % 4)} Title {i}\n\nA sentence. Another one.\n\n" for i in range(12)
    ),
    "setext": "Title\n=====\n\nText. More.\n\nSub\n---\ntext\n===\n\n---\n\n***\n",
    "front matter": "---\ntitle: x\ntags: [a, b]\n---\n# One\n\nText.\n---\n",
    "front matter unclosed": "---\ntitle: x\n\nText. And more of it.\n",
    "html": "<div>\n\ntext. more.\n</div>\n<!-- comment\n\nover lines -->\n<pre>\n\n  kept\n</pre>\nEnd.",
    "html unclosed": "<!-- never closed\n\n# not a heading\n\n| a |\n" * 3,
    "deep quotes": ">" * 60 + " deep. Deeper.\n" + "> " * 40 + "blanks.\n" + ">\n" * 5,
    "deep list": "".join("  " * i + f"- level {i}. Text here.\n" for i in range(40)),
    "brackets": "[" * 300 + "a" + "]" * 300 + "(" * 100,
    "indented first lines": "    Indented first. Then more.\n  Half.\n\n\tTab first.\n\n \u3000Wide first. End.",
    "indented code": "Text.\n\n    def f():\n\n        return 1\n\n    # comment\n\nMore text. End.",
    "indented continuation": "- First thing said.\n  Second thing said.\n    Third said.\n  Fourth.\n"
    * 4,
    "tabs": "\ta\tb.\t\tC\td.\n\t\n\t\te\n" * 8,
    "right to left": "שלום עולם. מה שלומך היום? הכול טוב.\n\nمرحبا بالعالم. كيف حالك؟ بخير.\u200f\u202e abc \u202c."
    * 4,
    "zalgo": f"{_ZALGO} text {_ZALGO}. " * 12,
    "one tall cluster": "a" + "\u0301" * 300 + " b.",
    "tall clusters in a row": ("e" + "\u0301" * 9) * 30,
    "mark after a blank": "word \u0301other. \u0308Next \u0303\u0303one.\n\n \u0301start. " * 8,
    "mark at a line's start": "First.\n\u0301second.\n\n\u0308third.\r\n\u0301fourth.\r\u0302fifth. "
    * 5,
    "prepended marks": "\u0600 123. \u0600\u0601 \u06dda \u0600\n\nb \u0d4e\u0d15 \u0600" * 6,
    "emoji families": f"{_FAMILY}{_FAMILY} and {_FAMILY}. " * 12,
    "flags": "🇩🇪🇫🇷🇨🇭🇯🇵🇧🇷" * 20,
    "odd number of flag letters": "🇩🇪🇫 🇷. " * 15 + "🇩" * 31,
    "keycaps and tones": "1\ufe0f\u20e3👍🏽👍🏿☝🏻❤\ufe0f\u200d🔥 " * 12,
    "Hangul jamo": "\u1112\u1161\u11ab\u1100\u1173\u11af " * 30,
    "Hangul": "안녕하세요. 오늘은 날씨가 좋습니다. 내일은 비가 올까요? " * 8,
    "Devanagari": "क्षत्रिय नमस्ते दुनिया। यह एक वाक्य है। " * 10,
    "Thai": "ภาษาไทยไม่มีช่องว่างระหว่างคำและไม่มีจุดจบประโยคที่ชัดเจน" * 6,
    "Chinese": "今天天气很好。我们去公园散步吧！你觉得怎么样？“好的。”他说。" * 10,
    "Chinese without stops": "今天天气很好我们去公园散步吧你觉得怎么样" * 15,
    "Japanese": "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\u3000「そう」と言った。"
    * 6,
    "zero width": "zero\u200bwidth\u200bjoined\u2060words\ufeff here.\u200b Next\u200c one\u200d. "
    * 8,
    "exotic blanks": "a\x1cb\x1dc\x1ed\x1fe. F\x85g\u2028h\u2029i.\u3000J\u2009k\u202fl\xa0m. " * 8,
    "exotic blanks at line ends": "One.\x0b\nTwo.\x1c\n\x85\nThree.\u2028\n\u2029\nFour.\x0c\nFive.",
    "no-break spaces": "10\xa0000\xa0km. A\xa0B\xa0C.\n\xa0\n\xa0D. " * 8,
    "form feeds": "Page one.\x0cPage two.\x0c\n\x0c\nPage three.\n\x0c\x0b" * 6,
    "BOM": "\ufeff# Title\n\nText\ufeff inside. \ufeffMore.\n\ufeff\n\ufeffLast.",
    "repeated passage": ("Again the same. Again the same.\n\n" * 12) + _PROSE * 2 + _PROSE * 2,
    "essay": "# Flood\n\n" + "\n\n".join(_PROSE * (1 + i % 3) for i in range(9)),
    "everything": f"{_PROSE}\n\n{_FENCE}\n\n{_TABLE}\n\n# H\n\n{_ZALGO}\n\n- a\n- b\n\n{_PROSE}\n\n{_FAMILY}",
}

# Large texts have a fifth of their size by default, and their full size in `make test-all`.
SCALE: Final = 5 if settings().max_examples < 100 else 1

# Too large for property tests.
HUGE: Final[dict[str, Callable[[], str]]] = {
    "blank lines": lambda: "First.\n" + "\n" * (100_000 // SCALE) + "Last.",
    "blank lines with blanks": lambda: "First.\n" + " \r\n" * (100_000 // SCALE) + "Last.",
    "one word": lambda: "x" * (5_000_000 // SCALE),
}

# Fragments of the texts in property tests.
PIECES: Final[tuple[str, ...]] = (
    "A sentence. ",
    "Another, longer sentence of some words! ",
    "Is it? ",
    "Dr. No paid 3.14 e.g. twice... ",
    "word ",
    "longword" * 6,
    "“Quoted.” ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\r\n\r\n",
    "\n \n",
    " ",
    "    ",
    "\t",
    "\n# Heading\n",
    "\n## Sub\n\n",
    "Title\n===\n",
    "\n```\n",
    "\n~~~\n",
    "code(x)\n",
    "\n```py\na = 1\n\nb = 2\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "| row |\n",
    "- item\n",
    "  - nested. Item.\n",
    "1. one\n",
    "> quote. More.\n",
    "  continued. On.\n",
    "<div>\n",
    "---\n",
    "\u0301",
    " \u0308",
    "e\u0301\u0301",
    "👩\u200d🚀",
    _FAMILY,
    "🇩🇪",
    "🇫",
    "\u1112\u1161\u11ab",
    "क्ष",
    "中文句子。",
    "日本",
    "ไทย",
    "\u0600",
    "\u200b",
    "\u200d",
    "\xa0",
    "\u3000",
    "\u2028",
    "\x85",
    "\x1c",
    "\x0c",
    "\x00",
    "\ufeff",
    "\ud83d",
    "\udc00",
    ".",
    "…",
    "…” ",
    "x",
)
