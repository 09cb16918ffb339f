"""Requests as they should not be: what else comes on a connection, lengths, other protocols.

Whatever is sent, one answer comes at most, the connection ends, and the others are served as ever.
Not here: what the answers to orders mean (test_refusals.py).
"""
import collections
import contextlib
import json
import os
import random
import selectors
import socket
import sqlite3
import ssl
import struct
import threading
import time

from client import Closed, Failure, Server, Socket, check, run

SOON = 2.0  # seconds until an answer, or until a pong
LATEST = 12.0  # seconds until whoever says nothing of use is dropped

Answer = collections.namedtuple("Answer", "version status headers body rest")


OURS = ["Sec-WebSocket-Protocol: canasta.v1.json", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
UPGRADE = ["Connection: Upgrade", "Upgrade: websocket"] + OURS
H2C = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
       "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"]


def request(method, path, *headers, body=b"", length=None):
    """A request's bytes, with a Content-Length if there is a body or one is given."""
    lines = ["%s %s HTTP/1.1" % (method, path), "Host: x"] + list(headers)
    if body or length is not None:
        lines.append("Content-Length: %s" % (len(body) if length is None else length))
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def look(*headers, **more):
    """A request that is well made and changes nothing."""
    more.setdefault("body", b'{"invite":"0"}')
    return request("POST", "/v1/tables/nosuchtabl/look", *headers, **more)


def read_answer(data, head=False):
    """The first answer in these bytes; None if they are not a whole one."""
    top, blank, rest = bytes(data).partition(b"\r\n\r\n")
    lines = top.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if not blank or len(words) < 2 or words[0] not in ("HTTP/1.0", "HTTP/1.1"):
        return None
    pairs = [line.partition(":")[::2] for line in lines[1:]]
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    if len(headers) != len(pairs):
        return None
    length = headers.get("content-length", "0" if words[1] == "304" else "")
    if not length.isdigit() or not words[1].isdigit():
        return None
    length = 0 if head else int(length)
    if len(rest) < length:
        return None
    return Answer(words[0], int(words[1]), headers, rest[:length], rest[length:])


class Line:
    """A connection with things to send, in parts, while it takes what comes.

    `end` is None while it is open, then "end" or "reset".
    """

    def __init__(self, port, parts, half_close=False, receive_bytes=None):
        self.parts = collections.deque(part for part in parts if part)
        self.half_close = half_close
        self.came = bytearray()
        self.end = None
        self.began = time.monotonic()
        self.socket = socket.socket()
        if receive_bytes:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(SOON)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)

    def send(self):
        """One part, or as much of it as there is room for."""
        try:
            if self.parts:
                part = self.parts.popleft()
                done = self.socket.send(part)
                if done < len(part):
                    self.parts.appendleft(part[done:])
            if not self.parts and self.half_close:
                self.socket.shutdown(socket.SHUT_WR)
                self.half_close = False
        except BlockingIOError:
            self.parts.appendleft(part)
        except OSError:  # it does not listen any more; what it says still counts
            self.parts.clear()
            self.half_close = False

    def sends(self):
        return bool(self.parts) or self.half_close

    def take(self):
        try:
            more = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except ConnectionResetError:
            self.end = "reset"
            return
        self.came += more
        if not more:
            self.end = "end"

    def close(self, abruptly=False):
        if abruptly:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def drive(lines, until):
    """Sends and takes on all lines until they have ended or it is that late."""
    with selectors.DefaultSelector() as selector:
        for line in (line for line in lines if not line.end):
            selector.register(line.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, line)
        while selector.get_map() and time.monotonic() < until:
            for key, events in selector.select(until - time.monotonic()):
                line = key.data
                if events & selectors.EVENT_READ:
                    line.take()
                if line.end:
                    selector.unregister(line.socket)
                elif events & selectors.EVENT_WRITE:
                    line.send()
                    if not line.sends():
                        selector.modify(line.socket, selectors.EVENT_READ, line)


def exchange(server, *parts, seconds=SOON):
    """Sends these parts, one packet each if there is room, and takes what comes to the end."""
    line = Line(server.port, parts)
    drive([line], line.began + seconds)
    line.close()
    return line


