"""What one address, one seat and one connection may do, and that nobody else pays for it.

Not here: what is refused for its shape (test_refusals.py, test_requests.py, test_frames.py), how
many connections there may be (test_connections.py).
"""
import json
import os
import subprocess
import threading
import time

from client import SCORED, Seat, Server, Socket, check, new_folder, of_hands, run

OTHER = "127.0.0.2"


def says_when(status, headers, text, what):
    answer = json.loads(text)
    check((status, answer["error"]) == (429, "RATE"), what, status, answer)
    check(answer["retry_ms"] > 0, what, answer)
    check(0 <= int(headers["retry-after"]) * 1000 - answer["retry_ms"] < 1000, what, headers)
    return answer["retry_ms"]


def one_address_makes_so_many_tables_and_others_go_on(program, _brain):
    server = Server(program, "--new-tables", "60")
    order = {"rules": "two_player"}
    made = 0
    while True:
        status, headers, text = server.request("POST", "/v1/tables", order)
        if status != 200:
            break
        made += 1
    check(20 <= made <= 22, made, "tables, where a third of sixty is allowed at once")
    check(says_when(status, headers, text, "too many tables") <= 60000, text)
    check(server.request("POST", "/v1/tables", order, source=OTHER)[0] == 200, "another address")
    check(server.request("GET", "/v1/rules")[0] == 200, "all else goes on")
    server.close()


def one_address_asks_so_often_and_others_go_on(program, _brain):
    server = Server(program, "--calls", "10")
    made = server.make_table()
    server.make_table()
    good = 0
    while True:
        status, headers, text = server.request("GET", "/v1/bots")
        if status != 200:
            break
        good += 1
        check(good < 10000, "nobody stops it")
    check(good >= 40, good, "calls, where fifty are allowed at once")
    wait_ms = says_when(status, headers, text, "too many calls")
    check(wait_ms <= 100, wait_ms)
    check(server.request("GET", "/v1/bots", source=OTHER)[0] == 200, "another address")
    check(server.request("GET", "/")[0] in (200, 404), "files are no calls")
    anna = Socket(server.port)
    anna.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
               "token": made["token"]})
    check(anna.receive()["t"] == "welcome", "a seat is none of it")
    time.sleep(0.2)
    check(server.request("GET", "/v1/bots")[0] == 200, "when it was said to be over")
    server.close()


def keys_are_not_guessed_for_long(program, _brain):
    server = Server(program, "--tries", "30")
    made = server.make_table()
    path = "/v1/tables/%s/look" % made["table"]
    wrong = 0
    while True:
        status, headers, text = server.request("POST", path, {"invite": "0" * 32})
        if status != 403:
            break
        wrong += 1
        check(wrong < 1000, "nobody stops it")
    check(30 <= wrong <= 40, wrong, "wrong invitations")
    says_when(status, headers, text, "wrong invitations")
    check(server.request("POST", path, {"invite": made["invite"]}, source=OTHER)[0] == 200,
          "another address")
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                 "token": "1" * 32})
    answer = socket.receive()
    check(answer["code"] == "RATE" and answer["retry_ms"] > 0, "by a hello:", answer)
    server.close()


def a_seat_has_one_allowance_however_many_connections(program, brain):
    server = Server(program, "--rate", "5")
    made = server.make_table(overrides=of_hands(1))
    seats = [Seat(server, made, brain) for _ in range(10)]
    for round_ in range(6):
        for i, seat in enumerate(seats):
            seat.socket.send({"t": "cmd", "n": 1 + round_, "at": 0, "do": "pace",
                              "ms": 100 * round_ + i})
    kinds = []
    for seat in seats:
        answered = 0
        while answered < 6:
            message = seat.socket.receive(10)
            check(message is not None, "no answer")
            if message["t"] in ("ack", "rej"):
                answered += 1
                kinds.append(message.get("code", "ack"))
                check(kinds[-1] != "RATE" or message["retry_ms"] > 0, message)
    check(10 <= kinds.count("ack") + kinds.count("OLD_KEY") < 40 and "RATE" in kinds, kinds)
    server.close()


