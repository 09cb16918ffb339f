"""The page that is part of the program: one file to copy.

Not here: folders in its place (test_refusals.py), the real page (web/e2e/).
"""
import gzip
import os
import re
import shutil
import socket
import subprocess
import sys
import time

import make_page
from client import Server, check, new_folder, run
from lines import descriptors, ends_well, said_nothing
from test_notices import up

HERE = os.path.dirname(os.path.abspath(__file__))
PACK_PAGE = os.path.join(HERE, "..", "..", "tools", "pack_page")
FILES = make_page.files()
BROTLI = make_page.by_brotli()
TYPES = {"index.html": "text/html; charset=utf-8", "icon.svg": "image/svg+xml",
         "empty.txt": "text/plain; charset=utf-8", "noise.png": "image/png",
         "assets/a-1.js": "text/javascript; charset=utf-8", "engine.wasm": "application/wasm"}


def made(program, what):
    """The program with the page of these tests in it, or with none."""
    return os.path.join(os.path.dirname(program), "tests", "server", "canasta_" + what)


def paged(program, *options, **how):
    return Server(made(program, "paged"), *options, own_page=True, **how)


def ask(server, path, **headers):
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    status, got, body = server.request("GET", path, headers=given)
    return status, {name.lower(): value for name, value in got.items()}, body


def one_file_to_copy(program, _brain):
    folder = new_folder()
    copy = shutil.copy(made(program, "paged"), os.path.join(folder, "canasta"))
    server = Server(copy, own_page=True)
    check(os.listdir(folder) == ["canasta"], os.listdir(folder))
    for name, mime in TYPES.items():
        path = "/" + name
        status, headers, body = ask(server, path)
        check((status, body) == (200, FILES[name]), path, status, len(body))
        check(headers["content-type"] == mime, path, headers)
        fixed = headers["cache-control"] == "public, max-age=31536000, immutable"
        check(fixed or headers["cache-control"] == "no-cache", headers)
        check(fixed == path.startswith("/assets/"), path, headers)
        check("default-src 'none'" in headers["content-security-policy"], headers)
        check("unsafe-inline" not in headers["content-security-policy"], headers)
    check(ask(server, "/")[2] == FILES["index.html"], "the start page")
    for path in ("/.secret", "/assets", "/assets/", "/nothing", "/index.html/", "//index.html",
                 "/engine.wasm.br", "/noise.png.br",
                 "/%2e%2e/etc/passwd", "/../etc/passwd"):
        check(ask(server, path)[0] == 404, path)
    check("no page" not in server.said(), server.said())
    ends_well(server)
    said_nothing(server)
    server.close()


def who_can_unpack_it_gets_it_packed_and_others_plain(program, _brain):
    server = paged(program)
    for name in ("engine.wasm", "assets/a-1.js", "index.html"):
        for accepted in ("gzip", "GZIP", "gzip, deflate, br;q=0, zstd", "gzip;q=0.8, brr, x-br",
                         "gzip;q=0.001", "gzip;q=1", "deflate,gzip", "gzip ; q=0.5"):
            status, headers, body = ask(server, "/" + name, Accept_Encoding=accepted)
            check(status == 200 and headers.get("content-encoding") == "gzip", accepted, headers)
            check(gzip.decompress(body) == FILES[name], name, accepted)
            check(headers["content-length"] == str(len(body)), headers)
            check(headers["vary"] == "accept-encoding", headers)
            check(len(body) < len(FILES[name]) * 0.9, name, len(body))
        for accepted in ("", "identity", "br;q=0", "gzip;q=0", "gzip; q=0.0", "gzip;q=0, br;q=0.0",
                         "x-gzip-2", "gzipped", "*;q=0", "gzip ;q=0", "gzip;q", "b", "brotli"):
            status, headers, body = ask(server, "/" + name, Accept_Encoding=accepted)
            check(status == 200 and "content-encoding" not in headers, accepted, headers)
            check(body == FILES[name] and headers["vary"] == "accept-encoding", name, accepted)
    for name in ("noise.png", "icon.svg", "empty.txt"):
        status, headers, body = ask(server, "/" + name, Accept_Encoding="gzip, br")
        check(body == FILES[name] and "content-encoding" not in headers, name, headers)
    check(ask(server, "/v1/bots", Accept_Encoding="gzip")[2].startswith(b"{"), "calls stay plain")
    server.close()


def brotli_goes_before_gzip_where_the_build_made_it(program, _brain):
    server = paged(program)
    for name in ("engine.wasm", "assets/a-1.js"):
        for accepted in ("br", "BR", "gzip, deflate, br, zstd", "br;q=0.1, gzip;q=0.8", "gzip,br"):
            status, headers, body = ask(server, "/" + name, Accept_Encoding=accepted)
            check(status == 200 and headers.get("content-encoding") == "br", accepted, headers)
            check(body == BROTLI[name] and headers["vary"] == "accept-encoding", name, headers)
            check(headers["content-length"] == str(len(body)), headers)
            check(headers["content-type"] == TYPES[name], headers)
    _, headers, body = ask(server, "/index.html", Accept_Encoding="br, gzip")
    check(headers["content-encoding"] == "gzip", "without a file by brotli", headers)
    check("content-encoding" not in ask(server, "/index.html", Accept_Encoding="br")[1], "made up")
    server.close()


