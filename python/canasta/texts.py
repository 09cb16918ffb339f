"""Records played again and positions judged, by the engine that plays them.

The texts are those of docs/formats.md; `canasta replay` and `canasta referee` say the same.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from . import _native

_lib = _native.lib


@dataclass(frozen=True)
class TextError:
    """Where a text is wrong, lines and columns from 1, and why."""

    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Step:
    """A step of a record: who made it, its number - the action -, and the play in words."""

    seat: int
    number: int
    play: str


@dataclass(frozen=True)
class Hand:
    """A hand of a record. `end`: "out", "stock", "red_three", "special", or None where the record
    stops; `scores` are points by component for each side, `totals` the totals after it."""

    number: int
    dealer: int
    steps: tuple[Step, ...]
    end: Optional[str] = None
    scores: tuple[dict[str, int], ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True)
class Replay:
    """A record as far as it is right; `error` is None if all of it is."""

    error: Optional[TextError]
    rules: str
    players: tuple[str, ...]
    finished: bool
    winners: tuple[int, ...]
    hands: tuple[Hand, ...] = field(repr=False)


@dataclass(frozen=True)
class Ruling:
    """What the referee says about one position under one rule set. `answer` is what
    `canasta referee` prints; `reason` is "OK", the name of a reason with its numbers, or None
    where no play is judged; `met` tells whether an expected answer was given, None if none is
    expected. A position that cannot be read has only an `error`."""

    name: str = ""
    line: int = 0
    rules: str = ""
    answer: str = ""
    reason: Optional[str] = None
    have: int = 0
    need: int = 0
    total: Optional[int] = None
    expected: Optional[str] = None
    met: Optional[bool] = None
    error: Optional[TextError] = None


def _hand(told: dict[str, Any]) -> Hand:
    steps = tuple(Step(*step) for step in told["steps"])
    return Hand(told["number"], told["dealer"], steps, told.get("end"),
                tuple(told.get("scores", ())), tuple(told.get("totals", ())))


def replay(record: str) -> Replay:
    """Plays the text of a record again, every step judged and every score checked."""
    data = record.encode()
    told = _native.answer(_lib.canasta_replay, data, len(data))
    error = told.get("error")
    return Replay(None if error is None else TextError(**error), told.get("rules", ""),
                  tuple(player["name"] for player in told["players"]), told["finished"],
                  tuple(told["winners"]), tuple(_hand(hand) for hand in told["hands"]))


def referee(positions: str) -> list[Ruling]:
    """Judges every position of a text, under each of its rule sets."""
    data = positions.encode()
    rulings = []
    for told in _native.answer(_lib.canasta_referee, data, len(data)):
        if "message" in told:
            rulings.append(Ruling(error=TextError(**told)))
        else:
            rulings.append(Ruling(**told))
    return rulings
