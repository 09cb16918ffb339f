"""Records of the games of one's own tables: who gets them, what is in them while a game goes on,
and that nobody waits for them.

Not here: the format of records (tests/records), `canasta export` (test_data.py).
"""
import json
import os
import socket
import sqlite3
import subprocess
import threading
import time

from client import (Seat, Server, Socket, actor_of, catch_up, chain_again, check, link_of, of_hands,
                    play_on, run, sit_down)
from fair import make_clear
from test_archive import age, rows, wait_for


def ask(server, made, path="", token=None, method="GET"):
    status, headers, text = server.request(
        method, "/v1/tables/%s/games%s" % (made["table"], path),
        headers={"Authorization": "Bearer " + (token or made["token"])})
    return status, headers, text


def games(server, made, token=None):
    status, _, text = ask(server, made, token=token)
    check(status == 200, status, text)
    return json.loads(text)["games"]


def play_until(seats, phases, most=2000):
    for _ in range(most):
        if seats[0].state()[0] in phases:
            return
        actor = actor_of(seats)
        actor.play(actor.choose("racer"))
        catch_up(seats)
    raise AssertionError("it does not end")


def replayed(program, server, text):
    path = os.path.join(server.folder, "game.record")
    with open(path, "wb") as file:
        file.write(text)
    done = subprocess.run([program, "replay", path], capture_output=True, text=True)
    check(done.returncode == 0, done.stdout, done.stderr)
    return done.stdout


def whoever_sat_there_has_the_records(program, brain):
    server = Server(program, "--records", "1000000")
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player",
                     overrides=of_hands(2))
    anna, bert = (seat.made for seat in seats)
    check(games(server, anna) == [], "nothing is over")
    play_until(seats, ("5",))
    check([(g["game"], g["hands"], g["finished"], g["winners"]) for g in games(server, anna)] ==
          [(1, 1, False, [])], games(server, anna))
    play_until(seats, ("6",))
    check(seats[0].do(do="rematch")["t"] == "ack", "rematch")
    catch_up(seats)
    play_until(seats, ("5",))
    told = games(server, bert)
    check([(g["game"], g["hands"], g["finished"]) for g in told] ==
          [(1, 2, True), (2, 1, False)] and told[0]["winners"], told)
    status, headers, text = ask(server, anna, "/1")
    check(status == 200 and headers["content-type"].startswith("text/plain") and
          headers["content-disposition"] ==
          'attachment; filename="canasta-%s-1.record"' % anna["table"], headers)
    check("name 0 Anna" in text.decode() and "2 hands" in replayed(program, server, text), text)
    folder = os.path.join(server.folder, "games")
    os.mkdir(folder)
    subprocess.run([program, "export", server.data, "--out", folder], check=True,
                   capture_output=True)
    same = [open(os.path.join(root, name), "rb").read()
            for root, _, names in os.walk(folder) for name in names]
    check(text in same and ask(server, anna, "/2")[2] in same, "export writes the same")

    check(ask(server, anna, "/3")[0] == 404 and ask(server, anna, "/0")[0] == 404, "numbers")
    for path in ("/x", "/1/", "/-1", "/1.5", "/99999999", "/"):
        check(ask(server, anna, path)[0] == 404, path)
    check(server.post("/v1/tables/%s/games" % anna["table"], {})[0] == 405, "POST")
    check(server.request("GET", "/v1/tables/%s/games" % anna["table"])[0] == 403, "nobody")
    check(ask(server, dict(anna, table="abcdefghjk"))[0] == 404, "no table")
    other = json.loads(server.request("POST", "/v1/me", {"name": "Carl"})[2])
    check(ask(server, anna, token=other["token"])[0] == 403, "who never sat there")
    check(ask(server, anna, "/1", token=other["token"])[0] == 403, "who never sat there")
    seats[1].close()
    check(server.post("/v1/tables/%s/leave" % bert["table"], {"token": bert["token"]})[0] == 200,
          "he leaves")
    check(ask(server, bert, "/1")[2] == text, "who left has it")
    seats[0].close()
    server.kill()
    server.start()
    check(ask(server, anna, "/1")[2] == text, "after a restart")
    server.close()


