"""The levels play in their order, and each within the work its numbers give it.

Not here: how strong they are (docs/players.md). Invariant: every deal is fixed, so that the same
program always finds the same.
"""
import json
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


def match(first, second, deals, rules="classic_pagat"):
    words = ["match", first, second, "--rules", rules, "--deals", str(deals), "--seed", "41",
             "--threads", "1", "--json"]
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout)


class Levels(unittest.TestCase):
    def assert_stronger(self, higher, lower, deals, rules="classic_pagat", beyond_chance=False):
        found = match(f"level:{higher}", f"level:{lower}", deals, rules)
        least = found["ci95"] if beyond_chance else 0
        self.assertGreater(found["points_per_hand"], least, (higher, lower, rules))

    def test_each_level_beats_the_one_below(self):
        for level, deals in ((2, 1500), (3, 1500), (4, 1500), (5, 150), (6, 120)):
            self.assert_stronger(level, level - 1, deals)

    def test_levels_further_apart_are_apart_beyond_chance(self):
        self.assert_stronger(3, 1, 600, beyond_chance=True)
        self.assert_stronger(5, 3, 200, beyond_chance=True)
        self.assert_stronger(7, 5, 40)

    def test_they_are_in_order_under_other_rule_sets(self):
        for rules in ("two_player", "samba", "modern_american", "hand_and_foot"):
            large = rules == "hand_and_foot"
            self.assert_stronger(3, 1, 100 if large else 500, rules, beyond_chance=True)
            self.assert_stronger(4, 2, 200 if large else 1500, rules)
            self.assert_stronger(5, 4, 8 if large else 40, rules)


if __name__ == "__main__":
    unittest.main()
