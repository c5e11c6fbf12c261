"""Access to the server: only for pages that the user has opened, by the key or by the address.

The key is new for each start and part of the address that is printed and opened. A page that was
opened with it keeps it in a cookie, and so does one whose address was typed or a bookmark, which
browsers tell apart from links of other pages. Without the cookie there is no session and no file of
one. Requests of other origins, and under other names of this machine, are refused before, without a
lookup.
"""

import asyncio
import secrets
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

import streamlit as st
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from chunking.gui.core.cache import limit_free_memory
from chunking.gui.shell import framework

HEALTH: Final = "/_stcore/health"
_PARAMETER: Final = "key"
# What these paths answer depends on a session; the others are the frame, the same for everybody.
_PRIVATE: Final = ("/_stcore/", "/media/", "/component/")
_REFUSED: Final = (
    "This page was opened by a link of another page, or Chunkscope has been started again.\n"
    "Open the address that Chunkscope printed when it started, or type it.\n"
)

_key: Final = secrets.token_urlsafe(24)
# Other processes see the command line of a browser, so a key in it works once.
_single_use: set[str] = set()


def with_key(page: str, *, single_use: bool = False) -> str:
    """Return the address of a page with the key, or with one that works once."""
    key = _key
    if single_use:
        key = secrets.token_urlsafe(24)
        _single_use.add(key)
    return f"{page}?{urlencode({_PARAMETER: key})}"


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Announce the address when the server starts, and close sessions while it runs."""
    limit_free_memory()
    _announce()
    closing = asyncio.create_task(framework.close_sessions())
    yield
    closing.cancel()


def _announce() -> None:
    """Print the address, and open it unless `server.headless` is set."""
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    host, port = st.get_option("browser.serverAddress"), st.get_option("server.port")
    page = f"{scheme}://{host}:{port}/"
    print(f"Chunkscope runs at {with_key(page)}", flush=True)  # noqa: T201 - for who started it
    if not st.get_option("server.headless"):
        webbrowser.open(with_key(page, single_use=True))


class Access:
    """Middleware that refuses requests of strangers, and takes the key out of an address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or pass it on."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        answer = _answer(request)
        if answer is None:
            send = _with_cookie(send, request) if _is_typed(request) else send
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # before it is accepted: status 403
        else:
            await answer(scope, receive, send)


def _answer(request: HTTPConnection) -> Response | None:
    """Return the refusal of a request, or the redirection of one with a key; None to pass it on."""
    host = request.headers.get("host", "")
    if not is_host_allowed(host) or not _is_own(request, host) or _is_framed(request):
        return _refusal("")
    if request.url.path == HEALTH or _is_key(request.cookies.get(_cookie(request), "")):
        return None
    if request.scope["type"] == "http":
        if given := request.query_params.get(_PARAMETER):
            return _admit(request) if _is_key(given) else _refusal(_REFUSED)
        is_link = request.headers.get("sec-fetch-mode") == "navigate" and not _is_typed(request)
        if not is_link and not request.url.path.startswith(_PRIVATE):
            return None
    return _refusal(_REFUSED)


def _is_typed(request: HTTPConnection) -> bool:
    """Return whether a browser opens an address that was typed, a bookmark or of its own."""
    headers = request.headers
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-site") == "none"


def _is_framed(request: HTTPConnection) -> bool:
    """Return whether a page of another origin shows the window in a frame of its own."""
    headers = request.headers
    is_frame = headers.get("sec-fetch-dest") in {"iframe", "frame", "embed", "object"}
    return is_frame and headers.get("sec-fetch-site") != "same-origin"


def _cookie(request: HTTPConnection) -> str:
    """Return the name of the cookie, by port: browsers keep one set for all ports of a host."""
    return f"chunkscope-{request.url.port}"


def _is_own(request: HTTPConnection, host: str) -> bool:
    """Return whether the request comes from a page of this server; a first request names none."""
    origin = request.headers.get("origin")
    if origin is None:
        return bool(request.scope["type"] == "http")
    own = f"{'https' if request.url.is_secure else 'http'}://{host}"
    return origin == own


def _is_key(given: str) -> bool:
    """Return whether this is the key of this start, or one that works once, which is used up."""
    known = next((each for each in _single_use if _same(each, given)), None)
    _single_use.discard(known or "")
    return known is not None or _same(_key, given)


def _same(key: str, given: str) -> bool:
    return secrets.compare_digest(key.encode(), given.encode("utf-8", "replace"))


def _admit(request: HTTPConnection) -> Response:
    """Return a redirection to the same page without the key, which sets the cookie."""
    rest = [each for each in request.query_params.multi_items() if each[0] != _PARAMETER]
    # One slash: two would name another host.
    path = "/" + request.url.path.lstrip("/")
    answer = RedirectResponse(f"{path}?{urlencode(rest)}" if rest else path, HTTPStatus.SEE_OTHER)
    _set_cookie(answer, request)
    answer.headers.update({"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
    return answer


def _set_cookie(answer: Response, request: HTTPConnection) -> None:
    # "lax": a link in another page or program still opens.
    secure = request.url.is_secure
    answer.set_cookie(_cookie(request), _key, httponly=True, samesite="lax", secure=secure)


def _refusal(reason: str) -> Response:
    return PlainTextResponse(reason, HTTPStatus.FORBIDDEN)


def _with_cookie(send: Send, request: HTTPConnection) -> Send:
    """Return what sends an answer that sets the cookie."""
    holder = Response()
    _set_cookie(holder, request)
    header = (b"set-cookie", holder.headers["set-cookie"].encode("latin-1"))

    async def send_with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], header]}
        await send(message)

    return send_with_cookie
