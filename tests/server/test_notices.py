"""Lines for whoever keeps the server: as JSON, without a secret, never without end.

Not here: which faults there are (test_faults.py, test_durable.py).
"""
import json
import os
import re
import sqlite3
import time

from client import (Seat, Server, Socket, catch_up, chain_again, check, of_hands, play_on, run,
                    sit_down)
from lines import ends_well
from test_faults import Faults, repeat_until_answered
from test_secrecy import cards_of

LEVELS = {"info", "warning", "error"}
AT_ONCE, A_MINUTE = 100, 10  # notice.h


def notices(server):
    """All lines that were said, each read as JSON; at least what every line has."""
    said = []
    for line in server.said().splitlines():
        one = json.loads(line)
        check({"time", "level", "event", "text"} <= set(one), line)
        check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", one["time"]), line)
        check(one["level"] in LEVELS and re.fullmatch(r"[a-z_]+", one["event"]), line)
        check(not re.search(r"\{[a-z]+\}", one["text"]), "a fact is missing:", line)
        said.append(one)
    return said


def up(server):
    """The server, when it has said where everything is: it can be reached a moment before."""
    end = time.monotonic() + 20
    while server.data not in server.said():
        check(time.monotonic() < end, "it does not say where its data is:", server.said())
        time.sleep(0.01)
    return server


def events(server):
    return [one["event"] for one in notices(server)]


def each_line_is_json_with_time_level_and_event(program, _brain):
    server = up(Server(program, "--log", "json", own_page=True))
    began = [one for one in notices(server) if one["event"] != "no_page"]
    check([one["event"] for one in began] == ["listening", "data_file"], began)
    check(began[0]["address"] == "http://127.0.0.1:%d/" % server.port, began)
    check(began[1]["file"] == server.data and server.data in began[1]["text"], began)
    ends_well(server)
    check(events(server)[-1] == "stopped", events(server))
    server.options += ["--quiet"]
    server.log.truncate(0)
    server.start()
    ends_well(server)
    check(set(events(server)) <= {"no_page"}, "a quiet server says", server.said())
    server.close()


def what_prevents_the_start_is_said_in_json_too(program, _brain):
    server = Server(program, "--log", "json")
    other = Server.__new__(Server)
    try:
        other.__init__(program, "--log", "json", "--data", server.data)
        check(False, "two servers share a file")
    except AssertionError:
        pass
    said = notices(other)
    check(said[-1]["level"] == "error" and said[-1]["event"] == "start_failed", said)
    check("another program" in said[-1]["text"], said)
    server.close()


# What comes from outside cannot end a line or a string: here the name of a folder.
def what_a_fact_holds_cannot_make_a_line(program, _brain):
    for log in ("json", "text"):
        server = Server(program, "--log", log)
        server.stop()
        server.web = server.folder + '/a"\\\n{"event":"forged"}\x1b[2Jü'
        server.log.truncate(0)
        server.start()
        said = up(server).said()
        check("\x1b" not in said and len(said.splitlines()) == 3, repr(said))
        if log == "json":
            check(events(server)[0] == "no_page" and "forged" not in events(server), said)
        server.close()


def secrets_of(server, seats):
    """Words that no line may hold: keys, invitations, codes, names, what was typed."""
    words = {"Annabella", "Ben-Hur", "anna.login", "correct horse"}
    for seat in seats:
        words |= {str(seat.made[key]) for key in ("token", "invite", "person", "watch")
                  if key in seat.made}
        words |= {message[key] for message in seat.messages
                  for key in ("invite", "watch") if message.get(key)}
        words.add(seat.inst)
    database = sqlite3.connect(server.data)
    for (body,) in database.execute("SELECT body FROM log WHERE kind = 'deal'"):
        words.add(body[:20])
    database.close()
    return {word for word in words if len(word) > 3}


