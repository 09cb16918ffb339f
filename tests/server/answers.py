"""Requests made by hand, and the answers to them read back byte by byte.

Not here: sending them (lines.py). Invariant: an answer is read by its length alone, and what is
behind the last one is a fault.
"""
import collections
import json

from client import check
from lines import LATEST, Line, drive

Answer = collections.namedtuple("Answer", "version status headers body")

OURS = ["Sec-WebSocket-Protocol: canasta.v1.json", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
UPGRADE = ["Connection: Upgrade", "Upgrade: websocket"] + OURS
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
    if status == 429:
        check(json.loads(answers[0].body)["retry_ms"] > 0, "when?", answers[0].body)
        check(int(answers[0].headers["retry-after"]) > 0, "when?", answers[0].headers)
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
