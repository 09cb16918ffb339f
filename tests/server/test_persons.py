"""Persons: guests with a key, their names and devices, one seat at a table, who comes with the next
hand, who looks on, and whose word opens the first deal.

Not here: allowances (test_limits.py), what a key may not do (test_refusals.py).
"""
import json
import signal
import socket
import sqlite3
import threading
import time

from client import Closed, Seat, Server, Socket, chain_again, check, copy_log, of_hands, run


def hello(server, table, **more):
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": table, **more})
    return socket, socket.receive(10)


def until(socket, kind, what=None):
    while True:
        message = socket.receive(10)
        check(message is not None, "no", kind, what)
        if message["t"] == kind and (what is None or what(message)):
            return message


def me(server, token, path="", body=None):
    status, answer = server.post("/v1/me" + path, body or {}, {"Authorization": "Bearer " + token})
    return status, answer


def a_guest_is_a_person_and_is_named_later(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", overrides=of_hands(1))
    status, _, text = server.request("GET", "/v1/me",
                                     headers={"Authorization": "Bearer " + made["token"]})
    known = json.loads(text)
    check(status == 200 and known["person"] == made["person"] and known["name"] == "Anna", known)
    check(known["tables"] == [made["table"]] and len(known["devices"]) == 1, known)
    check("token" not in known, "a key is said once")
    seat = Seat(server, made, brain)
    status, renamed = me(server, made["token"], "/name", {"name": "Anna Maria"})
    check(status == 200 and renamed["name"] == "Anna Maria", renamed)
    seat.wait("seats")
    check(seat.seats[0]["name"] == "Anna Maria", seat.seats)
    server.kill()
    server.start()
    seat.reconnect()
    check(seat.seats[0]["name"] == "Anna Maria", "after a restart:", seat.seats)
    for name in ("", "x" * 25, "\u202eabc", "\u3164", "\u2800", "Anna\ufe0f", "a" + "\u0300" * 5):
        check(me(server, made["token"], "/name", {"name": name})[0] == 400, name)
    seat.close()
    server.close()


def nobody_is_called_as_a_computer_player_is(program, brain):
    server = Server(program, "--bot", "Slow-Jo=exec:false", "--changes", "1000")
    made = server.make_table(rules="classic_pagat", name="Anna", players=4)
    watcher = Seat(server, made, brain)
    names = [seat["name"] for seat in watcher.seats if seat["who"] == "bot"]
    bots = [bot["name"] for bot in json.loads(server.request("GET", "/v1/bots")[2])["bots"]]
    check(len(names) == 3 and {"level:1", "level:8", "Slow-Jo"} <= set(bots), names, bots)
    for name in [*names, *bots, "book", "racer", "Domino", "Tally", "Whist", "Computer",
                 "Anna (computer)", "Bot"]:
        for changed in (name, name.upper(), " ".join(name), "%s." % name, "-%s-" % name.lower(),
                        name[0] + "\u0301" + name[1:]):
            if len(changed) > 24:
                continue
            for path, body in (("/v1/me/name", {}), ("/v1/me", {}), ("/v1/tables", {
                    "rules": "two_player"}), ("/v1/tables/%s/seats/1" % made["table"], {
                        "invite": made["invite"]})):
                token = {"Authorization": "Bearer " + made["token"]} if "name" in path else {}
                status, answer = server.post(path, dict(body, name=changed), token)
                check((status, answer["error"]) == (400, "BAD_NAME"), path, changed, answer)
    for name in ("Emma", "Rook B", "Domin", "Gizmos", "Mr Book", "Compute", "!",
                 "\u0431\u043e\u0442", "Anna"):
        check(me(server, made["token"], "/name", {"name": name})[0] == 200, name)
    server.stop()
    database = sqlite3.connect(server.data)  # as one from before this was refused
    database.execute("UPDATE log SET body = replace(body, 'Anna', 'Gizmo') WHERE table_id = ?",
                     (made["person"],))
    chain_again(database, made["person"])
    database.commit()
    database.close()
    server.start()
    watcher.reconnect()
    check(watcher.seats[0]["name"] == "Gizmo", watcher.seats)
    check(me(server, made["token"])[1]["name"] == "Gizmo", "an older name")
    watcher.close()
    server.close()


def a_browser_keeps_the_key_as_a_cookie(program, _brain):
    server = Server(program)
    status, headers, text = server.request("POST", "/v1/me", {"name": "Anna"})
    person = json.loads(text)
    check(status == 200 and person["token"] in headers["set-cookie"], headers)
    check("HttpOnly" in headers["set-cookie"] and "SameSite=Strict" in headers["set-cookie"] and
          "Secure" not in headers["set-cookie"], headers["set-cookie"])
    cookie = {"Cookie": "a=b; canasta=%s; c=d" % person["token"]}
    status, headers, text = server.request("POST", "/v1/tables", {"rules": "two_player"}, cookie)
    made = json.loads(text)
    check(made["person"] == person["person"] and "token" not in made, made)
    check("set-cookie" not in headers, headers)
    check(json.loads(server.request("GET", "/v1/me", headers=cookie)[2])["tables"] ==
          [made["table"]], "his table")
    foreign = dict(cookie, Origin="http://evil.example")
    check(server.request("POST", "/v1/me/name", {"name": "X"}, foreign)[0] == 403, "foreign page")
    status, _, text = server.request("GET", "/v1/me")
    check((status, json.loads(text)) == (200, {"person": None}), "nobody")
    gone = {"Cookie": "canasta=" + "a" * len(person["token"])}
    status, headers, _ = server.request("POST", "/v1/tables", {"rules": "two_player"}, gone)
    check(status == 403 and "canasta=;" in headers["set-cookie"] and
          "Max-Age=0" in headers["set-cookie"], "opens nothing:", status, headers)
    status, headers, _ = server.request("POST", "/v1/me/name",
                                        {"name": "Anna", "token": gone["Cookie"][8:]}, cookie)
    check(status == 403 and "set-cookie" not in headers, "the cookie was not asked:", headers)
    server.close()


def a_key_that_can_be_none_is_nobodys_and_no_other_is_asked(program, _brain):
    server = Server(program)
    anna = server.post("/v1/me", {"name": "Anna"})[1]
    cookie = {"Cookie": "canasta=" + anna["token"]}
    for token in (5, None, True, [], {}, "", "x" * 45, "a" * 44):
        for path, body in (("/v1/me", {}), ("/v1/me/name", {"name": "Eve"}),
                           ("/v1/tables", {"rules": "two_player"})):
            status, answer = server.post(path, dict(body, token=token), cookie)
            check((status, answer["error"]) == (403, "BAD_TOKEN"), path, token, status, answer)
    for shown in ("Bearer " + "x" * 45, "Bearer", "bearer  " + "x" * 400, "Bearer ,"):
        for more in ({}, cookie):
            status, answer = server.post("/v1/me", {}, dict(more, Authorization=shown))
            check((status, answer["error"]) == (403, "BAD_TOKEN"), shown, status, answer)
    for kept in ("x" * 45, ""):
        status, headers, _ = server.request("POST", "/v1/me", {}, {"Cookie": "canasta=" + kept})
        check(status == 403 and "Max-Age=0" in headers["set-cookie"], kept, status, headers)
    status, answer = server.post("/v1/me", {}, {"Authorization": "bearer  " + anna["token"]})
    check((status, answer.get("person")) == (200, anna["person"]), status, answer)
    basic = dict(cookie, Authorization="Basic YTpi")  # of a proxy, and not ours
    check(server.post("/v1/me", {}, basic)[1]["person"] == anna["person"], "another scheme")
    check(json.loads(server.request("GET", "/v1/me", headers=cookie)[2])["name"] == "Anna",
          "nothing was changed")
    server.close()


def who_has_a_seat_looks_without_an_invitation(program, _brain):
    server = Server(program)
    made = server.make_table(name="Anna", join="next")
    path = "/v1/tables/%s/look" % made["table"]
    status, look = server.post(path, {"token": made["token"]})
    check(status == 200 and look["seats"][made["seat"]]["name"] == "Anna", look)
    other = server.post("/v1/me", {"name": "Ben"})[1]
    check(server.post(path, {"token": other["token"]})[1]["error"] == "BAD_INVITE", "a stranger")
    check(server.post(path, {})[0] == 403, "nobody")
    status, answer = server.post("/v1/tables/%s/seats/1" % made["table"],
                                 {"invite": made["invite"], "token": other["token"]})
    check(answer["from"] == "next", answer)
    check(server.post(path, {"token": other["token"]})[0] == 200, "who is to have one")
    made = server.make_table(name="Anna", watch="hand")
    path = "/v1/tables/%s/look" % made["table"]
    for shown, phase in (({"token": made["token"]}, "draw"), ({"invite": made["watch"]}, "start")):
        told = server.post(path, shown)[1]["phase"]
        check(told == phase, "who sits there sees the hand, who looks on later not:", told)
    server.close()


def another_device_is_let_in_by_a_code_once(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", overrides=of_hands(1))
    phone = Seat(server, made, brain)
    status, answer = me(server, made["token"], "/code")
    check(status == 200 and len(answer["code"]) == 8, answer)
    status, tablet = server.post("/v1/code", {"code": answer["code"]}, {"User-Agent": "Tablet 1"})
    check(status == 200 and tablet["person"] == made["person"], tablet)
    check(tablet["token"] != made["token"] and tablet["tables"] == [made["table"]], tablet)
    check([d["label"] for d in tablet["devices"]][-1] == "Tablet 1", tablet["devices"])
    check(server.post("/v1/code", {"code": answer["code"]})[0] == 403, "a second time")
    old = me(server, made["token"], "/code")[1]["code"]
    new = me(server, made["token"], "/code")[1]["code"]
    check(server.post("/v1/code", {"code": old})[0] == 403, "an older one")
    check(server.post("/v1/code", {"code": new})[0] == 200, "the newest")
    socket, welcome = hello(server, made["table"], token=tablet["token"])
    check(welcome["t"] == "welcome" and welcome["seat"] == 0, welcome)
    gone = next(d["id"] for d in tablet["devices"] if not d["this"])
    status, answer = me(server, tablet["token"], "/devices/%s/end" % gone)
    check(status == 200 and gone not in [d["id"] for d in answer["devices"]], answer)
    check(hello(server, made["table"], token=made["token"])[1]["code"] == "BAD_TOKEN",
          "the lost phone opens nothing")
    check(hello(server, made["table"], token=tablet["token"])[1]["t"] == "welcome", "the other")
    check(me(server, tablet["token"], "/devices/nobody/end")[0] == 404, "no such device")
    socket.close()
    phone.close()
    server.close()


def a_code_is_gone_when_the_server_dies_and_the_next_one_is_good(program, _brain):
    server = Server(program)
    anna = server.make_table(name="Anna")
    code = me(server, anna["token"], "/code")[1]["code"]
    server.kill()
    server.start()
    status, answer = server.post("/v1/code", {"code": code})
    check((status, answer["error"]) == (403, "BAD_CODE"), status, answer)
    code = me(server, anna["token"], "/code")[1]["code"]
    check(server.post("/v1/code", {"code": code})[0] == 200, "another one")
    server.close()


def a_code_ends_with_the_device_that_made_it_and_with_a_new_password(program, _brain):
    server = Server(program, "--changes", "1000")
    account = {"login": "anna", "password": "correct horse"}
    lost = server.post("/v1/me", {"name": "Anna"})[1]["token"]

    def code_of(token):
        return {"code": me(server, token, "/code")[1]["code"]}

    own = server.post("/v1/code", code_of(lost))[1]
    code = code_of(lost)
    gone, = [device["id"] for device in own["devices"] if not device["this"]]
    status, left = me(server, own["token"], "/devices/%s/end" % gone)
    check(status == 200 and [device["this"] for device in left["devices"]] == [True], left)
    status, answer = server.post("/v1/code", code)
    check((status, answer["error"]) == (403, "BAD_CODE"), "who found the device:", status, answer)
    check(me(server, own["token"])[1]["devices"] == left["devices"], "no device came")
    code = code_of(own["token"])
    for password in ("correct horse", "battery staple"):
        account["password"] = password
        check(me(server, own["token"], "/account", account)[0] == 200, password)
        check(server.post("/v1/code", code)[1]["error"] == "BAD_CODE", "before", password)
        code = code_of(own["token"])
    check(me(server, own["token"], "/name", {"name": "Anna Maria"})[0] == 200, "another name")
    for _ in range(15):
        last = server.post("/v1/code", code)[1]
        code = code_of(own["token"])
    check(len(last["devices"]) == 16 and server.post("/v1/session", account)[0] == 200, last)
    check(me(server, own["token"])[0] == 403, "the one that has had its key longest loses it")
    check(server.post("/v1/code", code)[1]["error"] == "BAD_CODE", "of a device without its key")
    server.close()


def changes_of_one_person_at_the_same_time_are_all_saved(program, _brain):
    server = Server(program, "--changes", "100000")
    token = server.post("/v1/me", {"name": "Anna"})[1]["token"]
    statuses = []

    def rename(number):
        for i in range(25):
            statuses.append(me(server, token, "/name", {"name": "Anna %d.%d" % (number, i)})[0])

    threads = [threading.Thread(target=rename, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(statuses == [200] * 100, statuses)
    told = me(server, token)[1]["name"]
    check(told in ["Anna %d.24" % i for i in range(4)], told)
    server.close()


def a_person_has_one_seat_at_a_table(program, _brain):
    server = Server(program)
    made = server.make_table(name="Anna")
    path = "/v1/tables/%s/seats/%%d" % made["table"]
    status, answer = server.post(path % 1, {"invite": made["invite"], "token": made["token"]})
    check((status, answer["error"]) == (409, "SEATED"), status, answer)
    status, ben = server.post(path % 1, {"invite": made["invite"], "name": "Ben"})
    check(status == 200 and ben["person"] != made["person"], ben)
    status, answer = server.post(path % 1, {"invite": made["invite"], "name": "Carla"})
    check((status, answer["error"]) == (409, "SEAT_TAKEN"), status, answer)
    check(server.post("/v1/tables/%s/leave" % made["table"], {"token": made["token"]})[0] == 200,
          "leaves")
    status, again = server.post(path % 0, {"invite": made["invite"], "token": made["token"]})
    check(status == 200 and again["person"] == made["person"], again)
    server.close()


def finish_hand(seat):
    while seat.state()[0] != "5":
        if seat.to_act():
            seat.do(play=seat.choose())
        else:
            seat.next(20)


def nobody_who_waits_for_a_seat_has_others_played_for(program, brain):
    server = Server(program, "--grace", "0")
    made = server.make_table(rules="two_player", name="Anna", join="next", pace_ms=0)
    anna = Seat(server, made, brain)
    anna.close()
    _, ben = server.post("/v1/tables/%s/seats/1" % made["table"],
                         {"invite": made["invite"], "name": "Ben"})
    socket, _ = hello(server, made["table"], token=ben["token"])
    before = until(socket, "snap")["seq"]
    end = time.monotonic() + 2
    while (left := end - time.monotonic()) > 0:
        message = socket.receive(left)
        check(message is None or message["t"] != "ev", message)
    status, _ = server.post("/v1/tables/%s/leave" % made["table"], {"token": made["token"]})
    check(status == 200, "Anna gives up her seat")
    check(until(socket, "ev")["seq"] > before, "nobody is away: computers play to the next hand")
    check(until(socket, "welcome")["seat"] == 1, "the hand is over")
    snap = until(socket, "snap")
    socket.send({"t": "cmd", "n": 1, "at": snap["seq"], "do": "next"})
    check(until(socket, "ack")["n"] == 1, "who sits there alone goes on")
    socket.close()
    server.close()


def who_takes_the_seat_of_a_bot_sits_down_with_the_next_hand(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", name="Anna", join="next", overrides=of_hands(3))
    anna = Seat(server, made, brain)
    status, ben = server.post("/v1/tables/%s/seats/1" % made["table"],
                              {"invite": made["invite"], "name": "Ben"})
    check(status == 200 and ben["from"] == "next", ben)
    while "coming" not in anna.seats[1]:
        check(anna.next(10) is not None, "nobody is told")
    check(anna.seats[1]["who"] == "bot" and anna.seats[1]["coming"] == "Ben", anna.seats)
    socket, welcome = hello(server, made["table"], token=ben["token"])
    check(welcome["t"] == "welcome" and welcome["seat"] is None, welcome)
    snap = until(socket, "snap")
    check(snap["start"].startswith("view seat none") and "invite" not in snap["table"], snap)
    check(all(" gets ?" in line or " gets " not in line for line in snap["events"]
              if " draw" in line), "no card of a hand:", snap["events"])
    socket.send({"t": "cmd", "n": 1, "at": snap["seq"], "play": "draw"})
    check(until(socket, "rej")["code"] == "WATCHER", "he may not play yet")
    check(server.post("/v1/tables/%s/seats/1" % made["table"],
                      {"invite": made["invite"], "name": "Carla"})[0] == 409, "it is promised")
    finish_hand(anna)
    welcome = until(socket, "welcome")
    check(welcome["seat"] == 1, welcome)
    snap = until(socket, "snap")
    anna.do(do="next")
    check(snap["start"].startswith("view seat 1") and snap["table"]["seats"][1]["who"] == "human",
          snap["table"])
    anna.next(10)
    check(anna.seats[1]["name"] == "Ben" and anna.seats[1]["who"] == "human", anna.seats)
    socket.close()
    server.kill()
    server.start()
    anna.reconnect()
    check(anna.seats[1]["name"] == "Ben", "after a restart:", anna.seats)
    check(hello(server, made["table"], token=ben["token"])[1]["seat"] == 1, "and his key")
    anna.close()
    server.close()


def who_comes_together_with_others_hears_everything_once(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", join="next", overrides=of_hands(3), pace_ms=0)
    anna = Seat(server, made, brain)
    come = []
    for place in (1, 2, 3):
        one = server.post("/v1/tables/%s/seats/%d" % (made["table"], place),
                          {"invite": made["invite"]})[1]
        come.append(hello(server, made["table"], token=one["token"])[0])
        until(come[-1], "snap")
    finish_hand(anna)
    anna.do(do="next")
    anna.do(do="pace", ms=9)
    for place, socket in enumerate(come, 1):
        check(until(socket, "welcome")["seat"] == place, "his seat")
        seq = until(socket, "snap")["seq"]
        while (message := until(socket, "ev"))["kind"] != "pace":
            seq += 1
            check(message["seq"] == seq, "behind", seq - 1, "comes", message)
        check(message["seq"] == seq + 1, "behind", seq, "comes", message)
        socket.close()
    anna.close()
    server.close()


def everybody_is_told_who_owns_the_table(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", seat=1, watch=True)
    ben = server.take_seat(made, 2, "Ben")
    looks_on, _ = hello(server, made["table"], watch=made["watch"])
    check(until(looks_on, "snap")["table"]["owner"] == 1, "the maker")
    seat = Seat(server, ben, brain)

    def hears_both(owner):
        for message in (until(looks_on, "ev", lambda m: m["kind"] == "seat"),
                        until(seat.socket, "ev", lambda m: m["kind"] == "seat")):
            check(message.get("owner") == owner, "who owns it:", message)

    server.post("/v1/tables/%s/leave" % made["table"], {"token": made["token"]})
    hears_both(2)
    server.take_seat(made, 1, "Carla")  # in the maker's old place, before the owner's
    hears_both(1)
    server.post("/v1/tables/%s/seats/0" % made["table"],
                {"invite": made["invite"], "token": made["token"]})
    hears_both(0)
    looks_on.close()
    seat.close()
    server.close()


def who_was_to_come_may_leave_again(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", name="Anna", join="next")
    anna = Seat(server, made, brain)
    ben = server.post("/v1/tables/%s/seats/1" % made["table"], {"invite": made["invite"]})[1]
    socket, _ = hello(server, made["table"], token=ben["token"])
    check(server.post("/v1/tables/%s/leave" % made["table"], {"token": ben["token"]})[0] == 200, "")
    check(until(socket, "bye")["code"] == "LEFT", "he is sent away")
    while "coming" in anna.seats[1]:
        anna.next(10)
    check(hello(server, made["table"], token=ben["token"])[1]["code"] == "BAD_TOKEN", "no business")
    anna.close()
    server.close()


def the_first_deal_waits_for_the_maker(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", name="Anna", join="next", deal="later")
    waiting = Seat(server, made, brain)  # whose engine finds the hash of a table without a hand
    check(waiting.seq == 3 and waiting.state()[0] == "0", waiting.messages)
    anna, welcome = hello(server, made["table"], token=made["token"])
    check(until(anna, "snap")["events"] == [], "nothing is dealt")
    status, ben = server.post("/v1/tables/%s/seats/1" % made["table"], {"invite": made["invite"]})
    check(status == 200 and "from" not in ben, "nothing is dealt: he sits down at once", ben)
    other, welcome = hello(server, made["table"], token=ben["token"])
    check(welcome["seat"] == 1, welcome)
    other.send({"t": "cmd", "n": 1, "at": 4, "do": "deal"})
    check(until(other, "rej")["code"] == "OWNER", "it is the maker's to say")
    anna.send({"t": "cmd", "n": 1, "at": 4, "do": "deal"})
    check(until(anna, "ack")["seq"] == 5, "dealt")
    plain = server.post("/v1/tables", {"rules": "two_player"})[1]
    told = server.post("/v1/tables/%s/look" % plain["table"], {"invite": plain["invite"]})[1]
    check(told["phase"] == "start", "unless the order says otherwise:", told)
    for socket in (anna, other):
        check(until(socket, "ev", lambda m: m["kind"] == "deal")["events"], "both see the deal")
    anna.send({"t": "cmd", "n": 2, "at": 4, "do": "deal"})
    check(until(anna, "rej")["code"] in ("NOT_NOW", "STALE"), "once only")
    while waiting.seq < 5:
        check(waiting.next(10) is not None, "and what is dealt is known to it")
    check(waiting.state()[0] == "1", waiting.state())
    waiting.close()
    other.close()
    anna.close()
    server.close()


def who_was_asked_to_look_on_sees_what_everybody_sees(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", name="Anna", watch=True, overrides=of_hands(1))
    anna = Seat(server, made, brain)
    socket, welcome = hello(server, made["table"], watch=made["watch"])
    check(welcome["t"] == "welcome" and welcome["seat"] is None, welcome)
    check("invite" not in until(socket, "snap")["table"], "he may not ask others to sit")
    while anna.state()[0] != "6":
        if anna.to_act():
            anna.do(play=anna.choose())
        else:
            anna.next(20)
    while (seen := until(socket, "ev"))["seq"] < anna.seq:
        check("gets" not in str(seen["events"]) or "?" in str(seen["events"]) or
              "red" in str(seen["events"]) or seen["kind"] == "deal", seen)
    status, new = me_table(server, made, "/invite", {"scope": "watch"})
    check(status == 200 and new["watch"] != made["watch"], new)
    check(hello(server, made["table"], watch=made["watch"])[1]["code"] == "BAD_TOKEN", "old")
    check(hello(server, made["table"], watch=new["watch"])[1]["t"] == "welcome", "new")
    plain = server.make_table()
    check("watch" not in plain, plain)
    check(hello(server, plain["table"], watch="")[1]["code"] == "FORMAT", "an empty key")
    check(hello(server, plain["table"], watch="0" * 32)[1]["code"] == "BAD_TOKEN", "nobody may")
    socket.close()
    anna.close()
    server.close()


def who_looks_on_and_sits_down_stays(program, _brain):
    server = Server(program)
    made = server.make_table(name="Anna", deal="later", watch=True)
    ben = server.post("/v1/me", {"name": "Ben"})[1]
    socket, welcome = hello(server, made["table"], watch=made["watch"], token=ben["token"])
    check(welcome["seat"] is None, welcome)
    until(socket, "snap")
    status, answer = server.post("/v1/tables/%s/seats/1" % made["table"],
                                 {"invite": made["invite"], "token": ben["token"]})
    check(status == 200, answer)
    check(until(socket, "welcome")["seat"] == 1 and until(socket, "snap"), "his seat")
    socket.send({"t": "ping"})
    check(socket.receive(10)["t"] == "pong", "he is told nothing else, and goes on")
    check(server.post("/v1/tables/%s/leave" % made["table"], {"token": ben["token"]})[0] == 200, "")
    check(until(socket, "bye")["code"] == "LEFT", "until he leaves")
    server.close()


def who_looks_on_may_be_shown_hands_that_are_over_from_now_on(program, brain):
    server = Server(program, "--pace", "5000")
    made = server.make_table(name="Anna", join="next")
    anna = Seat(server, made, brain)
    cora = server.take_seat(made, 2, "Cora")
    check(cora["from"] == "next", cora)
    waits, _ = hello(server, made["table"], token=cora["token"])
    check(until(waits, "snap")["events"], "she sees what everybody sees")
    for given, shown in (("hand", "hand"), (None, "hand"), ("live", None), (None, None)):
        body = {"scope": "watch"} if given is None else {"scope": "watch", "watch": given}
        status, new = me_table(server, made, "/invite", body)
        check(status == 200, new)
        while (told := anna.next(10))["t"] != "ev" or told["kind"] != "invite":
            pass
        check((told.get("watching"), told["watch"]) == (shown, new["watch"]), told)
        socket, _ = hello(server, made["table"], watch=new["watch"])
        snap = until(socket, "snap")
        socket.close()
        check(snap["table"].get("watching") == shown and bool(snap["events"]) == (not shown), snap)
        if given is not None:
            again = until(waits, "snap")
            check((again["table"].get("watching"), again["events"] != []) ==
                  (shown, not shown), "who waits hears of it", again)
    check(me_table(server, made, "/invite", {"scope": "watch", "watch": "later"})[0] == 400, "how")
    check(me_table(server, made, "/invite", {"scope": "watch", "watch": "hand"})[0] == 200, "hand")
    for one in (waits, anna):
        one.close()
    server.kill()
    server.start()
    anna = Seat(server, made, brain)
    check(anna.messages[-1]["table"]["watching"] == "hand", "after a restart")
    anna.close()
    server.close()


def me_table(server, made, path, body):
    return server.post("/v1/tables/%s%s" % (made["table"], path), body,
                       {"Authorization": "Bearer " + made["token"]})


def commands_of(server, table):
    return [row for row in copy_log(server, table) if row[3] is not None]


def many(server, made, token, count=8):
    """Connections of one seat, all of which have been shown the table."""
    sockets = [hello(server, made["table"], token=token, inst="number%02d" % i)[0]
               for i in range(count)]
    for each in sockets:
        until(each, "snap")
    return sockets


def send_pace(sockets):
    for i, each in enumerate(sockets):
        each.send({"t": "cmd", "n": 1, "at": 1, "do": "pace", "ms": 100 + i})


def acks_of(sockets):
    acks = 0
    for each in sockets:
        try:
            while (message := each.receive(1)) is not None:
                acks += message["t"] == "ack"
        except Closed:
            pass
        each.close()
    return acks


def a_command_that_waits_ends_with_its_seat_or_device(program, _brain):
    server = Server(program)
    for way in 8 * ("seat", "device"):
        made = server.make_table(rules="two_player", name="Anna", pace_ms=5000)
        server.take_seat(made, 1, "Ben")
        code = me(server, made["token"], "/code")[1]["code"]
        own = server.post("/v1/code", {"code": code})[1]["token"]
        lost = many(server, made, made["token"])
        path = "/v1/tables/%s/leave" % made["table"]
        if way == "device":
            devices = me(server, own)[1]["devices"]
            path = "/v1/me/devices/%s/end" % next(d["id"] for d in devices if not d["this"])
        asks = socket.create_connection(("127.0.0.1", server.port))
        text = json.dumps({"token": own})
        server.process.send_signal(signal.SIGSTOP)  # so that all of them wait
        asks.sendall(("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" %
                      (path, len(text), text)).encode())
        send_pace(lost)
        server.process.send_signal(signal.SIGCONT)
        check(asks.recv(4096).startswith(b"HTTP/1.1 200"), "it ends")
        asks.close()
        acks = acks_of(lost)
        saved = len(commands_of(server, made["table"]))
        check(acks <= saved <= acks + 1, way, "of", saved, "that were saved", acks, "were answered")
        rows = copy_log(server, made["table"])
        left = [row[0] for row in rows if row[1] == "seat" and "leave" in row[5]] or [len(rows) + 1]
        check(all(row[0] < left[0] for row in rows if row[3] is not None), "behind its end:", rows)
    server.close()


def an_invitation_is_made_anew_by_the_owner(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna")
    ben = server.take_seat(made, 1, "Ben")
    anna = Seat(server, made, brain)
    status, new = me_table(server, made, "/invite", {})
    check(status == 200 and new["invite"] != made["invite"], new)
    look = "/v1/tables/%s/look" % made["table"]
    check(server.post(look, {"invite": made["invite"]})[0] == 403, "the old one")
    check(server.post(look, {"invite": new["invite"]})[0] == 200, "the new one")
    ben["table"] = made["table"]
    status, answer = me_table(server, ben, "/invite", {})
    check((status, answer["error"]) == (403, "OWNER"), status, answer)
    server.post("/v1/tables/%s/leave" % made["table"], {"token": made["token"]})
    check(me_table(server, ben, "/invite", {})[0] == 200, "the owner has gone: he is the next")
    check(me_table(server, ben, "/invite", {"scope": "all"})[0] == 400, "no such scope")
    try:
        while True:
            anna.next(10)
    except Closed:
        pass
    server.close()


def an_account_finds_the_person_on_any_device(program, _brain):
    server = Server(program, "--tries", "30")
    made = server.make_table(name="Anna")
    account = {"login": "anna.m", "password": "correct horse"}
    for wrong in ({"login": "An", "password": "correct horse"}, {"login": "anna.m"},
                  {"login": "anna m", "password": "correct horse"},
                  {"login": "anna.m", "password": "short"}):
        check(me(server, made["token"], "/account", wrong)[0] == 400, wrong)
    status, answer = me(server, made["token"], "/account", account)
    check(status == 200 and answer["login"] == "anna.m" and answer["name"] == "Anna", answer)
    check(server.post("/v1/me/account", account)[0] == 403, "nobody's")
    other = server.post("/v1/me", {"name": "Ben"})[1]
    status, answer = me(server, other["token"], "/account", account)
    check((status, answer["error"]) == (409, "LOGIN_TAKEN"), status, answer)
    server.kill()
    server.start()
    status, answer = server.post("/v1/session", account, {"User-Agent": "New phone"})
    check(status == 200 and answer["person"] == made["person"], answer)
    check(answer["tables"] == [made["table"]] and answer["token"] != made["token"], answer)
    check(hello(server, made["table"], token=answer["token"])[1]["seat"] == 0, "the seat")
    status, changed = me(server, answer["token"], "/account",
                         {"login": "anna.m", "password": "battery staple"})
    check(status == 200, changed)
    slow, quick = [], []
    for body in (account, {"login": "nobody", "password": "correct horse"}):
        began = time.monotonic()
        status, refused = server.post("/v1/session", body)
        slow.append(time.monotonic() - began)
        check((status, refused["error"]) == (403, "BAD_LOGIN"), body, status, refused)
        began = time.monotonic()
        server.request("GET", "/v1/bots")
        quick.append(time.monotonic() - began)
    check(min(slow) > 0.005, "a password costs time, an unknown name, too:", slow)
    rows = open(server.data, "rb").read() + open(server.data + "-wal", "rb").read()
    check(b"correct horse" not in rows and b"battery staple" not in rows and
          b"$argon2id$" in rows, "a password is kept")
    statuses = set()
    for _ in range(60):
        statuses.add(server.post("/v1/session", account)[0])
        if 429 in statuses:
            break
    check(429 in statuses, "passwords are tried for ever:", statuses)
    server.close()


if __name__ == "__main__":
    run([an_account_finds_the_person_on_any_device,
         a_guest_is_a_person_and_is_named_later,
         nobody_is_called_as_a_computer_player_is,
         a_browser_keeps_the_key_as_a_cookie,
         a_key_that_can_be_none_is_nobodys_and_no_other_is_asked,
         who_has_a_seat_looks_without_an_invitation,
         another_device_is_let_in_by_a_code_once,
         a_command_that_waits_ends_with_its_seat_or_device,
         a_code_is_gone_when_the_server_dies_and_the_next_one_is_good,
         a_code_ends_with_the_device_that_made_it_and_with_a_new_password,
         changes_of_one_person_at_the_same_time_are_all_saved,
         a_person_has_one_seat_at_a_table,
         nobody_who_waits_for_a_seat_has_others_played_for,
         who_takes_the_seat_of_a_bot_sits_down_with_the_next_hand,
         who_comes_together_with_others_hears_everything_once,
         everybody_is_told_who_owns_the_table,
         who_was_to_come_may_leave_again,
         the_first_deal_waits_for_the_maker,
         who_was_asked_to_look_on_sees_what_everybody_sees,
         who_looks_on_and_sits_down_stays,
         who_looks_on_may_be_shown_hands_that_are_over_from_now_on,
         an_invitation_is_made_anew_by_the_owner])
