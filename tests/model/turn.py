"""A turn as the player sees it: an immutable value, the steps its shape allows, and their effect.

Nothing here knows whether the turn can still be finished; that is finish.py. A turn in the MELD
phase holds what a seat knows: its hand, its side's melds, the visible rest of a taken pile.
"""
from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Iterator, NamedTuple

from cards import BLACK3, FACES_OF_KIND, JOKER, KIND_COUNT, KINDS, RANKS, RED3, SUITS, TWO
import melds as md
from melds import AT_HIGH, AT_LOW, M_BLACK3, M_SEQ, M_TWOS, M_WILD, Meld
from rulesets import Rules

NEW = -1     # a new meld
WILD_FACES = [face for face, kind in enumerate(KINDS) if kind in (TWO, JOKER)]
NOWHERE = -2
MELDS_MAX = 40  # S6


CLASSES_BY_KIND = [[kind] for kind in range(KIND_COUNT)]


class Turn(NamedTuple):
    """What changes while a turn goes on."""

    hand: tuple[int, ...]           # by class: a kind, or a face where sequences are melds
    melds: tuple[Meld, ...] = ()    # of the side, staged groups included, in the order begun
    staging: bool = False           # between the first group of an opening and `open`
    run: tuple[int, int, int] | None = None  # meld, its size when the run began, wilds in the run
    target: int = -1                # named by to-N, or -1
    laid: bool = False              # anything laid or taken in this turn
    must_out: bool = False          # P109: a full sequence has grown
    discard_only: bool = False      # P86: the last card must go out now
    took: bool = False
    shown: bool = False             # the pile was taken by showing twos (P201)
    owes: str = ""                  # "new_meld", "card": still to be laid for the pile (P202)
    owed: frozenset[int] = frozenset()  # ranks of which a card will do
    old_melds: int = 0              # that were there when the pile was taken so
    rest: tuple[int, ...] = ()      # known rest of the pile, waiting for `open`
    rest_threes: tuple[int, int] = (0, 0)  # threes that wait there: to be replaced, and red ones
    threes: int = 0                 # red threes laid out while this is planned
    top: tuple[int, int] | None = None  # opening take: meld, rank of the top card
    pile_empty: bool = False
    opened_now: bool = False        # opened in this turn, in a way that earns a talon
    drawn: int = 0                  # cards that `open` may take from the stock, while it is planned
    unknown: int = 0                # cards in hand that cannot be known yet (P151)
    buried: bool = False            # so did cards that lay buried: going out cannot be planned
    buried_rest: bool = False       # they wait for `open`
    packets: tuple[int, ...] = ()   # sizes of the packets that wait
    first_canasta: bool = False     # this seat has completed a canasta in this hand
    answer: str = "none"


