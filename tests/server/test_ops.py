"""What whoever keeps a server needs: measures, whether it is ready, addresses of IPv6, the unit and
the configuration for systemd.

Not here: its lines (test_notices.py), draining (test_drain.py), bounds (test_limits.py).
"""
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

from client import (Seat, Server, Socket, actor_of, catch_up, check, free_port, has_ipv6,
                    new_folder, of_hands, play_on, run, sit_down)
from lines import descriptors, said_nothing
from test_faults import EVER, Faults

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SERVICE = os.path.join(ROOT, "tools", "service")
KINDS = {"counter", "gauge", "histogram"}


class Kept(Server):
    """A server whose keeper looks at it."""

    def __init__(self, program, *options, **how):
        self.keeper = free_port()
        super().__init__(program, "--metrics-port", str(self.keeper), *options, **how)

    def ask_keeper(self, path, method="GET", body=None, host="127.0.0.1", headers=None):
        connection = http.client.HTTPConnection(host, self.keeper, timeout=20)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def measures(self):
        status, headers, text = self.ask_keeper("/metrics")
        check(status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4"),
              status, headers)
        return parse(text)


def parse(text):
    """{name and labels: value} of a text that keeps to Prometheus' format."""
    types, found, last = {}, {}, None
    check(text.endswith("\n"), "the last line has no end")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            last = line.split()[2]
            check(last not in types and len(line.split()) > 4, "helped twice, or not at all:", line)
            continue
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            check(name == last and kind in KINDS, line)
            types[name] = kind
            continue
        match = re.fullmatch(r'([a-z_]+)(\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})? (\S+)', line)
        check(match, "no sample:", line)
        name = re.sub(r"_(bucket|sum|count)$", "", match[1]) \
            if types.get(match[1]) is None else match[1]
        check(name == last and name in types, "a sample of no type:", line)
        check((types[name] == "counter") == name.endswith("_total"), "of another kind:", line)
        key = match[1] + (match[2] or "")
        check(key not in found, "twice:", line)
        found[key] = float(match[3])
    for name in (name for name, kind in types.items() if kind == "histogram"):
        steps = [(key, value) for key, value in found.items() if key.startswith(name + "_bucket")]
        values = [value for _, value in steps]
        check(len(steps) > 5 and values == sorted(values), "not heaped:", steps)
        check(steps[-1][0] == name + '_bucket{le="+Inf"}', steps[-1])
        check(values[-1] == found[name + "_count"], name, "has another count")
    return found


def open_of(pid):
    """What its descriptors stand for; some are closed meanwhile."""
    names = set()
    for fd in os.listdir("/proc/%d/fd" % pid):
        try:
            names.add(os.readlink("/proc/%d/fd/%s" % (pid, fd)))
        except FileNotFoundError:
            pass
    return names


def measures_are_told_at_the_keepers_port_and_nowhere_else(program, _brain):
    server = Kept(program)
    for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-Host": "localhost"},
                    {"Host": "localhost:%d" % server.keeper}):
        for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/metrics?x=1",
                     "/v1/metrics"):
            status, _, body = server.request("GET", path, headers=headers)
            check(status in (404, 405) and b"canasta_" not in body, path, status, body[:80])
    check(server.ask_keeper("/healthz")[0] == server.ask_keeper("/readyz")[0] == 200, "states")
    for method, path in (("GET", "/"), ("GET", "/v1/rules"), ("POST", "/v1/me"), ("GET", "/ws"),
                         ("POST", "/metrics"), ("GET", "/index.html"), ("GET", "/v1/tables")):
        status, _, body = server.ask_keeper(path, method, "{}" if method == "POST" else None)
        check(status == 404, method, path, status, body)
    check(server.ask_keeper("/metrics", headers={"Host": "evil.example"})[0] == 421, "rebinding")
    check(server.ask_keeper("/metrics", "HEAD")[2] == "", "HEAD")
    server.close()
    plain = Server(program)
    check(plain.request("GET", "/metrics")[0] == 404, "where nobody asked for it")
    with open("/proc/%d/net/tcp" % plain.process.pid) as table:
        inodes = open_of(plain.process.pid)
        rows = [row.split() for row in table.read().splitlines()[1:]]
    check(sum(row[3] == "0A" and "socket:[%s]" % row[9] in inodes for row in rows) == 1,
          "it listens at one place")
    plain.close()


