"""One document, one strategy: move a setting and see the boundaries move, and why."""

from functools import partial

import streamlit as st

from chunking.gui import cached, forms, preset_forms, state, views

views.session.take_up()
document = views.document.sidebar()
views.stored.text(document)
forms.take_adopted()
views.fitting.take()
with st.sidebar:
    views.undo.buttons()
    advised = views.advised.button(document)
    preset_forms.picker()
    forms.strategy(
        live=partial(views.tune.live, document),
        then=partial(views.tune.say, document),
        repaint=views.drawn.repaint,
    )
    preset_forms.own()
    views.session.popover()
prepared = cached.prepared(document, forms.current().material)
reference = cached.reference(document)
views.tune.catch_up(prepared, reference)
views.stored.curve(document)
views.marks.store(document)

title, by_hand, pin, menu = st.columns([5, 1, 1, 1], vertical_alignment="top")
with title:
    views.tune.heading(document)
with by_hand:
    views.marks.popover(document)
with pin:
    views.baseline.baseline(document)
with menu:
    views.downloads.downloads(document, state.latest(), key="tune.export")
with views.waiting.place():
    views.waiting.waiting(prepared, reference, *views.signals.works(document))
    views.fitting.working()


@st.fragment(key=views.drawn.FRAGMENT)
def instrument() -> None:
    """What a setting changes is published to these views; they are not drawn again."""
    views.tune.views(document)


@st.fragment(key="tune.answer")
def answer() -> None:
    """The page asks for what takes longer once nothing moves; this alone is drawn for it."""
    views.tune.answer()


instrument()
answer()
views.advised.look(document, advised)
views.undo.say()
