"""Requests as they should be and as they should not be: several on a connection, lengths, hosts,
other protocols.

Each whole request is answered, in order; behind one whose end is uncertain nothing is. The others
are served as ever. Not here: random ones (test_sequences.py), how long and how many
(test_connections.py), what the answers to orders mean (test_refusals.py), frames (test_frames.py).
"""
import contextlib
import json
import random
import sqlite3
import ssl
import time

from answers import (BYE, CONTINUE, FOREIGN, HEALTH, OURS, UPGRADE, answers_of, ask, exchange,
                     is_kept, is_refused, look, read_answers, request, statuses)
from client import check, run
from lines import LATEST, Line, cases, drive, serving

H2C = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
       "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"]


def tables_kept(server):
    """How many tables there are, by the file of a server that has ended."""
    database = sqlite3.connect(server.data)
    count = database.execute("SELECT COUNT(*) FROM log WHERE kind = 'create'").fetchone()[0]
    database.close()
    return count


def several_requests_in_one_piece_get_as_many_answers(program, _brain):
    put = request("PUT", "/v1/bots", body=b"{}")
    long_put = request("PUT", "/v1/bots", body=b"x" * (110 - len(request("PUT", "/v1/bots",
                                                                         length=10))))
    order = request("POST", "/v1/tables", body=b'{"rules":"classic_pagat"}')
    code = request("GET", "/assets/a-1.js")
    rules = request("GET", "/v1/rules")
    check(len(long_put) == 110, len(long_put))
    made = []

    def one(what, *requests):
        alone = [ask(server, what, each + BYE)[0] for each in requests if each != order]
        data = b"".join(requests)
        for parts in ([data + BYE], [*requests, BYE], [bytes([byte]) for byte in data + BYE]):
            answers = ask(server, what, *parts)
            check(len(answers) == len(requests) + 1, "gave", statuses(answers))
            if order in requests:
                made.extend(json.loads(answer.body)["table"] for answer in answers[:-1])
                continue
            for i, (got, wanted) in enumerate(zip(answers, alone)):
                check((got.status, got.body) == (wanted.status, wanted.body),
                      "answer", i, "is", got.status, got.body[:60], "not", wanted.status)

    with serving(program) as (server, others):
        cases([("two PUTs of 110 bytes", long_put, long_put), ("two PUTs", put, put),
               ("a PUT behind a GET", HEALTH, put), ("two foreign POSTs", FOREIGN, FOREIGN),
               ("two GETs", HEALTH, HEALTH), ("a POST behind a file", code, look()),
               ("two POSTs", look(), look()), ("two orders", order, order),
               ("files", code, code, request("GET", "/"), code),
               ("a blank line between", HEALTH, b"\r\n" + HEALTH),
               ("20 GETs", *[HEALTH] * 20),
               ("all sorts", rules, put, HEALTH, look(), code, FOREIGN, request("GET", "/nothing"),
                look(body=b"nonsense"), request("GET", "/v1/rules/samba/explain?players=4"))], one)
        many = ask(server, "1000 GETs", HEALTH * 1000 + BYE)
        check(statuses(many) == [200] * 1001, "1000 GETs gave", len(many), "answers")
        others.are_well()
    check(len(set(made)) == 6 and tables_kept(server) == 7, len(made), tables_kept(server))


def a_connection_is_kept_unless_somebody_wants_its_end(program, _brain):
    def one(what, data):
        answers = ask(server, what, data + HEALTH + BYE)
        check(statuses(answers) == [200], "gave", statuses(answers))

    with serving(program) as (server, _):
        cases([("Connection: close", request("GET", "/", "Connection: close")),
               ("in a list", request("GET", "/", "Connection: x, Close")),
               ("in several lines", request("GET", "/", "Connection: x", "Connection: close")),
               ("HTTP/1.0", b"GET / HTTP/1.0\r\n\r\n"),
               ("HTTP/1.0 with a wish",
                b"GET / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n")], one)
        is_kept(server, "Connection: keep-alive", request("GET", "/", "Connection: keep-alive"),
                200)
        line = Line(server.port, [HEALTH])
        for i in range(3):
            drive([line], time.monotonic() + LATEST,
                  lambda line: len(read_answers(line.came)[0]) > i)
            time.sleep(0.3)
            line.parts.append(HEALTH if i < 2 else BYE)
        drive([line], time.monotonic() + LATEST)
        line.close()
        check(statuses(read_answers(line.came)[0]) == [200] * 4, bytes(line.came[-300:]))


