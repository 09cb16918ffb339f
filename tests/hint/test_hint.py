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

    def test_json_says_the_same(self):
        text = hint("-", text=POSITION).stdout.splitlines()
        told = json.loads(hint("-", "--json", text=POSITION).stdout)
        self.assertEqual(told["position"], "kings")
        self.assertEqual("kings: " + told["hint"]["play"], text[0])
        self.assertEqual(["  " + reason for reason in told["hint"]["reasons"]], text[1:])

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
