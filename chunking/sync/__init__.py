"""What a change costs: which chunks it touches, and what must be embedded again."""

from chunking.sync.plan import Amount, Bill, Plan, bill, plan
from chunking.sync.report import to_dict, to_table
from chunking.sync.state import Entry, State, read_state, state_of

__all__ = [
    "Amount",
    "Bill",
    "Entry",
    "Plan",
    "State",
    "bill",
    "plan",
    "read_state",
    "state_of",
    "to_dict",
    "to_table",
]
