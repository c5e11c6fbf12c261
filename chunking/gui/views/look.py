"""The look of the whole window: denser than the framework's own, and the program's name."""

from __future__ import annotations

import streamlit as st

from chunking.gui import components, resuming

# The curve takes about a quarter of the window, and what is below it the rest. What comes a moment
# after the page has its room kept, so that nothing below it jumps.
_STYLE = """
<style>
:root{--cs-readout:160px;--cs-curve:clamp(190px,23.75vh,380px)}
:root{--cs-rest:calc(100vh - 213px - var(--cs-readout) - var(--cs-curve))}
.st-key-tune-heading{min-height:57px}
.st-key-tune-readout{min-height:var(--cs-readout)}
.st-key-tune-curve{min-height:var(--cs-curve)}
.st-key-tune-table{height:max(480px,calc(var(--cs-rest) - 76px))}
.st-key-tune-sizes{height:clamp(290px,var(--cs-rest),600px)}
@media (min-width:1800px){
:root{--cs-readout:110px}
.st-key-tune-below>*>[data-testid="stHorizontalBlock"]>:first-child{flex:11 1 0}
.st-key-tune-below>*>[data-testid="stHorizontalBlock"]>:last-child{flex:9 1 0}
}
@media (max-width:1799px){
.st-key-compare-below>*>[data-testid="stHorizontalBlock"]{flex-wrap:wrap}
.st-key-compare-below>*>[data-testid="stHorizontalBlock"]>:first-child{flex:1 1 100%}
.st-key-compare-below>*>[data-testid="stHorizontalBlock"]>:last-child{flex:0 1 26rem}
}
[class*="st-key-about-strategy"]{min-height:49px}
.st-key-sweep-done [data-testid="stHorizontalBlock"]{min-height:48px}
.st-key-sweep-rest [data-testid="stText"]{font-size:14px;opacity:.8;white-space:normal}
.st-key-sweep-said>*>[data-testid="stHorizontalBlock"]{min-height:74px}
.st-key-sweep-drawn{min-height:384px}
.st-key-compare-texts{min-height:max(560px,100vh - 540px)}
.st-key-library-said{min-height:33px}
[data-testid="stLayoutWrapper"]:has(>.st-key-waiting){position:absolute;height:0}
.st-key-waiting{position:fixed;top:.45rem;right:1.6rem;z-index:999991;flex-flow:row wrap;gap:0 1rem}
.st-key-waiting{width:min(34rem,calc(100vw - 36rem))!important;min-width:17rem}
.st-key-waiting{backdrop-filter:blur(9px)}
.st-key-waiting>*{flex:1 1 16rem;width:auto}
.st-key-waiting p{font-size:13px}
.stMainBlockContainer{padding:3.8rem 1.6rem 1rem}
[data-testid="stSidebarHeader"]{height:2.2rem;margin:0;padding:.4rem 1rem 0}
[data-testid="stSidebarUserContent"]{padding-bottom:1rem}
[data-testid="stSidebar"] [data-testid="stVerticalBlock"]{gap:.55rem}
[data-testid="stSidebar"] [data-testid="stCaptionContainer"]{margin-top:-.3rem;line-height:1.3}
[data-testid="stSidebar"] .stSlider{margin-bottom:-1.1rem}
[data-testid="stMain"] [data-testid="stVerticalBlock"]{gap:.6rem}
[data-testid="stSliderTickBar"]{display:none}
[data-testid="stCaptionContainer"]{opacity:.8}
.st-key-tune-selector [role="radiogroup"]{flex-wrap:wrap;overflow:visible;mask:none}
[class*="st-key-undo-"]{flex-wrap:nowrap}
.st-key-recommended [data-testid="stBaseButton-primary"]{background:#0072b2;border-color:#0072b2}
.st-key-recommended [data-testid="stBaseButton-primary"]{color:#fff}
.st-key-recommended [data-testid="stBaseButton-primary"]:is(:hover,:focus,:active){
background:#005e94;color:#fff}
[class*="st-key-undo-"] button[aria-disabled="true"]{opacity:.45;pointer-events:none}
[class*="st-key-store-"]{position:absolute;width:0;height:0}
[data-testid="stLayoutWrapper"]:has(>[class*="st-key-store-"]){position:absolute;width:0;height:0}
[class*="st-key-figure-"]{height:20px;margin-bottom:calc(-20px - .6rem);z-index:2}
[class*="st-key-figure-"]{pointer-events:none}
.js-plotly-plot :is(.xtitle,.ytitle,[class$="tick"] text){
fill:currentColor!important;fill-opacity:.8!important}
[data-testid="stTooltipContent"]{max-height:min(28rem,90vh)}
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
        components.keys("keys", resuming.name(), resuming.resume)
