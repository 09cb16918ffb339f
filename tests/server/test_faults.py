"""A disk that fails: nothing is said that it does not hold, and afterwards every table goes on.

The system calls of the running server fail by strace, as those of a bad disk do.
"""
import http.client
import json
import os
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time

from client import (RUNNING, Closed, Seat, Server, Socket, actor_of, catch_up, check, copy_table,
                    new_folder, play_on, run, sit_down)
from test_durable import read_log

EVER = "1+"


class Faults:
    """System calls that fail while the block runs: `fdatasync=1..2` are the first two of them.
    `slow_us` lets them succeed, so much later; `kills`: the server dies before it makes them."""

    def __init__(self, server, error="EIO", slow_us=None, kills=False, **calls):
        effect = "delay_enter=%d" % slow_us if slow_us else "error=" + error
        effect = "signal=KILL" if kills else effect
        self.kills = kills
        self.command = ["strace", "-f", "-p", str(server.process.pid), "-o",
                        os.path.join(new_folder(), "calls"), "-e", "trace=" + ",".join(calls)]
        for call, when in calls.items():
            self.command += ["-e", "inject=%s:%s:when=%s" % (call, effect, when)]

    def __enter__(self):
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen(self.command, stderr=self.said)
        end = time.monotonic() + 20
        while b"attached" not in self._text():
            check(self.process.poll() is None and time.monotonic() < end, "strace:", self._text())
            time.sleep(0.01)

    def _text(self):
        self.said.seek(0)
        return self.said.read()

    def __exit__(self, *_):
        """It may wait for ever for a thread of a server that dies while it is told to go."""
        if self.kills:
            self._ended(3)
        self.process.send_signal(signal.SIGINT)
        if not self._ended(10):
            self.process.kill()
            check(self._ended(10), "strace does not end")
        self.said.close()

    def _ended(self, seconds):
        try:
            self.process.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            return False


def two_people(program, brain, **order):
    server = Server(program)
    seats = sit_down(server, brain, "AB", rules="two_player", **order)
    for _ in range(6):
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)
    return server, seats


def repeat_until_answered(seat):
    """Sends the last command again, as pages do, until it is known whether it counts."""
    n = seat.last_sent["n"]
    for _ in range(30):
        seat.answers.pop(n, None)
        seat.socket.send(seat.last_sent)
        answer = seat.answer(n)
        if answer.get("code") != "UNSURE":
            return answer
        time.sleep(0.3)
    check(False, "no answer but UNSURE")


