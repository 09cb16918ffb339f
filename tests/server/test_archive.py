"""Tables that are finished or deserted go to the archive: in small steps, told to people before and
afterwards, and without a loss whenever the server dies.

Not here: what records hold (test_records.py).
"""
import json
import os
import random
import sqlite3
import subprocess
import time

from client import (Seat, Server, Socket, actor_of, catch_up, chain_again, check, of_hands, run,
                    sit_down)
from test_migration import unpack

DAY = 86400


def rows(path, table):
    if not os.path.exists(path):
        return []
    database = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return []  # killed while it was made
    found = database.execute("SELECT * FROM log WHERE table_id = ? ORDER BY seq",
                             (table,)).fetchall()
    database.close()
    return found


def age(data, tables, days):
    """Has all that happened at these tables have happened so much earlier."""
    database = sqlite3.connect(data)
    for table in tables:
        database.execute("UPDATE log SET time = time - ? WHERE table_id = ?", (days * DAY, table))
        chain_again(database, table)
    database.commit()
    database.close()


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    check(False, "waited in vain")


def is_moved(server, table):
    kinds = [row[2] for row in rows(server.data, table)]
    return kinds == ["archived"]


def finished(server, brain, count=1):
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player",
                     overrides=of_hands(count))
    while seats[0].state()[0] != "6":
        actor = actor_of(seats)
        actor.play(actor.choose("racer"))
        catch_up(seats)
    return seats


def sound(program, server):
    for path in (server.data, server.data + "-archive"):
        if os.path.exists(path):
            found = subprocess.run([program, "check", path], capture_output=True, text=True)
            check(found.returncode == 0, path, found.stdout, found.stderr)


def hello(server, made):
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                 "token": made["token"]})
    answer = socket.receive(20)
    socket.close()
    return answer


def undated(record):
    return [line for line in record.splitlines() if not line.startswith(b"date ")]


def date(days):
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + days * DAY))


def people_are_told_before_and_afterwards(program, brain):
    options = ["--archive-finished-days", "30", "--archive-deserted-days", "60",
               "--records", "1000000"]
    server = Server(program, *options)
    seats = finished(server, brain)
    made = seats[0].made
    snap = seats[0].resync()
    check(snap["table"]["kept_until"] in (date(30), date(29.99)), snap["table"])
    path = "/v1/tables/%s/look" % made["table"]
    looked = server.post(path, {"invite": made["invite"]})[1]
    check(looked["kept_until"] == snap["table"]["kept_until"], looked)
    playing = Seat(server, server.make_table(name="Carl"), brain)
    check(playing.resync()["table"]["kept_until"] in (date(60), date(59.99)), "deserted")
    going = server.make_table(name="Dora")
    for seat in seats:
        seat.close()
    playing.close()
    record = server.request("GET", "/v1/tables/%s/games/1" % made["table"],
                            headers={"Authorization": "Bearer " + made["token"]})[2]
    check(server.stop() == 0, "stop")
    age(server.data, [made["table"], playing.made["table"]], 31)
    before = rows(server.data, made["table"])
    server.start()
    wait_for(lambda: is_moved(server, made["table"]))
    check(rows(server.data + "-archive", made["table"]) == before, "the archive has other rows")
    stranger = server.make_table(name="Eva")
    for token in (made["token"], stranger["token"]):  # it does not say who has sat there
        answer = hello(server, dict(made, token=token))
        check(answer == {"t": "rej", "code": "ARCHIVED", "date": date(0)}, answer)
    status, answer = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check((status, answer["error"], answer["date"]) == (410, "ARCHIVED", date(0)), answer)
    bearer = {"Authorization": "Bearer " + made["token"]}
    path = "/v1/tables/%s/games" % made["table"]
    listed = json.loads(server.request("GET", path, headers=bearer)[2])["games"]
    check(listed[0]["finished"], listed)
    again = server.request("GET", path + "/1", headers=bearer)[2]
    check(undated(again) == undated(record), "the same record")
    other = {"Authorization": "Bearer " + stranger["token"]}
    check(server.request("GET", path + "/1", headers=other)[0] == 403, "who never sat there")
    export = json.loads(server.request("GET", "/v1/me/export", headers=bearer)[2])
    check(export["tables"] == [{"table": made["table"], "archived": date(0)}], export["tables"])
    for one in (playing.made, going):
        check(hello(server, one)["t"] == "welcome", "one that is not due")
    check(server.stop() == 0, "stop")
    sound(program, server)
    age(server.data, [playing.made["table"]], 30)
    server.options[:4] = ["--archive-finished-days", "1", "--archive-deserted-days", "0"]
    server.start()
    time.sleep(2.5)
    check(not is_moved(server, playing.made["table"]), "0 is never")
    check(server.stop() == 0, "stop")
    server.options[3] = "60"
    server.start()
    wait_for(lambda: is_moved(server, playing.made["table"]))
    os.rename(server.data + "-archive", server.data + "-away")
    check(server.request("GET", path, headers=bearer)[0] in (200, 503), "the archive is away")
    server.close()


