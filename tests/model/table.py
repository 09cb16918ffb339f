"""A table: the cards where they physically lie, the deal, arrivals, what a seat sees.

Not here: turns and the end of a hand (course.py), steps (game.py). Nothing here is a play.
"""
from __future__ import annotations

import copy
from typing import TypeVar

from cards import BLACK3, FACE_COUNT, FACES, FACES_OF_KIND, JOKER, KINDS, RANKS, RED3, TWO, \
    counts_text, group_text, pack
import mixing
import scoring
from melds import AT_LOW, M_BLACK3, M_SEQ, M_TWOS, M_WILD, Meld
from rulesets import Rules
from takes import Pile
from turn import Around, Turn


AnyTable = TypeVar("AnyTable", bound="Table")


class Laid:
    """A meld on the table with its cards."""

    def __init__(self, kind: int):
        self.kind = kind
        self.cards: list[int] = []
        self.by: set[int] = set()  # seats that laid a card of it
        self.begun = 0             # turn number in which it was begun
        self.fresh = False         # begun in the current run (P87)
        self.got = 0               # wilds of this turn, where they are limited (P157)
        self.old = False           # it was a canasta as the turn began (P200)

    def meld(self) -> Meld:
        if self.kind >= M_SEQ:
            return self._sequence()
        natural = BLACK3 if self.kind == M_BLACK3 else \
            TWO if self.kind == M_TWOS else self.kind
        kinds = [KINDS[card] for card in self.cards]
        n = kinds.count(natural) if self.kind != M_WILD else 0
        t = kinds.count(TWO) if self.kind != M_TWOS else 0
        return Meld(self.kind, n, t, kinds.count(JOKER), got=self.got, old=self.old)

    def text(self) -> str:
        letter = "S" if self.kind >= M_SEQ else \
            {M_BLACK3: "3", M_TWOS: "2", M_WILD: "W"}.get(self.kind) or RANKS[self.kind]
        in_order = self.cards if self.kind >= M_SEQ else sorted(self.cards)
        return letter + ":" + group_text(in_order)

    def _sequence(self) -> Meld:
        kinds = [KINDS[card] for card in self.cards]
        first = next(i for i, kind in enumerate(kinds) if kind <= 10)
        low = kinds[first] - first
        gaps = sum(1 << low + i for i, kind in enumerate(kinds) if kind > 10)
        return Meld(self.kind, len(kinds) - gaps.bit_count(), kinds.count(TWO), kinds.count(JOKER),
                    low, self.got, gaps=gaps)

    def add(self, face: int, end: int) -> None:
        """A card more; in a sequence in its order, a wild at that end."""
        below = end == AT_LOW or self.kind >= M_SEQ and self.cards \
            and KINDS[face] <= 10 and face // 4 < self.meld().low
        self.cards.insert(0 if below else len(self.cards), face)


