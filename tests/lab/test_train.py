"""`canasta train`: tables come out the same again and say what they must.

Not here: how good they are (docs/players.md). Invariant: few hands, so that only what must hold of
any number of them is asked.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

CANASTA = sys.argv.pop(1)


def train(*words):
    return subprocess.run([CANASTA, "train", *words], capture_output=True, text=True, timeout=300)


def tables(text):
    """The numbers of each table, by rule set and people."""
    found = {}
    row = r'\{(?:\.rules = )?"(\w+)",\s+(?:\.players = )?(\d+),(.*?)\}\}'
    for name, players, rest in re.findall(row, text, re.DOTALL):
        found[name, int(players)] = [int(n) for n in re.findall(r"-?\d+", rest)]
    return found


class Training(unittest.TestCase):
    def test_scores_come_out_the_same_and_grow_with_the_lead(self):
        words = ("scores", "--rules", "two_player", "--hands", "60", "--seed", "3")
        once, again = train(*words), train(*words)
        self.assertEqual((once.returncode, once.stdout), (0, again.stdout))
        target, low, step, _, *chance = tables(once.stdout)["two_player", 2]
        lines = [chance[i:i + 26] for i in range(0, 26 * 26, 26)]
        self.assertTrue(low < 0 < step and low + 25 * step >= target, (target, low, step))
        self.assertTrue(all(len(line) == 26 for line in lines))
        self.assertGreater(lines[24][4], 65536 * 7 / 8)  # all but there, against nothing
        self.assertLess(lines[4][24], 6000)
        for i in range(26):
            self.assertAlmostEqual(lines[i][i] / 65535, 0.5, delta=0.1)

    def test_what_is_foretold_leaves_less(self):
        for rules in ("classic_pagat", "samba", "individual_3"):
            told = train("estimates", "--rules", rules, "--hands", "800")
            varies, left = map(int, re.search(r"varies by (\d+), .* by (\d+)",
                                              told.stdout).groups())
            self.assertLess(left, varies, rules)
            self.assertEqual([len(t) for t in tables(told.stdout.replace("}},", "}}")).values()],
                             [164])

    def test_habits_come_out_the_same_wherever_they_were_broken_off(self):
        words = ("habits", "--rules", "classic_pagat", "--hands", "400", "--seed", "2")
        once = train(*words, "--rounds", "60")
        self.assertRegex(once.stdout, r"[+-]\d+ \+- \d+ points a hand against plain habits")
        with tempfile.TemporaryDirectory() as folder:
            for path, status in (("", 2), (folder, 1), (folder + "/none/state", 1)):
                told = train(*words, "--rounds", "3", "--state", path)
                self.assertEqual((told.returncode, told.stdout), (status, ""), told.stderr)
            self.assertEqual(os.listdir(folder), [])
            state = ("--state", folder + "/state")
            train(*words, "--rounds", "25", *state)
            self.assertEqual(train(*words, "--rounds", "60", *state).stdout, once.stdout)
            self.assertEqual(train(*words, "--rounds", "60", *state).stdout, once.stdout)
            self.check_that_bad_states_are_kept(folder + "/bad", words)

    def check_that_bad_states_are_kept(self, path, words):
        row = "canasta train habits 1 seed 2\nclassic_pagat 4"
        with open(path.replace("bad", "state"), encoding="ascii") as file:
            rounds, deals, *numbers = file.read().split("classic_pagat 4 ")[1].split()
        self.assertEqual((rounds, deals), ("60", "400"))
        count, plain = len(numbers), " " + " ".join(numbers)
        for text, why in (("canasta bench --check 1 seed 5\n", "is of another command"),
                          ("canasta train habits 1 seed 6\n", "another --seed"),
                          ("canasta train habits 1 seed 2\nclassic_pagat 4 1\n", "is damaged"),
                          (row + " 1 400" + " 1" * count, "out of bounds"),
                          (row + " 1 400" + " 98304" * count, "out of bounds"),
                          (row + " 1 401" + " 32768" * count, "out of bounds"),
                          (row + " 2 400" + plain, "more rounds"),
                          (row + " 1 401" + plain, "other --hands")):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            told = train(*words, "--rounds", "1", "--state", path)
            self.assertEqual((told.returncode, why in told.stderr), (2, True), told.stderr)
            with open(path, encoding="ascii") as file:
                self.assertEqual(file.read(), text)

    def test_habits_win_against_the_player_they_are_found_against(self):
        words = ("habits", "--rules", "two_player", "--hands", "160", "--rounds", "20")
        with tempfile.TemporaryDirectory() as folder:
            state = ("--state", folder + "/state")
            once = train(*words, "--against", "racer", *state)
            gain, error = map(int, re.search(r"([+-]\d+) \+- (\d+) points a hand against racer",
                                             once.stdout).groups())
            self.assertGreater(gain, error)
            self.assertEqual(train(*words, "--against", "racer").stdout, once.stdout)
            told = train(*words, "--against", "book", *state)
            self.assertEqual((told.returncode, told.stdout), (2, ""))
            self.assertIn("is of another command", told.stderr)

    def test_every_table_has_all(self):
        folder = sys.path[0] + "/../../src/players/search/"
        # They play by the habits of the nearest table.
        without = {"habit_tables.c": {("hand_and_foot", players) for players in (2, 3, 5)}}
        found = {}
        for name in ("chance_tables.c", "estimate_tables.c", "habit_tables.c"):
            with open(folder + name, encoding="ascii") as file:
                found[name] = set(tables(file.read()))
        self.assertEqual(len(found["chance_tables.c"]), 38)
        for name, these in found.items():
            self.assertEqual(these | without.get(name, set()), found["chance_tables.c"], name)

    def test_what_is_wrong_is_told(self):
        for words in (("fish",), ("scores", "estimates"), ("scores", "--hands", "0"),
                      ("estimates", "--rules", "fish"), ("scores", "--rounds", "3"),
                      ("estimates", "--state", "x"), ("habits", "--rounds", "0"),
                      ("habits", "--against", "fish"), ("scores", "--against", "book"),
                      ("habits", "--hands", "15"), ("habits", "--set", "target = 3000")):
            told = train(*words)
            self.assertEqual((told.returncode, told.stdout), (2, ""), words)
            self.assertEqual(len(told.stderr.splitlines()), 1, told.stderr)


if __name__ == "__main__":
    unittest.main()
