#!/usr/bin/env python3
"""Checks that the deals of Canasta records were fair: a second program beside `canasta verify`.

usage: verify_deal.py [--quiet] RECORD...

It shares no line with that program and needs nothing but Python: docs/fairness.md has every byte.
Status 0 means that every deal of every record is proven. `-` is the standard input.
Not here: whether the plays and scores of a record are right, and its house rules such that they can
be played (`canasta replay`); of these it sees the form.
"""
import collections
import hashlib
import re
import sys

RANKS, SUITS, JOKER = "456789TJQKA32", "cdhs", "X"
FACES = [rank + suit for rank in RANKS for suit in SUITS] + [JOKER]
TABLE, SEED, PART, HASH = r"[a-z0-9]{10}", r"[0-9a-f]{192}", r"[0-9a-f]{64}", r"[0-9a-f]{64}"
EIGHT, DEALS = 8, 2**31 - 9

# Packs of 52 cards and jokers: the rule sets and sheets that have so many, each with its numbers
# of players.
PACKS = {
    (2, 4): "classic_pagat:4 classic_usp:4 two_player:2 modern_american:4 "
            "modern_american_cla:4 relaxed:2345 relaxed_2:2 relaxed_3:3 relaxed_5:5 "
            "forum:23456 online:24 wiki_play:4 uruguay:4 cuban:4 joker:4 individual_3:3 "
            "cutthroat_3:3 five_hand:5 bridge_club:4 cutthroat_home:234 danish_home:234 "
            "games_day:4 home_2x2:4",
    (2, 6): "danish_club:4",
    (3, 6): "samba:4 relaxed:6 relaxed_6:6 hand_and_foot:2 bolivia:4 brazilian:4 italian:4 "
            "chilean:4 mexicana:4 six_hand:6 six_hand_3sides:6 cabin:2 cutthroat_home:56 "
            "east_coast_family:2 floaters:2 last_hand_counts:2 missy:4 pioneers_club:2 "
            "six_rounds:2 trio:3 virtual_table:2",
    (4, 8): "hand_and_foot:3 pennies:6 camping_club:4 cabin:3 card_friends:4 "
            "clean_and_dirty:4 cutthroat_home:78 cyclists:4 east_coast_family:3 floaters:3 "
            "four_kinds:4 last_hand_counts:3 nine_books:4 no_pile:4 passing_hands:4 "
            "pioneers_club:3 six_rounds:3",
    (5, 10): "hand_and_foot:4 cabin:4 cyclists:6 east_coast_family:4 floaters:4 "
            "last_hand_counts:4 pioneers_club:4 senior_center:4 six_rounds:4 virtual_table:4",
    (6, 12): "hand_and_foot:5 cabin:5 card_friends:6 east_coast_family:5 floaters:5 "
            "last_hand_counts:5 nine_books:6 no_pile:6 passing_hands:6 pioneers_club:5 "
            "vegas:4",
    (7, 14): "hand_and_foot:6 cabin:6 east_coast_family:6 floaters:6 last_hand_counts:6 "
            "pioneers_club:6 six_rounds:6",
    (8, 16): "east_coast_family:7 no_pile:8 vegas:6",
    (9, 18): "east_coast_family:8",
}
# Of five persons four play a hand, the fifth sits out.
ROTATING = ("relaxed", "relaxed_5", "forum", "five_hand")

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
            if name == rules and players in map(int, numbers):
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


# What stands behind the first word of a line that is only looked at: words, numbers and bounds.
SEAT, POINTS = (0, EIGHT - 1), (-10**8, 10**8)
SCORE = [word for part in ("canastas", "go_out", "special", "threes", "melded", "hand",
                           "penalties", "total", "game") for word in (part, POINTS)]
ENDS = [["stock"], ["red_three"], ["out", SEAT], ["out", SEAT, "concealed"], ["special", SEAT],
        ["special", SEAT, r"\S{1,23}"]]
ACTIONS = ("draw pick take open meld join lay-out declare ask yes no discard pass to new".split())


