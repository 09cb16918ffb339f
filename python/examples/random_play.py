#!/usr/bin/env python3
"""Random play: one hand step by step through PettingZoo's interface, then many tables at once.

usage: random_play.py [RULES]
"""
import sys

import numpy as np

import canasta


def one_hand(rules: str) -> None:
    env = canasta.env(rules)
    env.reset(seed=1)
    print(f"{rules}: {len(env.agents)} agents, {env.rules.observation_size} values, "
          f"{env.rules.action_count} actions")
    for turn, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, truncated, _ = env.last()
        action = None
        if not (terminated or truncated):
            action = env.action_space(agent).sample(observation["action_mask"])
            if turn < 6:
                plays = {number: play for number, _, play in env.legal()}
                print(f"  {agent}: {plays[int(action)]}    of {', '.join(plays.values())}")
        else:
            print(f"  {agent} ends with {reward:+.0f} points against the best other side")
        env.step(action)


def many_tables(rules: str, hands: int = 2000) -> None:
    env = canasta.VectorEnv(rules, num_envs=256,
                            autoreset_mode=canasta.AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    ended, leads = 0, []
    while ended < hands:
        _, _, terminations, _, infos = env.step(env.sample())
        ended += int(terminations.sum())
        leads.extend(infos["rewards"][terminations, 0])
    print(f"{ended} hands of random play: seat 0 is ahead by {np.mean(leads):+.0f} points on "
          f"average, {np.std(leads):.0f} to either side")


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "classic_pagat"
    one_hand(name)
    many_tables(name)
