"""Makes the corpus of data files of version 1, with a program that writes that version.

usage: make_v1.py OLD_PROGRAM SEAT_BRAIN

Not here: the test that reads them (../test_migration.py). What stands in v1_tables.json is what the
old program said of each table when it had been started again.
"""
import gzip
import json
import os
import shutil
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(FOLDER))
from client import Seat, Server, actor_of, catch_up, play_on, sit_down  # noqa: E402

PROGRAM, BRAIN = sys.argv[1:3]
HOUSE = "classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74"


def plays(seats, count):
    for _ in range(count):
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)


def snapshot(snap):
    """What a snapshot says, without what is drawn anew at each start."""
    return {name: snap[name] for name in ("seq", "table", "start", "events", "sheets", "vh")}


def main():
    server = Server(PROGRAM)
    tables = {}
    tables["begun"] = sit_down(server, BRAIN, "AB", rules="two_player")
    plays(tables["begun"], 9)
    tables["a finished hand"] = sit_down(server, BRAIN, ["Zoë 🂡", "B"],
                                         rules="two_player")
    play_on(tables["a finished hand"])
    tables["some hands"] = sit_down(server, BRAIN, "ABCD", rules="classic_pagat")
    for _ in range(2):
        play_on(tables["some hands"])
        tables["some hands"][1].do(do="next")
        catch_up(tables["some hands"])
    plays(tables["some hands"], 7)
    tables["a game that is over, and a rematch"] = seats = sit_down(
        server, BRAIN, "ABCD", rules="samba", overrides="rounds = 1")
    play_on(seats)
    seats[2].do(do="rematch")
    catch_up(seats)
    plays(seats, 5)
    tables["five persons"] = sit_down(server, BRAIN, "ABCDE", rules="forum", players=5, hints=False)
    play_on(tables["five persons"])
    tables["five persons"][0].do(do="next")
    catch_up(tables["five persons"])
    plays(tables["five persons"], 6)
    tables["house rules"] = sit_down(server, BRAIN, "ABCD", rules=HOUSE, bot="racer",
                                     overrides="target = 800")
    tables["house rules"][1].do(do="pace", ms=700)
    plays(tables["house rules"], 4)
    tables["a left seat"] = seats = sit_down(server, BRAIN, "ABC", rules="cutthroat_3", players=3,
                                             pace_ms=5000)
    plays(seats, 5)
    status, _ = server.post("/v1/tables/%s/leave" % seats[1].made["table"],
                            {"token": seats[1].made["token"]})
    assert status == 200
    del seats[1]
    keys = {}
    for name, seats in tables.items():
        keys[name] = {"made": [seat.made for seat in seats],
                      "command": seats[0].last_sent, "inst": seats[0].inst}
        for seat in seats:
            seat.close()
    server.stop()
    with open(server.data, "rb") as data:
        with open(os.path.join(FOLDER, "v1_tables.db.gz"), "wb") as packed:
            packed.write(gzip.compress(data.read(), 9, mtime=0))
    server.start()
    for name, one in keys.items():
        made = one["made"]
        one["look"] = server.post("/v1/tables/%s/look" % made[0]["table"],
                                  {"invite": made[0]["invite"]})[1]
        one["snaps"] = []
        for key in made:
            seat = Seat(server, key, BRAIN)
            one["snaps"].append(snapshot(seat.messages[-1]))
            seat.close()
    server.close()
    with open(os.path.join(FOLDER, "v1_tables.json"), "w", encoding="utf-8") as file:
        json.dump(keys, file, indent=1)
        file.write("\n")
    shutil.rmtree(server.folder)


if __name__ == "__main__":
    main()
