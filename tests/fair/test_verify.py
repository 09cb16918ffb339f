#!/usr/bin/env python3
"""Claims about `canasta verify` and tools/verify_deal.py, the second program.

usage: test_verify.py CANASTA WRITE_FAIR ROOT [--hands N] [CLAIM...]

Both judge the same records: 1,000 random hands, or N (CANASTA_EFFORT times as many), games, and
records in which something was changed; they agree about each, word by word.
Not here: the library (fair_test.c). Invariant: both are run as a person would.
"""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

CANASTA, WRITE_FAIR, ROOT = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
SECOND = ROOT / "tools" / "verify_deal.py"
SEED = int(os.environ.get("CANASTA_SEED", "20250301"))
EFFORT = int(os.environ.get("CANASTA_EFFORT", "1"))
BATCH = 1000

sys.path.insert(0, str(SECOND.parent))
import verify_deal  # noqa: E402  pylint: disable=wrong-import-position


def option(name, usual):
    if name not in sys.argv:
        return usual
    at = sys.argv.index(name)
    value = int(sys.argv[at + 1])
    del sys.argv[at:at + 2]
    return value


# First words of the lines that both programs read whole, what is put into lines, and where only the
# first knows what is wrong, because it plays the game: there, or in what it says.
OURS = ("canasta", "rules", "players", "name", "dealer", "hand", "deck", "fair", "lesson",
        "fair_seed", "fair_part")
SETS = ("set decks = ", "set jokers_total = ", "players ", "name 1 ", "set jokers_total=")
ODD = ("0", "2", "4", "02", "+2", "-4", "23", "234", "99999999", "2147483640", "9" * 5000,
       "0" * 3000 + "1", "two", "", "\xb2", "\x85", "\xa02", "a" * 48, "a" * 49)
LETTERS = "0129afxX#:; \t\v\f\x00\x1c\x85\xa0\xb2\xe9\r"
PLAYED_LINES = r"\d+:|end|score|hash|winner|unfinished|set (?!decks|jokers_total)"
PLAYED = "the dealer of this hand is|the header above is wrong|'(end|winner)' is expected"


HANDS = option("--hands", BATCH * EFFORT)


