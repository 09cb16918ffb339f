#!/usr/bin/env python3
"""Works out the known answers of vectors.json by the second program, tools/verify_deal.py.

usage: make_vectors.py > vectors.json

The library in C, the second program and the page are all compared with that file: it changes only
with the bytes of docs/fairness.md. Invariant: nothing is random; the same file comes each time.
"""
import hashlib
import itertools
import json
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import verify_deal  # noqa: E402  pylint: disable=wrong-import-position

# Table, number of the deal, packs, jokers, places that gave a part.
DEALS = [
    ("k3v9cdpq7e", 1, 2, 4, ()),
    ("k3v9cdpq7e", 1, 2, 4, (0,)),
    ("k3v9cdpq7e", 2, 2, 4, (0,)),
    ("abcdefghjk", 1, 2, 4, (0, 1, 2, 3)),
    ("abcdefghjk", 65536, 2, 4, (1, 3)),
    ("2345678909", 3, 1, 0, (0, 1)),
    ("2345678909", 4, 1, 2, (1,)),
    ("zzzzzzzzzz", 2147483647, 3, 6, (0, 1, 2, 3, 4, 5)),
    ("mnpqrstuvw", 17, 4, 8, (5,)),
    ("mnpqrstuvw", 18, 8, 16, (0, 2, 4)),
]
WORDS = 8


def drawn(what, size):
    return hashlib.shake_256(what.encode()).digest(size)


def deal_of(index, table, number, places):
    deal = verify_deal.Deal(table, number)
    deal.seed = drawn(f"seed {index}", 96)
    deal.parts = {place: drawn(f"part {index} {place}", 32) for place in places}
    return deal


def pack_of(packs, jokers):
    return [face for face in verify_deal.FACES[:-1] for _ in range(packs)] + ["X"] * jokers


def with_a_word_left_out(packs, jokers):
    """A deal whose shuffle meets a word that is too large: about one of 100,000 does."""
    count = 52 * packs + jokers
    limits = [size * (2**32 // size) for size in range(count, 1, -1)]
    for number in itertools.count(1):
        deal = deal_of(0, "qrstuvwxyz", number, (0, 1))
        stream = hashlib.shake_256(b"canasta/deal/1\0" + deal.tail()).digest(4 * (count - 1))
        words = struct.unpack(f">{count - 1}I", stream)
        if max(words) >= min(limits) and any(map(int.__ge__, words, limits)):
            return deal
    return None


def answer(deal, packs, jokers):
    deck = deal.deck(pack_of(packs, jokers))
    leaves, salts = deal.leaves(deck), deal.salts(len(deck))
    shown = sorted({0, len(deck) // 2, len(deck) - 1} |
                   ({deck.index("X")} if jokers else set()))
    return {
        "table": deal.table, "deal": deal.number, "packs": packs, "jokers": jokers,
        "seed": deal.seed.hex(),
        "parts": [{"place": place, "part": part.hex()} for place, part in deal.parts.items()],
        "commit": deal.commitment().hex(),
        "words": list(itertools.islice(deal.words(), WORDS)),
        "deck": "".join(deck),
        "root": verify_deal.root_of(leaves).hex(),
        "proofs": [{"at": at, "card": deck[at], "salt": salts[at].hex(),
                    "path": [node.hex() for node in verify_deal.path_of(leaves, at)]}
                   for at in shown],
    }


def main():
    answers = [answer(deal_of(index, table, number, places), packs, jokers)
               for index, (table, number, packs, jokers, places) in enumerate(DEALS, 1)]
    answers.append(answer(with_a_word_left_out(8, 16), 8, 16))
    print(json.dumps({"left_out": len(answers) - 1, "deals": answers}, indent=1))


main()
