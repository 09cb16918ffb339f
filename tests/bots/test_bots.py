"""Bots in processes of their own, at a table of experiments: the good play as in one process, the
bad are replaced with a word about it, and nothing is left running.

usage: test_bots.py CANASTA PLAY_HANDS SIMPLE_BOT [NAME...]
Not here: bots at a server (test_serve.py). Invariant: every hand is played to its end.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
CANASTA, PLAY_HANDS, SIMPLE_BOT = sys.argv[1:4]
del sys.argv[1:4]
PATIENT, SHORT = 30000, 1500  # deadlines in milliseconds
OURS = "exec:" + CANASTA + " bot --player "


def play(entrants, rules="classic_pagat", players=0, deals=1, hands=1, seed=7, deadline=PATIENT):
    """The records of the games, points by entrant in order, hands, hands replaced, messages."""
    done = subprocess.run([PLAY_HANDS, rules, *map(str, (players, deals, hands, seed, deadline)),
                           *entrants], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    points = [int(line.split()[-1]) for line in lines if line.startswith("points ")]
    played, replaced = map(int, re.match(r"hands (\d+) replaced (\d+)$", lines[-1]).groups())
    return "\n".join(lines[:-1 - len(points)]), points, played, replaced, done.stderr


def running(mark):
    """Command lines of the processes that carry the mark; those that have ended have none."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:
                words = file.read().decode(errors="replace")
        except OSError:
            continue
        if mark in words:
            found.append(words.replace("\0", " "))
    return found


class Good(unittest.TestCase):
    def same_game(self, player, **table):
        inside = play([player, "random"], **table)
        outside = play([OURS + player, OURS + "random"], **table)
        self.assertEqual(outside[0], inside[0])
        self.assertEqual(outside[1:4], (inside[1], inside[2], 0))
        self.assertEqual(outside[4], "")

    def test_the_same_games_as_in_one_process(self):
        for player in ("racer", "random"):
            for rules, players in (("classic_pagat", 4), ("two_player", 2), ("samba", 4),
                                   ("hand_and_foot", 4), ("modern_american", 4),
                                   ("cutthroat_3", 3), ("five_hand", 5), ("pennies", 6)):
                with self.subTest(player=player, rules=rules):
                    self.same_game(player, rules=rules, players=players, deals=2, hands=3)

    def test_a_seed_of_its_own_gives_another_game(self):
        told = play([OURS + "random", "racer"])
        own = play([OURS + "random --seed 5", "racer"])
        again = play([OURS + "random --seed 5", "racer"])
        self.assertEqual(own[0], again[0])
        self.assertNotEqual(own[0], told[0])

    def test_one_process_serves_a_seat_for_all_hands(self):
        folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), "bots-" + uuid.uuid4().hex)
        os.mkdir(folder)
        try:
            count = f"exec:touch {folder}/$$; exec {CANASTA} bot --player racer"
            played = play([count, "racer"], deals=3, hands=2)
            self.assertEqual(played[2:4], (6, 0))
            self.assertEqual(len(os.listdir(folder)), 2)  # partners share nothing
        finally:
            subprocess.run(["rm", "-r", folder], check=True)

    def test_the_simple_bot_beats_random_on_both_sides(self):
        simple = f"exec:{sys.executable} {SIMPLE_BOT}"
        for rules, least in (("classic_pagat", 500), ("two_player", 300), ("samba", 800)):
            for sides in ((simple, "random"), ("random", simple)):
                with self.subTest(rules=rules, sides=sides):
                    _, points, played, replaced, said = play(sides, rules=rules, deals=60)
                    gain = points[sides.index(simple)] - points[sides.index("random")]
                    self.assertEqual((played, replaced, said), (60, 0, ""))
                    self.assertGreater(gain / played, least)