def a_request_cut_short_behind_another_costs_nothing(program, _brain):
    first = look(body=b'{"a":')

    def one(what, second, rest=b""):
        answers = ask(server, what, first + second, half_close=True)
        check(statuses(answers) == [400], "half-closed, gave", statuses(answers))
        for abruptly in (False, True):
            line = Line(server.port, [first + second])
            drive([line], line.began + LATEST, lambda line: read_answers(line.came)[0])
            line.close(abruptly)
        answers = ask(server, what, first + second, rest + BYE)
        check(statuses(answers) == [400, 400 if b"POST" in second else 404, 200],
              "with the rest, gave", statuses(answers))

    with serving(program) as (server, others):
        cases([("little of a body", look(length=4000, body=b"{"), b"x" * 3999),
               ("some of a body", look(length=4000, body=b"x" * 30), b"x" * 3970),
               ("most of a body", look(length=50, body=b"x" * 49), b"x"),
               ("no body", look(length=50, body=b""), b"x" * 50),
               ("half a head", request("GET", "/nothing")[:20], request("GET", "/nothing")[20:])],
              one)
        others.are_well()


def head_is_get_without_a_body(program, _brain):
    paths = ("/", "/healthz", "/v1/rules", "/v1/bots", "/v1/rules/samba/explain",
             "/v1/rules/poker/explain", "/nothing", "/assets/a-1.js")
    with serving(program) as (server, _):
        for path in paths:
            both = [request("GET", path), request("HEAD", path), request("HEAD", path, *H2C)]
            get, head, other, _ = ask(server, path, b"".join(both) + BYE, heads=(1, 2))
            check((head.status, head.headers) == (get.status, get.headers), "HEAD", path, head)
            check((other.status, other.headers) == (get.status, get.headers), path, other)
            check(get.body and get.headers["content-length"] == str(len(get.body)), path, get)
        etag = ask(server, "/", request("GET", "/") + BYE)[0].headers["etag"]
        is_kept(server, "HEAD", request("HEAD", "/", "If-None-Match: " + etag), 304, head=True)
        is_kept(server, "GET", request("GET", "/", "If-None-Match: " + etag), 304)
        is_kept(server, "HEAD /ws", request("HEAD", "/ws", *UPGRADE), 405, head=True)


