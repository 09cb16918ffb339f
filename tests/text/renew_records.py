#!/usr/bin/env python3
"""Renews the stored records after a change of the engine's hash or of a message.

usage: renew_records.py WRITE_RECORD CANASTA RECORDS FORMATS.md

Ends, scores, hashes and winners of whole games become those of this engine. The broken
records are the documented one with a change each: the change is made again to the renewed one,
and the error that the program gives becomes the expected one: read the difference before you
keep it. Not here: new games (write_record). Invariant: what the players did never changes.
"""
import difflib
import pathlib
import subprocess
import sys

WRITE_RECORD, CANASTA = sys.argv[1:3]
RECORDS, FORMATS = map(pathlib.Path, sys.argv[3:5])


def again(record):
    done = subprocess.run([WRITE_RECORD, "--again"], input=record, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr.decode())
    return done.stdout


def renew_documented():
    """The record of the page, before and after."""
    page = FORMATS.read_bytes()
    start = page.index(b"\n```record\n") + len(b"\n```record\n")
    end = page.index(b"```\n", start)
    old = page[start:end]
    new = again(old)
    FORMATS.write_bytes(page[:start] + new + page[end:])
    return old, new


def same_change(old, new, broken):
    """Makes the change that led from `old` to `broken` once more, to `new`."""
    before, after, changed = (text.splitlines(keepends=True) for text in (old, new, broken))
    if len(before) != len(after):
        sys.exit("the documented record has other lines than before: the broken ones need a hand")
    made = []
    for way, i, j, k, m in difflib.SequenceMatcher(None, before, changed, False).get_opcodes():
        made += after[i:j] if way == "equal" else changed[k:m]
    return b"".join(made)


def expectation(path):
    done = subprocess.run([CANASTA, "replay", path], capture_output=True, check=False)
    said = done.stderr.decode().strip()
    if done.returncode != 1 or not said.startswith(f"{path}:"):
        sys.exit(f"{path} is not refused: {said}")
    return said.removeprefix(f"{path}:").encode()


def renew_broken(path, old, new):
    first, _, body = path.read_bytes().partition(b"\n")
    if not first.startswith(b"# expect "):
        sys.exit(f"{path} does not say what to expect")
    # Without its first line the record has other line numbers: it is judged with it.
    body = same_change(old, new, body)
    path.write_bytes(b"# expect\n" + body)
    path.write_bytes(b"# expect " + expectation(path) + b"\n" + body)


def main():
    old, new = renew_documented()
    for path in sorted(RECORDS.glob("*.record")):
        if path.name.startswith("broken_"):
            renew_broken(path, old, new)
        else:
            path.write_bytes(again(path.read_bytes()))


if __name__ == "__main__":
    main()
