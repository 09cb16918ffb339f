"""What people at a table owe one another: seats of who has gone, turns that take too long,
reminders, pauses, and tables that anybody may find.

Not here: who somebody is (test_persons.py).
"""
import json
import time

from client import Closed, Seat, Server, check, of_hands, play_on, run
from test_archive import age
from test_persons import finish_hand, hello, me_table, until


def server_with(program, *options):
    return Server(program, "--absence", "1000", *options)


def sit_three(server, brain, **order):
    made = server.make_table(name="Anna", **order)
    keys = [made] + [server.take_seat(made, i, name) for i, name in ((1, "Ben"), (2, "Carla"))]
    for key in keys[1:]:
        key["table"] = made["table"]
    return keys, [Seat(server, key, brain) for key in keys]


def seats_are(seat, what):
    while not what(seat.seats):
        check(seat.next(10) is not None, "it never comes to this:", seat.seats)


def a_seat_of_who_has_gone_is_freed_by_the_owner(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, deal="later")
    status, answer = me_table(server, keys[0], "/free/2", {})
    check((status, answer["error"]) == (409, "PRESENT"), "nobody waits for him:", answer)
    seats[2].disconnect()
    seats_are(seats[0], lambda s: not s[2]["present"])
    status, answer = me_table(server, keys[0], "/free/2", {})
    check(status == 429 and answer["retry_ms"] <= 1000, "just gone:", answer)
    time.sleep(1.1)
    check(me_table(server, keys[0], "/free/0", {})[0] == 403, "one's own")
    check(me_table(server, keys[0], "/free/3", {})[0] == 404, "a bot's")
    check(me_table(server, keys[0], "/free/7", {})[0] == 404, "no seat")
    check(me_table(server, keys[0], "/free/1", {})[0] == 409, "somebody who is there")
    check(me_table(server, keys[2], "/free/0", {})[0] == 403, "by somebody who is not")
    status, answer = me_table(server, keys[0], "/free/2", {})
    check(status == 200 and answer["free"] is True, answer)
    seats_are(seats[1], lambda s: s[2]["who"] == "bot")
    check(hello(server, keys[0]["table"], token=keys[2]["token"])[1]["code"] == "BAD_TOKEN", "he")
    for seat in seats[:2]:
        seat.close()
    server.close()


def the_owner_frees_a_seat_that_somebody_waits_for(program, brain):
    server = server_with(program)
    made = server.make_table(name="Anna", join="next")
    anna = Seat(server, made, brain)
    ben, carla = (server.take_seat(made, i, name) for i, name in ((1, "Ben"), (2, "Carla")))
    for key in (ben, carla):
        key["table"] = made["table"]
    waits, welcome = hello(server, made["table"], token=carla["token"])
    check(welcome["seat"] is None, welcome)
    seats_are(anna, lambda s: s[2].get("coming") == "Carla")
    check(me_table(server, ben, "/free/2", {})[0] == 403, "by who waits himself")
    status, answer = me_table(server, made, "/free/2", {})
    check(status == 200 and answer["free"] is True, answer)
    check(until(waits, "bye")["code"] == "LEFT", "she is sent away")
    seats_are(anna, lambda s: "coming" not in s[2] and s[1].get("coming") == "Ben")
    check(server.take_seat(made, 2, "Dora")["from"] == "next", "it is anybody's")
    anna.close()
    server.close()


def a_seat_of_who_has_gone_is_freed_by_all_others(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain)
    seats[0].disconnect()  # the owner
    seats_are(seats[1], lambda s: not s[0]["present"])
    time.sleep(1.1)
    status, answer = me_table(server, keys[1], "/free/0", {})
    check(status == 200 and answer["free"] is False and (answer["have"], answer["need"]) == (1, 2),
          answer)
    vote = seats[2].wait("vote")
    check((vote["what"], vote["seat"]) == ("free", 1), vote)
    check(me_table(server, keys[1], "/free/0", {})[1]["have"] == 1, "once only")
    seats[0].connect()
    seats_are(seats[1], lambda s: s[0]["present"])
    seats[0].disconnect()
    seats_are(seats[1], lambda s: not s[0]["present"])
    time.sleep(1.1)
    check(me_table(server, keys[2], "/free/0", {})[1]["have"] == 1, "he was here: all anew")
    check(me_table(server, keys[1], "/free/0", {})[1]["free"] is True, "both say so")
    seats_are(seats[1], lambda s: s[0]["who"] == "bot")
    for seat in seats[1:]:
        seat.close()
    server.close()


