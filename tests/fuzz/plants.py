#!/usr/bin/env python3
"""Plants a bug in the code of each fuzzer, and fails where the fuzzer does not find it.

usage: plants.py BUILD [--seconds N] [WORD...]

BUILD is the folder with the fuzzers. WORDs choose bugs by name.
Not here: the fuzzers. Invariant: as in tests/server/planting.py.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [HERE, os.path.join(HERE, "..", "server")]
import planting
import run

# Fuzzer and bug, file, and pairs of what is looked for, once, and what it becomes.
PLANTS = [
    ("request: a body longer than it said", "src/server/net/request.c", [
        ("size < request->body_to_come ? size : request->body_to_come;\n    memcpy",
         "size < request->body_to_come || size < 4 ? size : request->body_to_come;\n    memcpy")]),
    ("frames: a message one piece too long", "src/server/net/ws.c", [
        ("if (ws->length + piece->data_length <= CN_FRAME_BYTES_MAX)",
         "if (ws->length <= CN_FRAME_BYTES_MAX)")]),
    ("frames: control frames in the middle of a message", "src/server/net/ws.c", [
        ("    if (ws->in_control) return;\n", "")]),
    ("commands: a word longer than its room", "src/server/table/command.c", [
        ("cn_json_get_text(object, \"do\", deed, 1, sizeof deed - 1)",
         "cn_json_get_text(object, \"do\", deed, 1, sizeof deed + 40)")]),
    ("rows: a digest that is too short", "src/server/store/log_row.c", [
        ("sqlite3_column_bytes(stmt, column) != CN_DIGEST_BYTES",
         "sqlite3_column_bytes(stmt, column) > CN_DIGEST_BYTES")]),
    ("rows: a seat that is not linked", "src/server/store/log_row.c", [
        ("    if (entry->seat == CN_NO_SEAT)\n        cn_chain_null(chain);",
         "    if (entry->seat == CN_NO_SEAT || entry->seat > 6)\n        cn_chain_null(chain);")]),
    ("entries: a seat that the table has not", "src/server/table/core.c", [
        ("    if (seat_i >= core->rules.player_count) return false;\n", "")]),
    ("entries: a play before the deal", "src/server/table/core.c", [
        ("    if (pub->phase != CN_PHASE_DRAW && pub->phase != CN_PHASE_MELD && "
         "pub->phase != CN_PHASE_ANSWER)\n        return false;\n", "")]),
    ("codes: a rule that is set twice", "src/text/house/house_text.c", [
        ("    } else if (r->named[param_i]) {", "    } else if (false) {")]),
    ("records: a line longer than its room", "src/text/records/replay_text.c", [
        ("        if (part > sizeof replay->text - replay->text_length)",
         "        if (part > sizeof replay->text)")]),
    ("records: a card too many in a deck", "src/text/records/replay_text.c", [
        ("    if (replay->deck_count == replay->rules.deck_size) deal(replay);",
         "    if (replay->deck_count + 1 >= replay->rules.deck_size) deal(replay);")]),
    ("table: an event that nobody is told of", "src/server/talk/session_tell.c", [
        ("        if (!session->greeted) continue;\n        if (session->resuming ||",
         "        if (!session->greeted) continue;\n"
         "        if (changes->count > 0 && changes->change[0].kind == CN_ENTRY_PACE) continue;\n"
         "        if (session->resuming ||")]),
    ("table: who is not to act may play", "src/server/table/turn.c", [
        ("    if (acting != seat) return refuse_reason(table, CN_REASON_TURN);",
         "    seat = acting;")]),
]


def main():
    words = sys.argv[1:]
    seconds = 60
    if "--seconds" in words:
        at = words.index("--seconds")
        seconds = int(words[at + 1])
        del words[at:at + 2]
    if not words:
        planting.stop("name the build folder")

    def find(planted, name):
        good, text = run.fuzz(planted, name.partition(":")[0], seconds)
        return None if good else text.split("\n")[1][:150]

    groups = []
    for name in run.NAMES:
        program = os.path.join(words[0], "tests", "fuzz", "fuzz_" + name)
        plants = [p for p in planting.wanted(PLANTS, words[1:]) if p[0].startswith(name + ":")]
        groups.append((planting.Folder(program), plants, find))
    return planting.plant_all(*groups)


sys.exit(main())
