"""Games over the wire: people and bots at one table, each seat's engine agreeing on every hash."""
import json
import time

from client import (GAME_END, RUNNING, SCORED, Closed, Seat, Server, Socket, catch_up, check,
                    copy_log, drain, of_hands, play_on, run, sit_down)


def whole_game(program, brain, players, rules, overrides, names):
    server = Server(program)
    seats = sit_down(server, brain, names, rules=rules, overrides=overrides)
    hands = 0
    while True:
        play_on(seats, player=players)
        hands += 1
        phase, _ = seats[0].state()
        if phase == GAME_END:
            break
        check(phase == SCORED, "the hand stopped in phase", phase)
        check(seats[hands % len(seats)].do(do="next")["t"] == "ack", "no next hand")
        catch_up(seats)
    snaps = [seat.resync() for seat in seats]
    check(all(len(snap["sheets"]) == hands for snap in snaps), "a sheet for each hand")
    check(snaps[0]["sheets"] == snaps[-1]["sheets"], "everybody sees the same sheets")
    return server, seats, hands


def two_people_and_two_bots_play_a_whole_game(program, brain):
    server, seats, hands = whole_game(program, brain, "racer", "classic_pagat", "target = 2000",
                                      ["Anna", "Jörg"])
    check([s["name"] for s in seats[0].seats][:2] == ["Anna", "Jörg"], "names are shown")
    check([s["who"] for s in seats[0].seats] == ["human", "human", "bot", "bot"], "who sits where")
    check(hands >= 1, "hands")
    for seat in seats:
        seat.close()
    server.close()


def four_people_play_a_whole_game_and_a_rematch(program, brain):
    server, seats, _ = whole_game(program, brain, "racer", "classic_pagat", of_hands(2),
                                  ["A", "B", "C", "D"])
    dealer = dealer_of(seats[0])
    answer = seats[2].do(do="rematch")
    check(answer["t"] == "ack", "no rematch", answer)
    catch_up(seats)
    check(seats[0].state()[0] in RUNNING, "the new game runs")
    check(dealer_of(seats[0]) == (dealer + 1) % 4, "the deal moves on")
    snap = seats[1].resync()
    check(snap["sheets"] == [] and snap["start"].endswith("played 0 totals 0,0"), snap["start"])
    play_on(seats)
    for seat in seats:
        seat.close()
    server.close()


def dealer_of(seat):
    words = seat.resync()["events"][0].split()
    return int(words[words.index("dealer") + 1])


def two_people_play_the_two_handed_game(program, brain):
    server, seats, hands = whole_game(program, brain, "racer", "two_player", "target = 2500",
                                      ["A", "B"])
    check(hands >= 1, "hands")
    for seat in seats:
        seat.close()
    server.close()


def random_players_reach_the_end_of_a_hand_in_step_with_the_server(program, brain):
    server, seats, _ = whole_game(program, brain, "random", "classic_pagat", of_hands(1),
                                  ["A", "B", "C", "D"])
    for seat in seats:
        seat.close()
    server.close()


def one_person_and_a_bot_play_the_two_handed_game(program, brain):
    server, seats, _ = whole_game(program, brain, "racer", "two_player", of_hands(1), ["A"])
    seats[0].close()
    server.close()


def rule_sets(server):
    """Every rule set with every number of players, sheets of clubs with one: (name, players)."""
    status, _, text = server.request("GET", "/v1/rules")
    listed = json.loads(text)["rulesets"]
    check(status == 200 and len(listed) >= 29, "only", len(listed), "rule sets")
    for rules in listed:
        members = {"name", "title", "about", "club", "parent", "players", "usual", "targets"}
        check(set(rules) == members | {"rounds"}, rules)
        check(len(rules["targets"]) == len(rules["rounds"]) == len(rules["players"]), rules)
        check(rules["title"] and rules["players"] == sorted(rules["players"]), rules)
        check(rules["usual"] in rules["players"], rules)
    return [(rules["name"], players) for rules in listed
            for players in ([rules["usual"]] if rules["club"] else rules["players"])]


