"""Programs as bots of a server: they play as our own do, never hold the server up, and when one
fails a player of ours goes on and the table is told.

Not here: what goes wrong at a table of experiments (test_bots.py).
Invariant: whatever a program does, hands are played to their end and no process is left.
"""
import os
import subprocess
import sys
import time
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "server"))

from client import (GAME_END, RUNNING, SCORED, Server, catch_up, check,  # noqa: E402
                    drain, play_on, run, sit_down)


TWO_HANDS = "rounds = 2; tie_rule = shared"


def running(mark):
    """Process numbers by command line, of those that carry the mark."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:
                words = file.read().decode(errors="replace")
        except OSError:
            continue
        if mark in words and "serve" not in words:
            found.append(int(number))
    return found


def children(parent):
    """Numbers of the processes it has started, those included that nobody has waited for."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/stat") as file:
                words = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == parent:
            found.append(int(number))
    return found


def processor_seconds(number):
    with open(f"/proc/{number}/stat") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(claim, what, seconds=15):
    end = time.monotonic() + seconds
    while not claim():
        check(time.monotonic() < end, what)
        time.sleep(0.01)


def new_mark():
    return "mark-" + uuid.uuid4().hex


def ours(program, words, mark):
    """A good bot; the seed is how it is found in the list of processes."""
    return f"mine=exec:{program} bot {words} --player racer --seed {int(mark[5:13], 16)}"


def bad(mode, mark):
    return f"mine=exec:{sys.executable} {HERE}/bad_bot.py {mode} {mark}"


def said(server):
    """What the server says beside its start: these have no page."""
    return [line for line in server.said().splitlines() if "there is no page" not in line]


def faults(seat):
    return [message for message in seat.messages if message["t"] == "bot"]


def play_game(seats):
    """Plays to the end of the game; returns the number of hands."""
    hands = 0
    while True:
        play_on(seats)
        hands += 1
        if seats[0].state()[0] == GAME_END:
            return hands
        check(seats[0].state()[0] == SCORED, "the hand stopped")
        check(seats[0].do(do="next")["t"] == "ack", "no next hand")
        drain(seats, 0)


def programs_play_whole_games_under_many_rules(program, brain):
    for words in ("", "--steps"):
        mark = new_mark()
        seed = str(int(mark[5:13], 16))
        server = Server(program, "--bot", ours(program, words, mark), "--quiet")
        for rules, players, names in (("classic_pagat", 4, ["Anna", "Ben"]),
                                      ("two_player", 2, ["Anna"]), ("samba", 4, ["Anna"]),
                                      ("hand_and_foot", 4, ["Anna"]),
                                      ("modern_american", 4, ["Anna"]),
                                      ("five_hand", 5, ["Anna", "Ben"])):
            seats = sit_down(server, brain, names, rules=rules, players=players, bot="mine",
                             overrides=TWO_HANDS, pace_ms=0)
            check(play_game(seats) == 2, "two hands")
            check(not faults(seats[0]), "under", rules, faults(seats[0]))
            check(len(running(seed)) == players - len(names), "a process for each seat:",
                  rules, running(seed))
            for seat in seats:
                seat.close()
            wait_until(lambda: not running(seed), "processes stay when nobody is there")
        check(server.stop() == 0, "the server stops")
        check(not said(server), said(server))


def only_what_is_offered_can_be_chosen(program, brain):
    server = Server(program, "--bot", ours(program, "", new_mark()))
    status, _, text = server.request("GET", "/v1/bots")
    check(status == 200 and b'"name":"mine"' in text.replace(b" ", b""), text)
    check(b'"level:1"' in text and b"exec" not in text, "what is run is nobody's business:", text)
    for word in ("exec:true", "yours", "", "x" * 60, 7):
        status, answer = server.post("/v1/tables", {"rules": "two_player", "bot": word})
        check(status == 400 and answer["error"] == "FORMAT", word, status, answer)
    status, _ = server.post("/v1/tables", {"rules": "two_player", "bot": "random"})
    check(status == 200, "a player of ours")
    server.close()


