"""Tests of the model itself: deals, scores, legality, dead ends against a plain search."""
from __future__ import annotations

import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import brute
import cards
import melds as md
import mixing
import rulesets
import scoring
from cards import KINDS, parse_group
from game import Game
from melds import M_SEQ, M_WILD
from steps import legal
from table import Laid
from turn import Turn

CLASSIC = "classic_pagat classic_usp wiki_play relaxed forum online"


def deck_with(rules, fixed: dict[int, str]) -> list[int]:
    """A deck with these cards at these places and no red three in the rest of its first half."""
    rest = cards.pack(rules.decks, rules.jokers_total)
    for text in fixed.values():
        rest.remove(cards.FACE_OF[text])
    rest.sort(key=lambda f: (KINDS[f] > 10, f % 4, f))
    rest.reverse()
    return [cards.FACE_OF[fixed[i]] if i in fixed else rest.pop()
            for i in range(len(rest) + len(fixed))]


def meld_of(text: str) -> md.Meld:
    """A golden case's meld: what it is follows from its cards."""
    faces = parse_group(text)
    laid = Laid(0)
    laid.cards = faces
    ranks = {KINDS[f] for f in faces if KINDS[f] <= 11}
    if not ranks:
        laid.kind = M_WILD
    elif len(ranks) > 1:
        laid.kind = M_SEQ + faces[0] % 4
        laid.cards.sort()
    else:
        laid.kind = min(ranks)
    return laid.meld()


class Deals(unittest.TestCase):
    """P24, P25 and the cases of section 11."""

    def test_p24(self):
        rules = rulesets.load("classic_pagat")
        deck = deck_with(rules, {0: "3d", 2: "3h", 44: "3d", 45: "9c", 46: "Kd", 47: "Qs",
                                 48: "8h"})
        game = Game(rules)
        game.start_hand(0, deck)
        self.assertEqual([sum(t) for t in game.threes], [0, 2, 0, 1])
        self.assertEqual(game.hands[1][cards.FACE_OF["9c"]], deck[4:44:4].count(
            cards.FACE_OF["9c"]) + 1)
        self.assertEqual(cards.group_text(game.pile), "Qs")
        self.assertEqual(cards.FACES[game.stock[-1]], "8h")
        self.assertEqual((game.seat, len(game.stock), game.frozen), (1, 60, False))

    def test_c260_first_turn(self):
        rules = rulesets.load("classic_usp")
        deck = deck_with(rules, {0: "3d", 2: "3h", 44: "3d", 45: "9c", 46: "Kd", 47: "Qs"})
        game = Game(rules)
        game.start_hand(0, deck)
        self.assertEqual(cards.group_text(game.pile), "3d9c")
        self.assertTrue(game.frozen)
        self.assertEqual([sum(t) for t in game.threes], [0, 1, 0, 0])
        self.assertEqual(cards.FACES[game.stock[-1]], "Qs")

    def test_p25_modern(self):
        rules = rulesets.load("modern_american")
        game = Game(rules)
        game.start_hand(0, deck_with(rules, {}))
        self.assertEqual((len(game.stock), game.pile), (56, []))

    def test_p25_two_player_and_online(self):
        rules = rulesets.load("two_player")
        deck = deck_with(rules, {0: "Kc", 29: "Qc", 30: "Td"})
        game = Game(rules)
        game.start_hand(0, deck)
        self.assertEqual((game.hands[1][cards.FACE_OF["Kc"]] > 0,
                          game.hands[0][cards.FACE_OF["Qc"]] > 0), (True, True))
        self.assertEqual((cards.group_text(game.pile), len(game.stock)), ("Td", 77))
        rules = rulesets.load("online", 4)
        deck = deck_with(rules, {0: "4c", 1: "5c", 2: "6c", 3: "7c"})
        game = Game(rules)
        game.start_hand(0, deck)
        self.assertEqual([KINDS[deck[i]] for i in range(4)], [0, 1, 2, 3])
        self.assertEqual(game.seat, 3)
        self.assertTrue(game.hands[3][0] and game.hands[2][4] and game.hands[1][8])

    def test_c270_buried(self):
        rules = rulesets.load("italian")
        game = Game(rules)
        game.start_hand(0, deck_with(rules, {60: "Jh", 72: "9c"}))
        self.assertEqual((game.buried, cards.FACES[game.pile[-1]]), (11, "Jh"))

    def test_stock_sizes(self):
        for name, size in (("samba", 101), ("bolivia", 101), ("two_player", 77)):
            rules = rulesets.load(name)
            game = Game(rules)
            game.start_hand(0, deck_with(rules, {}))
            self.assertEqual(len(game.stock) + len(game.pile) - 1, size, name)


