"""The style sheet of the page, light and dark; the inks are those of the window."""

from __future__ import annotations

from typing import Final

from chunking.marks import MARKS, ink

_INKS: Final = "".join(
    f".{reason.value}{{color:{colour};stroke:{colour}}}"
    for reason, mark in MARKS.items()
    for colour in [ink(mark.colour, dark=False)]
)

# On a dark ground every ink is lightened alike; the words stand beside it in plain white.
STYLE: Final = (
    """
:root{color-scheme:light dark;--ground:#fff;--words:#222;--muted:#5c5c5c;--line:#d9d9d9;
--even:#e8f1f7;--odd:#fdf4e1}
@media (prefers-color-scheme:dark){:root{--ground:#14171c;--words:#eee;--muted:#b3b3b3;
--line:#3a3f47;--even:#1d3444;--odd:#3b3222}
.why b,.legend b,.tick{filter:brightness(1.7)}}
body{max-width:1240px;margin:2rem auto;padding:0 1.2rem;background:var(--ground);
color:var(--words);font:15px/1.45 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
h1,p,td,th,li{overflow-wrap:anywhere}
table{border-collapse:collapse}
.figures th,.figures td{padding:.2rem .9rem .2rem 0;text-align:right;
font-variant-numeric:tabular-nums;border-bottom:1px solid var(--line);vertical-align:top}
.figures th:first-child,.figures td:nth-child(2):nth-last-child(2){text-align:left}
.figures th,.figures td:first-child,.figures td:last-child{overflow-wrap:normal}
.figures th{font-weight:600}
svg{width:100%;height:auto;font:11px system-ui,sans-serif}
svg text{fill:var(--muted)}.end{text-anchor:end}.middle{text-anchor:middle}
.grid{stroke:var(--line);stroke-width:1}
.curve{fill:none;stroke:var(--muted);stroke-width:1.2}
.curve1{stroke-dasharray:5 3}.curve2{stroke-dasharray:2 2}.curve3{stroke-dasharray:8 3 2 3}
.tick{fill:none;stroke-width:2}
.legend span{margin-right:1.4rem;color:var(--muted)}
.text{width:100%;table-layout:fixed}
.text th:not(:last-child){width:3.6rem}
.text td{padding:0;vertical-align:top}
.lane{border-top:2px solid var(--words);border-right:3px solid var(--ground);
padding:.3rem .4rem!important;text-align:right;color:var(--muted);font-size:.85rem;
font-variant-numeric:tabular-nums}
.lane b{color:var(--words)}
.tint0{background:var(--even)}.tint1{background:var(--odd)}
.outside{border-top-style:dashed}
.words{padding:.15rem .6rem .3rem;white-space:pre-wrap;overflow-wrap:anywhere}
.why{border-top:1px solid var(--muted);padding:.2rem .6rem;font-size:.85rem;color:var(--muted)}
.why span{margin-right:1.2rem}
@media print{h2{break-after:avoid}}
"""
    + _INKS
)
