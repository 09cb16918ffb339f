"""Counts step sequences from a dealt position, for each depth.

    python3 tests/model/perft.py RULES PLAYERS DECK-TEXT DEALER DEPTH
"""
from __future__ import annotations

import sys

import cards
import rulesets
from game import Game
from steps import legal


def perft(game: Game, depth: int) -> int:
    """Sequences of exactly `depth` step names; a hand that ends before counts nothing."""
    names = legal(game)
    if depth == 1:
        return len(names)
    total = 0
    for name in names:
        after = game.clone()
        after.apply(name)
        if after.phase != "hand_end":
            total += perft(after, depth - 1)
    return total


def main() -> int:
    if len(sys.argv) != 6:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    name, players, deck, dealer, depth = sys.argv[1:]
    game = Game(rulesets.load(name, int(players)))
    game.start_hand(int(dealer), cards.parse_group(deck))
    for d in range(1, int(depth) + 1):
        print(d, perft(game, d))
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