# case, melds, hands, (red, black) threes, out, concealed canastas, {total: rule sets}
SCORES = [
    ("C076", "", "", (3, 0), False, 0, {-300: CLASSIC + " two_player samba"}),
    ("C077", "", "", (4, 0), False, 0, {-800: "classic_pagat relaxed forum two_player"}),
    ("C078", "KcKdKh", "", (4, 0), False, 0, {830: "classic_pagat forum", -770: "online"}),
    ("C080", "KcKdKhKsKc2h2d", "", (3, 0), False, 0, {690: "online classic_pagat two_player"}),
    ("C081", "", "", (6, 0), False, 0, {-1000: "samba"}),
    ("C082", "", "", (6, 0), False, 0, {-1200: "brazilian"}),
    ("C192", "KcKdKhKsKcKdKh", "", (0, 0), False, 0, {570: CLASSIC + " samba"}),
    ("C193", "", "4c4d/5cKd", (0, 0), False, 0, {-25: CLASSIC}),
    ("C195", "", "3c", (0, 0), False, 0, {-100: "bolivia brazilian", -5: "samba"}),
    ("C196", "", "3d3c", (0, 0), False, 0, {-505: "hand_and_foot"}),
    ("C197", "QcQdQhQs2c2d2h", "AcAd4c5d", (0, 0), True, 0, {450: CLASSIC}),
    ("C199", "KcKdKhKsKcKdKh", "", (0, 0), False, 1, {670: "forum"}),
    ("C200", "QcQdQhQs2c2d2h", "", (0, 0), False, 1, {500: "forum"}),
    ("C201", "KcKdKhKsKcKdKh2h", "", (0, 0), False, 0, {390: "classic_pagat online forum"}),
    ("C203", "7c7d7h7s7c7d7h/QcQdQhQs2c2dX/AcAdAh", "9c9d", (1, 0), False, 0,
     {1105: "classic_pagat two_player relaxed forum"}),
    ("C204", "3c3s3c", "Kd", (0, 0), True, 0, {105: "classic_pagat"}),
    ("C205", "8h9hThJhQhKhAh", "", (0, 0), False, 0, {1580: "samba bolivia"}),
    ("C207", "2c2d2h2s2cXX", "", (0, 0), False, 0,
     {2700: "bolivia", 2200: "brazilian uruguay cuban joker modern_american",
      1700: "hand_and_foot", 1200: "pennies"}),
    ("C208", "2c2d2h2s2c2d2h", "", (0, 0), False, 0, {4140: "cuban joker",
                                                      3140: "modern_american"}),
    ("C209", "XXXX2c2d2h", "", (0, 0), False, 0, {3260: "cuban joker", 2760: "modern_american"}),
    ("C211", "7c7d7h7s7c7d7h", "", (0, 0), False, 0, {2535: "modern_american"}),
    ("C212", "AcAdAhAsAcAdAh", "", (0, 0), False, 0, {2640: "modern_american"}),
    ("C213", "AcAdAhAsAc2d2h", "", (0, 0), False, 0, {440: "modern_american"}),
    ("C215", "", "AcAdAh/AsAcAd", (0, 0), False, 0, {-3120: "modern_american"}),
    ("C216", "", "", (2, 1), False, 0, {-400: "modern_american"}),
    ("C217", "KcKdKhKsKcKdKh", "", (3, 2), False, 0, {570: "modern_american"}),
    ("C219", "KcKdKhKsKcKd", "QcQd", (0, 0), False, 0, {-80: "modern_american"}),
    ("C220", "2c2dX", "", (0, 0), False, 0, {-2090: "modern_american"}),
    ("C221", "XXXX2c2d", "", (0, 0), False, 0, {-2740: "modern_american",
                                                -2240: "modern_american_cla"}),
    ("C223", "4c5c6c7c8c", "", (0, 0), False, 0, {30: "brazilian"}),
    ("C224", "7c7d7h7s7c7d7h", "", (0, 0), False, 0, {1535: "pennies"}),
    ("C225", "KcKdKhKsKcKdKh", "", (8, 0), False, 0, {-430: "pennies"}),
    ("C247", "KcKdKh", "", (5, 0), False, 0, {1030: "six_hand", -470: "samba"}),
    ("C248", "KcKdKh", "", (6, 0), False, 0, {1230: "six_hand"}),
    ("C347", "7c7d7h", "7s7c7d", (0, 0), False, 0, {-4030: "modern_american"}),
    ("C348", "AcAd2h", "", (0, 0), False, 0, {-60: "modern_american"}),
    ("C353", "", "AcAdAh", (0, 0), False, 0, {-60: CLASSIC + " two_player samba"}),
    ("C354", "QcQdQhQsQcQdQh/3c3s3c3s", "", (0, 0), True, 0, {690: CLASSIC}),
    ("C356", "9c9d9h9s9c9d2c/AcAdAh", "4c/Kd", (4, 0), False, 0, {1225: CLASSIC}),
    ("C357", "KcKdKh", "4c", (1, 0), False, 0, {125: "classic_pagat relaxed_3", -75: "online"}),
    ("C358", "KcKdKhKsKc2c2d", "", (2, 0), False, 0, {190: "samba"}),
]


