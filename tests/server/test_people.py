"""What people at a table hear of one another: phrases, who has played whose turns, how much time is
left, and by which address others reach the page.

Not here: seats of who has gone, votes and reminders (test_manners.py).
"""
import http.client
import json
import subprocess
import time

from client import Seat, Server, check, run, sit_down
from test_manners import seats_are, sit_two_by_a_clock
from test_persons import hello, me_table, until


def say(seat, what):
    seat.socket.send({"t": "say", "what": what})


def a_phrase_is_told_to_all_at_the_table(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", watch="live", pace_ms=5000)
    ben = dict(server.take_seat(made, 2, "Ben"), table=made["table"])
    seats = [Seat(server, one, brain) for one in (made, ben)]
    watcher, _ = hello(server, made["table"], watch=made["watch"])
    before = seats[0].seq
    say(seats[1], "well_played")
    for message in (seats[0].wait("said"), seats[1].wait("said"), until(watcher, "said")):
        check((message["seat"], message["what"]) == (2, "well_played"), message)
    check(seats[0].seq == before, "it is no part of the game")
    watcher.send({"t": "say", "what": "hello"})
    check(until(watcher, "rej")["code"] == "WATCHER", "who looks on is silent")
    seats[0].reconnect()
    check(seats[0].next(0.3) is None, "nobody is told again")
    for seat in seats:
        seat.close()
    server.close()


def nothing_else_can_be_said(program, brain):
    server = Server(program)
    anna, ben = sit_down(server, brain, ["Anna", "Ben"], pace_ms=5000)
    for what in ("frozen", "", "Well played", 7, None, ["smile"], "a" * 300):
        say(anna, what)
        check(anna.wait("rej")["code"] == "FORMAT", what)
    anna.socket.send({"t": "say", "what": "smile", "text": "I hold four aces"})
    check(anna.wait("rej")["code"] == "FORMAT", "with a text beside it")
    say(anna, "smile")
    check(ben.wait("said")["what"] == "smile", "he hears the first that can be said")
    for seat in (anna, ben):
        seat.close()
    server.close()


def nobody_can_say_much_at_once(program, brain):
    server = Server(program)
    anna, ben = sit_down(server, brain, ["Anna", "Ben"], pace_ms=5000)
    again = Seat(server, anna.made, brain)  # another device of hers
    began = time.monotonic()
    for one in 10 * (anna, again):
        say(one, "clap")
    refused = [anna.wait("rej")["code"], again.wait("rej")["code"]]
    check(refused == ["RATE", "RATE"], refused)
    say(ben, "smile")
    heard = []
    while heard[-1:] != [1]:
        heard.append(ben.wait("said")["seat"])
    passed = time.monotonic() - began  # each second there is one more
    check(3 <= heard.count(0) <= 4 + passed, "of both together:", heard, passed)
    for seat in (anna, again, ben):
        seat.close()
    server.close()


def doers_of(seat):
    """Who has played, as a fresh snapshot tells it: kind and name, by seat, in order."""
    return [(one["seat"], one["name"], one["who"], one.get("by")) for one in
            seat.resync()["doers"]]


def play_while(seats, goes_on):
    while goes_on():
        for seat in seats:
            if seat.to_act():
                seat.play(seat.choose())
            seat.next(0.02)


def plays_of(seat, place):
    return [m.get("by") for m in seat.messages
            if m["t"] == "ev" and m["kind"] == "play" and m["seat"] == place]


def who_played_is_told_as_it_was_then(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", pace_ms=20)
    anna = Seat(server, made, brain)
    play_while([anna], lambda: len(plays_of(anna, 2)) < 1 or not anna.to_act())
    ben = Seat(server, dict(server.take_seat(made, 2, "Ben"), table=made["table"]), brain)
    play_while([anna, ben], lambda: plays_of(anna, 2)[-1] is not None or not anna.to_act())
    check(set(plays_of(anna, 0)) == {None}, "Anna plays herself:", plays_of(anna, 0))
    check(set(plays_of(anna, 1)) == {"computer"}, "a computer:", plays_of(anna, 1))
    check(plays_of(anna, 2)[0] == "computer", plays_of(anna, 2))
    name = anna.seats[1]["name"]
    before = doers_of(anna)
    of_two = [one[1:] for one in before if one[0] == 2]
    check(of_two[0][1:] == ("bot", "computer") and of_two[1] == ("Ben", "human", None), before)
    check([one[1:] for one in before if one[0] == 1] == [(name, "bot", "computer")], before)
    check(me_table(server, ben.made, "/leave", {})[0] == 200, "Ben leaves")
    dora = dict(server.take_seat(made, 2, "Dora"), table=made["table"])
    check(doers_of(anna) == before, "nobody has played since:", doers_of(anna))
    server.kill()
    server.start()
    anna.reconnect()
    check(doers_of(anna) == before, "nor after a restart:", doers_of(anna))
    seats = [anna, Seat(server, dora, brain)]
    at = len(plays_of(anna, 2))
    play_while(seats, lambda: len(plays_of(anna, 2)) == at)
    after = doers_of(anna)
    check(after[:len(before)] == before and after[-1] == (2, "Dora", "human", None), after)
    for seat in seats + [ben]:
        seat.close()
    server.close()


def who_stands_in_is_told_to_who_comes_back(program, brain):
    server = Server(program, "--grace", "100")
    anna, ben = sit_down(server, brain, ["Anna", "Ben"], rules="two_player")
    play_while([anna, ben], lambda: not anna.to_act())
    anna.disconnect()
    ben.wait("seats")
    at = len(plays_of(ben, 0))
    play_while([ben], lambda: len(plays_of(ben, 0)) == at)
    check(plays_of(ben, 0)[at:][0] == "computer", "the others hear of it")
    anna.connect()
    mine = [one[1:] for one in doers_of(anna) if one[0] == 0]
    check(mine[-1] == ("Anna", "human", "computer"), mine)
    for seat in (anna, ben):
        seat.close()
    server.close()


def who_comes_back_is_told_how_much_time_is_left(program, brain):
    server = Server(program)
    acting, other = sit_two_by_a_clock(server, brain, 30)
    time.sleep(0.5)
    for seat in (acting, other):
        left = seat.resync()["clock_ms"]
        check(28000 < left <= 29500, left)
    check(other.do(do="pause")["code"] == "VOTES" and acting.do(do="pause")["t"] == "ack", "")
    check("clock_ms" not in acting.resync(), "it stands still")
    for seat in (acting, other):
        seat.close()
    without = sit_down(server, brain, ["Anna"], pace_ms=5000)[0]
    check("clock_ms" not in without.resync(), "no clock")
    without.close()
    server.close()


def how_long_a_game_has_lasted_is_told_where_time_ends_it(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", watch="hand", pace_ms=5000, overrides="time_limit = 50")
    anna = Seat(server, made, brain)
    watcher, _ = hello(server, made["table"], watch=made["watch"])
    check(until(watcher, "snap")["lasted_s"] <= 1, "it has just begun")
    time.sleep(1.5)
    check(anna.do(do="pause")["t"] == "ack", "she is alone")
    at = until(watcher, "seats", lambda m: "paused" in m)["lasted_s"]
    time.sleep(1.5)
    check(1 <= at == anna.resync()["lasted_s"], "pauses are left out:", at)
    check(anna.do(do="resume")["t"] == "ack", "on it goes")
    check(at <= until(watcher, "seats", lambda m: "paused" in m)["lasted_s"] <= at + 1, at)
    for one in (anna, watcher):
        one.close()
    without = sit_down(server, brain, ["Anna"], pace_ms=5000)[0]
    check("lasted_s" not in without.resync(), "nothing counts it")
    without.close()
    server.close()


def who_is_kept_from_the_hand_is_told_of_a_pause(program, brain):
    server = Server(program)
    made = server.make_table(name="Anna", watch="hand", pace_ms=5000)
    anna = Seat(server, made, brain)
    watcher, _ = hello(server, made["table"], watch=made["watch"])
    until(watcher, "snap")
    for deed, paused in (("pause", True), ("resume", False)):
        check(anna.do(do=deed)["t"] == "ack", "she is alone")
        told = until(watcher, "seats", lambda m: "paused" in m)
        check(told["paused"] is paused, told)
    anna.close()
    server.close()


def who_looks_at_a_table_is_told_who_plays_with_whom(program, brain):
    server = Server(program)
    for order, sides in (({"rules": "classic_pagat"}, [0, 1, 0, 1]),
                         ({"rules": "two_player"}, [0, 1])):
        made = server.make_table(name="Anna", **order)
        status, told = me_table(server, made, "/look", {"invite": made["invite"]})
        check(status == 200 and told["sides"] == sides, told)
    server.close()


def lan_of(server, host="127.0.0.1"):
    connection = http.client.HTTPConnection(host, server.port, timeout=20)
    connection.request("GET", "/v1/lan")
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer["addresses"]


def own_addresses():
    words = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
    return [word for word in words if ":" not in word]


def where_others_reach_the_page_is_told_to_who_sits_at_this_computer(program, brain):
    server = Server(program)
    check(lan_of(server) == [], "it listens to this computer only")
    server.close()
    server = Server(program, "--listen", "0.0.0.0")
    told = lan_of(server)
    for address in told:
        host, port = address[len("http://"):-1].split(":")
        check(int(port) == server.port and host in own_addresses(), "not ours:", told)
        check(lan_of(server, host) == [], "nobody else is told")
    server.close()
    server = Server(program, "--listen", "0.0.0.0", "--proxy", "127.0.0.1")
    check(lan_of(server) == [], "by a proxy anybody may ask")
    server.close()


if __name__ == "__main__":
    run([a_phrase_is_told_to_all_at_the_table,
         nothing_else_can_be_said,
         nobody_can_say_much_at_once,
         who_played_is_told_as_it_was_then,
         who_stands_in_is_told_to_who_comes_back,
         who_comes_back_is_told_how_much_time_is_left,
         how_long_a_game_has_lasted_is_told_where_time_ends_it,
         who_is_kept_from_the_hand_is_told_of_a_pause,
         who_looks_at_a_table_is_told_who_plays_with_whom,
         where_others_reach_the_page_is_told_to_who_sits_at_this_computer])