def only_answer(line, what, head=False):
    """The one answer that a line got before it was closed."""
    answer = read_answer(line.came, head)
    check(answer, what, "gave", bytes(line.came[:300]), "and", line.end or "stayed open")
    check(line.end == "end", what, "answered", answer.status, "and", line.end or "stayed open")
    check(answer.rest == b"", what, "had more behind its answer:", answer.rest[:300])
    own = b"<h1>" not in answer.body  # or a page of the library, which closes as HTTP/1.0 does
    check(answer.headers.get("connection") == "close" or (not own and answer.version == "HTTP/1.0"),
          what, "does not say close:", answer.version, answer.headers)
    return answer


def expect(line, what, status, code=None):
    answer = only_answer(line, what)
    wanted = status if isinstance(status, tuple) else (status,)
    check(answer.status in wanted, what, "gave", answer.status, answer.body[:200], "not", status)
    if code:
        error = json.loads(answer.body)["error"]
        check(error == code, what, "gave", error, "not", code)


class Others(threading.Thread):
    """Somebody at a table who pings ten times a second, whatever the rest of the world does."""

    def __init__(self, server):
        super().__init__(daemon=True)
        made = server.make_table()
        self.socket = Socket(server.port)
        self.socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                          "token": made["token"]})
        check(self.socket.receive()["t"] == "welcome", "nobody could sit down")
        self.worst = 0.0
        self.wrong = None
        self.over = threading.Event()
        self.start()

    def run(self):
        try:
            while not self.over.wait(0.1):
                began = time.monotonic()
                self.socket.send({"t": "ping"})
                message = {"t": ""}
                while message is not None and message["t"] != "pong":
                    message = self.socket.receive(max(0.0, began + SOON - time.monotonic()))
                check(message, "somebody else got no pong within", SOON, "seconds")
                self.worst = max(self.worst, time.monotonic() - began)
        except (Closed, Failure, OSError) as wrong:
            self.wrong = wrong

    def are_well(self):
        check(self.wrong is None, self.wrong)

    def stop(self):
        self.over.set()
        self.join(2 * SOON)
        self.socket.close()
        self.are_well()


def answers_still(server):
    answer = read_answer(exchange(server, request("GET", "/healthz")).came)
    check(answer and answer.status == 200, "GET /healthz is not answered within", SOON, "seconds")


def ends_well(server):
    status = server.stop()
    check(status == 0, "SIGTERM: status", status)


def said_nothing(server):
    said = server.said()
    for word in ("AddressSanitizer", "LeakSanitizer", "runtime error"):
        check(word not in said, "the server said:", said[max(0, said.find(word) - 80):][:800])


@contextlib.contextmanager
def serving(program):
    """A server and somebody else on it; it must end well when it is told to. All is told that
    is wrong."""
    server = Server(program)
    os.mkdir(server.web + "/assets")
    for name, text in [("index.html", "<p>hello"), ("assets/a-1.js", "1\n" * 20000)]:
        with open(os.path.join(server.web, name), "w") as file:
            file.write(text)
    others = Others(server)
    wrong = []

    def note(act, *what):
        try:
            act(*what)
        except (Failure, OSError) as failure:
            wrong.append(str(failure))

    try:
        try:
            yield server, others
        except (Failure, OSError) as failure:
            wrong.append(str(failure))
        note(answers_still, server)
        note(others.stop)
        note(ends_well, server)
        note(said_nothing, server)
    finally:
        server.close()
    check(not wrong, "; ".join(wrong))


def cases(names, act):
    """Each of these in turn, also behind one that fails; all that fail are told."""
    wrong = []
    for what, *rest in names:
        try:
            act(what, *rest)
        except (Failure, OSError) as failure:
            wrong.append("%s: %s" % (what, failure))
    check(not wrong, "\n#   ".join([""] + wrong))


def tables_kept(server):
    """How many tables there are, by the file of a server that has ended."""
    database = sqlite3.connect(server.data)
    count = database.execute("SELECT COUNT(DISTINCT table_id) FROM log").fetchone()[0]
    database.close()
    return count


def a_request_behind_another_is_left_alone(program, _brain):
    get = request("GET", "/healthz")
    put = request("PUT", "/v1/bots", body=b"{}")
    foreign = look("Origin: http://evil.example")
    order = request("POST", "/v1/tables", body=b'{"rules":"classic_pagat"}')

    def one(what, both, status):
        with serving(program) as (server, others):
            expect(exchange(server, both), what, status)
            others.are_well()
        check(tables_kept(server) == 1 + (status == 200 and b"rules" in both), "another table")

    cases([("two PUTs", put + put, 405), ("a PUT behind a GET", get + put, 200),
           ("two foreign POSTs", foreign + foreign, 403), ("two GETs", get + get, 200),
           ("a POST behind a file", request("GET", "/assets/a-1.js") + look(), 200),
           ("two POSTs", look() + look(), 404), ("two orders", order + order, 200)], one)


