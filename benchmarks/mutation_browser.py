"""Changes of a browser module that its tests should notice."""

import re
from typing import Final

from benchmarks.mutation_change import Change

# Comments, strings, regular expressions and imports, in which nothing is changed.
_LEFT_ALONE: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`"
    r"|(?<=[=(,:!&|?] )/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\\\n])+/\w*"
    r"|(?<=[(!])/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\\\n])+/\w*"
    r"|^(?:import|export \{)[^;]*;",
    re.DOTALL | re.MULTILINE,
)
_SWAPS: Final = {
    "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||",
    "||": "&&", "??": "&&", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=",
    "-=": "+=",
}  # fmt: skip
_OPERATOR: Final = re.compile(
    r"(?<=[\w\])'\"`] )(?:" + "|".join(map(re.escape, sorted(_SWAPS, reverse=True))) + r")(?= )"
)
_NUMBER: Final = re.compile(r"(?<![\w.$])\d+(?![\w.])")
_WORD: Final = re.compile(r"(?<![\w.$])(?:true|false)(?![\w$:])")
_NOT: Final = re.compile(r"(?<![\w$])!(?=[\w(])")
_RETURN: Final = re.compile(r"(?<=return) (?=[^\n;]*;)[^\n;]+(?=;)")
# A call on a line of its own.
_CALL: Final = re.compile(r"^( +)((?:await )?[\w$.?]+\([^\n]*\);)$", re.MULTILINE)


def changes(source: str) -> list[Change]:
    """Return all changes of a module, in the order of their places."""
    # Characters that are left alone become quotes, which no pattern below takes.
    text = _LEFT_ALONE.sub(lambda found: re.sub(r"[^\n]", "'", found[0]), source)
    found = [
        *(Change(*each.span(), _SWAPS[each[0]], "operator") for each in _OPERATOR.finditer(text)),
        *(
            Change(*each.span(), str(int(each[0]) + 1), "constant")
            for each in _NUMBER.finditer(text)
        ),
        *(
            Change(*each.span(), "false" if each[0] == "true" else "true", "constant")
            for each in _WORD.finditer(text)
        ),
        *(Change(*each.span(), "", "negation") for each in _NOT.finditer(text)),
        *(Change(*each.span(), "", "value not returned") for each in _RETURN.finditer(text)),
        *(Change(*each.span(2), ";", "statement dropped") for each in _CALL.finditer(text)),
    ]
    return sorted(found)
