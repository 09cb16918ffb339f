"""People who play while the server, or the way to it, fails, and what they remember: every command
with its answer, every event. Afterwards the log must agree with all of them.

Not here: what fails. Each person is a thread with a connection, an engine (seat_brain.c) and a
memory of his own. Invariant: a command whose answer was lost is sent again as it was until it is
answered.

What must hold (each table is one log, so that this is all): an acknowledged command stands in the
log once, at the number that the acknowledgement names, as it was sent; one that was refused does
not stand there; one that was never answered stands there once or not at all; what somebody was told
is a beginning of what the log projects for his seat, without a gap, also across connections.
"""
import random
import sqlite3
import subprocess
import threading
import time

from client import RUNNING, Closed, Seat, Socket, check

PATIENCE_SECONDS = 15.0  # until somebody gives up a connection on which nothing comes
TRANSIENT = ("UNSURE", "STORE", "RATE")  # and the same command may be sent again
BROKEN = (Closed, ConnectionError, OSError, TimeoutError)


class Way:
    """How somebody reaches the server."""

    def __init__(self, port):
        self.port_now = port

    @property
    def port(self):
        return self.port_now()


class Witness(Seat):
    """A seat that keeps what it was told of the running hand across connections."""

    def __init__(self, way, made, brain, seed):
        self.told = []  # lines of the running hand
        self.greeted = False
        super().__init__(way, made, brain, seed=seed)

    def connect(self, receive_bytes=None):
        """Not yet: it may fail at any point."""

    def come(self):
        self.socket = Socket(self.server.port)
        if self.socket.status != 101:
            raise ConnectionError("not upgraded")
        self.socket.send({"t": "hello", "v": 1, "inst": self.inst, "table": self.made["table"],
                          "token": self.made["token"]})
        self.n = max(self.n, self.patient("welcome")["n"])
        self.patient("snap")

    def patient(self, kind):
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            message = self.next(max(0.0, end - time.monotonic()))
            if message is None or message.get("code") == "STORE":
                raise TimeoutError("no " + kind)
            check(message["t"] != "rej", "a hello was refused:", message)
            if message["t"] == kind:
                return message

    def take_snap(self, message):
        lines = message["events"]
        check(message["seq"] >= self.seq, "seat", self.seat, "was told of", self.seq,
              "and the table is at", message["seq"])
        if self.told and lines and lines[0] == self.told[0]:
            check(lines[:len(self.told)] == self.told, "seat", self.seat, "was told", self.told,
                  "and the log says", lines)
        super().take_snap(message)
        self.told = list(lines)

    def take_event(self, message):
        super().take_event(message)
        if message["kind"] in ("deal", "game"):
            self.told = []
        self.told += message.get("events", [])


class Person(threading.Thread):
    """Somebody at a table, until `over` is set."""

    def __init__(self, way, made, brain, over, seed):
        super().__init__(daemon=True)
        self.chance = random.Random(seed)
        self.over = over
        self.seat = Witness(way, made, brain, seed)
        self.pending = None  # a command that is not answered
        self.acked, self.refused, self.sent = {}, {}, {}  # by number
        self.connections = 0
        self.unheard = 0  # commands that were sent more than once
        self.failure = None
        self.well = 0.0  # when he was last greeted, or answered

    def run(self):
        try:
            while not self.over.is_set():
                try:
                    self.greet()
                    while not self.over.is_set():
                        self.act()
                except BROKEN:
                    time.sleep(self.chance.random() * 0.02)
                finally:
                    if getattr(self.seat, "socket", None):
                        self.seat.socket.close()
        except Exception as error:  # heard by whoever asks for it
            self.failure = error

    def greet(self):
        self.seat.come()
        self.connections += 1
        self.well = time.monotonic()
        if self.pending:
            self.unheard += 1
            self.send()

    def send(self):
        self.seat.answers.pop(self.pending["n"], None)
        self.seat.socket.send(self.pending)

    def hear(self, seconds):
        if self.seat.next(seconds) is None:
            return False
        while self.seat.next(0) is not None:
            pass
        self.seat.messages.clear()
        self.seat.socket.bytes_in.clear()
        return True

    def act(self):
        if self.pending:
            self.wait_for_answer()
            return
        what = self.choose()
        if what is None:
            self.hear(0.05)
            return
        self.seat.n += 1
        self.pending = dict({"t": "cmd", "n": self.seat.n, "at": self.seat.seq}, **what)
        self.sent[self.seat.n] = self.pending
        self.send()

    def choose(self):
        phase, _ = self.seat.state()
        if self.seat.to_act():
            return {"play": self.seat.choose()}
        if phase not in RUNNING and self.chance.random() < 0.3:
            return {"do": "next" if phase == "5" else "rematch"}
        if self.chance.random() < 0.01:
            return {"do": "pace", "ms": self.chance.randrange(3)}
        return None

    def wait_for_answer(self):
        n, end = self.pending["n"], time.monotonic() + PATIENCE_SECONDS
        while n not in self.seat.answers:
            if self.over.is_set() or time.monotonic() > end:
                raise TimeoutError("no answer")
            self.hear(0.2)
        answer = self.seat.answers.pop(n)
        self.well = time.monotonic()
        if answer["t"] == "ack":
            self.acked[n] = answer["seq"]
        elif answer["code"] in TRANSIENT:
            time.sleep(0.05)
            self.send()
            return
        else:
            self.refused[n] = answer["code"]
        self.pending = None