# mode, deadline, what is said of it in each hand that it spoils, hands in three it is replaced in
BAD = [
    ("start", PATIENT, r"ended: it ended with status 7; expected was `canasta-bot 1 NAME`", 3),
    ("crash", PATIENT, r"ended: it was killed by signal 11; expected was `play \.\.\.`", 3),
    ("exit", PATIENT, r"ended: it ended with status 3; expected was `play \.\.\.`", 3),
    ("hang", SHORT, r"silent: it said nothing for 1500 ms; expected was `play \.\.\.`", 3),
    ("illegal", PATIENT, r"illegal: it said 'play take KhKs; discard 4s; discard 4s' "
                         r"\([A-Z_0-9]+.*\); expected", 3),
    ("garbage", PATIENT, r"unread: it said '\?\[31mI think I shall draw\?+' \(SYNTAX ", 3),
    ("empty", PATIENT, r"unread: it said '' \(SYNTAX ", 3),
    ("long_line", PATIENT, r"too_long: it said a line of more than 4096 bytes; expected", 3),
    ("many_lines", PATIENT, r"unread: it said 'play draw draw' \(SYNTAX ", 3),
    ("closes", PATIENT, r"ended: it closed its output; expected", 3),
    ("talks", PATIENT, r"unasked: it said 'step .*'; expected was nothing before `go`", 3),
    ("version", PATIENT, r"version: it said 'canasta-bot 2 new' \(another version\); "
                         r"expected was `canasta-bot 1 NAME`", 3),
    ("rude", PATIENT, r"version: it said 'hello'; expected was `canasta-bot 1 NAME`", 3),
    ("closes_input", SHORT, r"silent: it said nothing for 1500 ms; expected was `play \.\.\.`", 3),
    ("hasty", PATIENT, r"version: it said 'hello'; expected was `canasta-bot 1 NAME`", 3),
    ("deaf", SHORT, r"silent: it said nothing for 1500 ms; expected was `canasta-bot 1 NAME`", 3),
]


class Bad(unittest.TestCase):
    def bad(self, mode, **table):
        mark = "mark-" + uuid.uuid4().hex
        bot = f"exec:{sys.executable} {HERE}/bad_bot.py {mode} {mark}"
        played = play([bot, "racer"], **table)
        self.assertEqual(running(mark), [])
        return played

    def test_each_is_replaced_in_its_hand_and_nothing_is_left_running(self):
        for mode, deadline, expected, times in BAD:
            with self.subTest(mode=mode):
                _, _, played, replaced, said = self.bad(mode, rules="two_player", deals=3,
                                                        deadline=deadline)
                self.assertEqual((played, replaced), (3, times))
                lines = said.splitlines()
                self.assertEqual(len(lines), times, said)
                for deal, line in enumerate(lines):
                    self.assertRegex(line, r"^exec:.* \(seat 0, deal %d, hand 1\): %s" %
                                     (deal, expected))
                    self.assertTrue(line.endswith("; racer plays on in this hand"), line)
                    self.assertTrue(line.isascii() and line.isprintable(), line)

    def test_a_command_that_cannot_be_run(self):
        _, _, played, replaced, said = play(["exec:/no/such/bot", "racer"], rules="two_player")
        self.assertEqual((played, replaced), (1, 1))
        self.assertIn("ended: it ended with status 127; expected was", said)

    def test_one_refused_answer_may_be_mended(self):
        _, _, played, replaced, said = self.bad("illegal_once", deals=2)
        self.assertEqual((played, replaced, said), (2, 0, ""))

    def test_who_does_not_end_on_quit_is_killed_with_its_children(self):
        _, _, played, replaced, said = self.bad("stays", rules="two_player")
        self.assertEqual((played, replaced), (1, 0))
        self.assertRegex(said, r"\A[^\n]*: it did not end on `quit` and was killed\n\Z")

    def test_it_ends_with_a_referee_that_is_killed(self):
        mark = "mark-" + uuid.uuid4().hex
        bot = f"exec:{sys.executable} {HERE}/bad_bot.py deaf {mark}"
        referee = subprocess.Popen([PLAY_HANDS, "two_player", "0", "1", "1", "7", "100000", bot,
                                    "racer"], stdout=subprocess.DEVNULL)
        self.addCleanup(referee.wait)
        self.addCleanup(referee.kill)
        end = time.monotonic() + 30
        # Between fork and exec it carries the referee's words, and for a moment none at all.
        while not any(words.startswith(sys.executable) for words in running(mark)):
            self.assertLess(time.monotonic(), end, "the bot does not start")
            time.sleep(0.01)
        referee.kill()
        referee.wait()
        while running(mark) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertEqual(running(mark), [])

    def test_a_game_goes_on_and_the_bot_comes_back_with_the_next_hand(self):
        record, _, played, replaced, said = self.bad("exit", hands=4, seed=3)
        self.assertEqual(played, replaced)
        self.assertGreater(played, 1)
        self.assertEqual(len(re.findall(r"hand 2\): ended", said)), 2)  # both partners, anew
        self.assertEqual(record.count("\nhand "), played)

    def test_after_ten_hands_in_a_row_it_is_not_started_again(self):
        _, _, played, replaced, said = self.bad("start", rules="two_player", deals=13)
        self.assertEqual((played, replaced), (13, 13))
        lines = said.splitlines()
        self.assertEqual(len(lines), 11)
        self.assertIn("deal 9, hand 1): faults in 10 hands in a row: it is not started again",
                      lines[-1])

    def test_what_is_played_for_a_bot_is_what_racer_plays(self):
        bad = self.bad("start", deals=2)
        self.assertEqual(bad[0], play(["racer", "racer"], deals=2)[0])


