"""Settings that follow others: a lane of Compare and those of Sweep follow Tune."""

from chunking.gui.core.jobs import Waiting
from chunking.gui.session.compare_state import display_name
from chunking.gui.session.session import Session
from chunking.gui.settle.recommended_threshold import set_in_lane, set_on_tune


def set_lanes(session: Session) -> list[Waiting]:
    """Set the lanes that the user has not set: as on Tune, or as recommended.

    A lane that no longer follows Tune keeps its settings. A notice names the one that follows it
    when its settings change, or its strategy. One that the user has set offers the threshold
    recommended for another document. Returns the jobs that must end first.
    """
    compare = session.compare
    before, compare.follower = compare.follower, _follower(session)
    if before not in {"", compare.follower}:
        session.touched.add(before)
    waiting = set_on_tune(session) if compare.follower else []
    for letter in compare.letters:
        if letter != compare.follower:
            waiting += set_in_lane(session, letter)
            continue
        name = session.strategy(letter).name
        followed = session.follow(letter, session.strategy("tune"))
        if followed and (letter == before or name != session.strategy(letter).name):
            session.notify(f"Lane {display_name(letter)} follows Tune.", problem=False, here=True)
    if not waiting:
        compare.documents |= {session.document.sha256}
    return waiting


def set_sweep(session: Session) -> list[Waiting]:
    """Set the settings of Sweep as on Tune, as long as the user has not set them."""
    session.follow("sweep", session.strategy("tune"))
    return []


def _follower(session: Session) -> str:
    """Return the lane that follows Tune, "" if none does.

    It is the first one with the settings of Tune, else the first with its strategy, else the last
    one; none if the user has set that lane.
    """
    if not session.has_set_tune:
        return ""
    tune, letters = session.strategy("tune"), session.compare.letters
    equal = [each for each in letters if session.strategy(each) == tune]
    similar = [each for each in letters if session.strategy(each).name == tune.name]
    found = (equal or similar or letters[-1:])[0]
    return "" if found in session.touched else found
