"""Rule sets: resolved from the copy of rulesets.json that lies beside this file, and overrides.

An override is written in the rule files' syntax (head of include/canasta/params.h); the values
become what the JSON holds. `out_needs` of the JSON is split into out_needs and out_not_counted.
"""
from __future__ import annotations

import copy
import json
import os
from typing import Any

from cards import BLACK3, JOKER, RANKS, RED3, TWO

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rulesets.json")
with open(_PATH, encoding="utf-8") as _file:
    DATA = json.load(_file)


class ByHand:
    """A value for each hand, the last one for all later ones too."""

    def __init__(self, values: list):
        self.values = values


class RuleError(Exception):
    """A rule set, a number of players or an override that does not exist."""


class Rules:
    """The values of one table as attributes, and what follows from them."""

    def __init__(self, name: str, players: int, values: dict[str, Any]):
        self.name = name
        self.table_players = players
        self.by_hand = {key: value.values for key, value in values.items()
                        if isinstance(value, ByHand)}
        early = values["black3_meld_hand"] - 1  # P199
        self.by_hand["black3_meld"] = ["never"] * early + [values["black3_meld"]]
        self.__dict__.update(values)
        self.__dict__.update({key: values[0] for key, values in self.by_hand.items()})
        self.derive()

    def derive(self) -> None:
        """What several modules ask for."""
        self.seats = 4 if self.team_layout == "three_vs_two_rotating" else self.table_players
        # P36: where threes are kept they are hand cards, never laid out.
        keep = self.threes_mode == "penalty_only" or self.red3_drawn == "keep"
        self.bonus_red = not keep
        self.bonus_black = not keep and self.threes_mode == "both_colours_bonus"
        idle = [RED3] * (not self.bonus_red)
        if self.by_hand["black3_meld"][-1] == "never" and not self.bonus_black:
            idle.append(BLACK3)
        self.idle_kinds = tuple(idle) if self.out_with_threes else ()  # P204
        self.runs_matter = not self.add_wild_to_canasta or \
            self.natural_canasta_takes != "any" or self.mixed_canasta_takes != "any"  # P57
        self.many = self.same_rank_melds != "one_merged"
        # S3: where a side may have several places for a card.
        self.multi = self.many or self.sequences or self.team_layout == "lone_vs_two"
        self.no_wild = {RANKS.index(r) for r in self.no_wild_ranks}
        self.initial_only_wild = {RANKS.index(r) for r in self.initial_only_wild_ranks}

    def in_hand(self, number: int) -> "Rules":
        """The rules of the hand of that number (1..), values by hand resolved (P190)."""
        made = copy.copy(self)
        made.by_hand = self.by_hand
        for key, values in self.by_hand.items():
            setattr(made, key, values[min(number, len(values)) - 1])
        return made

    def value(self, kind: int, place: str = "table") -> int:
        """Value of a kind that can be melded (parameters B, P160); red threes have none."""
        own = self.value_cards.get("2" if kind == TWO else "X" if kind == JOKER
                                   else RANKS[kind] if kind <= 10 else "")
        if own is not None:
            return own[place]
        if kind > 10:
            return {BLACK3: self.value_black3, TWO: self.value_two,
                    JOKER: self.value_joker, RED3: 0}[kind]
        if kind == 10:
            return self.value_ace
        return self.value_8_to_K if kind >= 4 else self.value_4_to_7

    def cost(self, kind: int, sign: int) -> int:
        """What a card of the kind costs that is left in a hand (P114, P165, P166)."""
        if kind in (RED3, BLACK3):
            colour = "red3" if kind == RED3 else "black3"
            points = getattr(self, colour + "_left_in_hand")
            return points * {"minus": 1, "plus": -1, "by_sign": -sign}[
                getattr(self, colour + "_held")]
        return self.value(kind, "hand") * (-1 if self.hand_cards == "plus_value" else 1)

    def wild_limit(self) -> int:
        """Most cards in a wild-only meld (P60)."""
        if self.wild_canasta:
            return self.wild_meld_max
        return min(self.wild_meld_max, self.canasta_size - 1)