def what_is_known_is_not_sent_again(program, _brain):
    server = paged(program)
    tags = []
    for accepted in ("br", "gzip", "identity"):
        _, headers, body = ask(server, "/engine.wasm", Accept_Encoding=accepted)
        tag = headers["etag"]
        tags.append(tag)
        for known in (tag, "W/" + tag, '"other", ' + tag, '"a","b" , W/%s' % tag, "*"):
            status, headers, rest = ask(server, "/engine.wasm", Accept_Encoding=accepted,
                                        If_None_Match=known)
            check(status == 304 and rest == b"" and headers["etag"] == tag, known, status, headers)
            check(not {"content-length", "content-encoding", "content-type"} & set(headers),
                  "of what is not sent", headers)
            check(headers["vary"] == "accept-encoding", headers)
        for other in ('"other"', tag.strip('"'), "W/", tag[:-1]):
            check(ask(server, "/engine.wasm", Accept_Encoding=accepted,
                      If_None_Match=other)[2] == body, other)
    check(len(set(tags)) == 3, "two forms have one tag:", tags)
    check(ask(server, "/engine.wasm", If_None_Match=tags[0])[0] == 200, "known is the other form")
    _, other, _ = ask(server, "/index.html")
    check(other["etag"] not in tags, "two files have one tag")
    server.close()


def anonymous_bytes(server):
    """Memory of the server that is no file's."""
    with open("/proc/%d/status" % server.process.pid) as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon"))


def open_reader(port, path):
    """A connection that asks and takes next to nothing."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    reader.connect(("127.0.0.1", port))
    reader.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % path.encode())
    return reader


def read_all(reader):
    reader.settimeout(20)
    data = bytearray()
    while more := reader.recv(1 << 20):
        data += more
    return bytes(data).partition(b"\r\n\r\n")[2]


# Once with the page in the program, once from a folder. Each of the readers asks for 600 KB.
def a_thousand_slow_readers_share_one_copy(program, _brain):
    for own_page in (True, False):
        server = Server(made(program, "paged"), own_page=own_page)
        sanitized = b"__asan_init" in open(program, "rb").read()
        most_each = 40000 if sanitized else 8000
        make_page.write(server.web)
        read_all(open_reader(server.port, "/engine.wasm"))
        before, open_before = anonymous_bytes(server), descriptors(server)
        readers = [open_reader(server.port, "/engine.wasm") for _ in range(1000)]
        end = time.monotonic() + 20
        while descriptors(server) < open_before + 1000 and time.monotonic() < end:
            time.sleep(0.05)
        check(server.request("GET", "/healthz")[0] == 200, "others are served")
        each = (anonymous_bytes(server) - before) / 1000
        print("# %s: %d bytes for each slow reader of %d" %
              ("in the program" if own_page else "a folder", each, make_page.LARGE))
        check(each < most_each, each, "bytes for each slow reader")
        for _ in range(4):
            check(read_all(open_reader(server.port, "/engine.wasm")) == FILES["engine.wasm"],
                  "what one more reader got")
        for reader in readers:
            reader.close()
        ends_well(server)
        said_nothing(server)
        server.close()


def a_program_without_a_page_says_so_and_serves_all_else(program, _brain):
    server = up(Server(made(program, "bare"), own_page=True))
    check("was built without the page; only programs can play" in server.said(), server.said())
    check(ask(server, "/")[0] == 404, "a page")
    check(server.post("/v1/tables", {"rules": "two_player"})[0] == 200, "a table")
    server.close()
    server = up(Server(made(program, "bare")))
    check("there is no page in " + server.web in server.said(), server.said())
    server.close()


def a_folder_goes_before_the_page_in_the_program(program, _brain):
    server = Server(made(program, "paged"))
    with open(server.web + "/index.html", "w") as file:
        file.write("another")
    check(ask(server, "/")[2] == b"another", "the start page")
    check(ask(server, "/engine.wasm")[0] == 404, "of the program's page")
    server.close()


def packing_is_repeated_when_the_page_changes_and_gives_the_same_for_the_same(_program, _brain):
    folder = new_folder()
    web, output, dep = folder + "/dist", folder + "/page.c", folder + "/page.d"

    def pack():
        subprocess.run([sys.executable, PACK_PAGE, output, dep, web], check=True)
        return open(output).read(), set(open(dep).read().split(": ")[1].split())

    text, inputs = pack()
    check("cn_page_built_in = {files, 0}" in text and inputs == {folder}, "no page:", inputs)
    make_page.write(web)
    text, inputs = pack()
    wanted = {web, web + "/assets"} | {web + "/" + name for name in TYPES}
    check(wanted <= inputs, "it does not look at", wanted - inputs)
    check(pack()[0] == text, "the same page, another file")
    check({web + "/engine.wasm.br"} <= inputs, "it does not look at what is packed", inputs)
    paths = re.findall(r'^    \{"(/[^"]*)"', text, re.M)
    check(sorted(paths) == sorted("/" + name for name in TYPES), paths)


if __name__ == "__main__":
    run([one_file_to_copy,
         who_can_unpack_it_gets_it_packed_and_others_plain,
         brotli_goes_before_gzip_where_the_build_made_it,
         what_is_known_is_not_sent_again,
         a_thousand_slow_readers_share_one_copy,
         a_program_without_a_page_says_so_and_serves_all_else,
         a_folder_goes_before_the_page_in_the_program,
         packing_is_repeated_when_the_page_changes_and_gives_the_same_for_the_same])
