"""Canasta for research: an exact rules engine as an environment of many tables.

    env = canasta.VectorEnv("classic_pagat", num_envs=1024)
    observations, infos = env.reset(seed=1)
    observations, rewards, terminations, truncations, infos = env.step(env.sample())

VectorEnv has the interface of Gymnasium's vector environments, env() and parallel_env() those of
PettingZoo; neither is needed. docs/environment.md describes observations, actions and rewards.
"""
from __future__ import annotations

from . import spaces
from .aec import AECEnv, env
from .parallel import ParallelEnv, parallel_env
from .rules import Field, Rules, RuleSet, RulesError, reasons, rule_sets, step_names
from .tables import AutoresetMode, IllegalAction, Tables
from .texts import Hand, Replay, Ruling, Step, TextError, referee, replay
from .vector import VectorEnv

raw_env = env

__version__ = "0.1.0"

__all__ = [
    "AECEnv", "AutoresetMode", "Field", "Hand", "IllegalAction", "ParallelEnv", "Replay",
    "Ruling", "RuleSet", "Rules", "RulesError", "Step", "Tables", "TextError", "VectorEnv", "env",
    "parallel_env", "raw_env", "reasons", "referee", "replay", "rule_sets", "spaces", "step_names",
]
