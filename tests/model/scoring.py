"""The score of a hand and the end of the game (sections N and O, scoring part of parameters)."""
from __future__ import annotations

from functools import lru_cache

from cards import FACE_COUNT, KINDS
import melds as md
from melds import M_WILD, Meld
from rulesets import Rules
from turn import schedule

PARTS = ("canastas", "go_out", "special", "threes", "melded", "hand", "penalties")


def held_value(rules: Rules, counts, sign: int) -> int:
    """What cards left in hands cost; sign: that of threes laid out."""
    return sum(counts[face] * rules.cost(KINDS[face], sign)
               for face in range(FACE_COUNT) if counts[face])


def canastas(rules: Rules, melds: list[Meld]) -> list[Meld]:
    return [m for m in melds if md.complete(rules, m)]


def threes_sign(rules: Rules, melds: list[Meld]) -> int:
    """red3_sign (P103, P115)."""
    done = canastas(rules, melds)
    word = rules.red3_sign
    if word == "always_plus":
        return 1
    if word == "if_melded":
        return 1 if melds else -1
    if word == "if_sevens_canasta":
        return 1 if any(m.kind == 3 for m in done) else -1
    if word == "by_canasta_count":
        return (-1, 0, 1)[min(len(done), 2)]
    return 1 if len(done) >= word["if_canastas"] else -1


def threes_value(rules: Rules, sign: int, red: int, black: int) -> int:
    """Schedules, by the sign and with it (P161)."""
    def points(usual: list[int], minus: list[int], number: int) -> int:
        return sign * schedule(minus if minus and sign < 0 else usual, number)

    value = points(rules.red3_schedule, rules.red3_schedule_minus, red)
    if rules.threes_mode == "both_colours_bonus":
        value += points(rules.black3_schedule, rules.black3_schedule_minus, black)
    return value


def collections(rules: Rules, done: list[Meld]) -> int:
    """bonus_collections: every entry that is met is paid once (P139)."""
    total = 0
    for entry in rules.bonus_collections:
        if all(sum(kind == "any" or md.is_of(m, kind) for m in done) >= number
               for kind, number in entry["needs"].items()):
            total += entry["points"]
    return total


def whole_ranks(rules: Rules, melds: list[Meld]) -> int:
    """Ranks of which every natural card of the packs lies in the melds, sequences too (P159)."""
    def melded(rank: int) -> int:
        return sum(rank in m.ranks if m.is_sequence else m.n
                   for m in melds if m.is_sequence or m.kind == rank)

    return sum(melded(rank) >= 4 * rules.decks for rank in range(11))


def incomplete_penalty(rules: Rules, melds: list[Meld]) -> int:
    """penalty_incomplete, for each unfinished meld that an entry names."""
    total = 0
    for entry in rules.penalty_incomplete:
        for m in melds:
            name = "wild" if m.kind == M_WILD else "sequence" if m.is_sequence else \
                "456789TJQKA"[m.kind] if m.kind <= 10 else ""
            if name != entry["meld"] or m.size >= entry["below"] \
                    or entry["natural_only"] and m.wilds:
                continue
            four = "points_four_jokers" in entry and m.j >= 4
            total += entry["points_four_jokers" if four else "points"]
    return total


def held_penalty(rules: Rules, counts) -> int:
    """penalty_held of one player, his talon included (P96, P102)."""
    return sum(points for rank, points in rules.penalty_held.items()
               if sum(counts[4 * "456789TJQKA".index(rank) + s] for s in range(4)) >= 3)


def out_points(rules: Rules, concealed: bool, melded_out: bool) -> int:
    """What going out brings (P87, P116, P197)."""
    return rules.out_bonus + (rules.concealed_bonus if concealed else 0) \
        + (rules.out_melded_bonus if melded_out else 0)


