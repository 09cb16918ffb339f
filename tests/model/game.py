"""A game: a table whose seats make steps; `start_hand` deals, `apply` makes a step.

Legality comes from turn.py, takes.py and finish.py, which see only what a seat knows (P131).
Not here: what lies where (table.py), how turns and hands begin and end (course.py).
"""
from __future__ import annotations

from itertools import combinations
from typing import Callable

from cards import FACES_OF_KIND, JOKER, KIND_NAMES, KINDS, TWO, group_text
import melds as md
from melds import M_TWOS, M_WILD
import scoring
import swaps
import takes as tk
import turn as tn
from course import Course
from finish import Finisher
from table import Laid
from turn import Turn


class Game(Course):
    """One game of a table: every step, and what follows from it."""

    owed_now = 0         # cards owed for threes of a taken pile
    just_opened = False  # between `open` and what it brings
    packet_threes = 0    # of the packet picked up last

    def apply(self, name: str, cards: list[int] | None = None) -> list[int]:
        """Makes a legal step with these hand cards (None: see _chosen); returns them."""
        cards = cards or []
        self.came = False
        if name in ("yes", "no"):
            self.answer, self.phase, self.seat = name, self.before_answer, self.asker
            return []
        if name == "ask":
            self._ask()
            return []
        if name == "draw":
            self._draw()
        elif name == "pick":
            self._pick()
        elif name == "take-all":
            self._take_all()
        elif name.startswith("take-"):
            return self._take(name, cards)
        elif name == "open":
            self._open()
        elif name == "pass" and self.phase == "draw":
            self._stop_drawing()  # P154
        elif name == "pass" and tn.passes_out(self.around(), self.turn_of()):
            self._go_out(melded=True)
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
        elif name in swaps.NAMES:
            return self._swap(name, cards)
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

    def _one_by_one(self) -> bool:
        return self.rules.draw_stepwise != "no" and self.rules.draw_count > 1

    def _lacks(self, number: int) -> bool:
        """P31: so many cards cannot be drawn, and that ends the hand."""
        return self.rules.short_draw == "end_hand" and self.rules.draw_stepwise != "may_stop" \
            and self.reach() < number

    def _pick(self) -> None:
        """P153."""
        self.hands[self.seat][self.pile.pop()] += 1
        self.picks += 1
        self.picked = True
        self.brought += 1
        if self.to_draw() and not self._one_by_one():
            self._draw()
        else:
            self._drawn()

    def _draw(self) -> None:
        """P28 to P32, P154, S13."""
        rules, seat, before = self.rules, self.seat, self.brought
        if not self.reach() or self._lacks(self.to_draw()):
            self._end_hand("stock")
            return
        goal = before + 1 if self._one_by_one() else rules.draw_count
        came, last = [], 0
        while self.brought < goal and self.reach():
            last = self._next_card()
            came.append(self._receive(seat, last))
            self.brought += came[-1] != "three" or "drawn" in rules.red3_not_replaced  # P167
        if not self.reach() and not before and "card" not in came \
                and "drawn" not in rules.red3_not_replaced:
            if rules.red3_last_card == "end_hand_kept_in_hand" and came[-1] == "three":
                self.threes[seat][last - 44] -= 1
                self.hands[seat][last] += 1
            self._end_hand("threes")
        else:
            self._drawn()

    def _drawn(self) -> None:
        """After a card of a draw, or all of them."""
        if self.to_draw() and self._one_by_one() and self.reach():
            return
        if self._lacks(self.to_draw()):
            self._end_hand("stock")
        else:
            self._stop_drawing()

    def _stop_drawing(self) -> None:
        self.drawn, self.phase = True, "meld"
        self._check_immediate()
        if self.phase == "meld" and not any(self.hands[self.seat]):
            self._end_turn()  # P168

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
            wild = KINDS[face] == JOKER or KINDS[face] == TWO and kind != M_TWOS
            m.got += bool(wild and kind != M_WILD and self.rules.wilds_per_turn)
            m.add(face, kind)
        return m

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
        self.owed_now = self.packet_threes = 0
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
                self._melded_out()
                return
            if self.rules.reserve_entry == "next_turn":
                self.packet_due[seat] = True
                self._replace(seat, owed)
                self._end_turn()
                return
            owed += self._pick_up(seat)
        self._replace(seat, owed)
        self._replace(seat, extra)
        if self.packet_threes and not any(self.hands[seat]):
            self._melded_out()
            return
        self._check_immediate()
        if self.phase == "meld" and self.packet_threes and not self._waits_for_empty_hand() \
                and sum(self.hands[seat]) <= tn.keep_now(self.around(), self.turn_of()):
            self._end_turn()  # P182

    def _waits_for_empty_hand(self) -> bool:
        return bool(self.packets[self.seat]) and self.rules.reserve_trigger == "hand_empty"

    def _melded_out(self) -> None:
        """No card is left, nor a packet that brings some."""
        if tn.out_check(self.around(), self.turn_of(), False):
            self._go_out(melded=True)
            return
        self.packet_due[self.seat] = bool(self.packets[self.seat])
        self._end_turn()  # P193

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
        a.got += b.got
        a.old = a.old or b.old
        a.begun = min(a.begun, b.begun)
        a.fresh = False
        del side[second]
        self.turn = after
        self._end_run()
        self._after_meld(after)

    def _swap(self, name: str, cards: list[int]) -> list[int]:
        """P175: counts as a lay, onto an older meld if it is one (P84 d), and ends the run."""
        around, turn = self.around(), self.turn_of()
        faces = self._chosen(cards, [swaps.meant(name)[2]], lambda chosen: swaps.after(
            self, turn, name, around.class_of(chosen[0])))
        cls = around.class_of(faces[0])
        m = swaps.giver(self, name, cls)
        place = swaps.wild_in(m, name, cls)
        wild, m.cards[place] = m.cards[place], faces[0]
        self.hands[self.seat][faces[0]] -= 1
        self.hands[self.seat][wild] += 1
        self.foreign = self.foreign or bool(m.by - {self.seat})
        self.melded = True
        paid = self.turn.owes == "card" and swaps.meant(name)[2] in self.turn.owed \
            and bool(turn.melds)
        self.turn = self.turn._replace(laid=True, run=None, owes="" if paid else self.turn.owes)
        self._end_run()
        return faces

    def _show_twos(self) -> list[int]:
        """P201."""
        around, pile = self.around(), self.pile_view()
        known, hidden = tk.taken_cards(around, pile)
        self.turn = tk.shown_take(around, self.turn_of(), pile)
        self.pending_keep = len(self.pile) - 1 - len(known) - len(hidden)
        self.pending = self.pile[self.pending_keep:]
        self.picks += 1
        self.phase = "meld"
        self._pile_arrives()
        self._form_sides()
        self._after_meld(self.turn)
        return []

    def _take(self, name: str, cards: list[int]) -> list[int]:
        if KINDS[self.pile[-1]] == TWO:
            return self._show_twos()
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
        m.add(top, m.kind)
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
        self.frozen, self.taken, self.has_taken[seat] = False, True, True
        self.freezers = set()

    def _take_all(self) -> None:
        """P202."""
        around, pile = self.around(), self.pile_view()
        self.turn = tk.take_all(around, self.turn_of(), pile)
        known, hidden = tk.taken_cards(around, pile)
        self.pending_keep = len(self.pile) - 1 - len(known) - len(hidden)
        self.pending = self.pile[self.pending_keep:]
        self.phase = "meld"
        self._end_run()
        self._pile_arrives()
        self._form_sides()
        owed, self.owed_now = self.owed_now, 0
        self._replace(self.seat, owed)
        self._check_immediate()

    def _open(self) -> None:
        waits = self.turn.top is not None
        after = tn.open_staged(self.around(), self.turn_of())
        side = self.melds[self.side_of[self.seat]]
        for m in side:
            if md.complete(self.rules, m.meld()):
                self.concealed_canastas[self.seat] += 1
            m.fresh = False
        self.turn = after._replace(drawn=0)
        self.opening, self.just_opened = True, True
        self.opened_in[self.side_of[self.seat]] = self.turn_number
        self._end_run()
        if waits:
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
        if self._freezes(face) or self._is_three(face) and self.rules.freeze_red3:  # P162
            self.frozen = True
            ends = self.rules.wild_freeze_until == "next_turn" and kind in (TWO, JOKER)
            self.freezers.add(self.seat if ends else "take")
        emptied = not any(self.hands[self.seat])
        if (emptied or self._only_idle()) and self._discard_goes_out(kind):
            self._go_out(melded=False)
            return [face]
        if emptied:
            self.packet_due[self.seat] = bool(self.packets[self.seat])
        self._end_turn()
        return [face]

    def _only_idle(self) -> bool:
        """Nothing but threes that count nothing is left (P204)."""
        turn = self.turn_of()
        return tn.hand_size(turn) == tn.idle_threes(self.around(), turn)

    def _discard_goes_out(self, kind: int) -> bool:
        """S14: the last discard goes out if it may, otherwise a talon is waited for."""
        around = self.around()
        return not tn.never_last(around, kind) and tn.out_check(around, self.turn_of(), True)
