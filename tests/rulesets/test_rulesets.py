"""Every rule set of the program has exactly the values of rulesets.json, for every table.

Not here: what `canasta rules` answers to bad input (test_rules_command.py).
Invariant: written values are read here by a reader of its own, from the forms in docs/formats.md.
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM, DATA, RULES = sys.argv[1], json.load(open(sys.argv[2])), pathlib.Path(sys.argv[3])
del sys.argv[1:4]
RULESETS = DATA["rulesets"]

# The JSON has one parameter for two of the program.
SPLIT = {"out_needs": {"out_needs": "kinds", "out_not_counted": "not_counted"}}


def ask(*words):
    done = subprocess.run([PROGRAM, "rules", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def entries(text):
    return [] if text == "none" else [entry.strip() for entry in text.split(",")]


def points(text):
    return None if text == "-" else int(text)


def read_int(text):
    assert re.fullmatch(r"-?\d+", text), text
    return int(text)


def read_numbers(text):
    return [read_int(entry) for entry in entries(text)]


def read_bands(text):
    pairs = [entry.split(":") for entry in entries(text)]
    return [[None if low == "any" else read_int(low), read_int(least)] for low, least in pairs]


def read_sign(text):
    word, _, number = text.partition(":")
    return {word: read_int(number)} if number else word


def read_set_aside(text):
    if text == "to_hand":
        return text
    word, each, every = text.split(":")
    return {word: {"each": read_int(each), "all4": read_int(every)}}


def read_shapes(text):
    pairs = [entry.split("+") for entry in entries(text)]
    return [{"naturals": read_int(n), "wilds": read_int(w)} for n, w in pairs]


def read_openings(text):
    parts = [entry.split(":") for entry in entries(text)]
    return [{"from": read_int(a), "canasta": b, "count": read_int(c)} for a, b, c in parts]


def read_bans(text):
    parts = [entry.split(":") for entry in entries(text)]
    return [
        {"rank": part[0], "until": part[1], "never_last": part[2:] == ["never_last"]}
        for part in parts
    ]


def read_group(text):
    numbers, of = text.split()
    count, size = numbers.split("x")
    return {"count": read_int(count), "size": read_int(size), "of": of}


def read_hands(text):
    hands = []
    for entry in entries(text):
        head, groups = entry.split("=")
        name, worth, *wins = head.split(":")
        hands.append(
            {
                "name": name,
                "points": read_int(worth),
                "wins_game": wins == ["wins"],
                "groups": [read_group(group) for group in groups.split("+")],
            }
        )
    return hands


def read_wild_bonus(text):
    return dict(zip(("twos", "four_jokers", "other"), map(read_int, text.split(":"))))


def read_rank_bonus(text):
    bonuses = {}
    for entry in entries(text):
        rank, worth = entry.split("=")
        natural, mixed, *rest = worth.split(":")
        bonuses[rank] = {
            "natural": points(natural),
            "mixed": points(mixed),
            "only_if_out": rest == ["only_if_out"],
        }
    return bonuses


def read_collections(text):
    collections = []
    for entry in entries(text):
        worth, needs = entry.split("=")
        counted = [need.split("x", 1) for need in needs.split("+")]
        collections.append(
            {"points": read_int(worth), "needs": {kind: read_int(n) for n, kind in counted}}
        )
    return collections


def read_incomplete(text):
    penalties = []
    for entry in entries(text):
        meld, rest = entry.split("<")
        meld, *natural = meld.split(":")
        below, worth = rest.split("=")
        worth, *jokers = worth.split(":")
        penalty = {
            "meld": meld,
            "natural_only": natural == ["natural_only"],
            "below": read_int(below),
            "points": read_int(worth),
        }
        if jokers:
            penalty["points_four_jokers"] = read_int(jokers[0])
        penalties.append(penalty)
    return penalties


def read_held(text):
    return {rank: read_int(worth) for rank, worth in (e.split("=") for e in entries(text))}


def read_amount(text):
    return text if text == "all" else {"top": read_int(text)}


def read_values(text):
    values = {}
    for entry in entries(text):
        card, worth = entry.split("=")
        points = [read_int(part) for part in worth.split(":")]
        values[card] = {"table": points[0], "hand": points[-1]}
    return values


READERS = {
    "red3_sign": read_sign,
    "black3_from_pile": read_set_aside,
    "wild_ratio_exceptions": read_shapes,
    "min_table": read_bands,
    "min_band_special": read_openings,
    "take_amount": read_amount,
    "pile_inspection_cards": read_amount,
    "discard_rank_ban": read_bans,
    "special_hands": read_hands,
    "bonus_wild": read_wild_bonus,
    "bonus_rank": read_rank_bonus,
    "bonus_collections": read_collections,
    "penalty_incomplete": read_incomplete,
    "penalty_held": read_held,
    "value_cards": read_values,
    "out_needs": lambda text: set(entries(text)),
    "out_not_counted": lambda text: set(entries(text)),
}


def numeric(shape):
    return isinstance(shape.get("items"), dict) and shape["items"].get("type") == "int"


def read_value(name, text):
    """The value in the form of the JSON; sets as sets."""
    if name in READERS:
        return READERS[name](text)
    shape = DATA["parameters"][name]
    kind = shape["type"]
    if kind == "int":
        return read_int(text)
    if kind == "bool":
        return {"yes": True, "no": False}[text]
    if kind == "enum":
        return text
    if kind == "set":
        return set(read_numbers(text) if numeric(shape) else entries(text))
    assert kind == "schedule" or kind == "list" and numeric(shape), (name, kind)
    return read_numbers(text)


def resolve(name, players):
    """The values that the data give a table, in the form of read_value."""
    entry = RULESETS[name]
    if entry["parent"] is None:
        values = {key: shape["default"] for key, shape in DATA["parameters"].items()}
    else:
        values = resolve(entry["parent"], None)
    values.update(entry["overrides"])
    return values if players is None else {k: for_table(k, v, players) for k, v in values.items()}


def for_table(name, value, players):
    if isinstance(value, dict) and "by_players" in value:
        value = value["by_players"][str(players)]
    if name in SPLIT:
        return {part: set(value[key]) for part, key in SPLIT[name].items()}
    shape = DATA["parameters"][name]
    if shape["type"] == "set" and not isinstance(shape.get("items"), dict):
        return set(value)
    if shape["type"] == "set" and shape["items"]["type"] != "object":
        return set(value)
    return value


def table_values(name, players):
    values = resolve(RULESETS[name].get("forms", {}).get(str(players), name), players)
    for key in SPLIT:
        values.update(values.pop(key))
    return values


def rule_lines(path):
    """(name, count, value, comment) of the lines of a rule file, continued lines joined."""
    found, comment = [], ""
    for line in path.read_text(encoding="ascii").splitlines():
        text, _, said = line.partition("#")
        if not text.strip() or text.startswith("["):
            continue
        if text[0] == " ":
            found[-1][2] += text.strip()
            continue
        name, value = text.split("=", 1)
        name, _, count = name.strip().partition(" @")
        comment = said.strip()
        found.append([name, int(count) if count else None, value.strip(), comment])
    return [line for line in found if line[0] not in ("title", "forms")]


class RuleSets(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.listed = json.loads(ask("list", "--json"))["rulesets"]

    def tables(self):
        for entry in self.listed:
            for players in entry["players"]:
                yield entry["name"], players

    def test_the_list_is_that_of_the_data(self):
        self.assertEqual({entry["name"] for entry in self.listed}, set(RULESETS))
        for entry in self.listed:
            data = RULESETS[entry["name"]]
            self.assertEqual(entry["title"], data["title"])
            self.assertEqual(entry["parent"], data["parent"])
            self.assertEqual(entry["players"], sorted(data["players"]))
            self.assertEqual(entry["forms"], data.get("forms", {}))

    def test_every_table_has_the_values_of_the_data(self):
        count = 0
        for name, players in self.tables():
            shown = json.loads(ask("show", name, "--players", str(players), "--json"))
            expected = table_values(name, players)
            self.assertEqual(set(shown["values"]), set(expected))
            for key, text in shown["values"].items():
                with self.subTest(rules=name, players=players, parameter=key):
                    self.assertEqual(read_value(key, text), expected[key])
                    count += 1
        self.assertGreaterEqual(count, 35 * 132)

    def test_files_state_what_differs_and_where_it_is_from(self):
        for name in RULESETS:
            entry = RULESETS[name]
            lines = rule_lines(RULES / f"{name}.rules")
            stated = {line[0] for line in lines}
            with self.subTest(rules=name):
                if entry["parent"] is None:
                    self.assertEqual(stated, set(table_values(name, entry["players"][0])))
                    continue
                own = self.own_values(name)
                parent = {count: self.raw(entry["parent"], count) for count in own}
                differs = {key for n in own for key in own[n] if own[n][key] != parent[n][key]}
                self.assertEqual(stated, differs)
            for key, _, _, comment in lines:
                with self.subTest(rules=name, parameter=key):
                    source = "out_needs" if key == "out_not_counted" else key
                    said = comment.split(";")[0].split(", ")
                    self.assertEqual(said, entry["sources"][source])

    def own_values(self, name):
        players = resolve(name, None)["players"]
        return {count: self.raw(name, count) for count in players}

    def raw(self, name, count):
        """Values of a rule set for any number, forms aside; None where it has none for that."""
        values = resolve(name, None)
        for key, value in list(values.items()):
            if isinstance(value, dict) and "by_players" in value:
                values[key] = value["by_players"].get(str(count))
            if key in SPLIT:
                values.update({part: set(value[k]) for part, k in SPLIT[key].items()})
        return values

    def test_what_show_prints_is_a_good_rule_file(self):
        for name, players in self.tables():
            for words in ([], ["--all"], ["--players", str(players), "--all"]):
                if words[:1] == ["--players"] and len(table_values(name, players)["players"]) > 1:
                    continue  # values of one table under the name of several
                text = ask("show", name, *words)
                done = subprocess.run(
                    [PROGRAM, "rules", "check", "-"], input=text, capture_output=True, text=True
                )
                self.assertEqual(done.stderr, "", (name, words))
                self.assertIn("OK: ", done.stdout)

    def test_every_file_is_good(self):
        for name, _ in self.tables():
            self.assertIn(f"OK: {name}, ", ask("check", str(RULES / f"{name}.rules")))


if __name__ == "__main__":
    unittest.main()