def wait_as_told(server, key, seat):
    """Comes back when the answer says; it has to be true."""
    status, answer = me_table(server, key, "/free/%d" % seat, {})
    check(status == 429 and 500 < answer["retry_ms"] <= 1000, "too early:", status, answer)
    time.sleep(answer["retry_ms"] / 1000)
    return me_table(server, key, "/free/%d" % seat, {})


def who_is_there_and_moves_nothing_on_loses_his_seat(program, brain):
    server = server_with(program)
    acting, other = sit_two_by_a_clock(server, brain, 0)
    status, _ = me_table(server, acting.made, "/free/%d" % other.seat, {})
    check(status == 409, "it is not his turn", status)
    acting.play(acting.choose())
    status, answer = wait_as_told(server, other.made, acting.seat)
    check((status, answer.get("free")) == (200, True), "he holds the table for ever:", answer)
    check(acting.wait("bye")["code"] == "LEFT", "he is told")
    while not other.to_act():
        check(other.next(10) is not None, "a bot plays on")
    other.close()
    server.close()


def who_plays_in_time_keeps_his_seat(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain)
    while not seats[1].to_act() and not seats[2].to_act():
        if seats[0].to_act():
            seats[0].play(seats[0].choose())
        for seat in seats:
            seat.next(0.05)
    slow, other = seats[1:] if seats[1].to_act() else seats[:0:-1]
    time.sleep(1.1)
    path = "/free/%d" % slow.seat
    check(me_table(server, other.made, path, {})[1]["have"] == 1, "one of two")
    slow.play(slow.choose())
    answer = me_table(server, keys[0], path, {})
    check(answer[0] in (409, 429), "he plays:", answer)
    for seat in seats:
        seat.close()
    server.close()


def who_waits_for_a_seat_is_not_kept_out_by_one_who_does_nothing(program, brain):
    server = server_with(program)
    made = server.make_table(rules="two_player", name="Anna", join="next", open=True)
    anna = Seat(server, made, brain)
    while not anna.to_act():
        check(anna.next(10) is not None, "it is her turn")
    time.sleep(1.1)
    ben = dict(server.take_seat(made, 1, "Ben"), table=made["table"])
    socket, _ = hello(server, made["table"], token=ben["token"])
    status, answer = wait_as_told(server, ben, 0)
    check((status, answer.get("free")) == (200, True), "nobody else could say so:", answer)
    until(socket, "ev", lambda m: m["kind"] == "play")  # bots play it to its end
    socket.close()
    anna.close()
    server.close()


def an_owner_who_does_not_deal_is_freed_and_nobody_deals_for_him(program, brain):
    server = server_with(program)
    for there in (True, False):
        keys, seats = sit_three(server, brain, deal="later")
        if not there:
            seats[0].disconnect()
            seats_are(seats[1], lambda s: not s[0]["present"])
        check(seats[1].do(do="deal")["code"] == "OWNER", "his part would be missing")
        time.sleep(1.1)
        check(me_table(server, keys[1], "/free/0", {})[1]["have"] == 1, "one of two")
        check(me_table(server, keys[2], "/free/0", {})[1]["free"] is True, "all the others")
        seats_are(seats[2], lambda s: s[0]["who"] == "bot")
        check(seats[1].do(do="deal")["t"] == "ack", "the next one owns the table")
        for seat in seats:
            seat.close()
    server.close()


def who_is_not_there_has_no_voice(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain)
    for seat in seats:
        seat.close()
    time.sleep(1.5)
    for seat in (0, 1):
        status, answer = me_table(server, keys[2], "/free/%d" % seat, {})
        check((status, answer["error"]) == (403, "OWNER"), "nobody is there:", status, answer)
    ben = Seat(server, keys[1], brain)
    check(me_table(server, keys[2], "/free/0", {})[0] == 403, "another is there")
    check(me_table(server, keys[1], "/free/0", {})[1]["free"] is True, "all who are there")
    ben.close()
    server.close()


