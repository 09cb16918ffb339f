#!/usr/bin/env python3
"""`canasta bench --honest` as a command: counting, spreading, going on from a state file.

usage: test_bench_honest.py CANASTA
Not here: players and projections that know too much (honest_test.c).
Invariant: real processes; a state that is refused is left as it was.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CANASTA = sys.argv.pop(1) if len(sys.argv) > 1 else "canasta"
FAULTS = ("unlike_events", "deaf", "unlike_views", "unlike_legal", "unlike_turns", "broken")


def bench(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([CANASTA, "bench", "--honest", *arguments],
                          capture_output=True, text=True, check=False, timeout=200)


def counted(*arguments: str) -> list[dict]:
    done = bench("--json", *arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class BenchHonest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.state = str(pathlib.Path(self.folder.name, "state"))

    def test_counts_exactly_the_positions_asked_for(self) -> None:
        found, = counted("--rules", "two_player", "--positions", "40")
        self.assertEqual(found["positions"], 40)
        self.assertEqual([found[kind] for kind in FAULTS], [0] * len(FAULTS))
        self.assertGreaterEqual(found["moved"], 8 * 40)
        self.assertGreaterEqual(found["in_hands"], 40)

    def test_spreads_them_over_all_tables(self) -> None:
        tables = counted("--positions", "100")
        each = -(-100 // len(tables))
        self.assertEqual({table["positions"] for table in tables}, {each})
        self.assertGreater(len({table["rules"] for table in tables}), 10)

    def test_says_how_many_there_were_in_all(self) -> None:
        done = bench("--rules", "classic_pagat", "--positions", "7")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[-1], "7 positions in all")

    def test_goes_on_where_it_ended(self) -> None:
        asked = ("--rules", "classic_pagat", "--state", self.state)
        first, = counted("--positions", "20", *asked)
        before = pathlib.Path(self.state).read_text()
        again, = counted("--positions", "20", *asked)
        self.assertEqual(again["positions"], 20)
        self.assertEqual(pathlib.Path(self.state).read_text(), before)
        more, = counted("--positions", "60", *asked)
        self.assertEqual(more["positions"], 60)
        self.assertGreater(more["games"], first["games"])
        self.assertGreater(more["moved"], first["moved"])

    def test_seeds_differ_and_repeat(self) -> None:
        runs = [counted("--rules", "two_player", "--positions", "20", "--seed", seed)
                for seed in ("3", "3", "4")]
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def test_refuses_the_state_of_another_check(self) -> None:
        made = subprocess.run([CANASTA, "bench", "--check", "--rules", "two_player", "--hands", "5",
                               "--state", self.state], capture_output=True, check=False, timeout=60)
        self.assertEqual(made.returncode, 0)
        before = pathlib.Path(self.state).read_text()
        done = bench("--positions", "5", "--state", self.state)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is of another command", done.stderr)
        self.assertEqual(pathlib.Path(self.state).read_text(), before)


if __name__ == "__main__":
    unittest.main()
