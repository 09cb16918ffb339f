"""What PettingZoo's two interfaces have in common: agents, and a space for each.

Not here: how they act (aec.py, parallel.py). Agents are the seats that no built-in player has:
"seat_0", "seat_1", ...
"""
from __future__ import annotations

from typing import TypeVar

from . import spaces

Env = TypeVar("Env", bound="OfAgents")


class OfAgents:
    """An environment of agents; those who inherit it set its four attributes."""

    possible_agents: list[str]
    agents: list[str]
    observation_spaces: dict[str, spaces.Dict]
    action_spaces: dict[str, spaces.Discrete]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self: Env) -> Env:
        return self

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]


def agent_of(seat: int) -> str:
    return f"seat_{seat}"


def seat_of(agent: str) -> int:
    return int(agent.rpartition("_")[2])