def a_length_is_plain_or_the_request_is_refused(program, _brain):
    chunks = b"2\r\n{}\r\n0\r\n\r\n"
    chunked = "Transfer-Encoding: chunked"
    with serving(program) as (server, others):
        cases([
            ("2 bytes", look(body=b"{}"), 403, "BAD_TOKEN"),
            ("02 bytes", look(length="02", body=b"{}"), 403, "BAD_TOKEN"),
            ("blanks around", look(length=" \t2\t ", body=b"{}"), 403, "BAD_TOKEN"),
            ("0 bytes", look(length="0", body=b""), 400, "FORMAT"),
            ("4096 bytes", look(body=b"{}" + b" " * 4094), 403, "BAD_TOKEN"),
            ("a foreign one", look("Origin: null", body=b"{}"), 403, "ORIGIN"),
            ("a GET with a body", request("GET", "/nothing", body=b"GET / HTTP/1.1"), 404),
            ("a PUT with a body", request("PUT", "/", body=b"GET / HTTP/1.1"), 405, "METHOD"),
            ("a PUT without", request("PUT", "/"), 405, "METHOD")],
            lambda *case: is_kept(server, *case))
        cases([
            ("4097 bytes", look(body=b"{}" + b" " * 4095), 413, "TOO_LONG"),
            ("5000 bytes", look(body=b"x" * 5000), 413, "TOO_LONG"),
            ("60000 bytes", look(body=b"x" * 60000), 413, "TOO_LONG"),
            ("65537 bytes", look(length=65537, body=b""), 413, "TOO_LONG"),
            ("a GET of 5000", request("GET", "/", body=b"x" * 5000), 413, "TOO_LONG"),
            ("4 GB and 2", look(length=(1 << 32) + 2, body=b"{}"), 413, "TOO_LONG"),
            ("16 EB and 2", look(length=(1 << 64) + 2, body=b"{}"), 413, "TOO_LONG"),
            ("many digits", look(length="9" * 400, body=b"{}"), 413, "TOO_LONG"),
            ("no length", look(body=b""), 411, "FORMAT"),
            ("no number", look("Content-Length:", body=b""), 400, "FORMAT"),
            ("-1", look(length="-1", body=b"{}"), 400, "FORMAT"),
            ("+2", look(length="+2", body=b"{}"), 400, "FORMAT"),
            ("2x", look(length="2x", body=b"{}"), 400, "FORMAT"),
            ("0x2", look(length="0x2", body=b"{}"), 400, "FORMAT"),
            ("2.0", look(length="2.0", body=b"{}"), 400, "FORMAT"),
            ("2, 2", look(length="2, 2", body=b"{}"), 400, "FORMAT"),
            ("2 2", look(length="2 2", body=b"{}"), 400, "FORMAT"),
            ("2 and 2", look("Content-Length: 2", body=b"{}"), 400, "FORMAT"),
            ("2 and 5", look("Content-Length: 5", length=2, body=b"{}abc"), 400, "FORMAT"),
            ("chunked", look(chunked, body=b"") + chunks, 411, "FORMAT"),
            ("a GET, chunked", request("GET", "/", chunked) + chunks, 411, "FORMAT"),
            ("a PUT, chunked", request("PUT", "/", chunked) + chunks, 411, "FORMAT"),
            ("Chunked", look("Transfer-Encoding: Chunked", body=b"") + chunks, 411, "FORMAT"),
            ("xchunked", look("Transfer-Encoding: xchunked", body=b"") + chunks, 411, "FORMAT"),
            ("identity", look("Transfer-Encoding: identity", body=b""), 411, "FORMAT"),
            ("no encoding", look("Transfer-Encoding:", body=b""), 411, "FORMAT"),
            ("gzip, chunked", look("Transfer-Encoding: gzip, chunked", body=b""), 411, "FORMAT"),
            ("chunked twice", look(chunked, chunked, body=b"") + chunks, 411, "FORMAT"),
            ("a length and chunked", look(chunked, length=5, body=chunks), 400, "FORMAT"),
            ("chunked and a length", look(chunked, "Content-Length: 5", body=b"") + chunks, 400,
             "FORMAT"),
            ("a blank and chunked", look("Transfer-Encoding : chunked", body=b"") + chunks, 400,
             "FORMAT"),
            ("a blank and a length", look("Content-Length : 2", body=b"") + b"{}", 400, "FORMAT")],
            lambda *case: is_refused(server, *case))
        line = exchange(server, look(body=b"x" * 10000000))
        check(line.end, "10 MB: still open")
        if line.end == "end":
            check(statuses(answers_of(line, "10 MB")) == [413], "10 MB gave", bytes(line.came[:60]))
        others.are_well()


