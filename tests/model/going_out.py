"""Going out with every card that is held: an exact sweep over the ranks.

Called for a clean turn of a side that has opened, when nothing but going out is left. All hand
cards but one at most must be laid. The sweep goes from 4 to A and keeps, beside the wilds that are
left, only what later ranks need: the sequences that still grow, and what kinds of canastas there
are. Each rank by itself is searched card by card with the rules of turn.py.
"""
from __future__ import annotations

from itertools import product
from typing import Iterator

from cards import BLACK3, JOKER, RANKS, RED3, TWO
import melds as md
import turn as tn
from melds import M_BLACK3, M_SEQ, M_TWOS, M_WILD, Meld
from turn import NEW, Around, Turn

WORK_LIMIT = 300_000

Chains = tuple[tuple[int, int, bool], ...]  # next rank, length, of hand cards only


class SearchLimit(Exception):
    """A search that became too large; names the position. Never swallowed."""


class GoingOut:
    """One question: can this hand go out?"""

    def __init__(self, around: Around, turn: Turn):
        self.around, self.rules, self.turn = around, around.rules, turn
        self.hand = [around.count(turn.hand, k) for k in range(15)]
        self.idle = [(k, self.hand[k]) for k in self.rules.idle_kinds]  # P204
        for k, _ in self.idle:
            self.hand[k] = 0
        self.melds = {kind: tuple(m for m in turn.melds if m.kind == kind)
                      for kind in range(M_SEQ + 4)}
        self.cache: dict = {}
        self.failed: set = set()
        words = set(self.rules.out_needs) | set(self.rules.out_not_counted)
        self.named = {r for r in range(11) if RANKS[r] in words}
        self.other_rank = next((r for r in range(11) if r not in self.named), 0)
        self.most = max(1, self.rules.out_canastas) + len(self.rules.out_needs)
        if self.rules.out_needs_red3_per_canasta:  # S27: too many are one more than red threes
            self.most = max(self.most, around.red3 + turn.threes + 1)
        size = self.rules.sequence_max
        if self.rules.sequence_extend_going_out:
            size = 11
        if not self.rules.add_natural_to_canasta:
            size = min(size, self.rules.canasta_size)
        self.longest = size

    def possible(self) -> bool:
        spare = self.hand[RED3]
        if spare > 1:
            return False
        left = RED3 if spare else None
        return any(self._from(0, (((),) * 4, twos, jokers, left, ()), wilds)
                   for wilds, twos, jokers in self._wild_melds(self._wild_start(), False))

    def _from(self, rank: int, state: tuple, wilds: tuple[Meld, ...]) -> bool:
        """Whether the rest can be laid from this rank on; depth first, failures remembered."""
        key = (rank, state, wilds)
        if key in self.failed:
            return False
        if rank == 11:
            found = self._end(state, wilds)
        else:
            found = any(self._from(rank + 1, after, wilds)
                        for after in self._rank(state, rank, wilds))
        if not found:
            self.failed.add(key)
            if len(self.failed) > WORK_LIMIT:
                raise SearchLimit(f"going out: search too large at {self.turn}")
        return found

    # ---- melds of wilds and of twos ----------------------------------------------------------

    def _wild_start(self) -> tuple[tuple[Meld, ...], int, int]:
        return self.melds[M_TWOS] + self.melds[M_WILD], self.hand[TWO], self.hand[JOKER]

    def _wild_melds(self, start, last: bool) -> Iterator[tuple[tuple[Meld, ...], int, int]]:
        """All ways to lay wilds onto such melds; before the ranks only where they may lock."""
        rules = self.rules
        if not last and rules.wild_meld_locks_wilds == "no" or not last and not start[1] + start[2]:
            yield start
            return
        found, waiting = set(), [(self._sub(start[0], (), start[1], start[2]), None)]
        seen = set()
        while waiting:
            turn, _ = waiting.pop()
            key = (tuple(sorted(turn.melds)), turn.hand,
                   turn.run and turn.melds[turn.run[0]])
            if key in seen:
                continue
            seen.add(key)
            if tn.run_finished(self.around, turn):
                found.add((turn.melds, self._count(turn, TWO), self._count(turn, JOKER)))
            waiting += [(after, None) for after in self._wild_lays(turn)]
        yield from sorted(found, key=lambda f: f[1] + f[2])

    def _wild_lays(self, turn: Turn) -> Iterator[Turn]:
        kinds = ([M_TWOS] if self.rules.twos_as_rank else []) \
            + ([M_WILD] if self.rules.wild_meld else [])
        for kind in kinds:
            for card in (TWO, JOKER):
                yield from self._lays(turn, kind, card, kind == M_WILD or card == TWO)
            yield from self._joins(turn, kind)

    def _count(self, turn: Turn, kind: int) -> int:
        return self.around.count(turn.hand, kind)

    def _sub(self, melds: tuple[Meld, ...], naturals: tuple[tuple[int, int], ...],
             twos: int, jokers: int) -> Turn:
        """A turn with these cards and melds only; no staging, no answer."""
        hand = [0] * len(self.turn.hand)
        for kind, number in naturals + ((TWO, twos), (JOKER, jokers)):
            hand[self.around.classes[kind][0]] += number
        filler = (Meld(M_SEQ + 3, n=0),) if not melds else melds
        return self.turn._replace(hand=tuple(hand), melds=filler, run=None, packets=(),
                                  first_canasta=True, laid=True, target=-1)

    def _lays(self, turn: Turn, kind: int, card: int, begins: bool) -> Iterator[Turn]:
        around = self.around
        cls = around.lowest(turn.hand, card)
        if cls < 0:
            return
        if not tn.run_finished(around, turn):
            places = [turn.run[0]] if turn.melds[turn.run[0]].kind == kind else []
        elif self.rules.multi and kind != M_BLACK3:
            places = [i for i, m in enumerate(turn.melds) if m.kind == kind]
            plain = tn.place(around, turn._replace(run=None), kind, begins, card)
            places += [NEW] if plain == NEW else []
        else:
            places = [tn.place(around, turn, kind, begins, card)]
        for index in places:
            after = tn.lay_at(around, turn, index, kind, card, cls)
            if after is not None:
                yield after

    def _joins(self, turn: Turn, kind: int) -> Iterator[Turn]:
        if not tn.run_finished(self.around, turn):
            return
        there = [i for i, m in enumerate(turn.melds) if m.kind == kind]
        for i in there:
            for k in there:
                after = tn.join(self.around, turn, i, k) if i < k else None
                if after is not None:
                    yield after

    # ---- one rank ----------------------------------------------------------------------------

    def _rank(self, state: tuple, rank: int, wilds: tuple[Meld, ...]) -> Iterator[tuple]:
        """The states after one rank, those with few cards in sequences first."""
        chains, twos, jokers, left, labels = state
        key = (rank, wilds)
        if key not in self.cache:
            self.cache[key] = [used for used in range(self.hand[rank] + 1)
                               if self._rank_ends(rank, self.hand[rank] - used, wilds)]
        for grown, used, done in self._chains(chains, rank, self.cache[key]):
            for t, j, spare, made in self._rank_ends(rank, self.hand[rank] - used, wilds):
                if t <= twos and j <= jokers and not (spare and left is not None):
                    yield (grown, twos - t, jokers - j, rank if spare else left,
                           self._labels(labels, made + done))

    def _rank_ends(self, rank: int, naturals: int, wilds: tuple[Meld, ...]) -> list:
        """(twos used, jokers used, a natural left, labels) for every way to lay a rank."""
        key = (rank, naturals, wilds)
        if key in self.cache:
            return self.cache[key]
        locks = tuple(m for m in wilds if md.locking(self.rules, m))
        twos, jokers = self.hand[TWO], self.hand[JOKER]
        start = self._sub(locks + self.melds[rank], ((rank, naturals),), twos, jokers)
        found, seen, waiting = set(), set(), [start]
        while waiting:
            turn = waiting.pop()
            run = turn.run if self.rules.runs_matter else turn.run and turn.run[:1]
            melds = tuple(sorted(turn.melds)) if self.rules.many else turn.melds
            place = (turn.melds[run[0]],) + run[1:] if run else None
            if (melds, turn.hand, place) in seen:
                continue
            seen.add((melds, turn.hand, place))
            left = self._count(turn, rank)
            if left <= 1 and tn.run_finished(self.around, turn):
                made = tuple(sorted(self._label(m) for m in turn.melds if m.kind == rank
                                    and self._label(m) is not None))
                found.add((twos - self._count(turn, TWO), jokers - self._count(turn, JOKER),
                           left == 1, made))
            for card in (rank, TWO, JOKER):
                waiting += list(self._lays(turn, rank, card, card == rank))
            waiting += list(self._joins(turn, rank))
        self.cache[key] = sorted(found)
        return self.cache[key]

    # ---- what is left of a finished meld -----------------------------------------------------

    def _label(self, m: Meld) -> Meld | None:
        """A meld as far as the going-out check looks at it."""
        rules = self.rules
        if md.complete(rules, m):
            size = rules.canasta_size
            if m.kind > 10:
                kind = M_SEQ if m.is_sequence else m.kind
            else:
                kind = m.kind if m.kind in self.named else self.other_rank
            return Meld(kind, n=size - 1 if m.wilds else size, t=1 if m.wilds else 0)
        if rules.out_block_incomplete and tn.blocks(rules, m):
            return Meld(3, n=1)
        return None

    def _labels(self, labels: tuple[Meld, ...], more: tuple[Meld, ...]) -> tuple[Meld, ...]:
        if not more:
            return labels
        merged = sorted(labels + more)
        return tuple(m for i, m in enumerate(merged)
                     if i < self.most or merged[i - self.most] != m)

    # ---- sequences ---------------------------------------------------------------------------

    def _chains(self, chains: tuple[Chains, ...], rank: int, able: list[int]) -> list:
        """(chains after this rank, cards used, labels of those that ended) in every way.

        `able` are the numbers of cards that sequences may use, so that the rest can be laid.
        """
        if not self.rules.sequences:
            return [(chains, 0, ())]
        key = (chains, rank, tuple(able))
        if key not in self.cache:
            suits = [self._suit(chains[s], rank, s) for s in range(4)]
            self.cache[key] = sorted({
                (tuple(w[0] for w in ways), sum(w[1] for w in ways),
                 tuple(label for w in ways for label in w[2]))
                for ways in product(*suits) if sum(w[1] for w in ways) in able}, key=lambda w: w[1])
        return self.cache[key]

    def _suit(self, chains: Chains, rank: int, suit: int) -> set:
        """The same for one suit."""
        key = (chains, rank, suit)
        if key not in self.cache:
            self.cache[key] = self._suit_ways(chains, rank, suit)
        return self.cache[key]

    def _suit_ways(self, chains: Chains, rank: int, suit: int) -> set:
        result = set()
        for before in self._attached(chains, rank, suit):
            here = [c for c in before if c[0] == rank]
            later = [c for c in before if c[0] > rank]
            held = self.turn.hand[4 * rank + suit]
            for choice in product((False, True), repeat=len(here)):
                used = sum(choice)
                grown = [(rank + 1, n + 1, pure) for (_, n, pure), yes in zip(here, choice) if yes]
                ended = [(n, pure) for (_, n, pure), yes in zip(here, choice) if not yes]
                if used > held or any(n > self.longest for _, n, _ in grown) \
                        or any(pure and n < self.rules.meld_min for n, pure in ended):
                    continue
                labels = tuple(self._label(Meld(M_SEQ, n=n)) for n, _ in ended
                               if n >= self.rules.canasta_size)
                for new in range(held - used + 1 if self._may_begin(rank, suit) else 1):
                    after = later + grown + [(rank + 1, 1, True)] * new
                    result.add((self._worth_keeping(after, rank + 1, suit), used + new, labels))
        return result

    def _worth_keeping(self, chains: list, rank: int, suit: int) -> Chains:
        """Chains that nothing can extend any more and that are no canastas are forgotten."""
        held = rank <= 10 and self.turn.hand[4 * rank + suit] > 0
        return tuple(sorted(
            c for c in chains if c[0] > rank or held or c[1] >= self.rules.canasta_size
            or c[2] and (c[1] < self.rules.meld_min
                         or any(m.low == rank for m in self.melds[M_SEQ + suit]))))

    def _may_begin(self, rank: int, suit: int) -> bool:
        """A sequence begun here could become one."""
        return rank < 10 and self.turn.hand[4 * rank + 4 + suit] > 0 \
            or any(m.low == rank + 1 for m in self.melds[M_SEQ + suit])

    def _attached(self, chains: Chains, rank: int, suit: int) -> list[list]:
        """Sequences of the table that begin here, alone or behind a run of hand cards."""
        ways = [list(chains)]
        for m in self.melds[M_SEQ + suit]:
            if m.low != rank:
                continue
            more = []
            for way in ways:
                more.append(way + [(rank + m.size, m.size, False)])
                for i, (at, n, pure) in enumerate(way):
                    if at == rank and pure and n + m.size <= self.longest:
                        more.append(way[:i] + way[i + 1:]
                                    + [(rank + m.size, n + m.size, False)])
            ways = more
        return ways

    # ---- the end -----------------------------------------------------------------------------

    def _end(self, state: tuple, wilds: tuple[Meld, ...]) -> bool:
        """Wilds, black threes, the last card, the check."""
        chains, twos, jokers, left, labels = state
        for suit in range(4):
            for at, n, pure in chains[suit]:
                if pure and n < self.rules.meld_min:
                    return False
                if n >= self.rules.canasta_size:
                    labels = self._labels(labels, (self._label(Meld(M_SEQ, n=n)),))
        for melds, t, j in self._wild_melds((wilds, twos, jokers), True):
            made = tuple(self._label(m) for m in melds if m.kind in (M_WILD, M_TWOS)
                         and self._label(m) is not None)
            if self._threes(t, j, left, self._labels(labels, made), melds):
                return True
        return False

    def _threes(self, twos: int, jokers: int, left: int | None, labels: tuple[Meld, ...],
                wilds: tuple[Meld, ...]) -> bool:
        """Black threes with what is left; then the going-out check."""
        locks = tuple(m for m in wilds if md.locking(self.rules, m))
        if md.black3_is_rank(self.rules):
            locks += self.melds[M_BLACK3]
        turn = self._sub(locks, ((BLACK3, self.hand[BLACK3]),), twos, jokers)
        waiting, seen = [turn], set()
        while waiting:
            turn = waiting.pop()
            if turn in seen:
                continue
            seen.add(turn)
            if tn.run_finished(self.around, turn):
                rest = sum(turn.hand)
                if rest + (left is not None) <= 1 and self._check(turn, left, labels):
                    return True
            for card in (BLACK3, TWO, JOKER):
                if card == BLACK3 or self.rules.black3_meld_wilds:
                    waiting += list(self._lays(turn, M_BLACK3, card, card == BLACK3))
        return False

    def _check(self, turn: Turn, left: int | None, labels: tuple[Meld, ...]) -> bool:
        hand = list(turn.hand)
        for kind, number in self.idle + ([] if left is None else [(left, 1)]):
            hand[self.around.classes[kind][0]] += number
        melds = labels + tuple(m for m in turn.melds if m.kind == M_BLACK3)
        final = self.turn._replace(hand=tuple(hand), melds=melds, run=None, laid=True)
        if sum(hand) == 0:
            return tn.out_check(self.around, final, False)
        return tn.passes_out(self.around, final) \
            or any(tn.discard_ok(self.around, final, k) for k in range(15))
