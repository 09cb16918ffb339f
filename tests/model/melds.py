"""Melds as the rules see them: what is laid, whether it is legal, what one more card does to it.

Suits matter in sequences only (P13), so a meld is a few counts. All the checks of a single card
are here (S7); where the card goes is turn.py.
"""
from __future__ import annotations

from typing import NamedTuple, Sequence

from cards import BLACK3, JOKER, RANKS, TWO
from rulesets import Rules

M_BLACK3, M_TWOS, M_WILD, M_SEQ = 11, 12, 13, 14  # above the ranks 0..10; M_SEQ + suit
AT_LOW, AT_HIGH = 18, 19  # "kinds" of lays: a wild at an end of whichever sequence (P177)


class Meld(NamedTuple):
    """kind; naturals; twos and jokers that are wild; the rank of a sequence's lowest place.

    `got`: wilds of this turn, where they are limited (P157); `old`: it was a canasta as the turn
    began (P200); `gaps`: the ranks that wilds of a sequence stand for, a bit each (P177).
    """

    kind: int
    n: int = 0
    t: int = 0
    j: int = 0
    low: int = 0
    got: int = 0
    old: bool = False
    gaps: int = 0

    @property
    def size(self) -> int:
        return self.n + self.t + self.j

    @property
    def wilds(self) -> int:
        return self.t + self.j

    @property
    def is_rank(self) -> bool:
        """A meld of one rank, twos (P62) and black threes (P65, P199) included."""
        return self.kind <= M_TWOS

    @property
    def is_sequence(self) -> bool:
        return self.kind >= M_SEQ

    @property
    def ranks(self) -> list[int]:
        """Of a sequence: the ranks of its naturals."""
        return [r for r in range(self.low, self.low + self.size) if not self.gaps >> r & 1]


def ratio_ok(rules: Rules, n: int, w: int) -> bool:
    """wild_ratio with its exceptions (P59)."""
    if w == 0 or rules.wild_ratio == "free":
        return True
    if {"naturals": n, "wilds": w} in rules.wild_ratio_exceptions:
        return True
    return w <= n if rules.wild_ratio == "wild_le_natural" else w < n


def finished(rules: Rules, m: Meld) -> bool:
    """Large enough to be left (P122); everything else is checked at each card."""
    if m.kind < M_BLACK3:
        return m.n >= rules.min_naturals and m.n + m.t + m.j >= rules.meld_min
    if m.kind == M_BLACK3 and not black3_is_rank(rules):
        enough = m.wilds == 0 or m.n >= rules.min_naturals  # S23
        return enough and m.size >= rules.black3_meld_min
    if m.is_sequence and m.wilds and (
            m.n < rules.min_naturals or not ratio_ok(rules, m.n, m.wilds)):
        return False  # P177
    if m.kind == M_WILD or m.is_sequence:
        return m.size >= rules.meld_min
    least = 2 if m.kind == M_TWOS else 0
    return m.n >= max(least, rules.min_naturals) and m.size >= rules.meld_min


def black3_is_rank(rules: Rules) -> bool:
    """P199."""
    return bool(rules.black3_meld == "as_rank")


def union_ok(rules: Rules, a: Meld, b: Meld) -> Meld | None:
    """Two melds of a rank joined, or None if the union breaks the meld check (S5)."""
    if a.kind != b.kind or not a.is_rank or a.kind == M_BLACK3:
        return None
    u = Meld(a.kind, a.n + b.n, a.t + b.t, a.j + b.j, got=a.got + b.got,
             old=a.old or b.old)
    if u.n < rules.min_naturals or u.wilds > rules.max_wilds or not ratio_ok(rules, u.n, u.wilds):
        return None
    return u if rules.meld_max == 0 or u.size <= rules.meld_max else None


def complete(rules: Rules, m: Meld) -> bool:
    """A canasta (P58)."""
    if m.kind == M_BLACK3 and not black3_is_rank(rules):
        return False
    if m.kind == M_WILD and not rules.wild_canasta:
        return False
    return m.size >= rules.canasta_size


def closed_now(rules: Rules, m: Meld) -> bool:
    """P200: it has become a canasta in this turn."""
    return bool(rules.add_after_closing == "next_turn" and complete(rules, m) and not m.old)


def matches(rules: Rules, m: Meld, test: str) -> bool:
    """A canasta against one word of out_needs (P132); one of wilds as what it counts (P191)."""
    return test == rules.wild_canasta_counts if m.kind == M_WILD else is_of(m, test)