def one_address_has_so_many_connections_and_others_get_in(program, _brain):
    server = Server(program, "--connections", "5")
    held = [Socket(server.port) for _ in range(5)]
    try:
        check(Socket(server.port).status == 0, "a sixth one is let in")
    except ConnectionError:
        pass
    check(server.request("GET", "/healthz", source=OTHER)[0] == 200, "another address")
    held.pop().close()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            check(server.request("GET", "/healthz")[0] == 200, "after one has gone")
            break
        except ConnectionError:
            time.sleep(0.05)
    else:
        check(False, "the place of one that has gone is not given again")
    server.close()


def post(server, path, body, token="", source="127.0.0.1"):
    headers = {"Authorization": "Bearer " + token} if token else {}
    status, headers, text = server.request("POST", path, body, headers, source)
    return status, headers, json.loads(text)


def account_of(server, login, source="127.0.0.1"):
    token = post(server, "/v1/me", {"name": login}, source=source)[2]["token"]
    account = {"login": login, "password": "correct horse"}
    status, _, answer = post(server, "/v1/me/account", account, token, source)
    check(status == 200, login, status, answer)
    return account


def sign_in(server, account, source="127.0.0.1"):
    status, headers, text = server.request("POST", "/v1/session", account, source=source)
    if status != 200:
        says_when(status, headers, text, "sign in")
    return status


def sign_ins_are_bounded_by_address_and_by_person(program, _brain):
    server = Server(program, "--changes", "12")
    anna, bert = account_of(server, "anna", "127.0.0.8"), account_of(server, "bert", "127.0.0.9")
    statuses = [sign_in(server, anna, OTHER) for _ in range(5)]
    check(statuses == [200] * 3 + [429] * 2, "one of four was to make it:", statuses)
    check(sign_in(server, bert, "127.0.0.3") == 200, "others do")
    check(sign_in(server, anna, "127.0.0.3") == 429, "the person, wherever from")
    statuses = [sign_in(server, bert, "127.0.0.4") for _ in range(2)]
    check(statuses == [200, 200], statuses)
    fresh = [account_of(server, "login%d" % i, "127.0.0.5") for i in range(4)]
    check(sign_in(server, fresh[0], "127.0.0.5") == 429, "the address, whoever asks")
    check(sign_in(server, fresh[0], "127.0.0.6") == 200, "from another one")
    server.close()


def who_signs_in_all_the_time_keeps_nobody_out(program, _brain):
    server = Server(program)
    eve, anna = account_of(server, "eve"), account_of(server, "anna")
    stop, answers = threading.Event(), []

    def crowd(source):
        while not stop.is_set():
            answers.append(server.request("POST", "/v1/session", eve, source=source)[0])
            time.sleep(0.05 if answers[-1] == 429 else 0)

    threads = [threading.Thread(target=crowd, args=("127.0.0.%d" % (2 + i % 3),))
               for i in range(18)]
    for thread in threads:
        thread.start()
    while len(answers) < 50:
        time.sleep(0.01)
    statuses = [sign_in(server, anna, "127.0.0.9") for _ in range(10)]
    stop.set()
    for thread in threads:
        thread.join()
    check(set(answers) == {200, 429}, "of the crowd some are sent away:", set(answers))
    check(statuses == [200] * 10, statuses)
    server.close()


def codes_are_bounded_by_address_and_end_nobody_elses(program, _brain):
    server = Server(program, "--changes", "12")
    anna = post(server, "/v1/me", {"name": "Anna"})[2]
    code = post(server, "/v1/me/code", {}, anna["token"])[2]["code"]
    statuses = []
    for _ in range(6):
        token = post(server, "/v1/me", {"name": "Eve"}, source=OTHER)[2]["token"]
        statuses.append(post(server, "/v1/me/code", {}, token, OTHER)[0])
    check(statuses == [200] * 4 + [429] * 2, "one address, many guests:", statuses)
    check(post(server, "/v1/code", {"code": code})[0] == 200, "another's is good")
    server.close()


def hello(server, made, source="127.0.0.1", token=None, **more):
    """A socket that has said hello, and the first answer."""
    socket = Socket(server.port, source=source)
    socket.send(dict({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                      "token": token or made["token"]}, **more))
    return socket, socket.receive()


