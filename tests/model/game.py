"""A game: the cards where they physically lie, the deal, the steps, the end of a hand.

Legality comes from turn.py, takes.py and finish.py, which see only what a seat knows (P131).
"""
from __future__ import annotations

import copy
from itertools import combinations
from typing import Callable

from cards import BLACK3, FACE_COUNT, FACES, FACES_OF_KIND, JOKER, KIND_NAMES, KINDS, RANKS, \
    RED3, TWO, counts_text, group_text
import melds as md
import scoring
import takes as tk
import turn as tn
from finish import Finisher
from melds import M_BLACK3, M_SEQ, M_TWOS, M_WILD, Meld
from rulesets import Rules
from takes import Pile
from turn import Around, Turn


class Laid:
    """A meld on the table with its cards."""

    def __init__(self, kind: int):
        self.kind = kind
        self.cards: list[int] = []
        self.by: set[int] = set()  # seats that laid a card of it
        self.begun = 0             # turn number in which it was begun
        self.fresh = False         # begun in the current run (P87)
        self.low = 0

    def meld(self) -> Meld:
        if self.kind >= M_SEQ:
            return Meld(self.kind, n=len(self.cards), low=min(self.cards) // 4)
        natural = BLACK3 if self.kind == M_BLACK3 else \
            TWO if self.kind == M_TWOS else self.kind
        kinds = [KINDS[card] for card in self.cards]
        n = kinds.count(natural) if self.kind != M_WILD else 0
        t = kinds.count(TWO) if self.kind != M_TWOS else 0
        return Meld(self.kind, n, t, kinds.count(JOKER))

    def text(self) -> str:
        letter = "S" if self.kind >= M_SEQ else \
            {M_BLACK3: "3", M_TWOS: "2", M_WILD: "W"}.get(self.kind) or RANKS[self.kind]
        return letter + ":" + group_text(sorted(self.cards))


class Game:
    """One game of a table; `start_hand` deals, `apply` makes a step."""

    owed_now = 0         # cards owed for threes of a taken pile
    just_opened = False  # between `open` and what it brings

    def __init__(self, rules: Rules):
        self.rules = rules
        self.n = rules.seats
        layout = rules.team_layout
        modulus = {"pairs": 2, "triples": 2, "three_vs_two_rotating": 2, "three_pairs": 3}
        self.first_sides = [s % modulus.get(layout, self.n) for s in range(self.n)]
        self.side_count = len(set(self.first_sides))
        # P10, S18: totals belong to sides; with lone_vs_two to seats, which are the same numbers.
        self.totals = [0] * self.side_count
        self.hands_played = 0
        self.winners: list[int] = []
        self.dealer = -1

    def clone(self) -> "Game":
        new = copy.copy(self)
        for name in ("totals", "winners", "stock", "pile", "side_of", "asked", "laid_before",
                     "turns", "first_canasta", "held", "aside", "concealed_canastas",
                     "packet_due", "used_packet"):
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

    def start_hand(self, dealer: int, deck: list[int]) -> None:
        """Deals from the deck, D[0] first, and begins the first turn."""
        rules, n = self.rules, self.n
        self.dealer = dealer
        self.phase, self.turn_number, self.frozen, self.taken = "draw", 0, False, False
        self.stock = list(reversed(deck))
        self.pile: list[int] = []
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
        for size in rules.reserve_packets:
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
        self._begin_turn(first)

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
        self._replace(seat, owed)

    def _turn_upcard(self) -> None:
        """P18 to P20."""
        rules, mode = self.rules, self.rules.upcard_mode
        if mode == "none" or not self.stock:
            return
        turned = [self.stock.pop()]
        if rules.upcard_extra_pile == "by_rank_value":
            number = self._count_card(turned[0])
            for _ in range(min(number, len(self.stock))):
                self.pile.append(self.stock.pop())
            self.buried = len(self.pile)
        while self._covered(turned[-1]) and self.stock:
            turned.append(self.stock.pop())
        self.pile += turned
        self.frozen = any(self._freezes(f) or self._is_three(f) and rules.freeze_red3_upcard
                          for f in turned)

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
        return self.rules.upcard_mode == "cover_wild_any3" and kind > 10

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
        while owed and self.stock:
            if self._receive(seat, self.stock.pop()) != "three":
                owed -= 1

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

    # ---- turns -------------------------------------------------------------------------------

    def _begin_turn(self, seat: int) -> None:
        """TURN_START (P26, S19)."""
        self.seat = self.asker = seat
        self.phase, self.answer = "draw", "none"
        self.turn_number += 1
        self.turn = Turn(())
        self.turns[seat] += 1
        self._end_run()
        self.melded = False        # P67: a meld that is not the take's
        self.foreign = False       # P84 d: onto a meld of somebody else
        self.opening = False       # this seat opened in this turn
        self.drawn = False
        self.top_face: int | None = None
        self.run_of_take = False
        self.pending: list[int] = []
        owed = self._receive_all(seat, self.talon[seat])
        self.talon[seat] = []
        owed += self._packet_at_start(seat)
        if self.turns[seat] == 1 and self.rules.deal_red3_timing == "first_turn":
            self._lay_out_dealt(seat)
        if self.opened(seat):
            owed += self._lay_out_held(seat)
        self._replace(seat, owed)
        self._check_immediate()

    def _packet_at_start(self, seat: int) -> int:
        rules = self.rules
        due = self.packet_due[seat]
        if rules.reserve_trigger == "side_initial_meld":
            due = self.opened(seat) and not self.used_packet[seat]
        if not due or not self.packets[seat]:
            return 0
        return self._pick_up(seat)

    def _pick_up(self, seat: int) -> int:
        """The next packet; cards owed for its threes. P67 starts anew after the last (S12)."""
        self.packet_due[seat] = False
        self.used_packet[seat] = True
        cards = self.packets[seat].pop(0)
        if not self.packets[seat]:
            self.melded = False
        return self._receive_all(seat, cards)

    def _check_immediate(self) -> None:
        """stock_end = immediate (P93)."""
        if self.rules.stock_end == "immediate" and not self.stock and self.phase != "hand_end":
            self._end_hand("stock")

    def _end_turn(self) -> None:
        """TURN_END: talon, the end by the stock, the next seat (S19)."""
        seat, rules = self.seat, self.rules
        self._after_lays()
        if tn.talon_due(self.around(), self.turn_of()):
            for _ in range(min(self.around().talon, len(self.stock))):
                self.talon[seat].append(self.stock.pop())
        if rules.stock_end != "draw_impossible" and not self.stock:
            self._end_hand("stock")
            return
        self._begin_turn(self.next_seat(seat))

    def _after_lays(self) -> None:
        if self.turn.laid:
            self.laid_before[self.seat] = True

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
            rules, others=others, stock=len(self.stock), first_turn=self.turns[seat] == 1,
            red3=sum(self.threes[s][1] + self.threes[s][2] for s in members),
            talon=rules.talon_second if any(others) else rules.talon_first,
            partner=len(members) > 1, need=need, need_canasta=canasta)

    def turn_of(self) -> Turn:
        """The acting seat's turn as a value."""
        seat, by_face = self.asker, self.rules.sequences
        held = self.hands[seat]
        hand = held if by_face else [sum([held[face] for face in faces])
                                     for faces in FACES_OF_KIND]
        pile_empty = not self.pile or self.turn.staging and self.turn.took and self.turn.pile_empty
        return self.turn._replace(
            hand=tuple(hand), melds=tuple(m.meld() for m in self.melds[self.side_of[seat]]),
            unknown=0, packets=tuple(len(p) for p in self.packets[seat]),
            first_canasta=self.first_canasta[seat], answer=self.answer, pile_empty=pile_empty)

    def pile_view(self) -> Pile:
        return Pile(tuple(self.pile), self.buried, self.frozen, self.taken)

    # ---- steps -------------------------------------------------------------------------------

    def apply(self, name: str, cards: list[int] | None = None) -> list[int]:
        """Makes a legal step with these hand cards (None: see _chosen); returns them."""
        cards = cards or []
        if name in ("yes", "no"):
            self.answer, self.phase, self.seat = name, self.before_answer, self.asker
            return []
        if name == "ask":
            self._ask()
            return []
        if name == "draw":
            self._draw()
        elif name.startswith("take-"):
            return self._take(name, cards)
        elif name == "open":
            self._open()
        elif name == "pass":
            self._end_turn()
        elif name == "declare":
            self.special = scoring.special_hand(self.rules, self.hands[self.seat])
            self._end_hand("special")
        elif name == "lay-out":
            self._replace(self.seat, self._lay_out_held(self.seat))
            self._check_immediate()
        elif name == "new":
            self.turn = self.turn._replace(run=None)
            self._end_run()
        elif name.startswith("to-"):
            self.turn = self.turn._replace(target=int(name[3:]) - 1, run=None)
            self._end_run()
        elif name.startswith("join-"):
            self._join(int(name[5:]) - 1)
        elif name.startswith("discard-"):
            return self._discard(name, cards)
        else:
            return self._lay(name, cards)
        return []

    def _ask(self) -> None:
        self.asked[self.seat] += 1
        self.before_answer, self.phase = self.phase, "answer"
        self.turn = self.turn._replace(run=None)
        self._end_run()
        seat = self.next_seat(self.seat)
        while self.side_of[seat] != self.side_of[self.asker]:
            seat = self.next_seat(seat)
        self.seat = seat

    def _draw(self) -> None:
        """P28 to P32, S13."""
        rules, seat = self.rules, self.seat
        if not self.stock or rules.short_draw == "end_hand" and len(self.stock) < rules.draw_count:
            self._end_hand("stock")
            return
        brought, came, last = 0, [], 0
        while brought < rules.draw_count and self.stock:
            last = self.stock.pop()
            came.append(self._receive(seat, last))
            brought += came[-1] != "three"
        self.drawn = True
        if not self.stock and "card" not in came:
            if rules.red3_last_card == "end_hand_kept_in_hand" and came[-1] == "three":
                self.threes[seat][last - 44] -= 1
                self.hands[seat][last] += 1
            self._end_hand("threes")
        elif brought < rules.draw_count and rules.short_draw == "end_hand":
            self._end_hand("stock")
        else:
            self.phase = "meld"
            self._check_immediate()

    def _chosen(self, cards: list[int], kinds: list[int],
                result: Callable[[list[int]], Turn | None] | None = None) -> list[int]:
        """The hand cards of these kinds: those named, or those of the lowest suit (P130).

        Of the lowest with which the turn can be finished (S26), if `result` tells the turn after.
        """
        hand = list(self.hands[self.seat])
        if cards:
            if sorted(KINDS[c] for c in cards) != sorted(kinds) \
                    or any(cards.count(c) > hand[c] for c in cards):
                raise ValueError(f"cards {group_text(cards)} do not fit the step")
            return cards
        if result is not None and self.rules.sequences:
            finisher = Finisher(self.around())
            for faces in self._choices(kinds):
                after = result(faces)
                if after is not None and finisher.can_finish(after):
                    return faces
        chosen = []
        for kind in kinds:
            face = next(f for f in FACES_OF_KIND[kind] if hand[f])
            hand[face] -= 1
            chosen.append(face)
        return chosen

    def _choices(self, kinds: list[int]) -> list[list[int]]:
        """Every choice of hand cards of these kinds, the lowest suits first; wilds: the lowest."""
        hand, rank = self.hands[self.seat], kinds[0]
        wilds = [next(f for f in FACES_OF_KIND[k] if hand[f]) for k in kinds if k > 10]
        number = len(kinds) - len(wilds)
        naturals = [f for f in FACES_OF_KIND[rank] for _ in range(hand[f])] if number else []
        return [list(some) + wilds for some in sorted(set(combinations(naturals, number)))]

    def _put(self, faces: list[int], index: int, kind: int) -> Laid:
        """Faces from the hand onto a meld of the side, or a new one at the end of the list."""
        side = self.melds[self.side_of[self.seat]]
        if index == len(side):
            side.append(Laid(kind))
            side[-1].begun = self.turn_number
            side[-1].fresh = True
        m = side[index]
        if m.by - {self.seat}:
            self.foreign = True
        m.by.add(self.seat)
        for face in faces:
            self.hands[self.seat][face] -= 1
            m.cards.append(face)
        return m

    def _end_run(self) -> None:
        """What was begun in an earlier run is no concealed canasta any more (P87)."""
        self.run_of_take = False
        for m in self.melds[self.side_of[self.seat]]:
            m.fresh = False

    def _canasta_made(self, m: Laid, before: int) -> None:
        """A meld of the side has reached canasta_size outside an opening."""
        now = m.meld()
        if md.complete(self.rules, now) and before < self.rules.canasta_size:
            if m.fresh:
                self.concealed_canastas[self.seat] += 1
                m.fresh = False

    def _lay(self, name: str, cards: list[int]) -> list[int]:
        kind, card, face = tn.meld_of_lay(name)
        around, turn = self.around(), self.turn_of()

        def result(faces: list[int]) -> Turn | None:
            laid = tn.lay(around, turn, name, around.class_of(faces[0]))
            return laid and laid[0]

        faces = [face] if face >= 0 else self._chosen(cards, [card], result)
        after, index = tn.lay(around, turn, name, around.class_of(faces[0]))
        same = turn.run is not None and turn.run[0] == index and turn.target < 0
        if not same:
            self._end_run()
        if not (after.staging and after.took or self.run_of_take):
            self.melded = True
        before = turn.melds[index].size if index < len(turn.melds) else 0
        self.turn = after
        m = self._put(faces, index, kind)
        if not after.staging:
            self._canasta_made(m, before)
            self._after_meld(after)
        return faces

    def _after_meld(self, after: Turn) -> None:
        """Packets, threes due, an empty hand - after a lay, a join, a take or an opening."""
        seat, owed = self.seat, self.owed_now
        self.owed_now = 0
        if after.first_canasta and not self.first_canasta[seat]:
            self.first_canasta[seat] = True
            if self.rules.reserve_trigger == "player_first_canasta" and self.packets[seat]:
                owed += self._pick_up(seat)
        if self.just_opened and self.rules.reserve_trigger == "side_initial_meld" \
                and self.packets[seat]:
            owed += self._pick_up(seat)
        if self.just_opened:
            owed += self._lay_out_held(seat)
        extra = self.rules.draw_on_initial_meld if self.just_opened else 0
        self.just_opened = False
        if not any(self.hands[seat]) and tn.clean(self.around(), self.turn_of()):
            if not self.packets[seat]:
                self._go_out()
                return
            if self.rules.reserve_entry == "next_turn":
                self.packet_due[seat] = True
                self._replace(seat, owed)
                self._end_turn()
                return
            owed += self._pick_up(seat)
        self._replace(seat, owed)
        self._replace(seat, extra)
        self._check_immediate()

    def _join(self, second: int) -> None:
        first = self.turn.target
        around, turn = self.around(), self.turn_of()
        after = tn.join(around, turn, first, second)
        side = self.melds[self.side_of[self.seat]]
        a, b = side[first], side[second]
        if (a.begun == self.turn_number) != (b.begun == self.turn_number):
            self.foreign = True
        a.cards += b.cards
        a.by |= b.by
        a.begun = min(a.begun, b.begun)
        a.fresh = False
        del side[second]
        self.turn = after
        self._end_run()
        self._after_meld(after)

    def _take(self, name: str, cards: list[int]) -> list[int]:
        around, turn, pile = self.around(), self.turn_of(), self.pile_view()
        top = self.pile[-1]
        rank = KINDS[top]
        kinds = {"take-pair": [rank, rank], "take-two": [rank, TWO],
                 "take-joker": [rank, JOKER], "take-top": []}[name]

        def result(faces: list[int]) -> Turn | None:
            classes = tuple(around.class_of(f) for f in faces)
            return tk.take(around, turn, name, pile, classes)

        faces = self._chosen(cards, kinds, result) if kinds else []
        after = result(faces)
        index = after.run[0]
        before = turn.melds[index].size if index < len(turn.melds) else 0
        self.turn = after
        m = self._put(faces, index, after.melds[index].kind)
        m.cards.append(top)
        known, hidden = tk.taken_cards(around, pile)
        keep = len(self.pile) - 1 - len(known) - len(hidden)
        self.pending = self.pile[keep:-1]
        self.pending_keep = keep
        self.pile = self.pile[:-1]
        self.phase = "meld"
        self.run_of_take = True
        if not after.staging:
            self._canasta_made(m, before)
            self._pile_arrives()
            self._form_sides()
            self._after_meld(after)
        return faces

    def _pile_arrives(self) -> None:
        """The taken cards reach the hand (P33, P45, P140)."""
        seat, around = self.seat, self.around()
        for face in self.pending:
            if tk.set_aside(around, face) and not tk.laid_out_from_pile(around, face):
                self.aside[seat] += 1
                continue
            self.hands[seat][face] += 1
            if tk.laid_out_from_pile(around, face):
                self._lay_out(seat, face)
                self.owed_now += self.rules.red3_in_pile == "expose_and_replace"
        self.turn = self.turn._replace(buried=False, buried_rest=False)  # they are seen now
        self.pile = self.pile[:self.pending_keep]
        self.buried = min(self.buried, len(self.pile))
        self.pending = []
        self.frozen, self.taken = False, True

    def _open(self) -> None:
        after = tn.open_staged(self.around(), self.turn_of())
        side = self.melds[self.side_of[self.seat]]
        for m in side:
            if md.complete(self.rules, m.meld()):
                self.concealed_canastas[self.seat] += 1
            m.fresh = False
        self.turn = after
        self.opening, self.just_opened = True, True
        self._end_run()
        if after.took:
            self._pile_arrives()
            self._form_sides()
        self._after_meld(after)

    def _discard(self, name: str, cards: list[int]) -> list[int]:
        kind = KIND_NAMES.index(name[len("discard-"):])
        face = self._chosen(cards, [kind])[0]
        self.hands[self.seat][face] -= 1
        if self.held[self.seat] == face and not self.hands[self.seat][face]:
            self.held[self.seat] = None
        self.pile.append(face)
        if self._freezes(face):
            self.frozen = True
        if not any(self.hands[self.seat]):
            if self.packets[self.seat]:
                self.packet_due[self.seat] = True
            elif self._discard_goes_out(kind):
                self._go_out()
                return [face]
        self._end_turn()
        return [face]

    def _discard_goes_out(self, kind: int) -> bool:
        """S14: the last discard goes out if it may, otherwise a talon is waited for."""
        around = self.around()
        return not tn.never_last(around, kind) and tn.out_check(around, self.turn_of(), True)

    # ---- lone_vs_two (P11, S18) --------------------------------------------------------------

    def _form_sides(self) -> None:
        """The acting seat becomes the lone hand, the other two partners."""
        if self.rules.team_layout != "lone_vs_two" or self.formed:
            return
        self.formed = True
        low, high = [s for s in range(self.n) if s != self.seat]
        self.side_of[high] = low
        for m in self.melds[high]:
            for mate in self.melds[low]:
                if self.rules.many or not md.union_ok(self.rules, mate.meld(), m.meld()):
                    continue
                mate.cards += m.cards
                mate.by |= m.by
                break
            else:
                self.melds[low].append(m)
        self.melds[high] = []

    # ---- the end of a hand -------------------------------------------------------------------

    def _go_out(self) -> None:
        seat = self.seat
        self.out_seat = seat
        own = [m for m in self.melds[self.side_of[seat]] if m.by == {seat}
               and m.begun == self.turn_number]
        canasta = any(md.complete(self.rules, m.meld()) for m in own)
        self.concealed = canasta and not self.laid_before[seat] and not self.foreign \
            and (self.rules.concealed_pile_ok or not self.turn.took)
        self._form_sides()
        self._end_hand("out")

    def _end_hand(self, how: str) -> None:
        self.phase, self.end = "hand_end", how
        self.scores = self._score()
        for i, parts in enumerate(self.scores):
            self.totals[i] += scoring.total(parts)
        self.hands_played += 1
        if how == "special" and self.special["wins_game"]:
            self.winners = [self.side_of[self.seat]]
        else:
            self.winners = scoring.winners(self.rules, self.totals, self.hands_played)

    def _score(self) -> list[dict[str, int]]:
        """Components for each side, or for each seat with lone_vs_two."""
        lone = self.rules.team_layout == "lone_vs_two"
        return [self._score_of(self.side_of[i] if lone else i, i if lone else None)
                for i in range(self.side_count)]

    def _score_of(self, side: int, own: int | None) -> dict[str, int]:
        members = [s for s in range(self.n) if self.side_of[s] == side]
        if self.special is not None and self.side_of[self.seat] == side:
            return {p: self.special["points"] if p == "special" else 0 for p in scoring.PARTS}
        hands = []
        for s in members:
            counts = list(self.hands[s])
            for face in self.talon[s]:
                counts[face] += 1
            hands.append(counts)
        packets = []
        for s in members:
            counts = [0] * FACE_COUNT
            for face in sum(self.packets[s], []):
                counts[face] += 1
            packets.append(counts)
        alone = own is not None and self.rules.red3_scope == "player"  # S18
        red_black = [(t[1] + t[2], t[0] + t[3])
                     for t in (self.threes[s] for s in ([own] if alone else members))]
        out = self.out_seat is not None and self.side_of[self.out_seat] == side
        return scoring.side_score(
            self.rules, [m.meld() for m in self.melds[side]], hands, packets, red_black, out,
            out and self.concealed, sum(self.concealed_canastas[s] for s in members),
            sum(self.aside[s] for s in members))

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
