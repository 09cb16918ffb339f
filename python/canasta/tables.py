"""Many tables, and the arrays that the library writes: what all interfaces stand on.

Not here: the interfaces (vector.py, aec.py, parallel.py). Arrays are made once; every reset and
step writes into the same memory.
"""
from __future__ import annotations

import ctypes
import os
import weakref
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Optional, Union

import numpy as np

from . import _native, spaces
from .rules import Rules, as_rules, reasons

_lib = _native.lib

Players = Union[Mapping[int, str], Sequence[Optional[str]], None]

_EPISODES = ("hand", "game")
_PAYS = ("hand", "episode")
_REWARDS = ("points", "win")


class AutoresetMode(Enum):
    """What becomes of a table whose episode has ended; names and values are Gymnasium's."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class IllegalAction(ValueError):
    """An action that may not be made now, and was not: `reason` is its name (docs/formats.md),
    `have` and `need` its numbers where it has some."""

    def __init__(self, action: Any, reason: str, have: int, need: int) -> None:
        self.action, self.reason, self.have, self.need = action, reason, have, need
        numbers = f" ({have}, {need})" if (have, need) != (0, 0) else ""
        super().__init__(f"action {action} is not legal: {reason}{numbers}: "
                         f"{reasons().get(reason, '')}")


def random_seed() -> int:
    """A seed from the system's generator."""
    return int.from_bytes(os.urandom(8), "little")


def _choice(what: str, word: str, words: Sequence[str]) -> int:
    if word not in words:
        raise ValueError(f"{what} is {word!r}: it must be one of {', '.join(map(repr, words))}")
    return list(words).index(word)


def _seated(players: Players, seats: int) -> list[Optional[str]]:
    """The built-in player of each seat, None where actions come from outside."""
    if players is None:
        return [None] * seats
    if isinstance(players, Mapping):
        if any(not 0 <= seat < seats for seat in players):
            raise ValueError(f"players: seats are 0 to {seats - 1}")
        return [players.get(seat) for seat in range(seats)]
    if len(players) != seats:
        raise ValueError(f"players: there are {seats} seats, not {len(players)}")
    return list(players)