def _lineage(name: str) -> list[dict]:
    chain: list[dict] = []
    while name is not None:
        if name not in DATA["rulesets"]:
            raise RuleError(f"no rule set {name!r}")
        chain.insert(0, DATA["rulesets"][name])
        name = chain[0]["parent"]
    return chain


def names() -> list[str]:
    """All rule sets, in the order of the file."""
    return list(DATA["rulesets"])


def player_counts(name: str) -> list[int]:
    """Numbers of players that a table of this name may have, forms included."""
    values = resolve_raw(name)
    counts = set(values["players"]) | {int(n) for n in DATA["rulesets"][name].get("forms", {})}
    return sorted(counts)


def resolve_raw(name: str) -> dict[str, Any]:
    """Defaults, then the overrides of root to descendant; by_players is still there."""
    values = {key: spec["default"] for key, spec in DATA["parameters"].items()}
    for rule_set in _lineage(name):
        values.update(rule_set["overrides"])
    return values


def load(name: str, players: int | None = None,
         overrides: list[tuple[str, str]] | None = None) -> Rules:
    """The rules of a table (P1, P5)."""
    if players is None:
        players = 4 if 4 in player_counts(name) else player_counts(name)[0]
    forms = DATA["rulesets"].get(name, {}).get("forms", {})
    values = resolve_raw(forms.get(str(players), name))
    counts = player_counts(name)
    usual = players if players in counts else 4 if 4 in counts else counts[0]
    for key, value in values.items():
        if isinstance(value, dict) and set(value) == {"by_players"}:
            values[key] = value["by_players"][str(usual)]
    needs = values.pop("out_needs")
    values["out_needs"], values["out_not_counted"] = needs["kinds"], needs["not_counted"]
    for key, text in overrides or []:
        if key not in values:
            raise RuleError(f"no parameter {key!r}")
        values[key] = parse_value(key, text.strip())
    if players not in values["players"]:
        raise RuleError(f"{name} is not for {players} players")
    return Rules(name, players, values)


def _entries(text: str) -> list[str]:
    return [] if text in ("none", "") else [part.strip() for part in text.split(",")]


def _optional(text: str) -> int | None:
    return None if text == "-" else int(text)


def _hands(text: str) -> list[dict]:
    hands = []
    for entry in _entries(text):
        head, groups = (side.strip() for side in entry.split("="))
        parts = head.split(":")
        made = []
        for group in groups.split("+"):
            amount, of = group.strip().split(" ")
            count, size = amount.split("x")
            made.append({"count": int(count), "size": int(size), "of": of})
        hands.append({"name": parts[0], "points": int(parts[1]), "wins_game": "wins" in parts[2:],
                      "groups": made})
    return hands


def _rank_bonus(text: str) -> dict:
    made = {}
    for entry in _entries(text):
        rank, rest = (side.strip() for side in entry.split("="))
        parts = rest.split(":")
        made[rank] = {"natural": _optional(parts[0]), "mixed": _optional(parts[1]),
                      "only_if_out": "only_if_out" in parts[2:]}
    return made


def _collections(text: str) -> list[dict]:
    made = []
    for entry in _entries(text):
        points, needs = (side.strip() for side in entry.split("="))
        counts = {}
        for need in needs.split("+"):
            count, kind = need.strip().split("x", 1)
            counts[kind] = int(count)
        made.append({"needs": counts, "points": int(points)})
    return made


def _incomplete(text: str) -> list[dict]:
    made = []
    for entry in _entries(text):
        head, points = (side.strip() for side in entry.split("="))
        meld, below = (side.strip() for side in head.split("<"))
        numbers = points.split(":")
        item = {"meld": meld.split(":")[0], "natural_only": meld.endswith(":natural_only"),
                "below": int(below), "points": int(numbers[0])}
        if len(numbers) > 1:
            item["points_four_jokers"] = int(numbers[1])
        made.append(item)
    return made


