"""`canasta match`, `bench`, `trace`, `perft` and `playthrough` as a person types them.

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
    times = result.pop("turn_ms")
    assert [one["player"] for one in times][:2] == ["racer", "random"]
    assert all(one["turns"] > 0 and 0 < one["median"] <= one["p99"] for one in times)
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

    def test_a_share_code_stands_for_a_rule_set(self):
        code = "classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74"
        result = match("--deals", "6", "--rules", code, "--set", "target = 500")
        self.assertEqual(result["rules"], "classic_pagat")
        self.assertEqual(result["overrides"], "draw_count = 2; out_canastas = 2; target = 500")
        for words in (["trace"], ["perft", "--depth", "2"], ["playthrough"],
                      ["bench", "--check", "--steps", "200"]):
            done = run(*words, "--rules", code)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        told = run("trace", "--rules", code, "--hands", "1").stdout
        self.assertIn("set draw_count = 2\n", told)
        done = run("trace", "--rules", code[:-1] + "5")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^canasta trace: --rules: at letter 56 of the code: .*\n$")

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

    def test_shared_out_stocks_are_not_recorded_where_cards_come_back_to_them(self):
        for change in ("stock_refill = turn_pile", "upcard_mode = return_to_stock"):
            with self.subTest(change=change), tempfile.TemporaryDirectory() as directory:
                done = run("match", "racer", "random", "--deals", "1", "--stock", "seat",
                           "--record", directory, "--set", change)
                self.assertEqual(done.returncode, 2)
                self.assertIn("come back to the stock", done.stderr)
                self.assertEqual(list(pathlib.Path(directory).iterdir()), [])

    def test_shared_out_stocks_are_recorded_as_they_were_drawn(self):
        for rules in ("classic_pagat", "samba", "modern_american", "hand_and_foot", "cutthroat_3",
                      "five_hand"):
            with self.subTest(rules=rules), tempfile.TemporaryDirectory() as directory:
                words = ("--rules", rules, "--games", "2", "--set", "rounds = 3", "--stock")
                plain = match(*words, "seat")
                self.assertEqual(match(*words, "seat", "--record", directory), plain)
                self.assertNotEqual(match(*words, "common")["components"], plain["components"])
                records = sorted(pathlib.Path(directory).iterdir())
                self.assertGreaterEqual(len(records), 4)
                done = run("replay", "--quiet", *map(str, records))
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_what_each_scores_is_told_where_all_play_equally_many_people(self):
        result = match("--deals", "20")
        self.assertAlmostEqual(result["scored"][0] - result["scored"][1],
                               result["points_per_hand"], 2)
        three = match("--deals", "4", "--rules", "individual_3")
        self.assertNotIn("scored", three)

    def test_components_are_named_and_add_up(self):
        result = match("--deals", "80", "--stock", "seat")
        self.assertEqual(list(result["components"]), ["canastas", "go_out", "special", "threes",
                                                      "melded", "hand", "penalties"])
        self.assertAlmostEqual(sum(result["components"].values()), result["points_per_hand"], 2)

    def test_a_test_of_two_values_stops(self):
        for low, high, answer in (("0", "50", "high"), ("900", "2000", "low")):
            words = ("--sprt", f"{low},{high}", "--stock", "seat")
            result = match(*words, "--threads", "1")
            self.assertEqual(result["sprt"], {"low": float(low), "high": float(high),
                                              "answer": answer})
            self.assertLess(result["deals"], 500)
            self.assertEqual(result, match(*words, "--threads", "2"))
        self.assertEqual(match("--sprt", "-5,5000", "--deals", "8")["sprt"]["answer"], "none")
        done = run("match", "racer", "racer", "--sprt", "0,5")
        self.assertIn("+0 accepted, +5 refused, after 64 deals", done.stdout)

    def test_a_strange_partner_costs(self):
        result = match("--deals", "60", "--partner", "random")
        plain = match("--deals", "60")
        self.assertGreater(result["partner_loss"], result["partner_loss_ci95"])
        self.assertEqual(plain, {name: result[name] for name in plain})
        self.assertAlmostEqual(result["partner_points_per_hand"],
                               plain["points_per_hand"] - result["partner_loss"], 2)
        same = run("match", "racer", "racer", "--deals", "20", "--partner", "racer")
        self.assertIn("beside racer    +0.0 +- 0.0: it costs racer 0.0 +- 0.0", same.stdout)

    def test_a_record_that_cannot_be_written_is_an_error(self):
        done = run("match", "racer", "random", "--deals", "2", "--record", "/no/such/place")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        self.assertIn("'/no/such/place': No such file or directory", done.stderr)

    def test_without_players_it_asks_for_some(self):
        done = run("match")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("which players?", done.stderr)

    def test_a_folder_for_records_is_made(self):
        with tempfile.TemporaryDirectory() as directory:
            match("--deals", "2", "--record", directory + "/new")
            self.assertEqual(len(list(pathlib.Path(directory, "new").iterdir())), 4)


class Layouts(unittest.TestCase):
    def test_players_for_sides_or_for_persons(self):
        for rules, count, words in [("six_hand_3sides", 6, ["racer"] + ["random"] * 5),
                                    ("six_hand_3sides", 6, ["racer", "random", "random"]),
                                    ("six_hand_3sides", 6, ["racer", "random"]),
                                    ("five_hand", 5, ["racer"] + ["random"] * 4),
                                    ("forum", 3, ["racer", "random"]),
                                    ("cutthroat_3", 3, ["racer", "random", "random"])]:
            with self.subTest(rules=rules, words=words):
                done = run("match", *words, "--rules", rules, "--players", str(count),
                           "--deals", "4", "--json")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(json.loads(done.stdout)["players"], words)

    def test_five_persons_recorded_and_replayed(self):
        with tempfile.TemporaryDirectory() as directory:
            done = run("match", "racer", "random", "--rules", "five_hand", "--games", "2",
                       "--set", "rounds = 4", "--record", directory, "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            done = run("replay", *map(str, sorted(pathlib.Path(directory).iterdir())))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout.count(": right: "), 4)


class Trace(unittest.TestCase):
    def test_a_record_and_the_game_itself_have_the_same_trace(self):
        for rules in ("classic_pagat", "samba", "modern_american", "cutthroat_3"):
            with tempfile.TemporaryDirectory() as directory:
                done = run("match", "racer", "racer", "--rules", rules, "--games", "1",
                           "--set", "rounds = 2", "--seed", "5", "--record", directory)
                self.assertEqual(done.returncode, 0, done.stderr)
                record = str(sorted(pathlib.Path(directory).iterdir())[0])
                replayed = run("replay", "--trace", record)
                self.assertEqual((replayed.returncode, replayed.stderr), (0, ""))
                played = run("trace", "--rules", rules, "--set", "rounds = 2", "--seed", "5",
                             "--player", "racer", "--hands", "9")
                self.assertEqual(played.stdout, replayed.stdout)
                self.assertTrue(played.stdout.startswith("trace 1\nrules " + rules))
                self.assertTrue(played.stdout.endswith("\nend\n"))

    def test_every_step_made_is_among_the_legal_ones(self):
        lines = run("trace", "--rules", "pennies", "--seed", "3").stdout.splitlines()
        made = 0
        for before, line in zip(lines, lines[1:]):
            if line.startswith("> "):
                self.assertIn(line.split()[2], before.split()[1:])
                made += 1
        self.assertGreater(made, 30)


class Perft(unittest.TestCase):
    def test_text_and_json_agree(self):
        words = ("--rules", "samba", "--seed", "3", "--depth", "4", "--dealer", "1")
        text = run("perft", *words).stdout.splitlines()
        found = json.loads(run("perft", *words, "--json").stdout)
        self.assertEqual(text[0:3], ["perft 1", "rules samba players 4", "dealer 1"])
        self.assertEqual(text[3], "deck " + found["deck"])
        self.assertEqual(text[4:], ["depth %d %d" % pair
                                    for pair in enumerate(found["counts"], 1)])
        self.assertNotEqual(found["deck"], json.loads(
            run("perft", "--rules", "samba", "--seed", "4", "--json").stdout)["deck"])


SPEEDS = {"steps_per_second", "foreseen_steps_per_second", "games_steps_per_second",
          "hands_per_second", "steps_per_hand", "apply_ns", "legal_ns",
          "copy_ns", "view_ns", "view_start_ns", "view_event_ns", "unseen_ns", "world_ns",
          "observation_ns", "env_step_ns",
          "racer_steps_per_second", "racer_hands_per_second", "all_cores_steps_per_second",
          "all_cores_ratio"}


class Bench(unittest.TestCase):
    def test_check_counts_steps_of_every_number_of_players(self):
        done = run("bench", "--check", "--rules", "forum", "--steps", "500", "--json")
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([one["players"] for one in found], [2, 3, 4, 5, 6])
        self.assertTrue(all(one["steps"] >= 500 and one["stuck"] == 0 and one["refused"] == 0
                            for one in found), found)

    def test_speed_is_told_in_full(self):
        done = run("bench", "--rules", "two_player", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = json.loads(done.stdout)
        self.assertEqual([found.pop(name) for name in ("rules", "players", "runs")],
                         ["two_player", 2, 5])
        self.assertGreaterEqual(found.pop("cores"), 1)
        self.assertEqual(set(found), SPEEDS)
        self.assertTrue(all(value > 0 for value in found.values()), found)
        self.assertAlmostEqual(found["steps_per_second"] / found["hands_per_second"],
                               found["steps_per_hand"], delta=0.1)
        self.assertAlmostEqual(found["all_cores_steps_per_second"] / found["steps_per_second"],
                               found["all_cores_ratio"], delta=0.01)

    def test_so_many_hands_are_the_same_steps_every_time(self):
        def steps(hands, *words):
            return json.loads(run("bench", "--hands", hands, "--json", *words).stdout)["steps"]
        self.assertEqual(steps("20"), steps("20"))
        self.assertGreater(steps("40"), steps("20"))
        self.assertNotEqual(steps("20"), steps("20", "--rules", "samba"))
        self.assertRegex(run("bench", "--hands", "1").stdout,
                         r"\Aclassic_pagat: 1 hands, \d+ steps\n\Z")

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
    ("match", "racer", "random", "--stock", "mine"),
    ("match", "racer", "random", "--stock"),
    ("match", "racer", "random", "--sprt", "5,5"),
    ("match", "racer", "random", "--sprt", "9,5"),
    ("match", "racer", "random", "--sprt", "5"),
    ("match", "racer", "random", "--sprt", ",5"),
    ("match", "racer", "random", "--sprt", "0,5x"),
    ("match", "racer", "random", "--sprt", "0,nan"),
    ("match", "racer", "random", "--sprt", "-inf,0"),
    ("match", "racer", "random", "--partner", "nobody"),
    ("match", "racer", "random", "--partner", "random", "--games", "2"),
    ("match", "racer", "random", "--partner", "random", "--sprt", "0,5"),
    ("match", "racer", "random", "--partner", "random", "--rules", "two_player"),
    ("match", "racer", "random", "--partner", "random", "--rules", "cutthroat_3"),
    ("match", "racer", "random", "--partner", "random", "--rules", "five_hand"),
    ("match", "racer", "random", "racer", "random", "--partner", "random"),
    ("match", "racer", "random", "--state", ""),
    ("match", "racer", "random", "--svg", "x.svg"),
    ("match", "racer", "random", "--rules", "poker"),
    ("match", "racer", "random", "--set", "no_such_rule = 1"),
    ("match", "racer", "random", "--set", "target = many"),
    ("match", "racer", "random", "--set", "x" * 5000),
    ("match", "racer", "random", "--players", "7"),
    ("match", "racer", "random", "--players", "3"),
    ("match", "racer", "random", "racer", "--rules", "five_hand"),
    ("trace", "--rules", "poker"),
    ("trace", "--player", "nobody"),
    ("trace", "--hands", "0"),
    ("trace", "--fast"),
    ("perft", "--depth", "0"),
    ("perft", "--depth", "33"),
    ("perft", "--dealer", "4"),
    ("perft", "--rules", "samba", "--players", "2"),
    ("playthrough", "--player"),
    ("playthrough", "--rules", "samba", "--set", "target = 0"),
    ("bench", "--check", "--steps", "0"),
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
        for command in ("match", "ladder", "bench", "trace", "perft", "playthrough"):
            done = run(command, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("usage: canasta " + command, done.stdout)


if __name__ == "__main__":
    unittest.main()