def is_of(m: Meld, test: str) -> bool:
    """Whether a canasta is natural, mixed, wild, a sequence, or of a rank."""
    if test == "wild":
        return m.kind == M_WILD
    if test == "sequence":
        return m.is_sequence and m.wilds == 0
    if test == "natural":
        return m.is_rank and m.wilds == 0
    if test == "mixed":  # P179
        return (m.is_rank or m.is_sequence) and m.wilds > 0
    return m.kind == (M_TWOS if test == "2" else RANKS.index(test))


def needs_met(rules: Rules, canastas: list[Meld], kinds: list[str]) -> bool:
    """Different canastas for all kinds (P132)."""
    if not kinds:
        return True
    return any(matches(rules, m, kinds[0])
               and needs_met(rules, canastas[:i] + canastas[i + 1:], kinds[1:])
               for i, m in enumerate(canastas))


def waits(rules: Rules, melds: tuple[Meld, ...], kind: int) -> bool:
    """P156, P205: no further meld of the rank, or of wilds, may begin yet."""
    again = rules.meld_again_after_canasta
    return again != "no" and any(
        m.kind == kind and (not complete(rules, m)
                            or again == "natural" and m.is_rank and m.wilds > 0) for m in melds)


def locking(rules: Rules, m: Meld) -> bool:
    """An unfinished meld that locks wilds, or twos, elsewhere (P61, P133, S8)."""
    word = rules.wild_meld_locks_wilds
    return m.size < rules.canasta_size and (
        word == "wild_meld" and m.kind == M_WILD or word == "twos_meld" and m.kind == M_TWOS)


def locked(rules: Rules, melds: tuple[Meld, ...], card: int, index: int) -> bool:
    """Whether a wild (TWO, JOKER) may not go to the meld at index (-1: a new one)."""
    if rules.wild_meld_locks_wilds == "twos_meld" and card != TWO:
        return False
    return any(i != index and locking(rules, m) for i, m in enumerate(melds))


def add_natural(rules: Rules, m: Meld, room: bool = True) -> Meld | None:
    """One more natural of its rank (a two for a meld of twos); dead ranks are seen to before."""
    if m.size >= rules.canasta_size and not canasta_takes(rules, m, "naturals"):
        return None
    if closed_now(rules, m):
        return None
    new = m._replace(n=m.n + 1)
    if room and rules.meld_max and new.size > rules.meld_max:
        return None
    return new if ratio_ok(rules, new.n, new.wilds) else None


def canasta_takes(rules: Rules, m: Meld, what: str) -> bool:
    """Whether a complete canasta takes one more of the "naturals" or "wilds" (P57, P196)."""
    if not (rules.add_natural_to_canasta if what == "naturals" else rules.add_wild_to_canasta):
        return False
    if not m.is_rank:
        return True
    takes = rules.mixed_canasta_takes if m.wilds else rules.natural_canasta_takes
    return takes in ("any", what)


def wild_room(rules: Rules, m: Meld, run_m: int, run_w: int) -> bool:
    """P57: whether one more wild may go in, by the meld's size at the beginning of the run."""
    if m.size < rules.canasta_size or canasta_takes(rules, m, "wilds"):
        return True
    if run_m + run_w + 1 > rules.canasta_size:
        return False
    mixed = m._replace(j=max(1, m.j))  # with the wild before the last natural
    return canasta_takes(rules, mixed, "naturals")


def add_wild(rules: Rules, m: Meld, card: int, run: tuple[int, int], staging: bool,
             room: bool = True) -> Meld | None:
    """One more wild on a rank meld, twos included, that has a natural (S7); locks: before."""
    if m.kind == M_BLACK3 and not rules.black3_meld_wilds:
        return None
    if m.n < 1 or m.kind in rules.no_wild or not wild_room(rules, m, *run):
        return None
    if closed_now(rules, m):
        return None
    if m.kind == M_TWOS and card == TWO:
        return None
    if not staging:
        if m.kind in rules.initial_only_wild and m.wilds == 0:
            return None
        if m.n < rules.wild_add_min_naturals:
            return None
    new = with_wild(rules, m, card)
    if new is None or new.wilds > rules.max_wilds or not ratio_ok(rules, new.n, new.wilds):
        return None
    return None if room and rules.meld_max and new.size > rules.meld_max else new


