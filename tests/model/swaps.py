"""A natural of the hand for a wild of a meld (P175, P176, S30): which may be swapped, for what."""
from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from cards import JOKER, KINDS, RANKS, TWO
import melds as md
import turn as tn
from turn import Turn

if TYPE_CHECKING:
    from game import Game
    from table import Laid

NAMES = [f"{head}-{wild}-{rank}" for head in ("swap", "steal") for wild in ("two", "joker")
         for rank in RANKS]
WILDS = {"two": TWO, "joker": JOKER}
PLAYED = {("own", False), ("any", False), ("any", True), ("others", True)}  # with `steals`


def meant(name: str) -> tuple[bool, int, int]:
    """Whether it steals, the kind of the wild, the rank of the natural."""
    head, wild, rank = name.split("-")
    return head == "steal", WILDS[wild], RANKS.index(rank)


def wild_in(m: Laid, name: str, cls: int) -> int | None:
    """The place among its cards of the wild that the meld gives for a natural of that class; of
    a sequence the one that stands for this very card (P178), of twos the lowest suit."""
    _, wild, rank = meant(name)
    if m.kind >= md.M_SEQ:
        place = rank - m.meld().low
        fits = m.kind == md.M_SEQ + cls % 4 and 0 <= place < len(m.cards) \
            and KINDS[m.cards[place]] == wild
        return place if fits else None
    found = [i for i, face in enumerate(m.cards) if KINDS[face] == wild] if m.kind == rank else []
    return min(found, key=lambda i: m.cards[i]) if found else None


def giver(game: Game, name: str, cls: int) -> Laid | None:
    """The meld that gives the wild: the largest of the first side that has one."""
    steals, _, rank = meant(name)
    own = game.side_of[game.asker]
    sides = [own]
    if steals:
        order = [(game.asker + i) % game.n for i in range(1, game.n)]
        if game.next_seat(0) != 1:
            order.reverse()
        sides = [game.side_of[seat] for seat in order if game.side_of[seat] != own]
    closed = game.around().dead(game.turn_of(), rank)
    for side in sides:
        able = [m for m in game.melds[side] if wild_in(m, name, cls) is not None
                and not (closed and m.kind == rank)
                and (game.rules.swap_wild_canastas or not md.complete(game.rules, m.meld()))]
        if able:
            return max(able, key=lambda m: len(m.cards))
    return None


def after(game: Game, turn: Turn, name: str, cls: int) -> Turn | None:
    """The turn after the swap of a natural of that class; None where it is not possible."""
    around, rules = game.around(), game.rules
    steals, wild, rank = meant(name)
    if (rules.swap_wild, steals) not in PLAYED:
        return None
    if not turn.melds and not (steals and rules.swap_wild_unopened):
        return None
    if turn.staging or turn.discard_only or not tn.clean(around, turn) \
            or tn.has_black3(around, turn):
        return None
    m = giver(game, name, cls)
    if m is None:
        return None
    hand = list(tn.minus(turn.hand, cls))
    hand[around.class_of(m.cards[wild_in(m, name, cls)])] += 1
    table = list(turn.melds)
    if not steals:
        place = game.melds[game.side_of[game.asker]].index(m)
        old = table[place]
        table[place] = old._replace(n=old.n + 1, t=old.t - (wild == TWO), j=old.j - (wild == JOKER),
                                    gaps=old.gaps & ~(1 << rank))
    paid = turn.owes == "card" and rank in turn.owed and bool(turn.melds)  # P203
    return turn._replace(hand=tuple(hand), melds=tuple(table), laid=True, run=None,
                         owes="" if paid else turn.owes)


def possible(game: Game, turn: Turn) -> Iterator[tuple[str, Turn]]:
    """Every swap, with every suit of its natural (S26)."""
    if game.rules.swap_wild == "never":
        return
    for name in NAMES:
        for cls in game.around().classes[meant(name)[2]]:
            done = after(game, turn, name, cls) if turn.hand[cls] else None
            if done is not None:
                yield name, done
