"""Makes the corpus of a data file of version 2, with the program that writes that version.

usage: make_v2.py PROGRAM SEAT_BRAIN

It is v2.tar.gz: data file, key and archive, and shown.json, what the program said of all of it when
it had been started again. What a program writes differently comes into a file of another name; this
one is never made anew, for such files are out in the world.
Not here: the test that reads it (../test_migration.py).
"""
import json
import os
import re
import sys
import tarfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(FOLDER))
from client import Server, actor_of, catch_up, check, play_on, sit_down  # noqa: E402
from shown import OPTIONS, Prover, shown  # noqa: E402
from test_archive import age, is_moved, wait_for  # noqa: E402

PROGRAM, BRAIN = sys.argv[1:3]
HOUSE = "classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74"
PARTS = ["0123456789abcdef" * 4, "fedcba9876543210" * 4]
DAYS = ["--archive-finished-days", "30", "--archive-deserted-days", "0"]


def plays(seats, count):
    for _ in range(count):
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)


def sit(server, names, **order):
    return sit_down(server, BRAIN, names, Prover, **order)


def post(server, path, body, token):
    status, answer = server.post(path, body,
                                 {"Authorization": "Bearer " + token} if token else {})
    check(status == 200, path, status, answer)
    return answer


def make_tables(server):
    """Name of a table -> its seats."""
    tables = {"in its first hand": sit(server, "AB", rules="two_player")}
    plays(tables["in its first hand"], 9)
    tables["in its third hand, with seeds of players"] = seats = sit(
        server, ["Zoë 🂡", "B"], rules="two_player")
    for deal in (2, 3):
        for place, seat in enumerate(seats):
            check(seat.do(do="seed", deal=deal, seed=PARTS[place])["t"] == "ack", "a seed")
        catch_up(seats)
        play_on(seats)
        seats[0].do(do="next")
        catch_up(seats)
    plays(seats, 5)
    tables["paused"] = seats = sit(server, "AB", rules="two_player", clock=60)
    plays(seats, 2)
    for seat in seats:
        seat.do(do="pause")
    catch_up(seats)
    check("paused" in str(seats[0].messages[-1]), seats[0].messages[-1])
    tables["waits for its first deal"] = seats = sit(server, "ABCD", deal="later")
    check(seats[1].do(do="seed", deal=1, seed=PARTS[1])["t"] == "ack", "a seed")
    tables["five persons"] = sit(server, "ABCDE", rules="forum", players=5, hints=False)
    plays(tables["five persons"], 6)
    tables["house rules, and a game that is over"] = seats = sit(
        server, "ABCD", rules=HOUSE, overrides="rounds = 1")
    play_on(seats)
    seats[2].do(do="rematch")
    catch_up(seats)
    plays(seats, 3)
    tables["who comes with the next hand"] = sit(server, ["Anna"], rules="two_player", join="next",
                                                 watch=True)
    return tables


def make_persons(server, tables):
    """What is to be asked about persons: one has an account and ended a device, one is erased."""
    table = tables["who comes with the next hand"][0].made
    path = "/v1/tables/%s/" % table["table"]
    ben = server.take_seat(table, 1, "Ben")
    for scope in ("sit", "watch"):
        new = post(server, path + "invite", {"scope": scope}, table["token"])
    anna = post(server, "/v1/me", {"name": "Anna"}, "")["token"]
    devices = []
    for _ in range(2):
        code = post(server, "/v1/me/code", {}, anna)["code"]
        devices.append(post(server, "/v1/code", {"code": code}, ""))
    post(server, "/v1/me/devices/%s/end" % devices[1]["devices"][2]["id"], {}, anna)
    for login in ("anna", "anna.m"):
        post(server, "/v1/me/account", {"login": login, "password": "correct horse"}, anna)
    for number in range(66):  # a base, and entries behind it
        post(server, "/v1/me/name", {"name": "Anna %d" % number}, anna)
    seats = sit(server, ["Nobody", "B"], rules="two_player")
    while not seats[1].to_act():
        plays(seats, 1)
    erased = seats[0].made["token"]
    post(server, "/v1/me/delete", {"confirm": "delete"}, erased)
    seats[0].close()
    tables["who made it is erased"] = seats[1:]
    tokens = [anna, *(device["token"] for device in devices), ben["token"], erased]
    return [["POST", path + "look", None, {"invite": invite}]
            for invite in (table["invite"], new["invite"])] + [
                ["GET", path, token, None] for token in tokens
                for path in ("/v1/me", "/v1/me/export")]


def make_archived(server):
    """A table in the archive; its seats."""
    seats = sit(server, "AB", rules="two_player", overrides="rounds = 1")
    play_on(seats)
    made = [seat.made for seat in seats]
    for seat in seats:
        seat.close()
    server.stop()
    age(server.data, [made[0]["table"]], 31)
    server.start()
    wait_for(lambda: is_moved(server, made[0]["table"]))
    return made


def main():
    server = Server(PROGRAM, *DAYS)
    archived = make_archived(server)
    tables = make_tables(server)
    asked = make_persons(server, tables)
    seats = []
    for one in tables.values():
        for seat in one:
            seats.append(dict(seat.made, inst=seat.inst))
            seat.close()
    for made in seats + archived:
        path = "/v1/tables/%s/" % made["table"]
        asked += [["GET", path + "games", made["token"], None],
                  ["GET", path + "games/1", made["token"], None]]
        if "invite" in made:
            asked.append(["POST", path + "look", None, {"invite": made["invite"]}])
    server.stop()
    server.options = OPTIONS
    server.start()
    told = shown(server, BRAIN, asked, seats)
    server.stop()
    with open(os.path.join(server.folder, "shown.json"), "w", encoding="utf-8") as file:
        json.dump(told, file)
    with tarfile.open(os.path.join(FOLDER, "v2.tar.gz"), "w:gz") as packed:
        for name in sorted(os.listdir(server.folder)):
            if re.fullmatch(r"shown\.json|tables\.db(-archive)?(-key|-seen)?", name):
                packed.add(os.path.join(server.folder, name), name)


if __name__ == "__main__":
    main()