def run(*command, text=None):
    done = subprocess.run(list(map(str, command)), input=text, capture_output=True, text=True,
                          timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def verdicts(out):
    """The lines about hands, without the name of the file."""
    return re.findall(r"^[^:\n]*: (hand .*)$", out, re.M)


def judge(text, *options):
    """What both programs say of a record: (status, verdicts, errors) of each."""
    said = []
    for program in ([CANASTA, "verify"], [sys.executable, SECOND]):
        status, out, err = run(*program, *options, "-", text=text)
        said.append((status, verdicts(out), err))
    return said


def proven_by_the_second(text):
    try:
        record = verify_deal.Record(text.split("\n"))
        return all(proven for proven, _ in verify_deal.judged("-", record))
    except verify_deal.Wrong:
        return False


def lines_of(text, word):
    return [line for line in text.split("\n") if line.split(" ")[0] == word]


def other_digit(line, column):
    return line[:column] + ("0" if line[column] != "0" else "1") + line[column + 1:]


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print(f"seed {SEED}; CANASTA_SEED takes another", file=sys.stderr)
        status, cls.game, _ = run(WRITE_FAIR, SEED, "two_player", 2, "rounds = 3")
        assert status == 0
        _, cls.six, _ = run(WRITE_FAIR, SEED, "six_hand", 6, "rounds = 1")

    def refused_by_both(self, text, why):
        """Both find this fault, and only this, in the first hand."""
        first, second = judge(text)
        for status, said, _ in (first, second):
            self.assertEqual(status, 1)
            self.assertEqual(said[0], f"hand 1: not proven: {why}")

    def unreadable_to_both(self, text, place):
        first, second = judge(text)
        self.assertEqual((first[0], second[0]), (1, 1), (first, second))
        self.assertRegex(first[2], rf"^-:{place}: ")
        self.assertRegex(second[2], r"^-: ")

    def test_the_second_program_gives_the_known_answers(self):
        path = ROOT / "tests" / "fair" / "vectors.json"
        known = json.loads(path.read_text(encoding="ascii"))
        words_left_out = 0
        for number, answer in enumerate(known["deals"]):
            deal = verify_deal.Deal(answer["table"], answer["deal"],
                                    bytes.fromhex(answer["commit"]), bytes.fromhex(answer["root"]))
            deal.seed = bytes.fromhex(answer["seed"])
            deal.parts = {p["place"]: bytes.fromhex(p["part"]) for p in answer["parts"]}
            deck = re.findall("X|..", answer["deck"])
            pack = verify_deal.sorted_pack(answer["packs"], answer["jokers"])
            self.assertEqual(sorted(deck), sorted(pack))
            self.assertIsNone(deal.fault(deck, pack))
            words = deal.words()
            self.assertEqual([next(words) for _ in answer["words"]], answer["words"])
            for proof in answer["proofs"]:
                leaves = deal.leaves(deck)
                path = [node.hex() for node in verify_deal.path_of(leaves, proof["at"])]
                self.assertEqual((proof["card"], proof["path"]), (deck[proof["at"]], path))
            stream, sizes = deal.words(), range(len(deck), 1, -1)
            left_out = any(next(stream) >= size * (2**32 // size) for size in sizes)
            self.assertEqual(left_out, number == known["left_out"])
            words_left_out += left_out
        self.assertEqual(words_left_out, 1)

    def test_the_packs_of_every_rule_set_and_sheet_are_known(self):
        known, rotating = 0, set()
        for sheets in ([], ["--clubs"]):
            for one in json.loads(run(CANASTA, "rules", "list", *sheets, "--json")[1])["rulesets"]:
                name = one["name"]
                for players in one["players"]:
                    show = (CANASTA, "rules", "show", name, "--players", players, "--all", "--json")
                    values = json.loads(run(*show)[1])["values"]
                    counts = (int(values["decks"]), int(values["jokers_total"]))
                    self.assertEqual(verify_deal.counts_of(name, players), counts, (name, players))
                    known += 1
                    if values["team_layout"] == "three_vs_two_rotating":
                        rotating.add(name)
        self.assertGreater(known, 29 + 25)
        self.assertEqual(rotating, set(verify_deal.ROTATING))

    def test_both_agree_about_random_hands(self):
        judged = 0
        while judged < HANDS:
            count = min(BATCH, HANDS - judged)
            with tempfile.TemporaryDirectory(prefix="canasta-fair-") as folder:
                status, _, err = run(WRITE_FAIR, SEED + judged, count, folder)
                self.assertEqual((status, err), (0, ""))
                names = [f"{folder}/{number}.record" for number in range(count)]
                first = run(CANASTA, "verify", *names)
                second = run(sys.executable, SECOND, *names)
            self.assertEqual(first, second)
            self.assertEqual((first[0], first[2]), (0, ""))
            self.assertEqual(first[1].count(": proven: deal "), count)
            judged += count

    def test_games_are_proven_hand_by_hand(self):
        for game in (self.game, self.six):
            first, second = judge(game)
            self.assertEqual(first, second)
            self.assertEqual((first[0], first[2]), (0, ""))
            self.assertEqual(len(first[1]), len(lines_of(game, "hand")))
            for said, line in zip(first[1], lines_of(game, "fair")):
                _, table, deal, commit, _ = line.split()
                self.assertIn(f"proven: deal {deal} of table {table}, commitment {commit}, parts "
                              "of ", said)
            status, out, _ = run(CANASTA, "replay", "-", text=game)
            self.assertEqual((status, out.startswith("-: right: ")), (0, True))

    def test_what_is_proven_is_said_and_what_is_not(self):
        for program in ([CANASTA, "verify"], [sys.executable, SECOND]):
            _, out, _ = run(*program, "-", text=self.game)
            self.assertIn("\nProven: ", out)
            self.assertIn("\nNot proven: that the server did not look at the cards;", out)
            self.assertEqual(run(*program, "--quiet", "-", text=self.game), (0, "", ""))

    def changed(self, word, column, text=None):
        """A game with another digit in the first line of that word."""
        text = text or self.six
        line = lines_of(text, word)[0]
        return text.replace(line, other_digit(line, column if column >= 0 else len(line) + column))

    def test_what_was_changed_is_found(self):
        table = len("fair ")
        another = "the seed does not belong to the commitment"
        self.refused_by_both(self.changed("fair", table), another)
        self.refused_by_both(self.changed("fair", table + 11), another)
        self.refused_by_both(self.changed("fair", -70), another)
        self.refused_by_both(self.changed("fair_seed", -1), another)
        self.refused_by_both(self.changed("fair", -1), "the root does not belong to this deck")

    def test_the_second_program_knows_the_pack_of_every_table(self):
        sets = json.loads(run(CANASTA, "rules", "list", "--json")[1])["rulesets"]
        self.assertGreater(len(sets), 25)
        for name in [rules["name"] for rules in sets] + ["no_such_rules"]:
            for players in range(1, 7):
                status, shown, _ = run(CANASTA, "rules", "show", name, "--players", players,
                                       "--all")
                values = dict(re.findall(r"^(\w+) = (\d+)\b", shown, re.M))
                counts = (int(values["decks"]), int(values["jokers_total"])) if values else None
                self.assertEqual(status == 0, counts is not None)
                self.assertEqual(verify_deal.counts_of(name, players), counts, (name, players))

    @staticmethod
    def dealt(packs, jokers, rules="classic_pagat", players=4, others=""):
        """The beginning of a record whose one deal is proven, of whatever cards it is."""
        deal = verify_deal.Deal("aaaaaaaaaa", 1)
        deal.seed = random.Random(SEED).randbytes(96)
        deal.commit = deal.commitment()
        deck = deal.deck(verify_deal.sorted_pack(packs, jokers))
        root = verify_deal.root_of(deal.leaves(deck))
        rows = ["deck " + "".join(deck[at:at + 27]) for at in range(0, len(deck), 27)]
        return "\n".join(["canasta record 1", f"rules {rules}", f"players {players}{others}",
                          "dealer 0", "hand 1 dealer 0", *rows,
                          f"fair aaaaaaaaaa 1 {deal.commit.hex()} {root.hex()}",
                          f"fair_seed {deal.seed.hex()}", ""])

    def test_a_deck_of_another_pack_is_refused_by_both(self):
        two = "\nset rounds = 1\nset decks = 3\nset jokers_total=+6"
        for right, wrong in ((self.dealt(2, 4), self.dealt(2, 0)),
                             (self.dealt(2, 4), self.dealt(1, 7)),
                             (self.dealt(3, 6, "samba"), self.dealt(2, 4, "samba")),
                             (self.dealt(3, 6, "relaxed", 6), self.dealt(2, 4, "relaxed", 6)),
                             (self.dealt(3, 6, others=two), self.dealt(2, 4, others=two)),
                             (self.dealt(2, 4), self.dealt(3, 1))):
            first, second = judge(wrong)
            self.assertEqual((first[0], second[0]), (1, 1), (first, second))
            self.assertEqual((first[1], second[1]), ([], []))
            first, second = judge(right)
            self.assertEqual(first[1], second[1])
            self.assertIn("the record is cut off", first[2])
            self.assertIn("the record is cut off", second[2])
            self.assertIn("proven: deal 1 of table aaaaaaaaaa", second[1][0])

    def test_both_read_the_header_alike(self):
        text = self.dealt(2, 4)
        for old, new in (("players 4", "players 04"), ("players 4", "players +4"),
                         ("players 4", "players -4"), ("players 4", "players 7"),
                         ("players 4", "players 2"), ("players 4", "players 4\nplayers 4"),
                         ("rules classic_pagat", "rules samba"), ("rules classic_pagat\n", ""),
                         ("rules classic_pagat", "rules house"), ("players 4\n", ""),
                         ("rules classic_pagat", "rules classic_pagat\nrules classic_pagat"),
                         ("rules classic_pagat", "set decks = 2\nrules classic_pagat"),
                         ("dealer 0\nhand", "set decks = 02\ndealer 0\nhand"),
                         ("dealer 0\nhand", "set decks = 2\nset decks = 2\ndealer 0\nhand"),
                         ("dealer 0\nhand", "set decks = two\ndealer 0\nhand"),
                         ("dealer 0\nhand", "set decks = 1\ndealer 0\nhand"),
                         ("fair_seed", "players 4\nfair_seed"), ("players ", "players\t \t"),
                         ("players ", "players\x0c"), ("deck ", "deck\x0b"),
                         ("fair aaaaaaaaaa 1", "fair aaaaaaaaaa 001"),
                         ("fair aaaaaaaaaa 1", "fair aaaaaaaaaa -1")):
            changed = text.replace(old, new, 1)
            self.assertNotEqual(changed, text)
            first, second = judge(changed)
            self.assertEqual(first[1], second[1], (old, new, first, second))
            self.assertEqual("is cut off" in first[2], "is cut off" in second[2], (old, new))

    def test_decks_of_which_turned_cards_went_back_are_proven(self):
        change = "upcard_mode = return_to_stock; rounds = 20; tie_rule = shared"
        _, game, _ = run(WRITE_FAIR, SEED, "classic_pagat", 4, change)
        first, second = judge(game)
        self.assertEqual((first[0], second[0]), (0, 0), (first, second))
        self.assertEqual(len(first[1]), 20)
        plain = game.replace("upcard_mode = return_to_stock", "upcard_mode = cover_wild_any3")
        self.assertNotEqual(judge(plain)[0][0], 0)  # played with other stocks

    def with_parts(self):
        """A game of one hand to which at least two players gave a part, not all six."""
        for seed in range(SEED, SEED + 50):
            _, game, _ = run(WRITE_FAIR, seed, "six_hand", 6, "rounds = 1")
            if 2 <= len(lines_of(game, "fair_part")) <= 5:
                return game
        return self.fail("no such game")

    def test_changed_parts_are_found(self):
        game, another = self.with_parts(), "the seed and the parts give another deck"
        parts = lines_of(game, "fair_part")
        self.refused_by_both(self.changed("fair_part", -1, game), another)
        self.refused_by_both(game.replace(parts[-1] + "\n", ""), another)
        places = [int(part.split()[1]) for part in parts]
        free = next(place for place in range(6) if place not in places)
        given = sorted(parts + [f"fair_part {free} {'0' * 64}"], key=lambda p: int(p.split()[1]))
        self.refused_by_both(game.replace("\n".join(parts), "\n".join(given)), another)

    def test_another_deck_is_found(self):
        line = lines_of(self.six, "deck")[-1]
        cards = re.findall("X|..", line.split()[1])
        other = next(at for at, card in enumerate(cards) if card != cards[0])
        cards[0], cards[other] = cards[other], cards[0]
        text = self.six.replace(line, "deck " + "".join(cards))
        self.refused_by_both(text, "the seed and the parts give another deck")

    def test_a_hand_without_a_proof_is_not_proven(self):
        plain = "\n".join(line for line in self.game.split("\n") if not line.startswith("fair"))
        self.refused_by_both(plain, "it has no proof in this record")
        start = self.game.rindex("\nfair ")
        last = self.game[:start] + re.sub(r"\nfair.*", "", self.game[start:])
        first, second = judge(last)
        self.assertEqual(first, second)
        self.assertEqual((first[0], first[1][-1].split(": ", 1)[1]),
                         (1, "not proven: it has no proof in this record"))
        self.assertIn(" proven: ", first[1][0])

    def test_the_deal_of_a_lesson_is_fixed(self):
        line, rest = self.six.index("\nfair "), re.search(r"\n\d: ", self.six).start()
        taught = self.six[:line] + "\nlesson" + self.six[rest:]
        self.refused_by_both(taught,
                             "it is a lesson: its deal is fixed, and the same for everybody")
        at = taught[:line].count("\n") + 2
        for wrong, place in ((taught.replace("\nlesson", "\nlesson 1"), f"{at}:8"),
                             (taught.replace("\nlesson", "\nlesson\nlesson"), f"{at + 1}:1"),
                             (self.six.replace("\nfair ", "\nlesson\nfair "), f"{at + 1}:1")):
            self.unreadable_to_both(wrong, place)

    def test_deals_of_a_record_are_of_one_table_and_count_on(self):
        second_line = lines_of(self.game, "fair")[1]
        _, table, deal, *hashes = second_line.split()
        at = self.game[:self.game.index(second_line)].count("\n") + 1
        for name, number, place in ((table, int(deal) - 1, 17), ("aaaaaaaaaa", deal, 6)):
            line = " ".join(["fair", name, str(number), *hashes])
            self.unreadable_to_both(self.game.replace(second_line, line), f"{at}:{place}")
        begin = self.game.index(second_line)
        later = re.sub(r"(?m)^(fair \w+ )(\d+)", lambda m: m[1] + str(int(m[2]) + 2),
                       self.game[begin:])
        first, second = judge(self.game[:begin] + later)
        self.assertEqual(first, second)
        self.assertEqual(first[0], 1)
        self.assertIn("hand 2: not proven: 2 deals before it are missing", first[1][1])

    def test_wrong_lines_are_refused(self):
        lines = self.game.split("\n")
        fair = next(at for at, line in enumerate(lines) if line.startswith("fair "))
        seed = fair + 1

        def changed(at, *put):
            return "\n".join(lines[:at] + list(put) + lines[at + 1:])

        head = lines[fair].split()
        part = f"fair_part 1 {'ab' * 32}"
        for text, at, column in (
                (changed(fair, lines[fair], lines[fair]), seed, 1),
                (changed(fair), fair, 1),
                (changed(seed), seed, 1),
                (changed(seed, lines[seed], lines[seed]), None, 1),
                (changed(fair, lines[fair] + " 0"), fair, len(lines[fair]) + 2),
                (changed(fair, " ".join(head[:4])), fair, None),
                (changed(fair, " ".join(["fair", "K3v9cdpq7e", *head[2:]])), fair, 6),
                (changed(fair, " ".join(["fair", "k3v9cdpq7", *head[2:]])), fair, 6),
                (changed(fair, " ".join([*head[:2], "0", *head[3:]])), fair, 17),
                (changed(fair, " ".join([*head[:2], "2147483648", *head[3:]])), fair, 17),
                (changed(fair, " ".join([*head[:2], "x", *head[3:]])), fair, 17),
                (changed(seed, lines[seed].upper().replace("FAIR_SEED", "fair_seed")), seed, 11),
                (changed(seed, lines[seed][:-1]), seed, 11),
                (changed(seed, lines[seed] + "0"), seed, 11),
                (changed(seed, lines[seed], part, part), None, 11),
                (changed(seed, lines[seed], part.replace(" 1 ", " 2 ")), seed + 1, 11),
                (changed(seed, lines[seed], part.replace(" 1 ", " -1 ")), seed + 1, 11),
                (changed(seed, lines[seed], part + "0"), seed + 1, 13),
                (changed(fair - 1, lines[fair], lines[fair - 1]), fair - 1, 1)):
            place = (r"\d+" if at is None else str(at + 1)) + ":" + (
                r"\d+" if column is None else str(column))
            self.unreadable_to_both(text, place)

    def test_no_change_of_a_letter_passes(self):
        chance = random.Random(SEED)
        lines = self.six.split("\n")
        mine = [at for at, line in enumerate(lines) if line.startswith(("fair", "deck"))]
        letters = "0123456789abcdefhstTJQKAX "
        for _ in range(60 * EFFORT):
            at = chance.choice(mine)
            column = chance.randrange(5, len(lines[at]))
            letter = chance.choice([c for c in letters if c != lines[at][column]])
            if lines[at][column] == " " or (letter == " " and column == len(lines[at]) - 1):
                continue
            line = lines[at][:column] + letter + lines[at][column + 1:]
            text = "\n".join(lines[:at] + [line] + lines[at + 1:])
            self.assertEqual(run(CANASTA, "verify", "-", text=text)[0], 1, line)
            self.assertFalse(proven_by_the_second(text), line)

    @staticmethod
    def is_of_the_game(error, text):
        line = text.split(b"\n")[int(error.split(":")[0]) - 1].decode("latin-1")
        return re.match(PLAYED_LINES, line) or re.search(PLAYED, error)

    def damaged(self, chance):
        """A game in which something was changed, mostly a line about its deals, as bytes."""
        lines = chance.choice((self.game, self.six)).split("\n")
        mine = [at for at, line in enumerate(lines) if line and line.split()[0] in OURS]
        at, other = chance.choice(mine), chance.randrange(len(lines))
        at = chance.choice((at, at, at, other))
        words = lines[at].split(" ")
        word = chance.randrange(len(words))
        kind = chance.randrange(8)
        if kind == 0:
            lines[at:at + 1] = []
        elif kind == 1:
            lines[other:other] = [lines[at]]
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            lines[at:] = [lines[at][:chance.randrange(len(lines[at]) + 1)]]
        elif kind == 4:
            lines.insert(chance.randrange(1, 6), chance.choice(SETS) + chance.choice(ODD))
        elif kind == 5:
            column = chance.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:column] + chance.choice(LETTERS) + lines[at][column:]
        elif kind == 6:
            words[word:word + 1] = chance.choice(([], [words[word]] * 2))
        else:
            words[word] = chance.choice((chance.choice(ODD), words[word] + chance.choice(LETTERS)))
        if kind > 5:
            lines[at] = " ".join(words)
        return chance.choice(("\n", "\n", "\n", "\r\n")).join(lines).encode("latin-1")

    def test_random_damage_is_judged_alike(self):
        """The second says what the first says, word by word, until an error that only who plays
        the game can see; then it may go on."""
        chance = random.Random(SEED)
        texts = [self.damaged(chance) for _ in range(300 * EFFORT)]
        with tempfile.TemporaryDirectory(prefix="canasta-fair-") as folder:
            names = [f"{folder}/{number}.record" for number in range(len(texts))]
            for name, text in zip(names, texts):
                pathlib.Path(name).write_bytes(text)
            said = [run(CANASTA, "verify", *names), run(sys.executable, SECOND, *names)]
        self.assertNotIn("Traceback", said[1][2])
        verdict, error = ([{} for _ in names] for _ in range(2))
        refused = 0
        for program, (_, out, err) in enumerate(said):
            for name, what in re.findall(r"^\S+/(\d+)\.record: (hand .*)$", out, re.M):
                verdict[int(name)].setdefault(program, []).append(what)
            for name, what in re.findall(r"^\S+/(\d+)\.record:(.*)$", err, re.M):
                error[int(name)][program] = what
        for number, text in enumerate(texts):
            hands = [verdict[number].get(program, []) for program in range(2)]
            wrong = [error[number].get(program) for program in range(2)]
            about = (SEED, number, text, hands, wrong)
            self.assertEqual(hands[0], hands[1][:len(hands[0])], about)
            if wrong[0] is None or not self.is_of_the_game(wrong[0], text):
                self.assertEqual((hands[0], wrong[0] is None), (hands[1], wrong[1] is None), about)
                refused += wrong[0] is not None
        self.assertGreater(refused, 100 * EFFORT)

    def test_a_number_without_end_costs_nothing(self):
        for old, new in (("players 6", "players 6\nset decks = 99999999"),
                         ("players 6", "players 6\nset jokers_total = 9999999999999"),
                         ("players 6", "players 6\nset jokers_total = -4"),
                         ("players 6", "players 6\nset decks = " + "9" * 5000),
                         ("players 6", "players 23"), ("players 6", "players 234"),
                         ("fair k3v9cdpq7e ", "fair k3v9cdpq7e " + "0" * 5000),
                         ("name 0 ", "name 0 " + "a" * 10**6)):
            first, second = judge(self.six.replace(old, new))
            self.assertEqual((first[:2], second[:2]), ((1, []), (1, [])), (old, new[:20]))
            self.assertRegex(second[2], r"^-: line \d+: .*\n$")

    def test_one_file_of_many_decides_the_status(self):
        plain = ROOT / "tests" / "records" / "two_player.record"
        broken = ROOT / "tests" / "records" / "broken_wrong_score.record"
        with tempfile.TemporaryDirectory(prefix="canasta-fair-") as folder:
            good = f"{folder}/good.record"
            pathlib.Path(good).write_text(self.game, encoding="ascii")
            for other in (plain, broken, f"{folder}/absent.record"):
                status, out, err = run(CANASTA, "verify", good, other, good)
                self.assertEqual(status, 1)
                self.assertEqual(out.count(f"{good}: hand 1: proven: "), 2)
                self.assertEqual(err.count("\n"), 0 if other == plain else 1)
                status, out, _ = run(sys.executable, SECOND, good, other, good)
                self.assertEqual((status, out.count(f"{good}: hand 1: proven: ")), (1, 2))

    def test_a_record_that_is_wrong_elsewhere_is_not_proven(self):
        line = lines_of(self.game, "hash")[0]
        wrong = self.game.replace(line, other_digit(line, 6))
        status, _, err = run(CANASTA, "verify", "-", text=wrong)
        self.assertEqual(status, 1)
        self.assertIn("the hash is", err)

    def test_wrong_words_give_status_2(self):
        for words, said in (((), "no record is named"), (("--fast", "-"), "unknown option --fast")):
            status, out, err = run(CANASTA, "verify", *words)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(said, err)
            self.assertEqual(run(sys.executable, SECOND, *words)[0], 2)
        status, out, _ = run(CANASTA, "verify", "--help")
        self.assertEqual((status, out.startswith("usage: canasta verify RECORD...")), (0, True))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + [f"Verify.{claim}" for claim in sys.argv[4:]])