def the_keeper_gets_in_when_nobody_else_does(program, _brain):
    server = Kept(program, "--connections", "3", "--calls", "1")
    held = [Socket(server.port) for _ in range(3)]
    for _ in range(30):
        measures = server.measures()
    check(measures['canasta_connections{kind="websocket"}'] == 3, measures)
    check(measures['canasta_limit_hits_total{limit="connections"}'] == 0, measures)
    try:
        check(Socket(server.port).status == 0, "a fourth is let in")
    except ConnectionError:
        pass
    check(server.measures()['canasta_limit_hits_total{limit="connections"}'] == 1, "it is counted")
    keepers = [socket.create_connection(("127.0.0.1", server.keeper), 20) for _ in range(30)]
    closed = 0
    for keeper in keepers:
        keeper.settimeout(0.2)
        try:
            closed += keeper.recv(1) == b""
        except TimeoutError:
            pass
        except ConnectionError:
            closed += 1
    check(closed in (14, 15), closed, "of thirty were refused, where sixteen may be there")
    for one in keepers:
        one.close()
    for one in held:
        one.close()
    server.close()


def resident(server):
    with open("/proc/%d/statm" % server.process.pid) as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def measures_count_what_happens(program, brain):
    server = Kept(program, "--tries", "2")
    before = server.measures()
    check(before["canasta_tables"] == before["canasta_new_tables_total"] == 0, before)
    seats = sit_down(server, brain, "AB", rules="two_player", overrides=of_hands(1))
    acks = 0
    for _ in range(10):
        actor = actor_of(seats)
        actor.play(actor.choose())
        acks += 1
        catch_up(seats)
    check(seats[0].do(play="nonsense")["code"] in ("SYNTAX", "TURN"), "a refusal")
    for _ in range(5):
        server.post("/v1/tables/%s/look" % seats[0].made["table"], {"invite": "0" * 32})
    time.sleep(0.6)  # so that the loop has been looked at
    after = server.measures()
    wanted = {"canasta_new_tables_total": 1, "canasta_new_persons_total": 2, "canasta_tables": 1,
              'canasta_people{at="seat"}': 2, 'canasta_people{at="watch"}': 0,
              'canasta_connections{kind="websocket"}': 2,
              'canasta_connections{kind="keeper"}': 1, "canasta_tables_paused": 0,
              'canasta_commands_total{answer="ack"}': acks, "canasta_ack_seconds_count": acks,
              'canasta_requests_total{code="101"}': 2, 'canasta_requests_total{code="403"}': 2,
              'canasta_requests_total{code="429"}': 3, "canasta_log_failures_total": 0,
              'canasta_limit_hits_total{limit="tries"}': 3, "canasta_draining": 0}
    for key, value in wanted.items():
        check(after.get(key) == value, key, "is", after.get(key), "and should be", value)
    refusals = sum(value for key, value in after.items()
                   if key.startswith("canasta_commands_total") and '"ack"' not in key)
    check(refusals == 1, "refused frames:", refusals)
    entries = after["canasta_log_entries_total"]
    check(entries >= acks + 3 and after["canasta_commit_entries_sum"] == entries, after)
    check(0 < after["canasta_commit_seconds_sum"] < 60, after["canasta_commit_seconds_sum"])
    check(after["canasta_commit_seconds_count"] >= after["canasta_commit_entries_count"] > 5, after)
    check(abs(after["process_open_fds"] - descriptors(server)) <= 2, after["process_open_fds"])
    check(0.5 < after["process_resident_memory_bytes"] / resident(server) < 1.5, after)
    check(abs(after["process_start_time_seconds"] - time.time()) < 120, after)
    check(after["process_cpu_seconds_total"] >= before["process_cpu_seconds_total"], "processor")
    check(after["canasta_loop_delay_seconds_count"] > before["canasta_loop_delay_seconds_count"],
          "the loop was not looked at")
    check(any(key.startswith("canasta_build_info{version=") for key in after), after)
    for seat in seats:
        seat.close()
    time.sleep(0.3)
    check(server.measures()['canasta_people{at="seat"}'] == 0, "they have gone")
    server.close()


