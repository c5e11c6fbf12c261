"""The sync of a folder of documents to a store: its dry run, its run, and what is stored."""

import itertools
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from chunking.core.document import Document
from chunking.core.errors import LoadError, SettingsError
from chunking.core.text.numbers import count_of
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.session.library_state import SyncState, SyncTarget
from chunking.gui.session.servers import check_model_server
from chunking.gui.session.session import Offer, Session
from chunking.library.stores import Hit
from chunking.library.sync_report import Report
from chunking.loading import find_files, load
from chunking.loading.files import left_out
from chunking.loading.names import display_name, display_path
from chunking.retrieval.ranking import Ranking

SCOPES = ("library", "tune")
"""The pages whose settings can be used."""

COUNTING = Kind("Counting chunks", "Counting", "kB", late=True)
STORING = Kind("Storing chunks", "Storing", "kB", late=True)
_KB = 1000
_SHOW = Offer("Show", ("dialog", "sync"))

# Each run is a job of its own, although it has the same target.
_numbers = itertools.count()


def target_of(session: Session) -> SyncTarget:
    """Return what the fields of the session stand for; it need not be valid."""
    state = session.library.sync
    folder = session.library.folder if state.folder is None else state.folder
    strategy, model = session.strategy(state.scope), session.model(state.scope)
    return SyncTarget(folder.strip(), state.store.strip(), strategy, model, state.long_texts)


def count(session: Session) -> None:
    """Start the dry run of what the fields stand for.

    Raises:
        ChunkingError: The folder or the store is not valid, or the server of a model is not
            confirmed.
    """
    from chunking.library.stores import check_outside
    from chunking.library.sync import dry_run

    target = target_of(session)
    folder = _folder(target)
    if not target.store:
        raise SettingsError("the store must be a folder or PROVIDER:ADDRESS")
    check_outside([str(folder)], target.store)
    _check_servers(session, target)
    state = session.library.sync
    state.target, state.running = target, None
    state.counting = _start(state, dry_run, COUNTING)


def start(session: Session) -> None:
    """Start the run of the target that was counted, or resume it.

    Raises:
        ModelError: The server of a model is not confirmed.
    """
    from chunking.library.sync import sync

    state = session.library.sync
    if state.target is None:
        return
    _check_servers(session, state.target)
    state.reported = False
    state.running = _start(state, sync, STORING)


def reset(session: Session) -> None:
    """Return to the fields, after a run."""
    state = session.library.sync
    state.counting = state.running = None


def counted(session: Session) -> Report | None:
    """Return the dry run of what the fields stand for; None if it is of something else."""
    state = session.library.sync
    if state.counting is None or state.target != target_of(session):
        return None
    found: Report | None = state.counting.result
    return found


def report_end(session: Session) -> list[Waiting]:
    """Return the run while it goes on; once it has ended, show how in a notice."""
    state = session.library.sync
    job = state.running
    if job is None or state.reported:
        return []
    if not job.finished.is_set():
        return [Waiting(job, ("library sync",))]
    if session.dialog != ("sync",):
        state.reported = True
        session.notify(ending(job), problem=job.error is not None, offer=_SHOW)
    return []


def ending(job: Job) -> str:
    """Return one sentence on how a run ended."""
    if job.stopped.is_set():
        return "Sync stopped; what is stored remains."
    if job.error is not None:
        return f"{job.error}."
    report: Report = job.result
    stored = report.added + report.changed + report.unchanged
    left = left_out(report.skipped, len(report.problems))
    return f"Store in sync: {count_of(stored, 'document')}{left}."


def stored_routes(target: SyncTarget) -> list[str]:
    """Return the routes of the documents in the store, in order.

    Raises:
        StoreError: It cannot be read.
    """
    from chunking.library.stores import open_store

    with closing(open_store(target.store)) as store:
        return sorted(store.documents())


def search_stored(
    session: Session, question: str, ranking: Ranking, neighbor_weight: float
) -> list[Hit]:
    """Return the chunks of the store that answer a question best.

    Raises:
        ChunkingError: The store or its model cannot be used, or the server of the model is not
            confirmed.
    """
    from chunking.library.search import search
    from chunking.library.stores import open_store

    address = session.library.sync.store.strip()
    with closing(open_store(address)) as store:
        check_model_server(store.description.model, session.servers)
    return search(address, question, ranking=ranking, neighbor_weight=neighbor_weight)


def open_stored(session: Session, route: str) -> None:
    """Show the file of a stored document on Tune, with the settings of the sync.

    Raises:
        LoadError: There is no such file any more, or it cannot be read.
    """
    target = session.library.sync.target
    if target is None:
        return
    session.show(_load(target, route))
    session.apply("tune", target.strategy)
    session.go = "tune"


def _load(target: SyncTarget, route: str) -> Document:
    for file in find_files([_folder(target)]).found:
        if file.route == route:
            return load(file.path, route=route)
    raise LoadError(f"{display_name(route)}: there is no such file in the folder any more")


def _folder(target: SyncTarget) -> Path:
    """Return the folder of documents of a target.

    Raises:
        LoadError: It does not exist.
    """
    folder = Path(target.folder).expanduser()
    try:
        is_folder = bool(target.folder) and folder.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        shown = display_path(target.folder) if target.folder else "the folder of documents"
        raise LoadError(f"{shown}: not an existing folder")
    return folder


def _check_servers(session: Session, target: SyncTarget) -> None:
    for model in (target.strategy.material.model, target.model):
        check_model_server(model, session.servers)


def _start(state: SyncState, run: Callable[..., Report], kind: Kind) -> Job:
    target = state.target

    def work(job: Job) -> Report:
        from chunking.library.source import open_source
        from chunking.library.sync import Options

        def on_progress(done: int, total: int, report: Report) -> None:
            job.on_part(report)
            job.step(-(-done // _KB), -(-total // _KB))

        assert target is not None  # noqa: S101 - set by `count`
        source = open_source([str(_folder(target))])
        job.step(0, -(-source.size // _KB))
        # One process, as for the command line without --jobs: its model already uses all cores, and
        # each worker would load another while the window needs a core itself.
        options = Options(model=target.model, long_texts=target.long_texts)
        return run(source, target.store, target.strategy, options, on_progress=on_progress)

    return engine_calls.background(("library sync", next(_numbers)), work, kind).job
