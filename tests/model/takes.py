"""Taking the pile: which ways are open, and the turn after one (E, S3, S7, S10, S17)."""
from __future__ import annotations

from typing import NamedTuple

from cards import BLACK3, JOKER, KINDS, RANKS, RED3, TWO
import melds as md
from melds import Meld
from rulesets import Rules
import turn as tn
from turn import NEW, NOWHERE, Around, Turn

WAYS = ("take-pair", "take-two", "take-joker", "take-top")


class Pile(NamedTuple):
    """The discard pile, bottom first; so many of its lowest cards lie face down (P20)."""

    cards: tuple[int, ...]
    buried: int
    frozen: bool
    taken: bool
    taken_himself: bool = False  # by the seat that looks at it (P194)


def taken_cards(around: Around, pile: Pile) -> tuple[list[int], list[int]]:
    """Cards that leave the pile beside the top: those known and those buried (S17, P151)."""
    amount = around.rules.take_amount
    number = len(pile.cards) if amount == "all" else min(amount["top"], len(pile.cards))
    first = len(pile.cards) - number
    known = [f for i, f in enumerate(pile.cards[:-1]) if i >= max(first, pile.buried)]
    hidden = [f for i, f in enumerate(pile.cards[:-1]) if first <= i < pile.buried]
    return known, hidden


def laid_out_from_pile(around: Around, face: int) -> bool:
    """A three of a taken pile that is laid out (P33, P35)."""
    return around.rules.red3_in_pile != "impossible" and around.is_bonus(KINDS[face])


def set_aside(around: Around, face: int) -> bool:
    """A black three of a taken pile that leaves the game (P140)."""
    return KINDS[face] == BLACK3 and around.rules.black3_from_pile != "to_hand"


def frozen_for(around: Around, turn: Turn, pile: Pile) -> bool:
    """Take check 4."""
    rules = around.rules
    return rules.always_frozen or pile.frozen or rules.freeze_until_melded and not turn.melds \
        or rules.freeze_initial_pile and not pile.taken \
        or rules.freeze_until_own_take and not pile.taken_himself


def top_blocked(around: Around, turn: Turn, pile: Pile) -> bool:
    """Take checks 1 to 3: no way at all."""
    rules = around.rules
    if top_barred(around, turn, pile):
        return True
    if tn.hand_size(turn) == 1 and len(pile.cards) == 1 and rules.take_guard_single:
        return True
    return not turn.melds and rules.initial_from_pile == "no"


def top_barred(around: Around, turn: Turn, pile: Pile) -> bool:
    """P48, P50, P51: a top card that nobody takes, or not this side."""
    rules = around.rules
    if not pile.cards:
        return True
    rank = KINDS[pile.cards[-1]]
    if rank > 10 or RANKS[rank] in rules.take_top_blockers:
        return True
    if "dead_rank" in rules.take_top_blockers and around.dead(turn, rank):
        return True
    own = any(m.kind == rank and md.complete(rules, m) for m in turn.melds)
    if rules.take_canasta_rank == "blocked_own" and own:
        return True
    return rules.take_canasta_rank == "blocked_any" and (own or rank in around.dead_by_others)


def _onto(around: Around, turn: Turn, way: str, rank: int, face: int) -> int:
    """The meld a take goes to (S3)."""
    rules = around.rules
    if turn.target >= 0:
        m = turn.melds[turn.target]
        if m.is_sequence:
            suits = m.kind == md.M_SEQ + face % 4
            return turn.target if way == "take-top" and suits else NOWHERE
        return turn.target if m.kind == rank else NOWHERE
    if rules.many:
        return NOWHERE if way == "take-top" else NEW
    if way == "take-top":
        there = [i for i, m in enumerate(turn.melds) if m.kind == rank]
        return there[-1] if there else NOWHERE
    return tn.place(around, turn, rank, True, rank)


def _top_alone(around: Around, turn: Turn, index: int, rank: int) -> Meld | None:
    """Top alone onto an own meld (P40, P64, P107)."""
    rules, m = around.rules, turn.melds[index]
    if m.is_sequence:
        if not rules.take_add_to_sequence or m.size >= min(rules.canasta_size, rules.sequence_max):
            return None
        grown = md.add_to_sequence(rules, m, rank)
        return grown[0] if grown else None
    if rules.take_add_to_meld == "never" or around.dead(turn, rank):
        return None
    if rules.take_add_to_meld == "below_canasta" and m.size >= rules.canasta_size:
        return None
    return md.add_natural(rules, m, rules.take_needs_room)


