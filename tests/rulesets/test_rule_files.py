"""A rule file of one's own wherever a command takes the name of a rule set.

Not here: what a line of such a file means (tests/text), the built-in files (test_rulesets.py).
Invariant: the example of the documentation is a good file, plays, and the model agrees with it.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, EXAMPLE, MODEL = sys.argv[1:4]
del sys.argv[1:4]

MINE = """# A short Samba, for two as well.
[mine : samba]
title = My Samba
players = 2,4
team_layout @2 = individual
team_layout @4 = pairs
hand_size @2 = 17
hand_size @4 = 15
target = 3000
"""
# What MINE says for a table of two, over the values of its parent.
FOR_TWO = "players = 2,4; team_layout = individual; hand_size = 17; target = 3000"

# Commands that take --rules, as short as they can be; @ is where the table's options stand.
COMMANDS = [
    "match racer random @ --deals 2",
    "ladder racer random @ --deals 2",
    "bench @ --hands 2",
    "bench @ --check --hands 2",
    "perft @ --depth 2",
    "trace @ --hands 1",
    "playthrough @",
]


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300)


def run_at(command, *table):
    words = command.split()
    at = words.index("@")
    return run(*words[:at], *table, *words[at + 1:])


def stated(text):
    """The values that a rule file states, `name` -> `value`."""
    lines = (line.partition("#")[0] for line in text.splitlines())
    pairs = (line.split("=", 1) for line in lines if "=" in line)
    return {name.strip(): value.strip() for name, value in pairs}


class RuleFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.mine = self.write("mine.rules", MINE)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def answer(self, *words):
        done = run(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_every_command_that_takes_a_name_takes_a_file(self):
        for command in COMMANDS:
            done = run_at(command, "--rules", self.mine, "--players", "2")
            self.assertEqual(done.returncode, 0, (command, done.stderr))
            self.assertNotEqual(done.stdout, "", command)

    def test_a_file_plays_as_its_parent_with_what_it_changes(self):
        for command in ("trace @ --hands 2 --player racer", "perft @ --depth 4"):
            own = run_at(command, "--rules", self.mine, "--players", "2")
            over = run_at(command, "--rules", "samba", "--players", "2", "--set", FOR_TWO)
            self.assertEqual((own.returncode, own.stderr), (0, ""))
            self.assertEqual(own.stdout, over.stdout)

    def test_values_by_players_and_overrides_hold(self):
        two = self.answer("rules", "explain", self.mine, "--players", "2")
        four = self.answer("rules", "explain", self.mine)
        self.assertIn("# My Samba, for 2 players", two)
        self.assertIn("dealt 17 cards", two)
        self.assertIn("dealt 15 cards", four)
        changed = self.answer("rules", "explain", self.mine, "--set", "hand_size = 13")
        self.assertIn("dealt 13 cards", changed)

    def test_rules_commands_read_a_file(self):
        self.assertEqual(stated(self.answer("rules", "show", self.mine)), stated(MINE))
        self.assertIn("for 2 or 4 players", self.answer("rules", "check", self.mine))
        told = self.answer("rules", "diff", "samba", self.mine)
        self.assertRegex(told, r"target +samba +10000\n +mine +3000\n")
        self.assertIn('"target":"3000"', self.answer("rules", "show", self.mine, "--json"))

    def test_a_form_is_played_under_its_own_name(self):
        path = self.write("forms.rules", "[f : samba]\ntitle = F\nforms = 2:two_player\n")
        told = self.answer("rules", "explain", path, "--players", "2")
        self.assertIn("# Canasta for Two, for 2", told)
        self.assertEqual(
            self.answer("perft", "--rules", path, "--players", "2", "--depth", "3"),
            self.answer("perft", "--rules", "two_player", "--depth", "3"),
        )

    def test_a_bad_file_is_told_with_line_and_column(self):
        cases = [
            ("[mine : samba]\n\ntarget = many\n", r"3:10: target is 1 to 1000000, not 'many'"),
            ("[mine : sumba]\n", r"1:9: unknown rule set 'sumba'"),
            ("[mine : samba]\ntraget = 3\n", r"2:1: .*traget"),
            ("[mine : samba]\nout_needs = 7,6,5,4\n", r"2:1: .*three ranks"),
            ("target = 5\n", r"1:1: a rule set begins with"),
            ("[a : samba]\ntarget = 5\n[b : a]\n", r"1:1: a rule file that is played has one"),
        ]
        for i, (text, told) in enumerate(cases):
            path = self.write(f"bad{i}.rules", text)
            for command in COMMANDS + ["rules explain @", "rules show @"]:
                option = [] if command.startswith("rules") else ["--rules"]
                done = run_at(command, *option, path)
                with self.subTest(command=command, text=text):
                    self.assertEqual((done.returncode, done.stdout), (2, ""))
                    self.assertRegex(done.stderr, re.escape(path) + ":" + told)
                    self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_what_is_no_file_or_no_table_is_told(self):
        for command in COMMANDS:
            done = run_at(command, "--rules", str(self.folder / "nothing.rules"))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, "cannot read .*nothing.rules: No such file")
            done = run_at(command, "--rules", self.mine, "--players", "3")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("mine is not played by 3", done.stderr)


class Example(unittest.TestCase):
    def answer(self, *words):
        done = run(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_it_resolves_to_what_it_states(self):
        text = pathlib.Path(EXAMPLE).read_text()
        self.assertIn("OK: triple_play, for 4 players", self.answer("rules", "check", EXAMPLE))
        shown, said = stated(self.answer("rules", "show", EXAMPLE)), stated(text)
        self.assertEqual(said.pop("team_layout"), "pairs")  # as the parent has it for four
        self.assertEqual(shown, said)
        for line in text.splitlines():
            if "=" in line and not line.startswith(("#", "title")):
                self.assertRegex(line, r"# (DEN|COG|own)\b", "each value has its source")

    def test_it_is_explained(self):
        told = " ".join(self.answer("rules", "explain", EXAMPLE).split())
        self.assertIn("# Triple Play, for 4 players", told)
        self.assertIn("six packs and twelve jokers", told)
        self.assertIn("dealt 15 cards and, face down, packets of 13 and eleven", told)

    def test_two_hundred_random_hands_keep_every_invariant(self):
        told = self.answer("bench", "--check", "--rules", EXAMPLE, "--hands", "200", "--seed", "9")
        counts = {what: int(n) for n, what in re.findall(r"(\d+) ([a-z][a-z ]*)", told)}
        self.assertGreaterEqual(counts["hands"], 200)
        for fault in ("without a legal step", "refused", "views unlike", "endless", "broken"):
            self.assertEqual(counts[fault], 0, told)

    def test_the_model_agrees(self):
        for player in ("random", "racer"):
            with tempfile.NamedTemporaryFile("w", suffix=".trace") as trace:
                trace.write(self.answer("trace", "--rules", EXAMPLE, "--player", player,
                                        "--hands", "2", "--seed", "4"))
                trace.flush()
                done = subprocess.run([sys.executable, f"{MODEL}/check_trace.py", trace.name],
                                      capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("2 hands", done.stdout)
            self.assertIn("no difference", done.stdout)


if __name__ == "__main__":
    unittest.main()