def a_head_has_one_reading_or_is_refused(program, _brain):
    def get(*lines, first="GET /healthz HTTP/1.1", host="Host: x"):
        return "\r\n".join([first] + ([host] if host else []) + list(lines) + ["", ""]).encode()

    with serving(program) as (server, others):
        cases([
            *[("%s last" % name, get(name + ": 1"), 200) for name in
              ("X", "C", "Content-Leng", "Content-Lengthy", "H", "Hos", "Hosts", "Transfer-Encodin",
               "Expec", "Connectio", "Origi", "Upgrad", "If-None-Matc")],
            ("an empty value", get("X:"), 200), ("no blank", get("X:1"), 200),
            ("a tab", get("X:\t1\t2\t"), 200), ("letters", get("X: \u00e9"), 200),
            ("odd names", get("!#$%&'*+-.^_`|~: 1"), 200),
            ("a colon in a value", get("X: a:b:c"), 200),
            ("an empty line before", b"\r\n" + HEALTH, 200),
            ("60 headers", get(*["X: y"] * 60), 200), ("7 KB of a header", get("X: " + "y" * 7000),
                                                       200),
            ("7 KB of an address", request("GET", "/" + "a" * 7000), 404),
            ("an odd address", request("GET", "/%00/../..//%2e?\"<>{}|^"), 404),
            ("//x/healthz", request("GET", "//x/healthz"), 404),
            ("another method", request("BREW", "/healthz"), 405),
            ("DELETE", request("DELETE", "/"), 405)],
            lambda *case: is_kept(server, *case))
        cases([
            ("LF alone", b"GET /healthz HTTP/1.1\nHost: x\n\n", 400),
            ("LF alone in one line", b"GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", 400),
            ("LF alone at the end", b"GET / HTTP/1.1\r\nHost: x\r\n\n", 400),
            ("LF alone before", b"\n" + HEALTH, 400),
            ("CR alone", get("X: a\rY: b"), 400), ("CR CR LF", get("X: a\r"), 400),
            ("two empty lines before", b"\r\n\r\n" + HEALTH, 400),
            ("a line that goes on", get("X: a", " b"), 400),
            ("a tab that goes on", get("X: a", "\tb"), 400),
            ("a length that goes on", get("Content-Length:", " 5"), 400),
            ("a blank before the first header", get(host=" Host: x"), 400),
            ("a blank before the method", b" " + HEALTH, 400),
            ("NUL in a value", get("X: a\0b"), 400), ("NUL in a name", get("X\0: a"), 400),
            ("NUL in a path", get(first="GET /a\0b HTTP/1.1"), 400),
            ("NUL for a blank", get(first="GET\0/\0HTTP/1.1"), 400),
            ("NUL in a method", get(first="G\0ET / HTTP/1.1"), 400),
            ("DEL", get("X: a\x7fb"), 400), ("ESC", get("X: \x1b[1m"), 400),
            ("a blank before the colon", get("X : 1"), 400),
            ("a tab before the colon", get("X\t: 1"), 400),
            ("a blank in a name", get("X Y: 1"), 400), ("a bracket in a name", get("X(: 1"), 400),
            ("a letter in a name", get("\u00e9: 1"), 400), ("no name", get(": 1"), 400),
            ("no colon", get("X"), 400),
            ("no Host", get(host=None), 400), ("two Hosts", get("Host: x"), 400),
            ("two other Hosts", get("host: y"), 400),
            ("HTTP/0.9", b"GET /healthz\r\n\r\n", 400), ("nothing but GET", b"GET\r\n\r\n", 400),
            ("HTTP/1.2", get(first="GET / HTTP/1.2"), 505),
            ("HTTP/9.9", get(first="GET / HTTP/9.9"), 505),
            ("HTTP/1.10", get(first="GET / HTTP/1.10"), 505),
            ("HTTP/2.0", get(first="GET / HTTP/2.0"), 505),
            ("http/1.1", get(first="GET / http/1.1"), 400),
            ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            ("CONNECT", get(first="CONNECT x:1 HTTP/1.1"), 400),
            ("an absolute form", get(first="GET http://x/healthz HTTP/1.1"), 400),
            ("another absolute form", get(first="GET http://evil.example/ HTTP/1.1"), 400),
            ("an asterisk", get(first="OPTIONS * HTTP/1.1"), 400),
            ("two blanks", get(first="GET  / HTTP/1.1"), 400),
            ("two blanks behind", get(first="GET /  HTTP/1.1"), 400),
            ("a blank behind", get(first="GET / HTTP/1.1 "), (400, 505)),
            ("a blank in the address", get(first="GET /a b HTTP/1.1"), 400),
            ("a tab in the address", get(first="GET /a\tb HTTP/1.1"), 400),
            ("a tab for a blank", get(first="GET\t/\tHTTP/1.1"), 400),
            ("a letter in the address", get(first="GET /\u00e9 HTTP/1.1"), 400),
            ("no method", get(first=" / HTTP/1.1"), 400),
            ("no name for a method", get(first="G@T / HTTP/1.1"), 400),
            ("100 headers", get(*["X: y"] * 100), 431),
            ("9 KB of a header", get("X: " + "y" * 9000), 431),
            ("9 KB of an address", request("GET", "/" + "a" * 9000), 414),
            ("100 KB of an address", request("GET", "/" + "a" * 100000), 414),
            ("another expectation", look("Expect: the worst"), 417)],
            lambda *case: is_refused(server, *case))
        others.are_well()


