"""No seat is ever sent a card it cannot know.

Two proofs. The audit reads every byte each seat was sent over whole games, works out from the true
decks of the log what the seat may be told, and allows exactly that. Non-interference changes what a
seat cannot know - the order of the stock, the hands of others - in the log itself, and finds that
the seat is sent the same bytes.
"""
import itertools
import json
import os
import random
import re
import secrets
import shutil
import sqlite3
import time

from client import (GAME_END, RUNNING, Closed, Seat, Server, Socket, catch_up, check, copy_table,
                    new_folder, of_hands, play_on, run, sit_down)
from fair import Seal, deals_of, deck_of, in_clear, proven, shown_by

class Form:
    """How a rule set deals: what this test has to know of it."""

    def __init__(self, players, hand, packets=(), lazy=False, cover="wild_red3", bonus="red",
                 step=1, deck_size=108, talon=False):
        self.players, self.hand, self.packets = players, hand, list(packets)
        self.seats = 4 if players == 5 else players
        self.lazy = lazy  # threes are laid out at the owner's first turn (P21)
        self.cover = cover  # what the first discard may not be (P18); None: there is none
        self.bonus = {"red": ("3d", "3h"), "both": ("3c", "3d", "3h", "3s"), "no": ()}[bonus]
        self.step = step  # 1: clockwise
        self.deck_size = deck_size
        self.talon = talon  # cards leave the stock unannounced, so that its order is not followed

    def covers(self, card):
        if self.cover == "one":
            return False
        if card[0] in "2X" or card in ("3d", "3h"):
            return True
        return self.cover == "any3" and card[0] == "3"


FORMS = {
    "classic_pagat": Form(4, 11),
    "two_player": Form(2, 15),
    "samba": Form(4, 15, deck_size=162),
    "online": Form(4, 11, cover="one", step=-1),
    "cutthroat_3": Form(3, 13, lazy=True, cover="any3"),
    "five_hand": Form(5, 11, lazy=True, cover="any3"),
    "modern_american": Form(4, 13, lazy=True, cover=None, bonus="both", talon=True),
    "hand_and_foot": Form(4, 13, packets=[13], bonus="no", deck_size=270),
    "pennies": Form(6, 13, packets=[11], deck_size=216),
}


def seat_of(form, hand, person):
    """Where a person sits in a hand, None while he rests (P10)."""
    if form.players != 5:
        return person
    if person >= 3:
        return {3: 1, 4: 3}[person]
    pair = [(0, 1), (0, 2), (1, 2)][(hand - 1) % 3]
    return {pair[0]: 0, pair[1]: 2}.get(person)


def person_at(form, hand, seat):
    return next(p for p in range(form.players) if seat_of(form, hand, p) == seat)


def log_of(server, table):
    """The rows of a table, with its decks in clear; and what is secret until some entry: the
    server's seeds until they are told, those of seats until their deal."""
    database = sqlite3.connect(server.data)
    rows = database.execute("SELECT seq, kind, seat, body FROM log WHERE table_id = ? ORDER BY seq",
                            (table,)).fetchall()
    deals = deals_of(database, table, Seal(server.data))
    database.close()
    decks = {seq: "".join(deck_of(fair, root)) for seq, fair, _, root in deals}
    told = {json.loads(body)["deal"]: seq for seq, kind, _, body in rows if kind == "reveal"}
    hidden = []
    for number, (seq, fair, _, _) in enumerate(deals, 1):
        hidden.append((told.get(number), fair.head[-96:].hex()))
        hidden += [(seq, part.hex()) for part in fair.parts.values()]
    roots = {seq: root for seq, _, _, root in deals}
    rows = [(seq, kind, seat, decks.get(seq, body)) for seq, kind, seat, body in rows]
    return rows, hidden, roots


class Giver(Seat):
    """Asks for proofs, and gives seeds."""
    hello = {"proofs": True}
    given = 0

    def give(self):
        deal = max(message["fair"]["next"]["deal"] if message["t"] == "snap" else message["deal"]
                   for message in self.messages
                   if message["t"] == "snap" or message.get("kind") == "commit")
        if deal > self.given:
            check(self.do(do="seed", deal=deal, seed=secrets.token_hex(32))["t"] == "ack", "seed")
        self.given = deal


def cards_of(text):
    """Kh3dX2c? as a list of cards."""
    return re.findall(r"[2-9TJQKA][cdhs]|X|\?", text)


