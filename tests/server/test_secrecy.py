"""No seat is ever sent a card it cannot know.

Two proofs. The audit reads every byte each seat was sent over whole games, works out from the true
decks of the log what the seat may be told, and allows exactly that. Non-interference changes what a
seat cannot know - the order of the stock, the hands of others - in the log itself, and finds that
the seat is sent the same bytes.
"""
import json
import os
import random
import re
import shutil
import sqlite3

from client import (GAME_END, RUNNING, Closed, Server, Socket, catch_up, check, new_folder,
                    play_on, run, sit_down)

SIZES = {"classic_pagat": (4, 11), "two_player": (2, 15)}


def log_of(server, table):
    database = sqlite3.connect(server.data)
    rows = database.execute("SELECT seq, kind, seat, body FROM log WHERE table_id = ? ORDER BY seq",
                            (table,)).fetchall()
    database.close()
    return rows


def cards_of(text):
    """Kh3dX2c? as a list of cards."""
    return re.findall(r"[2-9TJQKA][cdhs]|X|\?", text)


def is_red3(card):
    return card in ("3d", "3h")


class Deal:
    """The canonical deal (P14 to P19 of the rules), worked out again from the deck."""

    def __init__(self, deck, dealer, rules):
        self.deck = cards_of(deck)
        seats, size = SIZES[rules]
        check(len(self.deck) == 108, "a deck of", len(self.deck))
        order = [(dealer + 1 + i) % seats for i in range(seats)]
        self.owner = {i: order[i % seats] for i in range(seats * size)}
        self.hands = {seat: [] for seat in order}
        for place, seat in self.owner.items():
            self.hands[seat].append(self.deck[place])
        self.next = seats * size
        self.red3 = {seat: [] for seat in order}
        for seat in order:
            while any(map(is_red3, self.hands[seat])):
                out = [card for card in self.hands[seat] if is_red3(card)]
                self.red3[seat] += out
                self.hands[seat] = [card for card in self.hands[seat] if not is_red3(card)]
                for _ in out:
                    self.owner[self.next] = seat
                    self.hands[seat].append(self.deck[self.next])
                    self.next += 1
        self.turned = []
        while not self.turned or is_red3(self.turned[-1]) or self.turned[-1][0] in "2X":
            self.turned.append(self.deck[self.next])
            self.next += 1

    def agrees_with(self, line, seat):
        """Checks a deal line a seat was sent against the deck of the log."""
        words = line.split()
        red, hands, turned, part = {}, {}, [], None
        for word in words[4:]:
            if word in ("red", "turned", "hand"):
                part = word
            elif part == "turned":
                turned = cards_of(word)
            else:
                holder, _, text = word.partition(":")
                (red if part == "red" else hands)[int(holder)] = cards_of(text)
        check(set(hands) == {seat}, "seat", seat, "is shown the hands of", set(hands), ":", line)
        check(sorted(hands[seat]) == sorted(self.hands[seat]), "not the hand dealt:", line)
        check(turned == self.turned, "not the cards turned:", line)
        for other, laid in self.red3.items():
            check(sorted(red.get(other, [])) == sorted(laid), "not the red threes:", line)


def hide_draw(line):
    """A draw as the others may see it: red threes are laid out, all else is hidden."""
    seat, verb, *cards = line.split()
    if verb != "draw" or not cards:
        return line
    return "%s draw %s" % (seat, "".join(c if is_red3(c) else "?" for c in cards_of(cards[0])))


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
    "snap": {"seq": int, "table": "table", "start": "start", "events": "lines", "sheets": "sheets",
             "vh": "hash"},
    "play": {"seq": int, "kind": "word", "seat": int, "events": "lines", "vh": "hash"},
    "deal": {"seq": int, "kind": "word", "events": "lines", "vh": "hash"},
    "seat": {"seq": int, "kind": "word", "seats": "seats"},
    "pace": {"seq": int, "kind": "word", "ms": int},
    "game": {"seq": int, "kind": "word", "start": "start"},
    "ack": {"n": int, "seq": int},
    "seats": {"seats": "seats"},
    "bye": {"code": "word"},
    "pong": {},
}
SCORE_WORDS = {"canastas", "go_out", "special", "threes", "melded", "hand", "penalties", "total"}