class Scores(unittest.TestCase):
    """Score cases of the rule descriptions, typed again."""

    def test_cases(self):
        for case, melds, hands, threes, out, concealed, totals in SCORES:
            counts = []
            for group in hands.split("/"):
                counts.append([parse_group(group or "-").count(f) for f in range(53)])
            made = [meld_of(m) for m in melds.split("/") if m]
            for total, names in totals.items():
                for name in names.split():
                    parts = scoring.side_score(rulesets.load(name), made, counts, [], [threes],
                                               out, concealed_canastas=concealed)
                    self.assertEqual(scoring.total(parts), total, f"{case} {name} {parts}")

    def test_packets_are_not_held(self):
        """P102: of three sevens one in a packet that nobody picked up is not held; it counts."""
        rules = rulesets.load("modern_american")
        hand, packet = ([parse_group(g).count(f) for f in range(53)] for g in ("7c7d", "7h"))
        parts = scoring.side_score(rules, [], [hand], [packet], [(0, 0)])
        self.assertEqual((parts["penalties"], parts["hand"]), (0, -15))
        parts = scoring.side_score(rules, [], [packet], [hand], [(0, 0)])
        self.assertEqual(parts["penalties"], 0)
        three = [h + p for h, p in zip(hand, packet)]
        parts = scoring.side_score(rules, [], [three], [], [(0, 0)])
        self.assertEqual(parts["penalties"], -1500)

    def test_collections_c372(self):
        rules = rulesets.load("italian")
        done = [meld_of("KcKdKhKsKcKdKh")] * 5 + [meld_of("QcQdQhQsQc2c2d")]
        self.assertEqual(scoring.collections(rules, done), 3000)

    def test_set_aside_c374(self):
        rules = rulesets.load("cuban")
        parts = [scoring.side_score(rules, [], [], [], [(0, 0)], aside=n)["special"]
                 for n in (3, 4)]
        self.assertEqual(parts, [15, 100])

    def test_winners(self):
        def won(name, totals, hands=3):
            return scoring.winners(rulesets.load(name), totals, hands)
        self.assertEqual(won("classic_pagat", [5010, 5200]), [1])      # C231
        self.assertEqual(won("classic_pagat", [4995, 4990]), [])       # C232
        self.assertEqual(won("classic_pagat", [5000, 5000]), [])       # C234
        self.assertEqual(won("relaxed_3", [5200, 5000, 5000]), [0])    # C360
        self.assertEqual(won("samba", [9990, 10000]), [1])             # C236
        rules = rulesets.load("classic_pagat", 4, [("rounds", "2"), ("tie_rule", "shared")])
        self.assertEqual(scoring.winners(rules, [10, 10], 2), [0, 1])

    def test_minimum(self):
        def need(name, total, hand=1):
            return scoring.minimum(rulesets.load(name), total, hand)
        self.assertEqual(need("classic_pagat", -5), (15, None))
        self.assertEqual(need("classic_pagat", 3000), (120, None))
        self.assertEqual(need("online", -5), (50, None))
        self.assertEqual(need("hand_and_foot", 9999, 3), (120, None))  # C229
        self.assertEqual(need("brazilian", 8000), (200, "any"))
        self.assertEqual(need("brazilian", 9000), (0, "natural"))

    def test_special_hands(self):
        def name(rules, text):
            counts = [parse_group(text).count(f) for f in range(53)]
            found = scoring.special_hand(rulesets.load(rules), counts)
            return found and (found["name"], found["points"])
        straight = "Ac2c3c4c5c6c7c8c9cTcJcQcKcX"
        self.assertEqual(name("modern_american", straight), ("straight", 3000))   # C165
        self.assertEqual(name("modern_american", "4c4d5c5d6c6d8c8d9c9dJcJdQcQd"),
                         ("pairs", 2500))                                         # C166
        self.assertEqual(name("modern_american_cla", "8c8d8h8sQcQdQhQs5c5d5hKcKdKh"),
                         ("garbage", 3000))                                       # C168
        self.assertIsNone(name("modern_american", "Ac2c2d4c5c6c7c8c9cTcJcQcKcX"))  # C352
        self.assertEqual(name("modern_american_cla", "5c5d5h5s5c6c6d6h6s6cXXXX")[1], 8500)


