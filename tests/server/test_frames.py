"""Frames (RFC 6455) as they should be and as they should not be, sent to the real server.

Not here: what messages say (test_play.py), orders and keys (test_refusals.py).
That a connection goes on is shown by a message behind what was sent, which is answered.
"""
import itertools
import json
import os
import random
import struct
import time

from client import SUBPROTOCOL, check, run
from lines import LATEST, Line, cases, drive, in_pieces, is_let_go, serving, used

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
GOING_AWAY = struct.pack(">H", 1001)
LETTERS = "é€😀κόσμε"  # of two, three and four bytes
MESSAGE_MOST, FATAL = 4096, 65536  # bytes (docs/protocol.md)

UPGRADE = {"Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "Upgrade",
           "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
           "Sec-WebSocket-Protocol": SUBPROTOCOL}
ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # to that key (RFC 6455, 1.3)


def head(first="GET /ws HTTP/1.1", **changes):
    """A handshake; a change of `Sec_WebSocket_Key=None` leaves that header out."""
    headers = dict(UPGRADE, **{name.replace("_", "-"): value for name, value in changes.items()})
    lines = [first]
    for name, value in headers.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                lines.append("%s: %s" % (name, one))
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(opcode, payload=b"", final=True, reserved=0, masked=True, length=None, form=None):
    """A frame; `length` is what it says of its payload, `form` in how many bytes."""
    length = len(payload) if length is None else length
    if form is None:
        form = 0 if length < 126 else 2 if length < 65536 else 8
    first = bytes([final << 7 | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if form == 0:
        first += bytes([mask | length])
    else:
        first += bytes([mask | (126 if form == 2 else 127)]) + length.to_bytes(form, "big")
    if not masked:
        return first + payload
    key = b"\x5a\x01\xff\x80"
    pad = (key * (len(payload) // 4 + 1))[:len(payload)]
    both = int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")
    return first + key + both.to_bytes(len(payload), "big")


def fragments(opcode, *pieces):
    return [frame(opcode if i == 0 else CONTINUATION, piece, final=i == len(pieces) - 1)
            for i, piece in enumerate(pieces)]


NUMBERS = itertools.count(1000)  # of commands that are looked for; claims number theirs below


def command(n=None, letters=LETTERS):
    """A message that is answered with its number before there was a hello: NOT_NOW."""
    return json.dumps({"t": "cmd", "n": n or next(NUMBERS), "at": 0, "play": letters},
                      ensure_ascii=False).encode()


def read_frames(data):
    """The server's frames in these bytes as (opcode, payload); each must be whole and plain."""
    frames, at = [], 0
    while len(data) - at >= 2:
        first, length, begin = data[at], data[at + 1], at + 2
        check(first & 0x70 == 0 and first & 0x80 and length < 128, "a frame of ours begins with",
              bytes(data[at:at + 2]))
        if length >= 126:
            size = 2 if length == 126 else 8
            if len(data) < begin + size:
                break
            length = int.from_bytes(data[begin:begin + size], "big")
            check(length >= (126 if size == 2 else 65536), "a length that is not the shortest")
            begin += size
        if len(data) < begin + length:
            break
        frames.append((first & 15, bytes(data[begin:begin + length])))
        at = begin + length
    return frames


def frames_of(line):
    """What came behind the answer to the handshake."""
    top, blank, rest = bytes(line.came).partition(b"\r\n\r\n")
    if not blank:
        return []
    check(top.startswith(b"HTTP/1.1 101 "), "no WebSocket:", top[:200])
    return read_frames(rest)


def plainly(frames):
    """Frames in words: text by its type, number and code."""
    words = []
    for opcode, payload in frames:
        if opcode == TEXT:
            message = json.loads(payload)
            words.append(" ".join(str(message[key]) for key in ("t", "n", "code")
                                  if key in message))
        else:
            words.append((opcode, payload))
    return words


def ask(server, parts, half_close=False, together=False):
    """Sends handshake and parts; the line once it has ended or has answered all commands."""
    n = next(NUMBERS)
    marker = frame(TEXT, command(n))
    parts = [head(), *parts] + ([] if half_close else [marker])
    line = Line(server.port, [b"".join(parts)] if together else parts, half_close=half_close)
    answered = b'"n":%d,' % n
    drive([line], line.began + LATEST, lambda line: answered in line.came)
    line.close()
    line.answered = answered in line.came
    return line


def goes_on(server, parts, expected, **how):
    """These parts get these answers, and the connection goes on."""
    line = ask(server, parts, **how)
    words = plainly(frames_of(line))
    check(line.answered, "ended:", words[-3:], line.end)
    check(words[:-1] == expected, "gave", words[:-1], "not", expected)


def is_ended(server, parts, code, before=None, **how):
    """These parts end the connection with this close code."""
    line = ask(server, parts, **how)
    frames = frames_of(line)
    check(not line.answered and line.end == "end", "is", line.end or "open", plainly(frames)[-3:])
    check(frames and frames[-1][0] == CLOSE, "ended without a close:", plainly(frames)[-3:])
    payload = frames[-1][1]
    wanted = b"" if code is None else struct.pack(">H", code)
    check(payload[:2] == wanted, "closed with", int.from_bytes(payload[:2], "big"), payload[2:])
    if before is not None:
        check(plainly(frames[:-1]) == before, "gave", plainly(frames[:-1]), "not", before)
    return payload


def rej(n, code="NOT_NOW"):
    return "rej %d %s" % (n, code)


def the_handshake_is_held_to_its_rules(program, _brain):
    key, version, protocol = ("Sec_WebSocket_Key", "Sec_WebSocket_Version",
                              "Sec_WebSocket_Protocol")

    def one(what, status, changes, first="GET /ws HTTP/1.1"):
        data = head(first, **changes)
        line = Line(server.port, [data])
        drive([line], line.began + LATEST, lambda line: b"\r\n\r\n" in line.came)
        line.close()
        top = bytes(line.came).partition(b"\r\n\r\n")[0].decode()
        check(top.startswith("HTTP/1.1 %d " % status), "gave", top[:60], "not", status)
        lines = top.lower().split("\r\n")
        if status == 101:
            for wanted in ("Upgrade: websocket", "Connection: Upgrade",
                           "Sec-WebSocket-Accept: " + ACCEPT,
                           "Sec-WebSocket-Protocol: " + SUBPROTOCOL):
                check(wanted.lower() in lines, "no", wanted, "in", top)
            check("sec-websocket-extensions" not in top.lower(), "an extension:", top)
        if status == 426:  # says what there is (RFC 6455, 4.4; RFC 9110, 15.5.22)
            check("sec-websocket-version: 13" in lines and "upgrade: websocket" in lines, top)

    with serving(program) as (server, _):
        cases([
            ("as it should be", 101, {}),
            ("any case", 101, {"Upgrade": "WebSocket", "Connection": "uPGRADE"}),
            ("in lists", 101, {"Upgrade": "foo, websocket", "Connection": "keep-alive, Upgrade"}),
            ("in lists without blanks", 101, {"Connection": "keep-alive,upgrade"}),
            ("in lists of several lines", 101, {"Upgrade": ["foo", "websocket"],
                                                "Connection": ["keep-alive", "Upgrade"]}),
            ("an extension is left alone", 101,
             {"Sec_WebSocket_Extensions": "permessage-deflate; client_max_window_bits"}),
            ("no Upgrade", 426, {"Upgrade": None}),
            ("another Upgrade", 426, {"Upgrade": "h2c"}),
            ("a longer word", 426, {"Upgrade": "websockets"}),
            ("no Connection", 426, {"Connection": None}),
            ("another Connection", 426, {"Connection": "keep-alive"}),
            ("no version", 426, {version: None}), ("version 8", 426, {version: "8"}),
            ("version 14", 426, {version: "14"}), ("versions", 426, {version: "13, 8"}),
            ("HTTP/1.0", 426, {}, "GET /ws HTTP/1.0"),
            ("no key", 400, {key: None}), ("an empty key", 400, {key: ""}),
            ("a short key", 400, {key: "AAAA"}), ("17 bytes", 400, {key: "A" * 23 + "="}),
            ("no base64", 400, {key: "dGhlIHNhbXBsZSBub2*jZQ=="}),
            ("a long key", 400, {key: "A" * 400}),
            ("no subprotocol", 400, {protocol: None}), ("another", 400, {protocol: "chat"}),
            ("a longer one", 400, {protocol: SUBPROTOCOL + "x"}),
            ("one of a list", 101, {protocol: "chat, " + SUBPROTOCOL}),
            ("the first of a list", 101, {protocol: SUBPROTOCOL + ", canasta.v2.json"}),
            ("one of several lines", 101, {protocol: ["canasta.v2.json", SUBPROTOCOL]}),
            ("POST", 405, {"Content_Length": "0"}, "POST /ws HTTP/1.1"),
            ("HEAD", 405, {}, "HEAD /ws HTTP/1.1"),
            ("with a query", 101, {}, "GET /ws?x=y HTTP/1.1"),
            ("elsewhere", 404, {}, "GET /wss HTTP/1.1"),
            ("our page", 101, {"Origin": "http://127.0.0.1"}),
            ("another page", 403, {"Origin": "http://evil.example"}),
            ("no page at all", 403, {"Origin": "null"}),
            ("another host", 421, {"Host": "evil.example"})], one)


def text_comes_whole_or_in_fragments(program, _brain):
    def one(what, parts, n):
        goes_on(server, parts, [rej(i) for i in n])

    data = command(7)
    three = [frame(TEXT, command(i)) for i in (1, 2, 3)]
    at = data.index("😀".encode())
    with serving(program) as (server, _):
        cases([
            ("one frame", [frame(TEXT, data)], [7]),
            ("two fragments", fragments(TEXT, data[:9], data[9:]), [7]),
            ("a character in two", fragments(TEXT, data[:at + 1], data[at + 1:]), [7]),
            ("a character in four", fragments(TEXT, *[data[at * (i > 0) + i:at + i + 1]
                                                      for i in range(3)], data[at + 3:]), [7]),
            ("one byte each", fragments(TEXT, *[data[i:i + 1] for i in range(len(data))]), [7]),
            ("empty ones between", fragments(TEXT, b"", data[:9], b"", b"", data[9:], b""), [7]),
            ("three", three, [1, 2, 3]), ("three in one piece", [b"".join(three)], [1, 2, 3]),
            ("200 in one piece", [frame(TEXT, command(1)) * 200], [1] * 200),
            ("byte by byte", [bytes([byte]) for byte in b"".join(three)], [1, 2, 3])], one)
        for parts in ([frame(TEXT)], fragments(TEXT, b"", b"")):
            goes_on(server, parts, ["rej FORMAT"])
        goes_on(server, [frame(BINARY, b"\xff\0")], ["rej FORMAT"])
        goes_on(server, fragments(BINARY, b"\xff", b"\xff", data), ["rej FORMAT"])
        goes_on(server, [frame(TEXT, LETTERS.encode())], ["rej FORMAT"])
        goes_on(server, [frame(TEXT, b"{}\0")], ["rej FORMAT"])


def control_frames_come_between(program, _brain):
    data = command(7)
    begin, end = fragments(TEXT, data[:9], data[9:])
    long = bytes(range(125))

    def one(what, parts, expected):
        goes_on(server, parts, expected)
        goes_on(server, parts, expected, together=True)
        goes_on(server, [bytes([byte]) for byte in b"".join(parts)], expected)

    with serving(program) as (server, _):
        for size in (0, 1, 2, 63, 124, 125):
            goes_on(server, [frame(PING, long[:size])], [(PONG, long[:size])])
        cases([("a pong unasked", [frame(PONG, b"x"), frame(PONG), frame(PONG, long)], []),
               ("a pong inside a message", [begin, frame(PONG, b"x"), end], [rej(7)]),
               ("many pings", [frame(PING, bytes([i])) for i in range(100)],
                [(PONG, bytes([i])) for i in range(100)]),
               ("a ping inside a message", [begin, frame(PING, b"p"), end],
                [(PONG, b"p"), rej(7)]),
               ("pings between fragments",
                [frame(PING, b"o"), begin, frame(PING, b"p"), frame(CONTINUATION, final=False),
                 frame(PING, b"q"), end, frame(PING, b"r"), frame(TEXT, command(8))],
                [(PONG, b"o"), (PONG, b"p"), (PONG, b"q"), rej(7), (PONG, b"r"), rej(8)])], one)


def a_close_is_answered_with_its_code(program, _brain):
    reason = LETTERS.encode()

    def echoed(what, code):
        given = struct.pack(">H", code)
        for more in (b"", b"bye", reason, b"x" * 123):
            got = is_ended(server, [frame(CLOSE, given + more)], code, [])
            check(got in (given, given + more), "gave", got)

    def refused(what, payload, code):
        is_ended(server, [frame(CLOSE, payload)], code, [])

    with serving(program) as (server, _):
        is_ended(server, [frame(CLOSE)], None, [])
        cases([(code, code) for code in
               [*range(1000, 1004), *range(1007, 1015), 3000, 3999, 4000, 4999]], echoed)
        cases([(code, struct.pack(">H", code) + b"bye", 1002) for code in
               (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)] +
              [("half a code", b"\x03", 1002),
               ("no UTF-8", GOING_AWAY + b"\xff", 1007),
               ("a reason that is cut", GOING_AWAY + "😀".encode()[:3], 1007)], refused)
        is_ended(server, [frame(TEXT, command(1)), frame(CLOSE, GOING_AWAY),
                          frame(TEXT, command(2)), frame(PING)], 1001, [rej(1)], together=True)
        is_ended(server, [frame(TEXT, b"x", final=False), frame(CLOSE, GOING_AWAY)], 1001, [])


def a_close_is_read_the_same_in_any_pieces(program, _brain):
    def one(what, payload, code):
        data = frame(CLOSE, payload)
        # a piece is of use only if it comes alone: a moment between them
        for cut in [[data[:i], data[i:]] for i in range(1, len(data))] + \
                [[bytes([byte]) for byte in data]]:
            line = Line(server.port, [head()])
            drive([line], line.began + LATEST, lambda line: b"\r\n\r\n" in line.came)
            for piece in cut:
                line.parts.append(piece)
                drive([line], line.began + LATEST, lambda line: True)
                time.sleep(0.002)
            drive([line], line.began + LATEST)
            line.close()
            frames = frames_of(line)
            check(line.end == "end" and len(frames) == 1 and frames[0][0] == CLOSE and
                  frames[0][1][:2] == struct.pack(">H", code), "in", len(cut), "pieces, the first",
                  len(cut[0]), "bytes, gave", frames, line.end, "not", code)

    with serving(program) as (server, _):
        cases([("a reason", GOING_AWAY + LETTERS[:4].encode(), 1001),
               ("a restart", struct.pack(">H", 1012) + b"bye", 1012),
               ("a bad reason", GOING_AWAY + "é€😀".encode() + b"\x80", 1007),
               ("a cut reason", GOING_AWAY + "é€😀".encode()[:-1], 1007),
               ("a bad code", struct.pack(">H", 1005) + b"bye", 1002),
               ("no code", b"\x03", 1002)], one)


def what_no_frame_may_be_ends_the_connection(program, _brain):
    half = frame(TEXT, b"x", final=False)

    def one(what, *parts):
        for together in (False, True):
            is_ended(server, parts, 1002, together=together)
        is_ended(server, [frame(TEXT, command(1)), *parts], 1002, [rej(1)])

    with serving(program) as (server, _):
        cases([
            ("not masked", frame(TEXT, b"hi", masked=False)),
            ("a ping not masked", frame(PING, b"hi", masked=False)),
            ("a close not masked", frame(CLOSE, GOING_AWAY, masked=False)),
            ("an empty one not masked", frame(TEXT, masked=False)),
            *[("reserved bits %d" % bits, frame(TEXT, command(), reserved=bits))
              for bits in range(1, 8)],
            ("a ping with a reserved bit", frame(PING, b"x", reserved=4)),
            ("a fragment with a reserved bit", half, frame(CONTINUATION, b"y", reserved=4)),
            *[("opcode %d" % opcode, frame(opcode, b"x")) for opcode in (3, 4, 5, 6, 7)],
            *[("opcode %d" % opcode, frame(opcode)) for opcode in (11, 12, 13, 14, 15)],
            ("opcode 3 inside", half, frame(3, b"x")),
            ("opcode 11 inside", half, frame(11)),
            ("a fragment of nothing", frame(CONTINUATION, b"x")),
            ("the last fragment of nothing", frame(CONTINUATION, b"x", final=False)),
            ("a fragment behind a whole", frame(PONG), frame(CONTINUATION, b"x")),
            ("text inside a message", half, frame(TEXT, b"y")),
            ("a binary inside a message", half, frame(BINARY, b"y", final=False)),
            ("a ping in fragments", frame(PING, b"x", final=False)),
            ("a close in fragments", frame(CLOSE, GOING_AWAY, final=False)),
            ("a ping of 126", frame(PING, b"x" * 126)),
            ("a pong of 70000", frame(PONG, b"x" * 70000)),
            ("a close of 126", frame(CLOSE, GOING_AWAY + b"x" * 124)),
            ("5 in two bytes", frame(TEXT, b"x" * 5, form=2)),
            ("125 in two bytes", frame(TEXT, b"x" * 125, form=2)),
            ("5 in eight bytes", frame(TEXT, b"x" * 5, form=8)),
            ("4000 in eight bytes", frame(TEXT, b"x" * 4000, form=8)),
            ("a ping's 5 in two bytes", frame(PING, b"x" * 5, form=2)),
            ("the top bit", frame(TEXT, b"x", length=1 << 63, form=8)),
            ("all bits", frame(TEXT, b"x", length=(1 << 64) - 1, form=8)),
            ("a request", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")], one)


def text_that_is_no_utf8_ends_the_connection(program, _brain):
    bad = [b"\xff", b"\x80", b"a\xc3", b"\xc3(", b"\xe2\x82", b"\xc0\xaf", b"\xe0\x80\xaf",
           b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xf0\x9f\x98",
           LETTERS.encode() + b"\xfe", b'{"t":"ping\xe9"}']

    def one(what, *parts):
        is_ended(server, parts, 1007, [])

    with serving(program) as (server, _):
        cases([(text, frame(TEXT, text)) for text in bad] +
              [(text, frame(TEXT, text[:1], final=False), frame(CONTINUATION, text[1:]))
               for text in bad] +
              [("bytes", *[bytes([byte]) for byte in frame(TEXT, bad[-2])]),
               ("a ping inside", frame(TEXT, b"\xe2\x82", final=False), frame(PONG),
                frame(CONTINUATION, b"a")),
               ("more than is kept", frame(TEXT, b"x" * 5000 + b"\xff"))], one)
        # What cannot become right is not awaited.
        is_ended(server, [frame(TEXT, b"\xff", final=False)], 1007, [])


def a_message_has_a_size(program, _brain):
    def ping(size):
        return b'{"t":"ping"}' + b" " * (size - 12)

    def halves(size):
        return fragments(TEXT, ping(size)[:size // 2], ping(size)[size // 2:])

    with serving(program) as (server, others):
        cases([(size, size) for size in (4095, MESSAGE_MOST)],
              lambda _, size: [goes_on(server, parts, ["pong"])
                               for parts in ([frame(TEXT, ping(size))], halves(size))])
        cases([(size, size) for size in (4097, 5000, 65535, FATAL)],
              lambda _, size: [goes_on(server, parts, ["rej TOO_LONG"])
                               for parts in ([frame(TEXT, ping(size))], halves(size),
                                             fragments(TEXT, ping(size), b"", b""))])
        goes_on(server, [frame(TEXT, ping(9000)), frame(TEXT, ping(99)), frame(TEXT, ping(9000))],
                ["rej TOO_LONG", "pong", "rej TOO_LONG"], together=True)
        pieces = [ping(FATAL + 1)[i:i + 64] for i in range(0, FATAL + 1, 64)]
        cases([("65537", [frame(TEXT, ping(FATAL + 1))]),
               ("65537 in two", halves(FATAL + 1)),
               ("65537 in many", fragments(TEXT, *pieces)),
               ("65537 in many, more to come", fragments(TEXT, *pieces, b"")[:-1]),
               ("65536 and one, more to come", fragments(TEXT, ping(FATAL), b"x", b"")[:-1]),
               ("65537 of bytes", [frame(BINARY, b"\xff" * (FATAL + 1))]),
               ("a large number", [frame(TEXT, b"x", length=1 << 62, form=8)]),
               ("a large number behind another", [*fragments(TEXT, b"x", b"")[:-1],
                                                  frame(CONTINUATION, b"x",
                                                        length=(1 << 63) - 1, form=8)])],
              lambda _, parts: is_ended(server, parts, 1009, []))
        # Nothing behind it is dealt with, in however large a piece it came.
        is_ended(server, halves(FATAL + 1) + [frame(TEXT, ping(12))], 1009, [], together=True)
        others.are_well()


def fragments_that_wait_cost_little(program, _brain):
    small = frame(CONTINUATION, b" ", final=False)
    begin, end = fragments(TEXT, b'{"t":"ping"}', b" ")
    with serving(program) as (server, others):
        lines = [Line(server.port, [head(), begin + small * 4000]) for _ in range(10)]
        drive(lines, time.monotonic() + LATEST, lambda line: b"\r\n\r\n" in line.came)
        before = used(server)[1]
        for line in lines:
            line.parts.append(small * (65535 - 4012 - 1))
            line.parts.append(frame(PING, b"last"))
        drive(lines, time.monotonic() + LATEST, lambda line: b"last" in line.came)
        megabytes = used(server)[1] - before
        for line in lines:
            check(plainly(frames_of(line)) == [(PONG, b"last")], plainly(frames_of(line)))
            line.parts.append(end)
        drive(lines, time.monotonic() + LATEST, lambda line: b"TOO_LONG" in line.came)
        for line in lines:
            line.close()
            check(plainly(frames_of(line))[1:] == ["rej TOO_LONG"], plainly(frames_of(line)))
        print("# ten messages of 65535 fragments took %.1f MB" % megabytes)
        check(megabytes < 30, "that took", megabytes, "MB")
        others.are_well()


def every_frame_counts(program, _brain):
    rate = 20  # somebody else pings ten times a second there

    def one(what, data, count):
        line = Line(server.port, [head(), data * count])
        drive([line], line.began + LATEST)
        seconds = time.monotonic() - line.began
        line.close()
        words = plainly(frames_of(line))
        check(words and words[-1] == (CLOSE, struct.pack(">H", 1008)), "ended with", words[-2:])
        struck = sum("RATE" in str(word) for word in words)
        answered = len(words) - 1 - struck - 200 * ("ping" in what)  # which get a pong besides
        check(struck <= 200, "RATE was said", struck, "times")
        check(answered <= 3 * rate + 1 + rate * seconds, "was answered", answered,
              "times in %.1f seconds" % seconds)

    with serving(program, "--rate", str(rate)) as (server, others):
        cases([("pings", frame(PING), 20000), ("long pings", frame(PING, b"x" * 125), 20000),
               ("pongs", frame(PONG), 20000), ("texts", frame(TEXT, b'{"t":"ping"}'), 20000),
               ("nonsense", frame(TEXT, b"x"), 20000), ("nothing", frame(TEXT), 20000),
               ("commands", frame(TEXT, command(1)), 5000), ("binaries", frame(BINARY), 20000),
               ("long messages", frame(TEXT, b"x" * 5000), 1500)], one)
        others.are_well()


def any_pieces_of_the_same_bytes_get_the_same_answers(program, _brain):
    seed = int(os.environ.get("CANASTA_SEED", "1"))
    luck = random.Random(seed)

    def sequence():
        """Frames and what they get: words, a pong's bytes, the code of a close."""
        parts, expected = [], []
        for i in range(luck.randint(1, 8)):
            data = command(i + 1, luck.choice([LETTERS, "", "x" * 300]))
            data += b" " * luck.choice([0, 0, 3000])
            kind = luck.randrange(6)
            if kind == 0:
                parts.append(frame(BINARY, luck.randbytes(luck.choice([0, 5, 200, 5000]))))
                expected.append("rej FORMAT")
            elif kind == 1:
                parts.append(frame(TEXT, data + b" " * luck.choice([4096, 20000])))
                expected.append("rej TOO_LONG")
            elif kind == 2:
                payload = luck.randbytes(luck.randrange(126))
                parts += [frame(PONG, payload), frame(PING, payload)]
                expected.append(payload)
            elif kind == 3:
                cuts = in_pieces(data, luck)
                pieces = fragments(TEXT, *cuts)
                for piece in pieces[:-1]:
                    parts += [piece, frame(PING, b"p")]
                    expected.append(b"p")
                parts.append(pieces[-1])
                expected.append(rej(i + 1))
            else:
                parts.append(frame(TEXT, data))
                expected.append(rej(i + 1))
        if luck.random() < 0.3:
            parts.append(frame(CLOSE, GOING_AWAY + LETTERS.encode()))
            expected.append(1001)
        elif luck.random() < 0.3:
            parts.append(luck.choice([frame(3), frame(TEXT, b"x", masked=False),
                                      frame(CONTINUATION), frame(PING, final=False)]))
            expected.append(1002)
        return b"".join(parts), expected

    def one(what, data, expected):
        n = next(NUMBERS)
        marker = frame(TEXT, command(n))
        ends = bool(expected) and isinstance(expected[-1], int)
        whole = head() + data + (b"" if ends else marker)
        line = Line(server.port, in_pieces(whole, luck) if luck.random() < 0.7 else
                    [whole[i:i + 5] for i in range(0, len(whole), 5)])
        drive([line], line.began + LATEST, lambda line: not ends and b'"n":%d,' % n in line.came)
        line.close()
        words = plainly(frames_of(line))
        words = [word if isinstance(word, str) else word[1] if word[0] == PONG else
                 int.from_bytes(word[1][:2], "big") for word in words]
        wanted = expected + ([] if ends else [rej(n)])
        check(words == wanted, "CANASTA_SEED=%d:" % seed, "gave", words, "not", wanted)

    with serving(program) as (server, others):
        cases([("sequence %d" % i, *sequence()) for i in range(150)], one)
        others.are_well()


def any_bytes_get_the_same_answers_in_any_pieces(program, _brain):
    """Also where they are no frames at all: some bytes are changed."""
    seed = int(os.environ.get("CANASTA_SEED", "1"))
    luck = random.Random("bytes %d" % seed)

    def changed():
        parts = [luck.choice([frame(TEXT, command(luck.randint(1, 99))), frame(PING, b"abc"),
                              frame(BINARY, b"x" * 300), frame(TEXT, b"x" * 5000), frame(PONG),
                              *fragments(TEXT, b'{"t":"p', b'ing"}')])
                 for _ in range(luck.randint(1, 8))]
        data = bytearray(b"".join(parts + [frame(CLOSE, GOING_AWAY + LETTERS.encode())] *
                                  luck.randint(0, 1)))
        for _ in range(luck.choice([1, 1, 2, 5])):
            at = luck.randrange(len(data))
            data[at:at + luck.choice([0, 1, 1, 1, 7])] = luck.choice(
                [luck.randbytes(1), luck.randbytes(9), bytes([data[at] ^ 1 << luck.randrange(8)]),
                 bytes(data[at:at + 20])])
        return bytes(data)

    def one(what, data):
        told = []
        for parts in ([head() + data], in_pieces(head() + data, luck),
                      in_pieces(head() + data, luck, 40)):
            line = Line(server.port, parts, half_close=True)
            drive([line], line.began + LATEST)
            line.close()
            check(line.end == "end", "CANASTA_SEED=%d" % seed, data, "is", line.end or "open")
            told.append(plainly(frames_of(line)))
        check(told[0] == told[1] == told[2], "CANASTA_SEED=%d" % seed, data, "gave", told)

    with serving(program) as (server, others):
        cases([("bytes %d" % i, changed()) for i in range(200)], one)
        others.are_well()


def what_is_sent_behind_a_hello_is_answered_in_order(program, _brain):
    def hello(made):
        return json.dumps({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                           "token": made["token"]}).encode()

    def pace(n, ms):
        return json.dumps({"t": "cmd", "n": n, "at": 0, "do": "pace", "ms": ms}).encode()

    def one(what, **how):
        made = server.make_table(pace_ms=5000)
        messages = [hello(made)] + [pace(n, 5000 - n) for n in range(1, 11)] + \
            [b'{"t":"ping"}', pace(5, 4995), pace(5, 1), b"nonsense"]
        line = ask(server, [frame(TEXT, message) for message in messages], **how)
        came = [json.loads(payload) for opcode, payload in frames_of(line) if opcode == TEXT]
        words = [" ".join(str(message[key]) for key in ("t", "n", "code") if key in message)
                 for message in came if message["t"] in ("welcome", "ack", "rej", "pong", "snap")]
        wanted = ["welcome 0", "snap"] + ["ack %d" % n for n in range(1, 11)] + \
            ["pong", "ack 5", "rej 5 DUP_MISMATCH", "rej FORMAT"]
        check(words[:len(wanted)] == wanted, "gave", words, "not", wanted, line.end)

    with serving(program) as (server, others):
        cases([("one by one",), ("in one piece with the handshake", True),
               ("half-closed", False, True), ("half-closed in one piece", True, True)],
              lambda what, together=False, half_close=False:
              one(what, together=together, half_close=half_close))
        others.are_well()


def who_goes_half_way_is_let_go(program, _brain):
    half = frame(TEXT, b"x" * 50)[:30]
    with serving(program) as (server, others):
        for parts in ([], [b"\x81"], [half], [frame(TEXT, b"x", final=False)],
                      [frame(PING, b"x")], [frame(CLOSE, GOING_AWAY)[:-1]]):
            line = ask(server, parts, half_close=True)
            check(line.end == "end", "is", line.end or "still open", parts)
            pongs = [(PONG, b"x")] if parts == [frame(PING, b"x")] else []
            check(frames_of(line) == pongs, parts, "gave", frames_of(line))
        for abruptly in (False, True):
            lines = [Line(server.port, [head(), half]) for _ in range(50)]
            drive(lines, time.monotonic() + LATEST, lambda line: b"\r\n\r\n" in line.came)
            for line in lines:
                line.close(abruptly)
        others.are_well()


def the_end_is_not_put_off(program, _brain):
    """Whoever goes on sending behind the close is not listened to for ever."""
    with serving(program) as (server, others):
        is_let_go(server, [head() + ending for ending in
                           (frame(CLOSE, GOING_AWAY), frame(3), frame(TEXT, b"\xff"))], b"\x89")
        others.are_well()


if __name__ == "__main__":
    run([the_handshake_is_held_to_its_rules,
         text_comes_whole_or_in_fragments,
         control_frames_come_between,
         a_close_is_answered_with_its_code,
         a_close_is_read_the_same_in_any_pieces,
         what_no_frame_may_be_ends_the_connection,
         text_that_is_no_utf8_ends_the_connection,
         a_message_has_a_size,
         fragments_that_wait_cost_little,
         every_frame_counts,
         any_pieces_of_the_same_bytes_get_the_same_answers,
         any_bytes_get_the_same_answers_in_any_pieces,
         what_is_sent_behind_a_hello_is_answered_in_order,
         who_goes_half_way_is_let_go,
         the_end_is_not_put_off])
