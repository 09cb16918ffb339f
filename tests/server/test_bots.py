"""Who plays the seats without a person, and whether hints are allowed: as the maker said."""
import json
import sqlite3

from client import Seat, Server, catch_up, chain_again, check, copy_log, play_on, run


def bots_of(server):
    status, _, text = server.request("GET", "/v1/bots")
    check(status == 200, status, text)
    return json.loads(text)


def hints_and_bots_are_as_the_maker_of_a_table_said(program, brain):
    server = Server(program)
    told = bots_of(server)
    names = [bot["name"] for bot in told["bots"]]
    check(told["usual"] == "level:5" and names == ["level:%d" % n for n in range(1, 9)], told)
    check(all(len(bot["summary"]) > 5 for bot in told["bots"]), told)
    for order, bot, hints in [({}, "level:5", True), ({"hints": False}, "level:5", False),
                              ({"hints": True, "bot": "racer"}, "racer", True),
                              ({"bot": "level:8"}, "level:8", True)]:
        made = server.make_table(**order)
        _, look = server.post("/v1/tables/%s/look" % made["table"], {"invite": made["invite"]})
        check((look["bot"], look["hints"]) == (bot, hints), order, look)
        seat = Seat(server, made, brain)
        server.stop()
        server.start()
        seat.reconnect()
        table = [one for one in seat.messages if one["t"] == "snap"][-1]["table"]
        check((table["bot"], table["hints"]) == (bot, hints), "after a restart", order, table)
        seat.close()
    server.close()


def differences_in_a_game(server, brain, bot, other):
    """A bot stands in for an absent person again and again. Every play must be the one that player
    makes with that person's cards; counts those that another player would not make."""
    made = server.make_table(rules="two_player", bot=bot)
    anna = Seat(server, made, brain)
    ben = Seat(server, server.take_seat(made, 1, "Ben"), brain)
    count = 0
    for _ in range(40):
        play_on([anna, ben], until=lambda seats: ben.to_act())
        if not ben.to_act():
            if anna.do(do="next")["t"] != "ack":
                break  # the game is over
            catch_up([anna, ben])
            continue
        play, another = ben.choose(bot), ben.choose(other)
        ben.disconnect()
        catch_up([anna])
        anna.read_up_to(ben.seq + 1)
        logged = copy_log(server, made["table"])[ben.seq][5]
        check(logged == play, bot, "plays", play, "and the log has", logged)
        count += play != another
        ben.connect()
        catch_up([anna, ben])
    anna.close()
    ben.close()
    return count


def differences(program, brain, bot, other):
    """The deals are the server's own: games are begun until two players differ, twenty at most."""
    server = Server(program, "--grace", "0")
    count = 0
    for _ in range(20):
        count += differences_in_a_game(server, brain, bot, other)
        if count > 0:
            break
    server.close()
    return count


def the_bot_that_was_chosen_is_the_one_that_plays(program, brain):
    check(differences(program, brain, "book", "racer") > 0, "book plays as racer does")
    check(differences(program, brain, "racer", "book") > 0, "racer plays as book does")
    check(differences(program, brain, "level:1", "level:3") > 0, "level:1 plays as level:3 does")


def a_log_older_than_these_wishes_is_read_as_it_was(program, brain):
    server = Server(program)
    made = server.make_table(hints=False)
    seat = Seat(server, made, brain)
    server.stop()
    database = sqlite3.connect(server.data)
    changed = database.execute("UPDATE log SET body = json_remove(body, '$.bot', '$.hints') "
                               "WHERE kind = 'create'").rowcount
    database.execute("UPDATE log SET base = NULL")
    chain_again(database, made["table"])
    database.commit()
    database.close()
    check(changed == 1, "the log has another form")
    server.start()
    seat.reconnect()
    table = [one for one in seat.messages if one["t"] == "snap"][-1]["table"]
    check((table["bot"], table["hints"]) == ("racer", True), table)
    seat.close()
    server.close()


if __name__ == "__main__":
    run([hints_and_bots_are_as_the_maker_of_a_table_said,
         the_bot_that_was_chosen_is_the_one_that_plays,
         a_log_older_than_these_wishes_is_read_as_it_was])
