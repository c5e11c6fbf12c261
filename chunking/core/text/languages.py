"""Language codes of ISO 639, optionally with a script or a region as in BCP 47."""

import re
from functools import lru_cache

from chunking.core.errors import SettingsError

# Two or three letters and subtags. Longer subtags than BCP 47 allows are in use: zh-classical.
_CODE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")


def is_language(code: object) -> bool:
    """Return whether a code names a language; its subtags are not looked up."""
    return isinstance(code, str) and bool(_CODE.fullmatch(code)) and _is_known(primary(code))


@lru_cache(maxsize=256)
def _is_known(language: str) -> bool:
    from langcodes import Language

    return Language.get(language, normalize=False).is_valid()


def check_language(code: object) -> None:
    """Raise `SettingsError` unless a code names a language."""
    if not is_language(code):
        raise SettingsError(
            f"language must be a code of ISO 639, such as en, de, gsw or pt-BR, got {code!r:.60}"
        )


def primary(code: str) -> str:
    """Return the language of a code in lower case, without its script and region.

    >>> primary("de-AT")
    'de'
    """
    return code.partition("-")[0].lower()
