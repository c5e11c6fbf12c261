"""Formulas of web pages, which programs write two or three times, to LaTeX."""

import re

_OPEN = re.compile(r"""<(?P<name>math|script(?=\s[^>]{0,200}?math/tex))\b(?P<attributes>[^>]*+)>""")
_LATEX = re.compile(
    r"""<annotation\s[^>]{0,100}?["']application/x-tex["'][^>]*+>(.*?)</annotation""", re.DOTALL
)
_ALTERNATIVE = re.compile(r"""\balttext=(?:"([^"]*+)"|'([^']*+)')""")
_DISPLAY = re.compile(r"""\b(?:display|mode)\s*=\s*["']?(?:block|display)""")
_STYLE = re.compile(r"\{\\(?:display|text)style\b(.*)\}", re.DOTALL)
# The picture of a formula of MediaWiki, and the layout of one by KaTeX.
_PICTURE = re.compile(r"<img\b[^>]{0,2000}?\bmwe-math-fallback-image[^>]*+>")
_DRAWN = '<span class="katex-html"'
_SPAN = re.compile(r"<(/?)span\b")


def replace_formulas(page: str) -> str:
    """Return a page with formulas replaced by their LaTeX, if known, between dollar signs."""
    if "<math" not in page and "math/tex" not in page:
        return page
    parts, at = [], 0
    for opened in _OPEN.finditer(page):
        if opened.start() < at:
            continue
        end = page.find(f"</{opened['name']}>", opened.end())
        if end < 0:
            break
        if latex := _latex(opened, page[opened.end() : end]):
            parts += [page[at : opened.start()], latex]
            at = end + len(opened["name"]) + 3
    return _PICTURE.sub("", _without_drawn("".join([*parts, page[at:]]))) if parts else page


def _latex(opened: re.Match[str], inside: str) -> str:
    """Return a formula in dollar signs; "" if its LaTeX is unknown."""
    if opened["name"] == "script":
        latex = inside.replace("&", "&amp;").replace("<", "&lt;")
    elif found := _LATEX.search(inside):
        latex = found[1]
    else:
        found = _ALTERNATIVE.search(opened["attributes"])
        latex = (found[1] or found[2] or "") if found else ""
    style = _STYLE.fullmatch(latex.strip())
    latex = " ".join((style[1] if style else latex).split())
    sign = "$$" if _DISPLAY.search(opened["attributes"]) else "$"
    return f"{sign}{latex}{sign}" if latex else ""


def _without_drawn(page: str) -> str:
    parts, at = [], 0
    while (start := page.find(_DRAWN, at)) >= 0:
        depth, end = 0, 0
        for tag in _SPAN.finditer(page, start):
            depth += -1 if tag[1] else 1
            if depth == 0:
                end = page.find(">", tag.end()) + 1 or len(page)
                break
        if not end:
            break
        parts.append(page[at:start])
        at = end
    return "".join([*parts, page[at:]])
