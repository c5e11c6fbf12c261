"""The contract of all strategies on hostile and on random texts."""

from contextlib import suppress
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, Literal, get_args, get_origin

import numpy as np
import pytest
from contract import Contract
from embedders import HashEmbedder
from hostile import PIECES, TEXTS
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pairwise import Row, pairs_of, pairwise_rows
from pydantic.fields import FieldInfo

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import ConflictError, SettingsError
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.engine import chunk, prepare, run
from chunking.strategies import Strategy, available, get

MEDIA_TYPES = ("text/markdown", "text/plain", "text/x-python")
TOKENIZERS = ("estimate", "words", "wordpiece", "cl100k", "o200k")
# What is combined for every strategy.
COMMON: dict[str, tuple[Any, ...]] = {
    "tokens": (2, 7, 25),
    "media_type": MEDIA_TYPES,
    "tokenizer": TOKENIZERS,
    "manual": ("none", "required", "forbidden"),
}
# Of all strategies together 300 by default, 1,200 in a full run, 120,000 in a nightly one.
EXAMPLES = -(-12 * settings().max_examples // len(available()))


def bounds(info: FieldInfo, low: float, high: float) -> tuple[Any, Any]:
    """The `ge` and `le` of a field, where it has them."""
    for constraint in info.metadata:
        low = getattr(constraint, "ge", low)
        high = getattr(constraint, "le", high)
    return low, high


def values(info: FieldInfo) -> st.SearchStrategy[Any]:
    """Draw values that a field allows by type and bounds; mostly small sizes."""
    if get_origin(info.annotation) is Literal:
        return st.sampled_from(get_args(info.annotation))
    if info.annotation is bool:
        return st.booleans()
    if info.annotation is int:
        low, high = bounds(info, 0, 1000)
        small, middle, large = (
            st.integers(low, min(high, max(low, most))) for most in (12, 60, 800)
        )
        return st.one_of(small, small, middle, large)
    if info.annotation is float:
        low, high = bounds(info, -1000.0, 1000.0)
        return st.floats(low, high)
    return st.just(info.get_default())


def strategies_named(name: str) -> st.SearchStrategy[Strategy]:
    """Draw valid settings of a strategy."""
    kind = get(name)

    @st.composite
    def draw_one(draw: st.DrawFn) -> Strategy:
        drawn = {field: draw(values(info)) for field, info in kind.model_fields.items()}
        try:
            return kind(**drawn)
        except SettingsError:
            assume(False)  # noqa: FBT003 - the library's own idiom
            raise

    return draw_one()


pieces = st.one_of(st.sampled_from(PIECES), st.sampled_from(PIECES), st.text(max_size=4))
documents = st.builds(
    Document,
    st.one_of([st.lists(pieces, min_size=n) for n in (1, 12, 25)]).map("".join),
    media_type=st.sampled_from(MEDIA_TYPES),
    language=st.sampled_from(("en", "de", "zh")),
)


def marks(prepared: Prepared) -> st.SearchStrategy[Constraints]:
    """Draw manual boundaries at some of the gaps."""
    gaps = prepared.units.gaps.tolist()
    if not gaps:
        return st.just(NONE)
    some = st.lists(st.sampled_from(gaps), max_size=4, unique=True)
    return st.tuples(some, some).map(
        lambda both: Constraints(tuple(both[0]), tuple(g for g in both[1] if g not in both[0]))
    )


def prepared_for(document: Document, strategy: Strategy) -> Prepared:
    """Prepare a document with the tests' embedder; once for strategies with the same material."""
    return _prepared(document, strategy.material)


@lru_cache(maxsize=64)
def _prepared(document: Document, material: Material) -> Prepared:
    return prepare(document, material, embedder=HashEmbedder())


def checked(
    document: Document, strategy: Strategy, constraints: Constraints = NONE
) -> tuple[Prepared, Chunking]:
    """Check a chunking against the contract, and return it with what it was made of."""
    prepared = prepared_for(document, strategy)
    chunking = run(prepared, strategy, constraints)
    contract = Contract(chunking, prepared, strategy, constraints)
    contract.check()
    contract.exact_overlap_has_its_full_size()
    return prepared, chunking


def identity(chunking: Chunking) -> list[tuple[object, ...]]:
    """Return everything that distinguishes chunkings."""
    return [
        (c.start, c.end, c.overlap, c.tokens, c.reason, c.oversize, c.heading_path, c.id,
         c.sha256, c.content_hash, c.location_id, c.text)
        for c in chunking
    ]  # fmt: skip


@pytest.mark.parametrize("name", available())
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_every_strategy_keeps_the_contract_on_random_texts(name: str, data: st.DataObject) -> None:
    keeps_the_contract(name, data)


def keeps_the_contract(name: str, data: st.DataObject) -> None:
    """Check a strategy with drawn settings on a drawn document, twice."""
    strategy = data.draw(strategies_named(name))
    document = data.draw(documents)
    prepared = prepared_for(document, strategy)
    constraints = data.draw(marks(prepared))
    _, chunking = checked(document, strategy, constraints)
    again = chunk(document, strategy, embedder=HashEmbedder(), constraints=constraints)
    assert identity(again) == identity(chunking) == identity(run(prepared, strategy, constraints))
    assert again.verdicts.tolist() == chunking.verdicts.tolist()


def test_a_heading_stays_with_a_fence_that_just_fits_four_times_the_maximum() -> None:
    document = Document("# 0\n```py\na = 1\n\nb = 2\n```\n", media_type="text/markdown")
    strategy = get("headings")(
        tokenizer="estimate", max_tokens=4, merge_below=0, split_with="structure", oversize="keep"
    )
    _, (only,) = checked(document, strategy)
    assert only.oversize


# The names vary fastest, so that what was prepared of a text serves several strategies.
@pytest.mark.parametrize("name", available())
@pytest.mark.parametrize("text", TEXTS)
def test_every_strategy_keeps_the_contract_on_hostile_texts(text: str, name: str) -> None:
    for row in settings_for(name, text):
        strategy = from_row(name, row)
        document = Document(TEXTS[text], media_type=row["media_type"])
        checked(document, strategy, manual(row["manual"], prepared_for(document, strategy)))


def test_the_sample_has_every_pair_of_settings_and_every_setting_with_every_text() -> None:
    for name in available():
        factors = sampled_settings(name)
        sampled = {text: settings_for(name, text) for text in TEXTS}
        found = {pair for rows in sampled.values() for row in rows for pair in pairs_of(row)}
        assert len(found) == sum(len(a) * len(b) for a, b in combinations(factors.values(), 2))
        for rows in sampled.values():
            assert {row["tokens"] for row in rows} == set(factors["tokens"])
    for factor, values in COMMON.items():
        for text in TEXTS:
            used = {row[factor] for name in available() for row in settings_for(name, text)}
            assert used == set(values)


@pytest.mark.nightly
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", available())
def test_every_variant_keeps_the_contract_in_every_size_and_media_type(
    name: str, text: str
) -> None:
    for tokens in (1, 2, 7, 25, 90):
        strategy = small(get(name), tokens)
        for each in (strategy, *variants(strategy)):
            for media_type in MEDIA_TYPES:
                checked(Document(text, media_type=media_type), each)


@pytest.mark.nightly
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("name", available())
def test_every_strategy_keeps_the_contract_on_all_texts_with_every_tokenizer(
    name: str, tokenizer: str
) -> None:
    for text in TEXTS.values():
        checked(Document(text), small(get(name), 20).with_(tokenizer=tokenizer))


@pytest.mark.parametrize("name", available())
def test_every_strategy_keeps_the_contract_with_its_default_settings(name: str) -> None:
    for text in TEXTS.values():
        checked(Document(text), get(name)())


def small(kind: type[Strategy], tokens: int) -> Strategy:
    """Return a strategy with sizes so small that short texts have several chunks."""
    whole = {
        field: info.default for field, info in kind.model_fields.items() if info.annotation is int
    }
    largest = max([*whole.values(), 1])
    scaled = {field: max(bounds(kind.model_fields[field], 0, 0)[0], size * tokens // largest)
              for field, size in whole.items()}  # fmt: skip
    return kind(**scaled)


@cache
def sampled_settings(name: str) -> dict[str, tuple[Any, ...]]:
    """Return the values of what is combined: `COMMON`, the choices of a strategy, its overlap."""
    fields = get(name).model_fields
    choices = {
        field: get_args(info.annotation)
        for field, info in fields.items()
        if get_origin(info.annotation) is Literal
    }
    return COMMON | choices | ({"overlap": (False, True)} if "overlap_tokens" in fields else {})


@cache
def sample_of(name: str) -> dict[int, list[Row]]:
    """Return combinations of settings in which every pair of values occurs, by size."""
    rows = pairwise_rows(sampled_settings(name))
    return {size: [row for row in rows if row["tokens"] == size] for size in COMMON["tokens"]}


def settings_for(name: str, text: str) -> list[Row]:
    """Return a combination of settings of each size, other ones for each text."""
    turn = list(TEXTS).index(text) + available().index(name)
    return [rows[turn % len(rows)] for rows in sample_of(name).values()]


def from_row(name: str, row: Row) -> Strategy:
    """Return a strategy with the settings of a row.

    A choice that contradicts one before it is left out.
    """
    strategy = small(get(name), row["tokens"])
    for field in type(strategy).model_fields:
        if field in row:
            with suppress(ConflictError):
                strategy = strategy.with_(**{field: row[field]})
    overlap = row["tokens"] // 3 if row.get("overlap") else 0
    return strategy.with_(overlap_tokens=overlap) if "overlap" in row else strategy


def manual(which: str, prepared: Prepared) -> Constraints:
    """Return manual boundaries at every third gap."""
    gaps = tuple(prepared.units.gaps[::3].tolist())
    return Constraints(**({which: gaps} if which != "none" else {}))


def variants(strategy: Strategy) -> list[Strategy]:
    """Return strategies that differ from this one in one choice other than the tokenizer.

    A choice that contradicts another setting is left out.
    """
    found = []
    for field, info in type(strategy).model_fields.items():
        if get_origin(info.annotation) is Literal and field != "tokenizer":
            for choice in get_args(info.annotation):
                if choice != getattr(strategy, field):
                    with suppress(ConflictError):
                        found.append(strategy.with_(**{field: choice}))
    return found


@pytest.mark.parametrize(
    "name", [name for name in available() if "overlap_share" in get(name).model_fields]
)
@settings(max_examples=EXAMPLES // 4)
@given(data=st.data())
def test_a_share_of_overlap_changes_neither_the_chunks_nor_their_location_ids(
    name: str, data: st.DataObject
) -> None:
    strategy = data.draw(strategies_named(name))
    document = data.draw(documents)
    prepared = prepared_for(document, strategy)
    constraints = data.draw(marks(prepared))
    _, most = bounds(type(strategy).model_fields["overlap_share"], 0, 1)
    bare = run(prepared, strategy.with_(overlap_share=0.0), constraints)
    full = run(prepared, strategy.with_(overlap_share=most), constraints)
    assert not bare.overlap.any()
    assert np.array_equal(bare.start, full.start)
    assert np.array_equal(bare.end, full.end)
    assert bare.location_ids == full.location_ids


@pytest.mark.parametrize("name", available())
def test_a_document_has_the_same_chunks_alone_or_after_others(name: str) -> None:
    strategy = small(get(name), 30)
    documents = [Document(text) for text in list(TEXTS.values())[::4]]
    alone = [identity(chunk(each, strategy, embedder=HashEmbedder())) for each in documents]
    embedder = HashEmbedder()
    for document, expected in reversed([*zip(documents, alone, strict=True)]):
        assert identity(chunk(document, strategy, embedder=embedder)) == expected
