"""Random play under the model alone: cards are conserved, the legal set is never empty."""
from __future__ import annotations

import argparse
import random
import sys
import time

import cards
import rulesets
from game import Game
from steps import legal


def play_hand(game: Game, rng: random.Random, dealer: int, show: bool = False) -> tuple[int, float]:
    """One hand of random steps; returns the number of steps and the slowest legal set."""
    rules = game.rules
    deck = cards.pack(rules.decks, rules.jokers_total)
    rng.shuffle(deck)
    game.start_hand(dealer, deck)
    count, slowest = 0, 0.0
    while game.phase != "hand_end":
        before = time.perf_counter()
        steps = legal(game)
        slowest = max(slowest, time.perf_counter() - before)
        if show:
            print("=", game.state_line(), "\nL", *steps)
        if not steps:
            raise AssertionError("no legal step: " + game.state_line())
        melding = [s for s in steps if not s.startswith("discard") and s not in ("draw", "pass")]
        choice = rng.choice(melding) if melding and rng.random() < 0.7 else rng.choice(steps)
        if show:
            print(">", game.seat, choice)
        game.apply(choice)
        count += 1
        if game.all_cards() != len(deck):
            raise AssertionError("cards lost: " + game.state_line())
    return count, slowest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="classic_pagat")
    parser.add_argument("--players", type=int)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()
    names = rulesets.names() if args.rules == "all" else [args.rules]
    for name in names:
        players = [args.players] if args.players else rulesets.player_counts(name)
        for number in players:
            overrides = [tuple(item.split("=", 1)) for item in args.set]
            rules = rulesets.load(name, number, [(k.strip(), v) for k, v in overrides])
            rng = random.Random(f"{args.seed}/{name}/{number}")
            game, steps, slowest, ends = Game(rules), 0, 0.0, {}
            begin = time.perf_counter()
            dealer = 0
            for _ in range(args.hands):
                made, slow = play_hand(game, rng, dealer, args.show)
                steps, slowest = steps + made, max(slowest, slow)
                ends[game.end] = ends.get(game.end, 0) + 1
                dealer = game.next_seat(dealer)
                if game.winners:
                    game = Game(rules)
                    dealer = 0
            spent = time.perf_counter() - begin
            print(f"{name} {number}: {args.hands} hands, {steps} steps, {steps / spent:.0f}/s, "
                  f"slowest {slowest:.2f} s, ends {ends}")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
