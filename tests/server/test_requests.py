"""Requests as they should be and as they should not be: several on a connection, lengths, hosts,
other protocols, crowds.

Each whole request is answered, in order; behind one whose end is uncertain nothing is. The others
are served as ever. Not here: what the answers to orders mean (test_refusals.py), frames
(test_frames.py).
"""
import collections
import contextlib
import json
import os
import random
import resource
import selectors
import socket
import sqlite3
import ssl
import time

from client import Failure, Server, check, run
from lines import (LATEST, Line, cases, come_back, descriptors, drive, ends_well, in_pieces,
                   is_let_go, said_nothing, serving, used)

Answer = collections.namedtuple("Answer", "version status headers body")

OURS = ["Sec-WebSocket-Protocol: canasta.v1.json", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
UPGRADE = ["Connection: Upgrade", "Upgrade: websocket"] + OURS
H2C = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
       "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"]
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


def request(method, path, *headers, body=b"", length=None, host="x"):
    """A request's bytes, with a Content-Length if there is a body or one is given."""
    lines = ["%s %s HTTP/1.1" % (method, path), "Host: " + host] + list(headers)
    if body or length is not None:
        lines.append("Content-Length: %s" % (len(body) if length is None else length))
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def look(*headers, **more):
    """A request that is well made and changes nothing."""
    more.setdefault("body", b'{"invite":"0"}')
    return request("POST", "/v1/tables/nosuchtabl/look", *headers, **more)


HEALTH = request("GET", "/healthz")
FOREIGN = look("Origin: http://evil.example")
BYE = request("GET", "/v1/bots", "Connection: close")  # answered if the connection was kept


def read_answers(data, heads=()):
    """The answers in these bytes, and what is behind the last whole one. `heads` are the places of
    those to HEAD, which have no body."""
    answers, data = [], bytes(data)
    while data:
        top, blank, rest = data.partition(b"\r\n\r\n")
        lines = top.decode("latin-1").split("\r\n")
        words = lines[0].split(" ")
        pairs = [line.partition(":")[::2] for line in lines[1:]]
        headers = {name.strip().lower(): value.strip() for name, value in pairs}
        known = words[1:2] == ["304"]  # no length at all, rather than a wrong one
        length = "0" if known else headers.get("content-length", "")
        if not blank or words[0] != "HTTP/1.1" or not length.isdigit() or \
                len(headers) != len(pairs) or not words[1].isdigit() or \
                (known and "content-length" in headers):
            break
        length = 0 if len(answers) in heads else int(length)
        if len(rest) < length:
            break
        answers.append(Answer(words[0], int(words[1]), headers, rest[:length]))
        data = rest[length:]
    return answers, data


def answers_of(line, what, heads=()):
    """All answers on a line that the server has ended; only the last one may say so."""
    answers, rest = read_answers(line.came, heads)
    told = [answer.status for answer in answers]
    check(rest == b"", what, "gave", told, "and", rest[:300])
    check(line.end == "end", what, "gave", told, "and", line.end or "stayed open")
    for i, answer in enumerate(answers):
        says = "close" in answer.headers.get("connection", "")
        check(says == (i == len(answers) - 1) or line.half_closed, what, "gave", told, "where the",
              "answer", i, "says", answer.headers.get("connection"))
    return answers


def exchange(server, *parts, half_close=False, **how):
    """Sends these parts and takes what comes to the end."""
    line = Line(server.port, parts, half_close=half_close, **how)
    line.half_closed = half_close
    drive([line], line.began + LATEST)
    line.close()
    return line


def ask(server, what, *parts, heads=(), **how):
    return answers_of(exchange(server, *parts, **how), what, heads)


def statuses(answers):
    return [answer.status for answer in answers]


def is_kept(server, what, data, status, code=None, head=False):
    """The request is answered so, and the one behind it, too."""
    answers = ask(server, what, data + BYE, heads=(0,) if head else ())
    check(statuses(answers) == [status, 200], "gave", statuses(answers), "not", status, "and 200")
    if code:
        check(json.loads(answers[0].body)["error"] == code, "gave", answers[0].body)


def is_refused(server, what, data, status, code=None):
    """The request is answered so, and nothing behind it."""
    answers = ask(server, what, data + BYE)
    wanted = status if isinstance(status, tuple) else (status,)
    check(len(answers) == 1 and answers[0].status in wanted, "gave", statuses(answers), "not",
          status)
    if code:
        check(json.loads(answers[0].body)["error"] == code, "gave", answers[0].body)


def answers_still(server, **how):
    answers = ask(server, "GET /healthz", request("GET", "/healthz", "Connection: close"), **how)
    check(statuses(answers) == [200], "GET /healthz gave", statuses(answers))


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


