#!/usr/bin/env python3
"""Plays the record of a game again and says what happened in it, hand by hand.

usage: replay_record.py [RECORD]
"""
import pathlib
import sys

import canasta

EXAMPLE = pathlib.Path(__file__).parents[2] / "tests" / "records" / "two_player.record"


def main(path: pathlib.Path) -> int:
    game = canasta.replay(path.read_text())
    print(f"{path.name}: {game.rules}, {', '.join(game.players)}")
    for hand in game.hands:
        taken = sum(step.play.startswith("take") for step in hand.steps)
        print(f"  hand {hand.number}: {len(hand.steps)} steps, {taken} takes, ends by {hand.end}, "
              f"points {' '.join(str(score['total']) for score in hand.scores)}, "
              f"totals {' '.join(map(str, hand.totals))}")
    if game.error is not None:
        print(f"wrong in line {game.error.line}, column {game.error.column}: {game.error.message}")
        return 1
    print(f"right to the end; won by side {', '.join(map(str, game.winners)) or 'nobody yet'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLE))
