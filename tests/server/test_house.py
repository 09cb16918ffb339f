"""House rules at the server: tables made with a share code.

Not here: codes themselves (tests/text/house_text_test.c).
"""
import subprocess

from client import (GAME_END, Seat, Server, actor_of, catch_up, check, of_hands, play_on, run,
                    sit_down)

CODE = "classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74"
RULES = "draw_count = 2; out_canastas = 2; target = 3000"


def look(server, made):
    status, seen = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check(status == 200, "the table cannot be looked at", status, seen)
    return seen


def a_code_makes_a_table_and_everybody_hears_its_name(program, brain):
    server = Server(program)
    made = server.make_table(rules=CODE)
    seen = look(server, made)
    check(seen["rules"] == "classic_pagat" and seen["overrides"] == RULES, seen)
    check(seen["house"] == "Grandma's rules", seen)
    seat = Seat(server, made, brain)
    table = seat.resync()["table"]
    check(table["house"] == "Grandma's rules" and table["overrides"] == RULES, table)
    seat.close()
    plain = look(server, server.make_table())
    check(plain["house"] == "", plain)
    server.close()


def changes_of_the_order_go_over_the_code(program, brain):
    server = Server(program)
    seen = look(server, server.make_table(rules=CODE, overrides="target = 500; rounds = 1"))
    check(seen["overrides"] ==
          "draw_count = 2; out_canastas = 2; target = 500; rounds = 1", seen)
    server.close()


def a_hand_is_played_by_the_rules_of_the_code(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "ABCD", rules=CODE, overrides=of_hands(1))
    drawn = []
    while not drawn:
        actor = actor_of(seats)
        actor.play("draw")
        catch_up(seats)
        drawn = [e for e in actor.resync()["events"] if e.startswith("%d draw gets" % actor.seat)]
    check(len(drawn[-1].split(" gets ")[1].split(" ")[0]) >= 3, drawn)  # two cards, or a joker
    play_on(seats, until=lambda all_of: all_of[0].state()[0] == GAME_END)
    for seat in seats:
        seat.close()
    server.close()


def who_goes_while_his_play_is_judged_says_it_again(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "ABCD", rules=CODE)
    for _ in range(60):
        actor = actor_of(seats)
        n = actor.command(play=actor.choose())
        sent = actor.last_sent
        actor.reconnect()
        actor.socket.send(sent)
        check(actor.answer(n)["t"] == "ack", "once and for all:", actor.answers[n], sent)
        catch_up(seats)
    for seat in seats:
        seat.close()
    check(server.stop() == 0, "stop")
    server.close()


def comments_are_shown_to_nobody(program, _brain):
    server = Server(program)
    text = "# buy this \u202e\u0007\nrounds = 2 # or that\n#"
    made = server.make_table(rules="two_player", name="Anna", overrides=text)
    check(look(server, made)["overrides"] == "\nrounds = 2 \n", look(server, made))
    server.close()


def codes_that_are_wrong_make_no_table(program, brain):
    server = Server(program)
    rules = subprocess.run([program, "rules", "code", "samba"], capture_output=True, text=True,
                           check=True).stdout.strip()
    for code, what in [(CODE[:-1] + "x", "damaged"), (CODE.replace("dc", "cd"), "damaged"),
                       ("~", "damaged"), (rules + "~", "damaged"), (CODE + "é", "not '"),
                       ("x~" * 1023, "damaged"), ("x~" * 1100, "rules must")]:
        status, answer = server.post("/v1/tables", {"rules": code})
        check(status == 400 and answer["error"] == "FORMAT", code[:60], "gave", status, answer)
        check(what in answer["message"], code[:60], "gave", answer)
    status, answer = server.post("/v1/tables", {"rules": CODE, "overrides": "out_canastas = 11"})
    check(status == 400 and "out_canastas" in answer["message"], answer)
    server.close()


if __name__ == "__main__":
    run([a_code_makes_a_table_and_everybody_hears_its_name, comments_are_shown_to_nobody,
         changes_of_the_order_go_over_the_code,
         a_hand_is_played_by_the_rules_of_the_code,
         who_goes_while_his_play_is_judged_says_it_again,
         codes_that_are_wrong_make_no_table])