def one_person_is_bounded_wherever_he_asks_from(program, _brain):
    server = Server(program, "--new-tables", "9", "--calls", "10", "--connections", "5")
    made = server.make_table(name="Anna", open=True)
    ben = server.take_seat(made, 1, "Ben")["token"]
    places = iter("127.0.%d.%d" % (i // 200, 2 + i % 200) for i in range(400, 2000))

    def ask(method, path, body, token):
        return server.request(method, path, body, {"Authorization": "Bearer " + token},
                              next(places))

    order = {"rules": "two_player"}
    answers = [ask("POST", "/v1/tables", order, made["token"]) for _ in range(3)]
    statuses = [status for status, _, _ in answers]
    check(statuses == [200, 200, 429], "one of three she has made:", statuses)
    says_when(*answers[2], "too many tables of one person")
    check(ask("POST", "/v1/tables", order, ben)[0] == 200, "others make some")

    sockets, kinds = zip(*(hello(server, made, next(places)) for _ in range(6)))
    check([one["t"] for one in kinds] == ["welcome"] * 5 + ["rej"], "sockets", kinds)
    check(kinds[5]["code"] == "RATE" and kinds[5]["retry_ms"] > 0, kinds[5])
    check(hello(server, made, next(places), ben)[1]["t"] == "welcome", "others come")
    sockets[0].close()
    end = time.monotonic() + 20
    while hello(server, made, next(places))[1]["t"] != "welcome":
        check(time.monotonic() < end, "no place again")

    for calls in range(10000):
        status, headers, text = ask("GET", "/v1/me", None, made["token"])
        if status != 200:
            break
    check(calls >= 40, calls, "calls, where fifty are allowed at once")
    says_when(status, headers, text, "too many calls of one person")
    check(ask("GET", "/v1/me", None, ben)[0] == 200, "others ask")
    server.close()


def who_knows_a_number_takes_nothing_from_its_person(program, _brain):
    server = Server(program, "--changes", "9")
    anna = account_of(server, "anna")
    token = post(server, "/v1/session", anna)[2]["token"]
    number = post(server, "/v1/me", {}, token)[2]["person"]
    for wrong in (number, number + "x" * (len(token) - len(number))):
        statuses = {post(server, "/v1/me/name", {"name": "Eve", "token": wrong},
                         source=OTHER)[0] for _ in range(10)}
        check(statuses == {403}, "who is not let in", statuses)
    status, _, answer = post(server, "/v1/me/name", {"name": "Ann"}, token)
    check((status, answer["name"]) == (200, "Ann"), "her own changes:", status, answer)
    server.close()


def the_log_grows_by_so_much_of_one_address_and_one_person(program, brain):
    server = Server(program, "--growth", "1", "--grace", "1")  # a third at once: 341 KB
    made = server.make_table(name="Anna", open=True)
    path = "/v1/tables/%s" % made["table"]
    ben = json.loads(server.request("POST", path + "/seats/1", {"invite": made["invite"]},
                                    source=OTHER)[2])
    guests = [post(server, "/v1/me", {})[2]["token"] for _ in range(4)]

    def renames(most, source, of=guests):
        for i in range(most):
            token = of[i % len(of)]
            status, headers, text = server.request(
                "POST", "/v1/me/name", {"name": "N%d" % i},
                {"Authorization": "Bearer " + token}, source(i))
            if status != 200:
                says_when(status, headers, text, "growth")
                return i
        return most

    home = lambda _: "127.0.0.1"
    check(renames(78, home) == 78, "four kilobytes each")
    anna = Seat(server, made, brain)
    for plays in range(1000):
        while not anna.to_act() and anna.state()[0] != SCORED:
            check(anna.next() is not None, "nothing more happens")
        answer = anna.do(play=anna.choose("racer")) if anna.to_act() else anna.do(do="next")
        if answer["t"] == "rej":
            break
    check(answer.get("code") == "RATE" and answer["retry_ms"] > 0, answer)
    check(3 <= plays <= 60, plays, "plays, with those of three bots")
    check(renames(3, home) <= 1, "whoever it is")
    other, kind = hello(server, ben, OTHER)
    other.send({"t": "cmd", "n": 1, "at": 0, "do": "pace", "ms": 9})
    while kind["t"] not in ("ack", "rej"):
        kind = other.receive()
    check(kind["t"] == "ack", "another address and person:", kind)
    far = lambda i: "127.0.7.%d" % (2 + i)
    done = renames(120, far, [ben["token"]])
    check(75 <= done <= 90, done, "of one person from many addresses")
    check(renames(1, lambda _: OTHER, guests[:1]) == 1, "others from there")
    server.close()


def who_finds_no_place_is_told_when_to_come_back(program, brain):
    server = Server(program, "--tables", "1")
    first, made = server.make_table(), server.make_table()
    seat = Seat(server, made, brain)
    for path, body in (("/v1/tables", {"rules": "two_player"}),
                       ("/v1/tables/%s/look" % first["table"], {"invite": first["invite"]})):
        status, headers, text = server.request("POST", path, body)
        answer = json.loads(text)
        check((status, answer["error"]) == (503, "FULL"), path, status, answer)
        check(answer["retry_ms"] > 0 and int(headers["retry-after"]) > 0, answer, headers)
    answer = hello(server, first)[1]
    check(answer["code"] == "FULL" and answer["retry_ms"] > 0, answer)
    seat.close()
    server.close()


def settings_are_read_from_a_file_and_the_command_line_goes_before(program, _brain):
    folder = new_folder()
    path = os.path.join(folder, "canasta.conf")
    with open(path, "w") as file:
        file.write("# a club\npace = 1234   # of bots\nnew-tables = 3\n\n  rate=7\n")
    server = Server(program, "--config", path)
    status, made = server.post("/v1/tables", {"rules": "two_player"})
    check(status == 200, made)
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                 "token": made["token"]})
    while (message := socket.receive())["t"] != "snap":
        pass
    check(message["table"]["pace_ms"] == 1234, message["table"])
    check(server.post("/v1/tables", {"rules": "two_player"})[0] == 200, "--new-tables is on the "
          "command line, too")
    server.close()
    for text, wrong in (("pace = 1234\nspeed = 3\n", "line 2"), ("pace\n", "line 1"),
                        ("pace = 99999\n", "0 to 5000"), ("tables = 0\n", "1 to 100000"),
                        ("pace = 1234\0 0\n", "zero byte"),
                        ("host = a b\n", "not 'a b'"), ("host =\n", "not ''")):
        with open(path, "w") as file:
            file.write(text)
        said = subprocess.run([program, "serve", "--config", path], capture_output=True,
                              text=True, timeout=60)
        check(said.returncode == 2 and wrong in said.stderr, text, said.returncode, said.stderr)


