"""The complete legal set of the seat to act: shape, and that the turn can be finished (P125)."""
from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Iterator

from cards import FACES_OF_KIND, JOKER, KIND_COUNT, KIND_NAMES, KINDS, RANKS, SUITS, TWO
import scoring
import swaps
import takes as tk
import turn as tn
from finish import Finisher, follow_ups, to_melds
from game import Game
from turn import Turn

ORDER = ["draw", "open", "ask", "yes", "no", "take-pair", "take-two", "take-joker", "take-top"] \
    + ["lay-" + r for r in RANKS] + ["lay-3"] + ["two-" + r for r in RANKS] \
    + ["joker-" + r for r in RANKS] + ["discard-" + k for k in KIND_NAMES] \
    + ["pass", "declare", "lay-out", "two-3", "joker-3", "new", "two-W", "joker-W", "two-2",
       "joker-2"] + [f"to-{i}" for i in range(1, 41)] + ["pick"] \
    + [f"join-{i}" for i in range(2, 41)] \
    + ["seq-" + r + s for r in RANKS for s in SUITS] + swaps.NAMES \
    + [f"{wild}-S-{end}" for wild in ("two", "joker") for end in ("low", "high")] \
    + ["take-all"]
NUMBER = {name: number for number, name in enumerate(ORDER)}


def legal(game: Game) -> list[str]:
    """Every legal step, in the order of the alphabet."""
    if game.phase == "hand_end":
        return []
    if game.phase == "answer":
        return ["yes", "no"]
    seat = Seat(game)
    found = seat.draw_phase() if game.phase == "draw" else seat.meld_phase()
    return sorted(set(found), key=NUMBER.__getitem__)


