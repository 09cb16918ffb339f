#!/usr/bin/env python3
"""Plants one leak after another in copies of the server's core, one at least of each class, and
fails where the audit does not find it.

usage: plants.py AUDIT [TIMING] [--pairs N] [WORD...]

AUDIT and TIMING are the programs in their build folder. WORDs choose leaks by name.
Not here: the audit. Invariant: as in planting.py.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from planting import Folder, plant_all, stop, wanted

ENCODE, TABLE, TURN = ("src/server/talk/encode.c", "src/server/table/table.c",
                       "src/server/table/turn.c")
SHOWN = "src/server/table/shown.c"
PRESENCE = "src/server/table/table_presence.c"
BOTS, CALLS = "src/server/hall/bots.c", "src/server/talk/table_calls.c"
LOBBY, API = "src/server/talk/lobby.c", "src/server/talk/api.c"
DATA, DESERTED = "src/server/talk/me_data.c", "src/server/table/deserted.c"
HELLO, COMMAND = "src/server/talk/session_hello.c", "src/server/talk/session_command.c"
TIME_LIMIT_S = 200
SEEDS = ("1", "2", "3")
# Something that only seat 0 knows.
SECRET = "cn_view_hash(cn_table_view(table, 0), cn_table_rules(table))"
OF_NEXT = SECRET.replace("table, 0", "table, 1")
OF_PLACE = SECRET.replace("table,", "cn_place_table(place),").replace(
    "(table)", "(cn_place_table(place))")
HASH = ("    snprintf(text, sizeof text, \"%016\" PRIx64, "
        "cn_view_hash(view, cn_table_rules(table)));\n"
        "    add_text(object, \"vh\", text);\n")
TOLD = "    assert(!writer.overflow);\n    cn_lines_add(&table->lines[seat], line);\n"

# Name, file, and pairs of what is looked for, once, and what it becomes.
PLANTS = [
    ("a field too many in a state", ENCODE, [
        ("    add(object, \"sheets\", sheets_of(table));\n",
         "    add(object, \"sheets\", sheets_of(table));\n"
         f"    add_number(object, \"check\", (int64_t)({SECRET} >> 1));\n")]),
    ("an event with everybody's cards", TABLE, [
        ("    cn_write_event(&writer, &table->core.rules, &seen);",
         "    cn_write_event(&writer, &table->core.rules, event);")]),
    ("who looks on has a hand", TABLE, [
        ("i == CN_WATCHER ? CN_SEAT_NONE :", "i == CN_WATCHER ? 0 :")]),
    ("a hand in the order of the deck", TABLE, [
        (TOLD, "    char *at = strstr(line, \" hand \");\n"
               "    at = at != NULL ? strchr(at, ':') : NULL;\n"
               "    if (at != NULL && table->core.game.deck[0] >\n"
               "                          table->core.game.deck[table->core.rules.seat_count]) {\n"
               "        char card[2] = {at[1], at[2]};\n"
               "        memmove(at + 1, at + 3, 2);\n        memcpy(at + 3, card, 2);\n    }\n"
               + TOLD)]),
    ("a card with its place in the deck", TABLE, [
        (TOLD, "    unsigned id = 0;\n"
               "    while (event->kind == CN_EVENT_STEP && id < table->core.rules.deck_size &&\n"
               "           table->core.game.deck[id] != event->u.step.step.card[0])\n"
               "        id++;\n"
               "    if (event->kind == CN_EVENT_STEP)\n"
               "        snprintf(line + strlen(line), 8, \" #%u\", id);\n" + TOLD)]),
    ("a refusal that knows other hands", TURN, [
        ("    ruling.seq = cn_table_seq(table);\n",
         f"    ruling.step += ({SECRET} & 1);\n    ruling.seq = cn_table_seq(table);\n")]),
    ("a refusal out of turn that knows other hands", TURN, [
        ("    if (acting != seat) return refuse_reason(table, CN_REASON_TURN);",
         f"    if (acting != seat && {SECRET} % 3 > 0)\n"
         "        return refuse_reason(table, CN_REASON_TURN);\n"
         "    if (acting != seat) return cn_turn_refuse(table, \"STALE\");")]),
    ("a hash of another's view", ENCODE, [
        (HASH, HASH.replace("(view,", "(cn_table_view(table, 0),"))]),
    ("a message whose size tells", ENCODE, [
        (HASH, f"    if ({SECRET} % 2 == 1) add_text(object, \"pad\", \"\");\n" + HASH)]),
    ("a bot thinks longer with some cards", BOTS, [
        ("    const int64_t due = cn_place_due_since(place) + cn_table_pace_ms(table);",
         "    const int64_t due = cn_place_due_since(place) + cn_table_pace_ms(table) +\n"
         "        cn_view_hash(cn_table_view(table, seat), cn_table_rules(table)) % 7;")]),
    ("a line of the server's log", TABLE, [
        ("    changes->count = count;\n    for",
         "    changes->count = count;\n"
         "    fprintf(stderr, \"card %u\\n\",\n"
         "            table->core.game.deck[table->core.game.deck_next]);\n"
         "    for")]),
    ("advice from the whole game", PRESENCE, [
        ("    return &table->stream;",
         "    table->stream.state[1] ^= table->core.game.deck[table->core.game.deck_next];\n"
         "    return &table->stream;")]),
    ("an answer to who asks by HTTP", CALLS, [
        ("    add_text(object, \"phase\", cn_phase_word(phase_told(table, hidden)));\n",
         "    add_text(object, \"phase\", cn_phase_word(phase_told(table, hidden)));\n"
         "    json_object_object_add(object, \"n\",\n"
         f"                           json_object_new_int((int)({SECRET} & 1023)));\n"
         )]),
    ("a list of open tables", LOBBY, [
        ("    add_text(entry, \"house\", cn_table_house(table));\n",
         f"    if (({SECRET} & 1) != 0) add_text(entry, \"hot\", \"\");\n"
         "    add_text(entry, \"house\", cn_table_house(table));\n")]),
    ("a proof of a card that is not shown", SHOWN, [
        ("    show(shown, stock_at, 1, arrivals->stock_count, own);\n",
         "    show(shown, stock_at, 1, arrivals->stock_count, CN_SHOWN_TO_ALL);\n")]),
    ("a state of health", API, [
        ("static void done_probe(cn_job *job)\n{\n",
         "static bool look_in(void *user, cn_place *place)\n{\n"
         f"    *(bool *)user = ({OF_PLACE} & 1) != 0;\n"
         "    return false;\n}\n\nstatic void done_probe(cn_job *job)\n{\n"
         "    bool ill = false;\n"
         "    cn_hall_each_open(((probe *)job)->hall, look_in, &ill);\n"
         "    if (ill) ((probe *)job)->ready = ((probe *)job)->well = false;\n")]),
    ("a measure", COMMAND, [
        ("    cn_tally_add(&measures->answers, ruling->accepted",
         "    const cn_place *place = session->place;\n"
         f"    if (({OF_PLACE} & 1) != 0) cn_tally_add(&measures->answers, \"odd\");\n"
         "    cn_tally_add(&measures->answers, ruling->accepted")]),
    ("hands that were left", DESERTED, [
        ("(cn_table_acting(table) != CN_NO_SEAT || cn_table_quit(table));",
         f"(({OF_NEXT} & 1) != 0 || cn_table_quit(table));")]),
    ("what is kept of a person", DATA, [
        ("    add_text(told, \"rules\",",
         f"    if (({SECRET} & 1) != 0) add_text(told, \"hot\", \"\");\n"
         "    add_text(told, \"rules\",")]),
    ("a seat that is left", CALLS, [
        ("static void left(cn_pending *call)\n{\n",
         "static void left(cn_pending *call)\n{\n"
         "    const cn_table *table = cn_place_table(call->place);\n"
         f"    if (({SECRET} & 1) != 0) call->number = 1;\n"),
        ("    cn_pending_give(call, cn_reply_json(200, json_object_new_object()));",
         "    json_object *object = json_object_new_object();\n"
         "    if (call->number != 0) add_text(object, \"hot\", \"\");\n"
         "    cn_pending_give(call, cn_reply_json(200, object));")]),
    ("a pause that asks for more", COMMAND, [
        ("    ruling.need = (int32_t)votes.need;\n",
         "    const cn_place *place = session->place;\n"
         f"    ruling.need = (int32_t)votes.need + (int32_t)({OF_PLACE} & 1);\n")]),
    ("a seed that is refused", TURN, [
        ("    const cn_fair_deal *next = cn_table_next_deal(table);\n",
         f"    if (({SECRET} & 1) != 0) return cn_turn_refuse(table, \"STALE\");\n"
         "    const cn_fair_deal *next = cn_table_next_deal(table);\n")]),
    ("who waits sees the hand he is to have", HELLO, [
        ("    return comes || invited ? CN_WATCHER : CN_NO_SEAT;",
         "    if (comes) return cn_table_seat_of_coming(table, t->person);\n"
         "    return invited ? CN_WATCHER : CN_NO_SEAT;")]),
    ("a refusal for who has no key", HELLO, [
        ("        refuse_key(session, cn_table_is_lesson(table) ? \"LESSON\" : \"BAD_TOKEN\");\n"
         "        return;\n    }\n    session->place",
         f"        refuse_key(session, ({OF_PLACE} & 1) != 0 ? \"BAD_TOKEN\" : \"NO_TABLE\");\n"
         "        return;\n    }\n    session->place")]),
    ("what was left of the stock", TABLE, [
        ("        sheet->score[i] = score[i];\n",
         "        sheet->score[i] = score[i];\n"
         "        sheet->score[i].penalties -=\n"
         "            table->core.game.deck[table->core.game.deck_next];\n"
         )]),
]


# Fifty microseconds more, if seat 0 holds some cards rather than others; two hundred where a whole
# log is read, which takes some hundreds.
SPIN = (f"    if (({SECRET} & 1) != 0) {{\n        struct timespec a, b;\n"
        "        clock_gettime(CLOCK_MONOTONIC, &a);\n"
        "        do clock_gettime(CLOCK_MONOTONIC, &b);\n"
        "        while ((b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec < 50000);\n"
        "    }\n")
LONG_SPIN = SPIN.replace("50000", "200000")
INCLUDE = "#include <string.h>\n"
SLOW_PLANTS = [
    ("a refusal that takes its time", TURN, [
        (INCLUDE, INCLUDE + "#include <time.h>\n"),
        ("    if (cn_table_is_paused(table) && moves_on(frame->kind)) return",
         SPIN + "    if (cn_table_is_paused(table) && moves_on(frame->kind)) return")]),
    ("a snapshot that takes its time", ENCODE, [
        (INCLUDE, INCLUDE + "#include <time.h>\n"),
        ("    json_object *object = message(\"snap\");\n",
         "    json_object *object = message(\"snap\");\n" + SPIN)]),
    ("a look that takes its time", CALLS, [
        (INCLUDE, INCLUDE + "#include <time.h>\n"),
        ("    add_text(object, \"phase\", cn_phase_word(phase_told(table, hidden)));\n",
         SPIN +
         "    add_text(object, \"phase\", cn_phase_word(phase_told(table, hidden)));\n")]),
    ("a list that takes its time", LOBBY, [
        (INCLUDE, INCLUDE + "#include <time.h>\n"),
        ("    json_object *entry = json_object_new_object();\n    add_text(entry, \"table\"",
         SPIN +
         "    json_object *entry = json_object_new_object();\n    add_text(entry, \"table\"")]),
    ("an export that takes its time", DATA, [
        ("    const unsigned seat = cn_table_seat_of_person(table, person);\n",
         LONG_SPIN +
         "    const unsigned seat = cn_table_seat_of_person(table, person);\n")]),
]


def find(program, pairs):
    """What the audit says, or None. Some leaks are met in one game of a hundred, and one of them
    was missed once, nobody knows why: what other games find counts, too, and what was said where
    nothing was found is shown."""
    for seed in SEEDS:
        done = subprocess.run([program, "--pairs", str(pairs), "--seed", seed],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=TIME_LIMIT_S)
        said = re.findall(r"^(?:audit|timing): (.*)", done.stdout, re.M)
        if done.returncode != 0 and said:
            return said[-1]
        print(f"# seed {seed} ended with {done.returncode}: {done.stdout[-300:].strip()}",
              flush=True)
    return None


def main():
    words = sys.argv[1:]
    pairs = 20000
    if "--pairs" in words:
        at = words.index("--pairs")
        pairs = int(words[at + 1])
        del words[at:at + 2]
    if not words:
        stop("name the program")
    programs = [word for word in words if os.path.exists(word)]
    words = [word for word in words if word not in programs]
    groups = [(Folder(programs[0]), wanted(PLANTS, words), lambda planted, _: find(planted, pairs))]
    if len(programs) > 1:
        groups.append((Folder(programs[1]), wanted(SLOW_PLANTS, words),
                       lambda planted, _: find(planted, 200)))
    return plant_all(*groups)


sys.exit(main())
