#!/usr/bin/env python3
"""Plants one bug after another in copies of the server's core, or of the store it is simulated
with, and fails where the simulation does not find it.

usage: plants.py SIMULATE [--evenings N] [WORD...]

SIMULATE is the program in its build folder. WORDs choose bugs by name. A folder with
AddressSanitizer is asked for those that nothing else finds.
Not here: the simulation. Invariant: as in planting.py.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from planting import Folder, plant_all, stop, wanted

HALL = "src/server/hall/"
COMPANY, LOADING = HALL + "company.c", HALL + "loading.c"
PROPOSAL, WAITING = HALL + "proposal.c", HALL + "waiting.c"
SESSION = "src/server/talk/session.c"
COMMAND, TELL = "src/server/talk/session_command.c", "src/server/talk/session_tell.c"
RESUME = "src/server/talk/session_resume.c"
TABLE, STORE = "src/server/table/table.c", "tests/server/sim/store.c"
TIME_LIMIT_S = 200

# Name, file, and pairs of what is looked for, once, and what it becomes.
PLANTS = [
    ("an ack before the commit", COMMAND, [
        ("    note_number(session, t->frame.n);\n",
         "    note_number(session, t->frame.n);\n"
         "    const cn_ruling early = {.accepted = true, .seq = cn_table_seq(table) + 1};\n"
         "    answer(session, &early);\n")]),
    ("a commit is said before its sync", STORE, [
        ("    d->tried_ms = s->now_ms;\n    return CN_UNSURE;",
         "    d->tried_ms = s->now_ms;\n    return CN_SAVED;")]),
    ("a sync that failed is said to be one", STORE, [
        ("return lost ? CN_NOT_SAVED : CN_SAVED;", "return CN_SAVED;")]),
    ("a refusal of what may be in the log", COMMAND, [
        ('case CN_UNSURE: ruling = cn_turn_refuse(cn_place_table(place), "UNSURE");',
         'case CN_UNSURE: ruling = cn_turn_refuse(cn_place_table(place), "STORE");')]),
    ("what was missed begins too late", RESUME, [
        ("t->frame.at, t->proofs, &t->resume);", "t->frame.at + 1, t->proofs, &t->resume);")]),
    ("a key is never looked up", COMMAND, [
        ("else if (!looked && t->frame.n <= session->last_n)",
         "else if (!looked && t->frame.n == 0)")]),
    ("a number counts from when it is saved", COMMAND, [
        ("    note_number(session, t->frame.n);\n", ""),
        ("    case CN_SAVED: ruling.seq",
         "    case CN_SAVED: note_number(session, session->task->frame.n); ruling.seq")]),
    ("what the log said of a key counts for ever", COMMAND, [
        ("t->is_new && t->noted == session->noted", "t->is_new")]),
    ("a double with another body is acknowledged", COMMAND, [
        ("if (!cn_digest_equal(&t->before, &t->digest))", "if (session == NULL)")]),
    ("an event is shown to nobody", TELL, [
        ("        if (!session->greeted) continue;\n",
         "        if (!session->greeted) continue;\n"
         "        if (changes->count == 1 &&\n"
         "            changes->change[0].kind == CN_ENTRY_PACE) continue;\n")]),
    ("an event is shown before its commit", PROPOSAL, [
        ("    place->proposal = proposal;\n",
         "    place->proposal = proposal;\n    cn_changes early = {0};\n"
         "    if (place->self != NULL) {\n"
         "        cn_table_take(place->table, proposal->entry, count, &early);\n"
         "        cn_hall_settings(place->hall)->tell(place, &early);\n    }\n"),
        ("    cn_table_take(place->table, proposal->entry, proposal->append.batch.count,"
         " &changes);\n",
         "    if (first)\n        cn_table_take(place->table, proposal->entry,"
         " proposal->append.batch.count, &changes);\n")]),
    ("who waits is not woken by a commit", PROPOSAL, [
        ("    cn_place_serve(place);\n",
         "    cn_place_settle(place);\n    cn_place_schedule(place);\n")]),
    ("a snapshot that was due is forgotten", SESSION, [
        ("void cn_session_drained(cn_session *session)\n{\n    snap_if_due(session);",
         "void cn_session_drained(cn_session *session)\n{\n    (void)session;")]),
    ("reading is not taken up again", SESSION, [
        ("pause(session->conn, session->task != NULL)",
         "pause(session->conn, session->task != NULL || session->strikes == 0)")]),
    ("bots are not woken when somebody comes", COMPANY, [
        ("    cn_place_schedule(place);\n    cn_hall_wake(place->hall);\n", "")]),
    ("nobody is woken when a table has been read", LOADING, [
        ("    cn_hall_wake(hall);\n", "    (void)hall;\n")]),
    ("a table is not read again after UNSURE", PROPOSAL, [
        ("    if (saved == CN_UNSURE) cn_place_set_unsure(place);\n", "")]),
    ("a table that was read again is not taken", LOADING, [
        ("        cn_table_free(place->table);\n        cn_place_set_table(place, fresh);",
         "        cn_table_free(fresh);\n        fresh = place->table;\n"
         "        cn_place_set_table(place, fresh);"),
        ("        cn_table_keep_company(fresh, place->table);\n", "")]),
    ("a snapshot of a table that is unsure", SESSION, [
        ("    if (cn_place_unsure(session->place) || session->wire",
         "    if (session->wire")]),
    ("no snapshot after a pause", TELL, [
        ("            send_away(session, why);\n        else\n"
         "            cn_session_want_snap(session);\n",
         "            send_away(session, why);\n")]),
    ("a bot plays while a command is on its way", PROPOSAL, [
        ("    cn_place_schedule(place); /* a bot whose turn it was waits, too */\n", "")]),
    ("an event with everybody's cards", TABLE, [
        ("cn_event seen = cn_event_for(&table->core.rules, event, table->view[seat]->seat);",
         "cn_event seen = *event;")]),
    ("a seed is shown before its hand is over", "src/server/talk/encode_fair.c", [
        ("if (cn_table_revealed(table)) add(", "add(")]),
    ("a commitment waits for the deal", "src/server/table/sequel.c", [
        ("    if (entry->kind == CN_ENTRY_CREATE || entry->kind == CN_ENTRY_DEAL) "
         "return add_commit(t);\n", "")]),
    ("a deal is committed to once more, after the seeds", "src/server/table/sequel.c", [
        ("if (!t->core.next_known && !add_commit(t)) return false;",
         "const cn_fair_deal given = t->core.next;\n"
         "    if (given.places != 0) {\n"
         "        t->core.next.deal = 0;\n"
         "        if (!add_commit(t)) return false;\n"
         "        t->core.next.places = given.places;\n"
         "        memcpy(t->core.next.part, given.part, sizeof given.part);\n"
         "    }")]),
    ("a seed stands in the log in clear", "src/server/table/sequel.c", [
        ("    entry.base = t->out->base",
         "    char clear[193];\n"
         "    for (unsigned i = 0; i < 96; i++) sprintf(clear + 2 * i, \"%02x\","
         " t->core.next.seed[i]);\n"
         "    entry.base = t->out->base"),
        (" = cn_base_write(&t->core, t->sheet, t->sheet_count);", " = strdup(clear);")]),
    ("a card is proven to somebody else", "src/server/table/prover.c", [
        ("(dealt_to[at] >> audience & 1) == 0", "dealt_to[at] == 0")]),
    ("jobs are given to a store that closes", PROPOSAL, [
        ("cn_hall_is_closed(place->hall) || ", "")]),
]
# Found by AddressSanitizer only.
SANITIZED_PLANTS = [
    ("a table is put away while it serves", WAITING, [
        ("    place->held = true;\n    cn_place_settle(place);\n", "")]),
]


def find(program, evenings):
    """Which evening failed, and how, or None."""
    done = subprocess.run([program, "--evenings", str(evenings)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          timeout=TIME_LIMIT_S)
    began = re.search(r"^seed (\d+)$", done.stdout, re.M)
    failed = re.findall(r"^seed (\d+): (.*)$", done.stdout, re.M)
    if done.returncode == 0 or not began or not failed:
        return None
    return f"evening {int(failed[-1][0]) - int(began.group(1)) + 1}: {failed[-1][1]}"


def main():
    words = sys.argv[1:]
    evenings = 1000
    if "--evenings" in words:
        at = words.index("--evenings")
        evenings = int(words[at + 1])
        del words[at:at + 2]
    if not words:
        stop("name the program")
    folder, words = Folder(words[0]), words[1:]
    plants = wanted(SANITIZED_PLANTS if folder.sanitized else PLANTS, words)
    return plant_all((folder, plants, lambda planted, _: find(planted, evenings)))


if __name__ == "__main__":
    sys.exit(main())