class Record:
    """Reads a record; of plays, scores and hashes it sees the form, and where they may stand."""

    LINE_BYTES, NAME_BYTES = 4096, 48
    # The states in which a line may stand, by its first word.
    PLACES = {
        "canasta": "first", "rules": "head", "set": "head", "players": "head", "name": "head",
        "dealer": "head", "date": "head", "note": "head", "hand": "head hand winner",
        "deck": "deck", "fair": "dealt", "lesson": "dealt", "fair_seed": "seed",
        "fair_part": "parts", "SEAT:": "play", "end": "play", "score": "score",
        "hash": "score", "winner": "winner", "unfinished": "play hand winner"}

    def __init__(self, lines):
        self.lines, self.line, self.number = lines, "", 0
        self.state = "first"
        self.rules, self.players, self.dealer, self.rotating = None, 0, None, False
        self.names, self.stated = set(), set()  # persons, and parameters, that have been told
        self.counts = {}  # of packs and jokers, once the players are known
        self.hand, self.side, self.sides = 0, 0, 0
        self.deck, self.left = [], {}  # of the hand, and what is missing
        self.fixed = False  # its deal is a lesson's
        self.deal = None  # of the hand
        self.last = None  # the last (table, number, hand) of all hands

    def fail(self, message):
        raise Wrong(f"line {self.number}: {message}")

    def hands(self):
        """(deck, Deal or None) for each hand, when its lines about the deal are over."""
        for self.number, self.line in enumerate(self.lines, 1):
            words = self.words()
            if not words:
                continue
            if self.is_dealt(words[0]):
                yield self.deck, self.deal
            self.read(words)
        if self.is_dealt(""):
            yield self.deck, self.deal
        if self.state != "done":
            self.fail("the record is cut off")

    def pack(self):
        return sorted_pack(self.counts["decks"], self.counts["jokers_total"])

    def words(self):
        """The words of a line; none of an empty one, or a remark."""
        if len(self.line) > self.LINE_BYTES:
            self.fail(f"a line has at most {self.LINE_BYTES} bytes")
        self.line = self.line.removesuffix("\r").lstrip(" \t")
        if re.search(r"[\0-\x08\x0a-\x1f]", self.line):
            self.fail("such a byte cannot stand in a record")
        return [] if self.line.startswith("#") else re.findall(r"[^ \t]+", self.line)

    def is_dealt(self, word):
        """The deal is over with the first line that does not belong to it."""
        over = self.state == "dealt" and word not in ("fair", "lesson") or \
            self.state == "fixed" or self.state == "parts" and word != "fair_part"
        if over:
            self.fixed = self.state == "fixed"
            self.state = "play"
        return over

    def read(self, words):
        word = words[0]
        kind = "SEAT:" if self.state == "play" and word.endswith(":") else word
        if self.state not in self.PLACES.get(kind, "").split():
            self.fail(f"'{word[:32]}' cannot stand here")
        if self.state == "head" and self.rules is None and word != "rules":
            self.fail("'rules' is expected here, before all others")
        getattr(self, "read_" + kind.lower().rstrip(":"))(words)

    def whole(self, word, low, high):
        """A whole number within bounds."""
        number = int(word) if re.fullmatch(r"[+-]?[0-9]+", word) else None
        if number is None or abs(number) >= 2**31 - 8 or not low <= number <= high:
            self.fail(f"'{word[:32]}' is not a whole number from {low} to {high}")
        return number

    def fits(self, words, form):
        """Whether words are as a form says: bounds of a number, or a pattern of the word."""
        return len(words) == len(form) and all(
            re.fullmatch(wanted, word) if isinstance(wanted, str) else
            re.fullmatch(r"[+-]?[0-9]+", word) and wanted[0] <= int(word) <= wanted[1]
            for word, wanted in zip(words, form))

    def expect(self, words, *forms):
        """The words behind the first one, as one of the forms has them."""
        if not any(self.fits(words[1:], form) for form in forms):
            self.fail(f"'{words[0]}' is not as it must be")
        return words[1:]

    # The head

    def read_canasta(self, words):
        self.expect(words, ["record", (1, 1)])
        self.state = "head"

    def read_rules(self, words):
        if self.rules is not None:
            self.fail("the rules are named twice")
        self.rules, = self.expect(words, ["[A-Za-z0-9_]+"])

    def read_players(self, words):
        if self.counts:
            self.fail("the players are stated twice")
        self.players = int(self.expect(words, [(1, EIGHT)])[0])
        counts = counts_of(self.rules, self.players)
        if counts is None:
            self.fail(f"there is no table of '{self.rules}' for {self.players} players")
        self.counts = {"decks": counts[0], "jokers_total": counts[1]}
        self.rotating = self.rules in ROTATING

    def read_set(self, _words):
        match = re.fullmatch(r"set[ \t]+([A-Za-z0-9_]+)[ \t]*=[ \t]*(.*?)[ \t]*", self.line)
        if match is None or not self.counts or match[1] in self.stated:
            self.fail("this cannot be set here")
        self.stated.add(match[1])
        if match[1] == "team_layout":
            self.rotating = match[2] == "three_vs_two_rotating"
        if match[1] in self.counts:
            low, high = {"decks": (1, 10), "jokers_total": (0, 20)}[match[1]]
            self.counts[match[1]] = self.whole(match[2], low, high)

    def read_name(self, words):
        text = re.fullmatch(r"name[ \t]+[^ \t]+[ \t]+([^ \t].*)", self.line)
        if text is None or len(text[1]) > self.NAME_BYTES:
            self.fail(f"a name has 1 to {self.NAME_BYTES} bytes")
        person = self.whole(words[1], 0, EIGHT - 1)
        if person in self.names:
            self.fail(f"player {person} is named twice")
        self.names.add(person)

    def read_dealer(self, words):
        if self.dealer is not None:
            self.fail("the dealer is stated twice")
        self.dealer = int(self.expect(words, [SEAT])[0])

    def read_date(self, _words):
        """Nothing reads it."""

    read_note = read_date

    def seats(self):
        """The seats of a hand."""
        return 4 if self.players == 5 and self.rotating else self.players

    def end_head(self):
        if not self.counts or self.dealer is None:
            self.fail("the header has no 'players', or no 'dealer'")
        if self.dealer >= self.seats() or any(name >= self.players for name in self.names):
            self.fail("the header above has a dealer or a player too many")

    # The deal

    def read_hand(self, words):
        if self.state == "head":
            self.end_head()
        self.hand += 1
        dealer = (self.dealer, self.dealer) if self.hand == 1 else (0, self.seats() - 1)
        self.expect(words, [(self.hand, self.hand), "dealer", dealer])
        self.state, self.deck, self.deal = "deck", [], None
        self.left = collections.Counter(self.pack())

    def read_deck(self, words):
        cards = re.findall(r"X|..", self.expect(words, ["(?:X|[4-9TJQKA32][cdhs])+"])[0])
        self.left.subtract(cards)
        if min(self.left.values()) < 0:
            self.fail("the deck is not the pack of these rules")
        self.deck = self.deck + cards
        if not any(self.left.values()):
            self.state = "dealt"

    def read_fair(self, words):
        table, number, commit, root = self.expect(words, [TABLE, (1, DEALS), HASH, HASH])
        number = int(number)
        if self.last is not None:
            if self.last[0] != table or number - self.last[1] < self.hand - self.last[2]:
                self.fail("the deals of a record are of one table, and their numbers rise")
        self.last = (table, number, self.hand)
        self.deal = Deal(table, number, bytes.fromhex(commit), bytes.fromhex(root))
        self.state = "seed"

    def read_lesson(self, words):
        self.expect(words, [])
        self.state = "fixed"

    def read_fair_seed(self, words):
        self.deal.seed = bytes.fromhex(self.expect(words, [SEED])[0])
        self.state = "parts"

    def read_fair_part(self, words):
        lowest = max(self.deal.parts, default=-1) + 1
        place, part = self.expect(words, [(lowest, self.players - 1), PART])
        self.deal.parts[int(place)] = bytes.fromhex(part)

    # What follows it

    def read_seat(self, words):
        self.whole(words[0][:-1], 0, self.seats() - 1)
        for action in self.line.split(":", 1)[1].split(";"):
            does, *cards = re.findall(r"[^ \t]+", action) or [""]
            if does not in ACTIONS or not re.fullmatch("[0-9TJQKAXWScdhs#:+]*", "".join(cards)):
                self.fail("this is no play")

    def read_end(self, words):
        self.expect(words, *ENDS)
        self.state, self.side = "score", 0

    def read_score(self, words):
        self.expect(words, [(self.side, self.side), *SCORE])
        self.side += 1

    def read_hash(self, words):
        self.expect(words, ["[0-9a-f]{16}"])
        self.sides = self.sides or self.side
        if self.side != self.sides or not 2 <= self.side <= EIGHT:
            self.fail("there is a score missing, or one too many")
        self.state = "winner"  # or the next hand

    def read_winner(self, words):
        sides = [self.whole(word, 0, self.sides - 1) for word in words[1:]]
        if not sides or sorted(set(sides)) != sides:
            self.fail("the sides that won are not told")
        self.state = "done"

    def read_unfinished(self, words):
        self.expect(words, ["[0-9a-f]{16}"])
        self.state = "done"


