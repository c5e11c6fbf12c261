"""Controls that the program sets while a request with their old values is on its way."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest


def held(script: Callable[[], None]) -> Any:
    """What the control "x" holds at the end of a run."""
    app = AppTest.from_function(script).run()
    assert not app.exception
    return app.session_state["x"]


def test_what_a_late_request_takes_back_is_set_again() -> None:
    def script() -> None:
        import streamlit as st

        from chunking.gui import controls

        st.session_state["x"] = 1
        controls.put({"x": 2})
        controls.settle()
        st.session_state["x"] = 1
        controls.hold()

    assert held(script) == 2


@pytest.mark.parametrize("moved", [1, 3])
def test_what_the_visitor_has_moved_since_stays(moved: int) -> None:
    def script(moved: int) -> None:
        import streamlit as st

        from chunking.gui import controls

        st.session_state["x"] = 1
        controls.put({"x": 2})
        st.session_state["x"] = moved
        controls.settle()
        controls.hold()

    app = AppTest.from_function(script, args=(moved,)).run()
    assert app.session_state["x"] == moved


def test_another_value_than_the_old_one_is_the_visitors() -> None:
    def script() -> None:
        import streamlit as st

        from chunking.gui import controls

        st.session_state["x"] = 1
        controls.put({"x": 2})
        st.session_state["x"] = 3
        controls.hold()

    assert held(script) == 3


def test_after_a_while_no_request_is_late() -> None:
    def script() -> None:
        import time

        import streamlit as st

        from chunking.gui import controls

        st.session_state["x"] = 1
        controls.put({"x": 2})
        st.session_state["x"] = 1
        then = time.monotonic() + controls.ON_ITS_WAY + 1
        time.monotonic, before = lambda: then, time.monotonic
        try:
            controls.hold()
        finally:
            time.monotonic = before

    assert held(script) == 1