class Table:
    """What lies on a table, and how it came there."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.n = rules.seats
        layout = rules.team_layout
        modulus = {"pairs": 2, "triples": 2, "three_vs_two_rotating": 2, "three_pairs": 3,
                   "four_pairs": 4}
        self.first_sides = [s % modulus.get(layout, self.n) for s in range(self.n)]
        self.side_count = len(set(self.first_sides))
        # P10, S18: totals belong to sides; with lone_vs_two to seats, which are the same numbers.
        self.totals = [0] * self.side_count
        self.hands_played = 0
        self.winners: list[int] = []
        self.dealer = -1

    def clone(self: AnyTable) -> AnyTable:
        new = copy.copy(self)
        for name in ("totals", "winners", "stock", "pile", "side_of", "asked", "laid_before",
                     "turns", "first_canasta", "held", "aside", "concealed_canastas",
                     "packet_due", "used_packet", "has_taken", "opened_in"):
            setattr(new, name, list(getattr(self, name)))
        new.hands = [list(h) for h in self.hands]
        new.threes = [list(t) for t in self.threes]
        new.packets = [list(p) for p in self.packets]
        new.talon = [list(t) for t in self.talon]
        new.melds = []
        for side in self.melds:
            copies = []
            for m in side:
                c = copy.copy(m)
                c.cards, c.by = list(m.cards), set(m.by)
                copies.append(c)
            new.melds.append(copies)
        return new

    # ---- the deal (section C) ----------------------------------------------------------------

    def next_seat(self, seat: int) -> int:
        return (seat + (1 if self.rules.play_direction == "cw" else -1)) % self.n

    def _deal(self, dealer: int, deck: list[int]) -> int:
        """Deals from the deck, D[0] first; who begins."""
        self.rules = rules = self.rules.in_hand(self.hands_played + 1)
        n = self.n
        self.dealer = dealer
        self.phase, self.turn_number, self.frozen, self.taken = "draw", 0, False, False
        self.freezers: set = set()  # what keeps it so: seats until their next turns (P158), "take"
        self.stock = list(reversed(deck))
        self.mix_key, self.refills, self.stalled = mixing.key_of(deck), 0, False
        self.pile: list[int] = []
        self.picks = 0  # top cards picked up since the stock gave one or a card was laid (P153)
        self.buried = 0
        self.hands = [[0] * FACE_COUNT for _ in range(n)]
        self.side_of = list(self.first_sides)
        self.melds: list[list[Laid]] = [[] for _ in range(self.side_count)]
        self.formed = False
        self.threes = [[0] * 4 for _ in range(n)]
        self.packets: list[list[list[int]]] = [[] for _ in range(n)]
        self.talon: list[list[int]] = [[] for _ in range(n)]
        self.packet_due = [False] * n
        self.used_packet = [False] * n
        self.asked, self.turns = [0] * n, [0] * n
        self.laid_before, self.first_canasta = [False] * n, [False] * n
        self.has_taken = [False] * n
        self.opened_in = [0] * self.side_count  # the turn that opened for the side
        self.out_melded, self.black3_before = False, 0
        self.held: list[int | None] = [None] * n
        self.aside = [0] * n              # by seat: black threes set aside
        self.concealed_canastas = [0] * n  # by seat
        self.end, self.out_seat, self.concealed, self.special = "none", None, False, None
        self.answer, self.answer_seat, self.before_answer = "none", None, "draw"
        first = self.next_seat(dealer)
        order = [first]
        while len(order) < n:
            order.append(self.next_seat(order[-1]))
        for _ in range(rules.hand_size):
            for seat in order:
                self.hands[seat][self.stock.pop()] += 1
        for size in rules.reserve_packets[rules.reserve_left_out:]:
            for seat in order:
                self.packets[seat].append([])
            for _ in range(size):
                for seat in order:
                    self.packets[seat][-1].append(self.stock.pop())
        self.seat = self.asker = first
        if rules.deal_red3_timing == "at_deal":
            for seat in order:
                self._lay_out_dealt(seat)
        self._turn_upcard()
        return first

    def _lay_out_dealt(self, seat: int) -> None:
        """Dealt threes of a seat are laid out and replaced, one is held where it may be."""
        owed = 0
        for face in range(44, 48):
            while self._is_bonus(face) and self.hands[seat][face] > (self.held[seat] == face):
                if self._may_hold(seat):
                    self.held[seat] = face
                else:
                    self._lay_out(seat, face)
                    owed += 1
        if "dealt" not in self.rules.red3_not_replaced:  # P167
            self._replace(seat, owed)

    def _turn_upcard(self) -> None:
        """P18 to P20."""
        rules, mode = self.rules, self.rules.upcard_mode
        if mode == "none" or not self.stock:
            return
        turned = [self._first_open() if mode == "return_to_stock" else self.stock.pop()]
        if rules.upcard_extra_pile == "by_rank_value":
            number = self._count_card(turned[0])
            for _ in range(min(number, len(self.stock))):
                self.pile.append(self.stock.pop())
            self.buried = len(self.pile)
        while mode != "return_to_stock" and self._covered(turned[-1]) and self.stock:
            turned.append(self.stock.pop())
        self.pile += turned
        self.frozen = any(map(self._turned_freezes, turned))
        self.freezers = {"take"} if self.frozen else set()

    def _first_open(self) -> int:
        """P155."""
        back: list[int] = []
        while self._covered(self.stock[-1]) and len(self.stock) > 1:
            back.append(self.stock.pop())
        upcard = self.stock.pop()
        mixing.put_back(self.stock, back, self.mix_key)
        return upcard

    def _turned_freezes(self, face: int) -> bool:
        """P19."""
        return self._freezes(face) or self._is_three(face) and self.rules.freeze_red3_upcard

    def _is_three(self, face: int) -> bool:
        """A red three, or any three where both colours are bonus cards (P35)."""
        kind = KINDS[face]
        return kind == RED3 or kind == BLACK3 and self.rules.threes_mode == "both_colours_bonus"

    def _count_card(self, face: int) -> int:
        """S20."""
        kind = KINDS[face]
        if kind == JOKER:
            return 0
        if kind in (RED3, BLACK3):
            return 3
        return 2 if kind == TWO else (1 if kind == 10 else kind + 4)

    def _covered(self, face: int) -> bool:
        kind = KINDS[face]
        if self.rules.upcard_mode == "cover_wild_red3":
            return kind in (TWO, JOKER) or self._is_three(face)
        return self.rules.upcard_mode in ("cover_wild_any3", "return_to_stock") and kind > 10

    def _freezes(self, face: int) -> bool:
        """A discarded or turned card freezes the pile (P49)."""
        kind = KINDS[face]
        return kind in (TWO, JOKER) and self.rules.freeze_wild \
            or kind == BLACK3 and self.rules.black3_freezes

    # ---- arrivals, threes --------------------------------------------------------------------

    def _is_bonus(self, face: int) -> bool:
        kind = KINDS[face]
        return kind == RED3 and self.rules.bonus_red or kind == BLACK3 and self.rules.bonus_black

    def opened(self, seat: int) -> bool:
        """Whether the seat's side has melded; staged groups are no melds yet."""
        staging = self.turn.staging and self.side_of[self.seat] == self.side_of[seat] \
            if self.turn_number else False
        return bool(self.melds[self.side_of[seat]]) and not staging

    def _may_hold(self, seat: int) -> bool:
        return self.rules.hold_one_three and self.held[seat] is None and not self.opened(seat)

    def _lay_out(self, seat: int, face: int) -> None:
        self.hands[seat][face] -= 1
        self.threes[seat][face - 44] += 1

    def _receive(self, seat: int, face: int) -> str:
        """A card reaches the hand: card, kept (a three that stays) or three (laid out)."""
        self.hands[seat][face] += 1
        if not self._is_bonus(face):
            return "card"
        if self._may_hold(seat):
            self.held[seat] = face
            return "kept"
        self._lay_out(seat, face)
        return "three"

    def _replace(self, seat: int, owed: int) -> None:
        """So many cards from the stock, threes among them laid out and replaced."""
        while owed and self.reach():
            if self._receive(seat, self._next_card()) != "three":
                owed -= 1

    brought = 0   # cards of the draw that have come in this turn (P154)
    came = False  # a card from the stock, in this step

    # ---- a stock that is used up (P170 to P173) ----------------------------------------------

    def refill_size(self) -> int:
        """Cards of which a new stock would be made if one were wanted now."""
        rules = self.rules
        if rules.stock_refill == "none" or self.refills == (rules.stock_refill_limit or 100) \
                or self.stalled and not self.turn.laid:
            return 0
        if rules.stock_refill == "add_pack":
            return len(self._added_pack()) if rules.decks + self.refills < 10 else 0
        return max(0, len(self.pile) - 1)

    def _added_pack(self) -> list[int]:
        return pack(1, 2 if self.rules.jokers_total else 0)

    def reach(self) -> int:
        """Cards that can be drawn."""
        return len(self.stock) + self.refill_size()

    def to_draw(self) -> int:
        """Cards that are still to come in a draw."""
        return self.rules.draw_count - self.brought

    def _refill(self) -> None:
        """The pile but for its top, the bottom card first, becomes the stock."""
        if self.rules.stock_refill == "add_pack":
            cards = self._added_pack()
        else:
            cards, self.pile = self.pile[:-1], self.pile[-1:]
            self.buried = 0
            if not self._turned_freezes(self.pile[0]):
                self.frozen, self.freezers = False, set()
        if self.rules.stock_refill != "turn_pile":
            mixing.shuffle(cards, self.mix_key, self.refills)
        self.stock = cards[::-1]
        self.refills += 1
        self.stalled = True

    def _next_card(self) -> int:
        if not self.stock:
            self._refill()
        self.came = True
        self.picks = 0
        return self.stock.pop()

    def _lay_out_held(self, seat: int) -> int:
        """The held three, due when the side has opened; cards owed for it."""
        if self.held[seat] is None:
            return 0
        self._lay_out(seat, self.held[seat])
        self.held[seat] = None
        return 1

    def _receive_all(self, seat: int, cards: list[int]) -> int:
        """A talon or a packet; cards owed for its threes."""
        return sum(self._receive(seat, face) == "three" for face in sorted(cards))

    # ---- what a seat sees --------------------------------------------------------------------

    def partners(self, seat: int) -> list[int]:
        return [s for s in range(self.n) if s != seat and self.side_of[s] == self.side_of[seat]]

    def around(self, seat: int | None = None) -> Around:
        """The table as the acting seat sees it."""
        rules, seat = self.rules, self.asker if seat is None else seat
        side = self.side_of[seat]
        others = [tuple(m.meld() for m in self.melds[s]) for s in range(self.side_count)
                  if s != side and s in self.side_of]
        before = self.totals[seat if rules.team_layout == "lone_vs_two" else side]
        need, canasta = scoring.minimum(rules, before, self.hands_played + 1)
        members = [s for s in range(self.n) if self.side_of[s] == side]
        return Around(
            rules, others=others, stock=len(self.stock), reach=self.reach(),
            first_turn=self.turns[seat] == 1,
            red3=sum(self.threes[s][1] + self.threes[s][2] for s in members),
            unseen_threes=self._unseen_threes(seat),
            talon=rules.talon_second if any(others) else rules.talon_first,
            partner=len(members) > 1, need=need, need_canasta=canasta,
            own_turn=self.turns[seat], black3_before=self.black3_before,
            partner_packets=any(self.packets[s] for s in members if s != seat),
            last_turn=self.out_seat is not None)

    def _unseen_threes(self, seat: int) -> int:
        """Bonus threes that the seat has not seen."""
        threes = [face for face in range(44, 48) if self._is_bonus(face)]
        seen = sum(self.hands[seat][face] for face in threes) + sum(map(sum, self.threes)) \
            + sum(face in threes for face in self.pile[self.buried:])
        packs = self.rules.decks + (self.refills if self.rules.stock_refill == "add_pack" else 0)
        return max(0, len(threes) * packs - seen)

    def turn_of(self) -> Turn:
        """The acting seat's turn as a value."""
        seat, by_face = self.asker, self.rules.sequences
        held = self.hands[seat]
        hand = held if by_face else [sum([held[face] for face in faces])
                                     for faces in FACES_OF_KIND]
        pile_empty = not self.pile or self.turn.staging and self.turn.took and self.turn.pile_empty
        return self.turn._replace(
            hand=tuple(hand), melds=tuple(m.meld() for m in self.melds[self.side_of[seat]]),
            unknown=0, threes=0, packets=tuple(len(p) for p in self.packets[seat]),
            first_canasta=self.first_canasta[seat], answer=self.answer, pile_empty=pile_empty)

    def pile_view(self) -> Pile:
        return Pile(tuple(self.pile), self.buried, self.frozen, self.taken,
                    self.has_taken[self.seat])

    # ---- text --------------------------------------------------------------------------------

    def state_line(self) -> str:
        """The state as the trace writes it."""
        pile = "?" * self.buried + "".join(FACES[f] for f in self.pile[self.buried:])
        ended = self.seat if self.end == "special" else self.out_seat
        sides = ";".join("|".join(m.text() for m in side) or "-" for side in self.melds)
        items = [
            ("phase", self.phase), ("seat", self.seat), ("asker", self.asker),
            ("turn", self.turn_number), ("stock", len(self.stock)), ("frozen", int(self.frozen)),
            ("taken", int(self.taken)), ("pile", pile or "-"),
            ("hands", "/".join(counts_text(h) for h in self.hands)),
            ("sides", ",".join(map(str, self.side_of))), ("melds", sides),
            ("threes", "/".join("".join(map(str, t)) for t in self.threes)),
            ("packets", ",".join(str(len(p)) for p in self.packets)),
            ("talon", ",".join(str(len(t)) for t in self.talon)),
            ("asked", ",".join(map(str, self.asked))),
            ("staging", int(self.turn.staging)), ("answer", self.answer), ("end", self.end),
            ("out", "-" if ended is None else ended),
            ("concealed", int(self.concealed)),
            ("special", self.special["name"] if self.special else "-")]
        return " ".join(f"{key}={value}" for key, value in items)

    def all_cards(self) -> int:
        """How many cards there are, wherever they lie."""
        return len(self.stock) + len(self.pile) + sum(map(sum, self.hands)) \
            + sum(len(m.cards) for side in self.melds for m in side) + sum(map(sum, self.threes)) \
            + sum(len(c) for p in self.packets for c in p) + sum(map(len, self.talon)) \
            + sum(self.aside)
