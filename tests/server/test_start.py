"""Starting the server: where it keeps its data, and one clear line for whatever prevents it."""
import os
import signal
import socket
import sqlite3
import subprocess
import time

from client import Seat, Server, check, new_folder, run


def fails_with(program, status, words, *options, env=None):
    """Runs `canasta serve` to its end and checks status and the one line it says."""
    done = subprocess.run([program, "serve"] + list(options), capture_output=True, text=True,
                          timeout=20, env=env)
    lines = done.stderr.splitlines()
    check(done.returncode == status, options, "ended with", done.returncode, done.stderr)
    check(len(lines) == 1 and done.stdout == "", options, "said", done.stdout, done.stderr)
    for word in words:
        check(word in lines[0], options, "said", lines[0], "without", word)


def wrong_options_get_one_line_and_status_2(program, _brain):
    for words, options in [
            (["--colour"], ["--colour", "red"]), (["now"], ["now"]),
            (["65536"], ["--port", "65536"]), (["-1"], ["--port", "-1"]),
            (["eighty"], ["--port", "eighty"]), (["''"], ["--port", ""]),
            (["--data"], ["--data"]), (["5001"], ["--pace", "5001"]), (["1.5"], ["--grace", "1.5"]),
            (["0"], ["--rate", "0"]), (["colour"], ["--log", "colour"]),
            (["/dev/null", "no rule set"], ["--rules", "/dev/null"]),
            (["localhost"], ["--proxy", "localhost"])]:
        fails_with(program, 2, words, *options)
    done = subprocess.run([program, "serve", "--help"], capture_output=True, text=True)
    check(done.returncode == 0 and done.stdout.startswith("usage: canasta serve"), done)


def a_port_in_use_or_an_address_that_is_none_is_said(program, _brain):
    folder = new_folder()
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = str(taken.getsockname()[1])
    data = ["--data", folder + "/t.db"]
    fails_with(program, 1, [port, "in use"], "--port", port, *data)
    taken.close()
    fails_with(program, 1, ["nowhere", "address"], "--listen", "nowhere", "--port", "0", *data)
    fails_with(program, 1, ["203.0.113.7"], "--listen", "203.0.113.7", "--port", "0", *data)
    check(os.listdir(folder) == [], "a file was made all the same")


def a_data_file_that_cannot_be_used_is_said_and_left_alone(program, _brain):
    folder = new_folder()

    def refused(name, *words):
        path = os.path.join(folder, name)
        before = open(path, "rb").read() if os.path.isfile(path) else None
        fails_with(program, 1, [path] + list(words), "--port", "0", "--data", path)
        if before is not None:
            check(open(path, "rb").read() == before, name, "was changed")

    with open(folder + "/letter", "w") as file:
        file.write("Dear Anna, this is no database. " * 200)
    refused("letter", "not a Canasta data file")
    refused("letter/tables.db", "Not a directory")
    refused("missing/tables.db", "No such file")
    refused("", "Is a directory")
    other = sqlite3.connect(folder + "/other.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    refused("other.db", "not a Canasta data file")
    Server(program, folder=folder).close()  # makes folder/tables.db
    database = sqlite3.connect(folder + "/tables.db")
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("PRAGMA user_version = 3")
    database.commit()
    database.close()
    refused("tables.db", "newer version")


def two_servers_do_not_share_a_data_file(program, brain):
    server = Server(program)
    made = server.make_table()
    fails_with(program, 1, [server.data, "another program"], "--port", "0", "--data", server.data)
    Seat(server, made, brain).close()
    server.close()


def the_places_are_printed_and_the_data_file_goes_where_data_goes(program, _brain):
    for variable, below in (("XDG_DATA_HOME", "/canasta/tables.db"),
                            ("HOME", "/.local/share/canasta/tables.db")):
        home = new_folder()
        env = {variable: home, "PATH": os.environ["PATH"]}
        process = subprocess.Popen([program, "serve", "--port", "0"], env=env, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        address = process.stdout.readline()
        place = process.stdout.readline()
        check("http://127.0.0.1:" in address, address)
        check(home + below in place, place)
        check(os.stat(home + below).st_mode & 0o777 == 0o600, "others can read the cards")
        process.send_signal(signal.SIGTERM)
        check(process.wait(10) == 0, "the status is", process.returncode)
        process.stdout.close()
    fails_with(program, 1, ["--data"], "--port", "0", env={"PATH": os.environ["PATH"]})


def it_listens_on_this_machine_only_unless_told_otherwise(program, _brain):
    def addresses(port):
        """Local addresses that listen on a port, as the kernel lists them."""
        with open("/proc/net/tcp") as table:
            rows = [line.split() for line in table][1:]
        return [row[1].split(":")[0] for row in rows
                if row[3] == "0A" and int(row[1].split(":")[1], 16) == port]

    server = Server(program)
    check(addresses(server.port) == ["0100007F"], addresses(server.port))
    server.close()
    server = Server(program, "--listen", "0.0.0.0")
    check(addresses(server.port) == ["00000000"], addresses(server.port))
    check(server.request("GET", "/healthz")[0] == 200, "health")
    server.close()


def a_quiet_server_says_nothing(program, _brain):
    server = Server(program, "--quiet")
    open(server.web + "/index.html", "w").close()
    server.stop()
    server.log.truncate(0)
    server.start()
    time.sleep(0.1)
    server.stop()
    check(server.said().strip("\0") == "", server.said())
    server.close()


if __name__ == "__main__":
    run([wrong_options_get_one_line_and_status_2,
         a_port_in_use_or_an_address_that_is_none_is_said,
         a_data_file_that_cannot_be_used_is_said_and_left_alone,
         two_servers_do_not_share_a_data_file,
         the_places_are_printed_and_the_data_file_goes_where_data_goes,
         it_listens_on_this_machine_only_unless_told_otherwise,
         a_quiet_server_says_nothing])
