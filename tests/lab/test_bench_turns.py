#!/usr/bin/env python3
"""`canasta bench --turns` as a command: the same steps as without a clock, shares that add up.

usage: test_bench_turns.py CANASTA
Not here: how long anything takes. Invariant: real processes.
"""
import json
import subprocess
import sys
import unittest

CANASTA = sys.argv.pop(1) if len(sys.argv) > 1 else "canasta"


def bench(*arguments: str) -> str:
    done = subprocess.run([CANASTA, "bench", *arguments], capture_output=True, text=True,
                          check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def turns(*arguments: str) -> dict:
    return json.loads(bench("--turns", "--json", *arguments))


class BenchTurns(unittest.TestCase):
    def test_plays_what_is_played_without_a_clock(self) -> None:
        for how in (["--rules", "samba"], ["--rules", "classic_pagat"],
                    ["--rules", "brazilian", "--games"]):
            told = turns("--hands", "60", *how)
            played = json.loads(bench("--json", "--hands", "60", *how))
            self.assertEqual([told[k] for k in ("rules", "players", "hands", "steps")],
                             [played[k] for k in ("rules", "players", "hands", "steps")])

    def test_shares_add_up(self) -> None:
        told = turns("--hands", "200", "--rules", "italian")
        for part in ("legal", "made"): # a few that something else kept waiting are left out
            self.assertAlmostEqual(sum(one["share"] for one in told[part]), 1, delta=0.01)
        every = told["legal"] + told["made"]
        self.assertAlmostEqual(sum(one["time"] for one in every), 1, delta=0.001)
        for one in every:
            self.assertGreaterEqual(one["share"], one["long_share"])
        self.assertGreater(told["clock_ns"], 0)

    def test_finds_the_sorts_that_rules_have(self) -> None:
        samba, plain = ({one["name"]: one["share"] for part in ("legal", "made")
                         for one in turns("--hands", "200", "--rules", rules)[part]}
                        for rules in ("samba", "classic_pagat"))
        self.assertGreater(min(samba.values()), 0)
        self.assertEqual([name for name, share in plain.items() if share == 0],
                         ["card of a sequence"])
        self.assertAlmostEqual(plain["draw"], plain["draw, nothing else"] + plain["draw or take"]
                               - plain["take"], delta=0.01)

    def test_prints_a_line_for_each(self) -> None:
        lines = bench("--turns", "--hands", "50", "--rules", "two_player").splitlines()
        self.assertRegex(lines[0], r"^two_player, \d+ steps of 50 hands; ")
        self.assertTrue(any(line.startswith("  opening staged ") for line in lines))
        self.assertFalse(any(line.startswith("  card of a sequence ") for line in lines))


if __name__ == "__main__":
    unittest.main()