# An evening with all that goes wrong in it: a disk that fails, wrong keys, a bot that fails, a
# damaged table, a kill.
def nothing_secret_is_ever_said(program, brain):
    server = Server(program, "--log", "json", "--bot", "liar=exec:echo ready; echo play discard Kh")
    seats = sit_down(server, brain, ["Annabella", "Ben-Hur"], rules="classic_pagat", bot="liar",
                     overrides=of_hands(2), watch=True)
    token = seats[0].made["token"]
    server.post("/v1/me/account", {"login": "anna.login", "password": "correct horse",
                                   "token": token})
    code = server.post("/v1/me/code", {"token": token})[1]["code"]
    play_on(seats, until=lambda seats: seats[0].seq > 20)
    actor = seats[0]
    with Faults(server, fdatasync="1..3"):
        actor.do(do="pace", ms=17)
        for word in ("0" * 32, seats[0].made["invite"] + "x"):
            server.post("/v1/tables/%s/look" % actor.made["table"], {"invite": word})
        server.post("/v1/session", {"login": "anna.login", "password": "wrong horse"})
        stranger = Socket(server.port)
        stranger.send({"t": "hello", "v": 1, "inst": "12345678", "table": actor.made["table"],
                       "token": token[:-1] + "x"})
        stranger.receive()
        stranger.send_text("nonsense " + token)
        stranger.receive()
        stranger.close()
    repeat_until_answered(actor)
    for seat in seats:
        seat.resync()
    catch_up(seats)
    play_on(seats)
    server.kill()
    hidden = secrets_of(server, seats) | {code}
    database = sqlite3.connect(server.data)
    table = actor.made["table"]
    database.execute("UPDATE log SET body = 'discard 4s; discard Kh' WHERE table_id = ? AND "
                     "seq = (SELECT max(seq) FROM log WHERE table_id = ? AND kind = 'play')",
                     (table, table))
    chain_again(database, table)
    database.commit()
    database.close()
    server.start()
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": table, "token": token})
    check(socket.receive()["code"] == "DAMAGED", "the table that was changed")
    socket.close()
    ends_well(server)
    said = notices(server)
    kinds = {one["event"] for one in said}
    check({"listening", "write_failed", "bot_replaced", "table_unplayable", "stopped"} <= kinds,
          "too little went wrong:", kinds)
    text = server.said()
    for word in hidden:
        check(word not in text, "a line holds", word)
    for one in said:
        rest = {key: value for key, value in one.items() if key not in ("time", "table", "file")}
        for value in rest.values():
            words = re.findall(r"\b(?:[2-9TJQKA][cdhs])+\b", str(value))
            check(not words or not cards_of("".join(words)), "cards in a line:", one)
    for seat in seats:
        seat.close()
    server.close()


def nobody_fills_a_disk_with_lines(program, brain):
    server = Server(program, "--log", "json", "--bot", "gone=exec:false")
    seats = []
    began = time.monotonic()
    for _ in range(28):  # with five bots each
        made = server.make_table(bot="gone", rules="six_hand", players=6)
        seats.append(Seat(server, made, brain))
    end = time.monotonic() + 20
    def failures():
        return sum(message["t"] == "bot" for seat in seats for message in seat.messages)
    while failures() < AT_ONCE + 30 and time.monotonic() < end:
        for seat in seats:
            if seat.to_act():
                seat.do(play=seat.choose())
            while seat.next(0) is not None:
                pass
    time.sleep(0.5)
    most = AT_ONCE + A_MINUTE * (time.monotonic() - began) / 60 + 2
    count = events(server).count("bot_replaced")
    check(AT_ONCE <= count <= most, count, "lines of one event")
    last = notices(server)[-1]
    time.sleep(60 / A_MINUTE + 1)
    for _ in range(3):
        made = server.make_table(bot="gone", rules="six_hand", players=6)
        seats.append(Seat(server, made, brain))
        seats[-1].do(play=seats[-1].choose()) if seats[-1].to_act() else None
        time.sleep(0.3)
    told = [one for one in notices(server) if one.get("left_out")]
    check(sum(one["left_out"] for one in told) > 10, "nothing was left out:", last, told)
    for seat in seats:
        seat.close()
    server.close()


if __name__ == "__main__":
    run([each_line_is_json_with_time_level_and_event,
         what_prevents_the_start_is_said_in_json_too,
         what_a_fact_holds_cannot_make_a_line,
         nothing_secret_is_ever_said,
         nobody_fills_a_disk_with_lines])
