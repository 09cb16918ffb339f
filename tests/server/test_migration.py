"""Old data files show what they showed; those of version 1 are brought to version 2.

The files in data/ were written by programs of their time (data/make_v1.py, data/make_v2.py), with
what these showed.
"""
import gzip
import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import tarfile
import time

from client import Seat, Server, actor_of, catch_up, check, link_of, new_folder, play_on, run
from shown import OPTIONS, shown
from test_fair import Checker

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


def unpack(copies=0):
    """A folder with a data file of version 1, in which each table may stand many times."""
    folder = new_folder()
    path = os.path.join(folder, "tables.db")
    with gzip.open(os.path.join(DATA, "v1_tables.db.gz")) as packed, open(path, "wb") as data:
        shutil.copyfileobj(packed, data)
    database = sqlite3.connect(path)
    check(database.execute("PRAGMA user_version").fetchone() == (1,), "the corpus is too new")
    for i in range(copies):
        database.execute("INSERT INTO log SELECT substr(table_id, 1, 5) || ?, seq, kind, seat, "
                         "inst, n, body_hash, body, time FROM log WHERE table_id NOT LIKE '%-%'",
                         ("-%04d" % i,))
    database.commit()
    database.close()
    return folder, path


def rows_of(path, columns):
    database = sqlite3.connect(path)
    rows = database.execute("SELECT %s FROM log ORDER BY table_id, seq" % columns).fetchall()
    database.close()
    return rows


V1_COLUMNS = "table_id, seq, kind, seat, inst, n, body_hash, body, time"


def compare(server, brain, keys):
    """Every table shows what it showed to the program of version 1."""
    for name, one in keys.items():
        made = one["made"]
        status, look = server.post("/v1/tables/%s/look" % made[0]["table"],
                                   {"invite": made[0]["invite"]})
        new = {key: look.pop(key) for key in ("join", "kept_until", "deserted", "totals", "sides",
                                              "won", "at", "hand")}
        look.pop("turn", None)  # of who is to act, where somebody is
        check((new["join"], new["deserted"]) == ("now", 0), "as it was in version 1", new)
        check(len(new["sides"]) == len(look["seats"]), "how it stands", new)
        check(status == 200 and look == one["look"], name, "looks like", look)
        for key, was in zip(made, one["snaps"]):
            seat = Seat(server, key, brain, inst=one["inst"])
            snap = seat.messages[-1]
            new = {key: snap["table"].pop(key)
                   for key in ("join", "clock", "paused", "owner", "kept_until", "deserted")}
            check((new["join"], new["clock"], new["paused"]) == ("now", 0, False), new)
            for what, value in was.items():
                check(snap[what] == value, name, "seat", key["seat"], what, snap[what], value)
            seat.close()


# Names of bots stand in no file: today's, by what they were.
BOTS = {"Alma": "Domino", "Bruno": "Gizmo", "Clara": "Pixel", "David": "Rook", "Emma": "Tally"}


def told_by(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for was, now in BOTS.items():
        text = re.sub(r"\b%s\b" % was, now, text)
    return json.loads(text)


def known():
    return told_by(os.path.join(DATA, "v1_tables.json"))


def every_table_of_version_1_shows_what_it_showed(program, brain):
    folder, path = unpack()
    before = rows_of(path, V1_COLUMNS)
    server = Server(program, folder=folder)
    keys = known()
    compare(server, brain, keys)
    server.stop()
    check(rows_of(path, V1_COLUMNS) == before, "the rows have changed")
    check(set(rows_of(path, "person, base, sealed")) == {(None, None, None)}, "there is more now")
    links, heads = {}, {}
    for *row, chain in rows_of(path, V1_COLUMNS + ", chain"):
        links[row[0]] = link_of(links.get(row[0], bytes(32)), row + [None, None, None])
        check(chain == links[row[0]], "another link at", row)
        heads[row[0]] = (row[0], row[1], chain, 0)
    database = sqlite3.connect(path)
    check(sorted(heads.values()) == database.execute("SELECT * FROM head ORDER BY table_id")
          .fetchall(), "other heads")
    check(database.execute("PRAGMA integrity_check").fetchone() == ("ok",), "the file is not whole")
    database.close()
    server.start()
    compare(server, brain, keys)
    server.close()


def they_go_on_and_know_their_keys(program, brain):
    folder, _ = unpack()
    server = Server(program, folder=folder)
    for name, one in known().items():
        seats = [Seat(server, key, brain, inst=one["inst"]) for key in one["made"]]
        if one["command"]:
            seats[0].socket.send(one["command"])
            answer = seats[0].answer(one["command"]["n"])
            check(answer["t"] == "ack", name, "- its last command, repeated:", answer)
        for _ in range(8):
            if any(seat.state()[0] == "6" or seat.rests() for seat in seats) or len(seats) < 4:
                break
            actor = actor_of(seats)
            actor.play(actor.choose())
            catch_up(seats)
        for seat in seats:
            hashed = seat.vh
            seat.reconnect()
            check(seat.vh == hashed, name, "another hash")
            seat.close()
    server.close()


def a_full_disk_leaves_the_old_file_as_it_was(program, brain):
    folder, path = unpack(copies=60)
    before = rows_of(path, V1_COLUMNS)
    size = os.path.getsize(path)
    tries = 0
    for part in (0.1, 0.5, 0.9, 1.0):
        limit = int(size * part) // 4096 * 4096 + 8192
        done = subprocess.run(
            [program, "serve", "--port", "0", "--data", path], capture_output=True, text=True,
            timeout=60, preexec_fn=lambda limit=limit: resource.setrlimit(
                resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY)))
        check(done.returncode == 1, "status", done.returncode, done.stderr)
        check(path in done.stderr and "version 1" in done.stderr and
              "nothing has changed" in done.stderr, done.stderr)
        tries += 1
        database = sqlite3.connect(path)
        check(database.execute("PRAGMA user_version").fetchone() == (1,), "another version")
        check([name for name, in database.execute("SELECT name FROM sqlite_schema "
                                                  "WHERE type = 'table'")] == ["log"], "tables")
        database.close()
        check(rows_of(path, V1_COLUMNS) == before, "the rows have changed")
    check(tries == 4, tries)
    server = Server(program, folder=folder)
    compare(server, brain, known())
    server.close()


