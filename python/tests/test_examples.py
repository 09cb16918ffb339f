"""The examples run as the README says. Not here: what they print in detail."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def run(name, *arguments):
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    answer = subprocess.run([sys.executable, str(EXAMPLES / name), *arguments], text=True,
                            capture_output=True, env=environment, timeout=300)
    if answer.returncode != 0:
        raise AssertionError(f"{name}: {answer.stderr}")
    return answer.stdout


class Examples(unittest.TestCase):
    def test_random_play(self):
        for rules in ("classic_pagat", "two_player"):
            self.assertIn("hands of random play", run("random_play.py", rules))

    def test_a_record_is_replayed(self):
        self.assertIn("right to the end", run("replay_record.py"))

    def test_the_referee_says_why(self):
        said = run("referee.py")
        self.assertIn("illegal MIN 65<90", said)
        self.assertIn("legal (95>=90)", said)

    def test_the_speed_is_told(self):
        self.assertIn("observed steps a second", run("speed.py", "--seconds", "0.5"))

    def test_the_learner_learns(self):
        """A few updates from a fixed seed: it ends far above where it began."""
        said = run("learn.py", "--updates", "8", "--tables", "128", "--hands", "500")
        before, after = (int(points) for points in re.findall(r"trained: ([+-]\d+)", said))
        self.assertLess(abs(before), 150)
        self.assertGreater(after, before + 150)


if __name__ == "__main__":
    unittest.main()
