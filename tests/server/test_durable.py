"""What was acknowledged is in the log once, whatever happens to the server."""
import os
import random
import resource
import signal
import sqlite3
import time

from client import (QUIET_SECONDS, RUNNING, Closed, Failure, Seat, Server, Socket, actor_of,
                    catch_up, chain_again, check, copy_log, copy_table, drain, play_on, run,
                    sit_down)


def read_log(server, table):
    """The rows of a table, read from the files of a server that is not running."""
    database = sqlite3.connect(server.data)
    rows = database.execute("SELECT seq, kind, seat, inst, n, body FROM log WHERE table_id = ? "
                            "ORDER BY seq", (table,)).fetchall()
    database.close()
    return rows


class Witness:
    """Remembers every acknowledgement and everything seen, to be compared with the log."""

    def __init__(self):
        self.acked = {}  # (seat, inst, n) -> (seq, command)
        self.seen = {}  # seat -> highest seq told of

    def note(self, seat, n, answer, sent):
        self.acked[seat.seat, seat.inst, n] = answer["seq"], sent

    def compare(self, rows):
        check([row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has holes")
        keys = {}
        for seq, kind, seat, inst, n, body in rows:
            if inst is not None:
                check((seat, inst, n) not in keys, "a command was played twice")
                keys[seat, inst, n] = seq, kind, body
        for key, (seq, sent) in self.acked.items():
            check(key in keys, "an acknowledged command is not in the log:", key, sent)
            check(keys[key][0] == seq, "it is at", keys[key][0], "and was acknowledged as", seq)
            if "play" in sent:
                check(keys[key][1:] == ("play", sent["play"]), "another play:", keys[key], sent)
        for seat, seq in self.seen.items():
            check(seq <= len(rows), "seat", seat, "was told of", seq, "which is not in the log")


def play_until_it_breaks(seats, witness, stop):
    """Plays as people do until `stop` says so or the connection breaks."""
    while not stop():
        actor = next((seat for seat in seats if seat.to_act()), None)
        phase, _ = seats[0].state()
        if actor:
            text = actor.choose()
            n = actor.command(play=text)
            sent = dict(actor.last_sent)
        elif phase in RUNNING:
            drain(seats, QUIET_SECONDS)
            continue
        else:
            actor = seats[0]
            n = actor.command(do="next" if phase == "5" else "rematch")
            sent = dict(actor.last_sent)
        answer = actor.answer(n)
        check(answer["t"] == "ack", "a legal play was refused:", sent, answer)
        witness.note(actor, n, answer, sent)
        actor.read_up_to(answer["seq"])
        catch_up(seats)
        for seat in seats:
            witness.seen[seat.seat] = max(witness.seen.get(seat.seat, 0), seat.seq)


def kill_many_times(program, brain, kills, **order):
    """Kills the server in the middle of a game; returns how often a play was saved and not heard
    of."""
    chance = random.Random(11)
    server = Server(program)
    seats = sit_down(server, brain, "AB", **order)
    witness = Witness()
    saved_unheard = 0
    for round_i in range(kills):
        stop_at = seats[0].seq + chance.randrange(3, 25)
        play_until_it_breaks(seats, witness, lambda: seats[0].seq >= stop_at)
        # One command is on its way when the server dies: it may count or not, but once at most.
        actor = next((seat for seat in seats if seat.to_act()), None)
        if actor:
            actor.command(play=actor.choose())
            if round_i % 2:
                time.sleep(chance.random() * 0.003)
            elif round_i % 5 == 0:
                time.sleep(0.05)
        server.kill()
        pending = dict(actor.last_sent) if actor else None
        answered = None
        if actor:
            try:
                while actor.socket.receive(0.2) is not None:
                    pass
            except Closed:
                pass
        for seat in seats:
            # What had been sent before the death has been seen.
            try:
                while seat.next(0.05) is not None:
                    pass
            except (Closed, Failure, ConnectionError):
                pass
            witness.seen[seat.seat] = max(witness.seen.get(seat.seat, 0), seat.seq)
        rows = read_log(server, seats[0].made["table"])
        witness.compare(rows)
        server.start()
        for seat in seats:
            seat.reconnect()
        if pending:
            in_log = any((row[2], row[3], row[4]) == (actor.seat, actor.inst, pending["n"])
                         for row in rows)
            actor.answers.clear()
            actor.socket.send(pending)
            answered = actor.answer(pending["n"])
            check(answered["t"] == "ack", "the repeated command:", pending, answered)
            saved_unheard += in_log
            witness.note(actor, pending["n"], answered, pending)
            actor.read_up_to(answered["seq"])
        catch_up(seats)
        check(seats[0].seq >= witness.seen[0], "the table has forgotten something")
    play_on(seats)
    check(server.stop() == 0, "the last stop")
    witness.compare(read_log(server, seats[0].made["table"]))
    check(len(witness.acked) > 2 * kills, "only", len(witness.acked), "commands were made")
    for seat in seats:
        seat.close()
    server.close()
    return saved_unheard


def kill_25_times_in_the_middle_of_a_game(program, brain):
    saved_unheard = kill_many_times(program, brain, 25, overrides="target = 3000")
    check(saved_unheard > 0, "no kill fell between the commit and its acknowledgement")


def kill_12_times_where_talons_and_packets_wait(program, brain):
    for rules, players in (("modern_american", 4), ("hand_and_foot", 4), ("five_hand", 5)):
        kill_many_times(program, brain, 4, rules=rules, players=players)


def the_same_hash_before_and_after_a_kill(program, brain):
    server = Server(program)
    for rules, players in (("classic_pagat", 4), ("two_player", 2), ("hand_and_foot", 6),
                           ("modern_american", 4), ("cutthroat_3", 3), ("samba", 4)):
        seats = sit_down(server, brain, "ABCDEF"[:players], rules=rules, players=players)
        for _ in range(5):
            for _ in range(8):
                actor = actor_of(seats)
                actor.play(actor.choose())
                catch_up(seats)
            before = [(seat.seq, seat.vh) for seat in seats]
            server.kill()
            server.start()
            for seat in seats:
                seat.reconnect()
            check([(seat.seq, seat.vh) for seat in seats] == before, "another hash after the kill")
        for seat in seats:
            seat.close()
    server.close()


def nobody_hears_of_a_play_that_is_not_on_disk(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", rules="two_player")
    for _ in range(30):
        actor = actor_of(seats)
        answer = actor.play(actor.choose())
        rows = copy_log(server, actor.made["table"])
        check(len(rows) >= answer["seq"], "acknowledged", answer, "but not in the files")
        check(rows[answer["seq"] - 1][5] == actor.last_sent["play"], "another play in the files")
        catch_up(seats)
    for seat in seats:
        seat.close()
    server.close()


def a_play_that_cannot_be_saved_has_not_happened(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "ABCD")
    for _ in range(6):
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)
    before = [(seat.seq, seat.vh) for seat in seats]
    pid = server.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, limits[1]))  # like a disk that is full
    actor = actor_of(seats)
    text = actor.choose()
    for _ in range(3):
        answer = actor.do(play=text)
        check(answer["t"] == "rej" and answer["code"] == "STORE", "gave", answer)
    status, refusal = server.post("/v1/tables", {"rules": "classic_pagat"})
    check((status, refusal["error"]) == (503, "STORE"), status, refusal)
    check(all(seat.next(0.05) is None for seat in seats), "somebody heard of it")
    check([(s.resync()["seq"], s.vh) for s in seats] == before, "it has happened all the same")
    resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
    actor.play(text)
    catch_up(seats)
    play_on(seats)
    server.kill()
    rows = read_log(server, seats[0].made["table"])
    check(len(rows) == seats[0].seq, "the log and the table differ")
    server.start()
    for seat in seats:
        hashed = seat.vh
        seat.reconnect()
        check(seat.vh == hashed, "another hash")
        seat.close()
    server.close()