def a_hand_under_every_rule_set_with_every_number_of_players(program, brain):
    server = Server(program)
    tables = rule_sets(server)
    check(("samba", 4) in tables and ("forum", 5) in tables and ("pennies", 6) in tables, tables)
    for rules, players in tables:
        names = "ABCDEF"[:2 if players > 2 else 1]
        seats = sit_down(server, brain, names, rules=rules, players=players, overrides=of_hands(1))
        check(len(seats[0].seats) == players, rules, "has", len(seats[0].seats), "seats")
        check(len({seat["name"] for seat in seats[0].seats}) == players, seats[0].seats)
        play_on(seats)
        check(seats[0].state()[0] == GAME_END, rules, "goes on after its only hand")
        for seat in seats:
            seat.close()
    server.close()


def of_five_persons_one_looks_on_in_each_hand(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "ABCDE", rules="five_hand", players=5, overrides=of_hands(4))
    rested = []
    for hand in range(4):
        looks_on = [seat.seat for seat in seats if seat.rests()]
        check(len(looks_on) == 1, "so many rest:", looks_on)
        onlooker = seats[looks_on[0]]
        rested += looks_on
        check(onlooker.counts()[1] == 0, "who rests holds", onlooker.counts())
        refused = onlooker.do(play="draw")
        check((refused["t"], refused["code"]) == ("rej", "TURN"), refused)
        lines = onlooker.resync()["events"]
        check(" hand " not in lines[0], "who rests is shown a hand:", lines[0])
        onlooker.reconnect()
        catch_up(seats)
        play_on(seats)
        if hand < 3:
            check(onlooker.do(do="next")["t"] == "ack", "who rests may call for the next hand")
            catch_up(seats)
    check(sorted(rested[:3]) == [0, 1, 2] and rested[3] == rested[0], "they rest in turn:", rested)
    sheets = seats[0].resync()["sheets"]
    check(len(sheets) == 4 and all(len(sheet["totals"]) == 2 for sheet in sheets), sheets)
    for seat in seats:
        seat.close()
    server.close()


def standing(server, made):
    status, told = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check(status == 200, told)
    return told


def who_looks_is_told_how_the_game_stands(program, brain):
    server = Server(program)
    made = server.make_table(rules="five_hand", players=5, overrides=of_hands(2), deal="later")
    told = standing(server, made)
    check(told["sides"] == [0, 0, 0, 1, 1] and told["totals"] == [0, 0], "of all persons", told)
    check("turn" not in told and told["won"] == [], "nobody's turn before the deal", told)
    check(told["hand"] == 0, "no hand before the deal", told)
    seats = [Seat(server, made, brain)]
    seats += [Seat(server, server.take_seat(made, i, "ABCDE"[i]), brain) for i in range(1, 5)]
    catch_up(seats)
    check(seats[0].do(do="deal")["t"] == "ack", "dealt")
    catch_up(seats)
    for hand in range(2):
        actor = next(seat.seat for seat in seats if seat.to_act())
        told = standing(server, made)
        check((told["turn"], told["won"]) == (actor, []), "whose turn it is", actor, told)
        check(told["hand"] == hand + 1, "which hand it is", told)
        check(abs(told["at"] - time.time()) < 60, "when the deal was", told)
        play_on(seats)
        told = standing(server, made)
        check(told["totals"] == seats[0].resync()["sheets"][hand]["totals"], "the totals", told)
        check("turn" not in told, "nobody's turn between hands", told)
        if hand == 0:
            seats[0].do(do="next")
            catch_up(seats)
    own = {"Authorization": "Bearer " + seats[3].made["token"]}
    status, by_key = server.post("/v1/tables/%s/look" % made["table"], {}, own)
    check((status, by_key.get("seat")) == (200, 3), "one's own seat", by_key)
    check("seat" not in told, "an invitation is nobody's", told)
    best = max(told["totals"])
    check(told["phase"] == "game_end", told)
    check(told["won"] == [side for side in (0, 1) if told["totals"][side] == best], told)
    for seat in seats:
        seat.close()
    server.close()