def measures_name_nobody(program, brain):
    server = Kept(program)
    seats = sit_down(server, brain, ["Annabella", "Ben-Hur"], rules="two_player",
                     overrides=of_hands(1), open=True)
    play_on(seats)
    text = server.ask_keeper("/metrics")[2]
    named = [seat.made[key] for seat in seats for key in ("table", "person", "token", "invite")
             if key in seat.made]
    for word in named + ["Annabella", "Ben-Hur", "two_player", "127.0.0.1", server.data]:
        check(word not in text, word, "is told")
    check(not re.search(r"\b[2-9TJQKA][cdhs]\b", text), "a card is told")
    for seat in seats:
        seat.close()
    server.close()


def a_loop_that_is_late_is_seen(program, _brain):
    server = Kept(program)
    server.measures()
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(1.2)
    server.process.send_signal(signal.SIGCONT)
    time.sleep(0.2)
    measures = server.measures()
    late = measures["canasta_loop_delay_seconds_count"] - \
        measures['canasta_loop_delay_seconds_bucket{le="0.5"}']
    check(late >= 1, "a second's stop was not seen:", late)
    server.close()


def readiness(server):
    status, _, body = server.request("GET", "/readyz")
    answer = json.loads(body)
    check((status == 200) == answer["ok"] and status in (200, 503), status, answer)
    check(answer["ok"] == ("error" not in answer), answer)
    return "ready" if answer["ok"] else answer["error"]


def until(state, server, seconds=20):
    end = time.monotonic() + seconds
    while (found := readiness(server)) != state:
        check(time.monotonic() < end, "ready? it says", found, "and not", state)
        time.sleep(0.1)


def it_is_ready_only_where_the_disk_takes_syncs_and_no_table_waits(program, brain):
    server = Kept(program)
    check(readiness(server) == "ready", "at first")
    seats = sit_down(server, brain, "AB", rules="two_player")
    with Faults(server, fdatasync=EVER):
        actor = actor_of(seats)
        check(actor.do(play=actor.choose())["code"] == "UNSURE", "the answer")
        until("STORE", server)
        measures = server.measures()
        check(measures["canasta_tables_paused"] == 1, measures["canasta_tables_paused"])
        check(measures["canasta_log_failures_total"] >= 1, "failures")
    for seat in seats:
        seat.wait("snap")
    until("ready", server)
    check(server.measures()["canasta_tables_paused"] == 0, "it goes on")
    # The disk takes syncs again, but the table cannot be read yet.
    with Faults(server, fdatasync="1..2", pread64=EVER):
        actor = actor_of(seats)
        actor.do(play=actor.choose())
        end, seen = time.monotonic() + 10, set()
        while time.monotonic() < end and not seen & {"PAUSED", "STORE"}:
            seen.add(readiness(server))
            time.sleep(0.1)
        check(seen & {"PAUSED", "STORE"}, "with a paused table it says", seen)
    until("ready", server)
    for seat in seats:
        seat.close()
    said_nothing(server)
    server.close()