def sigterm_says_farewell_and_ends_with_status_0(program, brain):
    for number in (signal.SIGTERM, signal.SIGINT):
        server = Server(program)
        seats = sit_down(server, brain, "ABCD")
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)
        idle = Socket(server.port)
        server.process.send_signal(number)
        for seat in seats:
            check(seat.wait("bye")["code"] == "RESTART", "a farewell")
            try:
                check(False, "after the farewell came", seat.socket.receive(5))
            except Closed as closed:
                check(closed.code == 1012, "closed with", closed.code)
        check(server.process.wait(10) == 0, "the status is", server.process.returncode)
        check(os.listdir(server.folder).count("tables.db-wal") == 0, "the log was not folded in")
        check("saved" in server.said(), server.said())
        idle.close()
        server.start()
        for seat in seats:
            hashed = seat.vh
            seat.reconnect()
            check(seat.vh == hashed, "another hash after the restart")
            seat.close()
        server.close()


def a_table_whose_log_is_not_what_was_saved_is_not_shown(program, brain):
    damages = [("UPDATE log SET body = body || ' ' WHERE seq = 6", 6),
               ("UPDATE log SET time = time + 1 WHERE seq = 4", 4),
               ("UPDATE log SET person = '' WHERE seq = 5", 5),
               ("UPDATE log SET sealed = x'00' WHERE seq = 5", 5),
               ("UPDATE log SET chain = zeroblob(32) WHERE seq = 5", 5),
               ("UPDATE log SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM log)", 9),
               ("DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)", 9),
               ("DELETE FROM log WHERE seq = 4", 4),
               ("DELETE FROM log", 4),
               ("DELETE FROM head", 1),
               ("UPDATE head SET seq = seq - 1", 10),
               ("UPDATE head SET chain = zeroblob(32)", 10)]
    server = Server(program)
    seats = sit_down(server, brain, "AB", rules="two_player", pace_ms=5000)
    for _ in range(9 - seats[0].seq):
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)
    made = seats[0].made
    server.stop()
    database = sqlite3.connect(server.data)
    for i in range(len(damages)):
        copy_table(database, made["table"], "damaged%03d" % i)
        change, _ = damages[i]
        change = change.replace("FROM log)", "FROM log WHERE table_id = 'damaged%03d')" % i)
        word = " AND " if "WHERE seq" in change else " WHERE "
        database.execute(change + word + "table_id = 'damaged%03d'" % i)
    database.commit()
    database.close()
    server.start()
    hello = {"t": "hello", "v": 1, "inst": "12345678", "token": made["token"]}
    for _ in range(2):
        for i, (change, _) in enumerate(damages):
            socket = Socket(server.port)
            socket.send(dict(hello, table="damaged%03d" % i))
            answer = socket.receive(5)
            check(answer.get("code") == "DAMAGED", change, "gave", answer)
            socket.close()
    for i, (change, seq) in enumerate(damages):
        line = "canasta: table damaged%03d: its log is damaged at entry %d\n" % (i, seq)
        check(server.said().count(line) == 1, change, "- said:", server.said())
    for seat in seats:
        seat.reconnect()
        seat.close()
    server.close()


