"""Bad input over the wire: one clear answer each, and nothing at the table has changed."""
import json
import os
import re

from client import (Closed, Server, Socket, actor_of, catch_up, check, of_hands, play_on, run,
                    sit_down)


def hashes(seats):
    """What every seat knows, by the server's own account."""
    return [(snap["seq"], snap["vh"], snap["events"]) for snap in (s.resync() for s in seats)]


def refused(seat, text, code):
    """Sends raw text and expects one `rej` with that code."""
    seat.socket.send_text(text)
    answer = seat.wait("rej")
    check(answer["code"] == code, text[:80], "gave", answer, "not", code)
    return answer


def table_of_four(program, brain, **order):
    server = Server(program)
    return server, sit_down(server, brain, "ABCD", **order)


def close_all(server, seats):
    for seat in seats:
        seat.close()
    server.close()


def frames_of_a_wrong_shape_are_refused_and_change_nothing(program, brain):
    server, seats = table_of_four(program, brain)
    actor = actor_of(seats)
    before = hashes(seats)
    good = {"t": "cmd", "n": 1, "at": actor.seq, "play": "draw"}
    cases = ["", "draw", "{", "null", "[]", '"cmd"', "1", "{}", '{"t":1}', '{"t":"cmd"}',
             '{"t":"nonsense"}', '{"t":"ping","x":1}', '{"t":"resync","at":1}', "{}{}",
             json.dumps(good) + " x", json.dumps(good)[:-1], "[" * 200 + "]" * 200,
             json.dumps(good).replace("draw", "dr\\u0000aw")]
    for key, value in [("n", 0), ("n", -1), ("n", 1.5), ("n", "1"), ("n", 2**31), ("n", None),
                       ("at", -1), ("at", "1"), ("at", 2**60), ("play", 7), ("play", None),
                       ("play", ["draw"]), ("seat", 0), ("do", "next")]:
        cases.append(json.dumps(dict(good, **{key: value})))
    for key in ("n", "at", "play"):
        cases.append(json.dumps({k: v for k, v in good.items() if k != key}))
    for deed in ({"do": "sleep"}, {"do": 1}, {"do": "pace"}, {"do": "pace", "ms": 5001},
                 {"do": "pace", "ms": -1}, {"do": "next", "ms": 1}):
        cases.append(json.dumps(dict({"t": "cmd", "n": 1, "at": actor.seq}, **deed)))
    for text in cases:
        refused(actor, text, "FORMAT")
    check(hashes(seats) == before, "something has changed")
    answer = refused(actor, json.dumps(dict(good, n=9, at="x")), "FORMAT")
    check(answer["n"] == 9, "the number is given back where it can be read", answer)
    actor.n = 9
    actor.play("draw")
    close_all(server, seats)


def bytes_that_are_no_text_end_the_connection_and_nothing_else(program, brain):
    server, seats = table_of_four(program, brain)
    before = hashes(seats)
    for opcode, payload, codes in [(1, b'{"t":"\xff\xfe"}', (1007, None)),
                                   (3, b"x", (1002, None)),
                                   (1, b"x" * 70000, (1009, None))]:
        socket = Socket(server.port)
        socket.send_frame(opcode, payload)
        try:
            answer = socket.receive(5)
            check(False, "bytes of opcode", opcode, "gave", answer)
        except Closed as closed:
            check(closed.code in codes, "closed with", closed.code)
        socket.close()
    seats[0].socket.send_frame(2, b'{"t":"ping"}')
    check(seats[0].wait("rej")["code"] == "FORMAT", "a binary frame")
    check(hashes(seats) == before, "something has changed")
    close_all(server, seats)


def what_is_too_long_is_refused_and_the_connection_goes_on(program, brain):
    server, seats = table_of_four(program, brain)
    before = hashes(seats)
    actor = actor_of(seats)
    refused(actor, '{"t":"cmd","n":1,"at":%d,"play":"%s"}' % (actor.seq, "x" * 4096), "TOO_LONG")
    refused(actor, '{"t":"cmd","n":1,"at":%d,"play":"%s"}' % (actor.seq, "x" * 1100), "TOO_LONG")
    refused(actor, " " * 65000, "TOO_LONG")
    actor.socket.send_frame(1, b'{"t":"pi', final=False)
    actor.socket.send_frame(0, b'ng"}')
    actor.wait("pong")
    check(hashes(seats) == before, "something has changed")
    close_all(server, seats)