def went_on(server, seats, text):
    """The command under way counted once; everybody knows the same, and the game goes on."""
    actor = next(seat for seat in seats if seat.last_sent and seat.last_sent.get("play") == text)
    answer = repeat_until_answered(actor)
    check(answer["t"] == "ack", "the command, repeated:", answer)
    hashes = [(seat.resync()["seq"], seat.vh) for seat in seats]
    check(hashes[0][0] == hashes[1][0] == answer["seq"], "after", answer, "stand", hashes)
    for _ in range(4):
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)
    server.kill()
    rows = read_log(server, seats[0].made["table"])
    check([row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has holes")
    check(len(rows) == seats[0].seq, "the log has", len(rows), "entries, told were", seats[0].seq)
    check(sum(row[5] == text and row[0] >= answer["seq"] for row in rows[:answer["seq"]]) == 1,
          "not in the log at", answer)
    server.start()
    for seat in seats:
        known = seat.vh
        seat.reconnect()
        check(seat.vh == known, "another hash after the restart")
        seat.close()
    server.close()


def nothing_is_acknowledged_that_no_sync_covers(program, brain):
    for count in (2, 3, 4):
        server, seats = two_people(program, brain)
        actor = actor_of(seats)
        text = actor.choose()
        with Faults(server, fdatasync="1..%d" % count):
            answer = actor.do(play=text)
            check(answer["t"] == "rej" and answer["code"] == "UNSURE",
                  count, "syncs failed; the answer:", answer)
            for seat in seats:
                seat.wait("paused")
                check(seat.messages[-1]["t"] == "paused", "told after the pause")
            for seat in seats:
                seat.wait("snap")
        went_on(server, seats, text)


def a_sync_that_fails_once_is_made_good(program, brain):
    server, seats = two_people(program, brain)
    actor = actor_of(seats)
    text = actor.choose()
    with Faults(server, fdatasync="1"):
        answer = actor.do(play=text)
        check(answer["t"] == "ack", "the answer:", answer)
        catch_up(seats)
    went_on(server, seats, text)


def while_no_sync_succeeds_the_table_is_paused_and_the_server_not_well(program, brain):
    server, seats = two_people(program, brain)
    other = server.make_table(name="C")
    actor = actor_of(seats)
    text = actor.choose()
    with Faults(server, fdatasync=EVER):
        check(actor.do(play=text)["code"] == "UNSURE", "the first answer")
        for seat in seats:
            seat.wait("paused")
        end = time.monotonic() + 4
        while time.monotonic() < end:
            actor.answers.clear()
            actor.socket.send(actor.last_sent)
            check(actor.answer(actor.last_sent["n"])["code"] == "UNSURE", "a later answer")
            actor.socket.send({"t": "resync"})  # answered when there is something to show
            time.sleep(0.2)
        status, _, body = server.request("GET", "/healthz")
        check(status == 503 and json.loads(body)["ok"] is False, "healthz:", status, body)
        status, refusal = server.post("/v1/tables", {"rules": "two_player"})
        check((status, refusal["error"]) == (503, "UNSURE"), "a new table:", status, refusal)
        status, refusal = server.post("/v1/tables/%s/look" % seats[0].made["table"],
                                      {"invite": seats[0].made["invite"]})
        check((status, refusal["error"]) == (503, "STORE"), "a look:", status, refusal)
        for seat in seats:
            for message in iter(lambda seat=seat: seat.next(0.05), None):
                check(message["t"] not in ("ev", "snap"), "told of something:", message)
    for seat in seats:
        seat.wait("snap")
    time.sleep(1.1)
    check(server.request("GET", "/healthz")[0] == 200, "healthz afterwards")
    late = Seat(server, other, brain)
    late.close()
    went_on(server, seats, text)


def play_unsure(server, anna):
    """The rest of a hand, each play of which is unsure at first, a computer's too."""
    check(anna.do(do="pace", ms=5000)["t"] == "ack", "time for strace")
    while anna.state()[0] in RUNNING:
        acts = anna.to_act()
        with Faults(server, fdatasync="1..2"):
            if acts:
                anna.command(play=anna.choose())
            anna.wait("paused")
            anna.wait("snap")
        if acts:
            check(repeat_until_answered(anna)["t"] == "ack", "it is in the log")
        catch_up([anna])


def who_comes_with_a_play_that_was_unsure_is_told_his_seat(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", name="Anna", join="next", pace_ms=0,
                             overrides="target = 100000; rounds = 60")
    anna = Seat(server, made, brain)
    near = lambda _: anna.counts()[0] <= 2 and anna.to_act()
    while play_on([anna], until=near) or not near(None):  # who goes out early does not count
        check(anna.do(do="next")["t"] == "ack", "the next hand")
        catch_up([anna])
    _, ben = server.post("/v1/tables/%s/seats/1" % made["table"],
                         {"invite": made["invite"], "name": "Ben"})
    waits = Socket(server.port)
    waits.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                "token": ben["token"]})
    play_unsure(server, anna)
    told = [waits.receive(10)]
    while "welcome" not in [message["t"] for message in told[1:]] or told[-1]["t"] != "snap":
        told.append(waits.receive(10))
        check(told[-1] is not None, "no seat behind the pause")
    check(anna.seats[1]["who"] == "human", "the play is not in the log:", anna.seats)
    kinds = [message["t"] for message in told if message["t"] != "seats"]
    check(kinds[-3:] == ["paused", "welcome", "snap"] and told[-2]["seat"] == 1 and
          told[-1]["start"].startswith("view seat 1"), "whoever comes hears", told[-3:])
    waits.close()
    anna.close()
    server.close()