def one_damaged_table_keeps_nobody_out(program, brain):
    server = Kept(program)
    seats = sit_down(server, brain, "AB", rules="two_player")
    for _ in range(3):
        actor = actor_of(seats)
        actor.play(actor.choose())
        catch_up(seats)
    with Faults(server, fdatasync=EVER):
        actor = actor_of(seats)
        check(actor.do(play=actor.choose())["code"] == "UNSURE", "the answer")
        until("STORE", server)
        database = sqlite3.connect(server.data, timeout=20)  # the server has let go of it
        database.execute("UPDATE log SET time = time + 1 WHERE kind = 'play'")
        database.commit()
        database.close()
    until("ready", server)
    check("its log is damaged" in server.said(), server.said())
    check(server.measures()["canasta_tables_paused"] == 0, "it does not wait for the disk")
    check(server.post("/v1/tables", {"rules": "two_player"})[0] == 200, "others play")
    for seat in seats:
        seat.close()
    server.close()


def a_disk_that_hangs_is_said_to(program, brain):
    server = Kept(program)
    made = server.make_table(deal="later")
    seat = Seat(server, made, brain)
    waits = Seat(server, server.make_table(deal="later"), brain)
    before = server.measures()
    with Faults(server, slow_us=6000000, fdatasync="1"):
        seat.command(do="pace", ms=1)
        time.sleep(0.5)
        waits.command(do="pace", ms=1)
        time.sleep(2)
        began = time.monotonic()
        check(readiness(server) == "STORE", "while it hangs")
        status, _, _ = server.request("GET", "/healthz")
        check(status == 503, "healthz", status)
        check(time.monotonic() - began < 2, "it was waited for")
        check(server.measures()["canasta_log_busy_seconds"] > 2, "measures")
        check(seat.answer(1)["t"] == waits.answer(1)["t"] == "ack", "it comes all the same")
    until("ready", server)
    after = server.measures()
    took = {name: after[name] - before[name] for name in after if name.endswith("_seconds_sum")}
    check(took["canasta_sync_seconds_sum"] > 5.9, "the sync is told apart:", took)
    check(4 < took["canasta_queue_seconds_sum"] < 5.9, "and waiting for it:", took)
    check(took["canasta_commit_seconds_sum"] >= took["canasta_sync_seconds_sum"], took)
    waits.close()
    seat.close()
    server.close()


def small_disk(folder):
    """What makes a process have a file system of four megabytes there; none where it may not."""
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode != 0:
        return None
    return ["unshare", "-rm", "sh", "-c",
            'mount -t tmpfs -o size=4m none %s && exec "$@"' % folder, "sh"]


def fill_up(folder, leave):
    """Takes all room but so many bytes."""
    disk = os.statvfs(folder)
    with open(folder + "/ballast", "wb") as file:
        file.write(b"x" * (disk.f_bavail * disk.f_frsize - leave))


def on_a_full_disk_it_is_neither_well_nor_ready(program, _brain):
    folder = new_folder()
    prefix = small_disk(folder)
    if prefix is None:
        print("# SKIPPED: no file system can be mounted here")
        return
    server = Kept(program, "--data", folder + "/tables.db", prefix=prefix)
    seen = "/proc/%d/root%s" % (server.process.pid, folder)
    check(server.post("/v1/tables", {"rules": "two_player"})[0] == 200, "a table")
    check(readiness(server) == "ready", "with room")
    for leave in (0, 4096, 8192, 16384, 65536):
        fill_up(seen, leave)
        time.sleep(1.1)  # the last answer may be a second old
        check(readiness(server) == "STORE", "with room for", leave, "bytes")
        status, _, body = server.request("GET", "/healthz")
        check(status == 503 and json.loads(body)["ok"] is False, leave, status, body)
        if leave == 0:
            refused = [server.post("/v1/tables", {"rules": "two_player"})[1].get("error")
                       for _ in range(200)]
            check(refused[-1] == "STORE", "it is full, and takes tables:", refused[-1])
        os.unlink(seen + "/ballast")
    time.sleep(1.1)
    until("ready", server)
    check(server.post("/v1/tables", {"rules": "two_player"})[0] == 200, "a table afterwards")
    server.close()


