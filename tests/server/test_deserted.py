"""Hands that were dealt and left before they were over are counted, and shown to who is asked.

Not here: who may deal (test_persons.py).
"""
import json

from client import Seat, Server, check, of_hands, run


def person(server, token):
    _, _, text = server.request("GET", "/v1/me", headers={"Authorization": "Bearer " + token})
    return json.loads(text)


def make(server, token=None, **order):
    body = dict({"rules": "two_player", "overrides": of_hands(1), "pace_ms": 0, "join": "now",
                 "deal": "now"}, **order)
    if token:
        body["token"] = token
    status, made = server.post("/v1/tables", body)
    check(status == 200, made)
    return dict(made, token=token or made["token"])


def look(server, made):
    status, told = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
    check(status == 200, told)
    return told["deserted"]


def play_out(server, made, brain):
    """A person plays the hand to its end, against a bot."""
    seat = Seat(server, made, brain)
    while seat.state()[0] not in ("5", "6"):
        if seat.to_act():
            seat.play(seat.choose("racer"))
        else:
            check(seat.next(20) is not None, "a bot plays")
    seat.close()


def deals_until_one_pleases_are_shown(program, brain):
    server = Server(program)
    first = make(server, name="Anna")
    token = first["token"]
    check(look(server, first) == 0 and person(server, token)["deserted"] == 0, "the first one")
    tables = [first]
    for i in range(1, 8):
        tables.append(make(server, token))
        check(person(server, token)["deserted"] == i, i, person(server, token))
        check(look(server, tables[-1]) == i and look(server, first) == i, "who is asked")
    server.kill()
    server.start()
    check(look(server, tables[-1]) == 7, "after a restart")
    guest = server.take_seat(tables[-1], 1, "Bert")
    seat = Seat(server, guest, brain)
    check(seat.resync()["table"]["deserted"] == 7, "the guest sees it")
    seat.close()
    other = make(server, name="Carl")
    check(look(server, other) == 0, "nobody else")
    server.close()


def a_hand_that_is_played_to_its_end_is_not_deserted(program, brain):
    server = Server(program)
    made = make(server, name="Anna")
    token = made["token"]
    play_out(server, made, brain)
    second = make(server, token)
    check(person(server, token)["deserted"] == 0, "it was played to its end")
    third = make(server, token)
    check(person(server, token)["deserted"] == 1, "the second waits")
    play_out(server, second, brain)
    make(server, token, deal="later")
    check(person(server, token)["deserted"] == 1, "the third waits, the second is over")
    make(server, token)
    check(person(server, token)["deserted"] == 1, "what was not dealt is not left")
    check(look(server, third) == 1, "at each of his tables")
    server.close()


def a_hand_that_others_play_to_its_end_is_deserted(program, brain):
    server = Server(program)
    token = make(server, name="Anna")["token"]
    for i in range(1, 3):
        made = make(server, token)
        guest = server.take_seat(made, 1, "Bert")
        status, _ = server.post("/v1/tables/%s/leave" % made["table"], {"token": token})
        check(status == 200, "leaving")
        play_out(server, guest, brain)
    make(server, token)
    check(person(server, token)["deserted"] == 3, person(server, token))
    server.kill()
    server.start()
    make(server, token)
    check(person(server, token)["deserted"] == 4, "after a restart", person(server, token))
    server.close()


def a_hand_that_is_played_for_him_is_deserted(program, brain):
    server = Server(program, "--grace", "1")
    made = make(server, name="Anna")
    token = made["token"]
    play_out(server, server.take_seat(made, 1, "Bert"), brain)
    second = make(server, token)
    check(person(server, token)["deserted"] == 1, "she was away", person(server, token))
    server.kill()
    server.start()
    play_out(server, second, brain)
    make(server, token)
    check(person(server, token)["deserted"] == 1, "she played the second herself")
    server.close()


def sitting_down_and_leaving_is_bounded(program, _brain):
    server = Server(program, "--changes", "30")
    made = make(server, name="Anna")
    status, me = server.post("/v1/me", {"name": "Bert"})
    bearer = {"Authorization": "Bearer " + me["token"]}
    done = 0
    for i in range(40):
        path = "/seats/1" if i % 2 == 0 else "/leave"
        status, answer = server.post("/v1/tables/%s%s" % (made["table"], path),
                                     {"invite": made["invite"]} if i % 2 == 0 else {}, bearer)
        if status == 429:
            break
        check(status == 200, answer)
        done += 1
    check(9 <= done <= 12 and answer["retry_ms"] > 1000, done, answer)
    server.close()


if __name__ == "__main__":
    run([deals_until_one_pleases_are_shown, a_hand_that_is_played_to_its_end_is_not_deserted,
         a_hand_that_others_play_to_its_end_is_deserted,
         a_hand_that_is_played_for_him_is_deserted, sitting_down_and_leaving_is_bounded])
