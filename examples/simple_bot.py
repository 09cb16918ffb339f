#!/usr/bin/env python3
"""A Canasta bot without an engine: it chooses from the legal steps that the referee lists.

usage: canasta match "exec:python3 examples/simple_bot.py" random
It takes the pile when it may, lays what it can, and throws what helps the next player least.
docs/bot-protocol.md describes what is said. Nothing but Python's standard library is used.
"""
import sys

RANKS = "456789TJQKA"
VALUES = {**dict.fromkeys("4567", 5), **dict.fromkeys("89TJQK", 10), "A": 20, "3": 5}
CANASTA = 7


class Table:
    """What the block before `go` says."""

    def __init__(self):
        self.sides, self.own_side, self.melds = [], 0, {}

    def hear(self, words):
        verb = words[0]
        if verb == "seats":  # seats 4 sides 0,1,0,1
            self.sides = words[3].split(",")
        elif verb == "view":  # view seat 2 dealer 0 played 0 totals 0,0
            self.own_side = self.sides[int(words[2])]
        elif verb == "hold":  # hold 4c5d5dKhX
            self.hand = words[1].replace("X", "XX").strip("-")[::2]  # ranks; X is a joker
        elif verb == "table":  # table phase draw turn 2 stock 43 ...
            self.seen = dict(zip(words[1::2], words[2::2]))
        elif verb == "melds":  # melds 0 K:KcKdKh2c 5:5h5d5s
            groups = (word.replace("X", "XX").split(":") for word in words[2:] if word != "-")
            self.melds[words[1]] = [(letter, len(cards) // 2) for letter, cards in groups]
        elif verb == "legal":
            self.legal = words[1:]

    def first(self, *names):
        return next((name for name in names if name in self.legal), None)

    def size(self, rank):
        """Cards of the latest own meld of that rank."""
        return dict(self.melds[self.own_side]).get(rank, 0)

    def lay(self):
        """Naturals first, the rank nearest to a canasta; wilds where few are missing."""
        ranks = sorted(RANKS, key=lambda r: -self.size(r) - self.hand.count(r))
        good = [r for r in ranks if self.size(r) > 0 or self.hand.count(r) > 2]
        near = [r for r in ranks if CANASTA - 3 <= self.size(r) < CANASTA]
        sequences = [step for step in self.legal if step.startswith("seq-")]
        named = [f"to-{i}" for i, (letter, size) in enumerate(self.melds[self.own_side], 1)
                 if letter in self.hand and size < CANASTA]
        return self.first(*named, *("lay-" + r for r in good), *sequences,
                          *(wild + r for r in near for wild in ("two-", "joker-")))

    def cost(self, step):
        """What a discard gives away: wilds, ranks others collect, cards that match in hand."""
        kind = step.split("-")[1]
        if kind in ("3", "3r"):
            return -100
        if kind in "2X":
            return 1000
        wanted = any(kind in dict(melds) for side, melds in self.melds.items()
                     if side != self.own_side)
        own = 60 if self.size(kind) > 0 else 0
        return 200 * wanted + own + 40 * self.hand.count(kind) - VALUES[kind]

    def choose(self):
        phase = self.seen["phase"]
        if phase == "answer":
            return self.first("yes", "no")
        if phase == "draw":
            return self.first("take-top", "take-pair", "take-two", "take-joker", "draw") or \
                self.legal[0]
        discards = [step for step in self.legal if step.startswith("discard-")]
        best = min(discards, key=self.cost) if discards else None
        return self.first("declare", "lay-out", "open") or self.lay() or best or \
            next((step for step in self.legal if step != "ask"), "ask")


def main():
    table = Table()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "begin":
            print("canasta-bot 1 simple", flush=True)
        elif words[0] == "go":
            print("step", table.choose(), flush=True)
        elif words[0] == "illegal":
            print(line.strip(), file=sys.stderr)
        elif words[0] == "quit":
            return
        else:
            table.hear(words)


main()