def one_person_and_four_bots_share_the_seats_of_four(program, brain):
    server = Server(program)
    for seat_i in range(5):
        made = server.make_table(rules="five_hand", players=5, overrides=of_hands(3))
        if seat_i > 0:
            first, made = made, server.take_seat(made, seat_i, "Ben")
            server.post("/v1/tables/%s/leave" % first["table"], {"token": first["token"]})
        ben = Seat(server, made, brain)
        for _ in range(3):
            play_on([ben])
            if ben.state()[0] == SCORED:
                ben.do(do="next")
        check(ben.state()[0] == GAME_END, "the game of seat", seat_i, "goes on:", ben.state())
        ben.close()
    server.close()


def the_rules_of_a_table_are_told_in_plain_english(program, _brain):
    server = Server(program)
    status, headers, text = server.request("GET", "/v1/rules/samba/explain")
    check(status == 200 and headers["content-type"] == "text/plain; charset=utf-8", headers)
    samba = text.decode()
    check("sequence" in samba.lower() and len(samba) > 1000, samba[:200])
    told = {samba}
    for path in ("forum/explain?players=2", "forum/explain?players=5", "forum/explain?players=3",
                 "samba/explain?players=4&overrides=target%20%3D%203000",
                 "samba/explain?players=4&overrides=draw_count+%3D+1%3Bwild_ratio_exceptions+%3D+"
                 "2%2B2%3Bwild_ratio+%3D+wild_lt_natural"):
        status, _, text = server.request("GET", "/v1/rules/" + path)
        check(status == 200, path, status, text[:200])
        check(text.decode() not in told, path, "tells nothing new")
        told.add(text.decode())
    server.close()


def bots_stand_still_while_nobody_is_there(program, brain):
    server = Server(program)
    made = server.make_table()
    seat = Seat(server, made, brain)
    while not seat.to_act():
        drain([seat], 5.0)
    # The person leaves a moment after handing the turn to a bot.
    seat.play(seat.choose())
    if seat.to_act():
        seat.play(seat.choose())
    seat.disconnect()
    time.sleep(0.3)
    seat.connect()
    seq = seat.seq
    seat.disconnect()
    time.sleep(0.5)
    seat.connect()
    check(seat.welcome["t"] == "welcome" and seat.messages[-1]["t"] == "snap", "a snapshot comes")
    check(seat.seq - seq <= 6, "the bots played on alone:", seq, seat.seq)
    seat.close()
    server.close()


def a_bot_covers_an_absent_person_and_gives_the_seat_back(program, brain):
    server = Server(program, "--grace", "200")
    made = server.make_table(rules="two_player")
    anna = Seat(server, made, brain)
    ben = Seat(server, server.take_seat(made, 1, "Ben"), brain)
    play_on([anna, ben], until=lambda seats: ben.to_act())
    ben.disconnect()
    message = anna.wait("seats")
    while message["seats"][1]["present"]:  # as it was told when he came
        message = anna.wait("seats")
    check(message["seats"][1] == {"name": "Ben", "who": "human", "present": False}, message)
    began = time.monotonic()
    play_on([anna], until=lambda seats: anna.to_act())
    check(time.monotonic() - began >= 0.15, "the bot did not wait for the grace time")
    ben.connect()
    play_on([anna, ben], until=lambda seats: ben.to_act())
    seq = ben.seq
    time.sleep(0.6)
    catch_up([anna, ben])
    check(ben.seq == seq and ben.to_act(), "a bot played for somebody who is there")
    ben.play(ben.choose())
    anna.close()
    ben.close()
    server.close()


def who_leaves_loses_the_seat_and_somebody_else_may_take_it(program, brain):
    server = Server(program)
    made = server.make_table()
    anna = Seat(server, made, brain)
    ben = Seat(server, server.take_seat(made, 2, "Ben"), brain)
    catch_up([anna])
    status, taken = server.post("/v1/tables/%s/seats/2" % made["table"],
                                {"invite": made["invite"], "name": "Eve"})
    check(status == 409 and taken["error"] == "SEAT_TAKEN", status, taken)
    status, _ = server.post("/v1/tables/%s/leave" % made["table"], {"token": ben.made["token"]})
    check(status == 200, "leaving")
    check(ben.wait("bye")["code"] == "LEFT", "who left is told")
    status, _ = server.post("/v1/tables/%s/leave" % made["table"], {"token": ben.made["token"]})
    check(status == 403, "the key is worth nothing any more")
    eve = Seat(server, server.take_seat(made, 2, "Eve"), brain)
    while anna.seats[2]["name"] != "Eve" or not anna.seats[2]["present"]:
        check(anna.next() is not None, "Anna is not told of Eve")
    status, look = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check(status == 200 and look["seats"][2]["name"] == "Eve", look)
    anna.close()
    eve.close()
    server.close()