def any_pieces_of_the_same_bytes_get_the_same_answers(program, _brain):
    """Also where they are no requests at all: some bytes are changed."""
    seed = int(os.environ.get("CANASTA_SEED", "1"))
    luck = random.Random("pieces %d" % seed)

    def changed(data):
        data = bytearray(data)
        for _ in range(luck.choice([0, 0, 0, 1, 1, 2, 5])):
            at = luck.randrange(len(data))
            long = b"A" * luck.randint(1, 9000)
            piece = luck.choice([b"\r\n", b"\n", b"\0", b": ", b"\r\n ", long, luck.randbytes(8),
                                 bytes(data[at:at + luck.randint(1, 60)])])
            end = at + luck.choice([0, 0, 1, 1, 30])
            data[at:end] = piece
        return bytes(data)

    def one(what, data):
        came = []
        for parts in ([data], in_pieces(data, luck), in_pieces(data, luck, 40)):
            line = exchange(server, *parts, half_close=True)
            check(line.end == "end", "CANASTA_SEED=%d" % seed, repr(data), "is",
                  line.end or "still open")
            came.append(bytes(line.came).replace(CONTINUE, b""))
        check(came[0] == came[1] == came[2], "CANASTA_SEED=%d" % seed, repr(data), "gave",
              [statuses(read_answers(one)[0]) for one in came])

    with serving(program) as (server, others):
        cases([("bytes %d" % i, changed(b"".join(luck.choice(PIECES)[0] for _ in
                                                 range(luck.randint(1, 5))))) for i in range(150)],
              one)
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


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
        return True
    except OSError:
        return False


def it_is_reached_by_ipv6(program, _brain):
    if not has_ipv6():
        print("# there is no IPv6 here")
        return
    server = Server(program, "--listen", "::1")
    try:
        check("http://[::1]:%d/" % server.port in server.said(), server.said())
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


# What random sequences are made of: a request, the status it gets, and whether that is the end.
PIECES = [
    (request("GET", "/"), 200, False), (request("GET", "/healthz"), 200, False),
    (request("GET", "/assets/a-1.js"), 200, False), (request("GET", "/v1/rules"), 200, False),
    (request("GET", "/v1/rules/samba/explain?players=4"), 200, False),
    (request("GET", "/nothing"), 404, False), (b"\r\n" + HEALTH, 200, False),
    (request("HEAD", "/assets/a-1.js"), 200, False), (request("HEAD", "/v1/rules"), 200, False),
    (request("GET", "/healthz", body=b"12345"), 200, False),
    (request("GET", "/assets/a-1.js", body=b"12345"), 200, False),
    (look(), 404, False), (look(body=b"{" + b" " * 3000 + b"}"), 403, False),
    (look(body=b"nonsense"), 400, False), (look("Expect: 100-continue"), 404, False),
    (request("PUT", "/v1/bots", body=b"{}"), 405, False), (request("DELETE", "/"), 405, False),
    (request("DELETE", "/v1/rules", body=b"x" * 700), 405, False), (FOREIGN, 403, False),
    (request("GET", "/", host="evil.example"), 421, False),
    (request("GET", "/ws", "Connection: Upgrade", "Upgrade: websocket"), 426, False),
    (request("GET", "/healthz", "Connection: close"), 200, True),
    (b"GET / HTTP/1.0\r\n\r\n", 200, True), (look(body=b"x" * 5000), 413, True),
    (look(length=1 << 20, body=b"x" * 2000), 413, True),
    (look(length="2x", body=b"{}"), 400, True), (look(body=b""), 411, True),
    (look("Transfer-Encoding: chunked", body=b"{}"), 400, True),
    (look("Transfer-Encoding: chunked", body=b""), 411, True),
    (look("Content-Length: 7", body=b"{}"), 400, True), (b"nonsense\r\n\r\n", 400, True)]