class Position:
    """A game put into a position of seat 1 after its draw, to ask for its legal steps."""

    def __init__(self, name: str, hand: str, melds: str = "", *, overrides=(), pile: str = "-",
                 phase: str = "meld", total: int = 0, theirs: str = "", players: int | None = None,
                 threes: int = 0, frozen: bool = False, stock: int = 30, taken: bool = True,
                 drawn: bool = True, answer: str = "none"):
        rules = rulesets.load(name, players, list(overrides))
        game = Game(rules)
        deck = cards.pack(rules.decks, rules.jokers_total)
        random.Random(3).shuffle(deck)
        game.start_hand(0, deck)
        seat = game.seat
        side = game.side_of[seat]
        game.turn = Turn(())
        game.phase, game.frozen, game.taken, game.drawn = phase, frozen, taken, drawn
        game.answer = answer
        game.pile, game.buried = parse_group(pile), 0
        game.stock = game.stock[:stock]
        game.totals = [total] * game.side_count
        game.threes = [[0] * 4 for _ in range(game.n)]
        game.threes[seat][1] = threes
        game.hands[seat] = [parse_group(hand).count(f) for f in range(53)]
        game.held = [None] * game.n
        game.packets = [[] for _ in range(game.n)]
        for owner, text in ((side, melds), ((side + 1) % game.side_count, theirs)):
            game.melds[owner] = []
            for group in text.split("/"):
                if group:
                    laid = Laid(meld_of(group).kind)
                    laid.cards, laid.by = parse_group(group), {(seat + 2) % game.n}
                    game.melds[owner].append(laid)
        self.game = game

    def legal(self) -> list[str]:
        return legal(self.game)

    def play(self, *steps: str) -> list[str]:
        for step in steps:
            assert step in self.legal(), (step, self.legal(), self.game.state_line())
            self.game.apply(step)
        return self.legal()


