"""Being told to stop: everybody is sent away in his turn, what runs is finished, nobody comes in.

Not here: what is on disk afterwards (test_durable.py).
"""
import json
import os
import re
import signal
import time

from client import Closed, Seat, Server, Socket, check, run, sit_down
from lines import said_nothing
from test_faults import Faults

UNIT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "service",
                    "canasta.service")


def terminate(server, number=signal.SIGTERM):
    server.process.send_signal(number)
    return time.monotonic()


def ended(server, seconds):
    """When the process ended; its status must be 0."""
    check(server.process.wait(seconds) == 0, "the status is", server.process.returncode)
    said_nothing(server)
    return time.monotonic()


def until_close(socket):
    """All messages, the close code, and when it came."""
    messages = []
    try:
        while True:
            message = socket.receive(20)
            check(message is not None, "no end after", messages)
            messages.append(message)
    except Closed as closed:
        return messages, closed.code, time.monotonic()


def everybody_leaves_at_a_moment_of_his_own(program, _brain):
    server = Server(program, "--drain", "3")
    made = server.make_table()
    sockets = [Socket(server.port) for _ in range(20)]
    for socket in sockets:
        socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                     "token": made["token"]})
        while socket.receive()["t"] != "snap":
            pass
    began = terminate(server)
    moments = []
    for socket in sockets:
        socket.told = socket.receive()
        while socket.told["t"] != "drain":
            socket.told = socket.receive()
        check(set(socket.told) == {"t", "in_ms"}, socket.told)
        moments.append(socket.told["in_ms"])
    check(all(0 <= ms <= 3000 for ms in moments), moments)
    check(max(moments) - min(moments) > 1000 and len(set(moments)) > 10, "all at once:", moments)
    for socket in sorted(sockets, key=lambda one: one.told["in_ms"]):
        messages, code, at = until_close(socket)
        check(messages[-1] == {"t": "bye", "code": "RESTART"} and code == 1012, messages, code)
        late = at - began - socket.told["in_ms"] / 1000
        check(-0.2 < late < 1.5, "said were", socket.told["in_ms"], "ms; late by", late)
        socket.close()
    ended(server, 5)
    server.close()


def while_it_drains_games_go_on_and_nobody_comes_in(program, brain):
    server = Server(program, "--drain", "30")
    seats = sit_down(server, brain, "AB", rules="two_player")
    terminate(server)
    for seat in seats:
        seat.wait("drain")
    check(seats[0].do(do="pace", ms=700)["t"] == "ack", "a command while it drains")
    seats[1].read_up_to(seats[0].seq)
    status, _, body = server.request("GET", "/readyz")
    check((status, json.loads(body)["error"]) == (503, "DRAIN"), status, body)
    status, _, body = server.request("GET", "/healthz")
    check(status == 200 and json.loads(body)["ok"], "it is well, and leaves:", status, body)
    status, headers, _ = server.request("GET", "/v1/bots")
    check(status == 200 and headers.get("connection") == "close", status, headers)
    status, answer = server.post("/v1/tables", {"rules": "two_player"})
    check((status, answer["error"]) == (503, "FULL"), status, answer)
    check(Socket(server.port).status == 503, "one more is let in")
    began = terminate(server)
    check(ended(server, 5) - began < 2, "twice is at once")
    server.start()
    for seat in seats:
        hashed = seat.vh
        seat.reconnect()
        check(seat.vh == hashed, "another hash")
        seat.close()
    server.close()


def ctrl_c_twice_stops_at_once(program, _brain):
    server = Server(program, "--drain", "30")
    held = Socket(server.port)
    terminate(server, signal.SIGINT)
    check(held.receive()["t"] == "drain", "the first one")
    began = terminate(server, signal.SIGINT)
    check(ended(server, 5) - began < 2, "the second one")
    server.close()


def who_has_nobody_to_send_away_stops_at_once(program, _brain):
    server = Server(program, "--drain", "30")
    check(server.request("GET", "/healthz")[0] == 200, "it is up")
    began = terminate(server)
    check(ended(server, 5) - began < 2, "with nobody there")
    server.close()


def the_usual_time_is_short(program, _brain):
    server = Server(program, "--drain", "2")
    help_text = os.popen(program + " serve --help").read()
    check(re.search(r"--drain N .*\(2\)", help_text), help_text)
    held = [Socket(server.port) for _ in range(5)]
    began = terminate(server)
    for socket in held:
        check(until_close(socket)[1] == 1012, "a farewell")
        socket.close()
    check(ended(server, 8) - began < 4, "two seconds, and a moment")
    server.close()


def a_running_command_is_finished_before_its_seat_is_sent_away(program, brain):
    server = Server(program)  # --drain 0
    made = server.make_table(deal="later")  # so that no bot plays
    seat = Seat(server, made, brain)
    with Faults(server, slow_us=1000000, fdatasync="1"):
        n = seat.command(do="pace", ms=123)
        behind = seat.command(do="pace", ms=124)  # comes while the first is on its way
        time.sleep(0.3)
        terminate(server)
        kinds = []
        try:
            while True:
                kinds.append(seat.next(10))
        except Closed as closed:
            check(closed.code == 1012, "closed with", closed.code)
    check({"t": "ack", "n": n, "seq": kinds[0]["seq"]} == kinds[0], "the first word:", kinds)
    check(kinds[-1] == {"t": "bye", "code": "RESTART"}, kinds)
    check(not any(kind.get("n") == behind for kind in kinds), "one more was begun:", kinds)
    ended(server, 10)
    server.start()
    seat.reconnect()
    check(seat.messages[-1]["table"]["pace_ms"] == 123, seat.messages[-1]["table"])
    seat.close()
    server.close()


def the_unit_gives_it_the_time_it_takes(program, _brain):
    unit = open(UNIT).read()
    seconds = int(re.search(r"^TimeoutStopSec=(\d+)s$", unit, re.M)[1])
    drain = int(re.search(r"--drain N .*\((\d+)\)", os.popen(program + " serve --help").read())[1])
    check(seconds >= drain + 3 + 10, "systemd waits", seconds, "s; draining takes", drain)
    check(re.search(r"^KillSignal=SIGTERM$", unit, re.M), "the signal")


if __name__ == "__main__":
    run([everybody_leaves_at_a_moment_of_his_own,
         while_it_drains_games_go_on_and_nobody_comes_in,
         ctrl_c_twice_stops_at_once,
         who_has_nobody_to_send_away_stops_at_once,
         the_usual_time_is_short,
         a_running_command_is_finished_before_its_seat_is_sent_away,
         the_unit_gives_it_the_time_it_takes])
