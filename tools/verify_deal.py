#!/usr/bin/env python3
"""Checks that the deals of Canasta records were fair: a second program beside `canasta verify`.

usage: verify_deal.py [--quiet] RECORD...

It shares no line with that program and needs nothing but Python: docs/fairness.md has every byte.
Status 0 means that every deal of every record is proven. `-` is the standard input.
Not here: whether the plays and scores of a record are right (`canasta replay`).
"""
import hashlib
import re
import sys

RANKS, SUITS, JOKER = "456789TJQKA32", "cdhs", "X"
FACES = [rank + suit for rank in RANKS for suit in SUITS] + [JOKER]
TABLE, SEED, PART, HASH = r"[a-z0-9]{10}", r"[0-9a-f]{192}", r"[0-9a-f]{64}", r"[0-9a-f]{64}"
NUMBER, SIX, DEALS = r"([+-]?\d+)", 6, 2**31 - 1

# Packs of 52 cards and jokers: the rule sets that have so many, each with its numbers of players.
PACKS = {
    (2, 4): "classic_pagat:4 classic_usp:4 two_player:2 modern_american:4 modern_american_cla:4 "
            "relaxed:2345 relaxed_2:2 relaxed_3:3 relaxed_5:5 forum:23456 online:24 wiki_play:4 "
            "uruguay:4 cuban:4 joker:4 individual_3:3 cutthroat_3:3 five_hand:5",
    (3, 6): "samba:4 relaxed:6 relaxed_6:6 bolivia:4 brazilian:4 italian:4 chilean:4 mexicana:4 "
            "six_hand:6 six_hand_3sides:6",
    (4, 8): "pennies:6",
    (5, 10): "hand_and_foot:4",
    (7, 14): "hand_and_foot:6",
}

MEANING = """
Proven: the deck is the one that the seed behind the commitment and the parts of the
players who are named give, and no card was changed after the deal. So nobody alone chose
it, if the commitment was shown before the parts were given: compare it with what the
page showed.
Not proven: that the server did not look at the cards; that the server and the person who
gave the last part did not choose together; and where nobody gave a part, that the server
did not choose alone."""


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


def words(data):
    """The 32-bit words of SHAKE256, without end."""
    size, at = 4096, 0
    while True:
        stream = hashlib.shake_256(data).digest(size)
        for at in range(at, size, 4):
            yield int.from_bytes(stream[at:at + 4], "big")
        at, size = size, 2 * size


