"""Connections: how long each may take, how many there may be, from where, and what those cost that
do not read.

Not here: what stands in a request (test_requests.py), rates (test_limits.py). Invariant: the others
are served as ever.
"""
import random
import resource
import socket
import time

from answers import (BYE, HEALTH, UPGRADE, answers_still, ask, exchange, is_kept, look,
                     read_answers, request, statuses)
from client import Failure, Server, check, has_ipv6, run
from lines import (LATEST, Line, cases, descriptors, drive, ends_well, is_let_go, said_nothing,
                   serving, used)


def until_it_is(act, *what):
    """Waits until it does not fail any more."""
    until = time.monotonic() + LATEST
    while True:
        try:
            return act()
        except (Failure, OSError):
            if time.monotonic() > until:
                raise Failure(" ".join(what))
            time.sleep(0.1)


def a_request_is_awaited_ten_seconds(program, _brain):
    """However its bytes drip; a connection between two requests a little longer."""
    body = look(length=4000, body=b"{")
    slow = [("slow lines", [408], b"GET / HTTP/1.1\r\n", b"X: y\r\n"),
            ("a slow line", [408], b"GET / HTTP/1.1\r\nX: ", b"y"),
            ("a slow method", [408], b"G", b"E"),
            ("a slow body", [408], body, b" "), ("a slow body of no use", [405, 408],
                                                 request("PUT", "/", body=b"x") + body, b" "),
            ("half of HTTP/2", [408], b"PRI * HTTP/2.0\r\n", b""),
            ("an empty line", [408], b"\r\n", b""), ("half a body", [408], body, b""),
            ("the second one", [200, 408], HEALTH + b"GET /", b"x"),
            ("nothing", [], b"", b""), ("nothing more", [200], HEALTH, b"")]
    with serving(program) as (server, others):
        lines = [Line(server.port, [first]) for _, _, first, _ in slow]
        until = time.monotonic() + LATEST
        while time.monotonic() < until and not all(line.end for line in lines):
            for line, (_, _, _, drip) in zip(lines, slow):
                if drip:
                    line.parts.append(drip)
            drive(lines, min(until, time.monotonic() + 0.5))

        def one(what, line, wanted):
            line.close()
            answers = read_answers(line.came)[0]
            check(line.end, "still open, sent", bytes(line.came[:200]))
            check(statuses(answers) == wanted, "gave", statuses(answers), "not", wanted)
            if wanted[-1:] == [408]:
                check(answers[-1].headers.get("connection") == "close", answers[-1].headers)

        cases([(what, line, wanted) for line, (what, wanted, _, _) in zip(lines, slow)], one)
        others.are_well()


def the_end_is_not_put_off(program, _brain):
    """Whoever goes on sending behind the last answer is not listened to for ever."""
    with serving(program) as (server, others):
        is_let_go(server, [BYE, b"x\r\n\r\n", look(length=5000, body=b""), look(body=b"")], b"x")
        others.are_well()


def an_address_has_so_many_connections(program, _brain):
    def hold(source, count):
        lines = [Line(server.port, [HEALTH], source=source) for _ in range(count)]
        drive(lines, time.monotonic() + LATEST, lambda line: read_answers(line.came)[0])
        check(all(statuses(read_answers(line.came)[0]) == [200] and not line.end
                  for line in lines), source, "could not have", count)
        return lines

    def is_turned_away(source, *headers):
        line = exchange(server, request("GET", "/healthz", *headers), source=source)
        check(line.end and not line.came, "the sixth of", source, "got", bytes(line.came[:60]))

    with serving(program, "--connections", "5") as (server, others):
        two, three = hold("127.0.0.2", 5), hold("127.0.0.3", 4)
        is_turned_away("127.0.0.2")
        is_turned_away("127.0.0.2", "X-Forwarded-For: 192.0.2.1")  # nobody asked it to be trusted
        answers_still(server, source="127.0.0.3")
        two.pop().close(abruptly=True)
        until_it_is(lambda: answers_still(server, source="127.0.0.2"), "no place again")
        two.pop().close()
        until_it_is(lambda: answers_still(server, source="127.0.0.2"), "no place again")
        for line in two + three:
            line.close()
        others.are_well()


