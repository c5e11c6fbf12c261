"""English words: which are about no topic, and which are forms of one word."""

from __future__ import annotations

import re

_FUNCTION_WORDS = """
a about above after again against ah all also am among an and another any are as at away back be
because been before being below between both but by came can cannot come could did do does doing
done down during each either else ever every few for from get go had has have having he her here
hers him his hmm how however i if in into is it its itself just know last least less let like made
make many may me mean might mine mm mmm more most much must my neither never no nor not nothing now
of off often oh ok okay on once one only or other our ours out over own perhaps quite rather really
right same see shall she should since so some still such than that the their theirs them then there
these they thing things think this those though through thus to together too toward uh um under
until up upon us very want was we well were what when where whether which while who whole whom whose
why will with within without would yeah yep yes yet you your yours
ain aren couldn d didn doesn don hadn hasn haven isn ll m re s shouldn t ve wasn weren won wouldn
"""

# Articles, pronouns, prepositions, conjunctions, auxiliaries; what fills speech; what is left of
# contractions.
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())

_ENDING = re.compile(
    r"(?<=\w\w\w)(?:ations?|ingly|edly|ness|ments?|ings?|ed|ly|(?<=[sxhz])es|(?<![su])s)$"
)


def stem(word: str) -> str:
    """A word without its commonest endings; what is left need be no word.

    >>> [stem(word) for word in ("chisels", "sharpening", "stories", "story", "makes")]
    ['chisel', 'sharpen', 'story', 'story', 'mak']
    """
    short = _ENDING.sub("", word)
    return short[:-2] + "y" if short.endswith("ie") else short.removesuffix("e")
