"""Abbreviations, ordinals and initials whose full stop ends no sentence."""

import re

import numpy as np

from chunking.core.arrays import Bools, Ints
from chunking.core.text.characters import CodePoints

# Titles before a name and other abbreviations, after which the splitter may end a sentence.
_TITLES = {
    "en": ("Dr", "Mr", "Mrs", "Ms", "Prof", "Gen", "Col", "Lt", "Capt", "Sgt", "Rev", "Hon", "Ft"),
    "de": ("Fa", "Frl", "Hrn", "Dipl", "geb", "verh"),
    "el": ("Καθ", "Αγ", "αγ", "οδ"),
    "es": ("Dña", "Mons", "Pdte"),
    "fr": ("M", "MM", "Mme", "Mmes", "Mlle", "Me", "Dr", "Pr", "Prof", "Mgr", "St", "Ste"),
    "hi": ("डॉ", "प्रो", "श्री", "श्रीमती", "कि", "मी", "पू"),
    "hu": ("ifj", "özv"),
    "nl": ("Mevr", "mevr", "Mw", "mw", "Ds", "ds"),
    "pl": (
        "Dr", "dr", "Mgr", "mgr", "inż", "hab", "ks", "Ks", "św", "Św", "gen", "płk", "im", "al",
        "pl",
    ),
    "pt": ("Srta", "Exma", "Av", "Sta"),
    "ro": ("dl", "dna", "Dl", "Dna", "Str", "str", "Sf", "sf"),
    "ru": ("им", "св", "ген", "инж", "проф", "акад", "доц"),
    "tr": ("M.Ö", "M.S", "Doç", "Öğr", "Yrd", "Alb", "Av", "Sn", "Cad", "Sok", "Mah"),
    "vi": ("TP", "Tp", "GS", "PGS", "TS", "Th", "ThS", "BS"),
}  # fmt: skip
# Segments that end with what is no end of a sentence: an ordinal, or the initial of a name or of
# an abbreviation; without the whitespace after them.
_INITIAL = re.compile(r"(?:^|(?<=[\s.(«\"“]))[^\W\d_]\.")
_UNENDED = {
    "ar": _INITIAL,
    "bg": _INITIAL,
    "de": re.compile(
        r"\b(?:[Ii]m|[Aa]m|[Zz]u[mr]|[Vv]om|[Bb]eim|[Dd](?:er|ie|as|e[mns])) \d{1,3}\."
    ),
    "el": _INITIAL,
    "es": _INITIAL,
    "it": _INITIAL,
    "pt": _INITIAL,
    "ro": _INITIAL,
    # Consonants alone are no word.
    "th": re.compile(r"(?:^|(?<=[\s.(]))[\u0e01-\u0e2e]{1,5}\."),
    "tr": re.compile(r"^(?:\d{1,3}|[IVXL]{1,5})\."),
    "uk": _INITIAL,
}
# Abbreviations, in small letters, that a number follows: of measures, and of parts of a text. A
# word that often ends a sentence is none.
_COUNTED_ANYWHERE = "art ca cap cf fig figs nr p par pp tab tel vol vols"
_COUNTED = {
    language: frozenset(f"{_COUNTED_ANYWHERE} {words}".split())
    for language, words in {
        "cs": "obr odst č čl kap příl s str tzv zák §",
        "da": "afsn bd bl kap stk s",
        "de": "abb abs abschn anm aufl az bd bde bl gl kap lfd rdnr rn s tz zif ziff",
        "el": "άρθ αρ αριθ εικ εκδ κεφ παρ πιν σ σελ τηλ τόμ",
        "en": "app approx appx apt arts avg bldg ch chap circa col cols def ed eq eqs est ex fax "
        "fn iss lem ln max mt nos para paras prop pt ref refs rm sec secs sect sects ser st ste "
        "tabs temp thm ver vers",
        "es": "anexo apdo aprox arts cap caps col ec ed ene feb inc máx mín núm núms ord pág págs "
        "párr ref sec vers",
        "fr": "al annexe app artt avr bd ch chap col coll déc env févr janv juil max min n no nov "
        "num oct par réf sect t éd éq",
        "hu": "fej kb köt max old sz tábl vö ábr",
        "it": "all artt c capp circa col comma eq lett n nn num pag pagg sett sez",
        "nl": "afb afd apr aug bijl blz dec feb gest hfdst hfst jan lid mrt nov nrs okt ong sept "
        "vgl",
        "no": "bd kap maks pkt s tlf utg",
        "pl": "b m maks max min nr ok pkt por poz r rozdz rys s str t tj tom ur ust ww wyd zał zm "
        "zob",
        "pt": "abr ago al aprox arts caps col ed eq fev inc jan máx mín nov núm out pág págs ref "
        "sec set",
        "ro": "alin aprox art ed lit max nr pag pct",
        "ru": "авг апр вып гл дек изд кн макс нояб ок окт п пп прил прим разд рис род с сент см "
        "ср ст стр т табл тт ул ум февр янв",
        "sv": "avsn bd bil jfr kap kl max okt s sid st uppl",
        "tr": "bas bkz böl cilt fık maks sf sy yak şek",
        "uk": "гл дод п пп рис розд с ст стор т табл тел",
    }.items()
}
# The word before a full stop, and a number that continues it.
_LAST_WORD = re.compile(r"(?<![^\s(\[„“\"«*_§])([^\W\d_]{1,6})\.\s*\Z")
_NUMBER = re.compile(r"[(\[]?(?:[$€£¥]?\d|(?:[IVXLC]{2,}|[B-HJ-Z])\b)")
# A day of a month, as German writes it, and the month after it.
_DAY = re.compile(r"(?<!\S)\d{1,2}\.\s*\Z")
_MONTH = re.compile(r"Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez")
# What a small letter continues: the pages from a number on, and a short form that is no word.
_FOLLOWING = re.compile(
    r"(?:\d ?(?:ff?|sqq?|nn?|ss|kk?)|(?<!\w)(?i:approx|avg|cont|corresp|dept|diam|equiv|esp|est"
    r"|excl|govt|hrs|incl|info|intl|lbs|max|min|mins|misc|obs|orig|poss|prob|resp|tbsp|temp|trans|tsp"
    r"|usu|vol))\.\s*\Z"
)
# Languages whose abbreviations and ordinals stand before a small letter, and the end of a segment
# that may be one.
_CASED = frozenset(
    {"bg", "cs", "da", "de", "el", "es", "fi", "fr", "hr", "hu", "it", "nl", "no", "pl", "pt", "ro",
     "ru", "sk", "sl", "sv", "tr", "uk", "vi"}
)  # fmt: skip
_SHORT = re.compile(r"(?<!\w)(?:[^\W\d_]{1,5}|\d{1,4})\.\Z")
_END_LENGTH = 12
_FULL_STOP, _HYPHEN = ord("."), ord("-")


