"""Origins of pages that may connect to the server: its own, and those in its configuration.

Streamlit's check accepts every port of this machine. Before it refuses any other origin it looks up
the addresses of this machine, one of them on the internet, and no setting prevents that.
"""

from __future__ import annotations

import streamlit as st
from streamlit.web.server.starlette import starlette_websocket

from chunking.core.errors import ChunkingError

_CHECK = "is_url_from_allowed_origins"
_IPV6 = {"::1", "::"}


def restrict() -> None:
    """Accept only these origins from now on; Streamlit itself accepts that of the same host.

    Raises:
        ChunkingError: This version of Streamlit has another check.
    """
    if not hasattr(starlette_websocket, _CHECK):
        raise ChunkingError(f"Streamlit {st.__version__} is not supported: install an older one")
    setattr(starlette_websocket, _CHECK, _is_allowed)


def _is_allowed(origin: str) -> bool:
    """Return whether a page of an origin may connect."""
    hosts = ["127.0.0.1", "localhost"]
    if st.get_option("server.address") in _IPV6:
        hosts.append("[::1]")
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    own = [f"{scheme}://{host}:{st.get_option('server.port')}" for host in hosts]
    return origin in {*own, *st.get_option("server.corsAllowedOrigins")}