def a_proxy_says_for_whom_it_asks(program, _brain):
    def socket_for(*names, source=None):
        line = Line(server.port, [request("GET", "/ws", *["X-Forwarded-For: " + name
                                                          for name in names], *UPGRADE)],
                    source=source)
        drive([line], line.began + LATEST, lambda line: b"\r\n\r\n" in line.came)
        held.append(line)
        return int(line.came[9:12] or 0)

    def one(what, status, *names, **how):
        got = socket_for(*names, **how)
        check(got == status, "gave", got, "not", status)

    for options in [[], ["--listen", "::"]] if has_ipv6() else [[]]:
        held = []
        with serving(program, "--connections", "5", "--proxy", "127.0.0.1", *options) as \
                (server, others):
            cases([("place %d" % i, 101, "192.0.2.1") for i in range(5)] +
                  [("the sixth", 429, "192.0.2.1"), ("another", 101, "192.0.2.2"),
                   ("who says so of himself", 429, "192.0.2.9, 192.0.2.1"),
                   ("in a line of its own", 429, "192.0.2.9", "192.0.2.1"),
                   ("the last one counts", 101, "192.0.2.1,192.0.2.3"),
                   ("as IPv6", 429, "::ffff:192.0.2.1"), ("no address", 101, "nobody")] +
                  [("IPv6 %d" % i, 101, "2001:db8:1:2::%d" % i) for i in range(5)] +
                  [("the sixth of a network", 429, "2001:db8:1:2:ffff::1"),
                   ("another network", 101, "2001:db8:1:3::1")], one)
            # Who is not the proxy is who he is, whatever he says.
            cases([("elsewhere %d" % i, 101, "192.0.2.1") for i in range(5)] +
                  [("the sixth elsewhere", 0, "192.0.2.77")],
                  lambda what, status, name: one(what, status, name, source="127.0.0.2"))
            # A request that is over is not counted any more: its proxy keeps the connection.
            named = request("GET", "/healthz", "X-Forwarded-For: 192.0.2.8")
            check(statuses(ask(server, "many", named * 20 + BYE)) == [200] * 21, "not 20 answers")
            full = request("GET", "/healthz", "X-Forwarded-For: 192.0.2.1")
            is_kept(server, "a request of a full address", full, 429, "RATE")
            for line in held:
                line.close()
            until_it_is(lambda: is_kept(server, "again", full, 200), "no place again")
            others.are_well()


def descriptors_that_run_out_cost_nothing(program, _brain):
    with serving(program) as (server, others):
        answers_still(server)
        time.sleep(0.2)
        room = descriptors(server) + 8
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (room, most))
        lines = [Line(server.port) for _ in range(40)]
        until = time.monotonic() + LATEST
        while descriptors(server) < room and time.monotonic() < until:
            time.sleep(0.05)
        check(descriptors(server) == room, "of", room, "descriptors", descriptors(server))
        # Who has a place is served, as far as can be without another descriptor.
        lines[0].parts.append(HEALTH + request("GET", "/") + request("GET", "/v1/rules"))
        drive(lines[:1], time.monotonic() + LATEST,
              lambda line: len(read_answers(line.came)[0]) == 3)
        told = statuses(read_answers(lines[0].came)[0])
        check(told == [200, 503, 200], "with no descriptor left, gave", told)
        before = used(server)[0]
        time.sleep(3)
        seconds = used(server)[0] - before
        check(seconds <= 1, "waiting took %.2f of 3 seconds of a processor" % seconds)
        others.are_well()
        # Who has waited is served when there is a place again, and so is whoever comes then.
        for line in lines[:20]:
            line.close(abruptly=True)
        for line in lines[20:]:
            line.parts.append(BYE)
        drive(lines[20:], time.monotonic() + LATEST)
        for line in lines[20:]:
            line.close()
            told = statuses(read_answers(line.came)[0])
            check(told == [200], "who waited got", told, line.end)
        until_it_is(lambda: check(statuses(ask(server, "/", request("GET", "/") + BYE)) ==
                                  [200, 200], "no page"), "no page again")


def it_is_reached_by_ipv6(program, _brain):
    if not has_ipv6():
        print("# there is no IPv6 here")
        return
    server = Server(program, "--listen", "::1")
    try:
        until, address = time.monotonic() + LATEST, "http://[::1]:%d/" % server.port
        while address not in server.said():  # the port is told a little earlier
            check(time.monotonic() < until, server.said())
            time.sleep(0.02)
        answers_still(server, to="::1")
        host = "[::1]:%d" % server.port
        line = Line(server.port, [request("GET", "/ws", "Origin: http://" + host, *UPGRADE,
                                          host=host)], to="::1")
        drive([line], line.began + LATEST, lambda line: b"\r\n\r\n" in line.came)
        line.close()
        check(line.came.startswith(b"HTTP/1.1 101 "), "gave", bytes(line.came[:60]))
        ends_well(server)
        said_nothing(server)
    finally:
        server.close()
    with serving(program, "--listen", "::", "--connections", "5") as (server, _):
        lines = [Line(server.port, [HEALTH], to="::1") for _ in range(5)]
        drive(lines, time.monotonic() + LATEST, lambda line: read_answers(line.came)[0])
        line = exchange(server, HEALTH, to="::1")
        check(line.end and not line.came, "the sixth got", bytes(line.came[:60]))
        answers_still(server)
        for line in lines:
            line.close()
            check(statuses(read_answers(line.came)[0]) == [200], bytes(line.came[:60]))


