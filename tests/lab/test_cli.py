"""`canasta match` and `canasta bench` as a person types them.

Not here: what a match computes. Invariant: bad options give one line, status 2 and no output.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300)


def match(*words):
    done = run("match", "racer", "random", "--json", *words)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result.pop("hands_per_second") > 0
    return result


class Match(unittest.TestCase):
    def test_same_call_same_result(self):
        first = match("--deals", "60", "--seed", "7")
        for threads in ("1", "2", "5"):
            self.assertEqual(first, match("--seed", "7", "--deals", "60", "--threads", threads))
        self.assertNotEqual(first, match("--deals", "60", "--seed", "8"))

    def test_result_is_complete(self):
        result = match("--deals", "60", "--rules", "two_player", "--set", "target = 3000")
        self.assertEqual(result["rules"], "two_player")
        self.assertEqual(result["overrides"], "target = 3000")
        self.assertEqual(result["players"], ["racer", "random"])
        self.assertEqual(result["deals"], 60)
        self.assertEqual(result["hands"], 120)
        self.assertGreater(result["points_per_hand"], 350)
        self.assertGreater(result["ci95"], 0)

    def test_rules_can_be_changed_more_than_once(self):
        plain = match("--deals", "40", "--set", "bonus_mixed = 500; bonus_natural = 900")
        again = match("--deals", "40", "--set", "bonus_mixed=500", "--set", "bonus_natural=900")
        self.assertEqual(plain["points_per_hand"], again["points_per_hand"])
        self.assertNotEqual(plain["points_per_hand"], match("--deals", "40")["points_per_hand"])

    def test_whole_games(self):
        result = match("--games", "5", "--set", "rounds = 2")
        self.assertTrue(result["whole_games"])
        self.assertEqual(result["games"], 10)
        self.assertGreaterEqual(result["hands"], 20)

    def test_text_names_players_and_interval(self):
        done = run("match", "racer", "random", "--deals", "20")
        self.assertEqual(done.returncode, 0)
        self.assertIn("racer against random", done.stdout)
        self.assertIn("+-", done.stdout)

    def test_every_recorded_game_replays(self):
        with tempfile.TemporaryDirectory() as directory:
            match("--games", "3", "--set", "target = 1500", "--record", directory)
            match("--deals", "12", "--rules", "two_player", "--seed", "2", "--record", directory)
            records = sorted(pathlib.Path(directory).iterdir())
            self.assertEqual(len(records), 2 * 12)
            done = run("replay", "--quiet", *map(str, records))
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_record_that_cannot_be_written_is_an_error(self):
        done = run("match", "racer", "random", "--deals", "2", "--record", "/no/such/place")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        self.assertIn("could not be written", done.stderr)


class Bench(unittest.TestCase):
    def test_signature_is_one_number(self):
        first, second = run("bench", "--signature"), run("bench", "--signature")
        self.assertEqual(first.stdout, second.stdout)
        self.assertRegex(first.stdout, r"\A[0-9a-f]{16}\n\Z")
        one = run("bench", "--signature", "--rules", "two_player")
        self.assertNotEqual(first.stdout, one.stdout)


BAD = [
    ("match", "racer"),
    ("match",),
    ("match", "racer", "nobody"),
    ("match", "racer", "random", "racer"),
    ("match", "racer", "random", "racer", "random", "racer"),
    ("match", "racer", "random", "racer", "random", "--rules", "two_player"),
    ("match", "racer", "random", "--fast"),
    ("match", "racer", "random", "--deals"),
    ("match", "racer", "random", "--deals", "0"),
    ("match", "racer", "random", "--deals", "-3"),
    ("match", "racer", "random", "--deals", "12x"),
    ("match", "racer", "random", "--deals", ""),
    ("match", "racer", "random", "--seed", "18446744073709551616"),
    ("match", "racer", "random", "--threads", "0"),
    ("match", "racer", "random", "--rules", "poker"),
    ("match", "racer", "random", "--set", "no_such_rule = 1"),
    ("match", "racer", "random", "--set", "target = many"),
    ("match", "racer", "random", "--set", "x" * 5000),
    ("bench", "--fast"),
    ("bench", "quickly"),
    ("bench", "--seconds", "0"),
    ("bench", "--seconds", "soon"),
    ("bench", "--seconds"),
    ("bench", "--rules", "poker"),
    ("bench", "--signature", "--rules", "poker"),
]


class BadOptions(unittest.TestCase):
    def test_each_gets_one_line_and_status_2(self):
        for words in BAD:
            with self.subTest(words=words):
                done = run(*words)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stdout, "")
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertTrue(done.stderr.startswith(f"canasta {words[0]}: "))

    def test_help_is_no_error(self):
        for command in ("match", "bench"):
            done = run(command, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("usage: canasta " + command, done.stdout)


if __name__ == "__main__":
    unittest.main()