class Legality(unittest.TestCase):
    """Golden cases as runs of steps."""

    def runs(self, position: Position, steps: str) -> bool:
        for step in steps.split():
            if step not in position.legal():
                return False
            position.game.apply(step)
        return True

    def check(self, case: str, names: str, expected: bool, hand: str, steps: str, melds: str = "",
              **rest) -> None:
        for name in names.split():
            got = self.runs(Position(name, hand, melds, **rest), steps)
            self.assertEqual(got, expected, f"{case} {name}")

    def test_minimum_cases(self):
        hand = "7c7d7hQcQdQh2d4s8s9s"
        steps = "lay-7 lay-7 lay-7 lay-Q lay-Q lay-Q two-Q open"
        self.check("C001", "classic_pagat forum samba", False, hand, steps, total=1600)
        hand = "7c7d7hAcAdAh2d4s8s9s"
        steps = "lay-7 lay-7 lay-7 lay-A lay-A lay-A two-A open"
        self.check("C002", "classic_pagat forum samba", True, hand, steps, total=1600)
        self.check("C004", "classic_pagat forum online", False, hand, steps, total=3000)
        self.check("C008", "classic_pagat samba", True, "4c4d4h7s8sQs", "lay-4 lay-4 lay-4 open",
                   total=-5)
        self.check("C008", "online joker", False, "4c4d4h7s8sQs", "lay-4 lay-4 lay-4 open",
                   total=-5)
        self.check("C024", "italian", False, "AcAdAh2c7s8s", "lay-A lay-A lay-A two-A open")
        self.check("C024", "samba", True, "AcAdAh2c7s8s", "lay-A lay-A lay-A two-A open")
        self.check("C311", "samba bolivia", True, "QhKhAh8c8d8h4s5d",
                   "seq-Qh seq-Kh seq-Ah lay-8 lay-8 lay-8 open")

    def test_modern_opening_cases(self):
        self.check("C115", "modern_american", False, "AcAdAh2hQcQdQh2d4s8s",
                   "lay-A lay-A lay-A two-A lay-Q lay-Q lay-Q two-Q open")
        self.check("C116", "modern_american", True, "AcAdAhQcQd2dX4s8s",
                   "lay-A lay-A lay-A lay-Q lay-Q two-Q joker-Q open")
        self.check("C117", "modern_american", True, "2c2dXX4s8s",
                   "two-W two-W joker-W joker-W open")
        self.check("C250", "modern_american_cla", False, "2c2dXX4s8s",
                   "two-W two-W joker-W joker-W open")
        seven = "lay-7 " * 7 + "open"
        self.check("C119", "modern_american", True, "7c7d7h7s7c7d7h4s8s", seven)
        self.check("C119", "classic_pagat", False, "7c7d7h7s7c7d7h4s8s", seven)
        take = "take-pair lay-A lay-A lay-A lay-Q lay-Q lay-Q {} open"
        self.check("C113", "modern_american", False, "KhKcAcAdAhQcQdQh2h4s5s",
                   take.format("two-Q"), pile="Kd", phase="draw")
        self.check("C291", "modern_american", True, "KhKcAcAdAhQcQdQhQsJcJdJh4s5s",
                   take.format("lay-Q lay-J lay-J lay-J"), pile="Kd", phase="draw")

    def test_shape_cases(self):
        table = "4c4d4h4s"
        more = dict(melds=table)
        self.check("C029", "classic_pagat samba", False, "5h2c2hKsQs9s", "lay-5 two-5 two-5",
                   **more)
        self.check("C033", "classic_pagat", True, "9h9c2c2hXKsQs",
                   "lay-9 lay-9 two-9 two-9 joker-9", **more)
        self.check("C033", "forum relaxed online samba", False, "9h9c2c2hXKsQs",
                   "lay-9 lay-9 two-9 two-9 joker-9", **more)
        self.check("C040", "samba bolivia", True, "7c8c9cKsQs", "seq-7c seq-8c seq-9c", **more)
        self.check("C044", "samba", False, "4h5h6h7h8h9hThJhKsQs", "seq-4h seq-5h seq-6h seq-7h "
                   "seq-8h seq-9h seq-Th seq-Jh", **more)
        king = dict(melds="KcKdKhKsKcKdKh")
        self.check("C047", "classic_pagat online", False, "Ks4s5s6s", "to-2", **king)
        self.check("C047", "classic_pagat forum", True, "Ks4s5s6s", "lay-K", **king)
        self.check("C047", "online samba", True, "Ks4s5s6s", "to-1 lay-K", **king)
        self.check("C047", "cuban joker pennies", False, "Ks4s5s6s", "lay-K", **king)
        self.check("C048", "relaxed cuban", False, "2d4s5s6s", "two-K", **king)
        self.check("C048", "classic_pagat forum", True, "2d4s5s6s", "two-K", **king)
        self.check("C060", "modern_american", False, "2h4s5s6s", "two-K", melds="KcKdKhKs")
        self.check("C061", "modern_american", True, "2h4s5s6s", "two-K", melds="KcKdKhKsKc")
        self.check("C063", "modern_american", False, "2h4s5s6s", "two-K",
                   melds="2c2dX/KcKdKhKsKc")
        self.check("C063", "modern_american", True, "2h4s5s6s", "two-W",
                   melds="2c2dX/KcKdKhKsKc")
        self.check("C064", "modern_american", False, "9c9d9h4s5s6s", "lay-9", melds=table,
                   theirs="9s9c9d9h9s9c9d")
        self.check("C299", "relaxed", False, "2c2d4s5s6s", "two-9 two-9", melds="9c9d9h9s9c9d")
        self.check("C300", "relaxed", True, "9c9d9h9s9c9d2c2d4s5s6s",
                   "lay-9 " * 6 + "two-9 two-9", melds=table)
        self.check("C303", "samba", True, "4s5s6s", "to-1 join-2", melds="KcKd2c/KhKs2d")
        self.check("C304", "samba", False, "4s5s6s", "to-1 join-2", melds="KcKd2c/KhKs2d2h")
        self.check("C345", "modern_american", True, "KcKdKhKsKc2c5s6s", "lay-K " * 5 + "two-K",
                   melds=table)

    def test_take_cases(self):
        hand, base = "KhKc4s5s6s", dict(melds="4c4d4h4s", pile="5dKd", phase="draw")
        self.check("C084", "classic_pagat samba uruguay modern_american", True, hand, "take-pair",
                   **base)
        two = dict(base)
        self.check("C085", "classic_pagat forum online", True, "Kh2c4s5s6s", "take-two", **two)
        self.check("C085", "samba hand_and_foot uruguay joker italian", False, "Kh2c4s5s6s",
                   "take-two", **two)
        own = dict(base, melds="KcKhKs")
        self.check("C087", "classic_pagat relaxed", True, "4s5s6s", "take-top", **own)
        self.check("C087", "online samba hand_and_foot", True, "4s5s6s", "to-1 take-top", **own)
        self.check("C087", "forum uruguay", False, "4s5s6s", "take-top", **own)
        full = dict(base, melds="KcKhKsKcKhKsKd")
        self.check("C088", "samba hand_and_foot online", False, "4s5s6s", "to-1", **full)
        self.check("C089", "classic_pagat samba", False, "4s5s6s", "take-top",
                   **dict(own, frozen=True))
        self.check("C097", "online", False, "Kh2c4s5s6s", "take-two", **dict(base, taken=False))
        self.check("C099", "classic_pagat", False, "3s3c4s5s", "take-pair", **dict(base, pile="3c"))
        self.check("C103", "mexicana", False, "7h7c4s5s", "take-pair", **dict(base, pile="7d"))
        self.check("C104", "classic_pagat", False, "5h", "take-top",
                   melds="5c5d5h5s5c5d5h", pile="5d", phase="draw")
        self.check("C108", "samba", True, "4s9d", "to-1 take-top", melds="5h6h7h", pile="4d8h",
                   phase="draw")
        self.check("C112", "modern_american", False, hand, "take-pair",
                   **dict(base, melds="KcKdKhKsKs"))
        self.check("C282", "classic_pagat", False, "Kh2h4s5s", "take-two",
                   **dict(base, melds="KcKdKhKs2c2dX"))
        self.check("C284", "classic_pagat", False, "KhKc5c", "take-pair",
                   melds="4c4d4h4s", pile="Kd", phase="draw")
        self.check("C286", "classic_pagat", True, "KhKc", "take-pair", melds="4c4d4h4s4c4d4h",
                   pile="Kd", phase="draw")

    def test_going_out_cases(self):
        canasta = "QcQdQhQsQcQdQh"
        self.check("C137", "classic_pagat online", True, "4c", "discard-4", melds=canasta)
        self.check("C140", "classic_pagat", False, "9c9d9h", "lay-9", melds="4c4d4h")
        self.check("C141", "classic_pagat", False, "9c9d9hKc", "lay-9", melds="4c4d4h")
        self.check("C142", "classic_pagat", True, "9c9d9hKcQd", "lay-9 lay-9 lay-9 discard-K",
                   melds="4c4d4h")
        self.check("C145", "bolivia", False, "4c", "discard-4", melds=canasta + "/" + canasta)
        self.check("C146", "brazilian", False, "4c", "discard-4", melds=canasta + "/" + canasta)
        self.check("C146", "brazilian", True, "4c", "discard-4", melds=canasta + "/" + canasta,
                   answer="yes")
        self.check("C148", "mexicana", False, "4c", "discard-4",
                   melds=canasta + "/KcKdKhKsKcKdKh", threes=1)
        self.check("C148", "mexicana", True, "4c", "discard-4",
                   melds=canasta + "/KcKdKhKsKcKdKh", threes=2)
        self.check("C301", "classic_pagat", True, "8hKcKdKs", "lay-K lay-K lay-K lay-8",
                   melds="8c8d8h8s8c8d")
        self.check("C312", "classic_pagat", False, "3c3s", "lay-3", melds=canasta)
        self.check("C313", "classic_pagat", True, "3c3s3c3s", "lay-3 lay-3 lay-3 discard-3",
                   melds=canasta)
        self.check("C315", "classic_pagat", False, "3c3s3c", "lay-3", melds="4c4d4h")
        self.check("C156", "classic_pagat", True, "5c5d5h5s5c5d5hQcQdQh4c",
                   "lay-5 " * 7 + "lay-Q lay-Q lay-Q open discard-4", total=1500)
        self.check("C157", "relaxed forum", False, "5c5d5h5s5c5d5hQcQdQh4c",
                   "lay-5 " * 7 + "lay-Q lay-Q lay-Q open", total=1500)
        self.check("C370", "classic_pagat forum", True, "5c5d5h5s5c5d5h3c3s3c4d",
                   "lay-5 " * 7 + "lay-3 lay-3 lay-3 open discard-4")
        self.check("C349", "modern_american", True, "X", "discard-X",
                   melds=canasta + "/KcKdKhKsKcKdKh")
        self.check("C154", "modern_american", False, "4c", "discard-4",
                   melds=canasta + "/KcKdKhKsKcKdKh/7c7d7h")

    def test_asking_and_discards(self):
        canasta = "8c8d8h8s8c8d8h"
        self.check("C319", "classic_pagat", False, "4c5c6c9s", "ask", melds=canasta)
        self.check("C321", "classic_pagat", False, "8s4c", "lay-8", melds=canasta, answer="no")
        self.check("C320", "classic_pagat", True, "8s4c5c", "lay-8 discard-4", melds=canasta,
                   answer="no")
        self.check("C317", "two_player", False, "8s4c", "ask", melds=canasta)
        self.check("C135", "modern_american", False, "3c4c5c", "discard-3", melds=canasta)
        self.check("C136", "pennies", False, "7d4c5c", "discard-7", melds=canasta)
        self.check("C333", "pennies", True, "7c7d", "discard-7", melds="4c4d4h")
        self.check("C331", "modern_american", True, "7cAc2d", "discard-7", melds="4c4d4h")
        self.check("C331", "modern_american", False, "7cAc2d", "discard-2", melds="4c4d4h")
        self.check("C330", "modern_american", False, "2c4c5c", "discard-2", melds="4c4d4h")
        self.check("C335", "classic_pagat", True, "5c", "draw", melds="9c9d9s", pile="9h",
                   phase="draw", stock=0)
        self.check("C334", "classic_pagat", False, "5c6c", "draw", melds="9c9d9s", pile="4h9h",
                   phase="draw", stock=0)
        self.check("C184", "wiki_play", False, "9c9d5cAsAdAcKs", "draw", melds="", pile="9h",
                   phase="draw", stock=0)
        self.check("C183", "classic_pagat", True, "9c9d5cAsAdAcKs", "draw", melds="", pile="9h",
                   phase="draw", stock=0)
        self.check("C165", "modern_american", True, "Ac2c3c4c5c6c7c8c9cTcJcQcKcX", "declare")
        self.check("C316", "classic_usp", True, "8h9h", "ask", melds=canasta + "/9c9d9s",
                   phase="draw")

    def test_suits_s26(self):
        """The five of clubs belongs to the sequence, another one to the fives."""
        canastas = "QcQdQhQsQcQdQh/JcJdJhJsJcJdJh/6c7c8c"
        self.check("S26", "samba", True, "4c5c5hKd", "to-4 lay-5 to-3 seq-5c seq-4c discard-K",
                   melds=canastas + "/5d5h5s", answer="yes")
        self.check("S26", "samba", True, "4c5c5d5hKd", "take-pair to-3 seq-5c seq-4c discard-K",
                   melds=canastas, pile="5s", phase="draw", answer="yes")
        self.check("S26", "samba", False, "4c5c5d8hKd", "take-pair", melds=canastas, pile="5s",
                   phase="draw", answer="yes")

    def test_never_last(self):
        """P46: no play that leaves only a card that may not be discarded last."""
        out = "7c7d7h7s7c7d7h/4c4d4h4s4c4d2c/2c2d2h2s2c2dX/5c5d5h5s5c5d5h/9c9d9h"
        self.check("never_last", "pennies", True, "9s8c", "lay-9 discard-8", melds=out, theirs=out)
        self.check("never_last", "pennies", False, "9s7c", "lay-9", melds=out, theirs=out)
        self.check("never_last", "pennies", False, "7c", "pass", melds=out, theirs=out)


