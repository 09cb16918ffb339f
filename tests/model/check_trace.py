"""Compares traces of the engine with the model: states, complete legal sets, scores, winners.

    python3 tests/model/check_trace.py [--max-hands N] FILE...
"""
from __future__ import annotations

import argparse
import sys
from typing import TextIO

import cards
import rulesets
import scoring
from finish import SearchLimit
from game import Game
from steps import legal
from trace import Line, TraceError, difference, items, lines


class Difference(Exception):
    """The model and the trace disagree."""


class TooLarge(Difference):
    """The model gave up: a search of its own became too large to say anything."""


class Checker:
    """One trace being followed."""

    def __init__(self, name: str, max_hands: int):
        self.name, self.max_hands = name, max_hands
        self.rules_name, self.players = "", 0
        self.overrides: list[tuple[str, str]] = []
        self.game: Game | None = None
        self.hands = self.steps = self.legal_sets = 0
        self.hand_steps = 0
        self.dealer = 0
        self.done = False
        self.scored: list[int] = []

    def where(self, line: Line | None) -> str:
        game = self.game
        turn = getattr(game, "turn_number", 0) if game else 0
        return (f"{self.name}:{line.number if line else 0}: hand {self.hands}, turn {turn}, "
                f"step {self.hand_steps} of the hand")

    def follow(self, file: TextIO) -> None:
        for line in lines(file):
            if self.done:
                return
            try:
                self.take(line)
            except SearchLimit as error:
                raise TooLarge(f"{self.where(line)}\n  {error}{self.position()}") from error
            except (Difference, TraceError) as error:
                raise Difference(f"{self.where(line)}\n  {error}{self.position()}") from error
            except Exception as error:
                raise Difference(f"{self.where(line)}\n  model failed: {error!r}"
                                 f"{self.position()}") from error

    def position(self) -> str:
        if self.game is None or not hasattr(self.game, "turn"):
            return ""
        return f"\n  = {self.game.state_line()}\n  turn {self.game.turn}"

    def take(self, line: Line) -> None:
        handlers = {"trace": self.version, "rules": self.rules, "set": self.override,
                    "hand": self.hand, "deck": self.deck, "=": self.state, "L": self.legal,
                    ">": self.step, "score": self.score, "totals": self.totals,
                    "over": self.over, "end": self.finish}
        if line.word not in handlers:
            raise TraceError(f"unknown line {line.word!r}")
        handlers[line.word](line.rest)

    def version(self, rest: str) -> None:
        if rest != "1":
            raise TraceError(f"trace version {rest}")

    def rules(self, rest: str) -> None:
        name, word, players = rest.split()
        if word != "players":
            raise TraceError("rules NAME players N expected")
        self.rules_name, self.players = name, int(players)

    def override(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        self.overrides.append((name.strip(), value.strip()))

    def hand(self, rest: str) -> None:
        words = rest.split()
        self.close_hand(False)
        if self.max_hands and self.hands >= self.max_hands:
            self.done = True
            return
        if self.game is None:
            self.game = Game(rulesets.load(self.rules_name, self.players, self.overrides))
        elif self.game.dealer >= 0 and int(words[2]) != self.game.next_seat(self.game.dealer):
            raise Difference(f"dealer: model {self.game.next_seat(self.game.dealer)}, "
                             f"trace {words[2]}")
        self.dealer = int(words[2])
        self.hands += 1
        self.hand_steps = 0
        self.scored = []

    def deck(self, rest: str) -> None:
        deck = cards.parse_group(rest)
        rules = self.game.rules
        if sorted(deck) != sorted(cards.pack(rules.decks, rules.jokers_total)):
            raise Difference(f"the deck is not the pack of the rules ({len(deck)} cards)")
        self.game.start_hand(self.dealer, deck)

    def state(self, rest: str) -> None:
        found = difference(self.game.state_line(), rest)
        if found:
            raise Difference("state differs: " + "; ".join(found) + "\n  T " + rest)

    def legal(self, rest: str) -> None:
        told, _, unsure = (part.split() for part in rest.partition("?"))
        self.legal_sets += not unsure  # complete ones
        ours = [s for s in legal(self.game) if s not in unsure]
        theirs = [s for s in told if s not in unsure]
        missing = [s for s in ours if s not in theirs]
        extra = [s for s in theirs if s not in ours]
        if missing or extra:
            raise Difference(f"legal set differs: only in the model {missing or 'none'}, "
                             f"only in the trace {extra or 'none'}")
        if ours != theirs:
            raise Difference(f"legal set in another order: model {ours}, trace {theirs}")

    def step(self, rest: str) -> None:
        seat, name, *group = rest.split()
        if int(seat) != self.game.seat:
            raise Difference(f"seat to act: model {self.game.seat}, trace {seat}")
        named = cards.parse_group(group[0]) if group else []
        used = self.game.apply(name, named)
        if sorted(used) != sorted(named):
            raise Difference(f"cards of {name}: model {cards.group_text(used)}, "
                             f"trace {cards.group_text(named)}")
        self.steps += 1
        self.hand_steps += 1

    def score(self, rest: str) -> None:
        index, _, text = rest.partition(" ")
        ours = self.game.scores[int(index)]
        ours = {**ours, "total": scoring.total(ours)}
        theirs = {key: int(value) for key, value in items(text).items()}
        if ours != theirs:
            raise Difference(f"score of {index}: model {ours}, trace {theirs}")
        self.scored.append(int(index))

    def totals(self, rest: str) -> None:
        if [int(t) for t in rest.split()] != self.game.totals:
            raise Difference(f"totals: model {self.game.totals}, trace {rest}")
        if self.scored != list(range(len(self.game.totals))):
            raise Difference(f"scores of {self.scored} only")

    def over(self, rest: str) -> None:
        if [int(w) for w in rest.split()] != self.game.winners:
            raise Difference(f"winners: model {self.game.winners}, trace {rest}")
        self.game.winners_told = True

    def close_hand(self, last: bool) -> None:
        """A hand that is followed by another one, or by the end."""
        game = self.game
        if game is None or not self.hands:
            return
        if not last and game.phase != "hand_end":
            raise Difference("the hand goes on in the model")
        if game.phase == "hand_end" and game.winners and not getattr(game, "winners_told", False):
            raise Difference(f"the game is over in the model, winners {game.winners}")

    def finish(self, rest: str) -> None:
        self.close_hand(True)
        self.done = True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-hands", type=int, default=0)
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    traces = hands = steps = sets = failed = 0
    for name in args.files or ["-"]:
        checker = Checker(name, args.max_hands)
        try:
            if name == "-":
                checker.follow(sys.stdin)
            else:
                with open(name, encoding="utf-8") as file:
                    checker.follow(file)
        except Difference as error:
            print(error)
            failed += 1
        traces, hands = traces + 1, hands + checker.hands
        steps, sets = steps + checker.steps, sets + checker.legal_sets
    end = f"{failed} with a difference" if failed else "no difference"
    print(f"{traces} traces, {hands} hands, {steps} steps, {sets} legal sets: {end}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