class Command(unittest.TestCase):
    def run_bot(self, text, *words):
        return subprocess.run([CANASTA, "bot", *words], input=text, capture_output=True, text=True,
                              timeout=60)

    def test_bad_options_give_one_line_and_status_2(self):
        for words in ((), ("--player",), ("--player", "nobody"), ("--fast", "1"),
                      ("--player", "racer", "--seed", "x")):
            with self.subTest(words=words):
                done = self.run_bot("", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_lines_that_cannot_follow_end_it_with_one_line(self):
        for text in ("go work 0 deadline 1\n", "canasta-bot 2\n", "hold -\n", "deal 1 dealer 0\n",
                     "view seat 0 dealer 0 played 0 totals 0,0\n", "set target = never\n",
                     "seed 123\n", "begin\n", "illegal MIN 1 2\n", "x" * 5000, "quit"):
            with self.subTest(text=text[:40]):
                done = self.run_bot(text, "--player", "racer")
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_the_end_of_input_and_quit_end_it_well(self):
        for text in ("", "quit\n", "a line of a later version\nquit\n"):
            done = self.run_bot(text, "--player", "random")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


class Matches(unittest.TestCase):
    """Programs where `canasta match` and `canasta ladder` name a player."""

    def match(self, *words):
        done = subprocess.run([CANASTA, "match", "--json", "--seed", "7", *words],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        del result["turn_ms"], result["hands_per_second"], result["players"]
        return result, done.stderr

    def test_the_same_figures_as_in_one_process(self):
        inside, _ = self.match("racer", "random", "--deals", "30")
        for threads in ("1", "3"):
            outside, said = self.match(OURS + "racer", "random", "--deals", "30",
                                       "--threads", threads)
            self.assertEqual((outside, said), (inside, ""))

    def test_persons_who_rest_keep_their_programs(self):
        inside, _ = self.match("racer", "random", "--deals", "3", "--rules", "five_hand")
        outside, said = self.match(OURS + "racer", OURS + "random", "--deals", "3",
                                   "--rules", "five_hand")
        self.assertEqual((outside, said), (inside, ""))

    def test_hands_with_a_fault_are_counted(self):
        found, said = self.match("exec:false", "random", "--deals", "2")
        self.assertEqual(found["hands_replaced"], found["hands"])
        self.assertIn("exec:false (seat 0, deal 0, hand 1): ended", said)

    def test_a_state_goes_on_with_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            state = ("--state", os.path.join(folder, "state"), OURS + "racer", "random")
            self.match("--deals", "4", *state)
            found, _ = self.match("--deals", "12", *state)
        self.assertEqual(found, self.match("racer", "random", "--deals", "12")[0])

    def test_a_ladder_of_programs(self):
        done = subprocess.run([CANASTA, "ladder", "racer", "random", OURS + "random",
                               "--deals", "20"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(OURS + "random", done.stdout)

    def test_the_example_beats_random(self):
        found, said = self.match("exec:python3 " + SIMPLE_BOT, "random", "--deals", "40")
        self.assertEqual((found["hands_replaced"], said), (0, ""))
        self.assertGreater(found["points_per_hand"] - found["ci95"], 300)

    def test_a_name_of_nobody_is_refused(self):
        done = subprocess.run([CANASTA, "match", "exec: ", "random"], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""))


class Texts(unittest.TestCase):
    """Programs where `canasta trace` and `canasta playthrough` name a player."""

    def run_it(self, command, player, *words):
        done = subprocess.run([CANASTA, command, "--player", player, *words], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, done.stderr

    def test_the_same_texts_as_in_one_process(self):
        for command in ("trace", "playthrough"):
            for rules in ("classic_pagat", "cutthroat_3", "five_hand"):
                with self.subTest(command=command, rules=rules):
                    words = ("--rules", rules, "--hands", "2", "--seed", "9")
                    inside, _ = self.run_it(command, "random", *words)
                    outside, said = self.run_it(command, OURS + "random", *words)
                    self.assertEqual((outside.replace(OURS, ""), said), (inside, ""))

    def test_the_example_plays_whole_hands(self):
        simple = "exec:python3 " + SIMPLE_BOT
        text, said = self.run_it("playthrough", simple, "--hands", "2")
        self.assertTrue(text.startswith(f"classic_pagat, 4 players, {simple} at every seat"), text)
        self.assertEqual((text.count("\n  end: "), text.count("replaced"), said), (2, 0, ""))
        trace, said = self.run_it("trace", simple, "--hands", "2")
        self.assertEqual((trace.count("\nhand "), said), (2, ""))

    def test_a_hand_in_which_a_program_fails_is_marked_and_played_on(self):
        mark = "mark-" + uuid.uuid4().hex
        bad = f"exec:{sys.executable} {HERE}/bad_bot.py crash {mark}"
        words = ("--rules", "two_player", "--hands", "2")
        text, said = self.run_it("playthrough", bad, *words)
        for seat in (0, 1):
            self.assertEqual(text.count(f"\n  replaced: seat {seat}, racer played on\n"), 2)
        self.assertEqual(said.count("it was killed by signal 11"), 4)
        trace, said = self.run_it("trace", bad, *words)
        self.assertTrue(trace.endswith("\nend\n"))
        self.assertEqual(said.count("; racer plays on in this hand\n"), 4)
        self.assertEqual(running(mark), [])

    def test_who_cannot_be_meant_is_refused_with_one_line(self):
        for words, what in ((("trace", "--player", "exec: "), "no command follows"),
                            (("playthrough", "--player", "exec:"), "no command follows"),
                            (("trace", "--player", "mybot"), "no player is called"),
                            (("match", "racer", "exec:"), "no command follows"),
                            (("bot", "--player", "exec:true"), "a player of ours is needed")):
            with self.subTest(words=words):
                done = subprocess.run([CANASTA, *words], capture_output=True, text=True,
                                      timeout=60)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertIn(f"canasta {words[0]}: {what}", done.stderr)


if __name__ == "__main__":
    unittest.main()
