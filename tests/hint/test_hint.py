"""`canasta hint` as a person types it. usage: test_hint.py CANASTA POSITIONS

Not here: the decision. Invariant: bad input gets one line and no hint.
"""
import json
import subprocess
import sys
import unittest

CANASTA, POSITIONS = sys.argv[1:3]
del sys.argv[1:3]
POSITION = "position kings\nrules classic_pagat\nmelds QcQdQh\nhand KcKdKh 4s9d\nplay discard 4s\n"


def hint(*words, text=None):
    return subprocess.run([CANASTA, "hint", *words], input=text, capture_output=True, text=True,
                          timeout=60, check=False)


class Hint(unittest.TestCase):
    def test_a_play_and_its_reasons(self):
        done = hint("-", text=POSITION)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^kings: \S.*discard ")
        self.assertGreater(len(lines), 1)
        self.assertTrue(all(line.startswith("  ") and line.endswith(".") for line in lines[1:]))

    def test_a_position_needs_no_play(self):
        turn = POSITION.replace("play discard 4s\n", "pile 5c7d\n")
        begins = hint("-", text=turn)
        self.assertEqual((begins.returncode, begins.stderr), (0, ""))
        self.assertRegex(begins.stdout, r"^kings: (draw|take)")
        drawn = hint("-", text=turn + "phase meld\n")
        self.assertEqual((drawn.returncode, drawn.stdout), (0, hint("-", text=POSITION).stdout))
        taken = hint("-", text=turn.replace("pile 5c7d", "took yes"))
        self.assertEqual((taken.returncode, taken.stderr), (0, ""))
        self.assertIn("discard ", taken.stdout)

    def test_what_is_expected_is_not_looked_at(self):
        for more in ("expect legal\nthen hand 4\n", "expect illegal MIN\n", "expect nonsense\n"):
            done = hint("-", text=POSITION + more)
            self.assertEqual((done.returncode, done.stdout), (0, hint("-", text=POSITION).stdout))

    def test_who_answers_needs_a_hand(self):
        turn = "position a\nrules classic_pagat\nmelds QcQdQhQsQcQdQh\nphase answer\n"
        done = hint("-", text=turn)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("'hand' is missing", done.stderr)
        done = hint("-", text=turn + "hand 4c5d\n")
        self.assertRegex(done.stdout, r"^a: (yes|no)")

    def test_after_a_deal_the_first_player_is_to_act(self):
        done = hint("-", text="position a\nrules classic_pagat\ndeck -\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^a: (draw|take)")

    def test_a_play_before_that_is_refused_is_told(self):
        done = hint("-", text=POSITION + "before open 4s4s4s\n")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^standard input:1: kings: illegal .* 'before' number 1$")

    def test_json_says_the_same(self):
        text = hint("-", text=POSITION).stdout.splitlines()
        told = json.loads(hint("-", "--json", text=POSITION).stdout)
        self.assertEqual(told["position"], "kings")
        self.assertEqual("kings: " + told["hint"]["play"], text[0])
        self.assertEqual(["  " + reason for reason in told["hint"]["reasons"]], text[1:])

    def test_no_reason_is_denied_by_its_play(self):
        """All wilds go into a meld of wilds: they are not kept for pairs."""
        text = hint("-", text="\n".join((
            "position wilds", "rules hand_and_foot", "hand 3c5c6d7h9d9sTsQcKhAdAh2h2s2sX",
            "melds 2c2c2d2dXXX / 5c5d5sX5h / 6c6c6d6d6h6h6s / QcQdQdQhQhQsQs / 8c8c8d8d8h8s / "
            "JdJdJhJhJs / 7c7d7h7s / 4c4c4d4h4s4s / TcTdTh / AsAc2c", "pile 8h", "stock 89",
            "packets 0 0 1 0", "phase meld", "turn_number 29", "others 2 2 3", ""))).stdout
        self.assertIn("2h2s2sX", text.splitlines()[0])
        self.assertNotIn("Keep your wild", text)

    def test_one_position_by_name(self):
        done = hint(POSITIONS, "--name", "a_bare_group_of_one_suit_is_a_sequence")
        self.assertEqual(done.stdout.count("\n") - done.stdout.count("\n  "), 1)
        self.assertEqual(hint(POSITIONS, "--name", "nobody").returncode, 1)

    def test_bad_input(self):
        for words, text, status in (((), None, 2), (("--loud", "-"), POSITION, 2),
                                    (("-",), "position a\nrules nothing\n", 1),
                                    (("-",), "soup", 1), (("/no/such/file",), None, 1)):
            with self.subTest(words=words, text=text):
                done = hint(*words, text=text)
                self.assertEqual((done.returncode, done.stdout), (status, ""))
                self.assertNotEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
