"""One table as an agent environment cycle, with the names and behaviour of pettingzoo.AECEnv.

Not here: what a ParallelEnv has, too (agents.py).
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional, Union

import numpy as np

from . import spaces
from .agents import OfAgents, agent_of, seat_of
from .rules import Rules
from .tables import AutoresetMode, Players, Tables

Observation = dict[str, np.ndarray]


class AECEnv(OfAgents):
    """One table, one seat after another.

    Observations are {"observation": int16 (O,), "action_mask": uint8 (A,)}; the mask is all 0 for
    agents that are not to act. An action that is not legal raises IllegalAction and changes
    nothing. An episode ends for all agents at once.
    """

    metadata = {"name": "canasta", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(self, rules: Union[str, Rules] = "classic_pagat", *, episode: str = "hand",
                 pay: str = "hand", reward: str = "points", reward_scale: float = 1.0,
                 players: Players = None, steps_max: int = 0,
                 render_mode: Optional[str] = None) -> None:
        self.tables = Tables(rules, 1, episode=episode, pay=pay, reward=reward,
                             reward_scale=reward_scale, players=players,
                             autoreset=AutoresetMode.DISABLED, steps_max=steps_max, threads=1)
        self.rules = self.tables.rules
        self.render_mode = render_mode
        self.possible_agents = [agent_of(seat) for seat in self.tables.outside]
        self.agents: list[str] = []
        row, mask = self.tables.observation_space(), self.tables.mask_space()
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask})
            for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.rules.action_count)
                              for agent in self.possible_agents}
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.agent_selection = ""

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """A new episode; without a seed from the random numbers the table has."""
        seeds = None if seed is None else np.array([seed % 2**64], np.uint64)
        self.tables.reset(seeds)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = dict(self.terminations)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = agent_of(int(self.tables.seat[0]))

    def observe(self, agent: str) -> Observation:
        """What the agent may know now, in arrays of its own."""
        seat = seat_of(agent)
        mask = self.tables.action_mask[0]
        acts = seat == self.tables.seat[0]
        return {"observation": self.tables.observe(0, seat),
                "action_mask": mask.copy() if acts else np.zeros_like(mask)}

    def last(self, observe: bool = True) -> tuple[Optional[Observation], float, bool, bool,
                                                  dict[str, Any]]:
        """For the agent to act: observation, reward since it last acted, termination, truncation,
        info."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent to act, again and again, until there is none left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        """Makes the action of `agent_selection`; None for one whose episode has ended, which then
        leaves."""
        agent = self.agent_selection
        if not self.agents:
            raise ValueError("the episode is over: reset() begins another")
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is for agents whose episode has ended")
        if self.tables.step(np.array([action], np.int64)) != 0:
            raise self.tables.refusal(0, action)
        self._cumulative_rewards[agent] = 0.0
        self._take_over()

    def _take_over(self) -> None:
        tables = self.tables
        for agent in self.agents:
            self.rewards[agent] = float(tables.reward[0, seat_of(agent)])
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = bool(tables.terminated[0])
            self.truncations[agent] = bool(tables.truncated[0])
        over = tables.terminated[0] or tables.truncated[0]
        self.agent_selection = self.agents[0] if over else agent_of(int(tables.seat[0]))

    def _leave(self, action: Optional[int]) -> None:
        if action is not None:
            raise ValueError("when an agent's episode has ended, its only action is None")
        agent = self.agent_selection
        self.agents.remove(agent)
        names: tuple[dict[str, Any], ...] = (self._cumulative_rewards, self.terminations,
                                             self.truncations, self.infos)
        for by_agent in names:
            del by_agent[agent]
        self.rewards = {other: 0.0 for other in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def legal(self) -> list[tuple[int, str, str]]:
        """The legal actions: number, name of the step, and the play in words."""
        return self.tables.legal(0)

    def state(self) -> np.ndarray:
        """What all seats know together: int16 (S, O)."""
        return np.stack([self.tables.observe(0, seat) for seat in range(self.rules.seats)])

    def render(self) -> Optional[str]:
        """With render_mode="ansi" the whole table as a line of a trace."""
        return self.tables.state(0) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self.tables.close()

    def __repr__(self) -> str:
        return f"AECEnv({self.rules.name!r})"


def env(rules: Union[str, Rules] = "classic_pagat", **options: Any) -> AECEnv:
    """One table as an AECEnv, as PettingZoo's modules name it."""
    return AECEnv(rules, **options)
