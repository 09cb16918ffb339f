"""A server under test, and clients for it: HTTP, WebSocket (RFC 6455) and a seat's engine.

Not here: claims; those are in test_*.py. Nothing but Python's standard library is used.
A client keeps every byte it was ever sent, for the audit of secrets.
"""
import atexit
import base64
import hashlib
import http.client
import json
import os
import random
import secrets
import select
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from fair import Seal, in_clear

SUBPROTOCOL = "canasta.v1.json"
ACTING = ("1", "2", "3")
QUIET_SECONDS = 60.0  # a machine may be that busy; a server that waits for nothing never ends it
RUNNING = ("0", "1", "2", "3")  # phases start, draw, meld, answer: something is to come
SCORED, GAME_END = "5", "6"


class Failure(AssertionError):
    """A claim that does not hold."""


def free_port():
    """A port that nobody listens at, and that no connection of another test is given meanwhile."""
    with open("/proc/sys/net/ipv4/ip_local_port_range") as given:
        lowest = int(given.read().split()[0])
    while True:
        port = random.randrange(min(10000, lowest // 2), lowest)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def check(condition, *what):
    if not condition:
        raise Failure(" ".join(str(word) for word in what))


def new_folder():
    """A folder that is gone when the tests are over."""
    folder = tempfile.mkdtemp(prefix="canasta-test-")
    atexit.register(shutil.rmtree, folder, True)
    return folder


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
        return True
    except OSError:
        return False


class Server:
    """A `canasta serve` of its own, with a data file in a folder of its own."""

    def __init__(self, program, *options, folder=None, own_page=False, prefix=()):
        self.program = program
        self.options = list(options)
        self.own_page = own_page  # the one in the program
        self.prefix = list(prefix)  # of the command; it ends in being the program
        self.folder = folder or new_folder()
        self.data = os.path.join(self.folder, "tables.db")
        self.web = os.path.join(self.folder, "web")
        os.makedirs(self.web, exist_ok=True)
        self.port_file = os.path.join(self.folder, "port")
        self.log = open(os.path.join(self.folder, "log"), "a+b")
        self.process = None
        self.port = 0
        atexit.register(self.close)  # also when a claim fails half-way
        self.start()

    def start(self):
        if os.path.exists(self.port_file):
            os.unlink(self.port_file)
        self.process = subprocess.Popen(
            self.prefix + [self.program, "serve", "--port", "0", "--data", self.data, "--port-file",
             self.port_file, "--rate", "100000",
             "--connections", "19000", "--drain", "0",
             "--calls", "1000000", "--new-tables", "1000000",
             "--new-persons", "1000000", "--tries", "1000000", "--resumes", "1000000",
             "--changes", "1000000", "--growth", "1000000"] +
             ([] if self.own_page else ["--web", self.web]) + self.options,
            stdout=self.log, stderr=self.log)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failure("the server ended at start: " + self.said())
            try:
                text = open(self.port_file).read()
            except FileNotFoundError:
                text = ""
            if text.endswith("\n"):
                self.port = int(text)
                return
            time.sleep(0.005)
        raise Failure("the server did not start")

    def said(self):
        self.log.flush()
        with open(self.log.name, "rb") as log:
            return log.read().decode()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure("the server did not stop within ten seconds of SIGTERM")

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        self.log.close()

    def request(self, method, path, body=None, headers=None, source="127.0.0.1"):
        """Status, headers and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20,
                                                source_address=(source, 0))
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def post(self, path, body, headers=None):
        status, _, text = self.request("POST", path, body, headers)
        return status, json.loads(text)

    def make_table(self, **order):
        order.setdefault("rules", "classic_pagat")
        order.setdefault("pace_ms", 0)
        order.setdefault("join", "now")
        order.setdefault("deal", "now")
        status, made = self.post("/v1/tables", order)
        check(status == 200, "no table:", status, made)
        return made

    def take_seat(self, made, seat, name):
        status, taken = self.post("/v1/tables/%s/seats/%d" % (made["table"], seat),
                                  {"invite": made["invite"], "name": name})
        check(status == 200, "no seat:", status, taken)
        return taken


def copy_log(server, table):
    """The rows of a table while the server runs, read from a copy of its files."""
    folder = new_folder()
    for ending in ("", "-wal"):
        if os.path.exists(server.data + ending):
            shutil.copy(server.data + ending, os.path.join(folder, "tables.db" + ending))
    database = sqlite3.connect(os.path.join(folder, "tables.db"))
    rows = database.execute("SELECT seq, kind, seat, inst, n, body FROM log WHERE table_id = ? "
                            "ORDER BY seq", (table,)).fetchall()
    database.close()
    return rows


def link_of(before, row):
    """The link of a row in its table's chain: SHA-256 of the link before it and all its columns."""
    text = bytes(before)
    for value in row:
        if value is None:
            text += b"\0"
        elif isinstance(value, int):
            text += b"\1" + struct.pack(">q", value)
        else:
            kind, data = (b"\2", value.encode()) if isinstance(value, str) else (b"\3", value)
            text += kind + struct.pack(">q", len(data)) + data
    return hashlib.sha256(text).digest()


def chain_again(database, table):
    """Writes the links and the head of a table whose rows have been changed by a test."""
    link, seq, base = bytes(32), 0, 0
    rows = database.execute(
        "SELECT table_id, seq, kind, seat, inst, n, body_hash, body, time, person, base, sealed "
        "FROM log WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
    for row in rows:
        link, seq = link_of(link, row), row[1]
        base = seq if row[10] is not None else base
        database.execute("UPDATE log SET chain = ? WHERE table_id = ? AND seq = ?",
                         (link, table, seq))
    database.execute("INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?)", (table, seq, link, base))


def copy_table(database, table, copy, rows=None):
    """Puts a table into the log once more, under another name and with its decks in clear."""
    if rows is None:
        path = database.execute("PRAGMA database_list").fetchone()[2]
        rows = in_clear(database, table, Seal(path))
    database.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'')",
                         [[copy] + row[1:] for row in rows])
    chain_again(database, copy)


class Closed(Exception):
    """The server closed the connection; `code` is the close code, if there was one."""

    def __init__(self, code=None):
        super().__init__("closed with code %s" % code)
        self.code = code


class Socket:
    """A WebSocket client that does no more than these tests need."""

    def __init__(self, port, subprotocol=SUBPROTOCOL, origin=None, path="/ws", receive_bytes=None,
                 source="127.0.0.1"):
        self.bytes_in = bytearray()  # everything ever received, the handshake included
        self.pending = bytearray()
        self.last_text = ""  # the last message as it came
        self.socket = socket.socket()
        if receive_bytes:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.settimeout(20)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        lines = ["GET %s HTTP/1.1" % path, "Host: 127.0.0.1:%d" % port, "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(secrets.token_bytes(16)).decode()]
        if subprotocol:
            lines.append("Sec-WebSocket-Protocol: " + subprotocol)
        if origin:
            lines.append("Origin: " + origin)
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = self._read_head()
        self.status = int(head.split(b" ")[1]) if head else 0
        self.head = head.decode()

    def _read_head(self):
        while b"\r\n\r\n" not in self.pending:
            if not self._read_more():
                return b""
        head, _, rest = bytes(self.pending).partition(b"\r\n\r\n")
        self.pending = bytearray(rest)
        return head

    def _read_more(self):
        try:
            more = self.socket.recv(65536)
        except ConnectionResetError:
            more = b""
        self.bytes_in += more
        self.pending += more
        return bool(more)

    def send_frame(self, opcode, payload, final=True):
        length = len(payload)
        head = bytes([opcode | (0x80 if final else 0)])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        mask = secrets.token_bytes(4)
        repeated = mask * (length // 4 + 1)
        masked = (int.from_bytes(payload, "big") ^
                  int.from_bytes(repeated[:length], "big")).to_bytes(length, "big")
        self.socket.sendall(head + mask + masked)

    def send_text(self, text):
        self.send_frame(1, text.encode() if isinstance(text, str) else text)

    def send(self, message):
        self.send_text(json.dumps(message, separators=(",", ":")))

    def _take_frame(self):
        """One frame out of what has come in, or None."""
        data = self.pending
        if len(data) < 2:
            return None
        length, at = data[1] & 127, 2
        if length == 126:
            if len(data) < 4:
                return None
            length, at = struct.unpack(">H", data[2:4])[0], 4
        elif length == 127:
            if len(data) < 10:
                return None
            length, at = struct.unpack(">Q", data[2:10])[0], 10
        if len(data) < at + length:
            return None
        opcode, final, payload = data[0] & 15, data[0] >> 7, bytes(data[at:at + length])
        del data[:at + length]
        return opcode, final, payload

    def receive(self, timeout=20.0):
        """The next message, or None if none comes in time. Pings are answered."""
        end = time.monotonic() + timeout
        text = b""
        while True:
            frame = self._take_frame()
            if frame is None:
                left = end - time.monotonic()
                ready = select.select([self.socket], [], [], max(0.0, left))[0]
                if not ready:
                    return None
                if not self._read_more():
                    raise Closed()
                continue
            opcode, final, payload = frame
            if opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode in (0, 1):
                text += payload
                if final:
                    self.last_text = text.decode()
                    return json.loads(text)

    def close(self):
        self.socket.close()


class Brain:
    """A seat's engine in a process of its own (seat_brain.c): one line in, one line out."""

    def __init__(self, program, seed=1):
        self.process = subprocess.Popen([program, str(seed)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def tell(self, line):
        answer = self.ask(line)
        check(answer == "ok", "the seat's engine does not accept", repr(line), "-", answer)

    def close(self):
        self.process.kill()  # there is nothing that it should still do
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Seat:
    """A person at a table: a socket, an engine of its own, and a memory of what happened.

    Its engine follows the events as a page's does: the snapshot once, then every event. After each
    message that carries a hash the own hash is compared.
    """
    hello = {}  # what a hello says besides

    def __init__(self, server, made, brain_program, seed=1, inst=None, receive_bytes=None):
        self.server = server
        self.made = made
        self.brain_program = brain_program
        self.brain = Brain(brain_program, seed)
        self.inst = inst or secrets.token_hex(8)
        self.n = 0
        self.seq = 0
        self.answers = {}  # n -> ack or rej
        self.messages = []
        self.streams = []  # bytes of earlier connections
        self.seats = None
        self.vh = None
        self.last_sent = None
        self.sheets = []
        self.connect()

    @property
    def seat(self):
        return self.made["seat"]

    def connect(self, receive_bytes=None):
        self.socket = Socket(self.server.port, receive_bytes=receive_bytes)
        check(self.socket.status == 101, "no WebSocket:", self.socket.head)
        self.socket.send(dict({"t": "hello", "v": 1, "inst": self.inst,
                               "table": self.made["table"], "token": self.made["token"]},
                              **self.hello))
        self.welcome = self.wait("welcome")
        check(self.welcome["seat"] == self.seat, "another seat:", self.welcome)
        self.n = max(self.n, self.welcome["n"])
        self.wait("snap")

    def disconnect(self):
        self.streams.append(bytes(self.socket.bytes_in))
        self.socket.close()

    def reconnect(self):
        self.disconnect()
        self.connect()

    def close(self):
        self.disconnect()
        self.brain.close()

    def all_bytes(self):
        return b"".join(self.streams) + bytes(self.socket.bytes_in)

    def next(self, timeout=20.0):
        message = self.socket.receive(timeout)
        if message is not None:
            self.take(message)
        return message

    def wait(self, kind, timeout=20.0):
        """Reads until a message of that kind comes."""
        end = time.monotonic() + timeout
        while True:
            message = self.next(max(0.0, end - time.monotonic()))
            check(message is not None, "seat", self.made["seat"], "waited in vain for", kind)
            if message["t"] == kind:
                return message

    def take(self, message):
        self.messages.append(message)
        kind = message["t"]
        if kind == "snap":
            self.take_snap(message)
        elif kind == "ev":
            self.take_event(message)
        elif kind == "seats":
            self.seats = message["seats"]
        elif kind in ("ack", "rej"):
            self.answers[message.get("n")] = message

    def take_snap(self, message):
        table = message["table"]
        self.seats, self.seq, self.sheets = table["seats"], message["seq"], message["sheets"]
        self.brain.tell("rules %s %d %s" % (table["rules"], len(table["seats"]),
                                            table["overrides"].replace("\n", ";")))
        self.brain.tell(message["start"])
        self.follow(message)

    def take_event(self, message):
        check(message["seq"] == self.seq + 1, "a gap: after", self.seq, "came", message)
        self.seq = message["seq"]
        if "start" in message:  # a new game, or another seat of the hand (five persons)
            self.brain.tell(message["start"])
        if "seats" in message:
            self.seats = message["seats"]
        if "events" in message:
            self.follow(message)

    def follow(self, message):
        for line in message["events"]:
            self.brain.tell(line)
        self.vh = message["vh"]
        check(self.brain.ask("hash") == self.vh, "seat", self.seat,
              "has another hash after", message)

    def state(self):
        phase, seat, _own = self.brain.ask("state").split()
        return phase, int(seat)

    def rests(self):
        return self.brain.ask("state").split()[2] == "255"

    def to_act(self):
        phase, seat, own = self.brain.ask("state").split()
        return phase in ACTING and seat == own

    def counts(self):
        """Cards in the stock, cards held, and by seat packets and talon cards that wait."""
        first, packets, talon = self.brain.ask("counts").split(";")
        stock, held = map(int, first.split())
        return stock, held, list(map(int, packets.split())), list(map(int, talon.split()))

    def choose(self, player="racer"):
        return self.brain.ask("choose " + player)

    def command(self, **what):
        self.n += 1
        self.answers.pop(self.n, None)
        what.setdefault("at", self.seq)
        self.last_sent = dict({"t": "cmd", "n": self.n}, **what)
        self.socket.send(self.last_sent)
        return self.n

    def answer(self, n, timeout=20.0):
        end = time.monotonic() + timeout
        while n not in self.answers:
            check(self.next(max(0.0, end - time.monotonic())) is not None, "no answer to", n)
        return self.answers[n]

    def do(self, **what):
        """Sends a command and reads until it is answered and what it did has been told."""
        answer = self.answer(self.command(**what))
        if answer["t"] == "ack":
            self.read_up_to(answer["seq"])
        return answer

    def read_up_to(self, seq):
        while self.seq < seq:
            check(self.next() is not None, "seat", self.seat, "is not told of", seq)

    def play(self, text):
        answer = self.do(play=text)
        check(answer["t"] == "ack", "seat", self.seat, "played", repr(text), "and got", answer)
        return answer

    def resync(self):
        self.socket.send({"t": "resync"})
        return self.wait("snap")


def sit_down(server, brain, names, seat_class=Seat, **order):
    """People at a new table, from seat 0 on; all seats are taken before anybody connects, because
    the bots of the others begin to play at once."""
    made = [server.make_table(name=names[0], **order)]
    made += [server.take_seat(made[0], i, name) for i, name in enumerate(names) if i > 0]
    seats = [seat_class(server, one, brain, seed=7 + one["seat"]) for one in made]
    catch_up(seats)
    return seats


def of_hands(count):
    """House rules by which a game is over after so many hands: by most, one more follows a tie."""
    return "rounds = %d; tie_rule = shared" % count


def play_on(seats, player="racer", until=None, most=100000):
    """Lets people play (bots play by themselves) until `until(seats)` or the hand's end."""
    for _ in range(most):
        if until and until(seats):
            return
        phase, _seat = seats[0].state()
        actor = next((seat for seat in seats if seat.to_act()), None)
        if actor:
            actor.play(actor.choose(player))
        elif phase not in RUNNING:
            return
        drain(seats, 0 if actor else QUIET_SECONDS)
    raise Failure("the game does not end")


def actor_of(seats):
    """The person who is to act, where people sit in all seats; deals the next hand if need be."""
    if seats[0].state()[0] == SCORED:
        answer = seats[0].do(do="next")
        check(answer["t"] == "ack", "no next hand:", answer, scene(seats))
        catch_up(seats)
    return next(seat for seat in seats if seat.to_act())


def scene(seats):
    """What stands at a table, for a failure nobody can repeat."""
    server = seats[0].server
    lines = ["seat %d: state %s, seq %d, last %s" % (seat.seat, seat.brain.ask("state"), seat.seq,
                                                     seat.messages[-1]) for seat in seats]
    lines.append("the server says: " + server.said())
    return "\n".join(lines)


def drain(seats, timeout):
    """Reads what has come in; waits for something if nothing has, up to `timeout` seconds."""
    sockets = {seat.socket.socket: seat for seat in seats}
    ready = [seat for seat in seats if seat.socket.pending]
    if not ready:
        ready = [sockets[s] for s in select.select(list(sockets), [], [], timeout)[0]]
        check(ready or timeout < 1, "nothing happens at the table:", scene(seats))
    for seat in ready:
        while seat.next(0) is not None:
            pass
    top = max(seat.seq for seat in seats)
    for seat in seats:
        seat.read_up_to(top)


def catch_up(seats):
    drain(seats, 0)


def run(claims):
    """Runs the claims named on the command line (after the two programs), or all; prints TAP."""
    program, brain = sys.argv[1], sys.argv[2]
    wanted = sys.argv[3:]
    chosen = [claim for claim in claims if not wanted or claim.__name__ in wanted]
    print("1..%d" % len(chosen))
    for i, claim in enumerate(chosen, 1):
        began = time.monotonic()
        try:
            claim(program, brain)
            print("ok %d - %s (%.1f s)" % (i, claim.__name__, time.monotonic() - began))
        except Exception as error:  # a test that breaks is a test that fails
            import traceback
            print("not ok %d - %s: %s: %s" % (i, claim.__name__, type(error).__name__, error))
            print("# " + traceback.format_exc().replace("\n", "\n# "))
        sys.stdout.flush()
