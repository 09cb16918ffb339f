"""What the server holds of a person: told to him, erased when he says so, and nowhere afterwards.

Not here: keys and devices (test_persons.py).
"""
import glob
import hashlib
import json
import os
import random
import sqlite3
import subprocess
import threading
import time

from client import Closed, Seat, Server, Socket, chain_again, check, copy_log, run

NAME, LOGIN, PASSWORD, LABEL = "Zacharias", "zach.login", "correct horse", "Zeta-Browser 7"


def call(server, method, path, token, body=None):
    headers = {"User-Agent": LABEL, **({"Authorization": "Bearer " + token} if token else {})}
    status, headers, text = server.request(method, path, body, headers)
    return status, headers, json.loads(text)


def somebody(server):
    """A person with an account, two devices and seats at three tables; his tokens and tables."""
    status, _, me = call(server, "POST", "/v1/me", "", {"name": NAME})
    check(status == 200, me)
    token = me["token"]
    code = call(server, "POST", "/v1/me/code", token, {})[2]["code"]
    second = call(server, "POST", "/v1/code", "", {"code": code})[2]["token"]
    status, _, account = call(server, "POST", "/v1/me/account", token,
                              {"login": LOGIN, "password": PASSWORD})
    check(status == 200, account)
    order = {"rules": "two_player", "pace_ms": 0, "join": "now", "deal": "now"}
    tables = [call(server, "POST", "/v1/tables", token, order)[2] for _ in range(2)]
    other = server.make_table(name="Anna", rules="two_player")
    status, _, taken = call(server, "POST", "/v1/tables/%s/seats/1" % other["table"], token,
                            {"invite": other["invite"]})
    check(status == 200, taken)
    return me, [token, second], tables, other, taken


def erase(server, token):
    return call(server, "POST", "/v1/me/delete", token, {"confirm": "delete"})[0]


def files_of(server):
    return {path: open(path, "rb").read() for path in glob.glob(server.data + "*")}


def traces(server, me, tokens):
    """Where something of him stands in the files of the server."""
    words = [NAME, LOGIN, LABEL, "argon2id$"] + tokens
    words += [hashlib.sha256(token.encode()).hexdigest() for token in tokens]
    return [(os.path.basename(path), word) for path, data in files_of(server).items()
            for word in words if word.encode() in data]


def all_of_it_is_told_to_him(program, _brain):
    server = Server(program, "--records", "1000000")
    me, tokens, tables, other, _ = somebody(server)
    call(server, "POST", "/v1/me/name", tokens[0], {"name": "Zach"})
    status, headers, told = call(server, "GET", "/v1/me/export", tokens[0])
    check(status == 200 and "attachment" in headers["content-disposition"], status, headers)
    check((told["name"], told["login"], told["person"]) == ("Zach", LOGIN, me["person"]), told)
    check([d["label"] for d in told["devices"]] == [LABEL] * 2, told["devices"])
    check([(t["table"], t["seat"]) for t in told["tables"]] ==
          [(tables[0]["table"], 0), (tables[1]["table"], 0), (other["table"], 1)], told["tables"])
    names = [e["entry"]["name"] for e in told["entries"] if "name" in e["entry"]]
    check(names == [NAME, "Zach"] and told["left_out"] == 0, told["entries"])
    check(all(e["at"][:2] == "20" and e["at"][-1] == "Z" for e in told["entries"]), "dates")
    text = json.dumps(told)
    for token in tokens:
        check(token not in text and hashlib.sha256(token.encode()).hexdigest() not in text, "keys")
    check("argon2" not in text, "the password's hash")
    check(server.request("GET", "/v1/me/export")[0] == 403, "nobody")
    server.close()