class Deal:
    """The canonical deal (P14 to P21 of the rules), worked out again from the deck."""

    def __init__(self, deck, dealer, rules):
        self.form = form = FORMS[rules]
        self.deck = cards_of(deck)
        check(len(self.deck) == form.deck_size, "a deck of", len(self.deck))
        order = [(dealer + form.step * (1 + i)) % form.seats for i in range(form.seats)]
        self.owner = {i: order[i % form.seats] for i in range(form.seats * form.hand)}
        self.hands = {seat: [] for seat in order}
        for place, seat in self.owner.items():
            self.hands[seat].append(self.deck[place])
        self.packets = range(len(self.owner), len(self.owner) + form.seats * sum(form.packets))
        self.next = self.packets.stop
        self.threes = {seat: [] for seat in order}
        if not form.lazy:
            self.lay_out(order)
        self.turned = []
        while form.cover and (not self.turned or form.covers(self.turned[-1])):
            self.turned.append(self.deck[self.next])
            self.next += 1

    def is_bonus(self, card):
        return card in self.form.bonus

    def lay_out(self, order):
        for seat in order:
            while any(map(self.is_bonus, self.hands[seat])):
                out = [card for card in self.hands[seat] if self.is_bonus(card)]
                self.threes[seat] += out
                self.hands[seat] = [card for card in self.hands[seat] if not self.is_bonus(card)]
                for _ in out:
                    self.owner[self.next] = seat
                    self.hands[seat].append(self.deck[self.next])
                    self.next += 1

    def agrees_with(self, line, seat):
        """Checks a deal line a seat was sent against the deck of the log."""
        words, _ = part_then(line)
        threes, hands, turned, part = {}, {}, [], None
        for word in words[4:]:
            if word in ("threes", "turned", "hand"):
                part = word
            elif part == "turned":
                turned = cards_of(word)
            else:
                holder, _, text = word.partition(":")
                (threes if part == "threes" else hands)[int(holder)] = cards_of(text)
        check(set(hands) == ({seat} - {None}), "seat", seat, "is shown the hands of", set(hands),
              ":", line)
        if seat is not None:
            check(sorted(hands[seat]) == sorted(self.hands[seat]), "not the hand dealt:", line)
        check(turned == self.turned, "not the cards turned:", line)
        for other, laid in self.threes.items():
            check(sorted(threes.get(other, [])) == sorted(laid), "not the threes:", line)

    def leaves(self, arrivals, seat):
        """Checks that what a seat got is what left the stock, and takes it off the stock."""
        if not arrivals or self.form.talon:
            return
        words = arrivals.split()
        shown = cards_of(words[0])
        laid = cards_of(words[words.index("threes") + 1]) if "threes" in words else []
        held = cards_of(words[words.index("held") + 1]) if "held" in words else []
        count = len(shown) + len(laid) - len(held)
        if "stock" in words:
            count = int(words[words.index("stock") + 1])
        left = self.deck[self.next:self.next + count]
        self.owner.update((self.next + i, seat) for i in range(count))
        self.next += count
        if "packet" in words or "talon" in words or "stock" in words:
            return  # cards from two places
        check(sorted(left + held) == sorted(shown + laid), "got", arrivals, "but the stock had",
              left)


def part_then(line):
    """The words of a line up to `then SEAT gets ...`, and (seat, arrivals) of that, or None."""
    head, _, tail = line.partition(" then ")
    if not tail:
        return line.split(), None
    seat, gets, arrivals = tail.split(" ", 2)
    check(gets == "gets", "a line of an unknown form:", line)
    return head.split(), (int(seat), arrivals)


def part_gets(words):
    """The words of a step, and what it brought its seat, or None."""
    if "gets" not in words:
        return words, None
    at = words.index("gets")
    return words[:at], " ".join(words[at + 1:])


def hide_arrivals(arrivals):
    """Arrivals as others may see them: threes laid out and numbers; the cards are hidden."""
    cards, _, rest = arrivals.partition(" ")
    hidden = "-" if cards == "-" else "?" * len(cards_of(cards))
    return hidden + (" " + rest if rest else "")


def shown_to(line, seat):
    """What a seat may be told where `line` is the whole truth; None looks on."""
    words, then = part_then(line)
    if words[0] in ("deal", "score"):
        head = " ".join(words)
    else:
        step, own = part_gets(words)
        mine = seat is not None and int(words[0]) == seat
        head = " ".join(step)
        if own is not None:
            head += " gets " + (own if mine else hide_arrivals(own))
    if then is None:
        return head
    return "%s then %d gets %s" % (head, then[0],
                                   then[1] if then[0] == seat else hide_arrivals(then[1]))


def frames_in(data):
    """The frames in everything a client ever received on a connection, decoded once more."""
    _, _, rest = data.partition(b"\r\n\r\n")
    socket = Socket.__new__(Socket)
    socket.pending = bytearray(rest)
    while True:
        frame = socket._take_frame()
        if frame is None:
            break
        opcode, final, payload = frame
        if opcode == 9:
            check(len(payload) <= 8, "a ping with a message:", payload)
        if opcode != 1:
            continue
        check(final, "messages come in one frame")
        yield json.loads(payload)
    check(len(socket.pending) < 4, "bytes that are no frame:", bytes(socket.pending)[:60])