class Refills(unittest.TestCase):
    """A stock that is used up (P170 to P173)."""

    def at(self, refill: str, **facts) -> Game:
        return Position("classic_pagat", "4s6d8c", overrides=[("stock_refill", refill)],
                        phase="draw", stock=0, **facts).game

    def test_siphash(self):
        """The example of its authors."""
        key = [int.from_bytes(bytes(range(at, at + 8)), "little") for at in (0, 8)]
        self.assertEqual(mixing.siphash((key[0], key[1]), bytes(range(15))), 0xa129ca6149be45e5)

    def test_bottom_card_is_drawn_first(self):
        game = self.at("turn_pile", pile="4c5c6c7h")
        game.apply("draw")
        self.assertEqual((cards.group_text(game.stock[::-1]), cards.group_text(game.pile)),
                         ("5c6c", "7h"))
        self.assertEqual(game.hands[game.seat][cards.FACE_OF["4c"]], 1)

    def test_shuffle_keeps_the_cards(self):
        game = self.at("shuffle_pile", pile="4c5c6c7c8c9cTc7h")
        game.stock = [cards.FACE_OF["Kd"]]
        game.apply("draw")
        game._refill()
        self.assertEqual(cards.group_text(sorted(game.stock)), "4c5c6c7c8c9cTc")
        self.assertNotEqual(game.stock, sorted(game.stock))

    def test_not_twice_without_a_lay(self):
        game = self.at("turn_pile", pile="4c5c6c7h")
        game.apply("draw")
        game.pile += game.stock
        self.assertEqual(game.refill_size(), 0)
        game.stalled = False
        self.assertEqual(game.refill_size(), 2)