def shuffle(cards, stream):
    """The order of sorted cards: from the last down, each is changed with one at or below it."""
    deck = list(cards)
    for size in range(len(deck), 1, -1):
        word = next(stream)
        while word >= size * (2**32 // size):
            word = next(stream)
        chosen = word % size
        deck[size - 1], deck[chosen] = deck[chosen], deck[size - 1]
    return deck


def counts_of(rules, players):
    """How many packs and jokers are played with; None if there is no such table."""
    for counts, names in PACKS.items():
        for name, numbers in (entry.split(":") for entry in names.split()):
            if name == rules and str(players) in numbers:
                return counts
    return None


def sorted_pack(packs, jokers):
    """The cards in the order in which a deck is made."""
    return [face for face in FACES[:-1] for _ in range(packs)] + [JOKER] * jokers


def leaf(at, card, salt):
    return sha256(b"\0", at.to_bytes(2, "big"), card.encode(), salt)


def split(count):
    """The largest power of two below a number of leaves (RFC 6962)."""
    return 1 << (count - 1).bit_length() - 1


def root_of(leaves):
    if len(leaves) == 1:
        return leaves[0]
    half = split(len(leaves))
    return sha256(b"\1", root_of(leaves[:half]), root_of(leaves[half:]))


def path_of(leaves, at):
    """The siblings of a leaf, from the leaf up."""
    if len(leaves) == 1:
        return []
    half = split(len(leaves))
    if at < half:
        return path_of(leaves[:half], at) + [root_of(leaves[half:])]
    return path_of(leaves[half:], at - half) + [root_of(leaves[:half])]


class Deal:
    """What stands in the lines `fair`, `fair_seed` and `fair_part` of a hand."""

    def __init__(self, table, number, commit=b"", root=b""):
        self.table, self.number = table, number
        self.commit, self.root = commit, root
        self.seed, self.parts = b"", {}

    def seeded(self):
        return self.table.encode() + self.number.to_bytes(4, "big") + self.seed

    def tail(self):
        parts = b"".join(bytes([place]) + self.parts[place] for place in sorted(self.parts))
        return self.seeded() + bytes([len(self.parts)]) + parts

    def commitment(self):
        return sha256(b"canasta/commit/1\0", self.seeded())

    def words(self):
        return words(b"canasta/deal/1\0" + self.tail())

    def deck(self, pack):
        return shuffle(pack, self.words())

    def salts(self, count):
        data = hashlib.shake_256(b"canasta/salt/1\0" + self.tail()).digest(32 * count)
        return [data[32 * i:32 * i + 32] for i in range(count)]

    def leaves(self, deck):
        return [leaf(at, card, salt)
                for at, (card, salt) in enumerate(zip(deck, self.salts(len(deck))))]

    def fault(self, deck, pack):
        """Why the deck is not proven, or None."""
        if self.commitment() != self.commit:
            return "the seed does not belong to the commitment"
        if self.deck(pack) != deck:
            return "the seed and the parts give another deck"
        if root_of(self.leaves(deck)) != self.root:
            return "the root does not belong to this deck"
        return None


class Wrong(Exception):
    """A line of a record that cannot be read."""


class Record:
    """The decks of a record and their proofs: `hands` has (deck, Deal or None) for each hand."""

    def __init__(self, text):
        self.hands, self.rules, self.players = [], None, 0
        self.counts = {}  # of packs and jokers, once the players are known
        self.stated = set()  # names of 'set'
        self.deck = None  # of the hand that is read, until its first line of another kind
        self.deal = None
        self.number = 0
        for self.number, line in enumerate(text.split("\n"), 1):
            line = line.strip(" \t\r")
            if line and not line.startswith("#"):
                self.read(line)
        self.end_deal()
        if not self.hands:
            raise Wrong("the record has no hand")

    def fail(self, message):
        raise Wrong(f"line {self.number}: {message}")

    def read(self, line):
        word = re.split(r"[ \t\r]", line, maxsplit=1)[0]
        match = getattr(self, "read_" + word, None) if word in (
            "rules", "players", "set", "deck", "fair", "fair_seed", "fair_part") else None
        if self.number == 1 or match is None:
            self.end_deal()
        if match is not None:
            match(line)

    def end_deal(self):
        if self.deck is None:
            return
        if self.deal is not None and not self.deal.seed:
            self.fail("'fair_seed' is expected here")
        if sorted(self.deck) != sorted(self.pack()):
            self.fail("the deck above is not the pack of these rules")
        self.hands.append((self.deck, self.deal))
        self.deck = self.deal = None

    def matched(self, line, pattern):
        line = re.sub(r"[ \t\r]+", " ", line)
        match = re.fullmatch(pattern, line)
        if match is None:
            self.fail(f"'{line.split(' ')[0]}' is not as it must be")
        return match

    def pack(self):
        return sorted_pack(self.counts["decks"], self.counts["jokers_total"])

    def read_rules(self, line):
        if self.rules is not None:
            self.fail("the rules are named twice")
        self.rules = self.matched(line, r"rules (\w+)")[1]

    def read_players(self, line):
        if self.counts:
            self.fail("the players are stated twice")
        self.players = int(self.matched(line, "players " + NUMBER)[1])
        counts = counts_of(self.rules, self.players)
        if counts is None:
            self.fail(f"there is no table of '{self.rules}' for {self.players} players")
        self.counts = {"decks": counts[0], "jokers_total": counts[1]}

    def read_set(self, line):
        name = self.matched(line, r"set (\w+) ?=.*")[1]
        if not self.counts or name in self.stated or self.hands or self.deck:
            self.fail(f"'set {name}' cannot stand here")
        self.stated.add(name)
        if name in self.counts:
            self.counts[name] = int(self.matched(line, r"set \w+ ?= ?" + NUMBER)[1])

    def read_deck(self, line):
        if self.deal is not None or not self.counts:
            self.fail("a deck cannot stand here")
        cards = self.matched(line, r"deck ((?:X|[4-9TJQKA32][cdhs])+)")[1]
        self.deck = (self.deck or []) + re.findall(r"X|..", cards)

    def read_fair(self, line):
        if self.deck is None or self.deal is not None:
            self.fail("'fair' cannot stand here")
        match = self.matched(line, rf"fair ({TABLE}) {NUMBER} ({HASH}) ({HASH})")
        number = int(match[2])
        if not 1 <= number <= DEALS:
            self.fail("there is no deal of this number")
        for hand, (_, before) in enumerate(self.hands):
            if before is None:
                continue
            if before.table != match[1] or number - before.number < len(self.hands) - hand:
                self.fail("the deals of a record are of one table, and their numbers rise")
        self.deal = Deal(match[1], number, bytes.fromhex(match[3]), bytes.fromhex(match[4]))

    def read_fair_seed(self, line):
        if self.deal is None or self.deal.seed:
            self.fail("'fair_seed' cannot stand here")
        self.deal.seed = bytes.fromhex(self.matched(line, rf"fair_seed ({SEED})")[1])

    def read_fair_part(self, line):
        if self.deal is None or not self.deal.seed:
            self.fail("'fair_part' cannot stand here")
        match = self.matched(line, rf"fair_part {NUMBER} ({PART})")
        place = int(match[1])
        last = max(self.deal.parts, default=-1)
        if not last < place < min(self.players, SIX):
            self.fail("there is no such place here")
        self.deal.parts[place] = bytes.fromhex(match[2])


def judged(name, record):
    """(whether it is proven, what is to be said) for each hand of a record."""
    last, pack = None, record.pack()
    for hand, (deck, deal) in enumerate(record.hands, 1):
        missing = deal.number - last - 1 if deal and last else 0
        if missing:
            yield False, (f"{name}: hand {hand}: not proven: {missing} deals before it are "
                          "missing: their hands were given up")
        last = deal.number if deal else last and last + 1
        fault = "it has no proof in this record" if deal is None else deal.fault(deck, pack)
        if fault is not None:
            yield False, f"{name}: hand {hand}: not proven: {fault}"
            continue
        places = " ".join(map(str, sorted(deal.parts))) or "nobody"
        yield True, (f"{name}: hand {hand}: proven: deal {deal.number} of table {deal.table}, "
                     f"commitment {deal.commit.hex()}, parts of {places}")


def verify(name, quiet):
    """(whether every deal is proven, how many are)."""
    try:
        if name == "-":
            text = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as file:
                text = file.read()
        verdicts = list(judged(name, Record(text.decode("latin-1"))))
    except OSError as error:
        print(f"verify_deal: cannot read {name}: {error.strerror}", file=sys.stderr)
        return False, 0
    except Wrong as error:
        print(f"{name}: {error}", file=sys.stderr)
        return False, 0
    for proven, said in verdicts:
        if not proven or not quiet:
            print(said)
    proven = sum(verdict[0] for verdict in verdicts)
    return proven == len(verdicts), proven


def main():
    arguments = sys.argv[1:]
    quiet = "--quiet" in arguments
    names = [name for name in arguments if name != "--quiet"]
    if not names or any(name.startswith("-") and name != "-" for name in names):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    answers = [verify(name, quiet) for name in names]
    if not quiet and any(proven for _, proven in answers):
        print(MEANING)
    return 0 if all(right for right, _ in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