def votes_seen(seat, most_s=0.5):
    while seat.next(most_s) is not None:
        pass
    return [(m["what"], m["seat"]) for m in seat.messages if m["t"] == "vote"]


def a_vote_is_told_once(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, pace_ms=5000)
    for _ in range(5):
        answer = seats[1].do(do="pause")
        check((answer["code"], answer["have"], answer["need"]) == ("VOTES", 1, 3), answer)
    seats[0].disconnect()
    seats_are(seats[1], lambda s: not s[0]["present"])
    time.sleep(1.1)
    for _ in range(5):
        check(me_table(server, keys[1], "/free/0", {})[1]["have"] == 1, "one of two")
    check(votes_seen(seats[2]) == [("pause", 1), ("free", 1)], votes_seen(seats[2]))
    for seat in seats[1:]:
        seat.close()
    server.close()


def a_vote_goes_with_who_gave_it(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, pace_ms=5000)
    for seat in seats[1:]:
        check(seat.do(do="pause")["code"] == "VOTES", "they would like a pause")
    check(me_table(server, keys[1], "/leave", {})[0] == 200, "Ben leaves")
    dora = Seat(server, server.take_seat(keys[0], 1, "Dora"), brain)
    answer = seats[0].do(do="pause")
    check((answer["code"], answer["have"], answer["need"]) == ("VOTES", 2, 3),
          "Dora has not been asked:", answer)
    seats[2].reconnect()
    answer = dora.do(do="pause")
    check((answer["code"], answer["have"], answer["need"]) == ("VOTES", 2, 3),
          "Carla was away, and is asked again:", answer)
    check(seats[2].do(do="pause")["t"] == "ack", "all three")
    seats[0].disconnect()
    seats_are(dora, lambda s: not s[0]["present"])
    time.sleep(1.1)
    check(me_table(server, dora.made, "/free/0", {})[1]["have"] == 1, "Dora says so")
    check(me_table(server, dora.made, "/leave", {})[0] == 200, "and leaves")
    emil = Seat(server, server.take_seat(keys[0], 1, "Emil"), brain)
    answer = me_table(server, keys[2], "/free/0", {})[1]
    check((answer["free"], answer.get("have")) == (False, 1), "Emil has not been asked:", answer)
    for seat in (emil, seats[2]):
        seat.close()
    server.close()


def sit_two_by_a_clock(server, brain, seconds):
    made = server.make_table(rules="two_player", name="Anna", clock=seconds)
    taken = server.take_seat(made, 1, "Ben")
    seats = [Seat(server, made, brain), Seat(server, taken, brain)]
    return seats if seats[0].to_act() else seats[::-1]  # who is to act, and the other


def clock_comes_after(seat, least_s, most_s):
    began = time.monotonic()
    seat.wait("clock", 20)
    took = time.monotonic() - began
    check(least_s <= took <= most_s, "a bot plays the turn after", took, "seconds")


def a_clock_stands_still_while_the_table_is_paused(program, brain):
    server = server_with(program)
    acting, other = sit_two_by_a_clock(server, brain, 2)
    other.do(do="pause")
    check(acting.do(do="pause")["t"] == "ack", "both say so")
    check(acting.next(3) is None, "nothing happens")
    check(other.do(do="resume")["t"] == "ack", "on it goes")
    clock_comes_after(acting, 1.5, 10)
    for seat in (acting, other):
        seat.close()
    server.close()


def nobody_loses_a_turn_while_nobody_is_there(program, brain):
    server = server_with(program, "--grace", "3000")
    acting, other = sit_two_by_a_clock(server, brain, 3)
    at = acting.seq
    for seat in (acting, other):
        seat.disconnect()
    time.sleep(4)
    other.connect()  # the first one back
    time.sleep(0.5)
    acting.connect()
    check(acting.seq == at, "a bot has played for who was not back yet")
    clock_comes_after(acting, 2.0, 10)
    for seat in (acting, other):
        seat.close()
    server.close()


