"""Random requests behind each other: in any pieces, changed, cut, half closed, unread.

Each whole one is answered, in order. Not here: each kind by itself (test_requests.py).
CANASTA_SEQUENCES says how many, CANASTA_SEED which.
"""
import os
import random
import selectors
import time

from answers import CONTINUE, FOREIGN, HEALTH, exchange, look, read_answers, request, statuses
from client import check, run
from lines import LATEST, Line, cases, come_back, descriptors, in_pieces, serving

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


if __name__ == "__main__":
    run([any_pieces_of_the_same_bytes_get_the_same_answers,
         whatever_is_sent_each_whole_request_is_answered])
