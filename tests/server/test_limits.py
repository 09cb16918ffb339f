"""What one address, one seat and one connection may do, and that nobody else pays for it.

Not here: what is refused for its shape (test_refusals.py, test_requests.py, test_frames.py), how
many connections there may be (test_connections.py).
"""
import json
import os
import subprocess
import threading
import time

from client import Seat, Server, Socket, check, new_folder, run

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
    made = server.make_table(overrides="rounds = 1")
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
         sign_ins_are_bounded_by_address_and_by_person,
         who_signs_in_all_the_time_keeps_nobody_out,
         codes_are_bounded_by_address_and_end_nobody_elses,
         settings_are_read_from_a_file_and_the_command_line_goes_before])