def offers_that_make_no_sense_are_refused(program, brain):
    for words in (["mine"], ["mine=racer"], ["mine=exec:"], ["=exec:true"], ["a b=exec:true"],
                  ["x" * 25 + "=exec:true"], ["racer=exec:true"],
                  ["mine=exec:true", "mine=exec:false"]):
        options = [word for offer in words for word in ("--bot", offer)]
        done = subprocess.run([program, "serve", *options], capture_output=True, text=True,
                              timeout=60)
        check(done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1,
              words, done.stderr)


def a_change_of_pace_while_it_thinks_is_no_harm(program, brain):
    mark = new_mark()
    server = Server(program, "--bot", bad("slow", mark))
    seats = sit_down(server, brain, ["Anna"], rules="two_player", bot="mine", pace_ms=0)
    play_on(seats, until=lambda _: not seats[0].to_act() and running(mark))
    began, used = time.monotonic(), processor_seconds(server.process.pid)
    check(seats[0].do(do="pace", ms=3000)["t"] == "ack", "no pace")
    seats[0].wait("ev", 10)
    used = processor_seconds(server.process.pid) - used
    check(used < (time.monotonic() - began) / 2, "the server was busy while it waited:", used)
    check(not faults(seats[0]), faults(seats[0]))
    seats[0].close()
    server.close()


def one_that_fails_is_replaced_and_the_table_is_told(program, brain):
    for mode, word in (("start", "ended"), ("crash", "ended"), ("illegal", "illegal"),
                       ("garbage", "unread"), ("long_line", "too_long"), ("closes", "ended"),
                       ("many_lines", "unread"), ("talks", "unasked"), ("version", "version"),
                       ("hang", "silent"), ("deaf", "silent")):
        mark = new_mark()
        deadline = "1000" if word == "silent" else "30000"
        server = Server(program, "--bot", bad(mode, mark), "--bot-deadline", deadline, "--quiet")
        seats = sit_down(server, brain, ["Anna"], rules="two_player", bot="mine",
                         overrides=TWO_HANDS, pace_ms=0)
        hands = play_game(seats)
        check(hands == 2, mode, "two hands, not", hands, seats[0].sheets)
        told = [{"t": "bot", "seat": 1, "name": "mine", "fault": word}]
        check(faults(seats[0]) == 2 * told, mode, "in each hand anew:", faults(seats[0]))
        lines = said(server)
        check(len(lines) == 2, mode, lines)
        for line in lines:
            check(line == f"canasta: table {seats[0].made['table']}, seat 1: bot mine: {word}; "
                          "level:5 plays on in this hand", mode, line)
        seats[0].close()
        wait_until(lambda: not children(server.process.pid), mode + " is still a child")
        check(server.stop() == 0, "the server stops")
        check(not running(mark), mode, "left something running")


def after_ten_hands_in_a_row_it_is_not_started_again(program, brain):
    server = Server(program, "--bot", bad("start", new_mark()), "--quiet")
    seats = sit_down(server, brain, ["Anna"], rules="two_player", bot="mine", pace_ms=0,
                     overrides="rounds = 13; tie_rule = shared")
    check(play_game(seats) == 13, "thirteen hands")
    check(len(faults(seats[0])) == 10, faults(seats[0]))
    lines = said(server)
    check(len(lines) == 10 and lines[-1].endswith("; level:5 plays from now on"), lines)
    seats[0].close()
    server.close()


def there_are_never_more_than_sixty_four_processes(program, brain):
    server = Server(program, "--bot", ours(program, "", new_mark()))
    tables = []

    def refused_or_full(seats):
        for others in tables[:-1]:
            catch_up(others)  # whoever answers no ping is dropped, and the programs too
        return faults(seats[0]) or len(children(server.process.pid)) == full

    while not tables or not faults(tables[-1][0]):
        check(len(tables) < 23, "no limit:", len(children(server.process.pid)))
        full = len(children(server.process.pid)) + 3
        tables.append(sit_down(server, brain, ["Anna"], bot="mine", pace_ms=0))
        play_on(tables[-1], until=refused_or_full)
        check(len(children(server.process.pid)) <= 64, "too many")
    check(faults(tables[-1][0])[0]["fault"] == "full", faults(tables[-1][0]))
    check(len(children(server.process.pid)) == 64, len(children(server.process.pid)))
    play_on(tables[-1])
    for seats in tables:
        seats[0].close()
    wait_until(lambda: not children(server.process.pid), "processes stay")
    server.close()