def what_is_unsure_is_as_the_log_says_after_a_kill(program, brain):
    server, seats = two_people(program, brain)
    actor = actor_of(seats)
    text = actor.choose()
    with Faults(server, fdatasync=EVER):
        check(actor.do(play=text)["code"] == "UNSURE", "the answer")
        server.kill()
    server.start()
    for seat in seats:
        seat.reconnect()
    went_on(server, seats, text)


def a_file_that_cannot_be_opened_again_is_no_rejection(program, brain):
    server, seats = two_people(program, brain)
    actor = actor_of(seats)
    text = actor.choose()
    with Faults(server, fdatasync="1", openat="1"):
        answer = actor.do(play=text)
        check(answer["t"] == "rej" and answer["code"] == "UNSURE", "the answer:", answer)
        for seat in seats:
            seat.wait("paused")
        answer = repeat_until_answered(actor)
        check(answer["t"] == "ack", "the same command later:", answer)
    went_on(server, seats, text)


def told_of_a_pause(seat):
    return any(message["t"] == "paused" for message in seat.messages)


def bots_wait_for_the_disk_and_play_on(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", pace_ms=50)
    play_on(seats, until=lambda seats: seats[0].seq > 8)
    with Faults(server, fdatasync=EVER):
        end = time.monotonic() + 20
        while not all(told_of_a_pause(seat) for seat in seats):
            check(time.monotonic() < end, "not told of a pause:",
                  [seat.seat for seat in seats if not told_of_a_pause(seat)])
            for seat in seats:
                if seat.to_act() and not told_of_a_pause(seat):
                    seat.do(play=seat.choose())
                seat.next(0.1)
    for seat in seats:
        seat.wait("snap")
    at = seats[0].seq
    play_on(seats, until=lambda seats: seats[0].seq > at + 12)
    server.kill()
    rows = read_log(server, seats[0].made["table"])
    check([row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has holes")
    check(len(rows) >= seats[0].seq, "told of", seats[0].seq, "of", len(rows), "entries")
    for seat in seats:
        seat.close()
    server.close()


def the_key_of_an_unsure_seat_opens_it_or_the_seat_is_free(program, brain):
    for call, killed in (("fdatasync", False), ("fdatasync", True), ("pwrite64", True)):
        server = Server(program)
        made = server.make_table(rules="two_player", name="A", pace_ms=5000)
        me = server.post("/v1/me", {"name": "B"})[1]
        path = "/v1/tables/%s/seats/1" % made["table"]
        order = {"invite": made["invite"], "token": me["token"]}
        with Faults(server, **{call: "1..2" if call == "fdatasync" else EVER, "openat": EVER}):
            status, taken = server.post(path, order)
            if call == "pwrite64":
                check((status, taken["error"]) == (503, "STORE"), "nothing written:", status, taken)
                taken["token"] = "0" * 32
            else:
                check(status == 202 and taken["unsure"] is True, status, taken)
            if killed:
                server.kill()
        if killed:
            server.start()
        end = time.monotonic() + 20
        answer = {"code": "STORE"}
        while answer.get("code") == "STORE" and time.monotonic() < end:
            socket = Socket(server.port)
            socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                         "token": me["token"]})
            answer = socket.receive(10)
            socket.close()
            time.sleep(0.3)
        if call == "fdatasync":
            check(answer["t"] == "welcome", "the seat was saved; hello:", answer)
        else:
            check(answer.get("code") == "BAD_TOKEN", "the seat was not saved; hello:", answer)
            server.take_seat(made, 1, "B")
        server.close()


def seats_and_list(server, person):
    """Tables at whose seats somebody was seated, and those of which his own list says so."""
    database = sqlite3.connect(server.data)
    seats = {table for table, body in database.execute(
        "SELECT table_id, body FROM log WHERE kind = 'seat'") if person in body}
    listed = {json.loads(body).get("sits") for body, in database.execute(
        "SELECT body FROM log WHERE table_id = ?", (person,))}
    database.close()
    return seats, listed - {None}


def who_sits_down_knows_it_whenever_the_server_dies(program, _brain):
    outcomes = set()
    for sync in (1, 2):
        for order in (None, {"join": "now"}, {"join": "next"}):
            server = Server(program)
            made = server.make_table(name="Anna", **(order or {}))
            ben = server.post("/v1/me", {"name": "Ben"})[1]
            path, body = "/v1/tables", {"rules": "two_player", "token": ben["token"]}
            if order:
                path += "/%s/seats/1" % made["table"]
                body["invite"] = made["invite"]
            with Faults(server, kills=True, fdatasync=str(sync)):
                try:
                    server.post(path, body)
                except (OSError, http.client.HTTPException):
                    pass  # it died
            server.kill()
            server.start()
            seats, listed = seats_and_list(server, ben["person"])
            check(seats == listed, order, sync, "he sits at", seats, "and knows of", listed)
            outcomes.add(len(seats))
            check(server.post("/v1/me/delete", {"confirm": "delete", "token": ben["token"]})[0] ==
                  200, "erased")
            seat = server.post("/v1/tables/%s/look" % made["table"],
                               {"invite": made["invite"]})[1]["seats"][1]
            check(seat["who"] == "bot" and "coming" not in seat, "a seat of nobody:", seat)
            server.close()
    check(1 in outcomes, "nobody ever sat down")


def a_table_of_which_nobody_knows_is_no_rejection(program, _brain):
    server = Server(program)
    with Faults(server, fdatasync="1..2"):
        status, refusal = server.post("/v1/tables", {"rules": "two_player"})
        check((status, refusal["error"]) == (503, "UNSURE"), status, refusal)
    server.close()


def who_has_left_when_the_log_was_unsure_is_sent_away(program, brain):
    server, seats = two_people(program, brain)
    with Faults(server, fdatasync="1..2"):
        status, refusal = server.post("/v1/tables/%s/leave" % seats[1].made["table"],
                                      {"token": seats[1].made["token"]})
        check((status, refusal["error"]) == (503, "UNSURE"), status, refusal)
    check(seats[1].wait("bye")["code"] == "LEFT", "the log says so")
    seats[0].wait("snap")
    check(seats[0].seats[1]["who"] == "bot", "who sits there:", seats[0].seats)
    for seat in seats:
        seat.close()
    server.close()


def a_log_that_cannot_be_read_just_now_does_not_deny_the_table(program, brain):
    server, seats = two_people(program, brain)
    made = seats[0].made
    for seat in seats:
        seat.disconnect()
    server.stop()
    database = sqlite3.connect(server.data)
    for i in range(150):  # so that what is read at the start is not all there is
        copy_table(database, made["table"], "0000%06d" % i)
        copy_table(database, made["table"], "zzzz%06d" % i)
    database.commit()
    database.close()
    server.start()
    socket = Socket(server.port)
    hello = {"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
             "token": made["token"]}
    with Faults(server, pread64=EVER):
        socket.send(hello)
        answer = socket.receive(10)
        check(answer.get("code") == "STORE", "the answer to hello:", answer, server.said())
        status, refusal = server.post("/v1/tables/%s/look" % made["table"],
                                      {"invite": made["invite"]})
        check((status, refusal["error"]) == (503, "STORE"), "a look:", status, refusal)
    end = time.monotonic() + 10
    answer = None
    while time.monotonic() < end:
        socket.send(hello)
        answer = socket.receive(10)
        if answer["t"] == "welcome":
            break
        check(answer["code"] == "STORE", "afterwards:", answer)
        time.sleep(0.3)
    check(answer["t"] == "welcome", "afterwards:", answer)
    check(socket.receive(10)["t"] == "snap", "no snapshot")
    socket.close()
    server.close()


def who_waits_for_a_slow_disk_is_not_sent_away(program, _brain):
    server = Server(program)
    made = server.make_table(pace_ms=5000)
    hello = {"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
             "token": made["token"]}
    first = Socket(server.port)
    first.send(hello)
    check(first.receive()["t"] == "welcome", "no welcome")
    with Faults(server, slow_us=12000000, fdatasync="1"):
        first.send({"t": "cmd", "n": 1, "at": 0, "do": "pace", "ms": 4000})
        time.sleep(0.5)  # it is with the disk now
        second, mute = Socket(server.port), Socket(server.port)
        second.send(dict(hello, inst="87654321"))
        began = time.monotonic()
        came = []
        while not came or came[-1] not in ("welcome", None):
            message = second.receive(30)
            came.append(message and message["t"])
        waited = time.monotonic() - began
        check(came[-1] == "welcome", "after", waited, "seconds:", came)
        check(waited > 10, "the disk was not slow, only", waited, "seconds")
        try:
            check(False, "who says nothing hears", mute.receive(20))
        except Closed as closed:
            check(closed.code == 1008, closed)
    server.close()


def tables_that_fill_the_memory_do_not_deny_the_others(program, brain):
    places = 20
    server = Server(program, "--tables", str(places))
    made = server.make_table(rules="two_player", name="A", pace_ms=5000)
    server.stop()
    database = sqlite3.connect(server.data)
    for i in range(places + 1):
        copy_table(database, made["table"], "copy%06d" % i)
    database.commit()
    database.close()
    server.start()
    sockets = []
    for i in range(places):
        sockets.append(Socket(server.port))
        sockets[-1].send({"t": "hello", "v": 1, "inst": "12345678", "table": "copy%06d" % i,
                          "token": made["token"]})
        check(sockets[-1].receive(10)["t"] == "welcome", "table", i)
    path = "/v1/tables/copy%06d/look" % places
    status, refusal = server.post(path, {"invite": made["invite"]})
    check((status, refusal["error"]) == (503, "FULL"), "with every place in use:", status, refusal)
    sockets.pop().close()
    end = time.monotonic() + 10
    while status != 200 and time.monotonic() < end:
        status, look = server.post(path, {"invite": made["invite"]})
    check(status == 200 and look["seats"][0]["name"] == "A", "afterwards:", status, look)
    for socket in sockets:
        socket.close()
    server.close()


def a_full_disk_makes_the_server_unwell_and_nothing_else(program, brain):
    server, seats = two_people(program, brain)
    pid = server.process.pid
    check(server.request("GET", "/healthz")[0] == 200, "at first")
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, limits[1]))
    time.sleep(1.1)
    status, _, body = server.request("GET", "/healthz")
    check(status == 503 and json.loads(body)["ok"] is False, "healthz:", status, body)
    actor = actor_of(seats)
    text = actor.choose()
    for _ in range(2):
        check(actor.do(play=text)["code"] == "STORE", "a play that is known not to be saved")
    status, look = server.post("/v1/tables/%s/look" % actor.made["table"],
                               {"invite": actor.made["invite"]})
    check(status == 200, "reading goes on:", status, look)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
    time.sleep(1.1)
    check(server.request("GET", "/healthz")[0] == 200, "healthz afterwards")
    actor.play(text)
    catch_up(seats)
    for seat in seats:
        seat.close()
    server.close()


if __name__ == "__main__":
    run([nothing_is_acknowledged_that_no_sync_covers,
         a_sync_that_fails_once_is_made_good,
         while_no_sync_succeeds_the_table_is_paused_and_the_server_not_well,
         who_comes_with_a_play_that_was_unsure_is_told_his_seat,
         what_is_unsure_is_as_the_log_says_after_a_kill,
         a_file_that_cannot_be_opened_again_is_no_rejection,
         bots_wait_for_the_disk_and_play_on,
         the_key_of_an_unsure_seat_opens_it_or_the_seat_is_free,
         who_sits_down_knows_it_whenever_the_server_dies,
         a_table_of_which_nobody_knows_is_no_rejection,
         who_has_left_when_the_log_was_unsure_is_sent_away,
         a_log_that_cannot_be_read_just_now_does_not_deny_the_table,
         who_waits_for_a_slow_disk_is_not_sent_away,
         tables_that_fill_the_memory_do_not_deny_the_others,
         a_full_disk_makes_the_server_unwell_and_nothing_else])
