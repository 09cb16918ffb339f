#!/usr/bin/env python3
"""What the analysis says the levels lose, level by level, each against the same rivals: among
themselves patient players make longer and larger hands, in which there is more to lose.

Not here: the analysis (src/analysis). Invariant: the same program finds the same again, in a folder
of its own for each rule set: records that are there are not played again, nor judged twice.
usage: bench/turns/calibrate.py FOLDER [--deals N] [--rules NAME] [--rivals PLAYER]
           [--program CANASTA]
"""
import argparse
import json
import math
import pathlib
import subprocess

LEVELS = range(1, 9)


def play(asked, level, folder):
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([asked.program, "match", f"level:{level}", asked.rivals, "--rules",
                    asked.rules, "--deals", str(asked.deals), "--seed", "500", "--threads", "1",
                    "--record", str(folder)], check=True, capture_output=True)


def judge(asked, record):
    kept = record.with_suffix(".seats")
    if not kept.exists():
        told = subprocess.run([asked.program, "analyse", str(record), "--playouts", "600",
                               "--json"], check=True, capture_output=True, text=True).stdout
        hands = [json.loads(line).get("seats", []) for line in told.splitlines()]
        seats = [seat for hand in hands for seat in hand[::2]]  # the first player's, in these
        kept.write_text(json.dumps(seats), encoding="ascii")
    return json.loads(kept.read_text(encoding="ascii"))


def mean(values):
    middle = sum(values) / len(values)
    square = sum(v * v for v in values) / len(values) - middle * middle
    return middle, math.sqrt(max(square, 0) / len(values))


def say(level, seats):
    decisions = sum(seat["decisions"] for seat in seats)
    sums = [f"| {level} | {sum(s['lost'] for s in seats) / decisions:.1f} | "
            f"{100 * sum(s['lost_chance'] for s in seats) / 65536 / decisions:.2f} % |"]
    for what in ("lost", "play", "draws", "hidden"):
        middle, error = mean([seat[what] for seat in seats])
        sums.append(f" {middle:+.0f} +- {error:.0f} |" if what != "lost" else
                    f" {middle:.0f} +- {error:.0f} |")
    print("".join(sums), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--rules", default="classic_pagat")
    parser.add_argument("--rivals", default="book")
    parser.add_argument("--program", default="build/canasta")
    asked = parser.parse_args()
    for level in LEVELS:
        folder = asked.folder / str(level)
        if len(list(folder.glob("*-0.record"))) < asked.deals:
            play(asked, level, folder)
        records = sorted(folder.glob("*-0.record"))[:asked.deals]
        say(level, [seat for record in records for seat in judge(asked, record)])


if __name__ == "__main__":
    main()
