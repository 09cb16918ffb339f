"""Many tables as a vector environment, with the names and behaviour of gymnasium.vector.VectorEnv.

Each sub-environment is a table, and its agent is whichever outside seat is to act: with several
outside seats a policy plays all of them, with built-in players at the others it plays one.
"""
from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np

from . import spaces
from .rules import Rules
from .tables import AutoresetMode, Players, Tables, random_seed

Observation = dict[str, np.ndarray]


class VectorEnv:
    """`num_envs` tables, stepped together by all processors.

    Observations are {"observation": int16 (N, O), "action_mask": uint8 (N, A)} for the seat to act
    at each table; `rules.fields` says what the O values are. Rewards, float32 (N,), are those of
    the seat that acted; `infos["rewards"]`, (N, S), has every seat's, in the order of the seats.

    infos: "seat" uint8 (N,), who is to act now; "rewards"; "error" uint8 (N,), 0 or the number of
    the reason for which the table refused its action (`canasta.reasons()`), and then stands as it
    stood; "refused", how many did. With SAME_STEP, in steps that end an episode somewhere,
    "final_obs" has the last observations of those tables and "_final_obs" says which.

    episode: "hand" or "game". pay: "hand" or "episode". reward: "points" (own side less the best
    other one) or "win" (+1, -1). players: {seat: "random" | "racer" | "book"}. copy: give copies
    instead of the arrays that the next step writes into.
    """

    metadata: dict[str, Any]

    def __init__(self, rules: Union[str, Rules] = "classic_pagat", num_envs: int = 1, *,
                 episode: str = "hand", pay: str = "hand", reward: str = "points",
                 reward_scale: float = 1.0, players: Players = None,
                 autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP, steps_max: int = 0,
                 threads: Optional[int] = None, copy: bool = False) -> None:
        self.tables = Tables(rules, num_envs, episode=episode, pay=pay, reward=reward,
                             reward_scale=reward_scale, players=players, autoreset=autoreset_mode,
                             steps_max=steps_max, threads=threads)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.copy = copy
        self.rules = self.tables.rules
        self.num_envs = self.tables.count
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.render_mode = None
        self.spec = None
        self.closed = False
        self._make_spaces()

    def _make_spaces(self) -> None:
        row, mask = self.tables.observation_space(), self.tables.mask_space()
        n = self.num_envs
        self.single_observation_space = spaces.Dict({"observation": row, "action_mask": mask})
        self.single_action_space = spaces.Discrete(self.rules.action_count)
        rows = spaces.Box(row.low, row.high, (n, self.rules.observation_size), np.int16)
        masks = spaces.Box(0, 1, (n, self.rules.action_count), np.uint8)
        self.observation_space = spaces.Dict({"observation": rows, "action_mask": masks})
        self.action_space = spaces.MultiDiscrete(np.full(n, self.rules.action_count))

    @property
    def unwrapped(self) -> "VectorEnv":
        return self

    def reset(self, *, seed: Union[int, list[Optional[int]], None] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """A new episode everywhere. A number s seeds table i with s + i, a list each table with
        its own; without one tables go on with their random numbers.
        options={"reset_mask": bool (N,)} spares tables where it is False."""
        which = None if options is None else options.get("reset_mask")
        self.tables.reset(self._seeds(seed), which)
        return self._observations(), self._infos(0)

    def _seeds(self, seed: Union[int, list[Optional[int]], None]) -> Optional[np.ndarray]:
        if seed is None:
            return None
        if isinstance(seed, (int, np.integer)):
            seed = [int(seed) + i for i in range(self.num_envs)]
        drawn = [random_seed() if one is None else one % 2**64 for one in seed]
        return np.array(drawn, np.uint64)

    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray,
                                                 dict[str, Any]]:
        """Makes actions[i], a number of 0..A - 1, at table i: observations, rewards,
        terminations, truncations, infos."""
        tables = self.tables
        refused = tables.step(actions)
        infos = self._infos(refused)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._add_final(infos)
        return (self._observations(), self._own(tables.actor_reward),
                self._own(tables.terminated), self._own(tables.truncated), infos)

    def sample(self) -> np.ndarray:
        """A legal action for every table, all equally likely: int32 (N,)."""
        return self.tables.sample()

    def _own(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _observations(self) -> Observation:
        return {"observation": self._own(self.tables.observation),
                "action_mask": self._own(self.tables.action_mask)}

    def _infos(self, refused: int) -> dict[str, Any]:
        return {"seat": self._own(self.tables.seat), "rewards": self._own(self.tables.reward),
                "error": self._own(self.tables.error), "refused": refused}

    def _add_final(self, infos: dict[str, Any]) -> None:
        ended = self.tables.terminated | self.tables.truncated
        if not ended.any():
            return
        masks = np.zeros_like(self.tables.action_mask)
        infos["final_obs"] = {"observation": self._own(self.tables.final_observation),
                              "action_mask": masks}
        infos["_final_obs"] = ended

    def close(self, **_: Any) -> None:
        """Frees the tables; steps and resets raise ValueError afterwards."""
        self.tables.close()
        self.closed = True

    def __repr__(self) -> str:
        return f"VectorEnv({self.rules.name!r}, num_envs={self.num_envs})"
