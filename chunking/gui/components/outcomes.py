"""What the views are told of the outcomes over a setting: columns, and the lives of boundaries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chunking.gui.components.assets import renderer
from chunking.gui.components.mounting import parcel_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.arrays import Floats, Ints


@dataclass(frozen=True, slots=True)
class Swept:
    """The setting whose outcomes are drawn.

    `id` names all that they depend on, which is everything but the `value` it has now. `setting`
    is its strategy and its field ("semantic.threshold"), `label` what the control is called,
    `decimals` how exact a value is shown. `steady` says that the page wants to know which
    boundaries are fragile, also while no outcomes are looked at.
    `keeps` is the label of the setting that alone can keep a gap which a threshold asks for from
    being cut; empty where others may, too.
    """

    id: str
    setting: str
    label: str
    value: float
    decimals: int
    steady: bool
    keeps: str = ""

    def packed(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "id": self.id,
            "setting": self.setting,
            "label": self.label,
            "value": self.value,
            "decimals": self.decimals,
            "steady": self.steady,
            "keeps": self.keeps,
        }


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeColumns:
    """One row a value, ascending, all (k,) with k below 256; and the lives of boundaries, (r,).

    The boundary at `offsets[i]` (UTF-16) is there from value number `first[i]` to `last[i]`.
    `plateaus` are the stretches of values (first, last) with the same cuts.
    """

    values: Floats
    counts: Ints
    medians: Floats
    largest: Ints
    plateaus: Sequence[tuple[int, int]]
    offsets: Ints
    first: Ints
    last: Ints

    def packed(self) -> tuple[dict[str, Any], bytes]:
        """The columns as JSON values, the lives as bytes."""
        columns = {
            "values": self.values.tolist(),
            "counts": self.counts.tolist(),
            "medians": self.medians.tolist(),
            "largest": self.largest.tolist(),
            "plateaus": [list(each) for each in self.plateaus],
            "lives": len(self.offsets),
        }
        payload = b"".join(
            (
                self.offsets.astype("<i4").tobytes(),
                self.first.astype("<u1").tobytes(),
                self.last.astype("<u1").tobytes(),
            )
        )
        return columns, payload


def publish_outcomes(
    group: str,
    sweep_id: str | None,
    found: OutcomeColumns | None,
    key: str,
    *,
    share: float = 0.0,
    note: str = "",
    on_ask: Callable[[], None],
) -> None:
    """What comes out at every value of a setting; None while it is not known yet.

    The page asks, through `on_ask`, once nothing moves any more, and again until it is told;
    `share` says how much is done. `note` is a sentence on the curve for the readout.
    """
    header = {"kind": "outcomes", "id": group, "sweep": sweep_id, "share": share, "note": note}
    columns, payload = (None, b"") if found is None else found.packed()
    parcel = parcel_of({**header, "columns": columns}, payload)
    renderer("feed")(data=parcel, key=key, on_asked_change=on_ask)