class Audit:
    """What a table's seats may be told: worked out from its log and from what owners were told."""

    def __init__(self, server, seats, names, rules):
        self.rows = log_of(server, seats[0].made["table"])
        self.names, self.rules, self.table = set(names), rules, seats[0].made
        self.streams = {seat.seat: [list(frames_in(data)) for data in
                                    seat.streams + [bytes(seat.socket.bytes_in)]]
                        for seat in seats}
        self.allowed = {seat.seat: {} for seat in seats}  # seq -> lines
        self.work_out()

    def told(self, seat, seq):
        """The lines a seat was told with entry `seq`, by itself and not within a snapshot."""
        for stream in self.streams[seat]:
            for frame in stream:
                if frame["t"] == "ev" and frame["seq"] == seq:
                    return frame["events"]
        check(False, "seat", seat, "was never told of", seq)

    def work_out(self):
        dealer, deal = json.loads(self.rows[0][3])["dealer"], None
        for seq, kind, actor, body in self.rows:
            if kind == "rematch":
                dealer, deal = int(body), None
            if kind == "deal":
                if deal:
                    dealer = (dealer + 1) % SIZES[self.rules][0]
                deal = Deal(body, dealer, self.rules)
                for seat in self.allowed:
                    lines = self.first_told(seat, seq)
                    check(len(lines) == 1, "a deal is one event:", lines)
                    deal.agrees_with(lines[0], seat)
                    self.allowed[seat][seq] = lines
            if kind == "play":
                self.work_out_play(seq, actor, deal)

    def first_told(self, seat, seq):
        """Like told, but the first deal may have been told by a snapshot only."""
        for stream in self.streams[seat]:
            for frame in stream:
                if frame["t"] == "ev" and frame["seq"] == seq:
                    return frame["events"]
                if frame["t"] == "snap" and frame["seq"] >= seq:
                    return frame["events"][:1]
        check(False, "seat", seat, "was never told of", seq)

    def work_out_play(self, seq, actor, deal):
        truth = self.told(actor, seq)
        for line in truth:
            words = line.split()
            if words[1] == "draw" and len(words) > 2:
                drawn = cards_of(words[2])
                check(drawn == deal.deck[deal.next:deal.next + len(drawn)],
                      "seat", actor, "was told", line, "but the stock says otherwise")
                deal.next += len(drawn)
        for seat in self.allowed:
            self.allowed[seat][seq] = truth if seat == actor else [hide_draw(x) for x in truth]

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
        shape = SHAPES[kind]
        check(set(frame) == set(shape) | {"t"}, "an unknown shape:", frame)
        for key, form in shape.items():
            check(self.fits(frame[key], form), key, "of", frame)

    def fits(self, value, form):
        if form is int:
            return type(value) is int
        if form == "word":
            return re.fullmatch(r"[a-z]+|[A-Z_0-9]+", value) and not cards_of(value)
        if form == "id":
            return value == self.table["table"]
        if form == "hash":
            return re.fullmatch(r"[0-9a-f]{16}", value)
        if form == "start":
            return re.fullmatch(r"view seat \d dealer \d played \d+ totals -?\d+(,-?\d+)*", value)
        if form == "lines":
            return all(type(line) is str for line in value)  # compared word for word in run()
        if form == "seats":
            return all(set(s) == {"name", "who", "present"} and s["name"] in self.names and
                       s["who"] in ("bot", "human") and type(s["present"]) is bool for s in value)
        if form == "table":
            return (set(value) == {"id", "rules", "overrides", "seats", "pace_ms", "invite"} and
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
    check(set(look) == {"table", "rules", "overrides", "seats", "phase"}, look)
    check(look["phase"] in ("draw", "meld", "answer", "scored", "game_end"), look)
    check(all(set(seat) == {"name", "who", "present"} for seat in look["seats"]), look)
    for path in ("/", "/healthz", "/v1/rules", "/v1/tables/%s/look" % made["table"],
                 "/tables.db", "/../tables.db"):
        _, _, text = server.request("GET", path)
        check(made["invite"].encode() not in text and b"SQLite" not in text, path, text[:80])


def audit_whole_games(program, brain, rules, overrides, player):
    names = "ABCD"[:SIZES[rules][0]]
    server = Server(program)
    seats = sit_down(server, brain, names, rules=rules, overrides=overrides)
    chance = random.Random(3)
    while True:
        check_http(server, seats[0].made)
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
    for seat in seats:
        seat.close()
    server.close()
    return audit


def every_byte_of_whole_games_of_four(program, brain):
    audit_whole_games(program, brain, "classic_pagat", "target = 3000", "racer")


def every_byte_of_whole_games_of_two(program, brain):
    audit_whole_games(program, brain, "two_player", "target = 3000", "racer")


def every_byte_of_hands_played_at_random(program, brain):
    audit_whole_games(program, brain, "classic_pagat", "rounds = 2", "random")
    audit_whole_games(program, brain, "two_player", "rounds = 2", "random")


def the_audit_finds_a_planted_leak(program, brain):
    audit = audit_whole_games(program, brain, "two_player", "rounds = 1", "racer")
    leaks = 0
    for seat, streams in audit.streams.items():
        for frame in (f for stream in streams for f in stream if "events" in f):
            line = next((i for i, text in enumerate(frame["events"]) if "draw ?" in text), None)
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
    check(leaks > 3 and not fails(audit.run), "the planted leaks were undone")


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


def everything_told(program, folder, made):
    """What the holder of a seat is sent on a fresh connection, and what refusals say."""
    server = Server(program, "--grace", "600000", folder=folder)
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "spy-" + "0" * 8, "table": made["table"],
                 "token": made["token"]})
    told, snap = [socket.receive(5)], None
    if told[0]["t"] == "welcome":
        snap = socket.receive(5)
        told.append(snap)
        for n, text in enumerate(BOGUS, 1):
            socket.send({"t": "cmd", "n": n, "at": snap["seq"], "play": text})
            told.append(socket.receive(5))
            check(told[-1]["t"] == "rej", text, "was accepted:", told[-1])
    socket.close()
    server.kill()
    server.close()
    return told


