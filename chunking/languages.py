"""The codes that languages have: of ISO 639, with a script or a region where one is told apart."""

from __future__ import annotations

import re

from chunking.errors import SettingsError

# Two or three letters, then what narrows them down, as BCP 47 writes it.
_CODE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")

# Those of two letters that ISO 639-1 gives, or has given; of three letters there are 8,000.
_OF_TWO = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu "
    "cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi "
    "ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km "
    "kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na "
    "nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd "
    "se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw "
    "ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)


def is_language(code: object) -> bool:
    """Whether it is the code of a language; of three letters, whether it may be one."""
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        return False
    return len(primary(code)) == 3 or primary(code) in _OF_TWO.split()


def check_language(code: object) -> None:
    """Nothing, if it is the code of a language.

    Raises:
        SettingsError: it is none.
    """
    if not is_language(code):
        raise SettingsError(
            f"language must be a code of ISO 639, such as en, de, gsw or pt-BR, got {code!r:.60}"
        )


def primary(code: str) -> str:
    """The language of a code without its script or region, in small letters.

    >>> primary("de-AT")
    'de'
    """
    return code.partition("-")[0].lower()