SHAPES = {
    "welcome": {"v": int, "seat": int, "table": "id", "n": int},
    "snap": {"seq": int, "table": "table", "start": "start", "events": "lines", "doers": "doers",
             "sheets": "sheets", "fair": "fair", "vh": "hash"},
    "play": {"seq": int, "kind": "word", "seat": int, "events": "lines", "vh": "hash"},
    "deal": {"seq": int, "kind": "word", "fair": "dealt", "events": "lines", "vh": "hash"},
    "deal of five": {"seq": int, "kind": "word", "start": "start", "fair": "dealt",
                     "events": "lines", "vh": "hash"},
    "commit": {"seq": int, "kind": "word", "deal": int, "commit": 32},
    "seed": {"seq": int, "kind": "word", "seat": int},
    "reveal": {"seq": int, "kind": "word", "deal": int, "seed": 96},
    "seat": {"seq": int, "kind": "word", "seats": "seats", "owner": int},
    "pace": {"seq": int, "kind": "word", "ms": int},
    "game": {"seq": int, "kind": "word", "start": "start"},
    "ack": {"n": int, "seq": int},
    "seats": {"seats": "seats", "owner": int},
    "bye": {"code": "word"},
    "pong": {},
}
SCORE_WORDS = {"canastas", "go_out", "special", "threes", "melded", "hand", "penalties", "total"}


