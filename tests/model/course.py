"""The course of a hand: how a turn begins and ends, packets and talons, how the hand ends.

Not here: what lies where (table.py), what a seat does in its turn (game.py).
"""
from __future__ import annotations

from cards import FACE_COUNT
import melds as md
import scoring
import turn as tn
from table import Table
from turn import Turn


class Course(Table):
    """A table with turns, one after another."""

    def start_hand(self, dealer: int, deck: list[int]) -> None:
        """Deals from the deck, D[0] first, and begins the first turn."""
        self._begin_turn(self._deal(dealer, deck))

    def _begin_turn(self, seat: int) -> None:
        """TURN_START (P26, S19)."""
        self.seat = self.asker = seat
        if seat in self.freezers:  # P158
            self.freezers.discard(seat)
            self.frozen = bool(self.freezers)
        self.phase, self.answer = "draw", "none"
        self.turn_number += 1
        self.turn = Turn(())
        self.turns[seat] += 1
        self._end_run()
        for m in self.melds[self.side_of[seat]]:
            m.old = md.complete(self.rules, m.meld())
        self.black3_before = sum(m.meld().size for m in self.melds[self.side_of[seat]]
                                 if m.meld().kind == md.M_BLACK3)
        self.melded = False        # P67: a meld that is not the take's
        self.foreign = False       # P84 d: onto a meld of somebody else
        self.opening = False       # this seat opened in this turn
        self.drawn = False
        self.brought, self.picked = 0, False  # cards of the draw so far, one of the pile (P153)
        self.top_face: int | None = None
        self.run_of_take = False
        self.pending: list[int] = []
        if not self.stock and self.refill_size():
            self._refill()
        owed = self._receive_all(seat, self.talon[seat])
        self.talon[seat] = []
        owed += self._packet_at_start(seat)
        if self.turns[seat] == 1 and self.rules.deal_red3_timing == "first_turn":
            self._lay_out_dealt(seat)
        if self.opened(seat):
            owed += self._lay_out_held(seat)
        self._replace(seat, owed)
        self.came = True
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
        """The next packet; cards owed for its threes (P182). P67 starts anew after the last (S12).
        """
        self.packet_due[seat] = False
        self.used_packet[seat] = True
        cards = self.packets[seat].pop(0)
        if not self.packets[seat]:
            self.melded = False
        self.packet_threes = self._receive_all(seat, cards)
        return 0 if "packet" in self.rules.red3_not_replaced else self.packet_threes

    def _check_immediate(self) -> None:
        """stock_end = immediate (P93); a take that leaves nothing to refill with ends no turn."""
        if self.rules.stock_refill != "none" and not self.came:
            return
        if self.rules.stock_end == "immediate" and not self.reach() and self.phase != "hand_end":
            self._end_hand("stock")

    def _end_turn(self) -> None:
        """TURN_END: talon, the end by the stock, the next seat (S19)."""
        seat, rules = self.seat, self.rules
        self._after_lays()
        for m in self.melds[self.side_of[seat]]:
            m.got = 0
        if tn.talon_due(self.around(), self.turn_of()):
            for _ in range(min(self.around().talon, len(self.stock))):
                self.talon[seat].append(self.stock.pop())
        if rules.stock_end != "draw_impossible" and not self.reach():
            self._end_hand("stock")
            return
        if self.next_seat(seat) == self.out_seat:
            self._end_hand("out")
            return
        self._begin_turn(self.next_seat(seat))

    def _after_lays(self) -> None:
        if self.turn.laid:
            self.laid_before[self.seat] = True
            self.stalled, self.picks = False, 0

    def _end_run(self) -> None:
        """What was begun in an earlier run is no concealed canasta any more (P87)."""
        self.run_of_take = False
        for m in self.melds[self.side_of[self.seat]]:
            m.fresh = False

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

    def _go_out(self, melded: bool) -> None:
        seat = self.seat
        if self.out_seat is not None:  # in the turn more that the others have (P195)
            self._end_turn()
            return
        self.out_seat, self.out_melded = seat, melded
        own = [m for m in self.melds[self.side_of[seat]] if m.by == {seat}
               and m.begun == self.turn_number]
        canasta = any(md.complete(self.rules, m.meld()) for m in own)
        self.concealed = canasta and not self.laid_before[seat] and not self.foreign \
            and (self.rules.concealed_pile_ok or not (self.turn.took or self.turn.shown))
        self._form_sides()
        if self.rules.last_turns == "yes" or self.rules.last_turns == "if_melded" and melded:
            self._end_turn()
        else:
            self._end_hand("out")

    def _end_hand(self, how: str) -> None:
        if self.out_seat is not None and how != "special":
            how = "out"  # whatever cuts the last turns short (P195)
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
        hands, packets = [], []
        for s in members:
            hand, waiting = list(self.hands[s]), [0] * FACE_COUNT
            for face in self.talon[s]:  # it is held, but for where a packet waits, too
                (waiting if self.packets[s] else hand)[face] += 1
            for face in sum(self.packets[s], []):
                waiting[face] += 1
            hands.append(hand)
            packets.append(waiting)
        alone = own is not None and self.rules.red3_scope == "player"  # S18
        red_black = [(t[1] + t[2], t[0] + t[3])
                     for t in (self.threes[s] for s in ([own] if alone else members))]
        out = self.out_seat is not None and self.side_of[self.out_seat] == side
        return scoring.side_score(
            self.rules, [m.meld() for m in self.melds[side]], hands, packets, red_black, out,
            out and self.concealed, out and self.out_melded,
            sum(self.concealed_canastas[s] for s in members),
            sum(self.aside[s] for s in members))