def who_expects_leave_gets_it(program, _brain):
    head = look("Expect: 100-continue", length=14, body=b"")

    def leave(line):
        return bytes(line.came) == CONTINUE

    with serving(program) as (server, _):
        line = Line(server.port, [HEALTH])
        drive([line], line.began + LATEST, lambda line: read_answers(line.came)[0])
        check(len(read_answers(line.came)[0]) == 1, "no first answer")
        line.came.clear()
        line.parts.append(head)
        drive([line], time.monotonic() + LATEST, leave)
        check(leave(line), "no leave but", bytes(line.came))
        line.came.clear()
        line.parts.append(b'{"invite":"0"}' + BYE)
        drive([line], time.monotonic() + LATEST)
        line.close()
        check(statuses(read_answers(line.came)[0]) == [404, 200], bytes(line.came[:300]))
        # Who does not wait for it need not get it; who is refused gets none.
        line = exchange(server, head + b'{"invite":"0"}' + BYE)
        check(statuses(read_answers(line.came.replace(CONTINUE, b""))[0]) == [404, 200], line.came)
        is_refused(server, "too much", look("Expect: 100-continue", length=5000, body=b""), 413)
        old = head.replace(b"HTTP/1.1", b"HTTP/1.0") + b'{"invite":"0"}'
        check(statuses(ask(server, "HTTP/1.0", old)) == [404], "HTTP/1.0")


def who_closes_half_gets_all_answers(program, _brain):
    content = random.Random(3).randbytes(1000000)
    big = request("GET", "/assets/big.wasm")

    def one(what, wanted, *parts):
        answers = ask(server, what, *parts, half_close=True)
        check(statuses(answers) == wanted, "gave", statuses(answers), "not", wanted)
        for answer in answers:
            check(answer.body == content or len(answer.body) < len(content), "another file")

    with serving(program) as (server, _):
        with open(server.web + "/assets/big.wasm", "wb") as file:
            file.write(content)
        cases([("nothing", []), ("a GET", [200], HEALTH), ("two", [200, 404], HEALTH + look()),
               ("two parts", [200, 404], HEALTH, look()), ("a file", [200], big),
               ("files", [200, 404, 200, 200], big + look() + big, HEALTH),
               ("half a head", [], HEALTH[:9]), ("half a body", [200], HEALTH + look()[:-3]),
               ("what is refused", [200, 405, 400], HEALTH + request("PUT", "/"), b"x\r\n\r\n")],
              one)


def client_hello():
    outgoing = ssl.MemoryBIO()
    stranger = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing,
                                                     server_hostname="x")
    with contextlib.suppress(ssl.SSLWantReadError):
        stranger.do_handshake()
    return outgoing.read()


def no_other_protocol_is_spoken(program, _brain):
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])

    def one(what, status, *parts):
        line = exchange(server, *parts)
        check(line.end, "still open, sent", bytes(line.came[:200]))
        answers = read_answers(line.came)[0]
        check(statuses(answers) == [status] or (line.end == "reset" and not answers), "gave",
              statuses(answers), "not", status)

    with serving(program) as (server, others):
        cases([("h2c", request("GET", "/", *H2C), 200),
               ("h2c at /ws", request("GET", "/ws", *H2C, *OURS), 426),
               ("a POST to h2c", look(*H2C), 404),
               ("foo", request("GET", "/healthz", "Connection: Upgrade", "Upgrade: foo"), 200),
               ("foo at /ws", request("GET", "/ws", "Connection: Upgrade", "Upgrade: foo", *OURS),
                426)],
              lambda *case: is_kept(server, *case))
        line = exchange(server, request("GET", "/healthz", *H2C) + preface)
        check(statuses(answers_of(line, "h2c and more")) == [200, 505], bytes(line.came[-300:]))
        cases([("HTTP/2", 505, preface), ("TLS", 400, client_hello()),
               ("1 MB of a", 414, b"a" * 1000000), ("zeros", 400, bytes(100000)),
               ("an endless line", 431, b"GET / HTTP/1.1\r\nX: ", *[b"y" * 1000] * 900),
               ("endless lines", 431, b"GET / HTTP/1.1\r\n", *[b"X: y\r\n" * 100] * 900)], one)
        others.are_well()