def a_request_cut_short_behind_another_costs_nothing(program, _brain):
    first = look(body=b'{"a":')

    def one(what, second):
        with serving(program) as (server, others):
            line = Line(server.port, [first + second])
            drive([line], time.monotonic() + SOON)
            line.close()
            expect(line, what, 400, "FORMAT")
            others.are_well()

    cases([("little of a body", look(length=4000, body=b"{")),
           ("some of a body", look(length=4000, body=b"x" * 30)),
           ("most of a body", look(length=50, body=b"x" * 49)),
           ("no body", look(length=50, body=b"")),
           ("half a head", look(body=b"")[:30])], one)


def head_is_get_without_a_body(program, _brain):
    with serving(program) as (server, _):
        for path in ("/", "/healthz", "/v1/rules", "/v1/bots", "/v1/rules/samba/explain",
                     "/v1/rules/poker/explain", "/nothing", "/assets/a-1.js"):
            get = only_answer(exchange(server, request("GET", path)), path)
            line = exchange(server, request("HEAD", path))
            head = only_answer(line, "HEAD " + path, head=True)
            check((head.status, head.headers) == (get.status, get.headers), "HEAD", path, head, get)
            line = exchange(server, request("HEAD", path, *H2C))
            other = only_answer(line, "HEAD with an upgrade: " + path, head=True)
            check((other.status, other.headers) == (get.status, get.headers), path, other, get)
            check(get.body and get.headers["content-length"] == str(len(get.body)), path, get)
        etag = only_answer(exchange(server, request("GET", "/")), "/").headers["etag"]
        line = exchange(server, request("HEAD", "/", "If-None-Match: " + etag))
        check(only_answer(line, "HEAD again", head=True).status == 304, "HEAD with", etag)
        line = exchange(server, request("HEAD", "/ws", *UPGRADE))
        check(only_answer(line, "HEAD /ws", head=True).status == 405, "HEAD /ws")


