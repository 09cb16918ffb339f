"""`canasta ladder` as a person types it.

Not here: how ratings are worked out (rating_test.c). Invariant: bad options give one line, status 2
and no output.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM = sys.argv.pop(1)
WORDS = ("ladder", "random", "racer", "--deals", "60", "--seed", "3")


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300)


def ladder(*words):
    done = run(*words, "--json")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout)


class Ladder(unittest.TestCase):
    def test_pairs_are_matches_on_the_same_deals(self):
        found = ladder(*WORDS, "--stock", "seat")
        self.assertEqual([one["player"] for one in found["players"]], ["racer", "random"])
        racer, random = found["players"]
        self.assertGreater(racer["rating"] - racer["rating_ci95"], 0)
        self.assertAlmostEqual(racer["rating"], -random["rating"], 2)
        self.assertAlmostEqual(racer["games_won"] + random["games_won"], 1, 4)
        done = run("match", "random", "racer", *WORDS[3:], "--stock", "seat", "--json")
        match, pair = json.loads(done.stdout), found["pairs"][0]
        self.assertEqual(len(found["pairs"]), 1)
        self.assertEqual(pair["players"], match["players"])
        for name in ("points_per_hand", "ci95", "games_won", "games_won_ci95"):
            self.assertEqual(pair[name], match[name])

    def test_same_call_same_bytes(self):
        first = run(*WORDS)
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        for threads in ("1", "2", "3"):
            self.assertEqual(run(*WORDS, "--threads", threads).stdout, first.stdout)

    def test_text_has_table_and_bars(self):
        lines = run(*WORDS, "--games", "6", "--set", "target = 1500").stdout.split("\n")
        self.assertTrue(lines[0].startswith("classic_pagat with target = 1500, seed 3, 6 games"))
        ranked = [line.split()[0] for line in lines[3:5]]
        self.assertEqual(ranked, ["racer", "random"])
        bars = [line for line in lines if "o" in line and "|-" in line]
        self.assertEqual(len(bars), 2)
        self.assertGreater(bars[0].rindex("|"), bars[1].rindex("|"))

    def test_a_picture_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ladder.svg"
            done = run(*WORDS, "--svg", str(path))
            self.assertEqual(done.returncode, 0, done.stderr)
            root = xml.etree.ElementTree.parse(path).getroot()
            names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
            self.assertIn("racer", names)
            circles = list(root.iter("{http://www.w3.org/2000/svg}circle"))
            self.assertEqual(len(circles), 2)
            self.assertGreater(int(circles[0].get("cx")), int(circles[1].get("cx")))
            done = run(*WORDS, "--svg", folder + "/no/such.svg")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_goes_on_from_a_state(self):
        with tempfile.TemporaryDirectory() as folder:
            state = ("--state", folder + "/state")
            for deals in ("8", "21", "60"):
                found = ladder(*WORDS[:3], "--seed", "3", "--deals", deals, *state)
            self.assertEqual(found, ladder(*WORDS))
            self.assertEqual(os.listdir(folder), ["state"])
            done = run("ladder", "racer", "random", "--seed", "3", *state)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("belongs to other work", done.stderr)


BAD = [
    ("ladder",),
    ("ladder", "racer"),
    ("ladder", "racer", "racer"),
    ("ladder", "racer", "nobody"),
    ("ladder", "racer", "random", "--deals", "1"),
    ("ladder", "racer", "random", "--deals"),
    ("ladder", "racer", "random", "--svg", ""),
    ("ladder", "racer", "random", "--svg"),
    ("ladder", "racer", "random", "--record", "x"),
    ("ladder", "racer", "random", "--partner", "random"),
    ("ladder", "racer", "random", "--sprt", "0,5"),
    ("ladder", "racer", "random", "--rules", "poker"),
    ("ladder", "racer", "random", "--stock", "own"),
    ("ladder", *["racer"] * 17),
]


class BadOptions(unittest.TestCase):
    def test_each_gets_one_line_and_status_2(self):
        for words in BAD:
            with self.subTest(words=words):
                done = run(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertTrue(done.stderr.startswith("canasta ladder: "))


if __name__ == "__main__":
    unittest.main()