def swaps_hidden_from(seat, deal, shown, chance):
    """Places in the deck that may be exchanged without the seat's knowledge."""
    stock = [i for i in range(deal.next, 108) if not is_red3(deal.deck[i])]
    others = [i for i, owner in deal.owner.items()
              if owner != seat and not is_red3(deal.deck[i]) and deal.deck[i] not in shown[owner]]
    for _ in range(60):
        first = chance.choice(stock + others)
        second = chance.choice(stock)
        if deal.deck[first] != deal.deck[second]:
            yield first, second


def with_deck(source, table, seq, deck):
    """A copy of a data file in which one deal has another deck."""
    folder = new_folder()
    shutil.copy(source, os.path.join(folder, "tables.db"))
    database = sqlite3.connect(os.path.join(folder, "tables.db"))
    database.execute("UPDATE log SET body = ? WHERE table_id = ? AND seq = ?",
                     ("".join(deck), table, seq))
    database.commit()
    database.close()
    return folder


def compare_worlds(program, brain, rules, plays, chance):
    """Plays a while, then shows each seat worlds that differ only where it cannot see."""
    names = "ABCD"[:SIZES[rules][0]]
    server = Server(program)
    seats = sit_down(server, brain, names, rules=rules)
    play_on(seats, until=lambda _: seats[0].seq >= 5 + plays)
    if seats[0].state()[0] not in RUNNING:
        return 0
    server.stop()
    made = [seat.made for seat in seats]
    rows = log_of(server, made[0]["table"])
    dealer = json.loads(rows[0][3])["dealer"]
    seq, deck = next((row[0], row[3]) for row in rows if row[1] == "deal")
    deal = Deal(deck, dealer, rules)
    shown = {seat.seat: {c for s, _, actor, body in rows[3:] if actor == seat.seat
                         for c in cards_of(body)} for seat in seats}
    compared = 0
    for message in seats[0].messages:
        for line in message.get("events", []):
            words = line.split()
            if message["t"] == "ev" and words[1:2] == ["draw"] and len(words) > 2:
                deal.next += len(cards_of(words[2]))
    for one in made:
        plain = everything_told(program, server.folder, one)
        check(plain[0]["t"] == "welcome", plain[0])
        good = 0
        for first, second in swaps_hidden_from(one["seat"], deal, shown, chance):
            other_deck = list(deal.deck)
            other_deck[first], other_deck[second] = other_deck[second], other_deck[first]
            folder = with_deck(server.data, one["table"], seq, other_deck)
            told = everything_told(program, folder, one)
            shutil.rmtree(folder)
            if told[0].get("code") == "NO_TABLE":
                continue  # in that world one of the plays was not legal
            for was, now in zip(plain, told):
                check(was == now, "seat", one["seat"], "can tell that", deal.deck[first], "at",
                      first, "and", deal.deck[second], "at", second, "changed places:", was, now)
            good += 1
            if good == 4:
                break
        compared += good
    for seat in seats:
        seat.close()
    server.close()
    return compared


def worlds_that_differ_where_a_seat_cannot_see_look_the_same_to_it(program, brain):
    chance = random.Random(5)
    compared = 0
    for rules, plays in [("classic_pagat", 3), ("classic_pagat", 30), ("two_player", 2),
                         ("two_player", 25)]:
        compared += compare_worlds(program, brain, rules, plays, chance)
    check(compared >= 24, "only", compared, "pairs of worlds were compared")


if __name__ == "__main__":
    run([every_byte_of_whole_games_of_four,
         every_byte_of_whole_games_of_two,
         every_byte_of_hands_played_at_random,
         the_audit_finds_a_planted_leak,
         worlds_that_differ_where_a_seat_cannot_see_look_the_same_to_it])
