"""Raw connections to a server, and somebody else who must not notice what is sent on them.

Not here: claims; those are in test_*.py. What a claim waits for comes, or its time is over: none
depends on how fast the machine is, and LATEST is beyond every bound of the server.
"""
import collections
import contextlib
import os
import selectors
import socket
import struct
import threading
import time

from client import Closed, Failure, Server, Socket, check

LATEST = 40.0  # seconds until the slowest bound of the server has been met on a busy machine
PONG_SECONDS = 10.0  # until somebody else is answered


class Line:
    """A connection with things to send, in parts, while it takes what comes.

    `end` is None while it is open, then "end" or "reset".
    """

    def __init__(self, port, parts=(), half_close=False, receive_bytes=None, source=None,
                 to="127.0.0.1"):
        self.parts = collections.deque(part for part in parts if part)
        self.half_close = half_close
        self.came = bytearray()
        self.end = None
        self.began = time.monotonic()
        self.socket = socket.socket(socket.AF_INET6 if ":" in to else socket.AF_INET)
        if receive_bytes:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(LATEST)
        if source:
            self.socket.bind((source, 0))
        self.socket.connect((to, port))
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


def drive(lines, until, enough=None):
    """Sends and takes on all lines until they have ended, have `enough`, or it is that late."""
    def is_done(line):
        return line.end or (enough is not None and not line.sends() and enough(line))

    with selectors.DefaultSelector() as selector:
        for line in (line for line in lines if not line.end):
            selector.register(line.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, line)
        while selector.get_map() and time.monotonic() < until:
            for key, events in selector.select(max(0.0, until - time.monotonic())):
                line = key.data
                if events & selectors.EVENT_READ:
                    line.take()
                if events & selectors.EVENT_WRITE and not line.end:
                    line.send()
                if is_done(line):
                    selector.unregister(line.socket)
                elif not line.sends():
                    selector.modify(line.socket, selectors.EVENT_READ, line)


def is_let_go(server, beginnings, drip):
    """Whoever is at the end behind each of these, and goes on sending, is not heard for ever."""
    lines = [Line(server.port, [beginning]) for beginning in beginnings]
    drive(lines, time.monotonic() + LATEST)
    heard, until = set(range(len(lines))), time.monotonic() + LATEST
    while heard and time.monotonic() < until:
        for i in list(heard):
            try:
                lines[i].socket.send(drip)
            except OSError:
                heard.discard(i)
        time.sleep(0.3)
    for line in lines:
        line.close()
    check(not heard, "still listened to behind", [beginnings[i] for i in heard])


def in_pieces(data, luck, most=8):
    """The same bytes, cut at random places."""
    cuts = sorted(luck.randint(0, len(data)) for _ in range(luck.randint(1, most)))
    return [data[i:j] for i, j in zip([0] + cuts, cuts + [len(data)])]


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
                    left = began + PONG_SECONDS - time.monotonic()
                    message = self.socket.receive(max(0.0, left))
                check(message, "somebody else got no pong within", PONG_SECONDS, "seconds")
                self.worst = max(self.worst, time.monotonic() - began)
        except (Closed, Failure, OSError) as wrong:
            self.wrong = wrong

    def are_well(self):
        check(self.wrong is None, self.wrong)

    def stop(self):
        self.over.set()
        self.join(2 * PONG_SECONDS)
        self.socket.close()
        self.are_well()


def descriptors(server):
    return len(os.listdir("/proc/%d/fd" % server.process.pid))


def come_back(server, before):
    """Whether no more descriptors are open than before."""
    until = time.monotonic() + LATEST
    while descriptors(server) > before and time.monotonic() < until:
        time.sleep(0.1)
    check(descriptors(server) <= before, "descriptors:", before, "then", descriptors(server))


def used(server):
    """Seconds of a processor and megabytes that the server has used."""
    with open("/proc/%d/stat" % server.process.pid) as file:
        words = file.read().rpartition(")")[2].split()
    return ((int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
            int(words[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6)


def ends_well(server):
    status = server.stop()
    check(status == 0, "SIGTERM: status", status)


def said_nothing(server):
    said = server.said()
    for word in ("AddressSanitizer", "LeakSanitizer", "runtime error"):
        check(word not in said, "the server said:", said[max(0, said.find(word) - 80):][:800])


@contextlib.contextmanager
def serving(program, *options):
    """A server with a small page and somebody else on it. At the end nothing of what was sent may
    still be open, and it must stop well when it is told to. All is told that is wrong."""
    server = Server(program, *options)
    os.mkdir(server.web + "/assets")
    for name, text in [("index.html", "<p>hello"), ("assets/a-1.js", "1\n" * 20000)]:
        with open(os.path.join(server.web, name), "w") as file:
            file.write(text)
    others = Others(server)
    before = descriptors(server)
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
        note(come_back, server, before)
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
