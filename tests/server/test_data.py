"""The commands for data files, beside a server that plays and without one."""
import glob
import os
import shutil
import sqlite3
import stat
import subprocess
import threading
import time

from client import (GAME_END, Server, actor_of, catch_up, chain_again, check, new_folder, of_hands,
                    play_on, run, sit_down)


def command(program, *words):
    done = subprocess.run([program] + list(words), capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def two_tables(program, brain):
    """A server with a table of two hands and a rematch, and one that has just begun."""
    server = Server(program)
    old = sit_down(server, brain, "ABCD", rules="samba", overrides=of_hands(1))
    play_on(old)
    old[1].do(do="rematch")
    catch_up(old)
    new = sit_down(server, brain, ["\U0001f0a1" * 24, "B"], rules="two_player")
    for seats in (old, new):
        for _ in range(5):
            actor = actor_of(seats)
            actor.play(actor.choose())
            catch_up(seats)
    return server, old, new


class Load:
    """Plays at a server while the block runs."""

    def __init__(self, seats):
        self.seats, self.plays, self.stop, self.wrong = seats, 0, False, None
        self.thread = threading.Thread(target=self.play)

    def play(self):
        try:
            while not self.stop:
                if self.seats[0].state()[0] == GAME_END:
                    self.seats[0].do(do="rematch")
                    catch_up(self.seats)
                actor = actor_of(self.seats)
                actor.play(actor.choose())
                catch_up(self.seats)
                self.plays += 1
        except Exception as error:
            self.wrong = error

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop = True
        self.thread.join(60)
        check(self.wrong is None, "the game beside it:", self.wrong)


def state_of(seats):
    return [(seat.seq, seat.vh) for seat in seats]


def a_backup_while_it_serves_is_whole_and_can_be_restored(program, brain):
    server, old, new = two_tables(program, brain)
    folder = new_folder()
    before = state_of(new)
    with Load(old) as load:
        for i in range(12):
            out = os.path.join(folder, "backup%d" % i)
            status, said, wrong = command(program, "backup", server.data, out)
            check(status == 0 and "2 tables" in said and wrong == "", status, said, wrong)
            check(os.listdir(folder).count("backup%d" % i) == 1, os.listdir(folder))
        check(load.plays > 12, "only", load.plays, "plays meanwhile")
    names = ["backup%d" % i + ending for i in range(12) for ending in ("", "-key")]
    check(sorted(os.listdir(folder)) == sorted(names), "leftovers:", os.listdir(folder))
    at = state_of(old)
    status, said, wrong = command(program, "backup", server.data, out)
    check(status == 1 and "is there already" in wrong, status, wrong)
    server.kill()
    lost = server.data
    server.data = os.path.join(new_folder(), "tables.db")
    status, said, wrong = command(program, "restore", out, server.data)
    check(status == 0 and wrong == "", status, said, wrong)
    status, _, wrong = command(program, "restore", out, server.data)
    check(status == 1 and "is there already" in wrong, status, wrong)
    server.start()
    for seat in old + new:
        seat.reconnect()
    check(state_of(new) == before, "another state")
    check(old[0].seq <= at[0][0], "the copy is newer than what was copied")
    for seat in old + new:
        seat.close()
    check(os.path.exists(lost), "the old file is gone")
    server.close()


def an_older_copy_put_in_place_by_hand_is_a_loss_and_a_restored_one_is_none(program, brain):
    server, old, new = two_tables(program, brain)
    out = os.path.join(server.folder, "backup")
    check(command(program, "backup", server.data, out)[0] == 0, "no backup")
    actor = actor_of(new)
    actor.play(actor.choose())
    for seat in old + new:
        seat.close()
    server.stop()
    os.rename(server.data, server.data + ".old")
    with open(out, "rb") as backup, open(server.data, "wb") as data:
        data.write(backup.read())
    status, _, wrong = command(program, "serve", "--port", "0", "--data", server.data)
    check(status == 1 and "transactions that were saved are not in it any more" in wrong, wrong)
    os.unlink(server.data)
    check(command(program, "restore", out, server.data)[0] == 0, "restore")
    server.start()
    server.stop()
    os.unlink(server.data)
    os.rename(server.data + ".old", server.data)
    server.start()
    server.stop()
    os.unlink(server.data)
    with open(out, "rb") as backup, open(server.data, "wb") as data:
        data.write(backup.read())
    os.unlink(server.data + "-seen")
    server.start()
    server.close()


def a_loss_is_accepted_when_told(program, brain):
    server, old, new = two_tables(program, brain)
    server.kill()
    os.truncate(server.data + "-wal", 5000)
    status, _, wrong = command(program, "serve", "--port", "0", "--data", server.data)
    check(status == 1 and "--accept-loss" in wrong, status, wrong)
    server.options.append("--accept-loss")
    server.start()
    check("has lost its last" in server.said(), server.said())
    server.stop()
    server.options.remove("--accept-loss")
    server.start()
    for seat in old + new:
        seat.close()
    server.close()


def games_are_exported_as_records_that_replay(program, brain):
    server, old, new = two_tables(program, brain)
    for words, games, runs in (([], 1, 0), (["--running"], 3, 2),
                               (["--running", old[0].made["table"]], 2, 1)):
        folder = new_folder()
        with Load(new):
            status, said, wrong = command(program, "export", server.data, *words, "--out", folder)
        check(status == 0 and wrong == "", status, said, wrong)
        records = sorted(glob.glob(folder + "/*.record"))
        more = words == []  # the new table may have come to the end of a hand meanwhile
        check(games <= len(records) <= games + more, records)
        status, said, wrong = command(program, "replay", *records)
        check(status == 0, said, wrong)
        check(runs <= said.count("unfinished") <= runs + more, said)
    status, _, wrong = command(program, "export", server.data, "nosuchtabl", "--out", folder)
    check(status == 1 and "has no game" in wrong, status, wrong)
    for seat in old + new:
        seat.close()
    server.close()


def what_is_damaged_is_named_and_the_rest_is_copied(program, brain):
    server, old, new = two_tables(program, brain)
    status, said, wrong = command(program, "check", server.data)
    check(status == 0 and "2 tables" in said and " 0 tables damaged" in said, said, wrong)
    for seat in old + new:
        seat.close()
    server.stop()
    status, said, wrong = command(program, "check", server.data)
    check(status == 0, "without a server:", status, said, wrong)
    table = old[0].made["table"]
    database = sqlite3.connect(server.data)
    database.execute("UPDATE log SET body = body || ' ' WHERE table_id = ? AND seq = 9", (table,))
    database.commit()
    database.close()
    out = os.path.join(server.folder, "backup")
    for words in (("check", server.data), ("backup", server.data, out)):
        status, said, wrong = command(program, *words)
        check(status == 1 and "1 tables damaged" in said and table in wrong, words, said, wrong)
    other = new[0].made["table"]
    database = sqlite3.connect(server.data)
    database.execute("UPDATE log SET base = replace(base, '\"hands\":0', '\"hands\":1') "
                     "WHERE table_id = ?", (other,))
    chain_again(database, other)
    database.commit()
    database.close()
    status, said, wrong = command(program, "check", server.data)
    check("2 tables damaged" in said and
          "%s: its base is not what its entries make, at entry 4" % other in wrong, said, wrong)
    folder = new_folder()
    status, said, wrong = command(program, "export", server.data, "--running", "--out", folder)
    check(status == 1 and table in wrong, status, said, wrong)
    check(len(os.listdir(folder)) == 1, os.listdir(folder))
    status, said, wrong = command(program, "check", os.path.join(folder, "nothing"))
    check(status == 1 and "cannot be used" in wrong, status, wrong)
    check(not os.path.exists(os.path.join(folder, "nothing")), "made by looking")
    server.close()


def who_reads_for_long_stops_nobody(program, brain):
    server, old, new = two_tables(program, brain)
    reader = sqlite3.connect(server.data)
    reader.execute("BEGIN")
    count, = reader.execute("SELECT count(*) FROM log").fetchone()
    with Load(old):
        time.sleep(1)
        check(server.request("GET", "/healthz")[0] == 200, "healthz")
    check(reader.execute("SELECT count(*) FROM log").fetchone() == (count,), "another snapshot")
    reader.close()
    at = state_of(old)
    server.kill()
    server.start()
    for seat in old:
        seat.reconnect()
    check(state_of(old) == at, "another state")
    for seat in old + new:
        seat.close()
    server.close()


def mode_of(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def what_is_copied_or_exported_is_for_its_owner_alone(program, brain):
    server, _, _ = two_tables(program, brain)
    folder, before = new_folder(), os.umask(0)
    try:
        backup, restored, games = (os.path.join(folder, name) for name in
                                   ("backup", "restored", "new/games"))
        check(command(program, "backup", server.data, backup)[0] == 0, "backup")
        check(command(program, "restore", backup, restored)[0] == 0, "restore")
        status, _, wrong = command(program, "export", server.data, "--out", games)
        check(status == 1 and "cannot be made" in wrong, "only one folder is made:", wrong)
        games = os.path.dirname(games)
        status, said, wrong = command(program, "export", server.data, "--out", games)
        check(status == 0 and wrong == "", status, said, wrong)
        records = glob.glob(games + "/*")
        os.chmod(records[0], 0o644)  # as an older program has left it
        check(command(program, "export", server.data, "--out", games)[0] == 0, "again")
    finally:
        os.umask(before)
    for path in glob.glob(folder + "/*") + glob.glob(games + "/*"):
        check(mode_of(path) & 0o077 == 0, path, oct(mode_of(path)))
    server.kill()
    status, _, _ = command(program, "export", folder + "/none", "--out", folder + "/other")
    check(status == 1 and not os.path.exists(folder + "/other"), "a folder for nothing")
    server.close()


def what_everybody_may_read_is_said_at_the_start(program, _brain):
    server = Server(program)
    check("everybody on this" not in server.said(), server.said())
    server.stop()
    heard = len(server.said())
    for path, mode in ((server.data, 0o604), (server.data + "-key", 0o602)):
        os.chmod(path, mode)
        server.start()
        said = [line for line in server.said()[heard:].splitlines() if "everybody on" in line]
        check(len(said) == 1 and path + ":" in said[0], path, said)
        server.stop()
        heard = len(server.said())
        os.chmod(path, 0o640)
    server.start()
    check("everybody on this" not in server.said()[heard:], "a group is somebody's own choice")
    server.close()


def read_only_place(folder):
    """The folder as one that cannot be written, for the commands behind it; None if it cannot be
    made here."""
    words = ["unshare", "--mount", "--map-root-user", "sh", "-c",
             'mount --bind %s %s && mount -o remount,bind,ro %s && exec "$@"'
             % (folder, folder, folder), "sh"]
    done = subprocess.run(words + ["touch", folder + "/made"], capture_output=True, text=True)
    return words if "Read-only" in done.stderr else None


def files_are_read_where_nothing_can_be_written(program, brain):
    server, _, _ = two_tables(program, brain)
    folder = new_folder()
    name = os.path.join(folder, "a #1? 100%")
    check(command(program, "backup", server.data, name)[0] == 0, "backup")
    server.stop()
    for ending in ("", "-key"):
        shutil.copy(server.data + ending, os.path.join(folder, "data" + ending))
    words = read_only_place(folder)
    if words is None:
        print("# SKIPPED: no place can be made read-only here")
        return
    out = new_folder()
    for number, path in enumerate((name, os.path.join(folder, "data"))):
        for what, *rest in (("check",), ("restore", out + "/restored%d" % number),
                            ("backup", out + "/backup%d" % number),
                            ("export", "--out", out + "/games%d" % number)):
            done = subprocess.run(words + [program, what, path] + rest, capture_output=True,
                                  text=True, timeout=60)
            check(done.returncode == 0 and done.stderr == "", what, path, done)
        check(len(os.listdir(out + "/games%d" % number)) > 0, "no record")
    for wrong in ("-wal", "-journal"):  # it is in use, or was when it was copied
        with open(os.path.join(folder, "data" + wrong), "wb") as file:
            file.write(b"x")
        done = subprocess.run(words + [program, "check", os.path.join(folder, "data")],
                              capture_output=True, text=True, timeout=60)
        check(done.returncode == 1 and "data" in done.stderr, wrong, done)
        os.unlink(file.name)


def a_pipe_in_the_place_of_a_file_is_no_key_and_no_data(program, _brain):
    server = Server(program)
    server.stop()
    os.rename(server.data + "-key", server.data + "-away")
    os.mkfifo(server.data + "-key")
    status, _, wrong = command(program, "serve", "--port", "0", "--data", server.data)
    check(status == 1 and "-key" in wrong and "holds no key" in wrong, status, wrong)
    pipe = os.path.join(server.folder, "pipe")
    os.mkfifo(pipe)
    for words in (("check", pipe), ("export", pipe), ("backup", pipe, pipe + "2"),
                  ("restore", pipe, pipe + "2"), ("serve", "--port", "0", "--data", pipe)):
        status, _, wrong = command(program, *words)
        check(status == 1 and wrong.count("\n") == 1, words, status, wrong)


def wrong_words_get_one_line_and_status_2(program, _brain):
    for words in (("backup",), ("backup", "a"), ("backup", "a", "b", "c"), ("restore", "a"),
                  ("check",), ("check", "a", "b"), ("export",), ("export", "a", "--out"),
                  ("new-key",), ("new-key", "a", "b"), ("check", "--fast", "a")):
        status, said, wrong = command(program, *words)
        check(status == 2 and said == "" and wrong.count("\n") == 1, words, status, said, wrong)
    for word in ("backup", "restore", "check", "new-key", "export"):
        status, said, wrong = command(program, word, "--help")
        check(status == 0 and said.startswith("usage: canasta " + word) and wrong == "", word)


if __name__ == "__main__":
    run([a_backup_while_it_serves_is_whole_and_can_be_restored,
         an_older_copy_put_in_place_by_hand_is_a_loss_and_a_restored_one_is_none,
         a_loss_is_accepted_when_told,
         games_are_exported_as_records_that_replay,
         what_is_damaged_is_named_and_the_rest_is_copied,
         who_reads_for_long_stops_nobody,
         what_is_copied_or_exported_is_for_its_owner_alone,
         what_everybody_may_read_is_said_at_the_start,
         files_are_read_where_nothing_can_be_written,
         a_pipe_in_the_place_of_a_file_is_no_key_and_no_data,
         wrong_words_get_one_line_and_status_2])
