#!/usr/bin/env python3
"""Plants one bug after another in copies of the log's files, and fails where power cuts and failing
syncs do not find it.

usage: plants.py TEAR [--cuts N] [WORD...]

TEAR is the program in its build folder. WORDs choose bugs by name.
Not here: the disk. Invariant: as in planting.py.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from planting import Folder, plant_all, stop, wanted

FILE, SQLITE = "src/server/store/log_file.c", "src/server/store/log_sqlite.c"
TIME_LIMIT_S = 200

# Name, file, and pairs of what is looked for, once, and what it becomes.
PLANTS = [
    ("commits are not synced", FILE, [
        ("PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"),
        ("if (cn_sql_number(log->db, \"PRAGMA synchronous\") != 2)",
         "if (cn_sql_number(log->db, \"PRAGMA synchronous\") != 1)")]),
    ("the first journal may come back", FILE, [
        ("PRAGMA synchronous = EXTRA", "PRAGMA synchronous = FULL")]),
    ("a write-ahead log that was only promised", FILE, [
        ("strcmp((const char *)sqlite3_column_text(stmt, 0), \"wal\") == 0 &&\n"
         "              sqlite3_step(stmt) == SQLITE_DONE;",
         "strcmp((const char *)sqlite3_column_text(stmt, 0), \"wal\") == 0;")]),
    ("a failed sync is nothing to doubt", SQLITE, [
        ("    log->doubt = error != SQLITE_FULL && error != SQLITE_IOERR_WRITE && "
         "error != SQLITE_BUSY;",
         "    log->doubt = error == 0;")]),
    ("what the file shows is believed", SQLITE, [
        ("        cn_log_file_settle(log->db, CN_LOG_VERSION)) {", "        true) {")]),
    ("a log that failed is not written again", FILE, [
        ("    return write_log_again(db) &&\n           sqlite3_wal_checkpoint_v2",
         "    return sqlite3_wal_checkpoint_v2")]),
    ("a file is opened without being settled", FILE, [
        ("    log->doubt = log->doubt && !cn_log_file_settle(log->db, CN_LOG_VERSION);",
         "    log->doubt = false;")]),
    ("a head that is not written with its entries", SQLITE, [
        ("    if (status == SQLITE_DONE) return cn_head_write(log, batch->table, head);",
         "    if (status == SQLITE_DONE)\n"
         "        return head->seq % 7 == 0 ? SQLITE_DONE"
         " : cn_head_write(log, batch->table, head);")]),
    ("the witness is ahead of the disk", SQLITE, [
        ("    sqlite3_bind_int64(stmt, 1, (int64_t)log->commits + 1);",
         "    cn_witness_write(log->witness, log->identity, log->commits + 1);\n"
         "    sqlite3_bind_int64(stmt, 1, (int64_t)log->commits + 1);")]),
]


# Those that need no failing sync: one life is enough, where power is cut at every deed.
EVERY = ["commits are not synced", "the first journal may come back",
         "a head that is not written with its entries", "the witness is ahead of the disk"]


def find(program, name, cuts):
    """What the power cuts find, or None."""
    how = ["--every"] if name in EVERY else ["--cuts", str(cuts)]
    done = subprocess.run([program] + how, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=TIME_LIMIT_S)
    said = re.findall(r"^tear: (.*)$", done.stdout, re.M)
    return said[-1][:120] if done.returncode != 0 and said else None


def main():
    words = sys.argv[1:]
    cuts = 8000
    if "--cuts" in words:
        at = words.index("--cuts")
        cuts = int(words[at + 1])
        del words[at:at + 2]
    if not words:
        stop("name the program")
    return plant_all((Folder(words[0]), wanted(PLANTS, words[1:]),
                      lambda planted, name: find(planted, name, cuts)))


sys.exit(main())
