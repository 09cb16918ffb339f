"""Whether a turn can still be finished legally (P46, P125): an exact search.

The search goes through the lays in a fixed order of phases - the current run, melds of wilds,
sequences, the ranks, melds of wilds again, black threes - because plans that differ only in the
order of their groups are one plan (the places where order matters have a phase of their own).
test_model.py compares it with a plain search over steps.
"""
from __future__ import annotations

from itertools import product
from typing import Iterator

from cards import BLACK3, JOKER, RED3, TWO
import melds as md
from melds import AT_HIGH, AT_LOW, M_BLACK3, M_SEQ, M_TWOS, M_WILD
import turn as tn
from going_out import GoingOut, SearchLimit
from turn import NEW, Around, Turn

RUN, WILDS_FIRST, SEQUENCES, FIRST_RANK, WILDS_LAST, THREES = 0, 1, 2, 3, 14, 15
WORK_LIMIT = 400_000


class Finisher:
    """Searches from one position, with what they found."""

    def __init__(self, around: Around):
        self.around = around
        # Dear ranks first: an opening is then found soon.
        self.order = sorted(range(11), key=lambda r: -around.rules.value(r))
        self.place_of = {r: i for i, r in enumerate(self.order)}
        self.known: dict = {}
        self.work = 0

    def can_finish(self, turn: Turn) -> bool:
        """The turn can be finished legally from here."""
        if turn.target >= 0:
            return any(self.can_finish(after) for _, after in follow_ups(self.around, turn))
        return self._search(turn, (RUN, 0))

    def can_go_out(self, turn: Turn) -> bool:
        """Going out is possible, as after a "yes"."""
        return self._bound(turn, "yes")

    def can_stay(self, turn: Turn) -> bool:
        """The turn can be finished without going out, as after a "no"."""
        return self._bound(turn, "no")

    def _bound(self, turn: Turn, answer: str) -> bool:
        around = self.around
        if around.rules.ask_binding:
            return self.can_finish(turn._replace(answer=answer))
        # Answers do not bind: look for going out as if this one did (P68).
        turn = turn._replace(must_out=True, answer=answer) if answer == "yes" else turn
        return self.can_finish(turn)

    # ---- the search --------------------------------------------------------------------------

    def _search(self, turn: Turn, at: tuple[int, int]) -> bool:
        key = (self._canonical(turn), at)
        if key in self.known:
            return self.known[key]
        self.work += 1
        if self.work > WORK_LIMIT:
            raise SearchLimit(f"search too large at {turn}")
        self.known[key] = result = self._try(turn, at)
        return result

    def _canonical(self, turn: Turn) -> Turn:
        """Without what can make no difference any more."""
        if turn.run and not self.around.rules.runs_matter \
                and md.finished(self.around.rules, turn.melds[turn.run[0]]):
            return turn._replace(run=(turn.run[0], 0, 0))
        return turn

    def _try(self, turn: Turn, at: tuple[int, int]) -> bool:
        around = self.around
        if turn.buried and tn.only_out(around, turn):
            return False
        if tn.clean(around, turn):
            if turn.staging:
                after = tn.open_staged(around, turn)
                if after is not None and self._search(after, (RUN, 0)):
                    return True
            elif self.can_end(turn):
                return True
            if tn.hand_size(turn) == 0:
                return False
            if self._sweep_fits(turn) and not turn.discard_only:
                return self._sweep(turn, at)
        if turn.discard_only or self._hopeless(turn, at):
            return False
        return any(self._search(after, then) for after, then in self._moves(turn, at))

    def _sweep_fits(self, turn: Turn) -> bool:
        """Nothing but going out is left, to a side that has opened (going_out.py)."""
        fills = self.around.rules.sequence_wilds and (
            self._wilds(turn) or any(m.is_sequence and m.wilds for m in turn.melds))
        return bool(turn.melds) and self.around.may_meld and not (
            fills or turn.staging or turn.owes or turn.packets or turn.unknown or turn.buried
            or tn.has_black3(self.around, turn))

    def _sweep(self, turn: Turn, at: tuple[int, int]) -> bool:
        if self._hopeless(turn, at):
            return False
        if GoingOut(self.around, turn).possible():
            return True
        # P57 counts from the beginning of the run: go on with it first.
        return self.around.rules.runs_matter and turn.run is not None and any(
            self._search(after, at) for after in self._onto(turn, turn.run[0]))

    def can_end(self, turn: Turn) -> bool:
        """The turn ends here: by a discard, a pass, an empty hand."""
        around = self.around
        h = tn.hand_size(turn)
        if h == 0:
            return tn.emptied_ok(around, turn)
        if turn.owes:
            return False
        if turn.unknown:
            return not tn.only_out(around, turn) and (
                bool(turn.packets) and around.rules.reserve_trigger == "hand_empty"
                or h >= tn.keep_now(around, turn) + 1)
        free = tn.permitted(around, turn)
        if any(tn.discard_ok(around, turn, k, free) for k in free):
            return True
        return tn.pass_ok(around, turn)

    # ---- moves in the order of phases --------------------------------------------------------

    def _moves(self, turn: Turn, at: tuple[int, int]) -> Iterator[tuple[Turn, tuple[int, int]]]:
        around, melds = self.around, turn.melds
        if turn.run and (at[0] == RUN or not tn.run_finished(around, turn)):
            yield from ((after, at) for after in self._onto(turn, turn.run[0]))
            if not tn.run_finished(around, turn):
                return
        rules = around.rules
        if at[0] <= WILDS_FIRST and rules.wild_meld_locks_wilds != "no":
            yield from self._wild_melds(turn, (WILDS_FIRST, 0))
        if at[0] <= SEQUENCES and rules.sequences:
            yield from self._sequences(turn, at if at[0] == SEQUENCES else (SEQUENCES, 0))
        for place, rank in enumerate(self.order):
            if at[0] <= FIRST_RANK + place:
                yield from ((a, (FIRST_RANK + place, 0)) for a in self._rank(turn, rank))
        if at[0] <= WILDS_LAST:
            yield from self._wild_melds(turn, (WILDS_LAST, 0))
        if md.black3_is_rank(rules):
            yield from ((a, (THREES, 0)) for a in self._rank(turn, M_BLACK3))
        elif around.count(turn.hand, BLACK3) and rules.black3_meld == "going_out":
            there = [i for i, m in enumerate(melds) if m.kind == M_BLACK3]
            after = tn.lay_at(around, turn, there[0] if there else NEW, M_BLACK3, BLACK3,
                              around.lowest(turn.hand, BLACK3))
            if after is not None:
                yield after, (THREES, 0)
        if any(m.kind == M_BLACK3 for m in melds) and not md.black3_is_rank(rules):
            index = next(i for i, m in enumerate(melds) if m.kind == M_BLACK3)
            yield from ((a, (THREES, 0)) for a in self._onto(turn, index))

    def _onto(self, turn: Turn, index: int) -> Iterator[Turn]:
        """Every card that can be laid onto one meld."""
        around, m = self.around, turn.melds[index]
        if m.is_sequence:
            for rank in (m.low - 1, m.low + m.size):
                if 0 <= rank <= 10:
                    after = tn.lay_at(around, turn, index, m.kind, rank,
                                      4 * rank + m.kind - M_SEQ)
                    if after is not None:
                        yield after
            yield from self._wilds_onto(turn, index)
            return
        naturals = [] if m.kind in (M_WILD, M_TWOS) else [m.kind]
        for card in naturals + [TWO, JOKER]:
            kind = BLACK3 if card == M_BLACK3 else card
            for cls, in around.useful(turn, kind):
                after = tn.lay_at(around, turn, index, m.kind, kind, cls)
                if after is not None:
                    yield after

    def _wilds_onto(self, turn: Turn, index: int) -> Iterator[Turn]:
        """Each wild at each end of a sequence (P177)."""
        around = self.around
        for card, end in product((TWO, JOKER), (AT_LOW, AT_HIGH)):
            if around.rules.sequence_wilds and around.count(turn.hand, card):
                after = tn.lay_at(around, turn, index, end, card, around.lowest(turn.hand, card))
                if after is not None:
                    yield after

    def _places(self, turn: Turn, kind: int, card: int) -> list[int]:
        """All places that steps can send such a card to, `to-N` and `new` included."""
        around = self.around
        there = [i for i, m in enumerate(turn.melds) if m.kind == kind]
        natural = card == kind or kind == M_TWOS and card == TWO
        plain = tn.place(around, turn._replace(run=None), kind, natural, card)
        if around.rules.multi and kind != M_BLACK3:
            return there + ([NEW] if plain == NEW else [])
        return [plain]

    def _rank(self, turn: Turn, rank: int) -> Iterator[Turn]:
        around = self.around
        for card in (rank, TWO, JOKER):
            places = self._places(turn, rank, card)
            for index, (cls,) in product(places, around.useful(turn, card)):
                after = tn.lay_at(around, turn, index, rank, card, cls)
                if after is not None:
                    yield after
        yield from self._joins(turn, rank)

    def _joins(self, turn: Turn, kind: int) -> Iterator[Turn]:
        there = [i for i, m in enumerate(turn.melds) if m.kind == kind]
        for i in there:
            for k in there:
                after = tn.join(self.around, turn, i, k) if i < k else None
                if after is not None:
                    yield after

    def _wild_melds(self, turn: Turn, at: tuple[int, int]) -> Iterator:
        around, rules = self.around, self.around.rules
        kinds = ([M_TWOS] if rules.twos_as_rank else []) + ([M_WILD] if rules.wild_meld else [])
        for kind in kinds:
            for card in (TWO, JOKER):
                cls = around.lowest(turn.hand, card)
                if cls < 0:
                    continue
                for index in self._places(turn, kind, card):
                    after = tn.lay_at(around, turn, index, kind, card, cls)
                    if after is not None:
                        yield after, at
            if kind == M_TWOS:
                yield from ((after, at) for after in self._joins(turn, kind))

    def _sequences(self, turn: Turn, at: tuple[int, int]) -> Iterator:
        """Extends sequences at both ends; new ones from their lowest natural, in ascending order.
        """
        around = self.around
        for index, m in enumerate(turn.melds):
            if m.is_sequence:
                yield from ((after, at) for after in self._onto(turn, index))
        for face in range(at[1], 44):
            if turn.hand[face] and self._run_from(turn, face) >= around.rules.meld_min:
                after = tn.lay_at(around, turn, NEW, M_SEQ + face % 4, face // 4, face)
                if after is not None:
                    yield after, (SEQUENCES, face)

    def _run_from(self, turn: Turn, face: int) -> int:
        """Cards in hand that follow each other from this one upwards; wilds fill any gap."""
        if self.around.rules.sequence_wilds and self._wilds(turn):
            return 11
        length = 0
        while face < 44 and turn.hand[face]:
            length, face = length + 1, face + 4
        return length

    # ---- positions that need no search -------------------------------------------------------

    def _hopeless(self, turn: Turn, at: tuple[int, int]) -> bool:
        """A necessary condition of every finish fails (never true where one exists)."""
        around, rules = self.around, self.around.rules
        if self._cannot_lay_all(turn):
            return True
        if turn.staging:
            if rules.initial_naturals_only and any(m.wilds for m in turn.melds):
                return True  # laid cards stay, and the opening will not have them
            if not self._band_canasta_possible(turn, at):
                return True
            if rules.min_exempt_hand_emptied or self._count_possible(turn, at):
                return False
            word = rules.min_exempt_concealed
            if word == "never" or word == "stock_draw" and (turn.took or turn.shown) or turn.rest:
                return True
            return self._stuck(turn, at) > 1 or self._canastas_possible(turn) < rules.out_canastas
        if turn.owes:
            return not self._may_pay(turn)
        if turn.unknown or turn.buried:
            return False
        need_out = tn.only_out(around, turn)
        if not need_out:
            foot = bool(turn.packets) and rules.reserve_trigger == "hand_empty"
            if turn.packets and not foot:
                return False  # a first canasta may bring cards
            keep = 0 if foot else tn.keep_now(around, turn)  # P111
            if not tn.clean(around, turn) and tn.hand_size(turn) - 1 >= keep:
                return False  # a discard, or a pass, may come after the group
            if foot:
                return self._stuck(turn, at) > 1
            need_out = True
        if rules.ask_partner == "required" and around.partner and turn.answer != "yes" \
                or tn.binding(around, turn) == "no":
            # No going out: only unfinished groups go on, towards a hand that is large enough.
            return tn.clean(around, turn) or \
                tn.hand_size(turn) - 1 < tn.keep_now(around, turn)
        return self._stuck(turn, at) > 1 or self._canastas_possible(turn) < rules.out_canastas

    def _cannot_lay_all(self, turn: Turn) -> bool:
        """Only going out is left after the whole pile was taken, and too many cards are stuck."""
        around = self.around
        if not turn.took or turn.top is not None or turn.unknown or turn.buried or turn.packets \
                or around.rules.draw_on_initial_meld or not tn.only_out(around, turn):
            return False
        return self._stuck(turn, (RUN, 0)) > 1 \
            or self._canastas_possible(turn) < around.rules.out_canastas

    def _may_pay(self, turn: Turn) -> bool:
        """What is owed for the pile (P203) could be laid, looking kindly."""
        rules, wilds = self.around.rules, self._wilds(turn)
        if not tn.clean(self.around, turn):
            return True

        def begins(rank: int) -> bool:
            n = self.around.count(turn.hand, rank)
            return n >= rules.min_naturals and n + wilds >= rules.meld_min

        if turn.owes == "card":
            return any(begins(r) or any(m.kind == r for m in turn.melds) for r in turn.owed)
        return any(begins(r) for r in range(11)) or self.around.count(turn.hand, BLACK3) > 0 \
            or (rules.wild_meld or rules.twos_as_rank) and wilds >= rules.meld_min \
            or rules.sequences and any(self._run_from(turn, f) >= rules.meld_min
                                       for f in range(44))

    def _band_canasta_possible(self, turn: Turn, at: tuple[int, int]) -> bool:
        """Whether the canasta that min_band_special asks for could still be staged."""
        around, size = self.around, self.around.rules.canasta_size
        if around.need_canasta == "any":
            return self._canastas_possible(turn) >= 1
        if around.need_canasta is None:
            return True
        twos = around.count(turn.hand, TWO) + max(
            [m.n for m in turn.melds if m.kind == M_TWOS], default=0)
        if around.rules.twos_as_rank and twos >= size:
            return True
        return any(lying + (n if self._rank_open(turn, at, rank, n) else 0) >= size
                   for rank in range(11)
                   for n in [around.count(turn.hand, rank)]
                   for lying in [0] + [m.n for m in turn.melds
                                       if m.kind == rank and not m.wilds])

    def _wilds(self, turn: Turn) -> int:
        return self.around.count(turn.hand, TWO) + self.around.count(turn.hand, JOKER)

    def _rank_open(self, turn: Turn, at: tuple[int, int], rank: int, n: int) -> bool:
        """Whether naturals of a rank could be laid as a rank, looking kindly."""
        around, rules = self.around, self.around.rules
        runs_here = turn.run is not None and turn.melds[turn.run[0]].kind == rank
        if at[0] > FIRST_RANK + self.place_of[rank] and not runs_here:
            return False
        for m in turn.melds:
            if m.kind == rank and (m.size < rules.canasta_size
                                   or md.canasta_takes(rules, m, "naturals")):
                return not around.dead(turn, rank)
        if rules.same_rank_melds == "many_may_merge" and any(m.kind == rank for m in turn.melds):
            return True
        no_wilds = rank in rules.no_wild or turn.staging and rules.initial_naturals_only
        wilds = 0 if no_wilds else min(self._wilds(turn), rules.max_wilds)
        return n >= rules.min_naturals and n + wilds >= rules.meld_min \
            and not around.dead(turn, rank)

    def _in_sequence(self, turn: Turn, face: int) -> bool:
        return tn.in_sequence(self.around.rules, turn.melds, turn.hand, face)

    def _stuck(self, turn: Turn, at: tuple[int, int]) -> int:
        """Hand cards that can be laid nowhere: a lower bound."""
        around, rules, hand = self.around, self.around.rules, turn.hand
        black = around.count(hand, BLACK3)
        idle = () if tn.packet_bars_out(around, turn) else rules.idle_kinds  # P204
        stuck = 0 if RED3 in idle else around.count(hand, RED3)
        black = 0 if BLACK3 in idle else black
        group = black + (self._wilds(turn) if rules.black3_meld_wilds else 0)
        there = any(m.kind == M_BLACK3 for m in turn.melds)
        if md.black3_is_rank(rules):
            group, there = 0, False
            if not any(m.kind == M_BLACK3 for m in turn.melds) \
                    and black + self._wilds(turn) < rules.meld_min:
                stuck += black
        elif rules.black3_meld == "never" or tn.packet_bars_out(around, turn) \
                or not there and group < rules.black3_meld_min:
            stuck += black
        for rank in range(11):
            n = around.count(hand, rank)
            if n == 0:
                continue
            if there:
                stuck += n
            elif not self._rank_open(turn, at, rank, n):
                if rules.sequences and at[0] <= SEQUENCES or self._seq_run(turn):
                    stuck += sum(hand[c] for c in around.classes[rank]
                                 if not self._in_sequence(turn, c))
                else:
                    stuck += n
        return stuck

    def _seq_run(self, turn: Turn) -> bool:
        return turn.run is not None and turn.melds[turn.run[0]].is_sequence

    def _canastas_possible(self, turn: Turn) -> int:
        """Canastas the side could have after this turn: an upper bound."""
        around, rules, hand = self.around, self.around.rules, turn.hand
        size, wilds = rules.canasta_size, self._wilds(turn)
        total = sum(md.complete(rules, m) for m in turn.melds)
        for rank in range(11):
            lying = [m for m in turn.melds if m.kind == rank and not md.complete(rules, m)]
            n = around.count(hand, rank)
            cards = sum(m.size for m in lying) + n + (len(lying) + 1) * min(wilds, rules.max_wilds)
            naturals = sum(m.n for m in lying) + n
            total += min(cards // size, naturals // max(1, size - rules.max_wilds))
        if md.black3_is_rank(rules):
            total += (around.count(hand, BLACK3) + wilds
                      + sum(m.size for m in turn.melds if m.kind == M_BLACK3)) // size
        for kind, able in ((M_WILD, rules.wild_meld), (M_TWOS, rules.twos_as_rank)):
            lying = [m.size for m in turn.melds if m.kind == kind and not md.complete(rules, m)]
            total += (sum(lying) + wilds) // size if able else 0
        if rules.sequences:
            total += sum(self._suit_canastas(turn, suit) for suit in range(4))
        return total

    def _suit_canastas(self, turn: Turn, suit: int) -> int:
        """Sequence canastas that a suit could still give: cards of unbroken stretches."""
        rules, held = self.around.rules, [turn.hand[4 * r + suit] for r in range(11)]
        for m in turn.melds:
            if m.kind == M_SEQ + suit and not md.complete(rules, m):
                for rank in m.ranks:
                    held[rank] += 1
        if rules.sequence_wilds:
            return sum(held) // max(1, rules.canasta_size - rules.sequence_wilds)
        total = 0
        for stretch in "".join("x" if n else " " for n in held).split(" "):
            if len(stretch) >= rules.canasta_size:
                total += sum(held) // rules.canasta_size
        return total

    def _count_possible(self, turn: Turn, at: tuple[int, int]) -> bool:
        """Whether the opening's count could be reached: an upper bound, or a splash."""
        around, rules, hand = self.around, self.around.rules, turn.hand
        if rules.min_counts_bonuses:
            return True
        total = sum(md.meld_value(rules, m) for m in turn.melds)
        wilds = self._wilds(turn)
        short = []  # values of pairs (or fewer) that need a wild each
        meldable = bool(turn.melds)
        for rank in range(11):
            n = around.count(hand, rank)
            if n == 0:
                continue
            run_of_cards = 0
            if rules.sequences and (at[0] <= SEQUENCES or self._seq_run(turn)):
                run_of_cards = sum(hand[c] for c in around.classes[rank]
                                   if hand[c] and self._in_sequence(turn, c))
            value, rank_open = rules.value(rank), self._rank_open(turn, at, rank, n)
            if not rank_open:
                total += run_of_cards * value
            elif n >= rules.meld_min or run_of_cards or any(m.kind == rank for m in turn.melds):
                total += n * value
            else:
                short.append(n * value)
            meldable = meldable or run_of_cards > 0 or rank_open
            if rules.min_exempt_splash and n + max(
                    [m.n for m in turn.melds if m.kind == rank], default=0) >= rules.canasta_size:
                return True
        total += sum(sorted(short, reverse=True)[:wilds])
        if rules.min_exempt_splash and (wilds + max(
                [m.size for m in turn.melds if m.kind in (M_WILD, M_TWOS)], default=0)
                >= rules.canasta_size or any(
                m.kind <= 10 and m.wilds == 0 and m.size >= rules.canasta_size
                for m in turn.melds)):
            return True
        if rules.initial_naturals_only:
            total += around.count(hand, TWO) * rules.value(TWO) if rules.twos_as_rank else 0
        else:
            if meldable or rules.wild_meld or rules.twos_as_rank:
                total += around.count(hand, TWO) * rules.value(TWO)
                total += around.count(hand, JOKER) * rules.value(JOKER)
        if rules.black3_meld != "never":
            total += around.count(hand, BLACK3) * rules.value(BLACK3)
        return total >= around.need


def follow_ups(around: Around, turn: Turn) -> Iterator[tuple[str, Turn]]:
    """Lays and joins that shape allows (after `to-N`: onto that meld), without their finish.

    A lay comes once for each choice of suit that may matter (S26).
    """
    for name in tn.lay_names(around, turn):
        _, card, face = tn.meld_of_lay(name)
        for cls, in [(face,)] if face >= 0 else around.useful(turn, card):
            laid = tn.lay(around, turn, name, cls)
            if laid is not None:
                yield name, laid[0]
    if turn.target >= 0:
        for other in range(turn.target + 1, len(turn.melds)):
            after = tn.join(around, turn, turn.target, other)
            if after is not None:
                yield f"join-{other + 1}", after


def to_melds(around: Around, turn: Turn) -> Iterator[tuple[int, list[tuple[str, Turn]]]]:
    """Melds that `to-N` may name in MELD, each with what may follow it (S3), unfinished or not.

    Only follow-ups count that would go elsewhere without it; joins always do.
    """
    if not around.rules.multi or not tn.clean(around, turn) or tn.has_black3(around, turn) \
            or turn.discard_only:
        return
    for index in range(len(turn.melds)):
        if turn.melds[index].kind == M_BLACK3:
            continue
        named = tn.to_meld(around, turn, index)
        reasons = []
        for name, after in follow_ups(around, named):
            what = tn.meld_of_lay(name)
            if what is not None:
                kind, card, _ = what
                natural = card <= 10 or kind == M_TWOS and card == TWO
                if tn.place(around, turn, kind, natural, card) == index:
                    continue
            reasons.append((name, after))
        if reasons:
            yield index, reasons