class Audit:
    """What a table's persons may be told: worked out from its log and from what owners were told.
    """

    def __init__(self, server, seats, names, rules):
        self.rows, self.hidden, self.roots = log_of(server, seats[0].made["table"])
        self.names, self.rules, self.table = set(names), rules, seats[0].made
        self.proofs = "proofs" in seats[0].hello
        self.form = FORMS[rules]
        self.streams = {seat.seat: [list(frames_in(data)) for data in
                                    seat.streams + [bytes(seat.socket.bytes_in)]]
                        for seat in seats}
        self.allowed = {seat.seat: {} for seat in seats}  # seq -> lines
        self.deals = {}  # seq of the deal -> the deal, and its hand's number
        self.work_out()

    def told(self, person, seq):
        """The lines a person was told with entry `seq`, by itself and not within a snapshot."""
        for stream in self.streams[person]:
            for frame in stream:
                if frame["t"] == "ev" and frame["seq"] == seq:
                    return frame["events"]
        check(False, "seat", person, "was never told of", seq)

    def work_out(self):
        dealer, hand, deal = json.loads(self.rows[0][3])["dealer"], 0, None
        for seq, kind, actor, body in self.rows:
            if kind == "rematch":
                dealer, hand, deal = int(body), 0, None
            if kind == "deal":
                if deal:
                    dealer = (dealer + self.form.step) % self.form.seats
                hand += 1
                deal = Deal(body, dealer, self.rules)
                self.deals[seq] = deal, hand
                self.work_out_deal(seq, hand, deal)
            if kind == "play":
                self.work_out_play(seq, actor, hand, deal)

    def work_out_deal(self, seq, hand, deal):
        lines = {}
        for person in self.allowed:
            told = self.first_told(person, seq)
            check(len(told) == 1, "a deal is one event:", told)
            lines[person] = told[0]
            deal.agrees_with(told[0], seat_of(self.form, hand, person))
        _, then = part_then(lines[0])
        truth = None
        if then:  # what the first seat gets is known to the person who sits there
            truth = part_then(lines[person_at(self.form, hand, then[0])])[1]
            deal.leaves(truth[1], truth[0])
        for person, line in lines.items():
            own = seat_of(self.form, hand, person)
            head = line.partition(" then ")[0]
            full = "%s then %d gets %s" % ((head,) + truth) if truth else head
            self.allowed[person][seq] = [shown_to(full, own)]

    def first_told(self, person, seq):
        """Like told, but the first deal may have been told by a snapshot only."""
        for stream in self.streams[person]:
            for frame in stream:
                if frame["t"] == "ev" and frame["seq"] == seq:
                    return frame["events"]
                if frame["t"] == "snap" and frame["seq"] >= seq:
                    return frame["events"][:1]
        check(False, "seat", person, "was never told of", seq)

    def work_out_play(self, seq, actor, hand, deal):
        truth = []
        for i, line in enumerate(self.told(actor, seq)):
            words, then = part_then(line)
            if words[0] != "score":
                check(person_at(self.form, hand, int(words[0])) == actor, "another's step:", line)
                deal.leaves(part_gets(words)[1], int(words[0]))
            if then:
                owner = person_at(self.form, hand, then[0])
                then = part_then(self.told(owner, seq)[i])[1]
                deal.leaves(then[1], then[0])
                line = "%s then %d gets %s" % ((" ".join(words),) + then)
            truth.append(line)
        for person in self.allowed:
            own = seat_of(self.form, hand, person)
            self.allowed[person][seq] = [shown_to(line, own) for line in truth]

    def lines_of_hand(self, seat, seq):
        first = max(row[0] for row in self.rows if row[1] == "deal" and row[0] <= seq)
        lines = []
        for at in range(first, seq + 1):
            lines += self.allowed[seat].get(at, [])
        return lines

    def run(self):
        """Every frame of every seat: of a known shape, and its lines exactly those allowed."""
        count = 0
        for seat, streams in self.streams.items():
            for frame in (frame for stream in streams for frame in stream):
                count += 1
                self.check_shape(frame)
                self.check_secrets(frame)
                self.check_proofs(frame, seat)
                if frame["t"] == "snap":
                    check(frame["events"] == self.lines_of_hand(seat, frame["seq"]),
                          "the snapshot of seat", seat, "at", frame["seq"])
                elif "events" in frame:
                    allowed = self.allowed[seat][frame["seq"]]
                    check(frame["events"] == allowed, "seat", seat, "was told", frame, "and not",
                          allowed)
        return count

    def check_shape(self, frame):
        kind = frame["kind"] if frame["t"] == "ev" else frame["t"]
        if kind == "deal" and self.form.players == 5:
            kind = "deal of five"
        shape = SHAPES[kind]
        proofs = {"proofs"} if self.proofs and "events" in shape else set()
        bots = {"by"} if kind == "play" and frame.get("by") == "computer" else set()
        check(set(frame) == set(shape) | proofs | bots | {"t"}, "an unknown shape:", frame)
        for key, form in shape.items():
            check(self.fits(frame[key], form), key, "of", frame)

    def check_secrets(self, frame):
        text = json.dumps(frame)
        for seq, secret in self.hidden:
            check(secret not in text or (seq is not None and frame["seq"] >= seq),
                  "a seed is told too early:", text[:400])

    def check_proofs(self, frame, person):
        """Of all that the frame shows, and of nothing that anybody else holds."""
        if "proofs" not in frame:
            return
        seq = max(at for at in self.deals if at <= frame["seq"])
        deal, hand = self.deals[seq]
        own = seat_of(self.form, hand, person)
        expected = [card for line in frame["events"] for card in shown_by(line, own)]
        check(sorted(proof["card"] for proof in frame["proofs"]) == sorted(expected), "proofs of",
              frame["proofs"], "and shown were", expected)
        root = self.roots[seq]
        for proof in frame["proofs"]:
            at, card = proof["at"], proof["card"]
            check(proven(proof, len(deal.deck), root) and deal.deck[at] == card, "no proof:", proof)
            check(deal.owner.get(at) in (None, own) or deal.is_bonus(card) or card in "3d3h",
                  "what", deal.owner.get(at), "holds is proven to", own, proof)

    def fits(self, value, form):
        if form is int:
            return type(value) is int
        if type(form) is int:
            return re.fullmatch("[0-9a-f]{%d}" % (2 * form), value)
        if form == "fair":
            return (set(value) <= {"next", "dealt"} and
                    set(value["next"]) == {"deal", "commit", "given"} and
                    self.fits(value["next"]["deal"], int) and
                    self.fits(value["next"]["commit"], 32) and
                    all(seat in range(6) for seat in value["next"]["given"]) and
                    self.fits({key: value["dealt"][key] for key in value["dealt"]
                               if key != "seed"}, "dealt") and
                    ("seed" not in value["dealt"] or self.fits(value["dealt"]["seed"], 96)))
        if form == "dealt":
            return (set(value) == {"deal", "commit", "root", "seeds"} and
                    self.fits(value["deal"], int) and self.fits(value["commit"], 32) and
                    self.fits(value["root"], 32) and
                    all(set(seed) == {"seat", "seed"} and seed["seat"] in range(6) and
                        self.fits(seed["seed"], 32) for seed in value["seeds"]))
        if form == "word":
            return re.fullmatch(r"[a-z]+|[A-Z_0-9]+", value) and not cards_of(value)
        if form == "id":
            return value == self.table["table"]
        if form == "hash":
            return re.fullmatch(r"[0-9a-f]{16}", value)
        if form == "start":
            return re.fullmatch(r"view seat (\d|none) dealer \d played \d+ totals "
                                r"-?\d+(,-?\d+)*", value)
        if form == "lines":
            return all(type(line) is str for line in value)  # compared word for word in run()
        if form == "seats":
            return all(set(s) == {"name", "who", "present"} and s["name"] in self.names and
                       s["who"] in ("bot", "human") and type(s["present"]) is bool for s in value)
        if form == "doers":
            return all(set(one) - {"by"} == {"event", "seat", "name", "who"} and
                       one.get("by") in (None, "computer") and one["name"] in self.names and
                       one["who"] in ("bot", "human") and one["seat"] in range(6) and
                       type(one["event"]) is int for one in value)
        if form == "table":
            return (set(value) == {"id", "rules", "overrides", "house", "seats", "pace_ms",
                                   "invite", "bot", "hints", "join", "owner", "clock",
                                   "paused", "deserted", "kept_until"} and
                    value["clock"] == 0 and not value["paused"] and value["deserted"] == 0 and
                    re.fullmatch(r"\d{4}-\d\d-\d\d", value["kept_until"]) and
                    value["join"] == "now" and value["owner"] in range(6) and
                    value["house"] == "" and
                    value["bot"] == "level:5" and value["hints"] is True and
                    self.fits(value["seats"], "seats") and value["id"] == self.table["table"] and
                    value["rules"] == self.rules and value["invite"] == self.table["invite"] and
                    type(value["pace_ms"]) is int)
        return all(set(sheet) == {"hand", "scores", "totals"} and type(sheet["hand"]) is int and
                   all(type(total) is int for total in sheet["totals"]) and
                   all(set(score) == SCORE_WORDS and all(type(x) is int for x in score.values())
                       for score in sheet["scores"]) for sheet in value)