class Picks(unittest.TestCase):
    """P153."""

    def at(self, **facts) -> Game:
        return Position("two_player", "4s6d8c", overrides=[("pick_top", "always")], phase="draw",
                        **facts).game

    def test_top_card_and_one_more(self):
        game = self.at(pile="9c7h", stock=20)
        game.stock.append(cards.FACE_OF["Kd"])
        self.assertIn("pick", legal(game))
        game.apply("pick")
        self.assertEqual([game.hands[game.seat][cards.FACE_OF[card]] for card in ("7h", "Kd")],
                         [1, 1])
        self.assertEqual((cards.group_text(game.pile), game.phase), ("9c", "meld"))

    def test_not_what_cannot_be_taken(self):
        for facts in ({"pile": "9c2h"}, {"pile": "2h9c", "frozen": True}, {"pile": "9c3s"},
                      {"pile": "-"}, {"pile": "9c7h", "stock": 0}):
            self.assertNotIn("pick", legal(self.at(**facts)), facts)


class DeadEnds(unittest.TestCase):
    """The search against a plain one, and random play."""

    def test_against_plain_search(self):
        for name in rulesets.names():
            rng = random.Random("dead ends " + name)
            compared = sum(brute.compare(rulesets.load(name), rng) for _ in range(40))
            self.assertGreater(compared, 100, name)

    def test_random_hands(self):
        import self_play
        for name in ("classic_pagat", "samba", "modern_american", "hand_and_foot", "cutthroat_3"):
            game = Game(rulesets.load(name))
            steps, _ = self_play.play_hand(game, random.Random(name), 0)
            self.assertGreater(steps, 10)
            self.assertEqual(game.phase, "hand_end")


if __name__ == "__main__":
    unittest.main()