def a_hand_that_was_never_finished_is_told_there_with_its_seed(program, brain):
    """Nobody plays on, so that the deal may be checked; and not before."""
    server = Server(program, "--archive-deserted-days", "30", "--records", "1000000")
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player", overrides=of_hands(3))
    while seats[0].brain.ask("state").split()[0] != "5":
        actor = actor_of(seats)
        actor.play(actor.choose("racer"))
        catch_up(seats)
    for _ in range(5):
        actor = actor_of(seats)
        actor.play(actor.choose("racer"))
        catch_up(seats)
    made, bearer = seats[0].made, {"Authorization": "Bearer " + seats[0].made["token"]}
    path = "/v1/tables/%s/games/1" % made["table"]

    def record():
        status, _, text = server.request("GET", path, headers=bearer)
        check(status == 200, status, text)
        name = os.path.join(server.folder, "told.record")
        with open(name, "wb") as file:
            file.write(text)
        done = subprocess.run([program, "verify", name], capture_output=True, text=True)
        check(done.returncode == 0, done)
        return text.count(b"\nfair_seed "), done.stdout.count(": proven: "), text

    check(record()[:2] == (1, 1), "while it may go on")
    for seat in seats:
        seat.close()
    check(server.stop() == 0, "stop")
    age(server.data, [made["table"]], 31)
    server.start()
    wait_for(lambda: is_moved(server, made["table"]))
    hands, proven, text = record()
    check((hands, proven) == (2, 2), "in the archive", text)
    check(server.stop() == 0, "stop")
    os.unlink(server.data + "-key")
    check(subprocess.run([program, "new-key", server.data]).returncode == 0, "a new key")
    server.start()
    check(record()[:2] == (1, 1), "without the key")
    sound(program, server)
    server.close()


def who_has_a_table_open_keeps_it(program, brain):
    server = Server(program, "--archive-finished-days", "1")
    seats = finished(server, brain)
    table = seats[0].made["table"]
    for seat in seats:
        seat.close()
    check(server.stop() == 0, "stop")
    age(server.data, [table], 2)
    server.start()
    seat = Seat(server, seats[0].made, brain)  # within the first second
    time.sleep(2.5)
    check(not is_moved(server, table), "it is open")
    check(seat.do(do="rematch")["t"] == "ack", "it goes on")
    seat.close()
    server.close()


def a_kill_at_any_moment_loses_nothing(program, brain):
    chance = random.Random(5)
    server = Server(program, "--archive-finished-days", "1")
    tables = []
    for _ in range(3):
        seats = finished(server, brain, count=6)
        tables.append(seats[0].made)
        for seat in seats:
            seat.close()
    check(server.stop() == 0, "stop")
    ids = [made["table"] for made in tables]
    age(server.data, ids, 2)
    before = {table: rows(server.data, table) for table in ids}
    check(min(len(one) for one in before.values()) > 250, "several steps")
    kills = 0
    while not all(is_moved(server, table) for table in ids):
        check(kills < 60, "it does not end")
        server.start()
        time.sleep(1.0 + chance.random() * 0.25)
        server.kill()
        kills += 1
        for table in ids:
            here = [row for row in rows(server.data, table) if row[2] != "archived"]
            there = rows(server.data + "-archive", table)
            check(there == before[table][:len(there)], "the archive has other rows")
            check(len(there) == len(before[table]) or here == before[table], "rows are lost")
    print("# %d kills" % kills)
    sound(program, server)
    server.start()
    for made in tables:
        check(hello(server, made)["code"] == "ARCHIVED", "it has moved")
    server.close()


def a_damaged_table_stays(program, brain):
    server = Server(program, "--archive-finished-days", "1")
    seats = finished(server, brain)
    table = seats[0].made["table"]
    for seat in seats:
        seat.close()
    check(server.stop() == 0, "stop")
    age(server.data, [table], 2)
    database = sqlite3.connect(server.data)
    # In a part that is not read to see whether it is due.
    database.execute("UPDATE log SET body = replace(body, 'Anna', 'Hans'), person = 'x' "
                     "WHERE table_id = ? AND seq = 2", (table,))
    database.commit()
    database.close()
    before = rows(server.data, table)
    server.start()
    time.sleep(2.5)
    check(rows(server.data, table) == before, "it has moved")
    check(server.request("GET", "/healthz")[0] == 200, "the server goes on")
    server.close()


def tables_of_version_1_move_as_well(program, _brain):
    folder, path = unpack()
    server = Server(program, "--archive-finished-days", "1", "--archive-deserted-days", "1",
                    folder=folder)
    check(server.stop() == 0, "stop")
    database = sqlite3.connect(path)
    tables = [row[0] for row in database.execute("SELECT table_id FROM head")]
    database.close()
    age(path, tables, 3650)
    before = {table: rows(path, table) for table in tables}
    server.start()
    wait_for(lambda: all(is_moved(server, table) for table in tables), 100)
    check(all(rows(path + "-archive", table) == before[table] for table in tables), "other rows")
    check(server.stop() == 0, "stop")
    sound(program, server)
    server.close()


if __name__ == "__main__":
    run([people_are_told_before_and_afterwards,
         a_hand_that_was_never_finished_is_told_there_with_its_seed, who_has_a_table_open_keeps_it,
         a_kill_at_any_moment_loses_nothing, a_damaged_table_stays,
         tables_of_version_1_move_as_well])
