#!/usr/bin/env python3
"""Asks the referee: may this be played, and if not, why?

usage: referee.py [FILE]     a file of positions (docs/formats.md); without one, those below
"""
import pathlib
import sys

import canasta

POSITIONS = """
position queens
rules    classic_pagat samba
score    1600
hand     7c7d7hQcQdQh2d 4s5d8cJh
play     open 7c7d7h QcQdQh2d

position aces
rules    classic_pagat
score    1600
hand     7c7d7hAcAdAh2d 4s5d8cJh
play     open 7c7d7h AcAdAh2d
"""


def main(text: str) -> int:
    unreadable = 0
    for ruling in canasta.referee(text):
        if ruling.error is not None:
            print(f"line {ruling.error.line}, column {ruling.error.column}: "
                  f"{ruling.error.message}")
            unreadable += 1
            continue
        print(f"{ruling.name} ({ruling.rules}): {ruling.answer}")
        if ruling.reason not in (None, "OK"):
            print(f"    {canasta.reasons()[ruling.reason]}: {ruling.have}, {ruling.need}")
    return 1 if unreadable else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).read_text() if len(sys.argv) > 1 else POSITIONS))
