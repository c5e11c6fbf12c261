"""A page that is loaded again goes on with the visit that it had before."""

from __future__ import annotations

from dataclasses import replace
from weakref import WeakValueDictionary

from chunking.gui import controls, forms, state
from chunking.gui.history import History
from chunking.gui.visit import Visit, fresh_name

# Those whose session the server still has: for two minutes after their page is gone.
_known: WeakValueDictionary[str, Visit] = WeakValueDictionary()


def name() -> str:
    """What this visit is called; it can be gone on with by that name."""
    visit = state.visit()
    _known[visit.name] = visit
    return visit.name


def resume(before: str) -> None:
    """Go on with the visit of that name, if it is still known; from a callback.

    It is a copy: the page of before may be there still, in another tab.
    """
    old, new = _known.get(before), state.visit()
    if old is None or old is new:
        return
    documents = old.documents
    visit = replace(
        old,
        name=fresh_name(),
        documents=replace(
            documents,
            own=dict(documents.own),
            about=dict(documents.about),
            on_disk=dict(documents.on_disk),
            turns=new.documents.turns + 1,
        ),
        taken={},
        put={},
        kinds={},
        menus={},
        open_menus=set(),
        marks=dict(old.marks),
        marked=0,
        history=History([*old.history.done], [*old.history.undone]),
        lanes_history=History([*old.lanes_history.done], [*old.lanes_history.undone]),
        fitting=None,
        fitted=None,
        settings=dict(old.settings),
        given=dict(old.given),
        own=set(old.own),
        elsewhere=dict(old.elsewhere),
    )
    state.keep_visit(visit)
    for prefix, strategy in visit.settings.items():
        forms.apply(strategy, prefix)
    preset = visit.history.done[-1].preset if visit.history.done else None
    controls.put(
        {
            state.PRESET: preset,
            state.SIDE_BY_SIDE: visit.side_by_side,
            state.APPLY: visit.applied,
        }
    )