def who_comes_back_to_his_turn_has_time_to_look_once(program, brain):
    server = server_with(program, "--grace", "60000")
    acting, other = sit_two_by_a_clock(server, brain, 4)
    acting.reconnect()  # much time is left: this costs nothing
    acting.disconnect()
    time.sleep(5)
    acting.connect()
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        acting.next(0.1)
    check(acting.to_act() and not any(m["t"] == "clock" for m in acting.messages),
          "he is just back:", acting.messages[-4:])
    acting.disconnect()  # by going and coming nobody gets more
    time.sleep(2)
    acting.connect()
    clock_comes_after(other, 0, 1.8)
    for seat in (acting, other):
        seat.close()
    server.close()


def a_turn_that_takes_too_long_is_played_once(program, brain):
    server = server_with(program)
    made = server.make_table(rules="two_player", name="Anna", clock=1, seat=0)
    anna = Seat(server, made, brain)
    check(anna.messages[-1]["table"]["clock"] == 1, anna.messages[-1]["table"])
    clocked = 0
    end = time.monotonic() + 30
    while clocked < 2 and time.monotonic() < end:
        message = anna.next(10)
        check(message is not None, "nothing happens")
        if message["t"] == "clock":
            check(message["seat"] == 0, message)
            clocked += 1
    check(clocked == 2, "the clock runs for each turn")
    while not anna.to_act():
        anna.next(10)
    anna.do(play=anna.choose())  # the seat is still Anna's
    anna.close()
    server.close()


def who_thinks_long_is_reminded(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, pace_ms=0)
    acting = None
    while acting is None:
        acting = next((s for s in seats if s.to_act()), None)
        for seat in seats:
            seat.next(0.05)
    other = next(s for s in seats if s is not acting)
    other.socket.send({"t": "nudge"})
    nudge = acting.wait("nudge")
    check(nudge["seat"] == other.seat, nudge)
    acting.socket.send({"t": "nudge"})
    check(acting.wait("rej")["code"] == "NOT_NOW", "oneself")
    other.socket.send({"t": "nudge"})
    other.socket.send({"t": "nudge"})
    answer = other.wait("rej")
    check(answer["code"] == "RATE" and answer["retry_ms"] > 0, answer)
    for seat in seats:
        seat.close()
    server.close()


def all_who_are_there_agree_to_a_pause(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, pace_ms=0)
    first = seats[0].do(do="pause")
    check((first["code"], first["have"], first["need"]) == ("VOTES", 1, 3), first)
    vote = seats[1].wait("vote")
    check((vote["what"], vote["seat"]) == ("pause", 0), vote)
    check(seats[1].do(do="pause")["code"] == "VOTES", "two of three")
    check(seats[2].do(do="pause")["t"] == "ack", "all three")
    while not any(m.get("kind") == "pause" and m["paused"] for m in seats[0].messages):
        check(seats[0].next(10) is not None, "nobody is told")
    at = seats[0].seq
    for seat in seats:
        if seat.to_act():
            check(seat.do(play=seat.choose())["code"] == "PAUSED", "nobody plays")
    check(seats[0].next(1.0) is None, "no bot plays either")
    check(seats[0].seq == at, "nothing has happened")
    server.kill()
    server.start()
    for seat in seats:
        seat.reconnect()
    check(seats[1].messages[-1]["table"]["paused"] is True, "after a restart, too")
    check(seats[1].do(do="resume")["t"] == "ack", "anybody goes on")
    check(seats[1].do(do="resume")["code"] == "NOT_NOW", "once")
    end = time.monotonic() + 20
    while seats[0].seq < at + 4 and time.monotonic() < end:
        for seat in seats:
            if seat.to_act():
                seat.do(play=seat.choose())
            seat.next(0.05)
    check(seats[0].seq >= at + 4, "the game goes on")
    for seat in seats:
        seat.close()
    server.close()


