"""State files of `canasta match`: killed and gone on with, the same result; never a wrong one.

Not here: what a match computes. Invariant: a state that is refused is left as it is.
"""
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1)


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300)


def result_of(*words):
    done = run(*words, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    for measured in ("hands_per_second", "turn_ms"):
        result.pop(measured)
    return result


def fnv(data):
    found = 0xcbf29ce484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001b3 % 2**64
    return found


def deals_in(path):
    """The first number behind the lines of the match: its deals."""
    lines = path.read_text().split("\n")
    at = max(i for i, line in enumerate(lines) if line.startswith("match "))
    return int(lines[at + 1])


class State(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name) / "state"

    def make(self, *words, deals="40"):
        words = words or ("match", "racer", "random")
        result_of(*words, "--deals", deals, "--state", str(self.path))
        return self.path.read_bytes()

    def refused(self, *words):
        """The command is refused in one line; returns the line. The file stays as it is."""
        before = self.path.read_bytes()
        done = run(*words, "--state", str(self.path))
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertTrue(done.stderr.startswith(f"canasta {words[0]}: "), done.stderr)
        self.assertEqual(self.path.read_bytes(), before)
        self.assertEqual(os.listdir(self.folder.name), ["state"])
        return done.stderr

    def kill(self, words, kept):
        """Runs the command until its state has more deals than `kept`, and kills it; true unless
        it ended before."""
        process = subprocess.Popen([PROGRAM, *words, "--state", str(self.path)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        limit = time.monotonic() + 100
        while process.poll() is None and time.monotonic() < limit:
            if self.path.exists() and deals_in(self.path) > kept:
                break
            time.sleep(0.02)
        alive = process.poll() is None
        if alive:
            process.send_signal(signal.SIGKILL)
        process.communicate()
        self.assertGreater(deals_in(self.path), kept)
        return alive

    def test_killed_and_gone_on_with_it_is_the_same_match(self):
        deals = 400
        words = ("match", "racer", "random", "--seed", "5", "--stock", "seat", "--threads", "2")
        while not self.kill((*words, "--deals", str(deals)), 0) or deals_in(self.path) == deals:
            self.path.unlink()  # too fast to be killed
            deals *= 2
            self.assertLess(deals, 1000000)
        self.assertLess(deals_in(self.path), deals)
        words = (*words, "--deals", str(deals))
        self.kill(words, deals_in(self.path))
        whole = result_of(*words)
        self.assertEqual(result_of(*words, "--state", str(self.path)), whole)
        self.assertEqual(deals_in(self.path), deals)
        self.assertEqual(result_of(*words, "--state", str(self.path)), whole)

    def test_more_deals_go_on_where_fewer_ended(self):
        for extra in ((), ("--partner", "random"), ("--games", "5")):
            self.path.unlink(missing_ok=True)
            words = ("match", "racer", "random", *extra, "--threads")
            count = "--games" if extra[:1] == ("--games",) else "--deals"
            whole = result_of(*words, "2", count, "41")
            for deals in ("3", "8", "29", "41"):
                last = result_of(*words, "1", count, deals, "--state", str(self.path))
            self.assertEqual(last, whole)
        self.assertIn("41 deals already", self.refused("match", "racer", "random", "--games", "5"))

    def test_a_decided_test_stays_decided(self):
        words = ("match", "racer", "random", "--sprt", "0,50", "--state", str(self.path))
        first = result_of(*words)
        state = self.path.read_bytes()
        self.assertEqual(result_of(*words), first)
        self.assertEqual(self.path.read_bytes(), state)
        self.assertEqual(first["sprt"]["answer"], "high")

    def test_a_damaged_state_is_refused(self):
        good = self.make()
        plain = ("match", "racer", "random")
        for at in range(0, len(good), len(good) // 31):
            self.path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
            self.refused(*plain)
        for length in (0, 5, 16, 40, len(good) // 2, len(good) - 1):
            self.path.write_bytes(good[:length])
            self.refused(*plain)
        for more in (b"\n", b"0\n", b"\0", b"x" * 200000):
            self.path.write_bytes(good + more)
            self.refused(*plain)
        self.path.write_bytes(good)
        self.assertEqual(run(*plain, "--deals", "40", "--state", str(self.path)).returncode, 0)

    def test_a_state_with_a_right_sum_is_judged_too(self):
        body = self.make().rpartition(b"sum ")[0]
        lines = body.split(b"\n")
        at = max(i for i, line in enumerate(lines) if line.startswith(b"match ")) + 1
        cases = {"too few numbers": lines[:-2] + [b""],
                 "too many numbers": lines[:-1] + [b"7", b""],
                 "too few": lines[:at] + [b"many"] + lines[at + 1:],
                 "deals already": lines[:at] + [b"-8"] + lines[at + 1:]}
        for message, changed in cases.items():
            text = b"\n".join(changed)
            self.path.write_bytes(text + b"sum %016x\n" % fnv(text))
            self.assertIn(message, self.refused("match", "racer", "random"))

    def test_a_state_of_other_work_is_refused_with_what_differs(self):
        self.make()
        plain = ("match", "racer", "random")
        for words, there, here in [
                ((*plain, "--seed", "2"), "'seed 1'", "'seed 2'"),
                ((*plain, "--games", "9"), "'hands from", "'games from"),
                ((*plain, "--stock", "seat"), "a stock of all'", "a stock of each seat'"),
                ((*plain, "--sprt", "0,5"), "'no test'", "'test 0 5'"),
                ((*plain, "--partner", "random"), "'match racer random,", "partner random,"),
                (("match", "random", "racer"), "'match racer random,", "'match random racer,"),
                ((*plain, "--rules", "samba"), "'rules classic_pagat'", "'rules samba'"),
                ((*plain, "--set", "target = 3000"), "'rules classic_pagat'", "target = 3000'"),
                (("ladder", "racer", "random", "--seed", "3"), "'seed 1'", "'seed 3'")]:
            with self.subTest(words=words):
                line = self.refused(*words)
                self.assertIn("belongs to other work", line)
                self.assertIn("there ", line)
                self.assertIn(there, line)
                self.assertIn(here, line)
        self.assertIn("40 deals already", self.refused(*plain, "--deals", "39"))

    def test_players_that_have_changed_are_noticed(self):
        good = self.make()
        at = good.index(b"first deal ") + 11
        body = (good[:at] + b"0123456789abcdef" + good[at + 16:]).rpartition(b"sum ")[0]
        self.path.write_bytes(body + b"sum %016x\n" % fnv(body))
        line = self.refused("match", "racer", "random")
        self.assertIn("there 'match racer random, first deal 0123456789abcdef'", line)

    def test_a_place_that_cannot_be_written_is_noticed_at_once(self):
        begun = time.monotonic()
        for path in ("/no/such/place/state", "/proc/state", self.folder.name + "/" + "x" * 300):
            done = run("match", "racer", "random", "--deals", "100000000", "--state", path)
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn(done.returncode, (1, 2))
        done = run("match", "racer", "random", "--state", self.folder.name)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertLess(time.monotonic() - begun, 30)
        self.assertEqual(os.listdir(self.folder.name), [])


def on_a_terminal(*words):
    """stdout, and what was shown on the terminal that stderr is."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while more := os.read(ours, 65536):
            shown += more
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return process.communicate()[0].decode(), shown.decode()


class Progress(unittest.TestCase):
    def test_shown_on_a_terminal_only(self):
        deals, shown = 200, ""
        while "left" not in shown and deals < 1000000:  # too fast to be shown
            deals *= 2
            words = ("match", "racer", "random", "--deals", str(deals), "--threads", "2")
            stdout, shown = on_a_terminal(*words)
        self.assertRegex(shown, rf"racer - random: \d+ of {deals}"
                         r" deals, [+-]\d+\.\d \+- \d+\.\d, \d+ s left")
        quiet = run(*words)
        self.assertEqual(stdout, quiet.stdout)
        self.assertNotIn("left", quiet.stderr)
        self.assertNotIn("\033", quiet.stderr)


if __name__ == "__main__":
    unittest.main()