def who_is_erased_is_in_no_file(program, brain):
    server = Server(program)
    me, tokens, tables, other, taken = somebody(server)
    anna = Seat(server, other, brain)
    check({word for _, word in traces(server, me, tokens)} >= {NAME, LOGIN, LABEL, "argon2id$"},
          "the test finds what is there")
    for confirm in ({}, {"confirm": True}, {"confirm": "yes"}):
        check(call(server, "POST", "/v1/me/delete", tokens[0], confirm)[0] == 400, confirm)
    status, _, answer = call(server, "POST", "/v1/me/delete", tokens[0], {"confirm": "delete"})
    check((status, answer["erased"]) == (200, True), answer)
    check(not traces(server, me, tokens), "while it runs:", traces(server, me, tokens))
    check(call(server, "GET", "/v1/me", tokens[1])[0] == 403, "his key")
    check(call(server, "POST", "/v1/session", "", {"login": LOGIN, "password": PASSWORD})[0] ==
          403, "his login")
    anna.wait("ev")
    anna.wait("seats") if anna.seats[1]["who"] == "human" else None
    check(anna.seats[1]["who"] == "bot", anna.seats)
    server.kill()
    check(not traces(server, me, tokens), "after a kill:", traces(server, me, tokens))
    server.start()
    anna.reconnect()
    check([row[5] for row in copy_log(server, me["person"])] == ['{ "erased": true }'], "his list")
    again = call(server, "POST", "/v1/me", "", {"name": "Other"})[2]
    check(call(server, "POST", "/v1/me/account", again["token"],
               {"login": LOGIN, "password": PASSWORD})[0] == 200, "the login is free")
    for table in tables:
        status, _, looked = call(server, "POST", "/v1/tables/%s/look" % table["table"], "",
                                 {"invite": table["invite"]})
        check(status == 200 and {seat["who"] for seat in looked["seats"]} == {"bot"}, looked)
    check(server.stop() == 0, "stop")
    found = subprocess.run([program, "check", server.data], capture_output=True, text=True)
    check(found.returncode == 0, found.stdout, found.stderr)
    server.close()


ACCOUNT = {"password": PASSWORD}


def account(server, token, login):
    return call(server, "POST", "/v1/me/account", token, dict(ACCOUNT, login=login))[0]


def signs_in(server, login):
    return call(server, "POST", "/v1/session", "", dict(ACCOUNT, login=login))[0] == 200


def stands(server, word):
    return any(word.encode() in data for data in files_of(server).values())


def who_takes_another_login_frees_the_one_before(program, _brain):
    server = Server(program)
    anna, bert = (call(server, "POST", "/v1/me", "", {"name": n})[2] for n in ("Anna", "Bert"))
    check(account(server, anna["token"], "first.login") == 200, "first")
    check(account(server, bert["token"], "first.login") == 409, "somebody has it")
    for _ in range(2):  # the second time it is a new password alone
        check(account(server, anna["token"], "second.login") == 200, "second")
    check(not stands(server, "login:first.login"), "it leads to nobody")
    check(not signs_in(server, "first.login") and signs_in(server, "second.login"), "one login")
    check(account(server, bert["token"], "first.login") == 200, "it is free at once")
    check(signs_in(server, "first.login") and signs_in(server, "second.login"), "each his own")
    named = '"%s"' % anna["person"]  # as JSON has it; a record of hers may end with any byte
    check(stands(server, named), "the test finds what is there")
    check(erase(server, anna["token"]) == 200, "erase")
    check(not stands(server, "second.login") and not stands(server, named), "nothing is left")
    check(signs_in(server, "first.login"), "which is another's now")
    server.kill()
    server.start()
    check(signs_in(server, "first.login"), "after a kill")
    check(server.stop() == 0, "stop")
    found = subprocess.run([program, "check", server.data], capture_output=True, text=True)
    check(found.returncode == 0, found.stdout, found.stderr)
    server.close()


def logins_that_older_programs_left_are_free(program, _brain):
    server = Server(program)
    anna, bert = (call(server, "POST", "/v1/me", "", {"name": n})[2] for n in ("Anna", "Bert"))
    for login in ("old.one", "old.two", "now.hers"):
        check(account(server, anna["token"], login) == 200, login)
    check(server.stop() == 0, "stop")
    database = sqlite3.connect(server.data)
    for login in ("old.one", "old.two"):
        database.execute("INSERT INTO log SELECT ?, seq, kind, seat, inst, n, body_hash, body, "
                         "time, person, base, sealed, chain FROM log WHERE table_id = ?",
                         ("login:" + login, "login:now.hers"))
        chain_again(database, "login:" + login)
    database.commit()
    database.close()
    server.start()
    check(not signs_in(server, "old.one"), "it is hers no more")
    check(account(server, bert["token"], "old.one") == 200, "and may be taken")
    check(erase(server, anna["token"]) == 200, "erase")
    check(not stands(server, "old.two"), "nor does it stay when she is erased")
    check(signs_in(server, "old.one") and not signs_in(server, "now.hers"), "Bert's stays")
    server.close()


def looked(server, made):
    return call(server, "POST", "/v1/tables/%s/look" % made["table"], "",
                {"invite": made["invite"]})[2]["seats"]


