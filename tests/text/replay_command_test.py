#!/usr/bin/env python3
"""Claims about `canasta replay`: replay_command_test.py PROGRAM RECORDS."""

# Not here: what is wrong with a record (record_text_test.c).
# Every test runs the program as a person would.

import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
RECORDS = pathlib.Path(sys.argv[2])
GOOD = str(RECORDS / "two_player.record")
BAD = str(RECORDS / "broken_wrong_score.record")


def replay(*arguments, stdin=b""):
    done = subprocess.run(
        [PROGRAM, "replay", *arguments], input=stdin, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class ReplayCommand(unittest.TestCase):
    def test_a_right_record_gives_status_0_and_a_line(self):
        status, out, err = replay(GOOD)
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"^.*two_player\.record: right: two_player, 4 hands, ")
        self.assertEqual(out.count("\n"), 1)

    def test_quiet_says_nothing_of_what_is_right(self):
        self.assertEqual(replay("--quiet", GOOD), (0, "", ""))

    def test_a_wrong_record_names_file_line_column_and_reason(self):
        expected = pathlib.Path(BAD).read_text(encoding="ascii").splitlines()[0]
        place = expected.removeprefix("# expect ")
        self.assertEqual(replay(BAD), (1, "", f"{BAD}:{place}\n"))

    def test_one_wrong_record_among_many_decides_the_status(self):
        status, out, err = replay(GOOD, BAD, GOOD)
        self.assertEqual(status, 1)
        self.assertEqual((out.count("right"), err.count("wrong score")), (2, 1))

    def test_every_broken_record_is_refused_with_one_line(self):
        broken = sorted(RECORDS.glob("broken_*.record"))
        self.assertGreater(len(broken), 30)
        for path in broken:
            status, out, err = replay(str(path))
            self.assertEqual((status, out, err.count("\n")), (1, "", 1), path.name)
            self.assertRegex(err, r":\d+:\d+: ")

    def test_standard_input_is_a_dash(self):
        text = pathlib.Path(GOOD).read_bytes()
        status, out, err = replay("-", stdin=text)
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.startswith("-: right: "))
        status, _, err = replay("-", stdin=text[: len(text) // 2])
        self.assertEqual(status, 1)
        self.assertIn("the record is cut off", err)

    def test_a_line_of_a_megabyte_is_refused(self):
        status, _, err = replay("-", stdin=b"canasta record 1\n" + b"x" * 1000000)
        self.assertEqual((status, err), (1, "-:2:4097: a line has at most 4096 bytes\n"))

    def test_what_cannot_be_read_is_said(self):
        status, _, err = replay("/nonexistent/record")
        self.assertEqual(status, 1)
        self.assertRegex(err, r"^canasta replay: cannot open /nonexistent/record: .+\n$")
        with tempfile.TemporaryDirectory() as folder:
            status, _, err = replay(folder)
        self.assertEqual((status, err.count("\n")), (1, 1))

    def test_a_wrong_command_line_gets_one_line_and_status_2(self):
        for arguments, word in [(["--loud", GOOD], "--loud"), ([], "no file"), (["-q"], "no file")]:
            status, out, err = replay(*arguments)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), arguments)
            self.assertIn(word, err)

    def test_help_is_printed(self):
        status, out, err = replay("--help")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("usage: canasta replay", out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