def plays_that_cannot_be_made_get_their_reason_and_change_nothing(program, brain):
    server, seats = table_of_four(program, brain)
    actor = actor_of(seats)
    other = seats[(actor.seat + 1) % 4]
    before = hashes(seats)

    def try_play(seat, text, code, **more):
        answer = seat.do(play=text, **more)
        check(answer["t"] == "rej" and answer["code"] == code, repr(text), "gave", answer)
        return answer

    try_play(other, "draw", "TURN")
    try_play(actor, "discard 4s", "PHASE")
    try_play(actor, "", "SYNTAX")
    check("message" in try_play(actor, "discard Zz", "SYNTAX"), "a syntax error says what it is")
    try_play(actor, "steal everything", "SYNTAX")
    try_play(actor, "draw; discard 4s", "UNREAD")
    check(try_play(actor, "draw; discard 4s", "UNREAD")["step"] == 1, "which step")
    try_play(actor, "draw", "STALE", at=2)  # the deal was 3
    try_play(actor, "draw", "STALE", at=0)
    try_play(actor, "draw", "STALE", at=actor.seq + 1)
    for deed in ("next", "rematch"):
        answer = actor.do(do=deed)
        check(answer["t"] == "rej" and answer["code"] == "NOT_NOW", deed, "gave", answer)
    check(hashes(seats) == before, "something has changed")

    drawn = actor.play("draw")
    catch_up(seats)
    before = hashes(seats)
    try_play(actor, "draw", "STALE", at=drawn["seq"] - 1)
    try_play(actor, "draw", "PHASE")
    try_play(actor, "meld KhQh4s", "RANK")
    wilds = actor.do(play="meld 2c2dX")  # whoever holds these three may not meld them
    check(wilds["t"] == "rej" and wilds["code"] in ("WILD_ONLY", "NOT_HELD"), wilds)
    try_play(actor, "discard 3h", "NOT_HELD")
    low = play_of_too_few_points(actor)
    if low:
        answer = actor.do(play=low)
        check(answer["code"] == "MIN" and answer["need"] == 50 and 0 < answer["have"] < 50, answer)
    check(hashes(seats) == before, "something has changed")
    check(actor.state() == ("2", actor.seat), "the turn is where it was")
    close_all(server, seats)


def play_of_too_few_points(seat):
    """An opening with three small naturals of the hand, if it holds three; None otherwise."""
    words = seat.resync()["events"][0].split()
    hand = words[words.index("hand") + 1].partition(":")[2]
    cards = re.findall("[4-7][cdhs]", hand)
    for rank in "4567":
        same = [card for card in cards if card[0] == rank]
        if len(same) >= 3:
            return "open " + "".join(same[:3])
    return None


def an_opening_below_the_minimum_is_refused_with_its_numbers(program, brain):
    server = Server(program)
    for _ in range(40):
        seats = sit_down(server, brain, "ABCD")
        actor = actor_of(seats)
        actor.play("draw")
        catch_up(seats)
        low = play_of_too_few_points(actor)
        if low:
            before = hashes(seats)
            answer = actor.do(play=low)
            check(answer["t"] == "rej" and answer["code"] == "MIN", low, "gave", answer)
            check(answer["have"] == 15 and answer["need"] == 50, low, "gave", answer)
            check(hashes(seats) == before, "something has changed")
            close_all(server, seats)
            return
        for seat in seats:
            seat.close()
    check(False, "forty hands without three small cards of a rank")


def a_repeated_command_is_answered_the_same_and_played_once(program, brain):
    server, seats = table_of_four(program, brain)
    for i in range(24):
        actor = actor_of(seats)
        answer = actor.play(actor.choose())
        sent = dict(actor.last_sent)
        before = hashes(seats)
        for _ in range(2):
            actor.answers.clear()
            actor.socket.send(sent)
            check(actor.answer(sent["n"]) == answer, "another answer to the same command")
        if i % 6 == 0:
            actor.reconnect()
            check(actor.welcome["n"] == sent["n"], actor.welcome)
            actor.answers.clear()
            actor.socket.send(sent)
            check(actor.answer(sent["n"]) == answer, "another answer after a reconnection")
        actor.answers.clear()
        actor.socket.send(dict(sent, at=sent["at"] - 1))
        check(actor.answer(sent["n"])["code"] == "DUP_MISMATCH", "same key, another body")
        actor.socket.send(dict(sent, n=sent["n"] + 2, at=sent["at"]))
        check(actor.answer(sent["n"] + 2)["code"] in ("STALE", "TURN"), "a command from the past")
        check(hashes(seats) == before, "something has changed")
        catch_up(seats)
    actor = actor_of(seats)
    actor.n += 10
    actor.play(actor.choose())
    catch_up(seats)
    actor.socket.send({"t": "cmd", "n": actor.n - 5, "at": actor.seq, "play": "draw"})
    check(actor.answer(actor.n - 5)["code"] == "OLD_KEY", "a number between used ones")
    close_all(server, seats)


