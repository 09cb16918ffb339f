#!/usr/bin/env python3
"""`canasta bench --check` and `--house` as commands: counting, going on from a state file, refusing
bad ones.

usage: test_bench_check.py CANASTA
Not here: faults of the engine; it has none that random play would show.
Invariant: real processes; a state that is refused is left as it was.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CANASTA = sys.argv.pop(1) if len(sys.argv) > 1 else "canasta"


def check(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([CANASTA, "bench", "--check", "--rules", "two_player", *arguments],
                          capture_output=True, text=True, check=False, timeout=60)


def counted(*arguments: str) -> dict:
    done = check("--json", *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class BenchCheck(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.state = str(pathlib.Path(self.folder.name, "state"))

    def test_counts_hands_and_no_faults(self) -> None:
        found = counted("--hands", "30")
        self.assertGreaterEqual(found["hands"], 30)
        self.assertEqual([found[k] for k in ("stuck", "refused", "unlike", "endless", "broken")],
                         [0] * 5)

    def test_goes_on_where_it_ended(self) -> None:
        counted("--hands", "20", "--state", self.state)
        in_two = counted("--hands", "60", "--state", self.state)
        self.assertEqual(in_two, counted("--hands", "60"))
        self.assertEqual(in_two, counted("--hands", "60", "--state", self.state))

    def test_refuses_a_state_of_another_seed(self) -> None:
        counted("--hands", "5", "--state", self.state, "--seed", "4")
        before = pathlib.Path(self.state).read_text()
        done = check("--hands", "5", "--state", self.state, "--seed", "5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another --seed", done.stderr)
        self.assertEqual(pathlib.Path(self.state).read_text(), before)

    def test_refuses_damaged_states(self) -> None:
        head = "canasta bench --check 1 seed 1\n"
        for text in ("", "soup", head + "two_player 2 x", head + "two_player 2 1\n", "\0" * 5000):
            pathlib.Path(self.state).write_text(text)
            done = check("--hands", "5", "--state", self.state)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn("state file", done.stderr)
            self.assertEqual(pathlib.Path(self.state).read_text(), text)

    def test_refuses_a_folder_that_is_not_there(self) -> None:
        done = check("--hands", "5", "--state", self.state + "/no/state")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(self.state + "/no/state: ", done.stderr)


def house(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([CANASTA, "bench", "--house", *arguments], capture_output=True, text=True,
                          check=False, timeout=60)


class HouseRules(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.state = str(pathlib.Path(self.folder.name, "state"))

    def test_goes_on_where_it_ended(self) -> None:
        house("--sets", "4", "--hands", "1", "--state", self.state)
        in_two = house("--sets", "9", "--hands", "1", "--state", self.state, "--json").stdout
        found = json.loads(in_two)
        self.assertEqual((found["sets"], found["faults"]), (9, 0))
        self.assertEqual(in_two, house("--sets", "9", "--hands", "1", "--json").stdout)

    def test_lists_rules_that_a_table_takes(self) -> None:
        lines = house("--list", "--sets", "8", "--seed", "5").stdout.splitlines()
        self.assertEqual(len(lines), 8)
        self.assertEqual(lines[5:], house("--list", "--first", "5", "--sets", "3", "--seed",
                                          "5").stdout.splitlines())
        for line in lines:
            name, players, changes = line.split(" ", 2)
            done = subprocess.run([CANASTA, "perft", "--rules", name, "--players", players, "--set",
                                   changes, "--depth", "1"], capture_output=True, text=True,
                                  check=False, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), line)

    def test_refuses_what_it_draws_itself(self) -> None:
        for words in (["--rules", "samba"], ["--players", "4"], ["--set", "target = 3000"],
                      ["--first", "3", "--state", self.state]):
            done = house(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertEqual(len(done.stderr.splitlines()), 1, words)


if __name__ == "__main__":
    unittest.main()
