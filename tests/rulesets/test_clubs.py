"""The sheets of clubs and families that are built in: each says what it plays, and is played.

Not here: what a value means (tests/engine), how it is told (tests/text/explain_test.c), rule files
of one's own (test_rule_files.py).
Invariant: a sheet that is added is tested at every number of people without a line of this file.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

PROGRAM, CLUBS, MODEL = sys.argv[1:4]
del sys.argv[1:4]
FILES = sorted(pathlib.Path(CLUBS).glob("*.rules"))
PLAYERS = ("book", "racer")


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=600)


def answer(*words):
    done = run(PROGRAM, *words)
    assert done.returncode == 0, (words, done.returncode, done.stderr)
    return done.stdout


def listed(*words):
    told = json.loads(answer("rules", "list", "--json", *words))
    return {one["name"]: one for one in told["rulesets"]}


SHEETS = listed("--clubs")
TABLES = [(name, str(count)) for name in SHEETS for count in SHEETS[name]["players"]]


def stated(text):
    """The values that a rule file states, `name` -> `value`, without blanks."""
    text = re.sub(r" *#.*", "", text)
    text = re.sub(r"([,=+])\s*\n\s+", r"\1", text)
    pairs = (line.split("=", 1) for line in text.splitlines() if "=" in line)
    return {name.strip(): value.replace(" ", "") for name, value in pairs}


class Files(unittest.TestCase):
    def test_the_program_lists_them_all(self):
        self.assertGreaterEqual(len(FILES), 16)
        self.assertEqual(sorted(SHEETS), [path.stem for path in FILES])

    def test_each_is_right_and_has_a_built_in_parent(self):
        built_in = listed()
        for path in FILES:
            with self.subTest(sheet=path.stem):
                self.assertIn(f"OK: {path.stem}, for", answer("rules", "check", str(path)))
                self.assertIn(SHEETS[path.stem]["parent"], built_in)
                self.assertNotIn(path.stem, built_in)

    def test_what_differs_from_the_parent_is_what_the_file_states(self):
        for path in FILES:
            said = stated(path.read_text())
            for name, value in stated(answer("rules", "show", path.stem)).items():
                with self.subTest(sheet=path.stem, name=name):
                    self.assertEqual(said.get(name), value)

    def test_each_value_has_its_source_and_what_is_not_said_is_named(self):
        for path in FILES:
            text = path.read_text()
            tag = re.search(r"named behind it: ([A-Z]+),", text)
            with self.subTest(sheet=path.stem):
                self.assertRegex(text, r"(?m)^# Not said: ")
                for line in re.sub(r",\n +", ",", text.split("[", 1)[1]).splitlines():
                    if " = " in line and not line.startswith(("title", "about")):
                        self.assertRegex(line, rf"# ({tag[1]}|def)\b")

    def test_each_is_told_in_one_sentence(self):
        for name, sheet in SHEETS.items():
            with self.subTest(sheet=name):
                self.assertRegex(sheet["about"], r"^[A-Z0-9].{20,100}\.$")


class Tables(unittest.TestCase):
    def at_each(self, work):
        """What `work` finds wrong at the tables, each of which it is asked about once."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [w for w in pool.map(lambda table: work(*table), TABLES) if w is not None]
        self.assertEqual(wrong, [])

    def test_the_explanation_says_the_title(self):
        def work(name, count):
            told = answer("rules", "explain", name, "--players", count)
            head = f"# {SHEETS[name]['title']}, for {count} players"
            return None if told.startswith(head) else (name, count, told[:80])

        self.at_each(work)

    def test_random_hands_keep_every_invariant(self):
        def work(name, count):
            words = ("--rules", name, "--players", count, "--hands", "6", "--seed", "9")
            done = run(PROGRAM, "bench", "--check", *words)
            return None if done.returncode == 0 else (name, count, done.stdout + done.stderr)

        self.at_each(work)

    def test_a_game_ends_and_its_record_is_right(self):
        def work(name, count):
            with tempfile.TemporaryDirectory() as folder:
                words = ("--rules", name, "--players", count, "--games", "1", "--threads", "1")
                answer("match", *PLAYERS, *words, "--record", folder)
                records = list(map(str, pathlib.Path(folder).iterdir()))
                done = run(PROGRAM, "replay", "--quiet", *records)
            ended = len(records) > 1 and done.returncode == 0
            return None if ended else (name, count, done.stdout + done.stderr)

        self.at_each(work)

    def test_the_model_agrees(self):
        def work(name, count):
            player = PLAYERS[int(count) % len(PLAYERS)]
            words = ("--rules", name, "--players", count, "--hands", "1", "--seed", "4")
            with tempfile.TemporaryDirectory() as folder:
                trace = pathlib.Path(folder, "trace")
                trace.write_text(answer("trace", "--player", player, *words))
                done = run(sys.executable, f"{MODEL}/check_trace.py", str(trace))
            agreed = done.returncode == 0 and "1 hands" in done.stdout
            return None if agreed else (name, count, done.stdout + done.stderr)

        self.at_each(work)

    def test_the_careful_player_beats_the_quick_one(self):
        """In the sum of all sheets beyond chance, and clearly beaten by none of them."""
        gains = []

        def work(name, count):
            if int(count) != SHEETS[name]["usual_players"]:
                return None
            words = ("--rules", name, "--players", count, "--deals", "30", "--threads", "1")
            told = json.loads(answer("match", *PLAYERS, *words, "--json"))
            gains.append((told["points_per_hand"], told["ci95"]))
            return None if told["points_per_hand"] > -told["ci95"] else (name, told)

        self.at_each(work)
        chance = sum(bound**2 for _, bound in gains) ** 0.5
        self.assertGreater(sum(gain for gain, _ in gains), 2 * chance)


if __name__ == "__main__":
    unittest.main()