def check_http(server, made):
    """HTTP answers about a table hold names and words, and no place for a card."""
    _, look = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check(set(look) == {"table", "rules", "overrides", "house", "bot", "hints", "seats",
                        "phase", "join", "totals", "sides", "won", "hand", "at", "kept_until",
                        "deserted"} |
          ({"turn"} if look["phase"] in ("draw", "meld", "answer") else set()), look)
    check(look["phase"] in ("draw", "meld", "answer", "scored", "game_end"), look)
    check(all(set(seat) == {"name", "who", "present"} for seat in look["seats"]), look)
    for path in ("/", "/healthz", "/v1/rules", "/v1/tables/%s/look" % made["table"],
                 "/tables.db", "/../tables.db"):
        _, _, text = server.request("GET", path)
        check(made["invite"].encode() not in text and b"SQLite" not in text, path, text[:80])


def audit_whole_games(program, brain, rules, overrides, player, seat_class=Giver):
    form = FORMS[rules]
    names = "ABCDEF"[:form.players]
    server = Server(program)
    seats = sit_down(server, brain, names, seat_class, rules=rules, players=form.players,
                     overrides=overrides)
    chance = random.Random(3)
    while True:
        check_http(server, seats[0].made)
        if seat_class is Giver:
            chance.choice(seats).give()
            catch_up(seats)
        plays = chance.randrange(5, 40)
        goal = seats[0].seq + plays
        play_on(seats, player, until=lambda _: seats[0].seq >= goal)
        chance.choice(seats).resync()
        chance.choice(seats).reconnect()
        catch_up(seats)
        phase = seats[0].state()[0]
        if phase == GAME_END:
            break
        if phase not in RUNNING:
            seats[0].do(do="next")
            catch_up(seats)
    check(seats[0].do(do="rematch")["t"] == "ack", "rematch")
    play_on(seats, player, until=lambda _: seats[0].seq >= goal + 40)
    catch_up(seats)
    check(server.stop() == 0, "stop")
    for seat in seats:
        try:
            while seat.next(0.5):
                pass
        except Closed:
            pass
    audit = Audit(server, seats, names, rules)
    frames = audit.run()
    check(frames > 100, "only", frames, "frames were audited")
    print("# %s: %d frames" % (rules, frames))
    for seat in seats:
        seat.close()
    server.close()
    return audit


def every_byte_of_whole_games_of_four(program, brain):
    audit_whole_games(program, brain, "classic_pagat", "target = 3000", "racer")


def every_byte_of_whole_games_of_two(program, brain):
    audit_whole_games(program, brain, "two_player", "target = 3000", "racer", Seat)


def every_byte_of_hands_played_at_random(program, brain):
    for rules in ("two_player", "cutthroat_3", "online"):
        audit_whole_games(program, brain, rules, of_hands(2), "random")


def every_byte_where_packets_talons_and_held_threes_are(program, brain):
    for rules, player in (("modern_american", "racer"), ("hand_and_foot", "random"),
                          ("pennies", "racer"), ("pennies", "random")):
        audit_whole_games(program, brain, rules, of_hands(1), player)


def every_byte_where_one_of_five_looks_on(program, brain):
    audit_whole_games(program, brain, "five_hand", of_hands(3), "racer")


def every_byte_of_sequences(program, brain):
    audit_whole_games(program, brain, "samba", of_hands(2), "racer")


def the_audit_finds_a_planted_leak(program, brain):
    audit = audit_whole_games(program, brain, "two_player", of_hands(1), "racer")
    leaks = 0
    for seat, streams in audit.streams.items():
        for frame in (f for stream in streams for f in stream if "events" in f):
            line = next((i for i, text in enumerate(frame["events"]) if "gets ?" in text), None)
            if line is None or leaks > 3:
                continue
            kept = frame["events"][line]
            frame["events"][line] = kept.replace("?", "Kh")
            check(fails(audit.run), "a drawn card was shown to seat", seat, "and not found")
            frame["events"][line] = kept
            frame["deck"] = "Kh"
            check(fails(audit.run), "a card in an unknown member was not found")
            del frame["deck"]
            leaks += 1
    plant_in_proofs(audit)
    check(leaks > 3 and not fails(audit.run), "the planted leaks were undone")