def side_score(rules: Rules, melds: list[Meld], hands: list, packets: list, threes: list,
               out: bool = False, concealed: bool = False, melded_out: bool = False,
               concealed_canastas: int = 0, aside: int = 0) -> dict[str, int]:
    """All components of a side. hands: counts of each member, talon included; packets: what he
    never picked up ([]: there is none); threes: (red, black) of each member; aside: black threes
    set aside."""
    done = canastas(rules, melds)
    sign = threes_sign(rules, melds)
    if rules.red3_scope == "player":
        value = sum(threes_value(rules, sign, *own) for own in threes)
    else:
        value = threes_value(rules, sign, sum(r for r, _ in threes), sum(b for _, b in threes))
    special = collections(rules, done) + rules.bonus_whole_rank * whole_ranks(rules, melds) \
        + rules.concealed_canasta_bonus * concealed_canastas
    if rules.black3_from_pile != "to_hand" and aside:
        points = rules.black3_from_pile["set_aside"]
        special += points["all4"] if aside >= 2 * rules.decks else aside * points["each"]
    melded = sum(md.meld_value(rules, m) for m in melds)
    if rules.melded_value_sign == "minus_if_no_canasta" and not done:
        melded = -melded
    return {
        "canastas": sum(md.canasta_bonus(rules, m, out, done) for m in done),
        "go_out": out_points(rules, concealed, melded_out) if out else 0,
        "special": special,
        "threes": value,
        "melded": melded,
        "hand": -sum(held_value(rules, counts, sign) for counts in list(hands) + list(packets)),
        "penalties": -incomplete_penalty(rules, melds)
        - sum(held_penalty(rules, counts) for counts in hands),
    }


def total(parts: dict[str, int]) -> int:
    return sum(parts[name] for name in PARTS)


def winners(rules: Rules, totals: list[int], hands_played: int, minutes: int = 0) -> list[int]:
    """Sides that have won, [] if another hand is played (P119, P120)."""
    if rules.rounds:
        ended = hands_played >= rules.rounds
    else:
        ended = max(totals) >= rules.target
    ended = ended or 0 < rules.hands_limit <= hands_played  # P163
    ended = ended or bool(rules.lead_target) and any(  # P198
        t >= rules.lead_target and t > sum(totals) - t for t in totals)
    if not ended and not 0 < rules.time_limit <= minutes:  # P169
        return []
    first = min(totals) if rules.win_rule == "lowest_total" else max(totals)  # P164
    best = [i for i, t in enumerate(totals) if t == first]
    return best if len(best) == 1 or rules.tie_rule == "shared" else []


def minimum(rules: Rules, total_before: int, hand_number: int) -> tuple[int, str | None]:
    """Minimum count of an opening and the canasta it needs (P2, S24); hand_number from 1."""
    if rules.min_by_round:
        return rules.min_by_round[min(hand_number, len(rules.min_by_round)) - 1], None
    bands = [b for b in rules.min_band_special if total_before >= b["from"]]
    if bands:
        band = max(bands, key=lambda b: b["from"])
        return band["count"], band["canasta"]
    fitting = [m for floor, m in rules.min_table if floor is None or total_before >= floor]
    return (fitting[-1] if fitting else 0), None


def special_hand(rules: Rules, counts) -> dict | None:
    """The dearest special hand that the cards make exactly (P105, S21)."""
    by_rank = {r: sum(counts[4 * i + s] for s in range(4)) for i, r in enumerate("456789TJQKA")}
    by_rank["3"] = sum(counts[44:48])
    by_rank["2"] = sum(counts[48:52])
    by_rank["X"] = counts[52]
    held = tuple(sorted((r, n) for r, n in by_rank.items() if n))
    found = [h for h in rules.special_hands if _covers(held, _groups(h))]
    return max(found, key=lambda h: (h["wins_game"], h["points"]), default=None)


def _groups(hand: dict) -> tuple[tuple[int, str], ...]:
    """Single groups, the most particular first."""
    made = [(g["size"], g["of"]) for g in hand["groups"] for _ in range(g["count"])]
    order = {"rank": 3, "rank_or_wild_kind": 4, "wild_kind": 2, "wilds": 1}
    return tuple(sorted(made, key=lambda g: order.get(g[1], 0)))


@lru_cache(maxsize=100_000)
def _covers(held: tuple, groups: tuple) -> bool:
    """Whether the groups use all cards, no rank twice."""
    if not groups:
        return not held
    (size, of), rest = groups[0], groups[1:]
    if of == "wilds":
        wild = sum(n for r, n in held if r in "2X")
        return wild == size and _covers(tuple(h for h in held if h[0] not in "2X"), rest)
    for rank, number in held:
        natural = rank not in "23X"
        fits = of == rank or of == "rank" and natural or of == "wild_kind" and rank in "2X" \
            or of == "rank_or_wild_kind" and rank != "3"
        if fits and number == size and _covers(tuple(h for h in held if h[0] != rank), rest):
            return True
    return False