def a_kill_in_the_midst_leaves_version_1_or_version_2(program, brain):
    seen = set()
    for delay in (0, 0.02, 0.06, 0.2, 0.6, 20):
        folder, path = unpack(copies=20)
        process = subprocess.Popen([program, "serve", "--port", "0", "--quiet", "--data", path],
                                   stderr=subprocess.DEVNULL)
        end = time.monotonic() + delay
        while time.monotonic() < end and not os.path.exists(path + "-seen"):
            time.sleep(0.002)
        process.kill()
        process.wait()
        database = sqlite3.connect(path)
        version, = database.execute("PRAGMA user_version").fetchone()
        tables = {name for name, in database.execute("SELECT name FROM sqlite_schema "
                                                     "WHERE type = 'table'")}
        database.close()
        check(tables == ({"log"} if version == 1 else {"log", "head", "meta"}), version, tables)
        seen.add(version)
        server = Server(program, folder=folder)
        compare(server, brain, known())
        server.close()
    check(seen == {1, 2}, "killed in", seen)


def of_version_2(program):
    """A server with the data file of version 2, and what was asked and shown of it."""
    folder = new_folder()
    with tarfile.open(os.path.join(DATA, "v2.tar.gz")) as packed:
        packed.extractall(folder)
    told = told_by(os.path.join(folder, "shown.json"))
    return Server(program, *OPTIONS, folder=folder), told


def holds(now, was):
    """Whether all that was shown is shown; there may be more members."""
    if isinstance(was, dict) and isinstance(now, dict):
        return all(key in now and holds(now[key], value) for key, value in was.items())
    if isinstance(was, list) and isinstance(now, list):
        return len(now) == len(was) and all(map(holds, now, was))
    return now == was


def all_that_version_2_showed_is_shown(program, brain):
    server, told = of_version_2(program)
    asked = [what for what, _ in told if isinstance(what, list)]
    seats = [what for what, _ in told if isinstance(what, dict)]
    check(len(asked) > 50 and len(seats) > 15, len(asked), len(seats))
    for _ in range(2):
        for (what, was), (_, now) in zip(told, shown(server, brain, asked, seats)):
            check(holds(now, was), what, "showed", was, "and shows", now)
        server.stop()
        for data in (server.data, server.data + "-archive"):
            done = subprocess.run([program, "check", data], capture_output=True, text=True)
            check(done.returncode == 0, done.stdout, done.stderr)
        server.start()
    status, anna = server.post("/v1/session", {"login": "anna.m", "password": "correct horse"})
    check((status, anna.get("name")) == (200, "Anna 65"), "the password is good:", anna)
    server.close()


def hands_of_version_2_are_played_to_their_end(program, brain):
    server, told = of_version_2(program)
    tables = {}
    for made, _ in told:
        if isinstance(made, dict):
            tables.setdefault(made["table"], []).append(made)
    ended = 0
    for made in tables.values():
        if len(made) != 2:
            continue
        seats = [Checker(server, one, brain) for one in made]
        if seats[0].messages[-1]["table"]["paused"]:
            check(seats[0].do(do="resume")["t"] == "ack", "it goes on")
            catch_up(seats)
        play_on(seats)
        check(all(seat.verified == 1 for seat in seats), "the deal that was sealed is proven")
        ended += 1
        for seat in seats:
            seat.close()
    check(ended == 3, ended, "hands")
    server.close()


if __name__ == "__main__":
    run([all_that_version_2_showed_is_shown,
         hands_of_version_2_are_played_to_their_end,
         every_table_of_version_1_shows_what_it_showed,
         they_go_on_and_know_their_keys,
         a_full_disk_leaves_the_old_file_as_it_was,
         a_kill_in_the_midst_leaves_version_1_or_version_2])