def plant_in_proofs(audit):
    """A proof that belongs to somebody else, and a seed that nobody may know yet."""
    by_seq = [{frame["seq"]: frame for stream in streams for frame in stream
               if frame["t"] == "ev" and frame["kind"] == "deal"}
              for streams in audit.streams.values()]
    seq = next(seq for seq in by_seq[0] if seq in by_seq[1])
    own, other = by_seq[0][seq], by_seq[1][seq]
    kept = own["proofs"]
    stray = next(proof for proof in other["proofs"] if proof["card"] not in
                 [one["card"] for one in kept])
    own["proofs"] = kept + [stray]
    check(fails(audit.run), "a card of somebody else was proven and not found")
    own["proofs"] = kept[:-1]
    check(fails(audit.run), "a proof is missing and was not found missing")
    own["proofs"] = kept
    own["vh"], kept = next(text for at, text in audit.hidden if at is None or at > seq), own["vh"]
    check(fails(audit.run), "a seed was told too early and not found")
    own["vh"] = kept


def fails(function):
    try:
        function()
    except AssertionError:
        return True
    return False


# Never legal, because no play ends with the discard of a red three; yet each is judged.
BOGUS = [start + "discard 3h" for start in (
    "", "draw; ", "open 4c4d4h; ", "meld KhKdKs; ", "take; ", "take KhKs; ", "yes; ", "ask; ",
    "discard 4c; ", "meld 3c3s3s; ")]


class Worlds:
    """Copies of a table that differ in one deck, at one server. Nothing but their names tells them
    apart, and these are taken out of what is heard."""

    def __init__(self, source, table, seq):
        self.folder, self.table, self.seq, self.count = new_folder(), table, seq, 0
        data = os.path.join(self.folder, "tables.db")
        for ending in ("", "-key"):
            shutil.copy(source + ending, data + ending)
        self.database = sqlite3.connect(data)
        self.rows = in_clear(self.database, table, Seal(data))

    def add(self, deck):
        name = "world%05d" % self.count
        rows = [row[:7] + ["".join(deck)] + row[8:] if row[1] == self.seq else row
                for row in self.rows]
        copy_table(self.database, self.table, name, rows)
        self.count += 1
        return name

    def open(self, program):
        self.database.commit()
        self.database.close()
        self.server = Server(program, "--grace", "600000", folder=self.folder)

    def everything_told(self, name, made):
        """What the holder of a seat is sent on a fresh connection, and what refusals say."""
        socket = Socket(self.server.port)

        def hear():
            check(socket.receive(5) is not None, "nothing is said")
            return json.loads(socket.last_text.replace(name, self.table))

        socket.send({"t": "hello", "v": 1, "inst": "spy-" + "0" * 8, "table": name,
                     "token": made["token"]})
        told = [hear()]
        if told[0]["t"] == "welcome":
            told.append(hear())
            for n, text in enumerate(BOGUS, 1):
                socket.send({"t": "cmd", "n": n, "at": told[1]["seq"], "play": text})
                told.append(hear())
                check(told[-1]["t"] == "rej", text, "was accepted:", told[-1])
        socket.close()
        return told

    def close(self):
        self.server.kill()
        self.server.close()


def exchanged(deck, first, second):
    other = list(deck)
    other[first], other[second] = other[second], other[first]
    return other


def swaps_hidden_from(seat, deal, shown, chance):
    """Places in the deck that may be exchanged without the seat's knowledge."""
    stock = [i for i in range(deal.next, len(deal.deck)) if not deal.is_bonus(deal.deck[i])]
    others = [i for i, owner in deal.owner.items() if owner != seat and
              not deal.is_bonus(deal.deck[i]) and deal.deck[i] not in shown[owner]]
    for _ in range(60):
        first = chance.choice(stock + others)
        second = chance.choice(stock)
        if deal.deck[first] != deal.deck[second]:
            yield first, second


def compare_worlds(program, brain, rules, plays, chance):
    """Plays a while, then shows each seat worlds that differ only where it cannot see."""
    names = "ABCDEF"[:FORMS[rules].players]
    server = Server(program)
    seats = sit_down(server, brain, names, rules=rules)
    play_on(seats, until=lambda _: seats[0].seq >= 5 + plays)
    if seats[0].state()[0] not in RUNNING:
        return 0
    made, stock = [seat.made for seat in seats], seats[0].counts()[0]
    for seat in seats:
        seat.close()
    server.stop()
    rows, _, _ = log_of(server, made[0]["table"])
    dealer = json.loads(rows[0][3])["dealer"]
    seq, deck = next((row[0], row[3]) for row in rows if row[1] == "deal")
    deal = Deal(deck, dealer, rules)
    deal.next = len(deal.deck) - stock
    shown = {one["seat"]: {c for s, kind, actor, body in rows if kind == "play" and
                           actor == one["seat"] for c in cards_of(body)} for one in made}
    worlds = Worlds(server.data, made[0]["table"], seq)
    plain = worlds.add(deal.deck)
    others = [[(pair, worlds.add(exchanged(deal.deck, *pair))) for pair in
               itertools.islice(swaps_hidden_from(one["seat"], deal, shown, chance), 8)]
              for one in made]
    worlds.open(program)
    compared = sum(compare_for_seat(worlds, one, plain, mine, deal.deck)
                   for one, mine in zip(made, others))
    worlds.close()
    server.close()
    return compared


