"""What all pages show: the bar, the address, the progress of jobs, and notices."""

from collections.abc import Sequence

from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import Message
from chunking.gui.pages import pages
from chunking.gui.pages.messages import FrameMessage, JobProgress, StatusMessage
from chunking.gui.session.session import Session
from chunking.gui.shell import demo, url


def messages(session: Session, waiting: Sequence[Waiting], began: float) -> list[Message]:
    """Return the messages of the frame, in a run that began at a time of the monotonic clock."""
    jobs = [_progress(each, began) for each in waiting if not each.job.kind.quiet]
    notices = [
        (each.number, each.text, each.problem, each.offer)
        for each in session.notices
        if each.page in {"", session.page}
    ]
    status: StatusMessage = {"kind": "status", "jobs": jobs, "notices": notices}
    return [Message(_bar(session)), Message(status)]


def _bar(session: Session) -> FrameMessage:
    documents, history = session.documents, session.history
    on_disk = documents.on_disk.get(documents.chosen)
    awaited = session.awaited
    return {
        "kind": "frame",
        "page": session.page,
        "pages": [(name, each.title) for name, each in pages().items()],
        "documents": list(documents.titles().items()),
        "own": list(documents.own),
        "chosen": documents.chosen,
        "changed_on_disk": on_disk is not None and on_disk.changed,
        "watched": on_disk is not None,
        "undo": history.undo_label(documents.chosen),
        "redo": history.redo_label(documents.chosen),
        "dialog": bool(session.dialog),
        "awaited": {"name": awaited.name, "text": awaited.text, "offer": awaited.offer}
        if awaited and session.awaits_document
        else None,
        "demo": demo.message(session),
        "address": url.write(session),
        "left_out": url.questions_left_out(session),
    }


def _progress(waiting: Waiting, began: float) -> JobProgress:
    """Return the progress of a job in a run that began at a time.

    One that has failed since is still at work for the page, which then asks again: the run may have
    sent what is true while it works.
    """
    job = waiting.job
    failed = job.error is not None and job.ended < began
    return {
        "id": job.name,
        "text": f"{job.error}." if failed else job.progress,
        "done": job.done,
        "total": job.total,
        "error": failed,
        "stopped": job.stopped.is_set(),
        "stoppable": job.kind.stoppable,
    }