def judged(name, record):
    """(whether it is proven, what is to be said) for each hand of a record."""
    last = None
    for hand, (deck, deal) in enumerate(record.hands(), 1):
        missing = deal.number - last - 1 if deal and last else 0
        if missing:
            yield False, (f"{name}: hand {hand}: not proven: {missing} deals before it are "
                          "missing: their hands were given up")
        last = deal.number if deal else last and last + 1
        fault = "it has no proof in this record"
        if record.fixed:
            fault = "it is a lesson: its deal is fixed, and the same for everybody"
        if deal is not None:
            fault = deal.fault(deck, record.pack())
        if fault is not None:
            yield False, f"{name}: hand {hand}: not proven: {fault}"
            continue
        places = " ".join(map(str, sorted(deal.parts))) or "nobody"
        yield True, (f"{name}: hand {hand}: proven: deal {deal.number} of table {deal.table}, "
                     f"commitment {deal.commit.hex()}, parts of {places}")


def lines_of(file):
    """The lines of a file; of one that is too long its beginning is."""
    while line := file.readline(Record.LINE_BYTES + 2):
        yield line.removesuffix(b"\n").decode("latin-1")


def verify(name, quiet):
    """(whether every deal is proven, how many are)."""
    right, proven = True, 0
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            for good, said in judged(name, Record(lines_of(file))):
                right, proven = right and good, proven + good
                if not good or not quiet:
                    print(said)
    except OSError as error:
        print(f"verify_deal: cannot read {name}: {error.strerror}", file=sys.stderr)
        return False, proven
    except Wrong as error:
        print(f"{name}: {error}", file=sys.stderr)
        return False, proven
    return right, proven


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
