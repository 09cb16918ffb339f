"""What people at a table owe one another: seats of who has gone, turns that take too long,
reminders, pauses, and tables that anybody may find.

Not here: who somebody is (test_persons.py).
"""
import json
import time

from client import Seat, Server, check, run
from test_persons import finish_hand, hello, me_table, until


def server_with(program, *options):
    return Server(program, "--absence", "1000", *options)


def sit_three(server, brain, **order):
    made = server.make_table(name="Anna", **order)
    keys = [made] + [server.take_seat(made, i, name) for i, name in ((1, "Ben"), (2, "Carla"))]
    for key in keys[1:]:
        key["table"] = made["table"]
    return keys, [Seat(server, key, brain) for key in keys]


def seats_are(seat, what):
    while not what(seat.seats):
        check(seat.next(10) is not None, "it never comes to this:", seat.seats)


def a_seat_of_who_has_gone_is_freed_by_the_owner(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain)
    status, answer = me_table(server, keys[0], "/free/2", {})
    check((status, answer["error"]) == (429, "RATE") and answer["retry_ms"] > 0, "present:", answer)
    seats[2].disconnect()
    seats_are(seats[0], lambda s: not s[2]["present"])
    status, answer = me_table(server, keys[0], "/free/2", {})
    check(status == 429 and answer["retry_ms"] <= 1000, "just gone:", answer)
    time.sleep(1.1)
    check(me_table(server, keys[0], "/free/0", {})[0] == 403, "one's own")
    check(me_table(server, keys[0], "/free/3", {})[0] == 404, "a bot's")
    check(me_table(server, keys[0], "/free/7", {})[0] == 404, "no seat")
    check(me_table(server, keys[2], "/free/0", {})[0] == 429, "somebody who is there")
    status, answer = me_table(server, keys[0], "/free/2", {})
    check(status == 200 and answer["free"] is True, answer)
    seats_are(seats[1], lambda s: s[2]["who"] == "bot")
    check(hello(server, keys[0]["table"], token=keys[2]["token"])[1]["code"] == "BAD_TOKEN", "he")
    for seat in seats[:2]:
        seat.close()
    server.close()


def a_seat_of_who_has_gone_is_freed_by_all_others(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain)
    seats[0].disconnect()  # the owner
    seats_are(seats[1], lambda s: not s[0]["present"])
    time.sleep(1.1)
    status, answer = me_table(server, keys[1], "/free/0", {})
    check(status == 200 and answer["free"] is False and (answer["have"], answer["need"]) == (1, 2),
          answer)
    vote = seats[2].wait("vote")
    check((vote["what"], vote["seat"]) == ("free", 1), vote)
    check(me_table(server, keys[1], "/free/0", {})[1]["have"] == 1, "once only")
    seats[0].connect()
    seats_are(seats[1], lambda s: s[0]["present"])
    seats[0].disconnect()
    seats_are(seats[1], lambda s: not s[0]["present"])
    time.sleep(1.1)
    check(me_table(server, keys[2], "/free/0", {})[1]["have"] == 1, "he was here: all anew")
    check(me_table(server, keys[1], "/free/0", {})[1]["free"] is True, "both say so")
    seats_are(seats[1], lambda s: s[0]["who"] == "bot")
    for seat in seats[1:]:
        seat.close()
    server.close()


def a_turn_that_takes_too_long_is_played_once(program, brain):
    server = server_with(program)
    made = server.make_table(rules="two_player", name="Anna", clock=1, seat=0)
    anna = Seat(server, made, brain)
    check(anna.messages[-1]["table"]["clock"] == 1, anna.messages[-1]["table"])
    clocked = 0
    end = time.monotonic() + 30
    while clocked < 2 and time.monotonic() < end:
        message = anna.next(10)
        check(message is not None, "nothing happens")
        if message["t"] == "clock":
            check(message["seat"] == 0, message)
            clocked += 1
    check(clocked == 2, "the clock runs for each turn")
    while not anna.to_act():
        anna.next(10)
    anna.do(play=anna.choose())  # the seat is still Anna's
    anna.close()
    server.close()


def who_thinks_long_is_reminded(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, pace_ms=0)
    acting = None
    while acting is None:
        acting = next((s for s in seats if s.to_act()), None)
        for seat in seats:
            seat.next(0.05)
    other = next(s for s in seats if s is not acting)
    other.socket.send({"t": "nudge"})
    nudge = acting.wait("nudge")
    check(nudge["seat"] == other.seat, nudge)
    acting.socket.send({"t": "nudge"})
    check(acting.wait("rej")["code"] == "NOT_NOW", "oneself")
    other.socket.send({"t": "nudge"})
    other.socket.send({"t": "nudge"})
    answer = other.wait("rej")
    check(answer["code"] == "RATE" and answer["retry_ms"] > 0, answer)
    for seat in seats:
        seat.close()
    server.close()


def all_who_are_there_agree_to_a_pause(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, pace_ms=0)
    first = seats[0].do(do="pause")
    check((first["code"], first["have"], first["need"]) == ("VOTES", 1, 3), first)
    vote = seats[1].wait("vote")
    check((vote["what"], vote["seat"]) == ("pause", 0), vote)
    check(seats[1].do(do="pause")["code"] == "VOTES", "two of three")
    check(seats[2].do(do="pause")["t"] == "ack", "all three")
    while not any(m.get("kind") == "pause" and m["paused"] for m in seats[0].messages):
        check(seats[0].next(10) is not None, "nobody is told")
    at = seats[0].seq
    for seat in seats:
        if seat.to_act():
            check(seat.do(play=seat.choose())["code"] == "PAUSED", "nobody plays")
    check(seats[0].next(1.0) is None, "no bot plays either")
    check(seats[0].seq == at, "nothing has happened")
    server.kill()
    server.start()
    for seat in seats:
        seat.reconnect()
    check(seats[1].messages[-1]["table"]["paused"] is True, "after a restart, too")
    check(seats[1].do(do="resume")["t"] == "ack", "anybody goes on")
    check(seats[1].do(do="resume")["code"] == "NOT_NOW", "once")
    end = time.monotonic() + 20
    while seats[0].seq < at + 4 and time.monotonic() < end:
        for seat in seats:
            if seat.to_act():
                seat.do(play=seat.choose())
            seat.next(0.05)
    check(seats[0].seq >= at + 4, "the game goes on")
    for seat in seats:
        seat.close()
    server.close()


def open_tables_are_found(program, brain):
    server = server_with(program)
    made = server.make_table(name="Anna", open=True, rules="two_player")
    server.make_table(name="Zoe")
    ask = lambda: json.loads(server.request("GET", "/v1/tables")[2])["tables"]
    check(ask() == [], "nobody is there")
    anna = Seat(server, made, brain)
    found = ask()
    check([t["table"] for t in found] == [made["table"]], found)
    check(found[0]["seats"][0]["name"] == "Anna" and found[0]["rules"] == "two_player", found)
    status, _ = server.post("/v1/tables/%s/seats/1" % found[0]["table"],
                            {"invite": found[0]["invite"], "name": "Ben"})
    check(status == 200, "and sat down at")
    anna.close()
    server.close()


if __name__ == "__main__":
    run([a_seat_of_who_has_gone_is_freed_by_the_owner,
         a_seat_of_who_has_gone_is_freed_by_all_others,
         a_turn_that_takes_too_long_is_played_once,
         who_thinks_long_is_reminded,
         all_who_are_there_agree_to_a_pause,
         open_tables_are_found])