def a_length_is_plain_or_the_request_is_refused(program, _brain):
    chunks = b"2\r\n{}\r\n0\r\n\r\n"
    chunked = "Transfer-Encoding: chunked"
    long = "9" * 20

    def one(what, data, status, code=None):
        expect(exchange(server, data), what, status, code)

    with serving(program) as (server, others):
        cases([
            ("2 bytes", look(body=b"{}"), 404, "NO_TABLE"),
            ("02 bytes", look(length="02", body=b"{}"), 404, "NO_TABLE"),
            ("0 bytes", look(length="0", body=b""), 400, "FORMAT"),
            ("4096 bytes", look(body=b"{}" + b" " * 4094), 404, "NO_TABLE"),
            ("4097 bytes", look(body=b"{}" + b" " * 4095), 413, "TOO_LONG"),
            ("5000 bytes", look(body=b"x" * 5000), 413, "TOO_LONG"),
            ("60000 bytes", look(body=b"x" * 60000), 413, "TOO_LONG"),
            ("65536 bytes", look(body=b"x" * 65536), 413, "TOO_LONG"),
            ("65537 bytes", look(length=65537, body=b""), 413, "TOO_LONG"),
            ("4 GB and 2", look(length=(1 << 32) + 2, body=b"{}"), 413, "TOO_LONG"),
            ("20 digits", look(length=long, body=b"{}"), 413, "TOO_LONG"),
            ("no length", look(body=b""), 411, "FORMAT"),
            ("no number", look("Content-Length:", body=b""), (400, 411), "FORMAT"),
            ("-1", look(length="-1", body=b"{}"), 400, "FORMAT"),
            ("+2", look(length="+2", body=b"{}"), 400, "FORMAT"),
            ("2x", look(length="2x", body=b"{}"), 400, "FORMAT"),
            ("0x2", look(length="0x2", body=b"{}"), 400, "FORMAT"),
            ("2, 2", look(length="2, 2", body=b"{}"), 400, "FORMAT"),
            ("2 2", look(length="2 2", body=b"{}"), 400, "FORMAT"),
            ("2 and 2", look("Content-Length: 2", body=b"{}"), 400, "FORMAT"),
            ("2 and 5", look("Content-Length: 5", length=2, body=b"{}abc"), 400, "FORMAT"),
            ("chunked", look(chunked, body=b"") + chunks, 411, "FORMAT"),
            ("identity", look("Transfer-Encoding: identity", body=b""), 411, "FORMAT"),
            ("chunked and 2", look(chunked, length=2, body=chunks), 400, "FORMAT"),
            ("2 and chunked", look("Content-Length: 2", chunked, body=b"") + chunks, 400, "FORMAT"),
            ("a blank behind TE", look("Transfer-Encoding : chunked", body=b"{}"), 400, "FORMAT"),
            ("a tab behind TE", look("Transfer-Encoding\t: chunked", body=b"{}"), 400, "FORMAT"),
            ("upgrade, TE", request("GET", "/ws", *UPGRADE, chunked), 411, "FORMAT"),
            ("upgrade, both", request("GET", "/ws", *UPGRADE, chunked, length=5), 400, "FORMAT"),
            ("upgrade, 2 bytes", request("GET", "/ws", *UPGRADE, body=b"{}"), 400, "FORMAT"),
            ("upgrade by POST", request("POST", "/ws", *UPGRADE, length=0), 405, "METHOD"),
            ("GET, chunked", request("GET", "/healthz", chunked) + chunks, 411, "FORMAT"),
            ("GET, 2 bytes", request("GET", "/healthz", body=b"{}"), 200),
            ("GET of a file, 2 bytes", request("GET", "/assets/a-1.js", body=b"{}"), 200),
            ("DELETE, 2 bytes", request("DELETE", "/", body=b"{}"), 405, "METHOD"),
            ("DELETE", request("DELETE", "/"), 405, "METHOD"),
            ("OPTIONS, 60000", request("OPTIONS", "/", body=b"x" * 60000), 405, "METHOD"),
            ("OPTIONS", request("OPTIONS", "/"), 405, "METHOD"),
            ("PATCH, 300", request("PATCH", "/v1/rules", body=b"x" * 300), 405, "METHOD"),
            ("PUT, 5000", request("PUT", "/ws", body=b"x" * 5000), 405, "METHOD"),
            ("foreign, 60000", look("Origin: http://e.x", body=b"x" * 60000), 403, "ORIGIN"),
            ("foreign, 2", look("Origin: null", body=b"{}"), 403, "ORIGIN")], one)
        line = exchange(server, look(body=b"x" * 10000000))
        check(line.end, "10 MB: still open after", SOON, "seconds")
        if line.end == "end":
            expect(line, "10 MB", 413, "TOO_LONG")
        others.are_well()


def client_hello():
    outgoing = ssl.MemoryBIO()
    stranger = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing,
                                                     server_hostname="x")
    with contextlib.suppress(ssl.SSLWantReadError):
        stranger.do_handshake()
    return outgoing.read()


def no_other_protocol_is_spoken(program, _brain):
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
    with serving(program) as (server, others):
        lines = {what: Line(server.port, parts) for what, parts in [
            ("CONNECT", [b"CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n"]),
            ("h2c", [request("GET", "/", *H2C)]),
            ("h2c and more", [request("GET", "/healthz", *H2C) + preface]),
            ("h2c at /ws", [request("GET", "/ws", *H2C, *OURS)]),
            ("a POST to h2c", [look(*H2C)]),
            ("HTTP/2", [preface]),
            ("half of HTTP/2", [preface[:20]]),
            ("Upgrade: foo", [request("GET", "/healthz", "Connection: Upgrade", "Upgrade: foo")]),
            ("foo at /ws", [request("GET", "/ws", "Connection: Upgrade", "Upgrade: foo", *OURS)]),
            ("TLS", [client_hello()]),
            ("1 MB of a", [b"a" * 1000000]),
            ("zeros", [bytes(100000)]),
            ("NUL in a path", [b"GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n"]),
            ("NUL for a blank", [b"GET\0/\0HTTP/1.1\r\nHost: x\r\n\r\n"]),
            ("NUL in a method", [b"G\0ET / HTTP/1.1\r\nHost: x\r\n\r\n"]),
            ("an endless line", [b"GET / HTTP/1.1\r\nX: "] + [b"y" * 1000] * 1000),
            ("endless lines", [b"GET / HTTP/1.1\r\n"] + [b"X: y\r\n" * 100] * 1000),
            ("nothing", []),
            ("slow lines", [b"GET / HTTP/1.1\r\n"])]}
        until = time.monotonic() + LATEST
        while time.monotonic() < until and not all(line.end for line in lines.values()):
            lines["slow lines"].parts.append(b"X: y\r\n")
            drive(lines.values(), min(until, time.monotonic() + 0.5))

        def one(what):
            line = lines[what]
            line.close()
            check(line.end, "still open after", LATEST, "seconds, sent", bytes(line.came[:200]))
            if line.came:
                answer = only_answer(line, what)
                served = answer.status == 200 and what in ("h2c", "h2c and more")  # as HTTP/1.1
                check(served or answer.status >= 400, "gave", answer.status, answer.headers)

        cases([(what,) for what in lines], one)
        others.are_well()


