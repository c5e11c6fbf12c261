"""The look of the whole window: denser than the framework's own, and the program's name."""

from __future__ import annotations

import streamlit as st

from chunking.gui import components

_STYLE = """
<style>
.stMainBlockContainer{padding:4rem 1.6rem 1rem}
[data-testid="stSidebarHeader"]{height:2.2rem;margin:0;padding:.4rem 1rem 0}
[data-testid="stSidebarUserContent"]{padding-bottom:1rem}
[data-testid="stSidebar"] [data-testid="stVerticalBlock"]{gap:.55rem}
[data-testid="stSidebar"] [data-testid="stCaptionContainer"]{margin-top:-.3rem;line-height:1.3}
[data-testid="stSidebar"] .stSlider{margin-bottom:-1.1rem}
[data-testid="stMain"] [data-testid="stVerticalBlock"]{gap:.6rem}
[data-testid="stSliderTickBar"]{display:none}
.st-key-tune-selector [role="radiogroup"]{flex-wrap:wrap;overflow:visible;mask:none}
.st-key-undo{flex-wrap:nowrap}
[class*="st-key-store-"]{position:absolute;width:0;height:0}
[data-testid="stLayoutWrapper"]:has(>[class*="st-key-store-"]){position:absolute;width:0;height:0}
[class*="st-key-figure-"]{height:20px;margin-bottom:calc(-20px - .6rem);z-index:2}
[class*="st-key-figure-"]{pointer-events:none}
.js-plotly-plot .plotly .modebar{right:30px!important}
.st-key-keys{position:absolute;right:1.75rem;top:2.1rem;width:auto;z-index:1}
.cs-brand{font-weight:700;font-size:1.15rem;letter-spacing:-.01em}
.cs-brand span{display:block;font-weight:400;font-size:.85rem;opacity:.7;letter-spacing:0}
</style>
"""

_BRAND = '<div class="cs-brand">Chunkscope<span>See how a text is cut, and why</span></div>'


def is_dark() -> bool:
    """Whether what is drawn here lies on a dark ground, as the page said last."""
    return st.context.theme.type == "dark"


def dress() -> None:
    """The style sheet of every page, and the program's name on top of the sidebar."""
    st.html(_STYLE)
    with st.sidebar:
        st.html(_BRAND)
        components.keys("keys")
