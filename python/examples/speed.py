#!/usr/bin/env python3
"""How many observed steps a second: random play, with observations and masks of every step.

usage: speed.py [--rules NAME] [--tables N] [--threads N] [--seconds S] [--json]
"""
import argparse
import json
import statistics
import time

import canasta


def measure(env: canasta.VectorEnv, seconds: float) -> float:
    """Steps a second of wall-clock time."""
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(20):
            env.step(env.sample())
        steps += 20 * env.num_envs
    return steps / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="classic_pagat")
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--threads", type=int, help="as many as there are processors")
    parser.add_argument("--seconds", type=float, default=5, help="in five runs")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    env = canasta.VectorEnv(options.rules, num_envs=options.tables, threads=options.threads,
                            autoreset_mode=canasta.AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    measure(env, options.seconds / 10)
    runs = [measure(env, options.seconds / 5) for _ in range(5)]
    result = {"rules": options.rules, "tables": options.tables,
              "values": env.rules.observation_size, "actions": env.rules.action_count,
              "steps_per_second": round(statistics.median(runs)),
              "slowest": round(min(runs)), "fastest": round(max(runs)),
              "bytes_per_table": env.tables.nbytes // options.tables}
    if options.json:
        print(json.dumps(result))
    else:
        print(f"{options.rules}, {options.tables} tables: "
              f"{result['steps_per_second'] / 1e6:.2f} million observed steps a second "
              f"(five runs: {result['slowest'] / 1e6:.2f} to {result['fastest'] / 1e6:.2f})")


if __name__ == "__main__":
    main()
