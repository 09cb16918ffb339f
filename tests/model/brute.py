"""The plain search over steps that finish.py and going_out.py are compared with."""
from __future__ import annotations

import random
from typing import Iterator

from cards import BLACK3, JOKER, KINDS, TWO, pack
import melds as md
import turn as tn
from finish import Finisher, follow_ups
from melds import M_SEQ, M_TWOS, M_WILD, Meld
from rulesets import Rules
from turn import Around, Turn


class Brute:
    """Every step in every order; only positions that were seen before are left out."""

    def __init__(self, around: Around):
        self.around = around
        self.ends = Finisher(around)
        self.known: dict[Turn, bool] = {}

    def can_finish(self, turn: Turn) -> bool:
        if turn in self.known:
            return self.known[turn]
        if len(self.known) > 60_000:
            raise OverflowError("too large for the plain search")
        self.known[turn] = False  # `new` and `to-N` may come round
        result = self._try(turn)
        self.known[turn] = result
        return result

    def _try(self, turn: Turn) -> bool:
        around = self.around
        if tn.clean(around, turn):
            if not turn.staging and self.ends.can_end(turn):
                return True
            if not turn.staging and tn.hand_size(turn) == 0:
                return False
            opened = tn.open_staged(around, turn)
            if opened is not None and self.can_finish(opened):
                return True
            fresh = tn.new_run(around, turn)
            if fresh is not None and self.can_finish(fresh):
                return True
            if around.rules.multi and not tn.has_black3(around, turn) and not turn.discard_only:
                for index in range(len(turn.melds)):
                    named = tn.to_meld(around, turn, index)
                    if any(map(self.can_finish, every_suit(around, named))):
                        return True
        return any(map(self.can_finish, every_suit(around, turn)))


def every_suit(around: Around, turn: Turn) -> Iterator[Turn]:
    """The turns after every lay and join that shape allows, with every suit (S26)."""
    for name in tn.lay_names(around, turn):
        _, card, face = tn.meld_of_lay(name)
        for cls in [face] if face >= 0 else around.classes[card]:
            laid = tn.lay(around, turn, name, cls) if turn.hand[cls] else None
            if laid is not None:
                yield laid[0]
    yield from (after for name, after in follow_ups(around, turn) if name.startswith("join"))


def random_meld(rules: Rules, rng: random.Random) -> Meld:
    """A meld that could lie on the table."""
    while True:
        pick = rng.random()
        if rules.sequences and pick < 0.35:
            n = rng.randint(3, rules.sequence_max)
            return Meld(M_SEQ + rng.randrange(4), n=n, low=rng.randint(0, 11 - n))
        if rules.wild_meld and pick < 0.5:
            n = rng.randint(3, rules.wild_limit())
            jokers = rng.randint(0, min(n, 3))
            return Meld(M_WILD, t=n - jokers, j=jokers)
        kind = M_TWOS if rules.twos_as_rank and pick < 0.6 else rng.choice([2, 3, 4, 10])
        n, w = rng.randint(2, 7), rng.randint(0, 3)
        m = Meld(kind, n=n, j=w) if kind == M_TWOS else Meld(kind, n=n, t=w)
        if w <= rules.max_wilds and md.finished(rules, m) and md.ratio_ok(rules, n, w) \
                and not (w and kind in rules.no_wild) \
                and not (rules.meld_max and m.size > rules.meld_max):
            return m


def small_canastas(rules: Rules, rng: random.Random) -> Rules:
    """The same rules, often with canastas so small that small hands can make them."""
    if rng.random() < 0.5:
        rules.canasta_size = rng.choice([4, 5])
        rules.meld_max = min(rules.meld_max, rules.canasta_size)
        rules.keep_cards = rng.choice([0, 1, 1, 2])
        rules.out_canastas = rng.choice([1, 2])
        rules.min_counts_bonuses = rng.random() < 0.1
        rules.black3_meld_wilds = rng.random() < 0.2
    return rules


def random_turn(rules: Rules, rng: random.Random) -> tuple[Around, Turn]:
    """A small position after the draw."""
    small_canastas(rules, rng)
    opened = rng.random() < 0.7
    table: list[Meld] = []
    while opened and len(table) < rng.randint(1, 4):
        m = random_meld(rules, rng)
        if rules.many or m.is_sequence or all(o.kind != m.kind for o in table):
            table.append(m)
    around = Around(rules, stock=rng.choice([0, 5, 40]), talon=rng.choice([0, rules.talon_first]),
                    partner=True, need=rng.choice([15, 50, 90, 120]), red3=rng.randint(0, 3),
                    need_canasta=rng.choice([None] * 8 + ["any", "natural"]))
    near = [2, 3, 4, 5, 10]
    deck = [f for f in pack(rules.decks, rules.jokers_total)
            if KINDS[f] in near or KINDS[f] in (TWO, JOKER, BLACK3)]
    hand = [0] * len(around.kinds)
    for face in rng.sample(deck, rng.randint(2, 7)):
        hand[around.class_of(face)] += 1
    packets = (rules.reserve_packets[0],) if rules.reserve_packets and rng.random() < 0.3 else ()
    answer = rng.choice(["none", "none", "yes", "no"]) if not packets else "none"
    return around, Turn(hand=tuple(hand), melds=tuple(table), packets=packets, answer=answer,
                        pile_empty=rng.random() < 0.2, first_canasta=rng.random() < 0.5)


def compare(rules: Rules, rng: random.Random) -> int:
    """One random position and all that follow it by one step; how many were compared."""
    around, turn = random_turn(rules, rng)
    quick, plain = Finisher(around), Brute(around)
    turns = [turn] + [after for _, after in follow_ups(around, turn)]
    for t in turns:
        try:
            expected = plain.can_finish(t)
        except OverflowError:
            return 0
        if quick.can_finish(t) != expected:
            raise AssertionError(f"{rules.name}: plain {expected}, need {around.need}, "
                                 f"stock {around.stock}, talon {around.talon} at {t}")
    return len(turns)


if __name__ == "__main__":
    import sys
    import rulesets
    for name in sys.argv[2:] or rulesets.names():
        generator, done = random.Random(name), 0
        for _ in range(int(sys.argv[1])):
            done += compare(rulesets.load(name), generator)
        print(name, done, flush=True)
