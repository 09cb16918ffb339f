"""`canasta analyse` as a person types it. usage: test_analyse.py CANASTA RECORDS GOLDEN

Not here: what plays are worth. Invariant: bad input gets one line and no analysis. The golden
analysis is written anew, where a change is meant, with CANASTA_WRITE=1.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

CANASTA, RECORDS, GOLDEN = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])
del sys.argv[1:4]
RECORD = RECORDS / "two_player.record"


def analyse(*words, text=None):
    return subprocess.run([CANASTA, "analyse", *map(str, words)], input=text, capture_output=True,
                          text=True, timeout=100, check=False)


def told(*words):
    done = analyse(*words, "--json")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [one for one in lines if "hand" in one], [one for one in lines if "person" in one]


class Analyse(unittest.TestCase):
    def test_a_golden_game(self):
        done = analyse(RECORD, "--playouts", 200, "--hand", 1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        if os.environ.get("CANASTA_WRITE"):
            GOLDEN.write_text(done.stdout, encoding="utf-8")
        self.assertEqual(done.stdout, GOLDEN.read_text(encoding="utf-8"))

    def test_a_hand_is_the_same_alone_and_among_others(self):
        hands, people = told(RECORD, "--playouts", 20)
        self.assertGreater(len(hands), 1)
        self.assertEqual(told(RECORD, "--playouts", 20, "--hand", 2)[0], hands[1:2])
        self.assertEqual([one["hands"] for one in people], [len(hands)] * len(people))
        for person in people:
            for what in ("decisions", "lost", "lost_chance", "draws", "play", "hidden"):
                self.assertEqual(person[what],
                                 sum(one["seats"][person["person"]][what] for one in hands))

    def test_parts_add_up_to_the_scores_of_the_record(self):
        hands, _ = told(RECORD, "--playouts", 20)
        scored = re.findall(r"^score (\d+) .*total (-?\d+)", RECORD.read_text(), re.M)
        totals = [int(total) for _, total in scored]
        for i, one in enumerate(hands):
            own, other = totals[2 * i: 2 * i + 2]
            self.assertEqual([side["ahead"] for side in one["sides"]], [own - other, other - own])
            for side in one["sides"]:
                parts = ("deal", "draws", "play", "hidden", "others")
                self.assertEqual(sum(side[part] for part in parts), side["ahead"])

    def test_moments_follow_each_other(self):
        one = told(RECORD, "--playouts", 20, "--hand", 1)[0][0]
        before = one["dealt"]
        for moment in one["moments"]:
            if moment["drew"] is None:
                self.assertEqual(moment["chosen"], moment["after"])
            if moment["decision"] is None:
                self.assertEqual(moment["chosen"], before)
            before = moment["after"]
        self.assertEqual(before, [side["ahead"] for side in one["sides"]])

    def test_another_seed_is_another_estimate(self):
        first = told(RECORD, "--playouts", 20, "--hand", 1, "--seed", 1)
        self.assertEqual(first, told(RECORD, "--playouts", 20, "--hand", 1))
        self.assertNotEqual(first, told(RECORD, "--playouts", 20, "--hand", 1, "--seed", 2))

    def test_bad_input(self):
        text = RECORD.read_text(encoding="utf-8")
        newer = text.replace("canasta record 1", "canasta record 2", 1)
        for words, given, status in (
                ((), None, 2), ((RECORD, RECORD), None, 2), ((RECORD, "--loud"), None, 2),
                ((RECORD, "--hand", "0"), None, 2), ((RECORD, "--hand", "999"), None, 2),
                ((RECORD, "--playouts", "1"), None, 2), ((RECORD, "--seed", "x"), None, 2),
                (("/no/such/file",), None, 2), (("-",), "soup", 2), (("-",), newer, 2),
                ((RECORDS / "broken_wrong_score.record",), None, 2)):
            with self.subTest(words=words):
                done = analyse(*words, text=given)
                self.assertEqual((done.returncode, done.stdout), (status, ""))
                self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
