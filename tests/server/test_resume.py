"""Coming back: a client that says what it knows is told what it has missed, byte for byte what
those were told who stayed, but for who is present.

Not here: crashes and failing disks (sim/), the page (web/e2e).
"""
import random
import re
import time

from client import (Seat, Server, Socket, actor_of, catch_up, check, copy_log, of_hands, play_on,
                    run, sit_down)


def plain(text):
    """An event without who is present, which is not in the log."""
    return re.sub(r'"present":(true|false)', '"present":0', text)


class Witness:
    """A connection that stays, and keeps every event as it came."""

    def __init__(self, server, hello):
        self.server = server
        self.hello = dict({"t": "hello", "v": 1, "inst": "witness-0"}, **hello)
        self.socket = Socket(server.port)
        self.socket.send(self.hello)
        self.events = {}
        self.first = None
        while self.first is None:
            self.read(20)

    def read(self, timeout):
        message = self.socket.receive(timeout)
        if message is None:
            return False
        if message["t"] == "snap":
            check(self.first is None, "a snapshot of somebody who stayed")
            self.first = self.seq = message["seq"]
        if message["t"] == "ev":
            check(message["seq"] == self.seq + 1, "a gap", message)
            self.seq = message["seq"]
            self.events[self.seq] = plain(self.socket.last_text)
        return True

    def read_up_to(self, seq):
        while self.seq < seq:
            check(self.read(20), "not told of", seq)

    def comes_back(self, seq, inst="returning"):
        """What somebody is told who knows all up to `seq`: the messages behind the welcome."""
        return missed(self.server, dict(self.hello, inst=inst, seq=seq))

    def check_back(self, seq):
        welcome, events, _ = self.comes_back(seq)
        check(welcome.get("resumed") is True, "no resumption at", seq, welcome)
        told = [self.events[i] for i in range(seq + 1, self.seq + 1)]
        check([plain(one) for one in events] == told, "from", seq, "was told", events, "and not",
              told)


def missed(server, hello):
    socket = Socket(server.port)
    socket.send(hello)
    welcome = socket.receive(20)
    check(welcome["t"] == "welcome", welcome)
    events, kinds = [], []
    while not kinds or kinds[-1] not in ("seats", "snap"):
        message = socket.receive(20)
        kinds.append(message["t"])
        if message["t"] == "ev":
            events.append(socket.last_text)
    socket.close()
    check((kinds[-1] == "seats") == ("resumed" in welcome), welcome, kinds)
    return welcome, events, kinds


def witnesses_of(server, seats):
    made = seats[0].made
    list_ = [Witness(server, {"table": one.made["table"], "token": one.made["token"]})
             for one in seats]
    list_.append(Witness(server, {"table": made["table"], "watch": made["watch"]}))
    return list_


def meet(seats, witnesses):
    catch_up(seats)
    for one in witnesses:
        one.read_up_to(seats[0].seq)


def play_some(seats, witnesses, chance, plays, now_and_then):
    """Plays, and has somebody come back after each event from anywhere."""
    for i in range(plays):
        if seats[0].state()[0] in ("5", "6"):
            return
        actor = actor_of(seats)
        actor.play(actor.choose("racer"))
        now_and_then(i, actor)
        meet(seats, witnesses)
        for j, one in enumerate(witnesses):
            anywhere = (i + j) % 2 == 0
            one.check_back(chance.randint(one.first, one.seq) if anywhere else one.seq - 1)


def who_comes_back_at_any_event_is_told_what_he_missed(program, brain):
    chance = random.Random(1)
    server = Server(program)
    for rules, names in (("classic_pagat", ["A", "B", "C", "D"]), ("two_player", ["A", "B"]),
                         ("relaxed", ["A", "B", "C", "D", "E"])):
        seats = sit_down(server, brain, names, rules=rules, players=len(names), watch=True,
                         overrides=of_hands(1))
        witnesses = witnesses_of(server, seats)

        def pace(i, actor):
            if i % 7 == 0:
                check(actor.do(do="pace", ms=i + 1)["t"] == "ack", "pace")

        play_some(seats, witnesses, chance, 1000, pace)
        check(seats[0].do(do="rematch")["t"] == "ack", "rematch")
        meet(seats, witnesses)
        play_some(seats, witnesses, chance, 3, lambda i, actor: None)
        for one in witnesses:
            for seq in range(one.first, one.seq + 1, 1 if len(names) == 2 else 3):
                one.check_back(seq)
        for seat in seats:
            seat.close()
        server.kill()
        server.start()  # the same from the log alone
        for one in witnesses:
            for seq in range(one.first, one.seq, 9):
                one.check_back(seq)
    server.close()