class Seat:
    """One position of the acting seat."""

    def __init__(self, game: Game):
        self.game = game
        self.rules = game.rules
        self.around = game.around()
        self.turn = game.turn_of()
        self.pile = game.pile_view()
        self.finisher = Finisher(self.around)

    # ---- before the draw ---------------------------------------------------------------------

    def takes(self, turn: Turn) -> Iterator[tuple[str, Turn]]:
        """Takes that shape allows, from a turn in which a meld may be named; S26 for suits."""
        if self.rules.take_with != "top":
            after = tk.take_all(self.around, turn, self.pile)
            yield from [] if after is None else [("take-all", after)]
            return
        for way in tk.WAYS:
            for chosen in tk.hand_cards(self.around, turn, way, self.pile):
                after = tk.take(self.around, turn, way, self.pile, chosen)
                if after is not None:
                    yield way, after
        if turn.target < 0 and self.may_show_twos():
            yield "take-pair", tk.shown_take(self.around, turn, self.pile)

    def may_show_twos(self) -> bool:
        """P201."""
        game, rules = self.game, self.rules
        if rules.take_two_with_twos == "never" or not game.pile or KINDS[game.pile[-1]] != TWO:
            return False
        if not self.around.may_meld or game.picks >= game.n:
            return False
        if not self.turn.melds and rules.initial_from_pile == "no":
            return False
        red = game.pile[-1] % 4 in (1, 2)
        fit = [face for face in FACES_OF_KIND[TWO]
               if rules.take_two_with_twos == "any" or (face % 4 in (1, 2)) == red]
        return sum(game.hands[game.seat][face] for face in fit) >= 2

    def named_takes(self, turn: Turn) -> Iterator[tuple[int, str, Turn]]:
        """Takes onto a named meld that would go elsewhere without its name (S3)."""
        if not self.rules.multi or turn.target >= 0 or self.rules.take_with != "top":
            return
        for index in range(len(turn.melds)):
            for way, after in self.takes(turn._replace(target=index)):
                plain = tk.take(self.around, turn, way, self.pile)
                if plain is None or plain.run[0] != index:
                    yield index, way, after

    def draw_phase(self) -> Iterator[str]:
        turn, can = self.turn, self.finisher.can_finish
        if self.game.brought:
            yield from self.amid_draw()
            return
        for way, after in self.takes(turn):
            if can(after):
                yield way
        if turn.target >= 0:
            return
        for index in {i for i, _, after in self.named_takes(turn) if can(after)}:
            yield f"to-{index + 1}"
        if self.draw_legal():
            yield "draw"
        if self.pick_allowed():
            yield "pick"
        if self.rules.ask_timing == "before_or_after_draw" and self.ask_allowed() \
                and self.out_before_draw():
            yield "ask"
        if self.holds_three() and not self.counts_on_stock():
            yield "lay-out"

    def amid_draw(self) -> Iterator[str]:
        """P154."""
        if self.draw_legal():
            yield "draw"
        if self.pick_allowed():
            yield "pick"
        if self.rules.draw_stepwise == "may_stop" and self.game.answer == "none":
            yield "pass"

    def draw_legal(self) -> bool:
        yes = tn.binding(self.around, self.turn) == "yes"
        if self.around.reach:
            return not yes or self.out_after_any_draw()
        return not yes and not self.forced()

    def pick_allowed(self) -> bool:
        """P153."""
        game, rules = self.game, self.rules
        when = {"never": False, "first_turn": game.turn_number == 1, "always": True}
        if not when[rules.pick_top] or game.answer != "none":
            return False
        rest = 0 if rules.draw_stepwise == "may_stop" else game.to_draw() - 1
        if game.picked or not game.stock or len(game.stock) < rest or game.picks >= game.n:
            return False
        return not game.frozen and not tk.top_barred(self.around, self.turn, self.pile)

    def forced(self) -> bool:
        """P90, with an empty stock."""
        word = self.rules.empty_stock_take
        if word == "free":
            return False
        every = list(self.takes(self.turn)) + [(w, a) for _, w, a in self.named_takes(self.turn)]
        fits = {"take-top"}
        if tk.all_matches(self.around, self.turn, self.pile):
            fits.add("take-all")
        return any(self.finisher.can_finish(after) for way, after in every
                   if way in fits or word == "forced_if_legal")

    def drawn_kinds(self) -> list[int]:
        """Classes that a draw may bring to the hand (P127): bonus threes are replaced."""
        return [c for c, k in enumerate(self.around.kinds) if not self.around.is_bonus(k)
                and (k != JOKER or self.rules.jokers_total)]

    def out_after_any_draw(self) -> bool:
        """P68: going out is possible whatever is drawn."""
        rules, stock, wanted = self.rules, self.around.reach, self.game.to_draw()
        ends = rules.short_draw == "end_hand" and rules.draw_stepwise != "may_stop"
        if ends and stock < wanted or not stock:
            return False
        number = min(wanted, stock)
        if rules.stock_end == "immediate" and number == stock:
            return False
        threes = "drawn" in rules.red3_not_replaced and self.rules.bonus_red  # P167: no card
        for number in range(0 if threes else number, number + 1):
            for drawn in combinations_with_replacement(self.drawn_kinds(), number):
                hand = list(self.turn.hand)
                for c in drawn:
                    hand[c] += 1
                if not any(hand) \
                        or not self.finisher.can_go_out(self.turn._replace(hand=tuple(hand))):
                    return False
        return True

    def out_before_draw(self) -> bool:
        """P68 before the draw: after every draw, or through a take."""
        # Where a yes is required, it is what the question is for (P71); what binds forbids to
        # count on cards that come (P137).
        said = self.rules.ask_binding or self.rules.ask_partner == "required"
        turn = self.turn._replace(answer="yes") if said else self.turn
        every = list(self.takes(turn)) + [(w, a) for _, w, a in self.named_takes(turn)]
        if any(self.finisher.can_go_out(after) for _, after in every):
            return True
        return self.out_after_any_draw()

    # ---- asking ------------------------------------------------------------------------------

    def ask_allowed(self) -> bool:
        """P67, P147: everything but the ways to finish."""
        game, rules, seat = self.game, self.rules, self.game.seat
        if rules.ask_partner == "none" or not self.around.partner or game.answer != "none" \
                or self.around.last_turn:
            return False
        if rules.ask_limit and game.asked[seat] >= rules.ask_limit \
                or tn.packet_bars_out(self.around, self.turn):
            return False
        return not game.melded and not self.turn.staging and tn.clean(self.around, self.turn)

    def ask_in_meld(self) -> bool:
        if not self.ask_allowed():
            return False
        asked = self.turn._replace(run=None)
        if not self.finisher.can_go_out(asked):
            return False
        return not self.rules.ask_binding or self.finisher.can_stay(asked)

    # ---- after it ----------------------------------------------------------------------------

    def meld_phase(self) -> Iterator[str]:
        around, turn, can = self.around, self.turn, self.finisher.can_finish
        for name, after in follow_ups(around, turn):
            if can(after):
                yield name
        if turn.target >= 0:
            return
        opened = tn.open_staged(around, turn)
        if opened is not None and can(opened):
            yield "open"
        for kind in range(KIND_COUNT):
            if tn.discard_ok(around, turn, kind):
                yield "discard-" + KIND_NAMES[kind]
        if tn.pass_ok(around, turn):
            yield "pass"
        fresh = tn.new_run(around, turn)
        if fresh is not None and can(fresh):
            yield "new"
        for index, reasons in to_melds(around, turn):
            if any(can(after) for _, after in reasons):
                yield f"to-{index + 1}"
        for name, swapped in swaps.possible(self.game, turn):
            if can(swapped):
                yield name
        if self.ask_in_meld():
            yield "ask"
        if self.declare_ok():
            yield "declare"
        if self.lay_out_ok():
            yield "lay-out"

    def declare_ok(self) -> bool:
        """S21."""
        game = self.game
        opened = game.opened_in[game.side_of[game.seat]]
        late = self.rules.special_after_partner and opened > game.turn_number - game.n  # P188
        if not game.drawn or self.turn.laid or self.turn.melds and not late \
                or not self.rules.special_hands or self.around.last_turn:
            return False
        return scoring.special_hand(self.rules, game.hands[game.seat]) is not None

    def holds_three(self) -> bool:
        """S13: a held three that may be laid out in this turn."""
        held = self.game.held[self.game.seat]
        return held is not None and not self.turn.laid and not self.turn.melds

    def lay_out_ok(self) -> bool:
        """S13 after the draw: its replacement is not counted on."""
        held = self.game.held[self.game.seat]
        if not self.holds_three():
            return False
        hand = tn.minus(self.turn.hand, self.around.class_of(held))
        unknown = int(self.counts_on_stock())  # P137: certain to come
        return self.finisher.can_finish(self.turn._replace(hand=hand, unknown=unknown))

    def counts_on_stock(self) -> bool:
        """A card that replaces a three would come to whoever must go out."""
        return bool(self.around.reach) and tn.only_out(self.around, self.turn)
