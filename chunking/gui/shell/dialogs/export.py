"""Export: chunks, settings, a program, manual boundaries, a report, the document."""

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import streamlit as st

from chunking.core.document import Document
from chunking.core.text.numbers import count_of
from chunking.engine import manual_boundaries, run_levels
from chunking.engine.run import Split
from chunking.engine.serialization import summarize
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results.chunks import split, version, without_boundaries
from chunking.gui.results.engine_calls import background, key_of
from chunking.gui.results.lanes import Lane, shown_lanes
from chunking.gui.session.documents import PASTED
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import scope_field, wait_until
from chunking.output.export import EXPORTS, Checked, check_exports
from chunking.output.export.csv_table import NESTED_EXPORTS
from chunking.strategies.base import MultiLevel

_SETTINGS = "Settings"
_LIBRARY = "The document in the bar. *Sync to a store…* writes all documents of Library."


class Download(NamedTuple):
    """A file to download: its label, the end of its name, its media type, and its content."""

    label: str
    ending: str
    media_type: str
    make: Callable[[], str | bytes]


def draw(session: Session) -> None:
    """Show a button for each file; it is made when it is downloaded."""
    scope = scope_field(session)
    shown = _complete(session, scope)
    groups = [("Document", document_files(session))]
    if shown is None:
        about = "Chunks follow once the text is embedded."
        wait_until(lambda: _complete(session, scope) is not None, about)
    else:
        count = count_of(len(shown.chunking), "chunk")
        st.text(f"{shown.document.source}: {count}, {summarize(shown.strategy)}")
        if session.page == "library":
            st.caption(_LIBRARY)
        groups = [("Chunks", chunk_files(shown)), *groups]
        if session.page == "compare":
            groups.append(("Comparison", [report_file(session)]))
    name = session.strategy(scope).name
    for title, files in groups:
        of_strategy = f".{name}" if title == "Chunks" else ""
        show_files(title, files, f"{stem(session.document)}{of_strategy}")
    if shown is not None:
        _draw_settings(checked_settings(session, shown), f"{stem(session.document)}.{name}")


def _complete(session: Session, scope: str) -> Split | None:
    """Return the chunks of a scope; None until its model has read the whole text."""
    shown = split(session, scope)
    return None if isinstance(shown, Waiting) or not shown.complete else shown


def show_files(title: str, files: list[Download], name: str) -> None:
    """Show the buttons of one group."""
    st.caption(title)
    with st.container(horizontal=True):
        for each in files:
            st.download_button(
                each.label,
                partial(_encoded, each.make),
                f"{name}.{each.ending}",
                each.media_type,
                key=f"export.{each.ending}",
                on_click="ignore",
            )


def chunk_files(shown: Split) -> list[Download]:
    """Return the formats of the chunks; of a multi-level strategy, those of all levels, too."""
    found = [
        Download(
            each.title[:1].upper() + each.title[1:],
            each.suffix,
            each.media_type,
            partial(each.write, shown.chunking),
        )
        for each in EXPORTS.values()
    ]
    strategy = shown.strategy
    if isinstance(strategy, MultiLevel) and len(strategy.level_strategies) > 1:
        found += [
            Download(
                f"{EXPORTS[name].title}, all levels",
                f"levels.{EXPORTS[name].suffix}",
                EXPORTS[name].media_type,
                partial(_levels, shown, name),
            )
            for name in NESTED_EXPORTS
        ]
    return found


def checked_settings(session: Session, shown: Split) -> Waiting:
    """Return the job that checks the exported settings and program in a fresh process."""
    plain = without_boundaries(session, shown)
    document = shown.document
    metadata = (document.route, document.domain, document.encoding, document.is_restored)
    # The version has the source, the title and the settings.
    key = (*key_of(document), *metadata, version(shown), "export")

    def work(_: Job) -> dict[str, Checked]:
        return check_exports(shown.chunking, shown.strategy, by_settings=plain.chunking)

    return background(key, work, Kind("Checking settings and program in a fresh process"))


def _draw_settings(checking: Waiting, name: str) -> None:
    """Show the settings and the program once they are checked, or why they are refused."""
    job = checking.job
    if not job.finished.is_set():
        st.caption(_SETTINGS)
        wait_until(job.finished.is_set, f"{job.kind.title}…")
        return
    if job.error is not None:
        st.caption(_SETTINGS)
        st.text(f"{job.error}.")
        return
    show_files(_SETTINGS, settings_files(job.result), name)
    for each in job.result.values():
        if each.problem:
            st.text(f"{each.problem[:1].upper()}{each.problem[1:]}.")


def settings_files(checked: dict[str, Checked]) -> list[Download]:
    """Return the settings as TOML and as a Python program, those that are not refused."""
    kinds = {"toml": ("TOML", "application/toml"), "py": ("Python", "text/x-python")}
    return [
        Download(kinds[name][0], name, kinds[name][1], each.verified)
        for name, each in checked.items()
        if not each.problem
    ]


def document_files(session: Session) -> list[Download]:
    """Return the manual boundaries, and the document unless it is a file of the user's own."""
    document = session.document
    write = partial(manual_boundaries.to_json, document, session.boundaries_of(document))
    found = [Download("Manual boundaries", "marks.json", "application/json", write)]
    if not session.documents.is_own(document) or document.source == PASTED:
        ending = document.source.rpartition(".")[2] if "." in document.source else "txt"
        found.append(Download("Text", ending, "text/plain", lambda: document.text))
    return found


def report_file(session: Session) -> Download:
    """Return the lanes on screen with the text, as one HTML file."""

    def make() -> bytes:
        from chunking.gui.compare.report import report

        return report(session)

    return Download("Report (HTML)", "html", "text/html", make)


def stem(document: Document) -> str:
    """Return the name of a document for files, without an ending: letters and digits only."""
    return re.sub(r"\W+", "-", document.source.rsplit(".", 1)[0]).strip("-")[:60] or "document"


def _levels(shown: Split, name: str) -> str:
    strategy = shown.strategy
    if not isinstance(strategy, MultiLevel):
        return ""
    return NESTED_EXPORTS[name](run_levels(shown.prepared, strategy, shown.boundaries))


def _encoded(make: Callable[[], str | bytes]) -> bytes:
    found = make()
    # A lone surrogate in the text has no UTF-8.
    return found if isinstance(found, bytes) else found.encode("utf-8", "replace")


def draw_share(session: Session) -> None:
    """Show what the file holds, and its button once all lanes are complete."""
    st.text(
        f"One HTML file with all of {session.document.source}: its chunks, the curve and the "
        "metrics, without questions. It opens in any browser, without Chunkscope."
    )
    if _is_complete(session):
        show_files("File", [report_file(session)], stem(session.document))
    else:
        wait_until(lambda: _is_complete(session), "The file follows once the text is embedded.")


def _is_complete(session: Session) -> bool:
    lanes = shown_lanes(session).values()
    return all(isinstance(each, Lane) and each.complete for each in lanes)