def come_and_go_until_it_is_enough(server, made, seat):
    """Takes and leaves a seat until it can be taken no more; how often."""
    guest = {"token": server.post("/v1/me", {"name": "Eve"})[1]["token"]}
    path = "/v1/tables/%s/" % made["table"]
    for times in range(500):
        status, answer = server.post(path + "seats/%d" % seat,
                                     dict(guest, invite=made["invite"]))
        if status != 200:
            check((status, answer["error"]) == (429, "RATE"), status, answer)
            return times
        check(server.post(path + "leave", guest)[0] == 200, "leaving is always possible")
    check(False, "there is no end of it")


def a_table_is_never_stopped_by_who_comes_and_goes(program, brain):
    server = server_with(program)
    keys, seats = sit_three(server, brain, pace_ms=200)
    for seat in seats:
        seat.do(do="pause")
    times = come_and_go_until_it_is_enough(server, keys[0], 3)
    check(times > 100, "nobody may come and go after", times)
    check(server.post("/v1/tables/%s/seats/3" % keys[0]["table"],
                      {"invite": keys[0]["invite"], "name": "Dora"})[0] == 429, "it is enough")
    status, answer = me_table(server, keys[0], "/invite", {})
    check(status == 200, "the owner shuts the stranger out:", status, answer)
    for _ in range(80):  # nor by its owner
        status, answer = me_table(server, keys[0], "/invite", {})
    check((status, answer["error"]) == (429, "RATE"), "invitations without end:", status, answer)
    check(me_table(server, keys[2], "/leave", {})[0] == 200, "Carla leaves")
    check(seats[1].do(do="resume")["t"] == "ack", "the game goes on")
    check(seats[1].do(do="pause")["code"] == "RATE", "it does not stop again in this hand")
    server.kill()
    server.start()
    for seat in seats[:2]:
        seat.reconnect()
    for _ in range(2):
        acting = next((s for s in seats[:2] if s.to_act()), None)
        while acting is None:
            seats[0].next(20)
            seats[1].read_up_to(seats[0].seq)
            acting = next((s for s in seats[:2] if s.to_act()), None)
        acting.play(acting.choose())
        for seat in seats[:2]:
            seat.read_up_to(acting.seq)
    seats[1].close()
    time.sleep(1.1)
    check(me_table(server, keys[0], "/free/1", {})[1]["free"] is True, "and seats are freed")
    seats[0].close()
    server.close()


def a_table_that_nobody_is_at_has_room_for_who_comes(program, brain):
    server = server_with(program)
    made = server.make_table(name="Anna", rules="two_player", deal="later")
    path, body = "/v1/tables/%s/seats/%%d" % made["table"], {"invite": made["invite"]}
    come_and_go_until_it_is_enough(server, made, 1)
    one = made
    for name in ("Ben", "Carla"):
        check(me_table(server, one, "/leave", {})[0] == 200, "leaving")
        check(server.post(path % 0, body)[0] == 429, "not one after the other")
        check(server.stop() == 0, "stop")
        age(server.data, [made["table"]], 1)
        server.start()
        status, one = server.post(path % 0, dict(body, name=name))
        check(status == 200, "nobody can sit down there any more:", status, one)
        check(server.post(path % 1, body)[0] == 429, "somebody is there who can play on")
    seat = Seat(server, one, brain)
    seat.do(do="deal")
    check(server.post(path % 1, body)[0] == 200, "after the deal")
    seat.close()
    server.close()


def a_pause_ends_when_nobody_sits_there(program, brain):
    """Who waits for a seat could not end it, nor could the owner when he comes back."""
    server = server_with(program)
    made = server.make_table(rules="two_player", name="Anna", join="next", overrides=of_hands(3))
    anna = Seat(server, made, brain)
    waits = server.take_seat(made, 1, "Bea")
    bea, _ = hello(server, made["table"], token=waits["token"])
    check(anna.do(do="pause")["t"] == "ack", "a pause")
    server.kill()
    server.start()
    bea, _ = hello(server, made["table"], token=waits["token"])
    check(me_table(server, made, "/leave", {})[0] == 200, "leaving")
    message = bea.receive(20)
    while message.get("kind") != "pause":
        message = bea.receive(20)
    check(message["paused"] is False, message)
    until(bea, "welcome")  # the bots have played, and she sits
    bea.close()
    server.close()