def who_only_waited_for_a_seat_has_none_of_them(program, brain):
    server = Server(program, "--records", "1000000")
    anna = sit_down(server, brain, ["Anna"], rules="two_player", join="next",
                    overrides=of_hands(3))[0]
    waits = server.take_seat(anna.made, 1, "Eve")
    check(waits["from"] == "next", waits)
    check(ask(server, waits)[0] == 403, "while he waits")
    check(server.post("/v1/tables/%s/leave" % anna.made["table"],
                      {"token": waits["token"]})[0] == 200, "he leaves")
    check(ask(server, waits)[0] == 403, "he never sat there")
    sits = server.take_seat(anna.made, 1, "Bert")
    play_on([anna], until=lambda seats: seats[0].state()[0] == "5")
    check(ask(server, waits)[0] == 403 and ask(server, waits, "/1")[0] == 403, "of a hand, too")
    check(anna.do(do="next")["t"] == "ack", "next")
    check(server.post("/v1/tables/%s/leave" % anna.made["table"],
                      {"token": sits["token"]})[0] == 200, "he leaves")
    check(ask(server, sits, "/1")[0] == 200, "who sat there when a hand was dealt has them")
    anna.close()
    server.close()


def nothing_of_a_hand_that_is_not_over_is_in_them(program, brain):
    server = Server(program, "--records", "1000000")
    seats = sit_down(server, brain, ["A", "B", "C", "D"], overrides=of_hands(3))
    made = seats[0].made
    over = None
    for hand in (1, 2):
        while True:
            told = games(server, made)
            check([one["hands"] for one in told] == ([hand - 1] if hand > 1 else []), told)
            status, _, text = ask(server, made, "/1")
            check(status == (404 if hand == 1 else 200), status)
            check(over is None or text == over, "a hand that is not over changes the record")
            actor = actor_of(seats)
            actor.play(actor.choose("racer"))
            catch_up(seats)
            if seats[0].state()[0] == "5":
                break
        over = ask(server, made, "/1")[2]
        lines = over.decode().splitlines()
        check(sum(line.startswith("hand ") for line in lines) == hand, lines)
        check(lines[-1].startswith("unfinished "), lines[-1])
        replayed(program, server, over)
        check(seats[0].do(do="next")["t"] == "ack", "next")
        catch_up(seats)
    for seat in seats:
        seat.close()
    server.close()


def lengthen(data, table, rows_wanted):
    """Has a table play its one game over and over, until its log has so many rows."""
    database = sqlite3.connect(data)
    make_clear(database, data, table)
    chain_again(database, table)
    columns = [row[1] for row in database.execute("PRAGMA table_info(log)")]
    names = ", ".join(columns)
    rows = [dict(zip(columns, row)) for row in database.execute(
        "SELECT %s FROM log WHERE table_id = ? ORDER BY seq" % names, (table,))]
    first = next(i for i, row in enumerate(rows) if row["kind"] == "deal")
    dealer = json.loads(rows[0]["body"])["dealer"]
    game = [dict(row, inst=None, n=None, body_hash=None) for row in rows[first:]]
    again = dict(game[0], kind="rematch", body=str(dealer), base=None)
    seq = rows[-1]["seq"]
    link = rows[-1]["chain"]
    put = "INSERT INTO log (%s) VALUES (%s)" % (names, ", ".join("?" * len(columns)))
    base = 0
    while seq < rows_wanted:
        for row in [again] + game:
            seq += 1
            row = dict(row, seq=seq)
            base = seq if row["base"] is not None else base
            link = link_of(link, [row[name] for name in columns if name != "chain"])
            row["chain"] = link
            database.execute(put, [row[name] for name in columns])
    database.execute("UPDATE head SET seq = ?, chain = ?, base_seq = ? WHERE table_id = ?",
                     (seq, link, base, table))
    database.commit()
    database.close()
    return seq