class Sequence:
    """Random requests on a line of their own, sent in some way, perhaps cut, perhaps not read."""

    def __init__(self, seed, number, port):
        self.name = "CANASTA_SEED=%d, sequence %d" % (seed, number)
        luck = random.Random("%d %d" % (seed, number))
        pieces = [luck.choice(PIECES) for _ in range(luck.randint(1, 5))]
        data = b"".join(piece for piece, _, _ in pieces)
        length = luck.randint(1, len(data)) if luck.random() < 0.4 else len(data)
        data = data[:length]
        # What is answered: all that is whole, up to an end. A refusal may come before the whole.
        self.statuses, self.heads, self.least, at = [], [], 0, 0
        for piece, status, is_end in pieces:
            at += len(piece)
            self.heads += [len(self.statuses)] if piece.startswith(b"HEAD") else []
            self.statuses.append(status)
            if at <= length:
                self.least = len(self.statuses)
            if at > length or is_end:
                break
        way = luck.choice(["whole", "whole", "splits", "bytes"])
        if way == "bytes" and len(data) <= 1500:
            parts = [data[i:i + 1] for i in range(len(data))]
        elif way == "whole":
            parts = [data]
        else:
            parts = in_pieces(data, luck)
        self.half_close = luck.random() < 0.25
        self.line = Line(port, parts, half_close=self.half_close,
                         receive_bytes=luck.choice([None, None, 4096]))
        self.unread = luck.random() < 0.2  # it goes away without a look at the answer
        self.reads_at = self.line.began + luck.choice([0.0, 0.0, 0.0, luck.uniform(0.0, 0.5)])
        self.leaves_at = self.line.began + luck.uniform(0.0, 0.5)
        self.abrupt = luck.random() < 0.5
        self.name += " (%d parts%s): %r" % (len(parts), ", half-closed" if self.half_close else
                                           "", data[:300])

    def events(self, now):
        """What to wait for."""
        reads = not self.unread and now >= self.reads_at
        sends = self.line.sends()
        return (selectors.EVENT_READ if reads else 0) | (selectors.EVENT_WRITE if sends else 0)

    def answers(self):
        return read_answers(self.line.came.replace(CONTINUE, b""), self.heads)

    def is_over(self, now):
        """Whether it has ended, or leaves with what it is sure to get."""
        line = self.line
        if line.end or now >= line.began + LATEST:
            return True
        if line.sends() or now < max(self.leaves_at, self.reads_at):
            return False
        return self.unread or len(self.answers()[0]) >= self.least

    def judge(self):
        line = self.line
        line.close(self.abrupt)
        if self.unread:
            return
        answers, rest = self.answers()
        told = statuses(answers)
        # Whoever sends more than two seconds behind the last answer may miss it.
        least = 0 if line.end == "reset" and time.monotonic() > line.began + 2 else self.least
        check(told == self.statuses[:len(told)] and len(told) >= least, self.name, "gave", told,
              "and", rest[:60], "not", self.statuses[:self.least], line.end)
        check(line.end != "reset" or least == 0, self.name, "gave", told, "and was reset")


def play_sequences(server, others, count, seed, seconds):
    """Many at a time; returns how many there were when time was over."""
    made, running, until = 0, set(), time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        while running or (made < count and time.monotonic() < until):
            while len(running) < 40 and made < count and time.monotonic() < until:
                running.add(Sequence(seed, made, server.port))
                made += 1
            now = time.monotonic()
            for sequence in running:
                wanted = sequence.events(now)
                if wanted != getattr(sequence, "wanted", 0):
                    if getattr(sequence, "wanted", 0):
                        selector.unregister(sequence.line.socket)
                    if wanted:
                        selector.register(sequence.line.socket, wanted, sequence)
                    sequence.wanted = wanted
            for key, events in selector.select(0.02):
                if events & selectors.EVENT_READ:
                    key.data.line.take()
                if events & selectors.EVENT_WRITE and not key.data.line.end:
                    key.data.line.send()
            now = time.monotonic()
            for sequence in [s for s in running if s.is_over(now)]:
                if sequence.wanted:
                    selector.unregister(sequence.line.socket)
                running.remove(sequence)
                sequence.judge()
            others.are_well()
    return made


def whatever_is_sent_each_whole_request_is_answered(program, _brain):
    seed = int(os.environ.get("CANASTA_SEED", "1"))
    effort = float(os.environ.get("CANASTA_EFFORT", "1"))
    wanted = int(os.environ.get("CANASTA_SEQUENCES", "0"))
    with serving(program) as (server, others):
        before, began = descriptors(server), time.monotonic()
        made = play_sequences(server, others, wanted or int(1000 * effort), seed,
                              3600 if wanted else 12)
        print("# %d sequences in %.1f s; the slowest pong took %.3f s" %
              (made, time.monotonic() - began, others.worst))
        come_back(server, before)


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
    run([several_requests_in_one_piece_get_as_many_answers,
         a_connection_is_kept_unless_somebody_wants_its_end,
         a_request_cut_short_behind_another_costs_nothing,
         head_is_get_without_a_body,
         a_length_is_plain_or_the_request_is_refused,
         a_head_has_one_reading_or_is_refused,
         any_pieces_of_the_same_bytes_get_the_same_answers,
         who_expects_leave_gets_it,
         who_closes_half_gets_all_answers,
         no_other_protocol_is_spoken,
         a_request_is_awaited_ten_seconds,
         the_end_is_not_put_off,
         only_its_own_names_are_served,
         an_address_has_so_many_connections,
         a_proxy_says_for_whom_it_asks,
         descriptors_that_run_out_cost_nothing,
         it_is_reached_by_ipv6,
         whatever_is_sent_each_whole_request_is_answered,
         who_does_not_read_costs_little_and_gets_all_in_the_end,
         who_does_not_read_holds_few_files,
         who_comes_behind_a_crowd_is_answered])