def who_waited_is_away_from_when_the_seat_is_hers(program, brain):
    server = Server(program, "--absence", "2000")
    made = server.make_table(rules="two_player", name="Anna", join="next", overrides=of_hands(3))
    anna = Seat(server, made, brain)
    waits = server.take_seat(made, 1, "Bea")
    bea, _ = hello(server, made["table"], token=waits["token"])
    time.sleep(2.2)
    bea.close()
    play_on([anna])
    status, answer = me_table(server, made, "/free/1", {})
    check(status == 429 and answer["retry_ms"] > 1000, "not at once:", status, answer)
    anna.close()
    server.close()


def who_looks_on_by_an_old_invitation_is_sent_away(program, brain):
    server = server_with(program)
    made = server.make_table(name="Anna", watch=True, join="next", pace_ms=5000)
    anna = Seat(server, made, brain)
    watcher, welcome = hello(server, made["table"], watch=made["watch"])
    check(welcome["t"] == "welcome" and welcome["seat"] is None, welcome)
    waits = server.take_seat(made, 1, "Ben")
    waiting, _ = hello(server, made["table"], token=waits["token"])
    check(me_table(server, made, "/invite", {"scope": "sit"})[0] == 200, "another one to sit")
    watcher.send({"t": "ping"})
    until(watcher, "pong")
    status, new = me_table(server, made, "/invite", {"scope": "watch"})
    check(status == 200 and new["watch"] != made["watch"], new)
    check(until(watcher, "bye")["code"] == "ENDED", "he is told")
    try:
        while watcher.receive(5) is not None:
            pass
        check(False, "he looks on still")
    except Closed as closed:
        check(closed.code == 1000, closed.code)
    check(hello(server, made["table"], watch=new["watch"])[1]["t"] == "welcome", "by the new one")
    waiting.send({"t": "ping"})
    until(waiting, "pong")  # who waits for a seat stays
    anna.close()
    server.close()


def open_tables_are_found(program, brain):
    server = server_with(program)
    made = server.make_table(name="Anna", open=True, rules="two_player")
    server.make_table(name="Zoe")
    ask = lambda: json.loads(server.request("GET", "/v1/tables")[2])["tables"]
    check(ask() == [], "nobody is there")
    anna = Seat(server, made, brain)
    found = ask()
    check([t["table"] for t in found] == [made["table"]], found)
    check(found[0]["seats"][0]["name"] == "Anna" and found[0]["rules"] == "two_player", found)
    status, _ = server.post("/v1/tables/%s/seats/1" % found[0]["table"],
                            {"invite": found[0]["invite"], "name": "Ben"})
    check(status == 200, "and sat down at")
    anna.close()
    server.close()


if __name__ == "__main__":
    run([a_seat_of_who_has_gone_is_freed_by_the_owner,
         the_owner_frees_a_seat_that_somebody_waits_for,
         a_seat_of_who_has_gone_is_freed_by_all_others,
         who_is_there_and_moves_nothing_on_loses_his_seat,
         who_plays_in_time_keeps_his_seat,
         who_waits_for_a_seat_is_not_kept_out_by_one_who_does_nothing,
         an_owner_who_does_not_deal_is_freed_and_nobody_deals_for_him,
         who_is_not_there_has_no_voice,
         a_pause_ends_when_nobody_sits_there,
         who_waited_is_away_from_when_the_seat_is_hers,
         a_vote_is_told_once,
         a_vote_goes_with_who_gave_it,
         a_clock_stands_still_while_the_table_is_paused,
         nobody_loses_a_turn_while_nobody_is_there,
         who_comes_back_to_his_turn_has_time_to_look_once,
         a_table_is_never_stopped_by_who_comes_and_goes,
         a_table_that_nobody_is_at_has_room_for_who_comes,
         who_looks_on_by_an_old_invitation_is_sent_away,
         a_turn_that_takes_too_long_is_played_once,
         who_thinks_long_is_reminded,
         all_who_are_there_agree_to_a_pause,
         open_tables_are_found])
