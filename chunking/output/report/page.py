"""A comparison of chunkings as one HTML file, which loads nothing."""

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from chunking.analysis.explain import WORDING
from chunking.analysis.metrics.sizes import TRUNCATED
from chunking.core.errors import expect
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.numbers import count_of
from chunking.output.comparison import Comparison
from chunking.output.lane import Lane
from chunking.output.reason_styles import LANE_COLORS, REASON_STYLES
from chunking.output.report.metric_table import lane_settings, metric_table
from chunking.output.report.plot import HEIGHT, plot_of
from chunking.output.report.text_rows import line_feeds, text_blocks
from chunking.output.report.verdict import sizes_of, verdict
from chunking.output.summaries.comparison import agreement_rows, correlation_rows, document_size
from chunking.output.summaries.notes import notes_on
from chunking.units.preformatted import is_preformatted


def to_html(comparison: Comparison) -> str:
    """Return the comparison as one self-contained HTML file; equal comparisons give equal bytes.

    It has a verdict, the settings that matter, the similarity curves with the boundaries of each
    lane, the metrics, the agreement of each pair, and the whole text once with the chunks of each
    lane next to it. Everything in it is escaped; lone surrogates and NUL become U+FFFD, and CR
    becomes LF. Its one script, by which the plot is read and zoomed, is the only one that its
    policy lets run.

    Raises:
        SettingsError: it is not a Comparison.
    """
    expect(comparison, Comparison, "a report must be of a Comparison, as `compare` makes it")
    document, lanes = comparison.document, comparison.lanes
    return _template().render(
        title=document.title or document.source,
        source=document.source,
        size=document_size(comparison),
        text_hash=document.sha256[:16],
        verdict=verdict(comparison),
        equal_size=comparison.equal_size,
        size_unit=comparison.size_unit,
        lanes=[
            {
                "letter": lane.letter,
                "title": lane.title,
                "summary": "Imported chunks." if lane.strategy is None else lane.strategy.summary,
                "sizes": sizes_of(lane),
                "settings": settings,
            }
            for lane, settings in zip(lanes, lane_settings(lanes, comparison.as_set), strict=True)
        ],
        colors=LANE_COLORS,
        plot=plot_of(lanes, len(document.text), as_quantiles=len(comparison.models) > 1),
        plot_height=HEIGHT,
        length=len(document.text),
        line_end=2 if "\r\n" in document.text else 1,
        metrics=metric_table(lanes),
        agreement=agreement_rows(comparison) if len(lanes) > 1 else [],
        correlation=correlation_rows(comparison) if comparison.curves > 1 else [],
        notes=[f"{lane.letter}: {note}" for lane in lanes for note in _notes(lane)],
        reasons=_reasons(lanes),
        aligned=is_preformatted(document),
        truncated=any(lane.metrics[TRUNCATED.name] > 0 for lane in lanes),
        blocks=text_blocks(comparison),
    )


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True,
        finalize=_clean,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    folder = files("chunking.output.report")
    script = folder.joinpath("report.js").read_text(encoding="utf-8")
    environment.globals["style"] = folder.joinpath("report.css").read_text(encoding="utf-8")
    environment.globals["script"] = script
    environment.globals["script_hash"] = b64encode(sha256(script.encode()).digest()).decode()
    return environment.from_string(folder.joinpath("report.html.jinja").read_text(encoding="utf-8"))


def _clean(value: object) -> object:
    """Replace what HTML cannot hold in a text; everything else passes unchanged."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return line_feeds(replace_surrogates(value).replace("\0", "\ufffd"))
    return value


def _notes(lane: Lane) -> list[str]:
    models = () if lane.strategy is None else (lane.strategy.material.model,)
    notes = notes_on(lane.chunking, lane.strategy, *models)
    if lane.unplaced:
        count = count_of(len(lane.unplaced), "chunk was", "chunks were")
        notes.append(f"{count} not found in the document")
    return notes


def _reasons(lanes: Sequence[Lane]) -> list[dict[str, str]]:
    """Return the glyph and the wording of each reason that occurs."""
    found = {reason for lane in lanes for reason in lane.reasons}
    return [
        {
            "glyph": style.glyph,
            "title": WORDING[reason].title,
            "description": WORDING[reason].description,
        }
        for reason, style in REASON_STYLES.items()
        if reason.value in found
    ]