def seats_that_change_hands_are_told_as_they_were(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", watch=True, overrides=of_hands(3), bot="book",
                             deal="later")
    watcher = Witness(server, {"table": made["table"], "watch": made["watch"]})
    bert = server.take_seat(made, 2, "Bert")
    anna = Witness(server, {"table": made["table"], "token": made["token"]})
    path = "/v1/tables/%s" % made["table"]
    for i in range(3):
        guest = server.take_seat(made, 1, "Guest %d" % i)
        check(server.post(path + "/leave", {"token": guest["token"]})[0] == 200, "leave")
    check(server.post(path + "/invite", {"token": made["token"]})[0] == 200, "invite")
    check(server.post(path + "/leave", {"token": bert["token"]})[0] == 200, "leave")
    status, me = server.post("/v1/me/name", {"name": "Berta", "token": bert["token"]})
    check(status == 200, me)
    top = max(row[0] for row in copy_log(server, made["table"]))
    for one in (watcher, anna):
        one.read_up_to(top)
        for seq in range(one.first, top + 1):
            # Bert sat there under another name: names are as they are now.
            one.events = {i: text.replace('"Bert"', '"Berta"') for i, text in one.events.items()}
            one.check_back(seq)
    server.close()


def however_many_have_sat_there_nobody_loses_his_name(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", name="Anna", deal="later",
                             overrides=of_hands(1))
    anna, first = Seat(server, made, brain), 2
    for i in range(66):
        guest = server.take_seat(made, 1, "Guest %d" % i)
        check(server.post("/v1/tables/%s/leave" % made["table"], {"token": guest["token"]})[0] ==
              200, "leave")
    bert = Seat(server, server.take_seat(made, 1, "Bert"), brain)
    catch_up([anna])
    hello = {"t": "hello", "v": 1, "inst": "returning", "table": made["table"],
             "token": made["token"]}
    welcome, events, _ = missed(server, dict(hello, seq=anna.seq - 120))
    check("resumed" in welcome and '"Bert"' in events[-1] and '"Anna"' in events[-1], events[-1:])
    check("resumed" not in missed(server, dict(hello, seq=first))[0], "too many names")
    check(anna.do(do="deal")["t"] == "ack", "deal")
    catch_up([anna, bert])
    play_on([anna, bert])
    record = server.request("GET", "/v1/tables/%s/games/1" % made["table"],
                            headers={"Authorization": "Bearer " + made["token"]})[2].decode()
    check("name 0 Anna" in record and "name 1 Bert" in record, record[:400])
    anna.close()
    bert.close()
    server.close()