# What random sequences are made of: a request, the status it gets, and what is special.
PIECES = [
    (request("GET", "/"), 200), (request("GET", "/healthz"), 200),
    (request("GET", "/assets/a-1.js"), 200), (request("GET", "/v1/rules"), 200),
    (request("GET", "/v1/rules/samba/explain?players=4"), 200), (request("GET", "/nothing"), 404),
    (request("HEAD", "/assets/a-1.js"), 200), (request("HEAD", "/v1/rules"), 200),
    (request("GET", "/healthz", body=b"12345"), 200),
    (request("GET", "/assets/a-1.js", body=b"12345"), 200),
    (look(), 404), (look(body=b"{" + b" " * 3000 + b"}"), 404), (look(body=b"nonsense"), 400),
    (request("PUT", "/v1/bots", body=b"{}"), 405), (request("DELETE", "/"), 405),
    (request("DELETE", "/v1/rules", body=b"x" * 700), 405),
    (look("Origin: http://evil.example"), 403), (look(body=b"x" * 5000), 413),
    (look(length=1 << 20, body=b"x" * 2000), 413), (look(length="2x", body=b"{}"), 400),
    (look("Transfer-Encoding: chunked", body=b"{}"), 400), (look(body=b""), 411),
    (look("Transfer-Encoding: chunked", body=b""), 411),
    (look("Content-Length: 7", body=b"{}"), 400),
    (request("GET", "/ws", "Connection: Upgrade", "Upgrade: websocket"), 400)]


class Sequence:
    """Random requests on a line of their own, sent in some way, perhaps cut, perhaps not read."""

    def __init__(self, seed, number, port):
        self.name = "CANASTA_SEED=%d, sequence %d" % (seed, number)
        luck = random.Random("%d %d" % (seed, number))
        pieces = [luck.choice(PIECES) for _ in range(luck.randint(1, 4))]
        first, self.status = pieces[0]
        self.head = first.startswith(b"HEAD")
        data = b"".join(piece for piece, _ in pieces)
        if luck.random() < 0.4:
            data = data[:luck.randint(1, len(data))]
        self.whole = len(data) >= len(first)
        way = luck.choice(["whole", "whole", "splits", "bytes"])
        if way == "bytes" and len(data) <= 1500:
            parts = [data[i:i + 1] for i in range(len(data))]
        elif way == "whole":
            parts = [data]
        else:
            at = sorted(luck.randint(0, len(data)) for _ in range(luck.randint(1, 6)))
            parts = [data[i:j] for i, j in zip([0] + at, at + [len(data)])]
        self.line = Line(port, parts, half_close=luck.random() < 0.25,
                         receive_bytes=luck.choice([None, None, 4096]))
        self.unread = luck.random() < 0.2  # it goes away without a look at the answer
        self.reads_at = self.line.began + luck.choice([0.0, 0.0, 0.0, luck.uniform(0.0, 0.5)])
        self.leaves_at = self.line.began + luck.uniform(0.0, 0.5)
        self.abrupt = luck.random() < 0.5
        self.name += " (%d parts%s): %r" % (len(parts), ", half-closed" if self.line.half_close else
                                           "", data[:300])

    def events(self, now):
        """What to wait for."""
        reads = not self.unread and now >= self.reads_at
        sends = self.line.sends()
        return (selectors.EVENT_READ if reads else 0) | (selectors.EVENT_WRITE if sends else 0)

    def is_over(self, now):
        """Whether it has ended, or leaves; a sequence that asked nothing whole does not wait."""
        line = self.line
        if line.end or now >= line.began + LATEST:
            return True
        if line.sends() or now < max(self.leaves_at, self.reads_at + 0.2):
            return False
        return self.unread or not (self.whole or line.came)

    def judge(self):
        line = self.line
        line.close(self.abrupt)
        if self.unread or (not self.whole and not line.came):
            return
        answer = only_answer(line, self.name, self.head)
        check(answer.status == self.status, self.name, "gave", answer.status, "not", self.status)


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


