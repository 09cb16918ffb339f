"""Bots that think: beside everybody, in the pause before their play, and no longer than they may.

Not here: what they play (tests/players), how threads and time are shared (test_worker.c).
"""
import time

from client import Seat, catch_up, check, copy_log, of_hands, run, sit_down
from test_many import bots_alone, who_waits
from test_ops import Kept

SECOND = 1.0
PACE_MS = 500
PLAYS = 14  # so many each hand has, and nobody deals a second one
PAUSE_MS = 2500
CROWD = 60  # tables of bots without a pause: far more thoughts than there is time for
BUSY = 0.5  # what a machine that does other things besides may add to a wait


def thoughts(server):
    """How many there were, how long they took, how many were cut short, and took above 2.5 s."""
    told = server.measures()
    count = told["canasta_thought_seconds_count"]
    return (count, told["canasta_thought_seconds_sum"], told["canasta_thoughts_cut_total"],
            count - told['canasta_thought_seconds_bucket{le="2.5"}'])


def next_play(line, timeout=20):
    """Waits for a play at a table that is looked at."""
    while (message := line.receive(timeout)) is not None:
        if message["t"] == "ev" and message["kind"] == "play":
            return message
    return check(False, "nobody plays")


def thinking_is_done_in_the_pause(program, _brain):
    server = Kept(program)
    line = bots_alone(server, bot="level:8", pace_ms=PACE_MS, rules="brazilian", players=4)
    next_play(line)
    count, took, _, _ = thoughts(server)
    began = time.monotonic()
    for _ in range(PLAYS):
        next_play(line)
    elapsed = time.monotonic() - began
    count, took = thoughts(server)[0] - count, thoughts(server)[1] - took
    print("# %d thoughts of %.2f s in all, in %.2f s" % (count, took, elapsed))
    check(took > 0.4, "they hardly think, so that nothing is told by this")
    check(elapsed < PLAYS * PACE_MS / 1000 + took / 2, "the pause comes on top")
    line.close()
    check(server.stop() == 0, "stop")
    server.close()


def many_tables_shorten_thoughts_and_all_play_in_time(program, brain):
    server = Kept(program)
    lines = [bots_alone(server, bot="level:8") for _ in range(CROWD)]
    house = "draw_count = 2; " + of_hands(1)  # plays are judged beside the loop
    anna, ben = sit_down(server, brain, ["Anna", "Ben"], rules="two_player", overrides=house)
    waits = []
    for _ in range(60):
        actor = next((one for one in (anna, ben) if one.to_act()), None)
        if actor is None:
            break
        play, began = actor.choose(), time.monotonic()
        actor.play(play)
        waits.append(time.monotonic() - began)
        catch_up([anna, ben])
    for line in lines:
        next_play(line)
    count, took, cut, late = thoughts(server)
    waits.sort()
    print("# %d thoughts of %.0f ms, %d cut short, %d above 2.5 s; %d plays of people: p50 %.0f, "
          "worst %.0f ms" % (count, 1000 * took / count, cut, late, len(waits),
                             1000 * waits[len(waits) // 2], 1000 * waits[-1]))
    check(len(waits) > 20 and waits[len(waits) // 2] < 0.1, "people wait for bots")
    check(count > CROWD and cut > count / 4, "thoughts are as long as ever")
    check(took / count < SECOND / 2 + BUSY and late == 0, "bots wait for bots")
    for line in lines:
        line.close()
    began = time.monotonic()
    check(server.stop() == 0 and time.monotonic() - began < 5, "thoughts hold up the end")
    server.close()


def a_server_that_ends_in_a_thought_loses_nothing(program, _brain):
    server = Kept(program)
    lines = [bots_alone(server, bot="level:8", pace_ms=300) for _ in range(8)]
    for end in (server.stop, server.kill, server.stop):
        told = [max(next_play(line)["seq"] for _ in range(2)) for line in lines]
        end()
        server.start()
        for line, seq in zip(lines, told):
            check(copy_log(server, line.made["table"])[-1][0] >= seq, "a play is lost")
            line.close()
        lines = [who_waits(server, line.made) for line in lines]
    for line in lines:
        next_play(line)
        line.close()
    check(server.stop() == 0, "stop")
    server.close()


def who_takes_the_seat_of_a_bot_that_has_thought_plays_himself(program, brain):
    """Ben sits down in the seat whose turn it is, when its bot has thought and not yet played:
    nothing is played for him, and the bot behind him goes on."""
    server = Kept(program)
    made = server.make_table(name="Anna", bot="level:8")
    anna = Seat(server, made, brain)
    while not anna.to_act():
        anna.next()
    check(anna.do(do="pace", ms=PAUSE_MS)["t"] == "ack", "a pause")
    count = thoughts(server)[0]
    while anna.to_act():
        anna.play(anna.choose())
    while thoughts(server)[0] == count:
        time.sleep(0.05)
    ben = Seat(server, server.take_seat(made, anna.state()[1], "Ben"), brain)
    seen = ben.seq
    time.sleep(2 * PAUSE_MS / 1000)
    check(ben.to_act() and copy_log(server, made["table"])[-1][0] == seen, "it played for him")
    while ben.to_act():
        ben.play(ben.choose())
    while ben.next()["t"] != "ev":
        pass
    anna.close()
    ben.close()
    check(server.stop() == 0, "stop")
    server.close()


def without_time_bots_play_at_once(program, _brain):
    server = Kept(program, "--thought", "0")
    line = bots_alone(server, bot="level:8", pace_ms=20)
    for _ in range(PLAYS):
        next_play(line)
    count, took, cut, _ = thoughts(server)
    print("# %d thoughts of %.1f ms, %d cut short" % (count, 1000 * took / count, cut))
    check(cut > 0 and took / count < 0.1 + BUSY / 5, "they think")
    line.close()
    server.close()


if __name__ == "__main__":
    run([thinking_is_done_in_the_pause, many_tables_shorten_thoughts_and_all_play_in_time,
         a_server_that_ends_in_a_thought_loses_nothing,
         who_takes_the_seat_of_a_bot_that_has_thought_plays_himself,
         without_time_bots_play_at_once])
