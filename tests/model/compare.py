#!/usr/bin/env python3
"""Plays hands of every rule set and number of players with the engine; the model follows them.

usage: compare.py CANASTA [--hands N] [--seed S] [--rules NAME] [--perft DEPTH] [--state FILE]
       compare.py CANASTA --house SETS [--seed S] [--state FILE]

Each form gets N hands, half of random play and half of the racer's; every state, every complete
legal set and every score component must agree, and the step sequences from the first deal too
(--perft). With --house the hands are one by each of so many random house rules instead, of random
play and of the racer's in turn. With --state FILE the seeds, or the sets, go on where the last run
ended. Prints `ok` or `not ok` for each form (of house rules only what differs) and the counts of
all, and ends with `N passed, M failed`.
Not here: the model. Invariant: what the engine does is read from its traces only.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import io
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cards  # noqa: E402
import perft  # noqa: E402
import rulesets  # noqa: E402
from check_trace import Checker, Difference, TooLarge  # noqa: E402
from game import Game  # noqa: E402

HANDS_A_TRACE = 5


def run(program: str, *arguments: str) -> str:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Difference(f"{' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def forms(program: str, only: str | None) -> list[tuple[str, int]]:
    """Every rule set with every number of players of its own."""
    found = []
    for about in json.loads(run(program, "rules", "list", "--json"))["rulesets"]:
        if only in (None, about["name"]):
            found += [(about["name"], n) for n in about["players"] if str(n) not in about["forms"]]
    return found


def follow(program: str, name: str, players: int, player: str, hands: int, seed: int,
           changes: str = "") -> Checker:
    trace = run(program, "trace", "--rules", name, "--players", str(players), "--player", player,
                "--hands", str(hands), "--seed", str(seed),
                *(["--set", changes] if changes else []))
    checker = Checker(f"{name} {players} {player} seed {seed}", 1 << 30)
    checker.follow(io.StringIO(trace))
    return checker


def same_perft(program: str, name: str, players: int, seed: int, depth: int) -> None:
    counted = json.loads(run(program, "perft", "--rules", name, "--players", str(players),
                             "--seed", str(seed), "--depth", str(depth), "--json"))
    for d, count in enumerate(counted["counts"], 1):
        game = Game(rulesets.load(name, players))
        game.start_hand(counted["dealer"], cards.parse_group(counted["deck"]))
        own = perft.perft(game, d)
        if own != count:
            raise Difference(f"{name} {players} seed {seed}: {count} sequences of {d} steps, "
                             f"the model counts {own}")


def compare(task: tuple[str, str, int, int, int, int]) -> tuple[str, int, int, int]:
    """An error ("" if none), hands, steps and legal sets of one form."""
    program, name, players, hands, seed, depth = task
    totals = [0, 0, 0]
    try:
        for player in ("random", "racer"):
            left = (hands + 1) // 2 if player == "random" else hands // 2
            for i in range(0, left, HANDS_A_TRACE):
                checker = follow(program, name, players, player, min(HANDS_A_TRACE, left - i),
                                 seed + i)
                totals[0] += checker.hands
                totals[1] += checker.steps
                totals[2] += checker.legal_sets
        if depth > 0:
            same_perft(program, name, players, seed, depth)
    except Difference as error:
        return str(error), *totals
    return "", *totals


def house_rules(program: str, first: int, sets: int) -> list[tuple[str, int, str]]:
    """Rule set, players and changes of each."""
    listed = run(program, "bench", "--house", "--list", "--first", str(first), "--sets", str(sets))
    lines = [line.split(" ", 2) for line in listed.splitlines()]
    return [(name, int(players), changes) for name, players, changes in lines]


def compare_house(task: tuple[str, str, int, str, int]) -> tuple[str | None, int, int, int]:
    """The same as compare() for one hand by house rules; None: the model gave up on it."""
    program, name, players, changes, number = task
    player = "racer" if number % 2 else "random"
    try:
        checker = follow(program, name, players, player, 1, number, changes)
    except TooLarge:
        return None, 0, 0, 0
    except Difference as error:
        return f"set {number}: {error}\n  {name} {players} {changes}", 0, 0, 0
    return "", checker.hands, checker.steps, checker.legal_sets


def main_house(options: argparse.Namespace, first: int) -> int:
    tasks = [(options.canasta, *house, first + i) for i, house in
             enumerate(house_rules(options.canasta, first, options.house))]
    failed, too_large, sums = 0, 0, [0, 0, 0]
    with concurrent.futures.ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for error, *totals in pool.map(compare_house, tasks, chunksize=8):
            sums = [a + b for a, b in zip(sums, totals)]
            too_large += error is None
            if error:
                failed += 1
                print(f"not ok: {error}", flush=True)
    keep(options.state, first + options.house)
    print(f"{len(tasks)} house rules, {sums[0]} hands, {sums[1]} steps, {sums[2]} legal sets; "
          f"{too_large} too large for the model")
    compared = len(tasks) - too_large
    print(f"{compared - failed} passed, {failed} failed")
    return 1 if failed or compared * 2 < len(tasks) or not tasks else 0


def keep(state: pathlib.Path | None, seed: int) -> None:
    if state is not None:
        state.parent.mkdir(parents=True, exist_ok=True)
        state.write_text(str(seed))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("canasta")
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules")
    parser.add_argument("--perft", type=int, default=0, metavar="DEPTH")
    parser.add_argument("--house", type=int, default=0, metavar="SETS")
    parser.add_argument("--state", type=pathlib.Path)
    options = parser.parse_args()
    seed = options.seed
    if options.state is not None and options.state.exists():
        seed = int(options.state.read_text())
    if options.house > 0:
        return main_house(options, seed)
    tasks = [(options.canasta, name, players, options.hands, seed, options.perft)
             for name, players in forms(options.canasta, options.rules)]
    failed, sums = 0, [0, 0, 0]
    with concurrent.futures.ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for task, (error, *totals) in zip(tasks, pool.map(compare, tasks)):
            sums = [a + b for a, b in zip(sums, totals)]
            hands, steps, legal_sets = totals
            print(f"{'not ok' if error else 'ok'}: {task[1]} {task[2]}: {hands} hands, {steps} "
                  f"steps, {legal_sets} legal sets", flush=True)
            if error:
                failed += 1
                print(error, flush=True)
    keep(options.state, seed + options.hands)
    print(f"{sums[0]} hands, {sums[1]} steps, {sums[2]} legal sets")
    print(f"{len(tasks) - failed} passed, {failed} failed")
    return 1 if failed or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
