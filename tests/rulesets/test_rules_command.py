"""`canasta rules` as a person types it.

Not here: the values of the rule sets (test_rulesets.py), the sentences of `explain`.
Invariant: bad words give one line, status 2 and no output; a bad file is told with its places.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
ROOT_RULES = pathlib.Path(__file__).parents[2] / "rulesets/classic_pagat.rules"


def run(*words, text=None):
    return subprocess.run(
        [PROGRAM, "rules", *words], input=text, capture_output=True, text=True, timeout=60
    )


class Answers(unittest.TestCase):
    def answer(self, *words):
        done = run(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_list_names_tables_forms_and_the_other_game(self):
        text = self.answer("list")
        self.assertRegex(text, r"\nsamba +Samba +4 +classic_pagat\n")
        self.assertRegex(text, r"\nonline +Online Table Canasta +2 or 4 +classic_pagat\n")
        self.assertIn("with 3 players it is relaxed_3\n", text)
        self.assertIn("Burraco (Buraco)", text.splitlines()[-1])
        self.assertIn("is not here yet", text.splitlines()[-1])
        self.assertIn("Burraco", json.loads(self.answer("list", "--json"))["note"])

    def test_show_tells_what_differs_from_the_parent(self):
        text = self.answer("show", "six_hand_3sides")
        self.assertEqual(
            text,
            "[six_hand_3sides : six_hand]\n\n"
            "title = Canasta for Six, Three Sides\n\n"
            "team_layout = three_pairs\n"
            "min_table = any:15, 0:50, 1500:90, 3000:120\n"
            "target = 7500\n",
        )
        self.assertIn("\nhand_size @2 = 13\nhand_size @4 = 11\n", self.answer("show", "online"))
        self.assertIn("\nhand_size = 13\n", self.answer("show", "online", "--players", "2"))
        self.assertIn("[relaxed_3 : relaxed]\n", self.answer("show", "relaxed", "--players", "3"))
        self.assertIn("\nforms = 2:relaxed_2, ", self.answer("show", "relaxed"))
        every = self.answer("show", "samba", "--all").splitlines()
        self.assertIn("value_joker = 50", every)
        stated = ROOT_RULES.read_text().splitlines()  # the root states every parameter
        stated = [line.split(" = ")[0] for line in stated if " = " in line and line[0].isalpha()]
        told = [line.split(" = ")[0] for line in every if " = " in line]
        self.assertEqual(sorted(told), sorted(set(stated)))

    def test_diff_tells_both_values(self):
        text = self.answer("diff", "six_hand", "six_hand_3sides")
        self.assertRegex(text, r"\ntarget +six_hand +10000\n +six_hand_3sides +7500\n")
        self.assertEqual(len(text.splitlines()), 6)
        self.assertRegex(self.answer("diff", "online", "relaxed", "--players", "2"),
                         r"hand_size +online +13\n +relaxed_2 +15\n")
        self.assertIn("the same values", self.answer("diff", "samba", "samba"))

    def test_explain_follows_the_table_and_its_changes(self):
        text = self.answer("explain", "samba", "--set", "target = 3000; hand_size = 12")
        self.assertTrue(text.startswith("# Samba, for 4 players\n"))
        self.assertIn("3,000", text)
        self.assertNotIn("10,000", text)
        self.assertIn("Changed: target = 3000; hand_size = 12\n", text)
        self.assertIn("twelve", text)
        self.assertNotIn("\n\n\n", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertTrue(
            self.answer("explain", "relaxed", "--players", "5").startswith("# Relaxed Canasta for")
        )

    def test_a_code_stands_where_a_rule_set_may_stand(self):
        code = self.answer("code", "classic_pagat", "out_canastas=2", "draw_count = 2",
                           "--set", "target = 3000", "--name", "Grandma's rules").strip()
        self.assertEqual(code, "classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74")
        text = self.answer("show", code)
        self.assertEqual(text, "[house_rules : classic_pagat]\n\ntitle = Grandma's rules\n\n"
                               "draw_count = 2\nout_canastas = 2\ntarget = 3000\n")
        self.assertEqual(run("check", "-", text=text).returncode, 0)
        self.assertIn("\ntarget = 3000\n", self.answer("show", code, "--all"))
        values = json.loads(self.answer("show", code, "--json"))["values"]
        self.assertEqual((values["out_canastas"], values["target"]), ("2", "3000"))
        text = self.answer("explain", code, "--set", "target = 4000")
        self.assertTrue(text.startswith("# Grandma's rules (Classic Canasta (pagat)), for 4 "))
        self.assertIn("reaches 4,000", text)
        self.assertNotIn("reaches 3,000", text)
        text = self.answer("diff", "classic_pagat", code)
        self.assertRegex(text, r"\ntarget +classic_pagat +5000\n +house_rules +3000\n")
        self.assertEqual(len(text.splitlines()), 6)
        again = self.answer("code", code, "rounds=1").strip()
        self.assertIn("rounds = 1\n", self.answer("show", again))
        self.assertIn("title = Grandma's rules\n", self.answer("show", again))

    def test_all_that_a_code_says_and_nobody_knows_is_named(self):
        done = run("explain", "classic_pagat~oc-2~zz-9~to-0~fpx2")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 2)
        self.assertIn("at letter 20 of the code: this version knows no rule 'zz'", lines[0])
        self.assertIn("at letter 28 of the code: target is 1 to 1000000, not '0'", lines[1])

    def test_help(self):
        for words in (["--help"], ["show", "--help"], ["-h"]):
            self.assertIn("usage: canasta rules COMMAND", self.answer(*words))


class BadWords(unittest.TestCase):
    def test_bad_words_give_one_line_and_status_2(self):
        cases = [
            (["shout"], "unknown command 'shout'"),
            (["list", "samba"], "one too many: 'samba'"),
            (["list", "--all"], "unknown option '--all'"),
            (["show"], "needs the name of a rule set"),
            (["show", "samba~oc-3~0000"], "at letter 12 of the code: the code is damaged"),
            (["diff", "samba~0000", "samba"], "the code is damaged"),
            (["code", "samba", "colour=red"], "unknown parameter 'colour'"),
            (["code", "samba", "keep_cards=5", "hand_size=3"], "keep_cards"),
            (["code", "samba", "--name", "x" * 41], "a name has 1 to 40 characters"),
            (["show", "samba", "--json", "--foo"], "unknown option '--foo'"),
            (["show", "samba", "--"], "unknown option '--'"),
            (["show", "samba", "--players"], "no value after '--players'"),
            (["show", "samba", "--players", "x"], "--players needs a number from 2 to 8, not 'x'"),
            (["show", "samba", "--players", "9"], "--players needs a number from 2 to 8, not '9'"),
            (["show", "samba", "--players", "2"], "samba is played by 4, not by 2"),
            (["show", "relaxd"], "unknown rule set 'relaxd'"),
            (["diff", "samba"], "needs the names of two rule sets"),
            (["diff", "samba", "sambo"], "unknown rule set 'sambo'"),
            (["check"], "needs a file"),
            (["explain", "forum", "--set", "targit = 3"], "unknown parameter 'targit'"),
            (["explain", "forum", "--set", "target = 0"], "target is 1 to 1000000, not '0'"),
            (["explain", "samba", "--set", "hand_size = 26; decks = 1"],
             "hand_size: more cards are dealt than the deck holds"),
            (["explain", "samba", "--set", "x" * 5000], "too many values after --set"),
        ]
        for words, message in cases:
            done = run(*words)
            with self.subTest(words=words):
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stdout, "")
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(message, done.stderr)

    def test_without_a_word_it_tells_how_it_is_used(self):
        done = run()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("usage:", done.stderr)


class Check(unittest.TestCase):
    def problems(self, text):
        done = run("check", "-", text=text)
        self.assertEqual(done.returncode, 1, text)
        lines = done.stderr.splitlines()
        for line in lines:
            self.assertRegex(line, r"^standard input:\d+:\d+: .")
        return [line.removeprefix("standard input:") for line in lines]

    def test_good_files(self):
        done = run("check", "-", text="[a : samba]\ntarget = 3000\n\n[b : a]\ndecks = 4\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(
            done.stdout,
            "standard input: OK: a, for 4 players\nstandard input: OK: b, for 4 players\n",
        )

    def test_every_problem_is_told_with_its_place(self):
        text = (
            "[mine : classic_pagat]\n"
            "targit = 3000           # no such name\n"
            "freeze_wild = perhaps\n"
            "hand_size = 99\n"
            "target = 4000\n"
            "target = 5000\n"
            "special_hands =\n"
            "    good:100 = 7x2 rank,\n"
            "    bad:100 = 7x2 knights\n"
        )
        found = self.problems(text)
        self.assertEqual([line.split(" ")[0] for line in found],
                         ["2:1:", "3:15:", "4:13:", "6:1:", "9:19:"])
        self.assertIn("unknown parameter 'targit'", found[0])
        self.assertIn("yes or no", found[1])
        self.assertIn("3 to 26", found[2])
        self.assertIn("set twice, first in line 5", found[3])
        self.assertIn("not 'knights'", found[4])

    def test_parents_may_not_go_round(self):
        for places, text in (
            (["1:6:", "2:6:"], "[a : b]\n[b : a]\n"),
            (["1:6:", "2:6:", "3:6:"], "[a : b]\n[b : c]\n[c : a]\n"),
        ):
            found = self.problems(text)
            self.assertEqual([line.split(" ")[0] for line in found], places)
            self.assertTrue(all("ancestor" in line for line in found), found)
        for text in ("[a : a]\n", "[a : b]\n[b : a]\n", "[samba : samba]\n"):
            self.assertIn("ancestor", self.problems(text)[0])
        self.assertIn("unknown rule set 'nobody'", self.problems("[a : nobody]\n")[0])

    def test_long_texts_are_refused(self):
        for text in ("a" * 1_000_000, "[a : samba]\n" + "# more\n" * 150_000):
            self.assertEqual(self.problems(text), ["1:1: a rule file has at most 65536 bytes"])
        self.assertEqual(run("check", "-", text="[a : samba]\n" + "#\n" * 32_000).returncode, 0)

    def test_combinations_are_refused_where_they_are_written(self):
        cases = [
            ("decks = 1\nhand_size = 26\n", 3, "hand_size: more cards are dealt"),
            ("players = 2,4\nteam_layout = pairs\n", 3, "with 2 players: team_layout"),
            ("target = 0\n", 2, "target is 1 to"),
        ]
        for lines, line, message in cases:
            with self.subTest(lines=lines):
                found = self.problems("[a : classic_pagat]\n" + lines)
                self.assertTrue(found[0].startswith(f"{line}:"), found)
                self.assertIn(message, found[0])

    def test_values_by_players_are_for_the_players(self):
        good = "[a : classic_pagat]\nplayers = 2,4\nask_partner = none\n"
        by = "team_layout @2 = individual\nteam_layout @4 = pairs\n"
        self.assertEqual(run("check", "-", text=good + by).returncode, 0)
        for lines in (by + "team_layout @3 = pairs\n", by.splitlines()[0] + "\n"):
            found = self.problems(good + lines)
            self.assertIn("team_layout needs a value for each number", found[0])

    def test_files_that_cannot_be_read(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in (pathlib.Path(folder), pathlib.Path(folder) / "none"):
                done = run("check", str(path))
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr, r"^canasta rules check: cannot read .*\n$")


if __name__ == "__main__":
    unittest.main()