def many_open_tables_hide_no_other_however_many_addresses(program, _brain):
    server = Server(program, "--new-tables", "1000", "--calls", "1000")
    sockets = []

    def opened(source):
        """An open table of a new guest; somebody is there from that address."""
        order = {"name": "Eve", "open": True, "rules": "two_player"}
        made = json.loads(server.request("POST", "/v1/tables", order, source=source)[2])
        socket = Socket(server.port, source=source)
        socket.send({"t": "hello", "v": 1, "inst": "12345678", "table": made["table"],
                     "token": made["token"]})
        while (said := socket.receive()) and said["t"] != "welcome":
            pass
        sockets.append(socket)
        return made["table"]

    shown = lambda: [t["table"] for t in
                     json.loads(server.request("GET", "/v1/tables")[2])["tables"]]
    anna, ben = opened("127.0.0.2"), opened("127.0.0.3")
    eve = [opened("127.0.0.4") for _ in range(60)]
    found = shown()
    check(found == eve[:-4:-1] + [ben, anna] + eve[-4:-49:-1], len(found), found)
    many = [{opened("127.0.1.%d" % i) for _ in range(4)} for i in range(1, 41)]
    seen = set()
    for _ in range(100):
        found = shown()
        check(len(found) == 50 and all(len(few.intersection(found)) <= 3 for few in many), found)
        seen.update(found)
    check({anna, ben} < seen and all(few & seen for few in many), "somebody is never shown")
    for socket in sockets:
        socket.close()
    server.close()


if __name__ == "__main__":
    run([one_address_makes_so_many_tables_and_others_go_on,
         one_address_asks_so_often_and_others_go_on,
         keys_are_not_guessed_for_long,
         a_seat_has_one_allowance_however_many_connections,
         one_address_has_so_many_connections_and_others_get_in,
         many_open_tables_hide_no_other_however_many_addresses,
         one_person_is_bounded_wherever_he_asks_from,
         who_knows_a_number_takes_nothing_from_its_person,
         the_log_grows_by_so_much_of_one_address_and_one_person,
         who_finds_no_place_is_told_when_to_come_back,
         sign_ins_are_bounded_by_address_and_by_person,
         who_signs_in_all_the_time_keeps_nobody_out,
         codes_are_bounded_by_address_and_end_nobody_elses,
         settings_are_read_from_a_file_and_the_command_line_goes_before])