def compare_for_seat(worlds, made, plain, others, deck):
    was, good = worlds.everything_told(plain, made), 0
    check(was[0]["t"] == "welcome", was[0])
    for (first, second), world in others:
        if good == 4:
            break
        now = worlds.everything_told(world, made)
        if now[0].get("code") == "NO_TABLE":
            continue  # in that world one of the plays was not legal
        for one, other in zip(was, now):
            check(one == other, "seat", made["seat"], "can tell that", deck[first], "at", first,
                  "and", deck[second], "at", second, "changed places:", one, other)
        good += 1
    return good


def worlds_that_differ_where_a_seat_cannot_see_look_the_same_to_it(program, brain):
    chance = random.Random(5)
    compared = 0
    for rules, plays in [("classic_pagat", 3), ("classic_pagat", 30), ("two_player", 2),
                         ("two_player", 25), ("online", 12)]:
        compared += compare_worlds(program, brain, rules, plays, chance)
    check(compared >= 28, "only", compared, "pairs of worlds were compared")


def swap_unseen(program, server, seats, places, chance):
    """Exchanges cards that nobody at the table has seen with others of the stock's bottom: every
    person is sent the same in both worlds. Returns the pairs of worlds compared."""
    made, stock = [seat.made for seat in seats], seats[0].counts()[0]
    for seat in seats:
        seat.close()
    server.stop()
    rows, _, _ = log_of(server, made[0]["table"])
    seq, deck = [(row[0], cards_of(row[3])) for row in rows if row[1] == "deal"][-1]
    bottom = range(len(deck) - stock // 2, len(deck))
    pairs = [(a, b) for a in places for b in bottom if deck[a] != deck[b]]
    worlds = Worlds(server.data, made[0]["table"], seq)
    plain = worlds.add(deck)
    others = [[(pair, worlds.add(exchanged(deck, *pair))) for pair in chance.sample(pairs, 3)]
              for _ in made]
    worlds.open(program)
    for one, mine in zip(made, others):
        check(compare_for_seat(worlds, one, plain, mine, deck) == 3, "a world is not legal")
    worlds.close()
    server.close()
    return 3 * len(made)


def compare_packets(program, brain, rules):
    """False if somebody picked up a packet before it; each game has a deal of its own."""
    form = FORMS[rules]
    server = Server(program)
    seats = sit_down(server, brain, "ABCDEF"[:form.players], rules=rules)
    play_on(seats, until=lambda _: seats[0].seq >= form.players + 8)
    if not all(seats[0].counts()[2]):
        for seat in seats:
            seat.close()
        server.close()
        return False
    dealt = form.seats * form.hand
    places = range(dealt, dealt + form.seats * sum(form.packets))
    swap_unseen(program, server, seats, places, random.Random(6))
    return True


def nobody_sees_what_lies_in_a_packet(program, brain):
    for rules in ("hand_and_foot", "pennies"):
        check(any(compare_packets(program, brain, rules) for _ in range(20)),
              rules, "- in twenty games a packet was picked up at once")


def nobody_sees_the_talon_that_waits_for_him(program, brain):
    chance = random.Random(7)
    for _ in range(20):
        server = Server(program)
        seats = sit_down(server, brain, "ABCD", rules="modern_american")
        play_on(seats, until=lambda _: any(seats[0].counts()[3]))
        stock, _, _, talon = seats[0].counts()
        line = seats[0].messages[-1].get("events", [""])[-1]
        if sum(talon) > 0 and " then " not in line:
            first = FORMS["modern_american"].deck_size - stock - sum(talon)
            swap_unseen(program, server, seats, range(first, first + sum(talon)), chance)
            return
        for seat in seats:
            seat.close()
        server.close()
    check(False, "in twenty games nobody was given a talon")


def nobody_sees_the_cards_buried_under_the_pile(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "ABCD", rules="classic_usp",
                     overrides="upcard_extra_pile = by_rank_value")
    head = seats[0].resync()["events"][0].split()
    buried = int(head[head.index("buried") + 1]) if "buried" in head else 0
    top = cards_of(head[head.index("turned") + 1])[0]
    values = dict({"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13, "X": 0},
                  **{str(i): i for i in range(2, 10)})
    check(buried == values[top[0]], buried, "are buried under", top)
    places = range(45, 45 + buried)  # hands, the first card turned, then these (P20)
    if buried:
        swap_unseen(program, server, seats, places, random.Random(8))


def told_so_far(socket, mine):
    """What a connection was told, up to the answer to a ping."""
    socket.send({"t": "ping"})
    while True:
        message = socket.receive(20)
        check(message is not None, "no answer")
        if message["t"] == "pong":
            return mine
        mine.append(message)


def looks_on(server, made, **more):
    socket = Socket(server.port)
    socket.send(dict({"t": "hello", "v": 1, "inst": "looks-on-1", "table": made["table"],
                      "watch": made["watch"]}, **more))
    return socket


def told_with_snap(socket):
    """What is missed is read beside the loop that answers."""
    mine, end = [], time.monotonic() + 30
    while not any(m["t"] == "snap" for m in mine) and time.monotonic() < end:
        mine += told_so_far(socket, [])
    return mine


def who_sees_hands_that_are_over_is_told_nothing_of_one_that_is_played(program, brain):
    server = Server(program, "--pace", "0")
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player", watch="hand",
                     overrides=of_hands(2), deal="later", clock=1)
    made = seats[0].made
    early = looks_on(server, made)
    told = told_with_snap(early)
    check([m["t"] for m in told] == ["welcome", "snap"] and told[1]["events"] == [], told)
    check(told[1]["table"]["watching"] == "hand", told[1]["table"])
    check(seats[0].do(do="deal")["t"] == "ack", "deal")
    for hand in (1, 2):
        catch_up(seats)
        mine, plays, hidden = [], 0, None
        while seats[0].state()[0] not in ("5", "6"):
            for message in told_so_far(early, []):
                check(message["t"] == "seats", "told meanwhile:", message)
            if plays % 5 == 0:
                seq = seats[0].seq
                for more in ({}, {"seq": seq}, {"seq": max(1, seq - 3)}):
                    late = looks_on(server, made, **more)
                    mine = told_with_snap(late)
                    check([m["t"] for m in mine[:2]] == ["welcome", "snap"], mine)
                    check("resumed" not in mine[0], mine[0])
                    now = {key: mine[1][key] for key in ("seq", "start", "events", "vh")}
                    hidden = hidden or now
                    check(now == hidden and now["events"] == [], "something shows:", now)
                    check(all(m["t"] == "seats" for m in mine[2:]), mine)
                    late.send({"t": "resync", "seq": seq - 1})
                    again = told_with_snap(late)
                    check([m["t"] for m in again if m["t"] != "seats"] == ["snap"], again)
                    check(next(m for m in again if m["t"] == "snap")["vh"] == hidden["vh"], again)
                    late.close()
                _, looked = server.post("/v1/tables/%s/look" % made["table"],
                                        {"invite": made["watch"]})
                check(looked["phase"] == ("start" if hand == 1 else "scored"), looked)
                check(not {"turn", "at", "hand"} & set(looked), looked)
                check(seats[0].do(do="pace", ms=plays + 1)["t"] == "ack", "a pace is not told")
                seats[0].do(do="pause")
                seats[1].do(do="pause")
                seats[0].do(do="resume")
                catch_up(seats)
            actor = next(seat for seat in seats if seat.to_act())
            actor.play(actor.choose("racer"))
            catch_up(seats)
            plays += 1
        over = [m for m in told_so_far(early, []) if m["t"] != "seats"]
        check([m["t"] for m in over] == ["snap"] and over[0]["seq"] == seats[0].seq, over)
        fresh = looks_on(server, made)
        snap = [m for m in told_with_snap(fresh) if m["t"] == "snap"][0]
        fresh.close()
        check(snap["events"] == over[0]["events"] and snap["vh"] == over[0]["vh"], "not all of it")
        check(len(snap["events"]) > plays, "the whole hand")
        if hand == 1:
            check(seats[0].do(do="next")["t"] == "ack", "next")
    for seat in seats:
        seat.close()
    live = server.make_table(name="Carl", watch="live", rules="two_player")
    snap = [m for m in told_with_snap(looks_on(server, live)) if m["t"] == "snap"][0]
    check(snap["events"] and "watching" not in snap["table"], snap)
    check(server.post("/v1/tables", {"rules": "two_player", "watch": "later"})[0] == 400, "watch")
    check("watch" not in server.make_table(name="Dora", watch=False), "nobody may")
    server.close()


if __name__ == "__main__":
    run([every_byte_of_whole_games_of_four,
         every_byte_of_whole_games_of_two,
         every_byte_of_hands_played_at_random,
         every_byte_where_packets_talons_and_held_threes_are,
         every_byte_where_one_of_five_looks_on,
         every_byte_of_sequences,
         the_audit_finds_a_planted_leak,
         worlds_that_differ_where_a_seat_cannot_see_look_the_same_to_it,
         nobody_sees_what_lies_in_a_packet,
         nobody_sees_the_talon_that_waits_for_him,
         nobody_sees_the_cards_buried_under_the_pile,
         who_sees_hands_that_are_over_is_told_nothing_of_one_that_is_played])