def take(around: Around, turn: Turn, way: str, pile: Pile,
         hand_classes: tuple[int, ...] | None = None) -> Turn | None:
    """The turn after a take with these hand cards, those of the lowest suits if None.

    None if it is not allowed. Finishing is not looked at.
    """
    rules = around.rules
    if not around.may_meld or top_blocked(around, turn, pile):
        return None
    face = pile.cards[-1]
    rank = KINDS[face]
    if way != "take-pair" and frozen_for(around, turn, pile):
        return None
    index = _onto(around, turn, way, rank, face)
    if index == NOWHERE:
        return None
    old = turn.melds[index] if index >= 0 else Meld(rank)
    opening = not turn.melds
    if way == "take-top":
        new, used = _top_alone(around, turn, index, rank), []
        run_before = old.size + 1  # P40: what follows the top card was not laid before it
    else:
        run_before = old.size
        used = hand_classes or next(iter(hand_cards(around, turn, way, pile)), None)
        new = _with_cards(around, turn, way, old, index, opening) if used else None
    if new is None or index == NEW and (len(turn.melds) >= tn.MELDS_MAX
                                        or md.waits(rules, turn.melds, rank)):
        return None
    if not opening and not _shown(around, turn, new):
        return None
    where = index if index >= 0 else len(turn.melds)
    rest = _to_hand(around, turn, pile)
    hidden = bool(taken_cards(around, pile)[1])
    left = rules.take_amount != "all" and len(pile.cards) > rules.take_amount["top"]
    hand = tn.minus(turn.hand, *used)
    if not opening:
        hand = tuple(h + r for h, r in zip(hand, rest))
    after = turn._replace(
        hand=hand, melds=turn.melds[:where] + (new,) + turn.melds[where + 1:], staging=opening,
        run=(where, 0 if opening else run_before, new.wilds - old.wilds), target=-1, laid=True,
        took=True, rest=rest if opening else (), top=(where, rank) if opening else None,
        buried=hidden and not opening, buried_rest=hidden and opening,
        pile_empty=not left)
    replaced, red = _threes(around, pile)
    if opening:
        return after._replace(rest_threes=(replaced, red))
    after = after._replace(threes=turn.threes + red)
    held = sum(hand)
    if md.complete(rules, new) and not md.complete(rules, old):
        after = tn.completed(around, after)
    come = min(replaced, around.reach) if tn.hand_size(after) else 0
    if come and (tn.only_out(around, after) or held + come <= tn.keep_now(around, after)):
        after = after._replace(unknown=after.unknown + come)  # P33, P137: certain to come
    return after


def shown_take(around: Around, turn: Turn, pile: Pile) -> Turn:
    """The turn after the pile was taken by twos that were shown and stay in the hand (P201)."""
    top = around.class_of(pile.cards[-1])
    hand = tuple(h + r + (c == top) for c, (h, r) in
                 enumerate(zip(turn.hand, _to_hand(around, turn, pile))))
    known, hidden = taken_cards(around, pile)
    replaced, red = _threes(around, pile)
    after = turn._replace(hand=hand, shown=True, buried=bool(hidden), threes=turn.threes + red,
                          pile_empty=len(known) + len(hidden) + 1 == len(pile.cards))
    come = min(replaced, around.reach)
    if come and (tn.only_out(around, after) or sum(hand) + come <= tn.keep_now(around, after)):
        after = after._replace(unknown=after.unknown + come)
    return after


def take_all(around: Around, turn: Turn, pile: Pile) -> Turn | None:
    """The turn after the whole pile was taken into the hand (P202), None if it is not allowed."""
    rules = around.rules
    if rules.take_with == "top" or turn.target >= 0 or not around.may_meld \
            or _stopped(around, turn, pile) or not _useful(around, turn, pile):
        return None
    if tn.hand_size(turn) == 1 and len(pile.cards) == 1 and rules.take_guard_single \
            or not turn.melds and rules.initial_from_pile == "no":
        return None
    known, hidden = taken_cards(around, pile)
    come = [f for f in known + [pile.cards[-1]]]
    out = [f for f in come if laid_out_from_pile(around, f)]
    hand = list(turn.hand)
    for face in come:
        if face not in out and not set_aside(around, face):
            hand[around.class_of(face)] += 1
    card = rules.take_with == "any_card"
    left = rules.take_amount != "all" and len(pile.cards) > rules.take_amount["top"]
    after = turn._replace(
        hand=tuple(hand), run=None, took=True, buried=bool(hidden), pile_empty=not left,
        owes="card" if card else "new_meld", old_melds=len(turn.melds),
        owed=frozenset(KINDS[f] for f in come if KINDS[f] <= 10) if card else frozenset(),
        threes=turn.threes + sum(KINDS[f] == RED3 for f in out))
    replaced = len(out) if rules.red3_in_pile == "expose_and_replace" else 0
    drawn = min(replaced, around.reach)
    if drawn and (tn.only_out(around, after)
                  or tn.hand_size(after) + drawn <= tn.keep_now(around, after)):
        after = after._replace(unknown=after.unknown + drawn)  # P33, P137: certain to come
    return after


def _stopped(around: Around, turn: Turn, pile: Pile) -> bool:
    """P50, P51, P203: a top card that nobody takes, or not this side."""
    if len(pile.cards) <= pile.buried:
        return True
    kind = KINDS[pile.cards[-1]]
    if kind <= 10:
        return top_barred(around, turn, pile)
    if kind == BLACK3:
        return around.rules.black3_stops
    return ("red3" if kind == RED3 else "wild") in around.rules.take_top_blockers