def one_network_of_ipv6_is_one_address(program, _brain):
    server = Server(program, "--proxy", "127.0.0.1", "--new-tables", "3")
    order = {"rules": "two_player"}

    def ask(who):
        return server.post("/v1/tables", order, {"X-Forwarded-For": who})[0]
    check(ask("2001:db8:1:2::1") == 200, "the first of a network")
    check([ask("2001:db8:1:2::2"), ask("2001:db8:1:2:ffff:ffff:ffff:ffff")] == [429, 429],
          "others of this network")
    check([ask("2001:db8:1:3::1"), ask("2001:db8:2:2::1")] == [200, 200], "other networks")
    check(ask("198.51.100.7") == 200, "IPv4")
    check(ask("::ffff:198.51.100.7") == 429, "the same as IPv6")
    check(ask("::ffff:198.51.100.8") == 200, "another as IPv6")
    server.close()


def it_listens_and_believes_a_proxy_by_ipv6(program, _brain):
    if not has_ipv6():
        print("# SKIPPED: there is no IPv6 here")
        return
    for listen in ("::1", "[::1]", "[::]", "::"):
        server = Kept(program, "--listen", listen, "--metrics-listen", listen, "--new-tables", "3",
                      "--proxy", "0:0:0:0:0:0:0:1")
        statuses = []
        for who in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            connection = http.client.HTTPConnection("::1", server.port, timeout=20)
            connection.request("POST", "/v1/tables", '{"rules":"two_player"}',
                               {"X-Forwarded-For": who})
            statuses.append(connection.getresponse().status)
            connection.close()
        check(statuses == [200, 429, 200], listen, statuses)
        check(server.ask_keeper("/metrics", host="::1")[0] == 200, "measures by IPv6")
        check("//[[" not in server.said(), server.said())
        server.close()


def settings_of_source():
    """(name, usual, lowest, highest, text) of each setting; None for what a word has not."""
    with open(os.path.join(ROOT, "src", "server", "base", "settings.h")) as file:
        numbers, words = file.read().replace("\\\n", "").split("#define CN_SETTING_WORDS")
    text = r'((?:"[^"]*"\s*)+)\)'
    for row in re.findall(r"X\((\w+), (\d+), (\d+), (\d+),\s*" + text, numbers):
        yield row[:4] + ("".join(re.findall(r'"([^"]*)"', row[4])),)
    for row in re.findall(r'X\((\w+), (NULL|"[^"]*"),\s*' + text, words):
        yield row[0], row[1].strip('"'), None, None, "".join(re.findall(r'"([^"]*)"', row[2]))


def the_example_names_every_setting_with_what_it_is_if_nobody_says(_program, _brain):
    with open(SERVICE + "/canasta.conf") as file:
        example = file.read()
    wanted = list(settings_of_source())
    check(len(wanted) >= 20, "settings were not read:", wanted)
    rest = example
    for name, usual, low, high, text in wanted:
        name = name.replace("_", "-")
        about = text if low is None else "%s (%s to %s)" % (text, low, high)
        match = re.search(r"^# %s\n(#?)%s = (\S+)\n" % (re.escape(about), name), example, re.M)
        check(match, "the example lacks", name, "with", about)
        if match[1] and usual != "NULL":
            check(match[2] == usual, name, "is", usual, "if nobody says, and not", match[2])
        rest = rest.replace(match[0], "", 1)
    check(not re.search(r"^#?[a-z-]+ = ", rest, re.M), "what is no setting:", rest)


# Each line of it is taken by the program, those that are commented out as well.
def the_example_is_read_whole(program, _brain):
    folder = new_folder()
    with open(SERVICE + "/canasta.conf") as file:
        text = re.sub(r"^#([a-z-]+ = )", r"\1", file.read(), flags=re.M)
    text = re.sub(r"^(data|web|port-file) = .*$", r"\1 = %s/\1" % folder, text, flags=re.M)
    text = re.sub(r"^(metrics-port|port) = .*$", r"\1 = 0", text, flags=re.M)
    os.mkdir(folder + "/web")
    with open(folder + "/conf", "w") as file:
        file.write(text)
    process = subprocess.Popen([program, "serve", "--config", folder + "/conf"],
                               stderr=subprocess.PIPE, text=True)
    while "data_file" not in (line := process.stderr.readline()):
        check(process.poll() is None, "it does not start:", line)
    process.terminate()
    check(process.wait(20) == 0, process.stderr.read())
    process.stderr.close()


