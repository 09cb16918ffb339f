"""One table as a parallel environment, with the names and behaviour of pettingzoo.ParallelEnv.

Canasta is played in turns: of the actions that come in, that of the agent to act is made and the
others are not looked at, as PettingZoo's own conversion of games in turns does. The agent to act is
the one whose action mask has a 1; `infos[agent]["to_act"]` says the same.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, Union

from .aec import AECEnv, Observation
from .agents import OfAgents
from .rules import Rules


class ParallelEnv(OfAgents):
    """One table, all agents at once. Options are those of AECEnv."""

    metadata = {"name": "canasta", "render_modes": ["ansi"]}

    def __init__(self, rules: Union[str, Rules] = "classic_pagat", **options: Any) -> None:
        self.aec_env = AECEnv(rules, **options)
        self.rules = self.aec_env.rules
        self.possible_agents = self.aec_env.possible_agents
        self.observation_spaces = self.aec_env.observation_spaces
        self.action_spaces = self.aec_env.action_spaces
        self.render_mode = self.aec_env.render_mode
        self.agents: list[str] = []

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
              ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new episode: observations and infos by agent."""
        self.aec_env.reset(seed, options)
        self.agents = list(self.aec_env.agents)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Optional[int]]
             ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool],
                        dict[str, bool], dict[str, dict[str, Any]]]:
        """Makes the action of the agent to act: observations, rewards, terminations, truncations
        and infos by agent. IllegalAction if it is not legal, KeyError if it is not there."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        aec = self.aec_env
        aec.step(actions[aec.agent_selection])
        over = any(aec.terminations.values()) or any(aec.truncations.values())
        result = (self._observations(), dict(aec.rewards), dict(aec.terminations),
                  dict(aec.truncations), self._infos(over))
        if over:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.aec_env.observe(agent) for agent in self.agents}

    def _infos(self, over: bool = False) -> dict[str, dict[str, Any]]:
        acting = self.aec_env.agent_selection
        return {agent: {"to_act": not over and agent == acting} for agent in self.agents}

    def state(self) -> Any:
        return self.aec_env.state()

    def render(self) -> Optional[str]:
        return self.aec_env.render()

    def close(self) -> None:
        self.aec_env.close()

    def __repr__(self) -> str:
        return f"ParallelEnv({self.rules.name!r})"


def parallel_env(rules: Union[str, Rules] = "classic_pagat", **options: Any) -> ParallelEnv:
    """One table as a ParallelEnv, as PettingZoo's modules name it."""
    return ParallelEnv(rules, **options)