def a_seat_that_was_somebody_elses_meanwhile_gets_a_snapshot(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player", join="now")
    made, path = seats[1].made, "/v1/tables/%s" % seats[0].made["table"]
    invite = seats[0].made["invite"]
    hello = {"t": "hello", "v": 1, "inst": "returning", "table": made["table"],
             "token": made["token"], "seq": seats[1].seq}
    bearer = {"Authorization": "Bearer " + made["token"]}
    check("resumed" in missed(server, hello)[0], "he sits there")
    check(server.post(path + "/leave", {}, bearer)[0] == 200, "he leaves")
    status, other = server.post(path + "/seats/1", {"invite": invite, "name": "Carl"})
    check(status == 200, other)
    check(server.post(path + "/leave", {"token": other["token"]})[0] == 200, "Carl leaves")
    check(server.post(path + "/seats/1", {"invite": invite}, bearer)[0] == 200, "he is back")
    welcome, events, kinds = missed(server, hello)
    check("resumed" not in welcome and not events and kinds == ["snap"], welcome, events, kinds)
    for seat in seats:
        seat.close()
    server.close()


def what_is_too_far_or_unknown_gets_a_snapshot(program, brain):
    server = Server(program)
    seat, other = sit_down(server, brain, ["Anna", "Bert"], rules="two_player")
    hello = {"t": "hello", "v": 1, "inst": "returning", "table": seat.made["table"],
             "token": seat.made["token"]}
    for seq in (0, seat.seq + 1, 1 << 50):
        check("resumed" not in missed(server, dict(hello, seq=seq))[0], "seq", seq)
    check(missed(server, dict(hello, seq=seat.seq))[2] == ["seats"], "nothing was missed")
    for wrong in (-1, 1.5, "1", None, 1 << 60):
        socket = Socket(server.port)
        socket.send(dict(hello, seq=wrong))
        check(socket.receive(20)["code"] == "FORMAT", "seq", wrong)
        socket.close()
    first = seat.seq
    for _ in range(1200):
        actor = actor_of([seat, other])
        actor.play(actor.choose("racer"))
        catch_up([seat, other])
        if seat.state()[0] == "6":
            check(seat.do(do="rematch")["t"] == "ack", "rematch")
            catch_up([seat, other])
    check("resumed" not in missed(server, dict(hello, seq=first))[0], "too far")
    check("resumed" in missed(server, dict(hello, seq=seat.seq - 200))[0], "some hands ago")
    seat.close()
    other.close()
    server.close()


def a_snapshot_may_be_asked_for_by_number(program, brain):
    server = Server(program)
    anna, bert = sit_down(server, brain, ["Anna", "Bert"], rules="two_player")
    for _ in range(4):
        actor = actor_of([anna, bert])
        actor.play(actor.choose("racer"))
        catch_up([anna, bert])
    anna.socket.send({"t": "resync", "seq": anna.seq - 2})
    again = [anna.socket.receive(20) for _ in range(3)]
    check([one["t"] for one in again] == ["ev", "ev", "seats"], again)
    check([one["seq"] for one in again[:2]] == [anna.seq - 1, anna.seq], again)
    bert.resync()
    anna.socket.send({"t": "resync", "seq": 1, "n": 1})
    check(anna.socket.receive(20)["code"] == "FORMAT", "members")
    actor = actor_of([anna, bert])
    actor.play(actor.choose("racer"))
    catch_up([anna, bert])
    anna.close()
    bert.close()
    server.close()


def who_is_over_the_allowance_gets_snapshots(program, brain):
    server = Server(program, "--resumes", "1")
    seat = Seat(server, server.make_table(name="Anna"), brain)
    hello = {"t": "hello", "v": 1, "inst": "returning", "table": seat.made["table"],
             "token": seat.made["token"], "seq": seat.seq}
    answers = ["resumed" in missed(server, hello)[0] for _ in range(20)]
    check(answers[:3] == [True] * 3 and not all(answers), answers)
    seat.close()
    server.close()


def who_takes_little_is_not_told_all_again_and_again(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, ["Anna", "Bert"], rules="two_player", bot="book")
    first = seats[0].seq
    for _ in range(60):
        actor = actor_of(seats)
        actor.play(actor.choose("racer"))
        catch_up(seats)
    slow = Socket(server.port, receive_bytes=4096)
    slow.send({"t": "hello", "v": 1, "inst": "returning", "table": seats[0].made["table"],
               "token": seats[0].made["token"], "proofs": True})
    while slow.receive(20)["t"] != "snap":
        pass
    for _ in range(60):
        slow.send({"t": "resync", "seq": first})
    time.sleep(1)  # all of them are dealt with while nothing is taken
    kinds = []
    while (message := slow.receive(1)) is not None:
        kinds.append(message["t"])
    # Each resume ends with the seats; for most a snapshot stands.
    check(1 <= kinds.count("seats") <= 40 and "snap" in kinds, len(kinds), kinds.count("seats"))
    for seat in seats:
        seat.close()
    server.close()


def cards_are_proven_again_to_one_address_so_often(program, brain):
    server = Server(program, "--resumes", "1")
    seat = Seat(server, server.make_table(name="Anna", deal="later"), brain)
    for proofs in (True, False):
        socket = Socket(server.port)
        socket.send({"t": "hello", "v": 1, "inst": "returning", "table": seat.made["table"],
                     "token": seat.made["token"], "proofs": proofs})
        while socket.receive(20)["t"] != "snap":
            pass
        answers = []
        for _ in range(15):
            socket.send({"t": "resync"})
            answers.append(socket.receive(20))
        kinds = [one.get("code", one["t"]) for one in answers]
        check(kinds[:3] == ["snap"] * 3 and ("RATE" in kinds) == proofs, proofs, kinds)
        check(all(one["retry_ms"] > 0 for one in answers if one["t"] == "rej"), answers)
    seat.close()
    server.close()


if __name__ == "__main__":
    run([who_comes_back_at_any_event_is_told_what_he_missed,
         seats_that_change_hands_are_told_as_they_were,
         however_many_have_sat_there_nobody_loses_his_name,
         a_seat_that_was_somebody_elses_meanwhile_gets_a_snapshot,
         what_is_too_far_or_unknown_gets_a_snapshot,
         a_snapshot_may_be_asked_for_by_number,
         who_is_over_the_allowance_gets_snapshots,
         who_takes_little_is_not_told_all_again_and_again,
         cards_are_proven_again_to_one_address_so_often])