def only_its_own_names_are_served(program, _brain):
    """So that no page of a name that leads here by DNS can ask anything."""
    def one(what, own):
        page = "Origin: http://" + what
        asks = [(request("GET", "/", host=what), 200), (request("GET", "/healthz", host=what), 200),
                (look(host=what), 404), (look(page, host=what), 404)]
        for data, status in asks:
            is_kept(server, what, data, status if own else 421, None if own else "HOST")
        upgrade = request("GET", "/ws", page, *UPGRADE, host=what)
        if not own:
            is_kept(server, what, upgrade, 421, "HOST")
            return
        line = Line(server.port, [upgrade])
        drive([line], line.began + LATEST, lambda line: b"\r\n\r\n" in line.came)
        line.close()
        check(line.came.startswith(b"HTTP/1.1 101 "), "gave", bytes(line.came[:60]))

    ours = ["127.0.0.1", "127.0.0.1:8080", "localhost", "localhost:1", "LOCALHOST", "[::1]",
            "[::1]:8080", "192.0.2.7", "[2001:db8::7]:80", "box", "box.local:80", "a.localhost"]
    foreign = ["evil.example", "evil.example:80", "EVIL.example", "127.0.0.1.evil.example",
               "localhost.evil.example", "evil.example:127.0.0.1", "[evil.example]",
               "evil.example.", "local.evil.example", "1.2.3", "127.0.0.1@evil.example"]
    with serving(program) as (server, _):
        cases([(host, True) for host in ours] + [(host, False) for host in foreign], one)
    with serving(program, "--host", "canasta.example") as (server, _):
        cases([("canasta.example", True), ("Canasta.Example:8080", True), ("127.0.0.1", True),
               ("evil.example", False), ("x.canasta.example", False), ("xcanasta.example", False),
               ("canasta.example.evil.example", False)], one)


def who_asks_is_said_once_and_plainly(program, _brain):
    own, evil, key = "Origin: http://127.0.0.1", "Origin: http://evil.example", "Authorization: "
    with serving(program) as (server, _):
        cases([("an empty origin", look("Origin:", host="127.0.0.1"), 403, "ORIGIN"),
               ("none", look(host="127.0.0.1"), 404), ("ours", look(own, host="127.0.0.1"), 404),
               ("a socket of an empty one", request("GET", "/ws", "Origin: ", *UPGRADE), 403,
                "ORIGIN")], lambda *case: is_kept(server, *case))
        cases([("ours and another", look(own, evil, host="127.0.0.1"), 400, "FORMAT"),
               ("another and ours", look(evil, own, host="127.0.0.1"), 400, "FORMAT"),
               ("ours twice", look(own, own, host="127.0.0.1"), 400, "FORMAT"),
               ("a socket of two", request("GET", "/ws", own, evil, *UPGRADE), 400, "FORMAT"),
               ("two keys", look(key + "Bearer a", key + "Bearer b"), 400, "FORMAT")],
              lambda *case: is_refused(server, *case))


if __name__ == "__main__":
    run([several_requests_in_one_piece_get_as_many_answers,
         a_connection_is_kept_unless_somebody_wants_its_end,
         a_request_cut_short_behind_another_costs_nothing,
         head_is_get_without_a_body,
         a_length_is_plain_or_the_request_is_refused,
         a_head_has_one_reading_or_is_refused,
         who_expects_leave_gets_it,
         who_closes_half_gets_all_answers,
         no_other_protocol_is_spoken,
         only_its_own_names_are_served,
         who_asks_is_said_once_and_plainly])