def the_pace_of_the_bots_can_be_set_at_the_table(program, brain):
    server = Server(program)
    made = server.make_table(pace_ms=5000)
    anna = Seat(server, made, brain)
    ben = Seat(server, server.take_seat(made, 1, "Ben"), brain)
    check(anna.do(do="pace", ms=0)["t"] == "ack", "pace")
    check(ben.wait("ev")["kind"] in ("pace", "play"), "everybody is told")
    began = time.monotonic()
    play_on([anna, ben], until=lambda seats: anna.seq > 20)
    check(time.monotonic() - began < 5, "the bots still wait")
    check(anna.resync()["table"]["pace_ms"] == 0, "it is in the snapshot")
    anna.close()
    ben.close()
    server.close()


def a_second_window_on_the_same_seat_sees_and_plays_the_same(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", overrides=of_hands(1))
    one = Seat(server, made, brain)
    two = Seat(server, made, brain)
    for i in range(4):
        actor = (one, two)[i % 2]
        play_on([one, two], until=lambda seats: one.to_act())
        actor.play(actor.choose())
        catch_up([one, two])
        check(one.vh == two.vh, "both windows show the same")
    one.close()
    two.close()
    server.close()


LONG = "\U0001f0a1" * 24  # the longest name there is


def flood(seat, count):
    """Makes `count` things happen at the table as fast as it goes: somebody comes and goes."""
    for _ in range(count // 2):
        taken = seat.server.take_seat(seat.made, 2, LONG)
        status, _ = seat.server.post("/v1/tables/%s/leave" % seat.made["table"],
                                     {"token": taken["token"]})
        check(status == 200, "leave:", status)
        catch_up([seat])


def a_pace_that_is_the_same_is_no_entry_and_its_key_is_free(program, brain):
    server = Server(program)
    anna = sit_down(server, brain, "AB", rules="two_player", pace_ms=700)[0]
    at = anna.seq
    answer = anna.do(do="pace", ms=700)
    check((answer["t"], answer["code"], answer["seq"]) == ("rej", "NOT_NOW", at), answer)
    anna.n -= 1  # the same number may be used for something else
    check(anna.do(do="pace", ms=600) == {"t": "ack", "n": 1, "seq": at + 1}, "another pace")
    anna.answers.clear()
    anna.socket.send(anna.last_sent)
    check(anna.answer(1) == {"t": "ack", "n": 1, "seq": at + 1}, "the same again")
    check(len(copy_log(server, anna.made["table"])) == at + 1, "entries")
    server.close()


def between_two_deals_only_so_much_is_changed(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", rules="two_player")
    anna, ben = seats
    for i in range(199):  # and Ben has sat down
        check(anna.do(do="pace", ms=1 + i % 2)["t"] == "ack", "pace", i)
    for one in ({"do": "pace", "ms": 5}, {"do": "pause"}):
        answer = anna.do(**one)
        check(answer["code"] == "RATE" and answer["retry_ms"] > 0, "one more", answer)
    path = "/v1/tables/%s/leave" % ben.made["table"]
    for i in range(81):
        status, answer = server.post(path, {"token": ben.made["token"]})
        check(status == 200, "who leaves always may:", i, status, answer)
        if i < 80:
            ben.made = server.take_seat(ben.made, 1, "Ben")
    sit = ("/v1/tables/%s/seats/1" % anna.made["table"],
           {"invite": anna.made["invite"], "name": "Ben"})
    invite = ("/v1/tables/%s/invite" % anna.made["table"], {"token": anna.made["token"],
                                                            "scope": "watch"})
    for i in range(39):
        status, answer = server.post(*invite)
        check(status == 200, "invitation", i, status, answer)
    for one in (sit, invite):
        status, headers, text = server.request("POST", *one)
        answer = json.loads(text)
        check((status, answer["error"]) == (429, "RATE"), one, status, answer)
        check(answer["retry_ms"] > 0 and int(headers["retry-after"]) > 0, answer, headers)
    still = [row for row in copy_log(server, anna.made["table"])
             if row[1] in ("seat", "pace", "invite")]
    check(len(still) == 1 + 400, len(still), "entries")  # the maker sat down before the deal
    server.kill()
    server.start()
    ben.close()
    anna.reconnect()
    check(anna.do(do="pace", ms=5)["code"] == "RATE", "read again")
    play_on([anna])
    check(anna.do(do="next")["t"] == "ack", "next")
    check(anna.do(do="pace", ms=5)["t"] == "ack", "pace in the next hand")
    check(server.post(*sit)[0] == 200, "and somebody sits down")
    server.close()


def who_reads_nothing_gets_a_snapshot_instead_of_a_backlog(program, brain):
    server = Server(program)
    made = server.make_table(overrides=of_hands(1), name=LONG)
    anna = Seat(server, made, brain)
    ben = Seat(server, server.take_seat(made, 1, LONG), brain)
    ben.disconnect()
    ben.connect(receive_bytes=4096)
    flood(anna, 200)  # meanwhile Ben's socket is not read
    seen = 0
    while ben.seq < anna.seq:
        message = ben.socket.receive(5)
        check(message is not None, "Ben never catches up")
        seen += 1
        # Events he reads before the snapshot are too old or too early for him to take.
        if message["t"] == "snap" or ben.seq >= message.get("seq", 0) - 1:
            ben.take(message)
    catch_up([anna, ben])  # the snapshot may tell of more than Anna has read
    check(ben.seq == anna.seq, "Ben is where Anna is")
    check(20 < seen < 190, "Ben got", seen, "messages: everything was kept for him")
    anna.close()
    ben.close()
    server.close()


def who_takes_nothing_or_says_nothing_is_dropped(program, brain):
    server = Server(program)
    made = server.make_table(overrides=of_hands(1), name=LONG)
    anna = Seat(server, made, brain)
    ben = Seat(server, server.take_seat(made, 1, "Ben"), brain)
    ben.disconnect()
    ben.connect(receive_bytes=4096)
    mute = Socket(server.port)
    while any(seat["name"] == "Ben" and not seat["present"] for seat in anna.seats):
        anna.next()
    flood(anna, 200)
    began = time.monotonic()
    while time.monotonic() - began < 60 and anna.seats[1]["present"]:
        anna.next(1)
    check(not anna.seats[1]["present"], "somebody who takes nothing is still there")
    try:
        check(False, "somebody who never said hello is still there and gets", mute.receive(8))
    except Closed as closed:
        check(closed.code == 1008, "closed with", closed.code)
    ben.socket.close()
    ben.reconnect()
    catch_up([anna, ben])
    check(ben.seq == anna.seq, "Ben is back")
    anna.close()
    ben.close()
    server.close()


if __name__ == "__main__":
    run([two_people_and_two_bots_play_a_whole_game,
         four_people_play_a_whole_game_and_a_rematch,
         two_people_play_the_two_handed_game,
         one_person_and_a_bot_play_the_two_handed_game,
         random_players_reach_the_end_of_a_hand_in_step_with_the_server,
         a_hand_under_every_rule_set_with_every_number_of_players,
         of_five_persons_one_looks_on_in_each_hand,
         who_looks_is_told_how_the_game_stands,
         one_person_and_four_bots_share_the_seats_of_four,
         the_rules_of_a_table_are_told_in_plain_english,
         bots_stand_still_while_nobody_is_there,
         a_bot_covers_an_absent_person_and_gives_the_seat_back,
         who_leaves_loses_the_seat_and_somebody_else_may_take_it,
         the_pace_of_the_bots_can_be_set_at_the_table,
         a_second_window_on_the_same_seat_sees_and_plays_the_same,
         a_pace_that_is_the_same_is_no_entry_and_its_key_is_free,
         between_two_deals_only_so_much_is_changed,
         who_reads_nothing_gets_a_snapshot_instead_of_a_backlog,
         who_takes_nothing_or_says_nothing_is_dropped])
