"""A way through the network that delays, cuts, trickles and loses its other end: a TCP proxy on a
thread of its own between clients and a server.

Not here: who talks, and what must hold (history.py). Invariant: bytes of one direction keep their
order, and none is made up; what a connection suffers is drawn from the seed when it is opened.
"""
import collections
import heapq
import random
import selectors
import socket
import struct
import threading
import time


ENDS = ("cut", "reset", "half", "stall")
KINDS = ENDS + ("delay", "jitter", "trickle")


class Trouble:
    """What one connection suffers."""

    def __init__(self, chance, calm, end):
        self.delay = 0.0 if calm or chance.random() < 0.4 else chance.random() * 0.05
        self.jitter = 0.0 if calm or chance.random() < 0.5 else chance.random() * 0.1
        self.piece = 1 if not calm and chance.random() < 0.3 else 65536  # a trickle
        self.stall = 0.3 + chance.random()
        self.ends_after(chance, end)

    def ends_after(self, chance, end):
        self.end = end
        most = 30000 if chance.random() < 0.2 else 4000
        self.after = chance.randrange(200, most)  # bytes, both ways

    def kinds(self):
        """Those that it suffers from the beginning on."""
        return [kind for kind, met in (("delay", self.delay), ("jitter", self.jitter),
                                       ("trickle", self.piece == 1)) if met]


class Pipe:
    """One direction of a connection."""

    def __init__(self, source, target):
        self.source, self.target = source, target
        self.waiting = collections.deque()  # (when, bytes)
        self.last = 0.0
        self.ended = False  # nothing more comes
        self.blocked = False


class Proxy(threading.Thread):
    """Listens at `port`; `upstream()` is the server's port at that moment."""

    def __init__(self, upstream, seed=1):
        super().__init__(daemon=True)
        self.upstream = upstream
        self.chance = random.Random(seed)
        self.calm = False  # from now on new connections suffer nothing
        self.over = False
        self.counts = collections.Counter()
        self.ends = []  # that come next
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.pipes = {}  # by source
        self.trouble = {}  # by either socket: (Trouble, [bytes so far], both sockets)
        self.due, self.ticket = [], 0
        self.start()

    def run(self):
        while not self.over:
            now = time.monotonic()
            wait = min(0.1, max(0.0, self.due[0][0] - now)) if self.due else 0.1
            for key, events in self.selector.select(wait):
                if key.fileobj is self.listener:
                    self.accept()
                elif key.fileobj in self.pipes and events & selectors.EVENT_READ:
                    self.read(self.pipes[key.fileobj])
            self.deliver(time.monotonic())
        for end in list(self.trouble):
            end.close()
        self.listener.close()

    def accept(self):
        try:
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.upstream()), 2)
        except OSError:  # the server is down: so is the connection
            if "client" in locals():
                client.close()
            return
        trouble = Trouble(self.chance, self.calm, self.next_end())
        self.counts.update(["connections"] + trouble.kinds())
        together = (trouble, [0], (client, server))
        for one, other in ((client, server), (server, client)):
            one.setblocking(False)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.trouble[one] = together
            self.pipes[one] = Pipe(one, other)
            self.selector.register(one, selectors.EVENT_READ)

    def next_end(self):
        """Each as often as the others."""
        if not self.ends:
            self.ends = self.chance.sample(ENDS, len(ENDS))
        return None if self.calm else self.ends.pop()

    def rarest(self):
        return min(KINDS, key=lambda kind: self.counts[kind])

    def later(self, when, what, argument):
        self.ticket += 1
        heapq.heappush(self.due, (when, self.ticket, what, argument))

    def read(self, pipe):
        try:
            came = pipe.source.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            self.end_both(pipe.source)
            return
        trouble, count, _ = self.trouble[pipe.source]
        if not came:
            pipe.ended = True
            self.selector.unregister(pipe.source)
        now, pieces = time.monotonic(), [came[i:i + trouble.piece]
                                         for i in range(0, len(came), trouble.piece)]
        for piece in pieces or [b""]:
            delay = trouble.delay + self.chance.random() * trouble.jitter
            pipe.last = max(pipe.last, now + delay)
            if trouble.piece == 1:
                pipe.last += 0.0002
            self.later(pipe.last, self.pass_on, (pipe, piece))
        count[0] += len(came)
        if trouble.end and count[0] > trouble.after:
            self.suffer(pipe, trouble, count)

    def suffer(self, pipe, trouble, count):
        what, trouble.end = trouble.end, None
        self.counts[what] += 1
        if what == "stall":  # and something else later
            count[0] = 0
            trouble.ends_after(self.chance, self.next_end())
            for one in self.trouble[pipe.source][2]:
                pipe = self.pipes[one]
                pipe.last = max(pipe.last, time.monotonic() + trouble.stall)
        elif what == "half":  # one side hears the end of what comes, and may still speak
            try:
                pipe.target.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            self.later(time.monotonic() + trouble.stall, self.end_both, pipe.source)
        else:
            if what == "reset":
                for one in self.trouble[pipe.source][2]:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.end_both(pipe.source)

    def deliver(self, now):
        while self.due and self.due[0][0] <= now:
            _, _, what, argument = heapq.heappop(self.due)
            what(argument)

    def pass_on(self, work):
        pipe, piece = work
        if pipe.source not in self.pipes:
            return
        try:
            if not piece:
                pipe.target.shutdown(socket.SHUT_WR)
                return
            sent = pipe.target.send(piece)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.end_both(pipe.source)
            return
        if sent < len(piece):  # before everything that waits
            rest = [w for w in self.due if w[2] == self.pass_on and w[3][0] is pipe]
            self.due = [w for w in self.due if w not in rest]
            heapq.heapify(self.due)
            again = time.monotonic() + 0.01
            pipe.last = max(pipe.last, again)
            self.later(again, self.pass_on, (pipe, piece[sent:]))
            for when, _, what, argument in sorted(rest):
                self.later(max(when, again), what, argument)

    def end_both(self, one):
        if one not in self.trouble:
            return
        for end in self.trouble[one][2]:
            pipe = self.pipes.pop(end)
            if not pipe.ended:
                self.selector.unregister(end)
            del self.trouble[end]
            end.close()