def all_that_the_unit_and_the_manual_name_is_there(program, _brain):
    known = set(re.findall(r"^  --([a-z-]+)", subprocess.run(
        [program, "serve", "--help"], capture_output=True, text=True).stdout, re.M))
    with open(SERVICE + "/canasta.service") as file:
        unit = file.read()
    with open(os.path.join(ROOT, "docs", "operations.md")) as file:
        manual = file.read()
    given = re.search(r"^ExecStart=\S+/canasta serve (.*)$", unit, re.M)[1].split()
    options = {word[2:] for word in given if word.startswith("--")}
    check(options and options <= known, "the unit gives", options - known)
    named = set(re.findall(r"`--([a-z-]+)", manual)) - {"out", "running"}  # of export
    check(named <= known, "the manual names", named - known)
    named = {name for block in re.findall(r"```conf\n(.*?)```", manual, re.S)
             for name in re.findall(r"^#?\s*([a-z-]+) = ", block, re.M)}
    check(named and named <= known, "the manual sets", named - known)
    check(all(os.path.exists(os.path.join(ROOT, path)) for path in
              re.findall(r"tools/service/[a-z.]+[a-z]", manual)), "the manual's files")
    check("tools/service/canasta.service" in manual, "the manual does not name the unit")


def limits_of(text):
    return set(re.findall(r'^canasta_limit_hits_total\{limit="([^"]+)"\}', text, re.M))


def events_of_source():
    """(event, level) of each line."""
    found = set()
    for folder, _, names in os.walk(os.path.join(ROOT, "src")):
        for name in (name for name in names if name.endswith(".c")):
            with open(os.path.join(folder, name)) as file:
                for level, event in re.findall(r'cn_notice\(\s*CN_(\w+),\s*"(\w+)"', file.read()):
                    found.add((event, level.lower()))
    return found


# The other way round: what there is stands in the manual.
def the_manual_tells_all_that_there_is(program, _brain):
    with open(os.path.join(ROOT, "docs", "operations.md")) as file:
        manual = file.read()
    text = re.sub(r"^## What each (alarm|line) means\n.*?(?=^## )", "", manual, flags=re.M | re.S)
    quoted = set(re.findall(r"`([^`\n]+)`", text))
    options = re.findall(r"^  --([a-z-]+)", subprocess.run(
        [program, "serve", "--help"], capture_output=True, text=True).stdout, re.M)
    told = {re.split("[ =]", word)[0].removeprefix("--") for word in quoted}
    check(len(options) > 30 and set(options) <= told, "not told:", set(options) - told)
    server = Kept(program)
    limits = limits_of(server.ask_keeper("/metrics")[2])
    server.close()
    row = re.search(r"^\| `canasta_limit_hits_total` .*$", manual, re.M)[0]
    named = set(re.findall(r"`([a-z-]+)`", row)) - {"limit"}
    check(len(limits) > 10 and limits == named, "labels:", limits ^ named)
    table = re.search(r"^## What each line means\n(.*?)^## ", manual, re.M | re.S)[1]
    named = [(event, level) for words, level in re.findall(r"^\| (`.*?) \| (\w+) \|", table, re.M)
             for event in re.findall(r"`(\w+)`", words)]
    check(len(named) > 10 and events_of_source() == set(named), "events:",
          events_of_source() ^ set(named))