def a_long_table_delays_nobody(program, brain):
    rows_wanted = int(os.environ.get("CANASTA_ROWS", "50000"))
    server = Server(program, "--records", "1000000", "--calls", "1000000")
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player", overrides=of_hands(1))
    made = seats[0].made
    play_until(seats, ("6",))
    for seat in seats:
        seat.close()
    check(server.stop() == 0, "stop")
    rows = lengthen(server.data, made["table"], rows_wanted)
    server.start()
    other = Seat(server, server.make_table(name="Carl"), brain)
    result = {}

    def download():
        began = time.monotonic()
        result["list"] = games(server, made)
        result["list_s"] = time.monotonic() - began
        last = result["list"][-1]["game"]
        result["record"] = ask(server, made, "/%d" % last)
        result["all_s"] = time.monotonic() - began

    thread = threading.Thread(target=download)
    thread.start()
    pings, acks = [], []
    while thread.is_alive():
        began = time.monotonic()
        other.socket.send({"t": "ping"})
        other.wait("pong")
        pings.append(time.monotonic() - began)
        if len(pings) % 10 == 0 and len(acks) < 150:
            began = time.monotonic()
            other.do(do="pace", ms=len(acks) + 1)
            acks.append(time.monotonic() - began)
        time.sleep(0.005)
    thread.join()
    check(result["record"][0] == 200, result["record"])
    check(len(result["list"]) == 200 and result["list"][-1]["finished"], result["list"][-1])
    replayed(program, server, result["record"][2])
    pings.sort()
    acks.sort()
    print("# %d rows: list %.1f s, record %.1f s; %d pings, p50 %.1f ms, p99 %.1f ms, worst %.1f; "
          "%d commands, worst %.1f ms" %
          (rows, result["list_s"], result["all_s"] - result["list_s"], len(pings),
           1000 * pings[len(pings) // 2], 1000 * pings[len(pings) * 99 // 100], 1000 * pings[-1],
           len(acks), 1000 * acks[-1]))
    check(pings[len(pings) * 99 // 100] < 0.25, "pings wait", pings[-10:])
    began = time.monotonic()
    thread = threading.Thread(target=lambda: result.update(cut=server_gone(server, made)))
    thread.start()
    time.sleep(0.2)
    check(server.stop() == 0, "stop")
    thread.join()
    print("# stopped after %.1f s" % (time.monotonic() - began))
    other.socket.close()
    server.close()


def without_bases(server, made, rows_wanted):
    """As a long table stands there that came from version 1."""
    database = sqlite3.connect(server.data)
    database.execute("UPDATE log SET base = NULL WHERE table_id = ?", (made["table"],))
    database.commit()
    database.close()
    lengthen(server.data, made["table"], rows_wanted)


def another_device(server, token):
    code = server.post("/v1/me/code", {"token": token})[1]["code"]
    found = server.post("/v1/code", {"code": code})[1]
    return next(d["id"] for d in found["devices"] if d["this"]), found["token"]


def a_long_table_without_a_base_is_opened_beside_the_others(program, brain):
    server = Server(program, "--archive-finished-days", "30")
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player", overrides=of_hands(1))
    made = seats[0].made
    play_until(seats, ("6",))
    for seat in seats:
        seat.close()
    check(server.stop() == 0, "stop")
    without_bases(server, made, int(os.environ.get("CANASTA_ROWS", "20000")))
    server.start()
    other = Seat(server, server.make_table(name="Carl"), brain)
    result = {}
    look = threading.Thread(target=lambda: result.update(look=server.post(
        "/v1/tables/%s/look" % made["table"], {"invite": "wrong"})))
    look.start()
    acks = 0
    while look.is_alive():
        check(other.do(do="pace", ms=acks % 2 + 1)["t"] == "ack", "another table")
        acks += look.is_alive()
        time.sleep(0.01 if acks < 50 else 0.5)  # each is kept, and so many are allowed
    check(result["look"][0] == 403 and acks >= 5, "only", acks, "commands meanwhile:", result)
    device, token = another_device(server, made["token"])
    server.kill()
    server.start()
    waiting = []
    for key in (made["token"], made["token"], token):  # while it is read
        waiting.append(Socket(server.port))
        waiting[-1].send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                          "token": key})
    check(server.post("/v1/me/devices/%s/end" % device, {"token": made["token"]})[0] == 200, "end")
    check(waiting.pop().receive(10)["t"] == "bye", "the last one goes")
    bert = Seat(server, seats[1].made, brain)  # whose engine comes to the same hash
    check([seat["name"] for seat in bert.seats] == ["Anna", "Bert"], bert.seats)
    check(all(each.receive(10)["t"] == "welcome" for each in waiting), "who waits is served")
    for each in waiting:
        each.close()
    bert.close()
    other.close()
    check(server.stop() == 0, "stop")
    age(server.data, [made["table"]], 31)
    server.start()
    wait_for(lambda: rows(server.data + "-archive", made["table"]) != [])
    server.close()


def server_gone(server, made):
    try:
        return ask(server, made, "/1")[0]
    except OSError:
        return 0
    except Exception as error:  # the connection may end in the midst
        return repr(error)


def few_read_at_a_time_and_not_too_often(program, brain):
    server = Server(program, "--records", "4")
    seat = Seat(server, server.make_table(name="Anna"), brain)
    statuses = [ask(server, seat.made)[0] for _ in range(4)]
    check(statuses == [200, 200, 429, 429], statuses)
    _, headers, text = ask(server, seat.made)
    check(0 < json.loads(text)["retry_ms"] <= 15000 and "retry-after" in headers, headers, text)
    other = server.make_table(name="Bert")
    check(ask(server, other)[0] == 429, "the address, too")
    seat.close()
    server.close()


def ask_for_all(server, token, source):
    """A connection that has asked for all that is kept of a person, and has read the first line."""
    line = socket.socket()
    line.settimeout(30)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind((source, 0))
    line.connect(("127.0.0.1", server.port))
    line.sendall(("GET /v1/me/export HTTP/1.1\r\nHost: localhost\r\n"
                  "Authorization: Bearer %s\r\n\r\n" % token).encode())
    return line, int(line.recv(16).split()[1])


def taking_some(lines, over):
    """Takes a little of each answer every two seconds, because who takes nothing for ten is
    dropped; beside the asking, which lasts longer than that on a slow machine."""
    while not over.wait(2):
        for line in list(lines):
            line.recv(4096)


def what_waits_for_slow_readers_is_bounded_by_address(program, brain):
    server = Server(program, "--records", "1000")
    seat = Seat(server, server.make_table(name="Anna"), brain)
    token = seat.made["token"]
    seat.close()
    key = {"Authorization": "Bearer " + token}
    name = json.dumps({"name": "\U0001f0a1" * 24})
    status, _, text = server.request("POST", "/v1/me/name", name, key)
    check(status == 200, text)
    server.stop()
    database = sqlite3.connect(server.data)
    database.execute(
        "WITH RECURSIVE more (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM more WHERE i < 4000) "
        "INSERT INTO log SELECT table_id, seq + i, kind, seat, NULL, NULL, NULL, body, time, "
        "person, NULL, NULL, chain FROM log, more WHERE table_id = ?1 AND seq = "
        "(SELECT max(seq) FROM log WHERE table_id = ?1)", (token[:12],))
    chain_again(database, token[:12])
    database.commit()
    database.close()
    server.start()
    size = len(server.request("GET", "/v1/me/export", headers=key)[2])
    check(size > 300000, "only", size, "bytes")
    # What the system takes for each makes room for some more.
    lines, most, over = [], (8 << 20) // size, threading.Event()
    taker = threading.Thread(target=taking_some, args=(lines, over))
    taker.start()
    try:
        while True:
            line, status = ask_for_all(server, token, "127.0.0.1")
            if status != 200:
                break
            lines.append(line)
            check(len(lines) < most + 40, "of", size, "bytes each", len(lines), "wait")
    finally:
        over.set()
        taker.join()
    check(status == 429 and len(lines) >= most, status, len(lines))
    refusal = line.recv(4096)  # the answer is small: it comes at once
    while b"\r\n\r\n{" not in refusal or not refusal.endswith(b"}"):
        more = line.recv(4096)
        check(more != b"", refusal)
        refusal += more
    check(b"retry-after" in refusal.lower() and b'"RATE"' in refusal, refusal)
    check(ask(server, seat.made)[0] == 200, "small answers come")
    other, status = ask_for_all(server, token, "127.0.0.2")
    check(status == 200, "another address:", status)
    for line in lines + [line, other]:
        line.close()
    end = time.monotonic() + 10
    while server.request("GET", "/v1/me/export", headers=key)[0] != 200:
        check(time.monotonic() < end, "what nobody awaits is counted still")
        time.sleep(0.05)
    server.close()


if __name__ == "__main__":
    run([whoever_sat_there_has_the_records,
         who_only_waited_for_a_seat_has_none_of_them, nothing_of_a_hand_that_is_not_over_is_in_them,
         a_long_table_delays_nobody, a_long_table_without_a_base_is_opened_beside_the_others,
         few_read_at_a_time_and_not_too_often,
         what_waits_for_slow_readers_is_bounded_by_address])