def _useful(around: Around, turn: Turn, pile: Pile) -> bool:
    """P203: a card of the pile could take it from the top; a frozen one needs a pair."""
    if around.rules.take_with == "any_card":
        return any(_could_take(around, turn, pile, face) for face in naturals_of(around, pile))
    kind = KINDS[pile.cards[-1]]
    return not frozen_for(around, turn, pile) or kind <= 10 and around.count(turn.hand, kind) >= 2


def naturals_of(around: Around, pile: Pile) -> list[int]:
    """Naturals among the cards that a take would bring, the top one included."""
    come = set(taken_cards(around, pile)[0]) | {pile.cards[-1]}
    return sorted(face for face in come if KINDS[face] <= 10)


def _could_take(around: Around, turn: Turn, pile: Pile, face: int,
                ways: tuple[str, ...] = WAYS) -> bool:
    """The face, if it lay on top, could take the pile by the ordinary rules."""
    put = pile._replace(cards=pile.cards[:-1] + (face,))
    places = [-1] + (list(range(len(turn.melds))) if around.rules.multi else [])
    return any(hand_cards(around, turn, way, put)
               and take(around, turn._replace(target=place), way, put) is not None
               for place in places for way in ways)


def all_matches(around: Around, turn: Turn, pile: Pile) -> bool:
    """P90: a card of the pile could join an own meld alone."""
    return around.rules.take_with == "any_card" and any(
        _could_take(around, turn, pile, face, ("take-top",)) for face in naturals_of(around, pile))


def _shown(around: Around, turn: Turn, m: Meld) -> bool:
    """P180: the meld is finished, or some cards of the hand finish it without any of the pile."""
    rules, hand = around.rules, turn.hand
    if md.finished(rules, m):
        return True
    twos, jokers = (0 if md.locked(rules, turn.melds, card, -1) else around.count(hand, card)
                    for card in (TWO, JOKER))
    for naturals in range(m.n, around.count(hand, m.kind) + 2):
        for wilds in range(m.wilds, twos + jokers + 1):
            full = _grown(rules, m, naturals, wilds)
            if full is not None and md.finished(rules, full):
                return True
    return False


def _grown(rules: Rules, m: Meld, naturals: int, wilds: int) -> Meld | None:
    """The meld with so many naturals and wilds, laid naturals first, or None."""
    new: Meld | None = m
    while new is not None and new.n < naturals:
        new = md.add_natural(rules, new)
    while new is not None and new.wilds < wilds:
        new = md.add_wild(rules, new, JOKER, (0, new.wilds), False)
    return new


def _threes(around: Around, pile: Pile) -> tuple[int, int]:
    """Threes of a taken pile that are laid out: those that are replaced (P33), and red ones."""
    out = [KINDS[card] for card in taken_cards(around, pile)[0] if laid_out_from_pile(around, card)]
    replaced = around.rules.red3_in_pile == "expose_and_replace"
    return len(out) if replaced else 0, out.count(RED3)


def _to_hand(around: Around, turn: Turn, pile: Pile) -> tuple[int, ...]:
    """The known cards that a take brings to the hand, counted by class."""
    rest = [0] * len(turn.hand)
    for card in taken_cards(around, pile)[0]:
        if not laid_out_from_pile(around, card) and not set_aside(around, card):
            rest[around.class_of(card)] += 1
    return tuple(rest)


def hand_cards(around: Around, turn: Turn, way: str, pile: Pile) -> list[tuple[int, ...]]:
    """The choices of suits that a way of taking leaves (S26), as classes; [] if cards lack."""
    if way == "take-top":
        return [()]
    if not pile.cards or KINDS[pile.cards[-1]] > 10:
        return []
    rank, more = KINDS[pile.cards[-1]], _to_hand(around, turn, pile)
    if way == "take-pair":
        return around.useful(turn, rank, 2, more)
    wild = around.lowest(turn.hand, TWO if way == "take-two" else JOKER)
    return [(c, wild) for c, in around.useful(turn, rank, 1, more)] if wild >= 0 else []


def _with_cards(around: Around, turn: Turn, way: str, old: Meld, index: int,
                opening: bool) -> Meld | None:
    """The meld with the top and two hand cards, naturals first (S7)."""
    rules = around.rules
    if around.dead(turn, old.kind):
        return None
    if way == "take-pair" and not rules.take_pair:
        return None
    if way != "take-pair" and not rules.take_natural_wild:
        return None
    room = rules.take_needs_room
    new: Meld | None = old
    for _ in range(3 if way == "take-pair" else 2):
        new = md.add_natural(rules, new, room)
        if new is None:
            return None
    if way != "take-pair":
        card = TWO if way == "take-two" else JOKER
        if md.locked(rules, turn.melds, card, index):
            return None
        new = md.add_wild(rules, new, card, (0 if opening else old.size, 0), opening, room)
    return new
