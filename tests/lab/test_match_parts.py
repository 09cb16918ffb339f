"""Parts of `canasta match` and `canasta ladder`: put together, they are the single run.

Not here: state files by themselves (test_match_state.py). Invariant: what is refused gets one line,
status 2 and no output.
"""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, EXAMPLE = sys.argv.pop(1), sys.argv.pop(1)
PAIR = ("match", "racer", "random", "--seed", "5", "--threads", "1")


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300)


def output(*words):
    done = run(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def without_times(text):
    """JSON but for what the clock says; how many turns were timed stays."""
    result = json.loads(text)
    result.pop("hands_per_second", None)
    for one in result.get("turn_ms", ()):
        del one["median"], one["p99"]
    return result


def fnv(data):
    found = 0xcbf29ce484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001b3 % 2**64
    return found


def deals_in(path):
    """The first number of a state."""
    return int(re.search(r"(?m)^\d+$", path.read_text())[0])


class Parts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        seed = int(os.environ.get("CANASTA_SEED", "1"))
        self.random = random.Random(seed)

    def play(self, words, number, count):
        """Plays a part, which prints nothing, and returns its file."""
        path = str(self.folder / f"{number}.part")
        part = ("--part", f"{number}/{count}", "--state", path)
        self.assertEqual(output(*words, *part), "")
        return path

    def parts(self, words, count):
        return [self.play(words, number, count) for number in range(1, count + 1)]

    def refused(self, *words):
        done = run(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith(f"canasta {words[0]}: "), done.stderr)
        return done.stderr

    def test_together_they_are_the_single_run(self):
        for extra in (("--deals", "31"),
                      ("--deals", "25", "--partner", "book", "--stock", "seat"),
                      ("--games", "9", "--rules", "samba", "--set", "target = 4000"),
                      ("--deals", "13", "--set", "target=4000 ;bonus_mixed = 301", "--set",
                       "bonus_natural = 600", "--players", "4"),
                      ("--deals", "20", "exec:no-such-program \"a b\"", "book")):
            words = (*PAIR, *extra)
            text, whole = output(*words), output(*words, "--json")
            for count in (1, 2, 3, 7, 9):
                with self.subTest(extra=extra, count=count):
                    files = self.parts(words, count)
                    for _ in range(3):
                        self.random.shuffle(files)
                        self.assertEqual(output("match", "--merge", *files), text)
                    merged = output("match", "--merge", *files, "--json")
                    self.assertEqual(without_times(merged), without_times(whole))
                for path in files:
                    os.unlink(path)

    def test_a_code_of_house_rules_prints_what_the_single_run_prints(self):
        code = output("rules", "code", "samba", "target=5000").split()[0]
        words = (*PAIR, "--rules", code, "--deals", "6")
        self.assertEqual(output("match", "--merge", *self.parts(words, 2)), output(*words))

    def test_of_a_ladder_too(self):
        words = ("ladder", "random", "racer", "book", "--deals", "12")
        files = self.parts(words, 5)
        for how in ((), ("--json",)):
            self.assertEqual(output("ladder", "--merge", *files[::-1], *how), output(*words, *how))
        picture, again = self.folder / "one.svg", self.folder / "two.svg"
        output("ladder", "--merge", *files, "--svg", str(picture))
        output(*words, "--svg", str(again))
        self.assertEqual(picture.read_bytes(), again.read_bytes())

    def test_times_are_added_up(self):
        """The turns of a median and what takes longest are those of all parts together."""
        files = self.parts((*PAIR, "--deals", "30"), 3)
        numbers = [[int(line) for line in pathlib.Path(path).read_text().split("\n")
                    if re.fullmatch(r"-?\d+", line)] for path in files]
        whole = self.folder / "whole"
        output("match", "--merge", *files, "--state", str(whole))
        added = [int(line) for line in whole.read_text().split("\n")
                 if re.fullmatch(r"-?\d+", line)]
        self.assertEqual(added, [sum(column) for column in zip(*numbers)])

    def test_the_whole_goes_on_like_any_state(self):
        files = self.parts((*PAIR, "--deals", "21"), 4)
        whole = str(self.folder / "whole")
        output("match", "--merge", *files, "--state", whole)
        self.assertEqual(output(*PAIR, "--deals", "50", "--state", whole),
                         output(*PAIR, "--deals", "50"))
        self.assertIn("is there already", self.refused("match", "--merge", *files,
                                                       "--state", whole))

    def test_a_part_that_was_killed_goes_on(self):
        deals = 600
        while True:
            words = (*PAIR, "--deals", str(deals))
            path = self.folder / "2.part"
            part = subprocess.Popen([PROGRAM, *words, "--part", "2/2", "--state", str(path)])
            limit = time.monotonic() + 100
            while part.poll() is None and time.monotonic() < limit:
                if path.exists() and deals_in(path) > 0:
                    break
                time.sleep(0.02)
            part.send_signal(signal.SIGKILL)
            part.wait()
            if 0 < deals_in(path) < deals // 2:
                break
            path.unlink()  # too fast to be killed
            deals *= 2
            self.assertLess(deals, 1000000)
        first = self.play(words, 1, 2)
        self.assertIn(f" of {deals // 2} deals", self.refused("match", "--merge", first, str(path)))
        files = [first, self.play(words, 2, 2)]
        self.assertEqual(without_times(output("match", "--merge", *files, "--json")),
                         without_times(output(*words, "--json")))

    def test_what_is_not_each_part_once_is_refused(self):
        words = (*PAIR, "--deals", "12")
        files = self.parts(words, 3)
        merge = ("match", "--merge")
        for given, message in [
                (files[:2], "part 3/3 is missing"),
                (files[1:], "part 1/3 is missing"),
                ((*files, files[1]), "are both part 2/3"),
                ((*files, str(self.folder / "none")), "none: No such file"),
                ((), "no files after '--merge'"),
                ((*files, "--seed", "5"), "unknown option '--seed'"),
                ((*files, "--svg", "x"), "unknown option '--svg'"),
                ((str(self.folder),), "Is a directory")]:
            with self.subTest(message=message):
                self.assertIn(message, self.refused(*merge, *given))
        copy = str(self.folder / "copy")
        shutil.copy(files[0], copy)
        self.assertIn("copy are both part 1/3", self.refused(*merge, *files, copy))
        self.assertEqual(output(*merge, *files), output(*words))

    def test_a_foreign_file_is_refused_with_what_differs(self):
        files = self.parts((*PAIR, "--deals", "12"), 3)
        other = str(self.folder / "other")
        for words, part, there, here in [
                (("--deals", "12", "--seed", "6"), "2/3", "seed 6", "seed 5"),
                (("--deals", "13"), "2/3", "deals 13", "deals 12"),
                (("--deals", "12"), "2/4", "part 2/4", "part 1/3"),
                (("--deals", "12"), None, "rules classic_pagat", "part 1/3"),
                (("--games", "12"), "2/3", "--games 12", "--deals 12"),
                (("--deals", "12", "--set", "target = 70"), "2/3", "target = 70", "seed 5")]:
            with self.subTest(there=there):
                output(*PAIR, *words, "--state", other, *(("--part", part) if part else ()))
                line = self.refused("match", "--merge", files[0], other, files[2])
                for piece in ("other belongs to other work", there, here):
                    self.assertIn(piece, line)
                os.unlink(other)
        whole = str(self.folder / "whole")
        output(*PAIR, "--deals", "12", "--state", whole)
        self.assertIn("is the state of no part", self.refused("match", "--merge", whole, *files))

    def test_players_that_have_changed_are_noticed(self):
        files = self.parts((*PAIR, "--deals", "4"), 2)
        path = pathlib.Path(files[1])
        text = re.sub(b"first deal .{16}", b"first deal 0123456789abcdef", path.read_bytes())
        body = text.rpartition(b"sum ")[0]
        path.write_bytes(body + b"sum %016x\n" % fnv(body))
        self.assertIn("there 'match racer random, first deal 0123456789abcdef'",
                      self.refused("match", "--merge", *files))

    def test_rules_that_have_changed_are_noticed(self):
        rules = self.folder / "own.rules"
        rules.write_text(output("rules", "show", "classic_pagat"))
        words = (*PAIR, "--rules", str(rules), "--deals", "4")
        files = self.parts(words, 2)
        self.assertEqual(output("match", "--merge", *files), output(*words))
        changed = re.sub(r"(?m)^(target *= *)\d+", r"\g<1>7000", rules.read_text())
        self.assertNotEqual(changed, rules.read_text())
        rules.write_text(changed)
        self.assertIn("belongs to other work", self.refused("match", "--merge", *files))

    def test_a_damaged_file_is_refused(self):
        files = self.parts((*PAIR, "--deals", "4"), 2)
        for path in map(pathlib.Path, files):
            good = path.read_bytes()
            for at in range(0, len(good), len(good) // 11):
                path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
                self.assertIn(path.name, self.refused("match", "--merge", *files))
            for length in (0, 30, len(good) // 2, len(good) - 1):
                path.write_bytes(good[:length])
                self.assertIn(path.name, self.refused("match", "--merge", *files))
            path.write_bytes(good)
        output("match", "--merge", *files)

    def test_what_does_not_go_with_parts_is_refused(self):
        state = ("--state", str(self.folder / "state"))
        for words, message in [
                (("--part", "1/2"), "--part needs --state"),
                (("--part", "1/2", "--sprt", "0,5", *state), "--part and --sprt"),
                (("--part", "3/3", "--deals", "2", *state), "more parts than deals"),
                (("--merge", "x"), "unknown option '--merge'"),
                *((("--part", part, *state), f"not '{part}'")
                  for part in ("0/2", "3/2", "1/", "/2", "1", "", "1/2/3", "-1/2", "1/10001",
                               "one/two", "99999999999999999999/2"))]:
            with self.subTest(words=words):
                self.assertIn(message, self.refused(*PAIR, *words))
        self.assertEqual(os.listdir(self.folder), [])

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_the_example_plays_them_side_by_side(self):
        words = (*PAIR[1:], "--deals", "20", "--set", "target = 3000")
        done = subprocess.run(["sh", EXAMPLE, str(self.folder / "parts"), "5", *words],
                              env={**os.environ, "CANASTA": PROGRAM}, capture_output=True,
                              text=True, timeout=300)
        self.assertEqual((done.returncode, done.stdout), (0, output("match", *words)), done.stderr)


if __name__ == "__main__":
    unittest.main()