def one_that_thinks_for_ever_holds_nobody_up(program, brain):
    mark = new_mark()
    server = Server(program, "--bot", bad("hang", mark), "--bot-deadline", "10000")
    seats = sit_down(server, brain, ["Anna"], rules="two_player", bot="mine", pace_ms=0)
    while len(running(mark)) < 2:  # until it hangs, beside its child
        if seats[0].to_act():
            seats[0].play(seats[0].choose())
        drain(seats, 0.01)
    began = time.monotonic()
    others = sit_down(server, brain, ["Ben"], rules="two_player", pace_ms=0)
    play_on(others)
    check(others[0].state()[0] not in RUNNING, "another table plays a hand")
    seats[0].socket.send({"t": "ping"})
    seats[0].wait("pong", 1)
    taken = time.monotonic() - began
    check(not faults(seats[0]), "the hanging one has not been replaced after", taken)
    play_on(seats)
    check([one["fault"] for one in faults(seats[0])] == ["silent"], faults(seats[0]))
    for seat in seats + others:
        seat.close()
    server.stop()
    check(not running(mark), "left something running")


def one_that_does_not_leave_is_killed_with_its_children(program, brain):
    mark = new_mark()
    server = Server(program, "--bot", bad("stays", mark))
    seats = sit_down(server, brain, ["Anna"], rules="two_player", bot="mine", pace_ms=0)
    play_on(seats)
    check(len(running(mark)) == 2, "it and its child run:", running(mark))
    seats[0].close()
    wait_until(lambda: not running(mark), "killed when nobody is there")
    server.stop()


def a_person_takes_the_seat_and_the_program_goes(program, brain):
    mark = new_mark()
    seed = str(int(mark[5:13], 16))
    server = Server(program, "--bot", ours(program, "", mark))
    seats = sit_down(server, brain, ["Anna"], bot="mine", pace_ms=0)
    play_on(seats, until=lambda _: len(running(seed)) == 3)
    server.take_seat(seats[0].made, 2, "Cleo")
    wait_until(lambda: len(running(seed)) == 2, "the program of the taken seat stays")
    seats[0].close()
    server.stop()
    check(not running(seed), "left something running")


def after_a_killed_server_nothing_runs_and_the_game_goes_on(program, brain):
    mark = new_mark()
    seed = str(int(mark[5:13], 16))
    server = Server(program, "--bot", ours(program, "--steps", mark))
    seats = sit_down(server, brain, ["Anna"], bot="mine", overrides=TWO_HANDS, pace_ms=0)
    play_on(seats, until=lambda _: len(running(seed)) == 3 and seats[0].seq > 12)
    server.kill()
    wait_until(lambda: not running(seed), "processes outlive the server")
    server.start()
    seats[0].reconnect()
    check(play_game(seats) == 2, "the game goes on")
    check(not faults(seats[0]), faults(seats[0]))
    server.options = []  # the program is offered no more: a player of ours plays
    server.stop()
    server.start()
    seats[0].reconnect()
    check(seats[0].do(do="rematch")["t"] == "ack", "no rematch")
    check(play_game(seats) == 2 and not running(seed), "a game without the program")
    seats[0].close()
    server.close()


if __name__ == "__main__":
    run([programs_play_whole_games_under_many_rules,
         only_what_is_offered_can_be_chosen,
         offers_that_make_no_sense_are_refused,
         a_change_of_pace_while_it_thinks_is_no_harm,
         one_that_fails_is_replaced_and_the_table_is_told,
         after_ten_hands_in_a_row_it_is_not_started_again,
         there_are_never_more_than_sixty_four_processes,
         one_that_thinks_for_ever_holds_nobody_up,
         one_that_does_not_leave_is_killed_with_its_children,
         a_person_takes_the_seat_and_the_program_goes,
         after_a_killed_server_nothing_runs_and_the_game_goes_on])