def descriptors(server):
    return len(os.listdir("/proc/%d/fd" % server.process.pid))


def whatever_is_sent_one_answer_comes_at_most(program, _brain):
    seed = int(os.environ.get("CANASTA_SEED", "1"))
    effort = float(os.environ.get("CANASTA_EFFORT", "1"))
    wanted = int(os.environ.get("CANASTA_SEQUENCES", "0"))
    with serving(program) as (server, others):
        time.sleep(0.5)
        before, began = descriptors(server), time.monotonic()
        made = play_sequences(server, others, wanted or int(1000 * effort), seed,
                              3600 if wanted else 20)
        print("# %d sequences in %.1f s; the slowest pong took %.3f s" %
              (made, time.monotonic() - began, others.worst))
        until = time.monotonic() + 15
        while descriptors(server) > before and time.monotonic() < until:
            time.sleep(0.1)
        check(descriptors(server) <= before, "descriptors:", before, "then", descriptors(server))


def used(server):
    """Seconds of a processor and megabytes that the server has used."""
    with open("/proc/%d/stat" % server.process.pid) as file:
        words = file.read().rpartition(")")[2].split()
    return ((int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
            int(words[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6)


def who_does_not_read_costs_little_and_gets_all_in_the_end(program, _brain):
    content = random.Random(1).randbytes(3000000)
    get, put = request("GET", "/healthz"), request("PUT", "/v1/bots", body=b"{}")
    big = request("GET", "/assets/big.wasm")
    big_with_body = request("GET", "/assets/big.wasm", body=b"{}")

    with serving(program) as (server, others):
        with open(server.web + "/assets/big.wasm", "wb") as file:
            file.write(content)
        lines = {what: Line(server.port, parts, receive_bytes=8192) for what, *parts in [
            ("nothing behind it", big), ("a GET behind it", big + get),
            ("a GET some time behind it", big, get), ("a PUT behind it", big + put),
            ("a PUT some time behind it", big, put),
            ("half a GET some time behind it", big, get[:20]),
            ("many behind it", big, *[get] * 5), ("much behind it", big + look(body=b"x" * 60000)),
            ("a body and a GET behind it", big_with_body + get),
            ("a body, then a GET behind it", big_with_body, get)]}
        while any(line.parts for line in lines.values()):
            for line in lines.values():
                line.send()
            time.sleep(0.2)
        before = used(server)
        time.sleep(3)
        seconds, megabytes = [b - a for a, b in zip(before, used(server))]
        drive(lines.values(), time.monotonic() + 20)

        def one(what):
            lines[what].close()
            body = only_answer(lines[what], what).body
            check(body == content, "another file of", len(body), "bytes")

        cases([(what,) for what in lines], one)
        check(megabytes <= 20, "waiting took %.1f MB more" % megabytes)
        check(seconds <= 1.5, "waiting took %.2f of 3 seconds of a processor" % seconds)
        others.are_well()


def who_comes_behind_a_crowd_is_answered(program, _brain):
    content = random.Random(2).randbytes(1000000)
    with serving(program) as (server, others):
        with open(server.web + "/assets/big.wasm", "wb") as file:
            file.write(content)
        # More than there are places for replies hear theirs and stay, in all ways of staying.
        for get in (request("GET", "/healthz"), request("GET", "/assets/big.wasm")):
            lines = [Line(server.port, [get], receive_bytes=8192) for _ in range(600)]
            for line in lines:
                line.send()
            for _ in range(3):
                answers_still(server)
            for line in lines:
                line.close(abruptly=True)
        readers = [Line(server.port, [request("GET", "/assets/big.wasm")]) for _ in range(200)]
        drive(readers, time.monotonic() + 30)
        for line in readers:
            line.close()
            check(only_answer(line, "a big file").body == content, "another file")
        others.are_well()


if __name__ == "__main__":
    run([a_request_behind_another_is_left_alone,
         a_request_cut_short_behind_another_costs_nothing,
         head_is_get_without_a_body,
         a_length_is_plain_or_the_request_is_refused,
         no_other_protocol_is_spoken,
         whatever_is_sent_one_answer_comes_at_most,
         who_does_not_read_costs_little_and_gets_all_in_the_end,
         who_comes_behind_a_crowd_is_answered])