class Around:
    """What stays as it is during a turn: the table, seen from one seat."""

    def __init__(self, rules: Rules, **facts):
        self.rules = rules
        self.others: list[tuple[Meld, ...]] = []  # melds of the other sides
        self.red3 = 0            # red threes laid out by the side
        self.stock = 0
        self.unseen_threes = 0   # bonus threes that the seat has not seen
        self.talon = 0           # talon cards if this seat opened its side now
        self.first_turn = False
        self.own_turn = 1        # of this hand, 1.. (P192)
        self.partner_packets = False  # a partner has not picked up all of his (P192)
        self.black3_before = 0   # in the side's melds when the turn began
        self.last_turn = False   # somebody has gone out, and this is the turn more (P195)
        self.partner = False
        self.need = 0            # minimum count, with need_canasta None, "any", "natural"
        self.need_canasta: str | None = None
        self.__dict__.update(facts)
        self.may_meld = self.own_turn >= rules.meld_from_turn  # P184
        self.reach: int = facts.get("reach", self.stock)  # what can be drawn, a refill included
        self.by_face = by_face = rules.sequences
        self.kinds = KINDS if by_face else tuple(range(KIND_COUNT))
        self.classes = FACES_OF_KIND if by_face else CLASSES_BY_KIND
        self.dead_by_others = frozenset(
            m.kind for side in self.others for m in side if m.is_rank and md.complete(rules, m))

    def class_of(self, face: int) -> int:
        return face if self.rules.sequences else KINDS[face]

    def count(self, hand: tuple[int, ...], kind: int) -> int:
        if not self.by_face:
            return hand[kind]
        if kind <= 10:
            return sum(hand[4 * kind:4 * kind + 4])
        return sum([hand[c] for c in self.classes[kind]])

    def lowest(self, hand: tuple[int, ...], kind: int) -> int:
        """The class of the card of the lowest suit (P130), -1 if there is none."""
        return next((c for c in self.classes[kind] if hand[c]), -1)

    def useful(self, turn: Turn, kind: int, number: int = 1,
               more: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
        """Choices of so many cards of a kind: one of them finishes if any choice does (S26).

        A card that no sequence can take is as good as any other in a group of its rank, so such
        cards go first; among the others every choice of suits is looked at. `more` are cards
        that are known to come to the hand.
        """
        if not self.by_face:
            return [(kind,) * number] if turn.hand[kind] >= number else []
        cards = [c for c in self.classes[kind] for _ in range(min(turn.hand[c], number))]
        if len(cards) < number:
            return []
        if kind > 10 or cards[0] == cards[-1]:
            return [tuple(cards[:number])]
        held = turn.hand
        for extra in filter(None, (more, turn.rest)):
            held = tuple(h + e for h, e in zip(held, extra))
        spare = [c for c in cards if not in_sequence(self.rules, turn.melds, held, c)][:number]
        dear = [c for c in cards if c not in spare]
        return [tuple(spare) + rest
                for rest in sorted(set(combinations(dear, number - len(spare))))]

    def is_bonus(self, kind: int) -> bool:
        return kind == RED3 and self.rules.bonus_red or kind == BLACK3 and self.rules.bonus_black

    def dead(self, turn: Turn, kind: int) -> bool:
        """Whether a rank is closed (P100, S9)."""
        if self.rules.dead_rank == "none" or kind == M_BLACK3:
            return False
        return kind in self.dead_by_others or any(
            m.kind == kind and md.complete(self.rules, m) for m in turn.melds)


def in_sequence(rules: Rules, melds: tuple[Meld, ...], held: tuple[int, ...], face: int) -> bool:
    """Whether a card held could lie in a sequence, looking kindly."""
    if rules.sequence_wilds and any(held[f] for f in WILD_FACES):
        return True  # P177
    low = high = face
    while low >= 4 and held[low - 4]:
        low -= 4
    while high + 4 < 44 and held[high + 4]:
        high += 4
    if (high - low) // 4 + 1 >= rules.meld_min:
        return True
    return any(low // 4 <= end <= high // 4 for m in melds if m.kind == M_SEQ + face % 4
               for end in (m.low - 1, m.low + m.size))


def hand_size(turn: Turn) -> int:
    return sum(turn.hand) + turn.unknown


def minus(hand: tuple[int, ...], *classes: int) -> tuple[int, ...]:
    new = list(hand)
    for c in classes:
        new[c] -= 1
    return tuple(new)


def has_black3(around: Around, turn: Turn) -> bool:
    """Black threes were laid in this turn; older ones: by a partner who went out (P195)."""
    return not md.black3_is_rank(around.rules) and \
        sum(m.size for m in turn.melds if m.kind == M_BLACK3) > around.black3_before


def clean(around: Around, turn: Turn) -> bool:
    """Nothing unfinished, no meld named."""
    return turn.target < 0 and run_finished(around, turn)


def run_finished(around: Around, turn: Turn) -> bool:
    return turn.run is None or md.finished(around.rules, turn.melds[turn.run[0]])


def binding(around: Around, turn: Turn) -> str:
    """The answer as far as it binds."""
    return turn.answer if around.rules.ask_binding else "none"


def only_out(around: Around, turn: Turn) -> bool:
    """The turn may end in no other way than by going out."""
    return binding(around, turn) == "yes" or turn.must_out or turn.discard_only \
        or has_black3(around, turn)


# ---- where a card goes (S1) ------------------------------------------------------------------

def _closed(rules: Rules, m: Meld, natural: bool) -> bool:
    """S1 b: a complete canasta that takes no such card."""
    if not md.complete(rules, m):
        return False
    if natural:
        return not md.canasta_takes(rules, m, "naturals")
    return not rules.add_wild_to_canasta or m.size >= rules.wild_limit()


def place(around: Around, turn: Turn, kind: int, natural: bool, rank: int = -1) -> int:
    """The meld that a card goes to by S1: its index, NEW or NOWHERE. `kind`: of the meld."""
    rules, melds = around.rules, turn.melds
    begins = natural or kind == M_WILD
    if turn.target >= 0:
        m = melds[turn.target]
        fits = m.is_sequence if kind in (AT_LOW, AT_HIGH) else m.kind == kind
        return turn.target if fits else NOWHERE
    if kind == M_BLACK3:
        there = [i for i, m in enumerate(melds) if m.kind == kind]
        again = begins and md.black3_is_rank(rules) and there \
            and _closed(rules, melds[there[-1]], True)
        return there[-1] if there and not again else (NEW if begins else NOWHERE)
    if kind in (AT_LOW, AT_HIGH):  # P177
        return turn.run[0] if turn.run and melds[turn.run[0]].is_sequence else NOWHERE
    if kind >= M_SEQ:
        if turn.run and melds[turn.run[0]].kind == kind \
                and md.extends(melds[turn.run[0]], rank):
            return turn.run[0]
        return NEW
    if rules.many:
        if turn.run and melds[turn.run[0]].kind == kind:
            return turn.run[0]
        return NEW if begins else NOWHERE
    there = [i for i, m in enumerate(melds) if m.kind == kind]
    if there and not (begins and _closed(rules, melds[there[-1]], kind != M_WILD)):
        return there[-1]
    return NEW if begins else NOWHERE


# ---- laying ----------------------------------------------------------------------------------

def lay_at(around: Around, turn: Turn, index: int, kind: int, card: int, cls: int) -> Turn | None:
    """Lays a card (kind `card`, class `cls`) onto melds[index] or as a new meld of `kind`."""
    rules = around.rules
    if cls < 0 or not turn.hand[cls] or turn.discard_only or index == NOWHERE \
            or not around.may_meld:
        return None
    if kind != M_BLACK3 and has_black3(around, turn):
        return None
    if turn.run and index != turn.run[0] and not run_finished(around, turn):
        return None
    if index == NEW and (len(turn.melds) >= MELDS_MAX
                         or kind < M_SEQ and md.waits(rules, turn.melds, kind)):
        return None
    staging = turn.staging or not turn.melds
    old = turn.melds[index] if index >= 0 else Meld(kind, low=cls // 4 if kind >= M_SEQ else 0)
    if turn.run and turn.run[0] == index and index >= 0:
        run_m, run_w = turn.run[1:]
    else:
        run_m, run_w = old.size, 0
    if staging:
        run_m, run_w = 0, old.wilds
    new, must_out = _with_card(around, turn, old, index, card, cls, (run_m, run_w), staging, kind)
    if new is None:
        return None
    where = index if index >= 0 else len(turn.melds)
    all_melds = turn.melds[:where] + (new,) + turn.melds[where + 1:]
    wild = new.wilds - old.wilds
    result = turn._replace(hand=minus(turn.hand, cls), melds=all_melds, staging=staging, laid=True,
                           run=(where, run_m, run_w + wild), target=-1,
                           must_out=turn.must_out or must_out)
    if turn.owes == "card" and card in turn.owed \
            or turn.owes == "new_meld" and where >= turn.old_melds and md.finished(rules, new):
        result = result._replace(owes="")  # P203
    if not staging and md.complete(rules, new) and not md.complete(rules, old):
        result = completed(around, result)
    return result


def _with_card(around: Around, turn: Turn, old: Meld, index: int, card: int, cls: int,
               run: tuple[int, int], staging: bool, end: int) -> tuple[Meld | None, bool]:
    """The meld with the card, None if it may not go there; True if the player must go out."""
    rules, kind = around.rules, old.kind
    if card in (TWO, JOKER) and md.locked(rules, turn.melds, card, index):
        return None, False
    if kind == M_BLACK3 and rules.black3_meld == "never":
        return None, False
    if kind == M_BLACK3 and not md.black3_is_rank(rules):
        allowed = rules.black3_meld == "going_out" and not packet_bars_out(around, turn)
        return (md.add_black3(rules, old, card) if allowed else None), False
    if kind == M_WILD:
        return (md.add_to_wilds(rules, old, card, run) if rules.wild_meld else None), False
    if kind >= M_SEQ:
        if not rules.sequences:
            return None, False
        if old.n == 0:
            return old._replace(n=1), False
        if card in (TWO, JOKER):
            return md.add_wild_to_sequence(rules, old, card, end, staging) or (None, False)
        return md.add_to_sequence(rules, old, cls // 4) or (None, False)
    if kind == M_TWOS and not rules.twos_as_rank or around.dead(turn, kind):
        return None, False
    if card == kind or kind == M_TWOS and card == TWO:
        return md.add_natural(rules, old), False
    return md.add_wild(rules, old, card, run, staging), False


def completed(around: Around, turn: Turn) -> Turn:
    """P112: the first canasta that this seat has completed in this hand brings a packet."""
    if turn.first_canasta:
        return turn
    turn = turn._replace(first_canasta=True)
    if around.rules.reserve_trigger == "player_first_canasta" and turn.packets:
        turn = turn._replace(unknown=turn.unknown + turn.packets[0], packets=turn.packets[1:])
    return turn


@cache
def meld_of_lay(name: str) -> tuple[int, int, int] | None:
    """kind of the meld, kind of the card, face (sequences) of a lay's name; None: no lay."""
    head, _, tail = name.partition("-")
    if head == "seq":
        rank, suit = RANKS.index(tail[0]), SUITS.index(tail[1])
        return M_SEQ + suit, rank, 4 * rank + suit
    if head not in ("lay", "two", "joker") or name == "lay-out":
        return None
    card = {"two": TWO, "joker": JOKER}.get(head, -1)
    if tail.startswith("S"):
        return (AT_LOW if tail == "S-low" else AT_HIGH), card, -1
    if tail == "3":
        return M_BLACK3, BLACK3 if card < 0 else card, -1
    if tail in "W2":
        return (M_WILD if tail == "W" else M_TWOS), card, -1
    rank = RANKS.index(tail)
    return rank, rank if card < 0 else card, -1


def lay(around: Around, turn: Turn, name: str, cls: int = -1) -> tuple[Turn, int] | None:
    """A lay by its name: the turn after it and the meld's place; the card: lowest suit or cls."""
    what = meld_of_lay(name)
    kind, card, face = what
    if cls < 0:
        cls = around.lowest(turn.hand, card) if face < 0 else face
    natural = card <= 10 or kind == M_BLACK3 and card == BLACK3 or kind == M_TWOS and card == TWO
    index = place(around, turn, kind, natural, card)
    after = lay_at(around, turn, index, kind, card, cls)
    return None if after is None else (after, after.run[0])


def lay_names(around: Around, turn: Turn) -> Iterator[str]:
    """Names of lays for which the hand has a card."""
    rules, hand = around.rules, turn.hand
    two, joker = around.count(hand, TWO) > 0, around.count(hand, JOKER) > 0
    for r, text in enumerate(RANKS):
        if around.count(hand, r):
            yield "lay-" + text
        if two:
            yield "two-" + text
        if joker:
            yield "joker-" + text
    if around.count(hand, BLACK3):
        yield "lay-3"
    for held, word in ((two, "two"), (joker, "joker")):
        if held:
            yield from (word + "-3", word + "-W", word + "-2")
    if rules.sequences:
        for held, word in ((two, "two"), (joker, "joker")):
            if held and rules.sequence_wilds:
                yield from (word + "-S-low", word + "-S-high")
        for face in range(44):
            if hand[face]:
                yield "seq-" + RANKS[face // 4] + SUITS[face % 4]


# ---- naming melds, joining -------------------------------------------------------------------

def to_meld(around: Around, turn: Turn, index: int) -> Turn:
    return turn._replace(target=index, run=None)


def new_run(around: Around, turn: Turn) -> Turn | None:
    """`new` (S4), None where it is not possible."""
    rules = around.rules
    if not rules.multi or not turn.run or not clean(around, turn) or has_black3(around, turn) \
            or turn.discard_only:
        return None
    m = turn.melds[turn.run[0]]
    if m.is_sequence:
        fits = any(0 <= r < 11 and turn.hand[4 * r + m.kind - M_SEQ]
                   for r in (m.low - 1, m.low + m.size))
    elif not rules.many:
        fits = False
    elif m.kind == M_WILD:
        fits = around.count(turn.hand, TWO) + around.count(turn.hand, JOKER) > 0
    else:
        fits = around.count(turn.hand, TWO if m.kind == M_TWOS else m.kind) > 0
    return turn._replace(run=None) if fits else None


def join(around: Around, turn: Turn, first: int, second: int) -> Turn | None:
    """Meld `second` joins `first` (S5); checks everything but that `first` has been named."""
    rules = around.rules
    if rules.same_rank_melds != "many_may_merge" or turn.staging or first >= second \
            or not around.may_meld \
            or not turn.melds or has_black3(around, turn) or turn.discard_only:
        return None
    a, b = turn.melds[first], turn.melds[second]
    union = md.union_ok(rules, a, b)
    if union is None:
        return None
    rest = list(turn.melds)
    rest[first] = union
    del rest[second]
    after = turn._replace(melds=tuple(rest), run=None, target=-1)
    if md.complete(rules, union) and not md.complete(rules, a) and not md.complete(rules, b):
        after = completed(around, after)
    return after


# ---- going out, discarding -------------------------------------------------------------------

def packet_bars_out(around: Around, turn: Turn, by_discard: bool = True) -> bool:
    """A packet waits, and this is no way to go out all the same (P185)."""
    return bool(turn.packets) and not (by_discard and around.rules.out_with_packet)


def idle_threes(around: Around, turn: Turn) -> int:
    """Threes in hand that are no cards for who goes out (P204)."""
    if packet_bars_out(around, turn):
        return 0
    return sum(around.count(turn.hand, kind) for kind in around.rules.idle_kinds)


def out_check(around: Around, turn: Turn, by_discard: bool) -> bool:
    """The going-out check (S15), on the table as it lies."""
    rules = around.rules
    if packet_bars_out(around, turn, by_discard) or turn.buried or binding(around, turn) == "no":
        return False
    if rules.ask_partner == "required" and around.partner and turn.answer != "yes":
        return False
    if rules.out_discard == ("never" if by_discard else "required"):
        return False
    if around.own_turn < rules.out_from_turn:  # P192
        return False
    if rules.out_after_partners_packets and around.partner_packets:
        return False
    canastas = [m for m in turn.melds if md.complete(rules, m)]
    counted = [m for m in canastas
               if not any(md.matches(rules, m, test) for test in rules.out_not_counted)]
    if len(counted) < rules.out_canastas or not md.needs_met(rules, canastas, rules.out_needs):
        return False
    if rules.out_needs_red3_per_canasta and around.red3 + turn.threes < len(canastas):  # S27
        return False
    return not (rules.out_block_incomplete and any(blocks(rules, m) for m in turn.melds))


def blocks(rules: Rules, m: Meld) -> bool:
    """P102: unfinished natural aces, sevens, wilds."""
    if m.size >= rules.canasta_size:
        return False
    return m.kind == 3 or m.kind == M_WILD or m.kind == 10 and m.wilds == 0


def talon_due(around: Around, turn: Turn) -> bool:
    least = around.rules.talon_min_stock
    if turn.drawn:
        least = max(least, 1) + turn.drawn
    return turn.opened_now and around.talon > 0 and around.stock >= least


def most_drawn(around: Around, turn: Turn) -> int:
    """Cards that `open` may take from the stock: draws, and what replaces the threes laid out."""
    rules = around.rules
    bonus = [c for c, kind in enumerate(around.kinds) if around.is_bonus(kind)]
    drawn = rules.draw_on_initial_meld + sum(turn.hand[c] for c in bonus) + turn.rest_threes[0]
    packet = turn.packets and rules.reserve_trigger != "hand_empty"
    return drawn + around.unseen_threes if drawn or packet else 0


def keep_now(around: Around, turn: Turn) -> int:
    """Cards to hold after the discard (P80)."""
    return 0 if around.last_turn or talon_due(around, turn) else around.rules.keep_cards


def floats(around: Around, turn: Turn) -> bool:
    """A hand may be melded empty without going out (P193, P195)."""
    rules = around.rules
    free = rules.float_by_meld and rules.keep_cards == 0 or around.last_turn
    return free and not turn.packets and not only_out(around, turn)


def permitted(around: Around, turn: Turn) -> list[int]:
    """Kinds in the hand that no ban holds back, after lifting (P77)."""
    rules = around.rules
    kinds = [k for k in range(KIND_COUNT) if around.count(turn.hand, k)]
    if rules.discard_threes == "none":
        kinds = [k for k in kinds if k not in (BLACK3, RED3)]
    elif rules.discard_threes == "black_only":
        kinds = [k for k in kinds if k != RED3]
    bans = []  # in the order in which they are lifted; those that hold nothing back are left out
    if turn.pile_empty:
        bans.append(lambda k: _empty_pile_ban(around, turn, k))
    if rules.discard_wild != "free":
        bans.append(lambda k: k in (TWO, JOKER))
    if rules.discard_rank_ban:
        bans.append(lambda k: any(_rank_ban(around, turn, k, ban)
                                  for ban in rules.discard_rank_ban))
    if around.first_turn and not rules.black3_discard_round1:
        bans.append(lambda k: k == BLACK3)
    for lifted in range(len(bans) + 1):
        free = [k for k in kinds if not any(ban(k) for ban in bans[lifted:])]
        if free:
            return free
    return []


def _empty_pile_ban(around: Around, turn: Turn, kind: int) -> bool:
    words = around.rules.discard_empty_pile_ban
    if kind in (TWO, JOKER):
        return "wild" in words
    if kind > 10:
        return False
    return RANKS[kind] in words or "dead_rank" in words and around.dead(turn, kind)


def _rank_ban(around: Around, turn: Turn, kind: int, ban: dict) -> bool:
    if kind > 10 or RANKS[kind] != ban["rank"]:
        return False
    sides = [turn.melds] + (around.others if ban["until"] == "every_side" else [])
    return not all(any(m.kind == kind and md.complete(around.rules, m) for m in side)
                   for side in sides)


def never_last(around: Around, kind: int) -> bool:
    return kind <= 10 and any(ban["rank"] == RANKS[kind] and ban["never_last"]
                              for ban in around.rules.discard_rank_ban)


def discard_ok(around: Around, turn: Turn, kind: int, free: list[int] | None = None) -> bool:
    """Whether a card of this kind may be discarded now (S14)."""
    if turn.staging or turn.owes or not clean(around, turn) \
            or not around.count(turn.hand, kind):
        return False
    if kind not in (permitted(around, turn) if free is None else free):
        return False
    rules, h = around.rules, hand_size(turn)
    foot = bool(turn.packets) and rules.reserve_trigger == "hand_empty"
    idle = idle_threes(around, turn)
    if idle and h - 1 == idle - (kind in rules.idle_kinds) \
            and out_check(around, turn, True) and not never_last(around, kind):
        return True  # P204
    if h > 1:
        if only_out(around, turn):
            return False
        return foot or h - 1 >= keep_now(around, turn) or not turn.laid
    if out_check(around, turn, True) and not never_last(around, kind):
        return True
    if turn.packets:
        return foot and not only_out(around, turn)
    return not only_out(around, turn) and keep_now(around, turn) == 0  # S14


def pass_ok(around: Around, turn: Turn) -> bool:
    """`pass` (S14): no card may be discarded. `never_last` does not open it (P77, P46)."""
    h = hand_size(turn)
    if turn.staging or turn.owes or not clean(around, turn) or h == 0:
        return False
    if passes_out(around, turn):
        return True
    if only_out(around, turn):
        return False
    foot = bool(turn.packets) and around.rules.reserve_trigger == "hand_empty"
    if around.rules.red3_not_replaced and h == 1 and not turn.laid and not turn.unknown:
        return not any(discard_ok(around, turn, k) for k in permitted(around, turn))  # P168
    if turn.unknown or not foot and h < keep_now(around, turn):
        return False
    return not permitted(around, turn)


def passes_out(around: Around, turn: Turn) -> bool:
    """Nothing but threes that count nothing is left: the pass goes out (P204)."""
    return 0 < idle_threes(around, turn) == hand_size(turn) and out_check(around, turn, False)


def emptied_ok(around: Around, turn: Turn) -> bool:
    """A hand emptied by melding: out, or the next packet (P126, S12)."""
    rules = around.rules
    if turn.owes:
        return False
    if not turn.packets:
        return out_check(around, turn, False) or floats(around, turn)
    if rules.reserve_trigger != "hand_empty" or only_out(around, turn):
        return False
    if rules.reserve_entry == "by_discard":
        return False
    if rules.reserve_entry == "next_turn" or len(turn.packets) > 1:
        return True
    return turn.packets[0] >= keep_now(around, turn) + 1


# ---- the opening -----------------------------------------------------------------------------

def _without_top(turn: Turn) -> list[Meld]:
    """Staged groups of hand cards: the top's group without the top."""
    groups = list(turn.melds)
    if turn.top is not None:
        index = turn.top[0]
        groups[index] = groups[index]._replace(n=groups[index].n - 1)
    return groups


def _group_legal(rules: Rules, m: Meld) -> bool:
    """A rank group by itself, in the opening (P44)."""
    return md.finished(rules, m) and m.wilds <= rules.max_wilds \
        and md.ratio_ok(rules, m.n, m.wilds)


def opening_groups(around: Around, turn: Turn) -> list[Meld] | None:
    """The groups by which count and shape are judged (S10), None if one is no legal group."""
    if turn.top is None or around.rules.initial_from_pile != "qualify_from_hand":
        return list(turn.melds)
    groups = _without_top(turn)
    index = turn.top[0]
    if groups[index].size < 3:
        del groups[index]
    elif not _group_legal(around.rules, groups[index]):
        return None
    return groups


def opening_count(around: Around, turn: Turn, groups: list[Meld]) -> int:
    """Points that count towards the minimum."""
    rules = around.rules
    count = sum(md.meld_value(rules, m) for m in groups)
    if turn.top is not None and rules.initial_from_pile == "yes" and not rules.min_counts_top:
        count -= rules.value(turn.top[1])
    if rules.min_counts_bonuses:
        count += sum(md.canasta_bonus(rules, m, False) for m in turn.melds
                     if md.complete(rules, m))
        count += schedule(rules.red3_schedule, around.red3)
    return count


def schedule(values: list[int], number: int) -> int:
    """P3."""
    return values[min(number, len(values) - 1)]


def splash(around: Around, turn: Turn) -> bool:
    """A complete natural or wild canasta of hand cards alone (S10)."""
    rules = around.rules
    if not rules.min_exempt_splash:
        return False
    return any(m.size >= rules.canasta_size and md.complete(rules, m)
               and (m.kind == M_WILD or m.is_rank and m.kind != M_BLACK3 and m.wilds == 0)
               for m in _without_top(turn))


def _shape_ok(around: Around, turn: Turn, groups: list[Meld], splashed: bool) -> bool:
    """The shape conditions of an opening (S10, P145) and the lock (S8)."""
    rules = around.rules
    if rules.initial_naturals_only and any(m.wilds for m in turn.melds):
        return False
    if rules.initial_no_mixed_canasta and any(
            m.kind != M_WILD and m.wilds and md.complete(rules, m) for m in turn.melds):
        return False
    if rules.initial_needs_pure != "no" and not splashed:
        pure = any(m.is_rank and m.kind != M_BLACK3 and m.n >= 3 and m.wilds == 0
                   for m in groups)
        wild = any(m.kind == M_WILD for m in groups)
        if not pure and not (wild and rules.initial_needs_pure == "pure_or_wild_triple"):
            return False
    twos = rules.wild_meld_locks_wilds == "twos_meld"
    for i, m in enumerate(turn.melds):
        if md.locking(rules, m) and any(
                k != i and ((o.n if o.kind == M_TWOS else 0) + o.t if twos else o.wilds)
                for k, o in enumerate(turn.melds)):
            return False
    return True


def open_staged(around: Around, turn: Turn) -> Turn | None:
    """`open`: the turn after it, as far as it is known, or None (S10, S11)."""
    rules = around.rules
    if not turn.staging or turn.owes or not clean(around, turn):
        return None
    groups = opening_groups(around, turn)
    if groups is None:
        return None
    splashed = splash(around, turn)
    if not _shape_ok(around, turn, groups, splashed):
        return None
    canasta_ok = around.need_canasta is None or any(
        md.complete(rules, m) and (around.need_canasta == "any" or m.is_rank and not m.wilds)
        for m in turn.melds)
    emptied = rules.min_exempt_hand_emptied and not any(turn.hand) and not any(turn.rest) \
        and not turn.buried_rest  # P187
    enough = canasta_ok and (
        splashed or emptied or opening_count(around, turn, groups) >= around.need)
    hand = [h + (turn.rest[c] if turn.rest else 0) for c, h in enumerate(turn.hand)]
    replaced, red = turn.rest_threes
    for c, kind in enumerate(around.kinds):
        if around.is_bonus(kind):
            replaced += hand[c]
            red += hand[c] if kind == RED3 else 0
            hand[c] = 0
    talon = not turn.took or rules.talon_with_pile_take
    after = turn._replace(hand=tuple(hand), staging=False, run=None, rest=(), top=None,
                          opened_now=talon, drawn=most_drawn(around, turn), rest_threes=(0, 0),
                          buried=turn.buried or turn.buried_rest)
    if any(md.complete(rules, m) for m in turn.melds):
        after = completed(around, after)
    if rules.reserve_trigger == "side_initial_meld" and after.packets:
        after = after._replace(unknown=after.unknown + after.packets[0], packets=after.packets[1:])
    draws = min(rules.draw_on_initial_meld + replaced, around.reach) if hand_size(after) else 0
    must_out = not enough or binding(around, after) == "yes" or has_black3(around, after) \
        or any(m.is_sequence and m.size > rules.sequence_max for m in after.melds) \
        or hand_size(after) + draws <= keep_now(around, after)
    if draws and must_out:
        after = after._replace(unknown=after.unknown + draws)  # P137, P151: certain to come
    if enough:
        return after._replace(threes=turn.threes + red)
    # Like a splash (S10), the waiver is for the count, not for the canasta of a band.
    return _exempt(around, after) if canasta_ok else None


def _exempt(around: Around, after: Turn) -> Turn | None:
    """P86: no minimum for melding the whole hand at once with a canasta."""
    rules = around.rules
    word = rules.min_exempt_concealed
    if word == "never" or word == "stock_draw" and (after.took or after.shown):
        return None
    if hand_size(after) > 1:
        return None
    if not any(md.complete(rules, m) for m in after.melds):
        return None
    if hand_size(after) == 0:
        return after if out_check(around, after, False) else None
    after = after._replace(discard_only=True)
    able = any(discard_ok(around, after, k) for k in range(KIND_COUNT))
    return after if able else None