def a_table_whose_log_is_damaged_is_not_shown_and_harms_no_other(program, brain):
    server = Server(program)
    good = sit_down(server, brain, "AB", rules="two_player")
    bad = sit_down(server, brain, "AB", rules="two_player")
    for seats in (good, bad):
        for _ in range(4):
            actor = actor_of(seats)
            actor.play(actor.choose())
            catch_up(seats)
    server.stop()
    database = sqlite3.connect(server.data)
    database.execute("UPDATE log SET body = 'discard 3h' WHERE table_id = ? AND kind = 'play' "
                     "AND seq = 8", (bad[0].made["table"],))
    chain_again(database, bad[0].made["table"])
    database.commit()
    database.close()
    server.start()
    for seat in good:
        seat.reconnect()
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": bad[0].made["table"],
                 "token": bad[0].made["token"]})
    check(socket.receive(5)["code"] == "DAMAGED", "the damaged table")
    check("cannot be replayed beyond entry 7" in server.said(), server.said())
    play_on(good)
    for seat in good + bad:
        seat.close()
    server.close()


def tables_beyond_what_memory_holds_take_turns_there(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", rules="two_player")
    other = server.make_table(rules="two_player", name="C", pace_ms=5000)
    server.stop()
    database = sqlite3.connect(server.data)
    for i in range(600):
        copy_table(database, other["table"], "copy%06d" % i)
    database.commit()
    database.close()
    server.start()
    for seat in seats:
        seat.reconnect()
    for i in range(600):
        status, look = server.post("/v1/tables/copy%06d/look" % i, {"invite": other["invite"]})
        check(status == 200 and look["seats"][0]["name"] == "C", i, status, look)
        if i % 50 == 0:
            actor = actor_of(seats)
            actor.play(actor.choose())
            catch_up(seats)
    late = Seat(server, dict(other, table="copy000000"), brain)
    check(late.seq == 5, "a table read again from the log", late.seq)
    late.close()
    for seat in seats:
        seat.close()
    server.close()


if __name__ == "__main__":
    run([kill_25_times_in_the_middle_of_a_game,
         kill_12_times_where_talons_and_packets_wait,
         the_same_hash_before_and_after_a_kill,
         nobody_hears_of_a_play_that_is_not_on_disk,
         a_play_that_cannot_be_saved_has_not_happened,
         sigterm_says_farewell_and_ends_with_status_0,
         a_table_whose_log_is_not_what_was_saved_is_not_shown,
         a_table_whose_log_is_damaged_is_not_shown_and_harms_no_other,
         tables_beyond_what_memory_holds_take_turns_there])