def at_once(*calls):
    threads = [threading.Thread(target=each) for each in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def who_sits_down_while_he_is_erased_has_no_seat(program, _brain):
    server = Server(program)
    outcomes = {}
    for i in range(24):
        made = server.make_table(name="Anna", join=("now", "next")[i % 2])
        token = call(server, "POST", "/v1/me", "", {"name": NAME})[2]["token"]
        path, answers = "/v1/tables/%s/seats/1" % made["table"], []
        at_once(lambda: answers.append(call(server, "POST", path, token,
                                            {"invite": made["invite"]})),
                lambda: check(erase(server, token) == 200, "erase"))
        outcome = (answers[0][0], answers[0][2].get("error"))
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        check(outcome in ((200, None), (403, "BAD_TOKEN")), outcome)
        seat = looked(server, made)[1]
        check(seat["who"] == "bot" and "coming" not in seat and NAME not in str(seat), seat)
    print("# outcomes of sitting down:", outcomes)
    server.close()


def who_is_erased_leaves_every_seat_however_many(program, _brain):
    server = Server(program)
    token = call(server, "POST", "/v1/me", "", {"name": NAME})[2]["token"]
    made = [call(server, "POST", "/v1/tables", token, {"rules": "two_player", "pace_ms": 0})[2]
            for _ in range(205)]
    check(erase(server, token) == 200, "erase")
    held = [i for i, table in enumerate(made) if looked(server, table)[0]["who"] != "bot"]
    check(not held, "seats are his at tables", held)
    server.close()


def a_reader_of_an_older_state_only_delays_it(program, _brain):
    server = Server(program)
    me, tokens, _, _, _ = somebody(server)
    database = sqlite3.connect(server.data)
    database.execute("BEGIN")
    database.execute("SELECT count(*) FROM log").fetchone()
    check(erase(server, tokens[0]) == 200, "erase")
    check(traces(server, me, tokens), "somebody reads it still")
    database.rollback()
    database.close()
    time.sleep(1.1)
    check(server.request("GET", "/healthz")[0] == 200, "well")
    check(not traces(server, me, tokens), "afterwards:", traces(server, me, tokens))
    server.close()


def a_kill_leaves_all_of_him_or_nothing(program, _brain):
    chance = random.Random(3)
    outcomes = set()
    server = Server(program)
    for i in range(12):
        _, _, me = call(server, "POST", "/v1/me", "", {"name": NAME})
        login = "login%d" % i
        call(server, "POST", "/v1/me/account", me["token"], {"login": login, "password": PASSWORD})

        def delete():
            try:
                call(server, "POST", "/v1/me/delete", me["token"], {"confirm": "delete"})
            except (OSError, json.JSONDecodeError, Exception):  # it dies
                pass

        thread = threading.Thread(target=delete)
        thread.start()
        time.sleep(chance.random() * 0.012)
        server.kill()
        thread.join()
        server.start()
        known = call(server, "GET", "/v1/me", me["token"])[0]
        signed = call(server, "POST", "/v1/session", "", {"login": login, "password": PASSWORD})[0]
        check((known, signed) in ((200, 200), (403, 403)), "half of him:", known, signed)
        outcomes.add(known)
        if known == 200:
            check(call(server, "POST", "/v1/me/delete", me["token"],
                       {"confirm": "delete"})[0] == 200, "again")
    check(server.stop() == 0, "stop")
    found = subprocess.run([program, "check", server.data], capture_output=True, text=True)
    check(found.returncode == 0, found.stdout, found.stderr)
    print("# outcomes of kills:", sorted(outcomes))
    server.close()


def hello(server, table, token):
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": table, "token": token})
    while socket.receive(20)["t"] != "snap":
        pass
    return socket


def ends(socket, kind="ENDED"):
    try:
        while True:
            message = socket.receive(5)
            check(message is not None, "the connection goes on")
            if message["t"] == "bye":
                check(message["code"] == kind, message)
    except Closed as closed:
        return closed.code == 1000


def connections_of_an_ended_device_end_at_once(program, _brain):
    server = Server(program)
    me, tokens, tables, other, _ = somebody(server)
    first = hello(server, tables[0]["table"], tokens[0])
    second = [hello(server, table["table"], tokens[1]) for table in tables]
    devices = call(server, "GET", "/v1/me", tokens[0])[2]["devices"]
    ended = next(device["id"] for device in devices if not device["this"])
    check(call(server, "POST", "/v1/me/devices/%s/end" % ended, tokens[0], {})[0] == 200, "end")
    check(all([ends(socket) for socket in second]), "each is closed")
    first.send({"t": "ping"})
    message = first.receive(5)
    while message["t"] != "pong":
        message = first.receive(5)
    watched = server.make_table(name="Eva", watch=True)
    looks_on = Socket(server.port)
    looks_on.send({"t": "hello", "v": 1, "inst": "12345678", "table": watched["table"],
                   "token": tokens[0], "watch": watched["watch"]})
    while looks_on.receive(20)["t"] != "snap":
        pass
    check(erase(server, tokens[0]) == 200, "erase")
    check(ends(looks_on), "who looks on")
    try:
        while first.receive(5) is not None:
            pass
        raise AssertionError("the connection goes on")
    except Closed as closed:
        check(closed.code == 1000, closed)  # LEFT, or ENDED: his seat was given up
    server.close()


def a_further_device_ends_the_one_that_had_its_key_longest(program, _brain):
    server = Server(program)
    me, tokens, tables, _, _ = somebody(server)
    lost, kept = (hello(server, tables[0]["table"], token) for token in tokens)

    def by_code(token):
        code = call(server, "POST", "/v1/me/code", token, {})[2]["code"]
        return call(server, "POST", "/v1/code", "", {"code": code})[2]

    def by_login(_token):
        return call(server, "POST", "/v1/session", "", {"login": LOGIN, "password": PASSWORD})[2]

    for _ in range(14):
        check(len(by_code(tokens[1])["devices"]) <= 16, "sixteen")
    lost.send({"t": "ping"})
    while lost.receive(5)["t"] != "pong":
        pass
    for socket, give in ((lost, by_login), (kept, by_code)):
        check(len(give(tokens[1])["devices"]) == 16, "one more, one less")
        check(ends(socket), "its connection goes on")
    check(call(server, "GET", "/v1/me", tokens[1])[0] == 403, "its key")
    server.close()


def a_person_of_many_changes_is_read_as_fast(program, brain):
    server = Server(program, "--grace", "1000000")
    made = server.make_table(name="Anna", rules="two_player")
    for i in range(400):
        status, _, _ = call(server, "POST", "/v1/me/name", made["token"], {"name": "Anna %d" % i})
        check(status == 200, status)
    code = call(server, "POST", "/v1/me/code", made["token"], {})[2]["code"]
    call(server, "POST", "/v1/code", "", {"code": code})
    server.kill()
    server.start()
    me = call(server, "GET", "/v1/me", made["token"])[2]
    check(me["name"] == "Anna 399" and len(me["devices"]) == 2 and me["tables"] == [made["table"]],
          me)
    bases = sqlite3.connect(server.data).execute(
        "SELECT count(*) FROM log WHERE table_id = ? AND base IS NOT NULL", (me["person"],))
    check(bases.fetchone()[0] == 6, "bases")
    seat = Seat(server, made, brain)
    check(seat.seats[0]["name"] == "Anna 399", seat.seats)
    seat.close()
    server.close()


def changes_are_bounded_by_person(program, _brain):
    server = Server(program, "--changes", "6")
    made = server.make_table(name="Anna")
    look = "/v1/tables/%s/look" % made["table"]
    statuses = [call(server, "POST", look, made["token"], {})[0] for _ in range(10)]
    check(statuses == [200] * 10, "who only looks changes nothing", statuses)
    statuses = [call(server, "POST", "/v1/me/name", made["token"], {"name": "A%d" % i})[0]
                for i in range(4)]
    check(statuses == [200, 200, 429, 429], statuses)
    path = "/v1/tables/%s/leave" % made["table"]
    status, headers, answer = call(server, "POST", path, made["token"], {})
    check(status == 429 and 0 < answer["retry_ms"] <= 600000, answer)
    other = server.make_table(name="Bert")
    check(call(server, "POST", "/v1/me/name", other["token"], {"name": "B"})[0] == 200, "others")
    server.close()


if __name__ == "__main__":
    run([all_of_it_is_told_to_him, who_is_erased_is_in_no_file,
         who_takes_another_login_frees_the_one_before, logins_that_older_programs_left_are_free,
         who_sits_down_while_he_is_erased_has_no_seat,
         who_is_erased_leaves_every_seat_however_many,
         a_reader_of_an_older_state_only_delays_it, a_kill_leaves_all_of_him_or_nothing,
         connections_of_an_ended_device_end_at_once,
         a_further_device_ends_the_one_that_had_its_key_longest,
         a_person_of_many_changes_is_read_as_fast,
         changes_are_bounded_by_person])
