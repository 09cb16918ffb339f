"""However many tables a data file has, the server starts at once and the first command is soon
durable; however long a hand is, its table is soon read; and tables by whose rules computers think
for long do not hold up the others. CANASTA_TABLES says how many tables."""
import os
import sqlite3
import time

from client import Seat, Server, Socket, check, link_of, play_on, run, sit_down
from fair import Seal, in_clear

TABLES = int(os.environ.get("CANASTA_TABLES", 4000))
GOAL_SECONDS = 0.5  # or, where the machine is busy with other tests, so many times
FEW_TIMES = 4  # what it takes with one table
HELD_UP_MOST = 0.25  # of the time, without what it waited for a processor


def a_table(server, brain):
    """A table that has been played at, and what opens a seat there."""
    anna = sit_down(server, brain, ["Anna"], rules="two_player", pace_ms=0)[0]
    play_on([anna], until=lambda _: anna.seq > 20)
    anna.close()
    return anna.made


def fill(path, table, count):
    """As many copies of the table, under other names; the number of rows."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    rows = [tuple(row[1:]) for row in in_clear(database, table, Seal(path))]
    base = max((row[0] for row in rows if row[9] is not None), default=0)
    for i in range(count):
        link, name, linked = bytes(32), "copy%06d" % i, []
        for row in rows:
            link = link_of(link, (name,) + row)
            linked.append((name,) + row + (link,))
        database.executemany("INSERT INTO log VALUES (%s)" % ", ".join("?" * 13), linked)
        database.execute("INSERT INTO head VALUES (?, ?, ?, ?)", (name, rows[-1][0], link, base))
    database.commit()
    database.close()
    with open(path, "rb") as file:
        os.fsync(file.fileno())
    return count * len(rows)


def first_ack(server, table, made):
    """Seconds from the start of the program to the ack of the first command."""
    began = time.monotonic()
    server.start()
    socket = Socket(server.port)
    socket.send({"t": "hello", "v": 1, "inst": "first-one", "table": table,
                 "token": made["token"]})
    n = at = None
    while at is None:
        message = socket.receive()
        check(message is not None and message["t"] in ("welcome", "snap", "ev"), message)
        n = message.get("n", n)
        at = message.get("seq") if message["t"] == "snap" else None
    socket.send({"t": "cmd", "n": n + 1, "at": at, "do": "pace", "ms": 4000 + n})
    while (message := socket.receive())["t"] != "ack":
        check(message["t"] == "ev", message)
    taken = time.monotonic() - began
    socket.close()
    return taken


def the_first_command_is_soon_durable(program, brain):
    server = Server(program)
    made = a_table(server, brain)
    server.stop()
    few = first_ack(server, made["table"], made)
    server.stop()
    rows = fill(server.data, made["table"], TABLES)
    after_stop = first_ack(server, "copy%06d" % (TABLES // 2), made)
    server.kill()
    after_kill = first_ack(server, "copy%06d" % (TABLES - 1), made)
    check(server.stop() == 0, "stop")
    print("# %d tables, %d entries, %.0f MiB: the first ack %.2f s after a stop, %.2f s after a "
          "kill; with one table %.2f s" % (TABLES, rows, os.path.getsize(server.data) / 2**20,
                                           after_stop, after_kill, few))
    check(max(after_stop, after_kill) < max(GOAL_SECONDS, FEW_TIMES * few), "it takes longer")
    server.close()


def look(server, made):
    """Seconds until a table has been told of."""
    began = time.monotonic()
    status, told = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check(status == 200, status, told)
    return time.monotonic() - began


def a_table_is_soon_read_at_the_end_of_a_long_hand(program, brain):
    server = Server(program)
    anna = sit_down(server, brain, ["Anna"], rules="hand_and_foot", players=6, bot="random")[0]
    play_on([anna], player="random")
    made, entries = anna.made, anna.seq
    anna.close()
    server.stop()
    server.start()
    check(server.request("GET", "/healthz")[0] == 200, "health")
    first, again = look(server, made), look(server, made)
    print("# %d entries are read in %.1f ms; the answer alone takes %.1f ms" %
          (entries, 1000 * (first - again), 1000 * again))
    check(entries > 150 and first < GOAL_SECONDS, "it takes longer")
    server.close()


def bots_alone(server, **order):
    """A table where bots play for somebody who waits for a seat; the line of who waits."""
    made = server.make_table(name="Zed", join="next", **order)
    key = {"Authorization": "Bearer " + made["token"]}
    check(server.post("/v1/tables/%s/leave" % made["table"], {}, key)[0] == 200, "leaving")
    status, taken = server.post("/v1/tables/%s/seats/1" % made["table"],
                                {"invite": made["invite"]}, key)
    check(status == 200 and taken["from"] == "next", status, taken)
    return who_waits(server, made)


def who_waits(server, made):
    line = Socket(server.port)
    line.made = made
    line.send({"t": "hello", "v": 1, "inst": "who-waits", "table": made["table"],
               "token": made["token"]})
    return line


def waited_for_a_processor(whose):
    """Seconds that the first thread of a process was ready to run and other programs ran."""
    with open("/proc/%s/schedstat" % whose) as file:
        return int(file.read().split()[1]) / 1e9


def ping(seat, server):
    """Seconds until the answer, and how many of them server and client waited for a processor."""
    def behind():
        return waited_for_a_processor(server.process.pid) + waited_for_a_processor("thread-self")
    began, before = time.monotonic(), behind()
    seat.socket.send({"t": "ping"})
    seat.wait("pong", 60)
    return time.monotonic() - began, behind() - before


def heavy_rules_do_not_hold_up_the_others(program, brain):
    server = Server(program, "--new-tables", "1000", "--new-persons", "1000", "--changes", "1000",
                    "--bot", "other=exec:%s bot --player racer" % program)
    anna = Seat(server, server.make_table(name="Anna", deal="later"), brain)
    lines = [bots_alone(server, rules="online", players=2, bot=("racer", "other")[i % 2],
                        overrides="decks = 8; hand_size = 26; min_table = any:1000; "
                                  "min_naturals = 1; max_wilds = 0") for i in range(14)]
    taken, began = [], time.monotonic()
    while time.monotonic() < began + 20:
        seconds, behind = ping(anna, server)
        taken.append(max(0, seconds - behind))
        time.sleep(0.05)
    held_up = sum(one for one in taken if one > 0.05) / (time.monotonic() - began)
    print("# %d pings: p50 %.0f ms, worst %.0f ms; %.0f %% of the time held up" %
          (len(taken), 1000 * sorted(taken)[len(taken) // 2], 1000 * max(taken), 100 * held_up))
    check(held_up < HELD_UP_MOST, "everybody waits for bots")
    for line in lines:
        line.close()
    anna.close()
    server.close()


if __name__ == "__main__":
    run([the_first_command_is_soon_durable, a_table_is_soon_read_at_the_end_of_a_long_hand,
         heavy_rules_do_not_hold_up_the_others])
