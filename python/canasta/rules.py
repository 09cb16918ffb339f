"""Rule sets: which there are, one made ready for a table, what its observations hold."""
from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass
from typing import Optional, Union

import numpy as np

from . import _native

_lib = _native.lib


class RulesError(ValueError):
    """Rules that there are not, or that cannot be played. The message says what and where."""


@dataclass(frozen=True)
class RuleSet:
    """A built-in rule set: `players` are the numbers it can be played by, `usual` when nobody
    says."""

    name: str
    title: str
    parent: str
    players: tuple[int, ...]
    usual: int


@dataclass(frozen=True)
class Field:
    """Part of an observation: `row[offset:offset + size].reshape(shape)`, each value an int16 of
    low..high."""

    name: str
    offset: int
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    def of(self, observation: np.ndarray) -> np.ndarray:
        """This field of one observation or of many: shape (..., values) to (..., *shape), a view
        of the same memory."""
        part = observation[..., self.offset:self.offset + self.size]
        return part.reshape(*observation.shape[:-1], *self.shape)


@functools.lru_cache(maxsize=None)
def rule_sets() -> tuple[RuleSet, ...]:
    """All built-in rule sets."""
    found = _native.answer(_lib.canasta_rule_sets)
    return tuple(RuleSet(entry["name"], entry["title"], entry["parent"],
                         tuple(entry["players"]), entry["usual"]) for entry in found)


@functools.lru_cache(maxsize=None)
def step_names() -> tuple[str, ...]:
    """The names of all steps - of all actions - by number: "draw", "lay-K", "discard-4"."""
    return tuple(_native.answer(_lib.canasta_step_names))


@functools.lru_cache(maxsize=None)
def reasons() -> dict[str, str]:
    """Why an action may be refused: names of reasons with their meaning, in the order of their
    numbers."""
    return dict(_native.answer(_lib.canasta_reasons))


class Rules:
    """The rules of a table.

    Rules("samba"), Rules("classic_pagat", players=2), Rules("forum", "target = 3000"), or with
    `text` the rules of a rule file: Rules(text=open("my.rules").read()). `overrides` are
    `name = value` lines or a dict. Raises RulesError.
    """

    def __init__(self, name: str = "classic_pagat",
                 overrides: Union[str, dict[str, object], None] = None,
                 players: Optional[int] = None, *, text: Optional[str] = None) -> None:
        if isinstance(overrides, dict):
            overrides = "; ".join(f"{key} = {_value(value)}" for key, value in overrides.items())
        self._handle = None
        message = ctypes.create_string_buffer(400)
        self._handle = _lib.canasta_rules_open(
            name.encode(), None if text is None else text.encode(),
            (overrides or "").encode(), players or 0, message, len(message))
        if not self._handle:
            raise RulesError(message.value.decode("utf-8", "replace"))
        about = _native.answer(_lib.canasta_rules_describe, self._handle)
        self.name: str = about["name"]
        self.players: int = about["players"]
        self.seats: int = about["seats"]
        self.sides: int = about["sides"]
        self.side_of: tuple[int, ...] = tuple(about["side_of"])
        self.deck: int = about["deck"]
        self.observation_size: int = about["values"]
        self.action_count: int = about["actions"]
        self.points_unit: int = about["points_unit"]
        self.fields: dict[str, Field] = {
            entry["name"]: Field(entry["name"], entry["offset"], tuple(entry["shape"]),
                                 entry["low"], entry["high"], entry["meaning"])
            for entry in about["fields"]}

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _lib.canasta_rules_close(self._handle)
            self._handle = None

    def __repr__(self) -> str:
        return f"Rules({self.name!r}, players={self.players})"

    def explain(self) -> str:
        """The rules in plain English, as Markdown."""
        return _native.text(_lib.canasta_rules_explain, self._handle)

    def values(self) -> str:
        """Every parameter as a line `name = value`."""
        return _native.text(_lib.canasta_rules_values, self._handle)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Least and greatest values of an observation: two int16 arrays of shape
        (observation_size,)."""
        low = np.zeros(self.observation_size, np.int16)
        high = np.zeros(self.observation_size, np.int16)
        for field in self.fields.values():
            low[field.offset:field.offset + field.size] = field.low
            high[field.offset:field.offset + field.size] = field.high
        return low, high


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def as_rules(rules: Union[str, Rules]) -> Rules:
    """Rules as they are, or by name."""
    return rules if isinstance(rules, Rules) else Rules(rules)
