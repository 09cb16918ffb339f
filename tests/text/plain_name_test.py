#!/usr/bin/env python3
"""Claims about names, character by character: plain_name_test.py PLAIN_NAMES."""

# Not here: how long a name may be (tests/server/test_persons.py).
# What Unicode says is what Python's own tables say; what is newer than they are is not looked at.

import subprocess
import sys
import unicodedata
import unittest

IGNORABLE = """00AD 034F 061C 115F..1160 17B4..17B5 180B..180F 200B..200F 202A..202E 2060..206F 3164
FE00..FE0F FEFF FFA0 FFF0..FFF8 1BCA0..1BCA3 1D173..1D17A E0000..E0FFF"""
BLANK = (0x2800, 0x16FE4, 0xFFFC, 0xFFFD)
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs")
PROGRAM = sys.argv[1]


def ask(*names):
    """Whether each of `names` is one; without any, whether a name may have each character."""
    done = subprocess.run([PROGRAM, *names], capture_output=True, text=True, check=True, timeout=60)
    return [answer == "1" for answer in done.stdout.strip()]


def ignorable():
    for word in IGNORABLE.split():
        first, _, last = word.partition("..")
        yield from range(int(first, 16), int(last or first, 16) + 1)


CHARACTERS = ask()


class PlainNames(unittest.TestCase):
    def test_what_is_invisible_by_unicode_is_refused_and_nothing_else(self):
        self.assertEqual(len(CHARACTERS), 0x110000)
        hidden = set(ignorable()) | set(BLANK)
        wrong = []
        for point, answer in enumerate(CHARACTERS):
            category = unicodedata.category(chr(point))
            no_character = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
            if category == "Cn" and point not in hidden and not no_character:
                continue
            bad = category in HIDDEN and point != 32 or no_character or point in hidden
            if bad == answer:
                wrong.append("%04X %s" % (point, category))
        self.assertEqual(wrong, [])

    def test_what_is_no_character_yet_is_refused(self):
        for point in (0x378, 0x2FE0, 0x1F8FF, 0x40000, 0xDFFFF, 0x10FFFF):
            self.assertFalse(CHARACTERS[point], hex(point))
        for point in (0x1FAE8, 0x1E4D0, 0x16D40):  # of Unicode 15 and 16
            self.assertTrue(CHARACTERS[point], hex(point))

    def test_marks_stand_on_something_and_four_in_a_row(self):
        mark = "\u0300"
        answers = ask("a" + mark * 4, "a" + mark * 4 + "b" + mark * 4, "a" + mark * 5,
                      mark, mark + "a", "a" + "\u0e49" * 5, "a" + "\u20dd" * 5)
        self.assertEqual(answers, [True, True, False, False, False, False, False])

    def test_an_emoji_may_ask_for_its_colours_and_nothing_else(self):
        kinds = ("Ll", "Lo", "Nd", "Pd", "Po", "Sk", "Sm", "So")
        some = [chr(point) for point in range(0x20, 0x20000)
                if unicodedata.category(chr(point)) in kinds and CHARACTERS[point]]
        emoji = [c for c, good in zip(some, ask(*(c + "\ufe0f" for c in some))) if good]
        self.assertEqual(len(emoji), 354)  # as many sequences as the list of Unicode 15 has
        known = "#*09\xa9\u2139\u2660\u2665\u2764\u303d\u3299\U0001f004\U0001f6f3"
        self.assertLess(set(known), set(emoji))
        heart = "\u2764\ufe0f"
        self.assertEqual(ask(heart, heart * 2, "Ann" + heart + "e", "1\ufe0f\u20e3",
                             heart + "\u0300" * 3), [True] * 5)
        for name in ("\ufe0f", "A\ufe0f", heart + "\ufe0f", "\u2764\u0300\ufe0f", "\u2764\ufe0e",
                     heart + "\u0300" * 4, "\U0001f600\ufe0f", heart + "\u200d\U0001f525"):
            self.assertEqual(ask(name), [False], ascii(name))

    def test_names_of_living_scripts_are_plain(self):
        names = ("Zoë", "Zoe\u0308", "Nguyễn Thị", "Łukasz", "Ольга", "Ελένη", "שָׁלוֹם", "محمّد",
                 "अनुष्का", "မြွှေ့", "สมหญิง", "ཚེ་རིང", "김민준", "さくら", "王小明", "O’Hara 3",
                 "\U0001f0cf")
        self.assertEqual(dict(zip(names, ask(*names))), dict.fromkeys(names, True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
