"""Demonstration: five steps on the first sample, each at one part of the window."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from chunking.gui.pages.messages import Demonstration
from chunking.gui.questions import actions as questions
from chunking.gui.session.ask_state import CHUNKS, QUESTIONS
from chunking.gui.session.session import FIRST, BeforeDemo, Session
from chunking.loading.samples import SAMPLES
from chunking.retrieval.question_sets import merge_questions, sample_questions

QUESTION = "What is demurrage?"
"""The question of the demonstration: a boundary inside the paragraph splits its answer."""


class Step(NamedTuple):
    """A step of the demonstration.

    Attributes:
        page: The page that shows it.
        target: The CSS selector of the part that is highlighted.
        title: What it is about.
        text: What to do, and what that shows.
        prepare: Sets what the step needs.
    """

    page: str
    target: str
    title: str
    text: str
    prepare: Callable[[Session], object]


def _show_curve(session: Session) -> None:
    session.ask.ask("")
    session.tune.view = "text"
    if getattr(session.strategy("tune"), "threshold", None) is None:
        session.settings["tune"].choose(FIRST)
        session.touched.add("tune")


def _show_lanes(session: Session) -> None:
    session.ask.ask("")
    session.compare.shown = 3


def _ask(session: Session) -> None:
    session.ask.ask(QUESTION)
    session.asking.show(CHUNKS)


def _evaluate(session: Session) -> None:
    session.questions = merge_questions(session.questions, sample_questions(session.document))
    session.asking.show(QUESTIONS)
    questions.ACTIONS["evaluate"](session)


STEPS = (
    Step(
        "tune",
        ".view.curve",
        "Drag the threshold",
        "The curve is the similarity of neighboring sentences. Drag the dashed line: a gap below "
        "it is a candidate boundary, and the text follows.",
        _show_curve,
    ),
    Step(
        "tune",
        ".view.inspector",
        "Why this boundary?",
        "Click a chunk in the text. This panel says why it starts and ends there, and at which "
        "thresholds its boundaries are kept.",
        _show_curve,
    ),
    Step(
        "compare",
        ".page.compare .lanes",
        "Three lanes",
        "Three strategies split the same text. Each row is one: edit it in place. The keys n and p "
        "step through the differences.",
        _show_lanes,
    ),
    Step(
        "ask",
        ".page.ask .below",
        "Ask, and mark the answer",
        "The question is asked. Mark the two sentences of its answer, from “A charter” to "
        "“lingering.”, and press a. ✓ has them whole in one chunk, ✂ splits them.",
        _ask,
    ),
    Step(
        "ask",
        ".page.ask .right",
        "The numbers behind it",
        "Sixteen questions with marked answers: the recall of each lane with its interval, how "
        "often it splits the evidence, and whether sixteen questions tell the lanes apart.",
        _evaluate,
    ),
)


def show(session: Session, step: int) -> None:
    """Show a step, counted from 1; any other number ends the demonstration.

    It begins with the settings of a new session and without a question. In the end, what was set
    before is set again, and the page is the one before.
    """
    session.demo = int(step) if 1 <= int(step) <= len(STEPS) else 0
    if session.demo:
        _begin(session)
        session.choose(SAMPLES[0].name)
        STEPS[session.demo - 1].prepare(session)
    elif session.before_demo is not None:
        _end(session, session.before_demo)


def _begin(session: Session) -> None:
    if session.before_demo is not None:
        return
    shown = session.documents.chosen
    session.choose(SAMPLES[0].name)
    touched = frozenset(session.touched)
    session.before_demo = BeforeDemo(
        session.snapshot(), touched, shown, replace(session.ask), session.page
    )
    for scope, each in Session().settings.items():
        session.settings[scope].apply(each.strategy)
    _show_lanes(session)
    session.touched.clear()
    session.record("demonstration")


def _end(session: Session, before: BeforeDemo) -> None:
    session.before_demo = None
    session.choose(SAMPLES[0].name)
    session.restore(before.snapshot)
    session.touched = set(before.touched)
    session.choose(before.document)
    session.ask, session.go = before.ask, before.page
    session.record("demonstration")


def message(session: Session) -> Demonstration | None:
    """Return the present step for the page; None without a demonstration."""
    if not session.demo:
        return None
    step = STEPS[session.demo - 1]
    return {
        "step": session.demo,
        "pages": [each.page for each in STEPS],
        "target": step.target,
        "title": step.title,
        "text": step.text,
    }