def next_and_rematch_only_count_once(program, brain):
    server, seats = table_of_four(program, brain, overrides=of_hands(2))
    play_on(seats)
    seq = seats[0].seq
    numbers = [seat.command(do="next", at=seq) for seat in seats]
    answers = [seat.answer(n) for seat, n in zip(seats, numbers)]
    check(sorted(a["t"] for a in answers) == ["ack", "rej", "rej", "rej"], answers)
    catch_up(seats)
    check(seats[0].seq == seq + 2, "one deal and its commitment for four presses")
    play_on(seats)
    answer = seats[0].do(do="next")
    check(answer["t"] == "rej" and answer["code"] == "NOT_NOW", "next after the last hand", answer)
    answer = seats[0].do(play="draw")
    check(answer["code"] == "OVER", "a play after the game", answer)
    check(seats[0].do(do="rematch")["t"] == "ack", "rematch")
    close_all(server, seats)


def who_has_no_key_gets_no_seat(program, brain):
    server, seats = table_of_four(program, brain)
    other = server.make_table(name="Z")
    made = seats[0].made
    before = hashes(seats)

    def hello(code, **what):
        socket = Socket(server.port)
        message = {"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                   "token": made["token"]}
        message.update(what)
        socket.send({k: v for k, v in message.items() if v is not None})
        answer = socket.receive(5)
        check(answer is not None and answer["t"] == "rej" and answer["code"] == code,
              what, "gave", answer)
        check(socket.receive(0.05) is None, "one answer, not more")
        socket.close()

    hello("NO_TABLE", table="nosuchtabl")
    hello("NO_TABLE", table="x")
    hello("NO_TABLE", table="' OR 1=1 --")
    hello("BAD_TOKEN", token="0" * 32)
    hello("BAD_TOKEN", token=other["token"])  # the key of a seat at another table
    hello("BAD_TOKEN", token=made["invite"])
    hello("BAD_TOKEN", token="x")
    hello("FORMAT", token="")
    hello("BAD_TOKEN", token=None)
    hello("BAD_TOKEN", token="0" * 44)
    hello("BAD_TOKEN", token=made["token"][:-1] + "?")
    hello("BAD_TOKEN", token=None, watch=made["invite"])
    hello("FORMAT", v=2)
    hello("FORMAT", inst="short")
    hello("FORMAT", inst="x" * 41)
    hello("FORMAT", seat=1)
    socket = Socket(server.port)
    for message in ({"t": "cmd", "n": 1, "at": 3, "play": "draw"}, {"t": "resync"}):
        socket.send(message)
        check(socket.receive(5)["code"] == "NOT_NOW", "before hello")
    socket.close()
    refused(seats[0], json.dumps({"t": "hello", "v": 1, "inst": "12345678",
                                  "table": made["table"], "token": seats[1].made["token"]}),
            "NOT_NOW")
    check(hashes(seats) == before, "something has changed")
    close_all(server, seats)


def a_socket_is_opened_for_our_own_page_and_protocol_only(program, _brain):
    server = Server(program)
    own = "http://127.0.0.1:%d" % server.port
    for what, status, code in [
            (dict(), 101, None),
            (dict(origin=own), 101, None),
            (dict(origin="http://evil.example"), 403, "ORIGIN"),
            (dict(origin="http://127.0.0.1:1"), 403, "ORIGIN"),
            (dict(origin="null"), 403, "ORIGIN"),
            (dict(subprotocol=None), 400, "SUBPROTOCOL"),
            (dict(subprotocol="chat"), 400, "SUBPROTOCOL"),
            (dict(subprotocol="canasta.v2.json"), 400, "SUBPROTOCOL"),
            (dict(path="/"), 404, "NOT_FOUND"),
            (dict(path="/ws/x"), 404, "NOT_FOUND")]:
        socket = Socket(server.port, **what)
        check(socket.status == status, what, "gave", socket.head)
        if code:
            length = int(re.search("content-length: ([0-9]+)", socket.head)[1])
            while len(socket.pending) < length and socket._read_more():
                pass
            check(json.loads(bytes(socket.pending))["error"] == code, what, bytes(socket.pending))
        socket.close()
    server.close()


def http_calls_that_are_wrong_get_one_clear_error(program, _brain):
    server = Server(program)
    made = server.make_table(name="A")
    table = "/v1/tables/" + made["table"]
    order = {"rules": "classic_pagat"}
    long_name = "ü" * 25
    for path, body, status, code in [
            ("/v1/tables", "nonsense", 400, "FORMAT"),
            ("/v1/tables", "", 400, "FORMAT"),
            ("/v1/tables", [], 400, "FORMAT"),
            ("/v1/tables", {}, 400, "FORMAT"),
            *(("/v1/tables", '{"rules":"two_player","x":%s}' % value, 400, "FORMAT")
              for value in ("NaN", "Infinity", "-Infinity", "[NaN]", "-01", "1.", '"a\nb"',
                            '"\\"N', '"\0"', "N", "1.e5")),
            ("/v1/tables", {"rules": "poker"}, 400, "FORMAT"),
            ("/v1/tables", dict(order, overrides="target = 0"), 400, "FORMAT"),
            ("/v1/tables", dict(order, overrides="colour = red"), 400, "FORMAT"),
            ("/v1/tables", dict(order, players=2), 400, "FORMAT"),
            ("/v1/tables", dict(order, players=7), 400, "FORMAT"),
            ("/v1/tables", dict(order, players="four"), 400, "FORMAT"),
            ("/v1/tables", dict(order, overrides="hand_size = 26; decks = 1"), 400, "FORMAT"),
            ("/v1/tables", dict(order, overrides=7), 400, "FORMAT"),
            ("/v1/tables", dict(order, overrides="x" * 2000), 400, "FORMAT"),
            ("/v1/tables", dict(order, name=""), 400, "BAD_NAME"),
            ("/v1/tables", dict(order, name="   "), 400, "BAD_NAME"),
            ("/v1/tables", dict(order, name="a\nb"), 400, "BAD_NAME"),
            ("/v1/tables", dict(order, name="a\u202eb"), 400, "BAD_NAME"),
            ("/v1/tables", dict(order, name="a\u0000b"), 400, "BAD_NAME"),
            ("/v1/tables", dict(order, name=long_name), 400, "BAD_NAME"),
            ("/v1/tables", dict(order, pace_ms=5001), 400, "FORMAT"),
            ("/v1/tables", dict(order, pace_ms="fast"), 400, "FORMAT"),
            ("/v1/tables", dict(order, hints="off"), 400, "FORMAT"),
            ("/v1/tables", dict(order, hints=0), 400, "FORMAT"),
            ("/v1/tables", dict(order, hints=None), 400, "FORMAT"),
            ("/v1/tables", dict(order, bot="grandmaster"), 400, "FORMAT"),
            ("/v1/tables", dict(order, bot="book-no-freeze"), 400, "FORMAT"),
            ("/v1/tables", dict(order, bot=""), 400, "FORMAT"),
            ("/v1/tables", dict(order, bot=True), 400, "FORMAT"),
            ("/v1/tables", dict(order, bot="x" * 500), 400, "FORMAT"),
            ("/v1/tables", dict(order, name="x" * 4200), 413, "TOO_LONG"),
            ("/v1/nonsense", {}, 404, "NOT_FOUND"),
            ("/v1/tables/nosuchtabl/look", {"invite": made["invite"]}, 404, "NO_TABLE"),
            (table + "/look", {"invite": "0" * 32}, 403, "BAD_INVITE"),
            (table + "/look", {}, 403, "BAD_TOKEN"),
            (table + "/seats/1", {"invite": made["token"], "name": "B"}, 403, "BAD_INVITE"),
            (table + "/seats/4", {"invite": made["invite"], "name": "B"}, 404, "NO_SEAT"),
            (table + "/seats/x", {"invite": made["invite"], "name": "B"}, 404, "NOT_FOUND"),
            (table + "/seats/0", {"invite": made["invite"], "name": "B"}, 409, "SEAT_TAKEN"),
            (table + "/leave", {"token": made["invite"]}, 403, "BAD_TOKEN"),
            (table + "/leave", {}, 403, "BAD_TOKEN"),
            (table + "/nonsense", {"invite": made["invite"]}, 404, "NOT_FOUND")]:
        got, answer = server.post(path, body)
        check((got, answer.get("error")) == (status, code), path, body, "gave", got, answer)
        check(len(answer["message"]) > 5, "no message in", answer)
    for value in ("-0.5e-7", '"NaN, I. -01 \\" N"', '"\\\\"', "[1.5,null]"):
        got, answer = server.post("/v1/tables", '{"rules":"two_player","x":%s}' % value)
        check(got == 200, "what is JSON:", value, got, answer)
    _, answer = server.post("/v1/tables", dict(order, bot="grandmaster"))
    check("grandmaster" in answer["message"], answer)
    got, answer = server.post("/v1/tables", order, {"Origin": "http://evil.example"})
    check((got, answer["error"]) == (403, "ORIGIN"), got, answer)
    for method, path, status in [("GET", "/v1/session", 405), ("POST", "/v1/rules", 405),
                                 ("POST", "/healthz", 405), ("GET", "/v1/nothing", 404),
                                 ("POST", "/v1/bots", 405),
                                 ("PUT", "/v1/tables", 405), ("DELETE", "/", 405),
                                 ("POST", "/v1/rules/samba/explain", 405),
                                 ("GET", "/v1/rules/poker/explain", 404),
                                 ("GET", "/v1/rules/samba/explain?players=2", 400),
                                 ("GET", "/v1/rules/samba/explain?players=x", 400),
                                 ("GET", "/v1/rules/samba/explain?overrides=colour%3Dred", 400),
                                 ("GET", "/v1/rules/samba/explain?overrides=" + "x" * 1500, 400)]:
        got = server.request(method, path, "{}" if method != "GET" else None)[0]
        check(got == status, method, path, "gave", got)
    server.close()


def files_are_served_from_the_folder_of_the_page_and_from_nowhere_else(program, _brain):
    server = Server(program)
    os.mkdir(server.web + "/assets")
    for name, text in [("index.html", "<p>hello"), ("engine.wasm", "\0asm"),
                       ("assets/a-1.js", "1"), (".secret", "no")]:
        with open(os.path.join(server.web, name), "w") as file:
            file.write(text)
    os.symlink("/etc/passwd", server.web + "/link.txt")
    for path, mime in [("/", "text/html; charset=utf-8"), ("/engine.wasm", "application/wasm"),
                       ("/index.html", "text/html; charset=utf-8"),
                       ("/assets/a-1.js", "text/javascript; charset=utf-8")]:
        status, headers, _ = server.request("GET", path)
        check(status == 200 and headers["content-type"] == mime, path, status, headers)
        check(headers["x-content-type-options"] == "nosniff", headers)
        check("default-src 'none'" in headers["content-security-policy"], headers)
        fixed = "immutable" in headers["cache-control"]
        check(fixed == path.startswith("/assets/"), path, headers["cache-control"])
        again = server.request("GET", path, headers={"If-None-Match": headers["etag"]})
        check(again[0] == 304 and again[2] == b"", "not sent twice", again)
    for path in ["/.secret", "/../tables.db", "/%2e%2e/tables.db", "/assets/../../tables.db",
                 "/assets/../../etc/passwd",
                 "//etc/passwd", "/link.txt", "/assets", "/assets/", "/nothing", "/a%00b",
                 "/assets/%2e%2e%2f.secret", "/" + "a" * 5000]:
        try:
            status, _, text = server.request("GET", path)
        except OSError:
            continue  # a path of five thousand characters may cost the connection
        check(status in (403, 404, 414, 431) and b"root:" not in text, path, status, text[:80])
    check(server.request("GET", "/healthz")[0] == 200, "the server still answers")
    server.close()


def who_sends_too_much_is_slowed_and_then_dropped(program, _brain):
    server = Server(program, "--rate", "10")
    socket = Socket(server.port)
    kinds = []
    try:
        for _ in range(1000):
            socket.send({"t": "ping"})
            message = socket.receive(5)
            check(message is not None, "neither answered nor dropped after", len(kinds))
            kinds.append(message.get("code", message["t"]))
        check(False, "still served after", kinds.count("RATE"), "refusals")
    except Closed as closed:
        check(closed.code == 1008, "closed with", closed.code)
    check(30 <= kinds.count("pong") <= 60, kinds.count("pong"), "pongs")
    check(kinds.count("RATE") >= 150, kinds.count("RATE"), "refusals")
    server.close()


if __name__ == "__main__":
    run([frames_of_a_wrong_shape_are_refused_and_change_nothing,
         bytes_that_are_no_text_end_the_connection_and_nothing_else,
         what_is_too_long_is_refused_and_the_connection_goes_on,
         plays_that_cannot_be_made_get_their_reason_and_change_nothing,
         an_opening_below_the_minimum_is_refused_with_its_numbers,
         a_repeated_command_is_answered_the_same_and_played_once,
         next_and_rematch_only_count_once,
         who_has_no_key_gets_no_seat,
         a_socket_is_opened_for_our_own_page_and_protocol_only,
         http_calls_that_are_wrong_get_one_clear_error,
         files_are_served_from_the_folder_of_the_page_and_from_nowhere_else,
         who_sends_too_much_is_slowed_and_then_dropped])
