"""Tables for notebooks: HTML in which any text is safe."""

from collections.abc import Iterable, Sequence
from html import escape

from chunking.core.text.normalization import replace_surrogates

# Notebooks render $...$ in HTML as formulas, except below these classes.
_NO_FORMULAS = "tex2jax_ignore mathjax_ignore"
_CELL = "text-align:left;vertical-align:top"


def html_table(
    caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], *, footer: str = ""
) -> str:
    """Return an HTML table below its caption; all values are text, none is markup."""
    head = "".join(_cell("th", title) for title in header)
    body = "".join(f"<tr>{''.join(_cell('td', value) for value in row)}</tr>" for row in rows)
    below = f"<p>{_text(footer)}</p>" if footer else ""
    return (
        f'<div class="{_NO_FORMULAS}"><p>{_text(caption)}</p>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}</div>"
    )


def _cell(tag: str, value: str) -> str:
    return f'<{tag} style="{_CELL}">{_text(value)}</{tag}>'


def _text(value: str) -> str:
    """Return escaped text whose direction does not affect its neighbors."""
    return f'<bdi dir="auto">{escape(replace_surrogates(value))}</bdi>'
