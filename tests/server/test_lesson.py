"""`"lesson":true`: a table on a fixed deal, for one person who learns.

Not here: what the page says in it (web/e2e/lesson.test.ts).
Invariant: who follows `book`, as hints do, meets all that the lesson is for.
"""
import os
import re
import subprocess
import sys

from client import GAME_END, Seat, Server, Socket, check, new_folder, run

VERIFIERS = ([], [sys.executable, os.path.join(os.path.dirname(__file__), "..", "..", "tools",
                                               "verify_deal.py")])


def order(server, **more):
    status, made = server.post("/v1/tables", dict({"lesson": True, "pace_ms": 0}, **more))
    check(status == 200 and made["seat"] == 0, status, made)
    return made


def look(server, made):
    status, told = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check(status == 200, told)
    return told


def greeted(server, made, **shown):
    """What the server answers to a hello."""
    socket = Socket(server.port)
    socket.send(dict({"t": "hello", "v": 1, "inst": "a" * 16, "table": made["table"]}, **shown))
    told = socket.receive(5.0)
    socket.close()
    return told


def play_out(seat):
    while seat.state()[0] != GAME_END:
        if seat.to_act():
            seat.play(seat.choose("book"))
        else:
            check(seat.next() is not None, "nothing happens")


def record_of(server, made, game=1):
    status, _, text = server.request("GET", "/v1/tables/%s/games/%d" % (made["table"], game),
                                     headers={"Authorization": "Bearer " + made["token"]})
    check(status == 200, status, text)
    return text.decode()


def turns_of(record, seat):
    return re.findall(r"^%d: (.*)$" % seat, record, re.MULTILINE)


def who_follows_the_hints_meets_all_of_it(program, brain):
    server = Server(program)
    made = order(server, name="Anna")
    seat = Seat(server, made, brain)
    check(re.match(r"deal 1 .* threes 0:3[dh] ", seat.messages[-1]["events"][0]), "a red three")
    play_out(seat)
    record = record_of(server, made)
    own, all_turns = turns_of(record, 0), re.findall(r"^\d: .*$", record, re.MULTILINE)
    check(len(own) == 8, "turns", own)
    opening = next(i for i, turn in enumerate(own) if "open" in turn)
    taking = next(i for i, turn in enumerate(own) if turn.startswith("take"))
    check(opening == 2 and re.match(r"draw; (meld|open) \S+; ", own[opening]), "one meld", own)
    check(taking > opening + 1 and own[taking - 1].startswith("draw"), "frozen, then taken", own)
    check(re.match(r"take (.)[cdhs]\1[cdhs];", own[taking]), "by a pair", own)
    before = all_turns.index("0: " + own[taking])
    wilds = [turn for turn in all_turns[:before] if re.search(r"discard (2[cdhs]|X)$", turn)]
    check(wilds, "a wild card freezes the pile", all_turns[:before])
    check("end out 0\n" in record, "goes out")
    ours = re.search(r"^score 0 canastas (\d+) go_out (\d+) special 0 threes (-?\d+)", record,
                     re.MULTILINE)
    check(int(ours[1]) > 0 and int(ours[2]) == 100 and int(ours[3]) > 0, ours[0])
    check("winner 0" in record, "and wins")
    seat.close()
    server.close()


def it_is_dealt_again_and_read_again(program, brain):
    server = Server(program)
    made = order(server)
    seat = Seat(server, made, brain)
    play_out(seat)
    check(seat.do(do="rematch")["t"] == "ack", "once more")
    play_out(seat)
    first, second = (record_of(server, made, game) for game in (1, 2))
    check(first.split("hand 1")[1] == second.split("hand 1")[1], "the same game", first, second)
    check(seat.do(do="rematch")["t"] == "ack", "and again")
    seat.disconnect()
    server.kill()
    server.start()
    seat.connect()
    snap = seat.resync()
    check(snap["table"]["lesson"] is True and snap["fair"] == {}, snap["table"], snap["fair"])
    play_out(seat)
    check(subprocess.run([program, "check", server.data], capture_output=True,
                         timeout=60).returncode == 0, "the log is sound")
    seat.close()
    server.close()


def both_programs_say_that_its_deal_is_fixed(program, brain):
    server = Server(program)
    made = order(server)
    seat = Seat(server, made, brain)
    play_out(seat)
    path = os.path.join(new_folder(), "lesson.record")
    with open(path, "w") as file:
        file.write(record_of(server, made))
    said = []
    for verifier in VERIFIERS:
        done = subprocess.run((verifier or [program, "verify"]) + [path], capture_output=True,
                              text=True, timeout=60)
        check(done.returncode == 1, done)
        said.append(done.stdout)
    wanted = "hand 1: not proven: it is a lesson: its deal is fixed, and the same for everybody"
    check(said[0] == said[1] == "%s: %s\n" % (path, wanted), said)
    seat.close()
    server.close()


def it_is_for_one_person_and_counts_as_no_deal(program, brain):
    server = Server(program)
    made = order(server, name="Anna")
    check(look(server, made)["lesson"] is True, look(server, made))
    status, told = server.post("/v1/tables/%s/seats/1" % made["table"],
                               {"invite": made["invite"], "name": "Ben"})
    check(status == 409 and told["error"] == "LESSON", status, told)
    check(greeted(server, made)["code"] == "LESSON", "whoever comes by its address")
    check(greeted(server, server.make_table())["code"] == "BAD_TOKEN", "and nowhere else")
    check(greeted(server, made, token=made["token"])["t"] == "welcome", "but for who learns there")
    status, told = server.post("/v1/tables/%s/leave" % made["table"], {"token": made["token"]})
    check(status == 200, told)
    other = server.make_table(token=made["token"])
    told = look(server, other)
    check(told["deserted"] == 0 and "lesson" not in told, told)
    status, told = server.post("/v1/tables/%s/seats/0" % made["table"],
                               {"invite": made["invite"], "name": "Ben"})
    check(status == 409 and told["error"] == "LESSON", "nor where it was left", status, told)
    server.close()


def it_says_itself_what_is_played(program, brain):
    server = Server(program)
    for more in ({"rules": "classic_pagat"}, {"players": 4}, {"overrides": ""}, {"seat": 0},
                 {"bot": "book"}, {"hints": True}, {"join": "now"}, {"deal": "now"},
                 {"watch": False}, {"clock": 0}, {"open": True}, {"lesson": 1},
                 {"pace_ms": 99999}):
        status, told = server.post("/v1/tables", dict({"lesson": True}, **more))
        check(status == 400 and told["error"] == "FORMAT", more, status, told)
    status, told = server.post("/v1/tables", {"lesson": False, "rules": "samba"})
    check(status == 200, "no lesson", told)
    server.close()


if __name__ == "__main__":
    run([who_follows_the_hints_meets_all_of_it,
         it_is_dealt_again_and_read_again,
         both_programs_say_that_its_deal_is_fixed,
         it_is_for_one_person_and_counts_as_no_deal,
         it_says_itself_what_is_played])
