#!/usr/bin/env python3
"""`bench/race` as a command: one program, several in turn, and what it refuses.

usage: test_bench_race.py RACE CANASTA
Not here: how fast anything is; a test must not fail because a machine is slow.
Invariant: real processes.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RACE, CANASTA = (os.path.abspath(path) for path in sys.argv[1:3])


def race(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([RACE, *arguments], capture_output=True, text=True, check=False,
                          timeout=60)


class BenchRace(unittest.TestCase):
    def refused(self, *arguments: str) -> str:
        done = race(*arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("Traceback", done.stderr)
        return done.stderr

    def stand_in(self, text: str) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "canasta")
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return str(path)

    def test_measures_each_program(self) -> None:
        done = race("--json", "--rules", "two_player,samba", "--hands", "40", "--rounds", "5",
                    CANASTA, CANASTA)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([row["rules"] for row in rows], ["two_player", "samba"])
        for row in rows:
            self.assertEqual((row["hands"], row["rounds"]), (40, 5))
            self.assertEqual(len(row["steps_per_second"]), 2)
            self.assertGreater(min(row["steps_per_second"]), 0)
            self.assertGreater(row["steps"], 40 * 50)

    def test_tells_the_difference_to_the_first(self) -> None:
        done = race("--rules", "samba", "--hands", "40", "--rounds", "1", CANASTA, CANASTA)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^samba +\d+\.\d\d +\d+\.\d\d +[+-]\d+\.\d%\n$")

    def test_takes_all_rule_sets_by_itself(self) -> None:
        done = race("--json", "--hands", "2", "--rounds", "1", CANASTA)
        names = [json.loads(line)["rules"] for line in done.stdout.splitlines()]
        self.assertGreater(len(names), 20)
        self.assertIn("relaxed_6", names)

    def test_compares_no_programs_that_play_other_steps(self) -> None:
        other = self.stand_in("echo '{\"steps\": 77}'\n")
        self.assertIn("the programs play other steps: 77, ",
                      self.refused("--rules", "samba", "--hands", "5", CANASTA, other))

    def test_refuses_what_it_cannot_run(self) -> None:
        self.assertIn("No such file", self.refused("/no/canasta"))
        self.assertIn("is no canasta", self.refused("/bin/true"))
        self.assertIn("is no canasta", self.refused(self.stand_in("echo '[1]'\n")))
        self.assertIn("no rule set is called 'whist'", self.refused("--rules", "whist", CANASTA))
        for number in ("0", "-1", "x", "1.5", "²"):
            self.assertIn("a number from 1 up is needed", self.refused("--hands=" + number))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