def who_does_not_read_costs_little_and_gets_all_in_the_end(program, _brain):
    content = random.Random(1).randbytes(800000)
    put = request("PUT", "/v1/bots", body=b"{}")
    big = request("GET", "/assets/big.wasm")
    with serving(program) as (server, others):
        with open(server.web + "/assets/big.wasm", "wb") as file:
            file.write(content)
        asked = [("nothing behind it", [200], big), ("a GET behind it", [200, 200], big + HEALTH),
                 ("a GET some time behind it", [200, 200], big, HEALTH),
                 ("a PUT behind it", [200, 405], big + put),
                 ("a PUT some time behind it", [200, 405], big, put),
                 ("half a GET some time behind it", [200], big, HEALTH[:20]),
                 ("many behind it", [200] * 6, big, *[HEALTH] * 5),
                 ("thousands behind it", [200] * 2001, big, HEALTH * 2000),
                 ("two behind it", [200] * 3, big + big + big),
                 ("much behind it", [200, 413], big + look(body=b"x" * 60000))]
        lines = [Line(server.port, parts, half_close=True, receive_bytes=8192)
                 for _, _, *parts in asked]
        for _ in range(10):
            for line in lines:
                line.send()
            time.sleep(0.1)
        before = used(server)
        time.sleep(2)
        seconds, megabytes = [b - a for a, b in zip(before, used(server))]
        drive(lines, time.monotonic() + LATEST)

        def one(what, line, wanted):
            line.close()
            answers, rest = read_answers(line.came)
            check(statuses(answers) == wanted and not rest, "gave", statuses(answers)[:10],
                  "and", len(rest), "bytes,", line.end)
            check(answers[0].body == content, "another file of", len(answers[0].body), "bytes")

        cases([(what, line, wanted) for line, (what, wanted, *_) in zip(lines, asked)], one)
        check(megabytes <= 20, "waiting took %.1f MB more" % megabytes)
        check(seconds <= 0.6, "waiting took %.2f of 2 seconds of a processor" % seconds)
        others.are_well()


def who_takes_a_little_at_a_time_is_ended_after_a_while(program, _brain):
    big = request("GET", "/assets/big.wasm")
    with serving(program) as (server, others):
        with open(server.web + "/assets/big.wasm", "wb") as file:
            file.write(b"x" * 100000)  # 4 KB a second, and 15 seconds
        began = time.monotonic()
        slow, steady = [Line(server.port, [big], receive_bytes=2048) for _ in range(2)]
        for line in (slow, steady):
            line.send()
            line.socket.setblocking(True)
        taken = {slow: 0, steady: 0}
        while time.monotonic() < began + 38:
            for line, bytes_a_second in ((slow, 500), (steady, 8000)):
                for _ in range(bytes_a_second // 500):
                    taken[line] += len(line.socket.recv(500)) if taken[line] < 100000 else 0
            time.sleep(1)
        check(taken[steady] >= 100000, "who takes 8 KB a second has", taken[steady], "bytes")
        try:
            while time.monotonic() < began + 60 and (piece := slow.socket.recv(200)):
                taken[slow] += len(piece)
                time.sleep(0.2)
        except OSError:
            pass
        check(taken[slow] < 100000, "all was kept until it was taken")
        check(time.monotonic() - began < 60, "it is served for ever")
        others.are_well()


def who_does_not_read_holds_few_files(program, _brain):
    one = request("GET", "/assets/one.js")
    with serving(program) as (server, others):
        with open(server.web + "/assets/one.js", "w") as file:
            file.write("1")
        before = descriptors(server)
        lines = [Line(server.port, [one * 400], receive_bytes=4096) for _ in range(20)]
        for line in lines:
            line.send()
        until, most = time.monotonic() + 2, 0
        while time.monotonic() < until:
            most = max(most, descriptors(server) - before)
            time.sleep(0.02)
        check(most <= 2 * len(lines) + 5, len(lines), "connections hold", most, "descriptors")
        for line in lines:
            line.parts.append(BYE)
        drive(lines, time.monotonic() + LATEST)
        for line in lines:
            line.close()
            told = statuses(read_answers(line.came)[0])
            check(told == [200] * 401, "gave", len(told), "answers")
        others.are_well()


def who_comes_behind_a_crowd_is_answered(program, _brain):
    content = random.Random(2).randbytes(1000000)
    big = request("GET", "/assets/big.wasm", "Connection: close")
    with serving(program) as (server, others):
        with open(server.web + "/assets/big.wasm", "wb") as file:
            file.write(content)
        # They hear their answers and stay, in all ways of staying.
        for get in (HEALTH, BYE, big):
            lines = [Line(server.port, [get], receive_bytes=8192) for _ in range(400)]
            for line in lines:
                line.send()
            for _ in range(3):
                answers_still(server)
            for line in lines:
                line.close(abruptly=True)
        readers = [Line(server.port, [big]) for _ in range(100)]
        drive(readers, time.monotonic() + LATEST)
        for line in readers:
            line.close()
            answers = read_answers(line.came)[0]
            check(len(answers) == 1 and answers[0].body == content, "another file", line.end)
        others.are_well()


if __name__ == "__main__":
    run([a_request_is_awaited_ten_seconds,
         the_end_is_not_put_off,
         an_address_has_so_many_connections,
         a_proxy_says_for_whom_it_asks,
         descriptors_that_run_out_cost_nothing,
         it_is_reached_by_ipv6,
         who_does_not_read_costs_little_and_gets_all_in_the_end,
         who_takes_a_little_at_a_time_is_ended_after_a_while,
         who_does_not_read_holds_few_files,
         who_comes_behind_a_crowd_is_answered])
