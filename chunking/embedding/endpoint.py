"""Requests to an OpenAI-compatible server: keys, retries, rate limits, cancelling."""

import http.client
import importlib.util
import json
import os
import queue
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from chunking.core.errors import ModelError

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
OPENAI_URL = "https://api.openai.com/v1"
# Service under which the system keyring holds keys, with the host as the user name.
KEYRING_SERVICE = "chunkscope"
TIMEOUT_SECONDS = 60
# Bytes; 128 texts of ten windows, with 4,096 numbers each, take half as much.
LARGEST_ANSWER = 200_000_000
# Between the tries of one request: half a minute in all, as the official client.
BACKOFF_SECONDS = (1.0, 2.0, 4.0, 8.0, 16.0)
# A server that asks for a longer pause is out of quota rather than busy.
LONGEST_PAUSE_SECONDS = 120.0
_TRANSIENT = {408, 429, 500, 502, 503, 504}
_POLL_SECONDS = 0.1
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class _TransientError(Exception):
    """A failure that another try may not have; `after` is the pause that the server asks for."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


class Endpoint:
    """An OpenAI-compatible server.

    The key is read from the environment or the system keyring for each request, and kept nowhere.

    Args:
        base_url: Address of the server up to `/v1`.
        key: Returns the key, or None without one; by default that of the host.

    Raises:
        ModelError: `base_url` is not an HTTP address, or holds a password.
    """

    def __init__(self, base_url: str, key: Callable[[], str | None] | None = None) -> None:
        self.base_url = check_url(base_url)
        self.host = str(urlsplit(self.base_url).netloc)
        self._key = key or (lambda: find_key(self.host))
        self._opener = urllib.request.build_opener(_NoRedirects)

    def post(self, path: str, payload: dict[str, Any], check: Callable[[], None]) -> Any:  # noqa: ANN401 - JSON
        """Return the JSON answer to a JSON payload.

        Args:
            check: Called while waiting; may raise to cancel.
        """
        for delay in (*BACKOFF_SECONDS, None):
            try:
                return _in_background(lambda: self._send(path, payload), check)
            except _TransientError as error:
                if delay is None:
                    raise ModelError(
                        f"the server {self.host} failed {len(BACKOFF_SECONDS) + 1} times: {error}"
                    ) from None
                # A random part keeps clients from returning all at once.
                pause = error.after or delay * random.uniform(0.8, 1.2)  # noqa: S311 - no secret
                if pause > LONGEST_PAUSE_SECONDS:
                    raise ModelError(
                        f"the server {self.host} asks for a pause of {pause:,.0f} seconds ({error})"
                    ) from None
                _wait(pause, check)
        raise AssertionError  # pragma: no cover - the last delay is None

    def _send(self, path: str, payload: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
        key = self._key()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked
            f"{self.base_url}/{path}", json.dumps(payload).encode(), headers, method="POST"
        )
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return _parse(answer.read(LARGEST_ANSWER + 1))
        except urllib.error.HTTPError as error:
            raise self._refusal(error, key) from None
        except ValueError as error:
            raise ModelError(
                f"the server {self.host} did not answer in JSON: {_first_line(str(error), key)}"
            ) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError | ConnectionResetError | http.client.HTTPException):
                raise _TransientError(f"no answer ({reason})") from None
            raise ModelError(
                f"the server {self.host} cannot be reached ({_first_line(str(reason), key)}): "
                f"start it, or set {URL_VARIABLE} to another one"
            ) from None

    def _refusal(self, error: urllib.error.HTTPError, key: str | None) -> Exception:
        """Return the exception for an answer that is an error."""
        message, code = _error_of(error)
        message = _first_line(message, key) or str(error.reason)
        if error.code in {401, 403}:
            return ModelError(
                f"the server {self.host} {'rejected the key' if key else 'requires a key'} "
                f"({error.code}): set {KEY_VARIABLE}, or store one by "
                f"keyring set {KEYRING_SERVICE} {self.host}"
            )
        if error.code in _TRANSIENT and code != "insufficient_quota":
            return _TransientError(f"{error.code} {message}", _retry_after(error))
        return ModelError(f"the server {self.host} refused the request: {error.code} {message}")


def check_url(url: str) -> str:
    """Return an address without a slash at its end."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or parts.query or parts.fragment:
        raise ModelError(
            f"the address of a server must be like http://localhost:8000/v1, got {url!r:.80}"
        )
    if "@" in parts.netloc:
        raise ModelError("the address of a server must hold no password: set the key as a variable")
    return url.rstrip("/")


def is_loopback(url: str) -> bool:
    """Return whether an address is one of this machine."""
    return urlsplit(url).hostname in _LOOPBACK


def find_key(host: str) -> str | None:
    """Return the key for a host: of the environment, or of the system keyring if it has one.

    The key in the environment is for `OPENAI_BASE_URL`, or api.openai.com without one.
    """
    own = os.environ.get(URL_VARIABLE) or OPENAI_URL
    key = os.environ.get(KEY_VARIABLE)
    if key and host == urlsplit(own).netloc:
        return key
    if importlib.util.find_spec("keyring") is None:
        return None
    import keyring
    import keyring.errors

    try:
        found: str | None = keyring.get_password(KEYRING_SERVICE, host)
    except keyring.errors.KeyringError:  # no keyring on this system, or it is locked
        return None
    return found


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Handler that follows no redirect, which would send the key to another host."""

    def redirect_request(self, *_: object) -> None:
        """Return no request."""


def _in_background(work: Callable[[], Any], check: Callable[[], None]) -> Any:  # noqa: ANN401 - JSON
    """Return the result of `work` in a thread that is abandoned if `check` raises."""
    results: queue.SimpleQueue[tuple[Any, Exception | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            results.put((work(), None))
        except Exception as error:  # noqa: BLE001 - raised below
            results.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    while True:
        try:
            result, error = results.get(timeout=_POLL_SECONDS)
        except queue.Empty:
            check()
            continue
        if error is not None:
            raise error
        return result


def _wait(seconds: float, check: Callable[[], None]) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        check()
        time.sleep(min(left, _POLL_SECONDS))


def _retry_after(error: urllib.error.HTTPError) -> float | None:
    """Return the pause that an answer asks for: seconds, or until a date."""
    value = error.headers.get("Retry-After", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _parse(content: bytes) -> Any:  # noqa: ANN401 - JSON
    """Return the content of an answer; raises ValueError if it is too large, deep or no JSON."""
    if len(content) > LARGEST_ANSWER:
        raise ValueError(f"it has more than {LARGEST_ANSWER:,} bytes")
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _error_of(error: urllib.error.HTTPError) -> tuple[str, str]:
    """Return the message and the code in the body of an error."""
    try:
        content = _parse(error.read(65_536))
    except (OSError, ValueError, http.client.HTTPException):
        return "", ""
    found = content.get("error", content) if isinstance(content, dict) else content
    if isinstance(found, dict):
        return str(found.get("message") or found.get("detail") or ""), str(found.get("code"))
    return str(found), ""


def _first_line(message: str, key: str | None) -> str:
    """Return the first line of a message, without the key."""
    lines = message.strip().splitlines()
    line = lines[0].rstrip(" .:")[:200] if lines else ""
    return line.replace(key, "…") if key else line