def _bands(text: str) -> list[list]:
    made = []
    for entry in _entries(text):
        floor, minimum = entry.split(":")
        made.append([None if floor == "any" else int(floor), int(minimum)])
    return made


def _openings(text: str) -> list[dict]:
    parts = [entry.split(":") for entry in _entries(text)]
    return [{"from": int(p[0]), "canasta": p[1], "count": int(p[2])} for p in parts]


def _bans(text: str) -> list[dict]:
    parts = [entry.split(":") for entry in _entries(text)]
    return [{"rank": p[0], "until": p[1], "never_last": "never_last" in p[2:]} for p in parts]


def _shapes(text: str) -> list[dict]:
    parts = [entry.split("+") for entry in _entries(text)]
    return [{"naturals": int(p[0]), "wilds": int(p[1])} for p in parts]


def _sign(text: str) -> Any:
    word, _, number = text.partition(":")
    return {word: int(number)} if number else word


def _set_aside(text: str) -> Any:
    if text == "to_hand":
        return text
    _, each, all4 = text.split(":")
    return {"set_aside": {"each": int(each), "all4": int(all4)}}


def _amount(text: str) -> Any:
    return text if text == "all" else {"top": int(text)}


def _amount_by_hand(text: str) -> Any:
    hands = [_amount(one) for one in _entries(text)]
    return ByHand(hands) if len(hands) > 1 else hands[0]


def _wild_bonus(text: str) -> dict:
    twos, jokers, other = (int(part) for part in text.split(":"))
    return {"twos": twos, "four_jokers": jokers, "other": other}


def _held(text: str) -> dict:
    pairs = [entry.split("=") for entry in _entries(text)]
    return {rank.strip(): int(points) for rank, points in pairs}


def _needs(text: str) -> list[str]:
    made = []
    for entry in _entries(text):
        word, _, number = entry.partition(":")
        made += [word] * int(number or 1)
    return made


def _needs_by_hand(text: str) -> Any:
    hands = [_needs(hand.strip()) for hand in text.split(" then ")]
    return ByHand(hands) if len(hands) > 1 else hands[0]


def _values(text: str) -> dict:
    made = {}
    for entry in _entries(text):
        card, points = (side.strip() for side in entry.split("="))
        numbers = [int(part) for part in points.split(":")]
        made[card] = {"table": numbers[0], "hand": numbers[-1]}
    return made


_SPECIAL = {
    "special_hands": _hands, "bonus_rank": _rank_bonus, "bonus_collections": _collections,
    "penalty_incomplete": _incomplete, "penalty_held": _held, "bonus_wild": _wild_bonus,
    "min_table": _bands, "min_band_special": _openings, "discard_rank_ban": _bans,
    "wild_ratio_exceptions": _shapes, "red3_sign": _sign, "black3_from_pile": _set_aside,
    "value_cards": _values,
    "take_amount": _amount_by_hand, "pile_inspection_cards": _amount,
    "out_needs": _needs_by_hand, "out_not_counted": _entries,
}


def parse_value(key: str, text: str) -> Any:
    """One override value, in the syntax of the rule files."""
    if key in _SPECIAL:
        return _SPECIAL[key](text)
    spec = DATA["parameters"][key]
    if spec["type"] == "int" and "," in text and spec.get("by_hand"):
        return ByHand([int(entry) for entry in text.split(",")])
    if spec["type"] == "int":
        return int(text)
    if spec["type"] == "bool":
        return {"yes": True, "no": False}[text]
    if spec["type"] == "enum":
        if text not in spec["values"]:
            raise RuleError(f"{key} = {text}")
        return text
    entries = _entries(text)
    numbers = spec["type"] == "schedule" or \
        isinstance(spec.get("items"), dict) and spec["items"].get("type") == "int"
    return [int(entry) for entry in entries] if numbers else entries
