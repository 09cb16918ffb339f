#!/usr/bin/env python3
"""Writes tests/fuzz/corpus, the inputs that fuzzers begin with, from what the other tests use: the
records, the frames of docs/protocol.md, the log of an old server, rule sets.

usage: seeds.py CANASTA

Not here: what fuzzers find by themselves (.cache/fuzz). Invariant: the same tree gives the same
files; nothing larger than a fuzzer looks at.
"""
import gzip
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MOST = 6000
CUTS = bytes([30, 3, 0, 100, 7, 1, 60, 200])  # pieces: see fuzz.h


def write(name, inputs):
    folder = os.path.join(HERE, "corpus", name)
    os.makedirs(folder)
    for i, data in enumerate(inputs):
        with open(os.path.join(folder, "%02d" % i), "wb") as file:
            file.write(data[:MOST])


def records():
    folder = os.path.join(ROOT, "tests", "records")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        if name.endswith(".record") and ("broken" in name or "two_player" in name):
            yield CUTS + data
    yield CUTS + b"canasta record 1\nrules classic_pagat\nplayers 4\nname 0 " + b"x" * 4090 + b"\n"


def codes(canasta):
    for words in (["samba", "target=5000"], ["classic_pagat", "draw_count=2", "rounds=4"],
                  ["hand_and_foot"], ["individual_3", "target=3000"], ["pennies"],
                  ["modern_american", "rounds=1"]):
        yield subprocess.run([canasta, "rules", "code"] + words, check=True,
                             stdout=subprocess.PIPE).stdout.rpartition(b"~")[0]
    yield b"classic_pagat~oc-2~dc-2~name-Grandma-27s_rules"
    yield b"samba~name-a_-c3-a9~to--P5~op-15.50.90"


def commands():
    with open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
        text = file.read()
    for frame in re.findall(r'^    (\{"t":"(?:hello|cmd|nudge|say|resync|ping)".*?\})(?: |$)', text,
                            re.M):
        yield frame.encode()
    for play in ("draw", "take KhKs; open QcQdQh2d 7c7d7h; discard 4s", "take; meld K#3:2c 5h5d5s",
                 "ask", "yes", "pick", "lay-out", "join #1 #4", "meld S:8h K+:KhKcKd", "declare",
                 "to #3"):
        yield b'{"t":"cmd","n":7,"at":31,"play":"%s"}' % play.encode()
    yield b'{"t":"hello","v":1,"inst":"12345678","table":"abcdefghij","watch":"x"}'


def requests():
    host = b"Host: localhost:8080\r\n"
    post = b"POST /v1/tables HTTP/1.1\r\n" + host
    body = b'{"rules":"samba","name":"Anna"}'
    whole = post + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    yield CUTS + b"GET / HTTP/1.1\r\n" + host + b"\r\n"
    yield CUTS + whole + whole
    yield CUTS + whole + b"HEAD /healthz HTTP/1.0\r\n\r\n" + whole
    yield (CUTS + b"GET /v1/rules/samba/explain?players=4&overrides=target%20%3D+3000 HTTP/1.1" +
           b"\r\n" + host + b"Authorization: Bearer " + b"a" * 44 +
           b"\r\nConnection: close\r\n\r\nrest")
    yield (CUTS + b"GET /ws HTTP/1.1\r\n" + host + b"Upgrade: websocket\r\nConnection: keep-alive, "
           b"Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
           b"Sec-WebSocket-Protocol: canasta.v1.json\r\nCookie: a=b; canasta=" + b"b" * 44 +
           b"\r\n\r\n")
    yield CUTS + post + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"
    yield CUTS + post + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}"
    yield CUTS + b"GET / HTTP/1.1\nHost: a\n b\r\nx-forwarded-for: 1.2.3.4, ::1\r\n\r\n"


def frame(opcode, payload, final=True, mask=b"\x01\x02\x03\x04", length=None):
    length = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 65536:
        head += bytes([0x80 | 126]) + struct.pack(">H", length)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", length)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def frames():
    text = '{"t":"ping"} \u00e4\u20ac\U0001f0a1'.encode()
    yield CUTS + frame(1, text) + frame(9, b"are you there") + frame(1, b"")
    yield (CUTS + frame(1, text[:7], False) + frame(9, b"ping") + frame(0, text[7:]) +
           frame(8, b"\x03\xe8"))
    yield CUTS + frame(1, text) * 5 + frame(10, b"x") + frame(8, b"\x03\xe9why")
    yield CUTS + frame(2, bytes(300)) + frame(1, b"a" * 4096) + frame(1, b"b" * 100)
    yield CUTS + frame(1, b"c" * 4097) + frame(1, b"after")
    yield CUTS + frame(1, b"\xc3", False) + frame(0, b"\x28")
    yield CUTS + frame(1, b"x", length=1 << 40)
    yield CUTS + frame(3, b"reserved")
    yield CUTS + frame(8, b"\x03")


def entries():
    with gzip.open(os.path.join(ROOT, "tests/server/data/v1_tables.db.gz")) as packed, \
            tempfile.NamedTemporaryFile() as file:
        shutil.copyfileobj(packed, file)
        file.flush()
        rows = sqlite3.connect(file.name).execute(
            "SELECT table_id, kind, seat, body FROM log ORDER BY table_id, seq").fetchall()
    tables = {}
    for table, kind, seat, body in rows:
        tables.setdefault(table, []).append(
            "%s %d %s\n" % (kind, 255 if seat is None else seat, body))
    for lines in tables.values():
        yield "".join(lines)[:1300].encode()
    create = ('{"rules":"two_player","overrides":"","house":"","players":2,"dealer":0,"invite":"a",'
              '"pace_ms":100,"bot":"book","hints":true,"maker":"p","watch":"","join":"next",'
              '"clock":0,"open":false}')
    yield ("create 255 %s\nseat 0 {\"person\":\"p\"}\ndeal 255 #7\nplay 1 draw\npace 0 30\n"
           "play 1 discard 4c\nseat 9 {\"leave\":true}\npause 0 1\npause 0 0\n"
           "invite 0 {\"sit\":\"b\"}\n" % create).encode()
    yield ("create 255 %s\ndeal 255 #7\nplay 1 draw\n" %
           create.replace("}", ',"lesson":true}')).encode()
    yield ('{"v":1,"create":%s,"seats":[{"person":"p"},null],"paused":false,"hands":1,'
           '"totals":[500,-20],"sheets":[]}\n' % create).encode()


def noise(count, length, seed):
    for i in range(count):
        yield random.Random(seed + i).randbytes(length)


def main():
    canasta = sys.argv[1]
    shutil.rmtree(os.path.join(HERE, "corpus"), ignore_errors=True)
    write("records", records())
    write("codes", codes(canasta))
    write("commands", commands())
    write("request", requests())
    write("frames", frames())
    write("entries", entries())
    write("rows", noise(6, 300, 1))
    write("table", noise(8, 200, 2))


main()