def add_to_wilds(rules: Rules, m: Meld, card: int, run: tuple[int, int]) -> Meld | None:
    """One more card in a meld of wilds only (P60)."""
    if m.size >= rules.wild_limit() or not wild_room(rules, m, *run) or closed_now(rules, m):
        return None
    return m._replace(t=m.t + 1) if card == TWO else m._replace(j=m.j + 1)


def add_black3(rules: Rules, m: Meld, card: int) -> Meld | None:
    """One more card in the group of black threes (P65, S23)."""
    packs = 10 if rules.stock_refill == "add_pack" else rules.decks  # P170
    most = rules.black3_meld_max or 2 * packs + rules.max_wilds
    if m.size >= most:
        return None
    if card == BLACK3:
        return m._replace(n=m.n + 1)
    if not rules.black3_meld_wilds or m.n < 1 or m.wilds >= rules.max_wilds:
        return None
    return with_wild(rules, m, card)


def with_wild(rules: Rules, m: Meld, card: int) -> Meld | None:
    """The meld, not one of wilds, with one wild more, as far as its turn allows it (P157)."""
    if rules.wilds_per_turn and m.got >= rules.wilds_per_turn:
        return None
    new = m._replace(t=m.t + 1) if card == TWO else m._replace(j=m.j + 1)
    return new._replace(got=m.got + 1) if rules.wilds_per_turn else new


def extends(m: Meld, rank: int) -> bool:
    """Whether a card of the suit lies at an end of the sequence."""
    return rank in (m.low - 1, m.low + m.size)


def add_to_sequence(rules: Rules, m: Meld, rank: int) -> tuple[Meld, bool] | None:
    """One more card at an end; True beside it if the player must now go out (P109)."""
    if not extends(m, rank):
        return None
    if not rules.add_natural_to_canasta and m.size >= rules.canasta_size:
        return None
    full = m.size >= rules.sequence_max
    if full and not rules.sequence_extend_going_out:
        return None
    return m._replace(n=m.n + 1, low=min(m.low, rank)), full


def add_wild_to_sequence(rules: Rules, m: Meld, card: int, end: int,
                         staging: bool) -> tuple[Meld, bool] | None:
    """One wild more at that end (P177); True beside it as above."""
    if m.wilds >= rules.sequence_wilds or staging and rules.initial_naturals_only:
        return None
    rank = m.low - 1 if end == AT_LOW else m.low + m.size
    if not 0 <= rank <= 10 or m.size >= rules.canasta_size and not rules.add_wild_to_canasta:
        return None
    longer = add_to_sequence(rules, m, rank)
    with_it = with_wild(rules, m, card)
    if longer is None or with_it is None:
        return None
    return with_it._replace(low=min(m.low, rank), gaps=m.gaps | 1 << rank), longer[1]


def meld_value(rules: Rules, m: Meld) -> int:
    """Sum of the card values of a meld."""
    wild = m.t * rules.value(TWO) + m.j * rules.value(JOKER)
    if m.kind == M_BLACK3:
        return wild + m.n * rules.value(BLACK3)
    if m.kind == M_TWOS:
        return wild + m.n * rules.value(TWO)
    if m.is_sequence:
        return wild + sum(rules.value(r) for r in m.ranks)
    return wild + (m.n * rules.value(m.kind) if m.kind <= 10 else 0)


def canasta_bonus(rules: Rules, m: Meld, out: bool, done: Sequence[Meld] = ()) -> int:
    """Bonus of a complete canasta (P4, P141), beside the canastas `done` of its side (P206)."""
    if m.kind == M_WILD:
        if m.j == 0:
            return rules.bonus_wild["twos"]
        return rules.bonus_wild["four_jokers" if m.j >= 4 else "other"]
    if m.is_sequence:
        return m.wilds and rules.bonus_sequence_mixed or rules.bonus_sequence
    ordinary = rules.bonus_mixed if m.wilds else rules.bonus_natural
    if m.wilds and any(d.kind == m.kind and not d.wilds for d in done):
        ordinary = rules.bonus_mixed_beside_natural or ordinary
    entry = rules.bonus_rank.get("2" if m.kind == M_TWOS else (RANKS + "3")[m.kind])
    if entry is None or entry["only_if_out"] and not out:
        return ordinary
    special = entry["mixed" if m.wilds else "natural"]
    return ordinary if special is None else special