class Tables:
    """`count` tables of the same rules, stepped together.

    With T tables, S seats, A actions and O values of an observation:

    observation        int16 (T, O)    what the seat to act may know (Rules.fields)
    final_observation  int16 (T, O)    of an episode that ended in the last step
    action_mask        uint8 (T, A)    1: legal
    reward             float32 (T, S)  of the last step, by seat
    actor_reward       float32 (T,)    of these, what the seat got that acted
    terminated         bool (T,)       the episode ended with the last step
    truncated          bool (T,)       it was cut short with the last step
    seat               uint8 (T,)      the seat to act, or the last one that did
    error              uint8 (T,)      number of the reason of a refusal (reasons()), 0: none
    """

    def __init__(self, rules: Union[str, Rules] = "classic_pagat", count: int = 1, *,
                 episode: str = "hand", pay: str = "hand", reward: str = "points",
                 reward_scale: float = 1.0, players: Players = None,
                 autoreset: AutoresetMode = AutoresetMode.NEXT_STEP, steps_max: int = 0,
                 threads: Optional[int] = None, seed: Optional[int] = None) -> None:
        self.rules = as_rules(rules)
        self.count = int(count)
        self.players = _seated(players, self.rules.seats)
        config = _native.Config(
            table_count=self.count,
            thread_count=_threads(threads, self.count),
            seed=(random_seed() if seed is None else seed) % 2**64,
            episode=_choice("episode", episode, _EPISODES),
            pay=_choice("pay", pay, _PAYS),
            reward=_choice("reward", reward, _REWARDS),
            reward_scale=reward_scale,
            autoreset=list(AutoresetMode).index(AutoresetMode(autoreset)),
            steps_max=steps_max)
        for seat, name in enumerate(self.players):
            config.player[seat] = None if name is None else name.encode()
        self._open_env: Optional[int] = self._create(config)
        self._make_arrays()

    def _create(self, config: _native.Config) -> int:
        status = ctypes.c_uint32()
        env = _lib.cn_env_create(self.rules._handle, ctypes.byref(config), ctypes.byref(status))
        if not env:
            raise ValueError(_lib.cn_env_status_text(status.value).decode())
        self._destroy = weakref.finalize(self, _lib.cn_env_destroy, env)
        return env

    @property
    def _env(self) -> int:
        if self._open_env is None:
            raise ValueError("these tables are closed")
        return self._open_env

    def close(self) -> None:
        """Frees the tables. The arrays stay, and nothing writes into them any more."""
        self._open_env = None
        self._destroy()

    def _make_arrays(self) -> None:
        tables, rules = self.count, self.rules
        self.observation = np.zeros((tables, rules.observation_size), np.int16)
        self.final_observation = np.zeros_like(self.observation)
        self.action_mask = np.zeros((tables, rules.action_count), np.uint8)
        self.reward = np.zeros((tables, rules.seats), np.float32)
        self.actor_reward = np.zeros(tables, np.float32)
        self.terminated = np.zeros(tables, np.bool_)
        self.truncated = np.zeros(tables, np.bool_)
        self.seat = np.zeros(tables, np.uint8)
        self.error = np.zeros(tables, np.uint8)
        self._sampled = np.zeros(tables, np.int32)
        self._sampled_at = _pointer(self._sampled)
        names = [name for name, _ in _native.Buffers._fields_]
        _native.bind(self._env, {name: getattr(self, name) for name in names})

    @property
    def outside(self) -> list[int]:
        """The seats whose actions come from outside."""
        return [seat for seat, name in enumerate(self.players) if name is None]

    def observation_space(self) -> spaces.Box:
        low, high = self.rules.bounds()
        return spaces.Box(low, high, dtype=np.int16)

    def mask_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.rules.action_count,), np.uint8)

    def reset(self, seeds: Optional[np.ndarray] = None,
              which: Optional[np.ndarray] = None) -> None:
        """A new episode at every table, or where `which` is true; table i goes on with
        seeds[i]."""
        seeds = _as(seeds, np.uint64, self.count, "seeds")
        which = _as(which, np.uint8, self.count, "which")
        _lib.cn_env_reset(self._env, _pointer(seeds), _pointer(which))

    def step(self, actions: np.ndarray) -> int:
        """Makes actions[i] at table i. Returns how many were refused; their tables stand as they
        stood."""
        if actions is self._sampled:
            return int(_lib.cn_env_step(self._env, self._sampled_at))
        numbers = _as(actions, np.int32, self.count, "actions")
        return int(_lib.cn_env_step(self._env, _pointer(numbers)))

    def sample(self) -> np.ndarray:
        """A legal action for every table, all equally likely: int32 (T,). The array is written
        anew by the next call."""
        _lib.cn_env_sample(self._env, self._sampled_at)
        return self._sampled

    def observe(self, table: int, seat: int) -> np.ndarray:
        """What a seat of a table may know now: int16 (O,)."""
        self._demand(table)
        if not 0 <= seat < self.rules.seats:
            raise IndexError(f"seat {seat}: there are {self.rules.seats}")
        row = np.empty(self.rules.observation_size, np.int16)
        _lib.cn_env_observe(self._env, table, seat, _pointer(row))
        return row

    def refusal(self, table: int, action: Any) -> IllegalAction:
        """Why the last action of a table was refused."""
        self._demand(table)
        reason = _lib.cn_env_reason(self._env, table)
        return IllegalAction(action, list(reasons())[reason.code], reason.have, reason.need)

    def legal(self, table: int = 0) -> list[tuple[int, str, str]]:
        """The legal actions of a table: number, name of the step, and the play in words."""
        self._demand(table)
        steps = _native.answer(_lib.canasta_env_legal, self._env, table)
        return [(number, name, play) for number, name, play in steps]

    def state(self, table: int = 0) -> str:
        """Everything on a table, hidden cards too, as a line of a trace."""
        self._demand(table)
        return _native.text(_lib.canasta_env_state, self._env, table).strip()

    @property
    def nbytes(self) -> int:
        """Bytes that the library holds for these tables, the arrays not counted."""
        return int(_lib.cn_env_bytes(self._env))

    def _demand(self, table: int) -> None:
        if not 0 <= table < self.count:
            raise IndexError(f"table {table}: there are {self.count}")


def _threads(threads: Optional[int], tables: int) -> int:
    """As many as there are processors, one for a few tables."""
    if threads is not None:
        return threads
    return min(len(os.sched_getaffinity(0)), 64) if tables >= 64 else 1


def _as(values: Any, kind: Any, count: int, what: str) -> Optional[np.ndarray]:
    if values is None:
        return None
    array = np.ascontiguousarray(values, dtype=kind)
    if array.shape != (count,):
        raise ValueError(f"{what} must have the shape ({count},), not {array.shape}")
    return array


def _pointer(array: Optional[np.ndarray]) -> Optional[int]:
    return None if array is None else array.ctypes.data