def _is_unended(last: str, titles: tuple[str, ...], pattern: re.Pattern[str] | None) -> bool:
    """Return whether the end of a segment is a title or what else ends no sentence."""
    if last.endswith(titles):
        title = max((each for each in titles if last.endswith(each)), key=len)
        if not last[: -len(title)][-1:].isalnum():
            return True
    return pattern is not None and any(found.end() == len(last) for found in pattern.finditer(last))


def end_with_abbreviation(
    text: str, codes: CodePoints, starts: Ints, ends: Ints, language: str
) -> Bools:
    """Return which segments end with a full stop that ends no sentence, (n,).

    Args:
        codes: The code points of the text.
        starts: Where the segments start, (n,).
        ends: Where they end, without the whitespace after them, (n,).
        language: Code of the language, such as `en`.
    """
    found = _end_in_initials(codes, ends)
    titles = tuple(f"{title}." for title in _TITLES.get(language, ()))
    pattern = _UNENDED.get(language)
    for row in np.flatnonzero(codes[ends - 1] == _FULL_STOP).tolist():
        start, end = int(starts[row]), int(ends[row])
        last = text[max(start, end - _END_LENGTH) : end]
        found[row] |= _is_unended(last, titles, pattern) or (
            row + 1 < len(starts) and _is_continued(last, text, int(starts[row + 1]), language)
        )
    return found


def _end_in_initials(codes: CodePoints, ends: Ints) -> Bools:
    """Return which segments end in or after initials with a hyphen, `J.-P.`, same shape.

    `ends` are without whitespace.
    """
    after = (ends < len(codes)) & (codes[np.minimum(ends, len(codes) - 1)] == _HYPHEN)
    third, fourth = codes[np.maximum(ends - 3, 0)], codes[np.maximum(ends - 4, 0)]
    second = (third == _HYPHEN) & (fourth == _FULL_STOP)
    found: Bools = (codes[ends - 1] == _FULL_STOP) & (after | second)
    return found


def _is_continued(last: str, text: str, after: int, language: str) -> bool:
    """Return whether a segment ends with an abbreviation that the one at `after` continues.

    A number follows `Fig.`, a small letter `p. 5ff.` and short words, a month `1.`
    """
    if text[after].islower():
        is_short = language in _CASED and _SHORT.search(last) is not None
        return is_short or _FOLLOWING.search(last) is not None
    if language == "de" and _MONTH.match(text, after):
        return _DAY.search(last) is not None
    word = _LAST_WORD.search(last) if _NUMBER.match(text, after) else None
    counted = _COUNTED.get(language, _COUNTED["en"])
    return word is not None and (word[1].lower() in counted or word[1] == "No")