class Evening:
    """Some tables with people at them."""

    def __init__(self, server, brain, tables, people, way=None, seed=1, **order):
        self.server = server
        self.over = threading.Event()
        self.people = []
        way = way or Way(lambda: server.port)
        for i in range(tables):
            made = [server.make_table(name="P0", **order)]
            made += [server.take_seat(made[0], k, "P%d" % k) for k in range(1, people)]
            self.people += [Person(way, one, brain, self.over, seed * 1000 + i * 10 + k)
                            for k, one in enumerate(made)]
        for person in self.people:
            person.start()

    def check_well(self):
        for person in self.people:
            if person.failure:
                raise person.failure

    def count(self, what="acked"):
        return sum(len(getattr(person, what)) for person in self.people)

    def wait_for(self, acks, seconds):
        """Until so many commands more have been acknowledged, or the time is over."""
        until, end = self.count() + acks, time.monotonic() + seconds
        while self.count() < until and time.monotonic() < end:
            self.check_well()
            time.sleep(0.002)

    def wait_until_all_play(self, seconds=30.0):
        """Whoever waited for an answer has been greeted or answered since."""
        since, end = time.monotonic(), time.monotonic() + seconds
        while any(p.well < since and p.pending for p in self.people):
            self.check_well()
            check(time.monotonic() < end, "somebody does not come back:",
                  [(p.well - since, p.pending) for p in self.people])
            time.sleep(0.01)

    def end(self):
        self.over.set()
        for person in self.people:
            person.join(30)
        self.check_well()

    def compare(self, program):
        """Everybody's memory with the log of a server that has ended; returns its entries."""
        database = sqlite3.connect(self.server.data)
        entries = 0
        for table in {p.seat.made["table"] for p in self.people}:
            rows = database.execute("SELECT seq, kind, seat, inst, n, body FROM log WHERE "
                                    "table_id = ? ORDER BY seq", (table,)).fetchall()
            entries += len(rows)
            check([row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has holes")
            keys = {}
            for seq, kind, seat, inst, n, body in rows:
                if inst is not None:
                    check((seat, inst, n) not in keys, "a command stands there twice:", seat, n)
                    keys[seat, inst, n] = seq, kind, body
            for person in self.people:
                if person.seat.made["table"] == table:
                    compare_person(person, keys, len(rows))
        database.close()
        done = subprocess.run([program, "check", self.server.data], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        check(done.returncode == 0, "canasta check:", done.stdout)
        return entries

    def close(self):
        self.over.set()
        for person in self.people:
            person.seat.brain.close()


def compare_person(person, keys, count):
    seat, inst = person.seat.seat, person.seat.inst
    check(person.seat.seq <= count, "seat", seat, "was told of", person.seat.seq, "of", count)
    for n, seq in person.acked.items():
        sent = person.sent[n]
        check((seat, inst, n) in keys, "an acknowledged command is not in the log:", seat, sent)
        check(keys[seat, inst, n][0] == seq, "it stands at", keys[seat, inst, n][0],
              "and was acknowledged as", seq)
        if "play" in sent:
            check(keys[seat, inst, n][1:] == ("play", sent["play"]), "another play:",
                  keys[seat, inst, n], sent)
    for n, code in person.refused.items():
        check((seat, inst, n) not in keys, "refused as", code, "and in the log:", person.sent[n])
    for of_seat, of_inst, n in keys:
        if (of_seat, of_inst) == (seat, inst):
            check(n in person.sent, "a command that nobody sent:", keys[of_seat, of_inst, n])