# Its metrics are those of the manual, and the other way round.
def every_measure_is_explained(program, _brain):
    server = Kept(program)
    told = set(re.findall(r"^# TYPE (\S+)", server.ask_keeper("/metrics")[2], re.M))
    with open(os.path.join(ROOT, "docs", "operations.md")) as file:
        named = set(re.findall(r"`((?:canasta|process)_[a-z_]+)", file.read()))
    check(told <= named, "the manual lacks", sorted(told - named))
    check(named <= told, "there is no", sorted(named - told))
    server.close()


def systemd_finds_nothing_wrong_with_the_unit(program, _brain):
    if shutil.which("systemd-analyze") is None:
        print("# SKIPPED: there is no systemd-analyze here")
        return
    folder = new_folder()
    with open(SERVICE + "/canasta.service") as file:
        text = file.read().replace("/usr/local/bin/canasta", os.path.abspath(program))
    with open(folder + "/canasta.service", "w") as file:
        file.write(text)
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", folder + "/canasta.service"],
                          capture_output=True, text=True, timeout=60)
    check(done.returncode == 0 and done.stderr.strip() == "", done.stderr)


def calls_of_group(name, seen=()):
    """The system calls of a group as systemd knows it."""
    lines = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True,
                           text=True, timeout=60).stdout.split("\n")[1:]
    found = set()
    for line in lines:
        word = line.strip()
        if word.startswith("@") and word not in seen:
            found |= calls_of_group(word, (*seen, word))
        elif word and not word.startswith("#"):
            found.add(word)
    return found


# An evening, a bot in another process, a backup's lock: nothing that the unit forbids.
def the_unit_forbids_nothing_that_the_server_does(program, brain):
    if shutil.which("systemd-analyze") is None:
        print("# SKIPPED: there is no systemd-analyze here")
        return
    with open(SERVICE + "/canasta.service") as file:
        allowed = set()
        for line in re.findall(r"^SystemCallFilter=(.*)$", file.read(), re.M):
            words = set().union(*(calls_of_group(word) if word.startswith("@") else {word}
                                  for word in line.lstrip("~").split()))
            allowed = allowed - words if line.startswith("~") else allowed | words
    check({"read", "prlimit64", "futex"} <= allowed, "the groups were not read")
    folder = new_folder()
    server = Kept(program, "--bot", "other=exec:%s bot book" % program,
                  prefix=["strace", "-D", "-f", "-qq", "-o", folder + "/calls"])
    seats = sit_down(server, brain, "A", rules="two_player", overrides=of_hands(1), bot="other")
    play_on(seats, most=20000)
    server.measures()
    server.post("/v1/me/account", {"login": "anna", "password": "12345678",
                                   "token": seats[0].made["token"]})
    seats[0].close()
    server.stop()
    server.close()
    with open(folder + "/calls", errors="replace") as file:
        made = set(re.findall(r"^\d+ +([a-z_0-9]+)\(", file.read(), re.M))
    check({"fdatasync", "epoll_wait", "accept4"} <= made, "the calls were not read:", sorted(made))
    made -= {"fchown"}  # SQLite's, where it is root, as no service is
    check(made <= allowed, "the unit forbids", sorted(made - allowed))


if __name__ == "__main__":
    run([measures_are_told_at_the_keepers_port_and_nowhere_else,
         the_keeper_gets_in_when_nobody_else_does,
         measures_count_what_happens,
         measures_name_nobody,
         a_loop_that_is_late_is_seen,
         it_is_ready_only_where_the_disk_takes_syncs_and_no_table_waits,
         one_damaged_table_keeps_nobody_out,
         a_disk_that_hangs_is_said_to,
         on_a_full_disk_it_is_neither_well_nor_ready,
         one_network_of_ipv6_is_one_address,
         it_listens_and_believes_a_proxy_by_ipv6,
         the_example_names_every_setting_with_what_it_is_if_nobody_says,
         the_example_is_read_whole,
         all_that_the_unit_and_the_manual_name_is_there,
         the_manual_tells_all_that_there_is,
         every_measure_is_explained,
         systemd_finds_nothing_wrong_with_the_unit,
         the_unit_forbids_nothing_that_the_server_does])
