"""`canasta serve --rules FILE`: tables under rule sets of one's own.

Not here: what rule files say (tests/rulesets), the page.
Invariant: a table made so is read again by a server that does not know the file.
"""
import json
import os
import subprocess

from client import GAME_END, Server, check, new_folder, of_hands, play_on, run, sit_down

MINE = """[mine : samba]
title = My Samba
players = 2,4
team_layout @2 = individual
team_layout @4 = pairs
hand_size @2 = 17
hand_size @4 = 15
target = 3000
"""


def write(text, name="mine.rules"):
    path = os.path.join(new_folder(), name)
    with open(path, "w") as file:
        file.write(text)
    return path


def the_list_has_it_behind_the_built_in_ones(program, brain):
    server = Server(program, "--rules", write(MINE))
    status, _, text = server.request("GET", "/v1/rules")
    listed = json.loads(text)["rulesets"]
    games = [one for one in listed if not one.get("club")]
    check(status == 200 and len(games) == 30, len(games))
    check(listed[-1] == {"name": "mine", "title": "My Samba", "about": "", "club": False,
                         "parent": "samba", "players": [2, 4], "usual": 4,
                         "targets": [3000, 3000], "rounds": [0, 0]}, listed[-1])
    server.close()


def it_is_explained_with_overrides(program, brain):
    server = Server(program, "--rules", write(MINE))
    status, _, text = server.request("GET", "/v1/rules/mine/explain?players=2")
    check(status == 200 and b"dealt 17 cards" in text, status, text[:300])
    status, _, text = server.request(
        "GET", "/v1/rules/mine/explain?players=2&overrides=hand_size%20%3D%2013")
    check(status == 200 and b"dealt 13 cards" in text, status, text[:300])
    status, _, text = server.request("GET", "/v1/rules/mine/explain?players=3")
    check(status == 400, status, text)
    server.close()


def a_hand_is_played_and_read_again_without_the_file(program, brain):
    server = Server(program, "--rules", write(MINE))
    seats = sit_down(server, brain, ["A"], rules="mine", players=2, overrides=of_hands(1))
    table = seats[0].resync()["table"]
    check(table["rules"] == "samba" and len(table["seats"]) == 2, table)
    check(table["house"] == "My Samba", table)
    check("hand_size = 17" in table["overrides"] and of_hands(1) in table["overrides"], table)
    play_on(seats)
    check(seats[0].state()[0] == GAME_END, "no end")
    state = seats[0].state()
    seats[0].disconnect()
    server.stop()
    server.options = []
    server.start()
    seats[0].connect()
    check(seats[0].state() == state, seats[0].state(), state)
    seats[0].close()
    server.close()


def bad_files_and_names_that_are_taken_are_refused_at_the_start(program, brain):
    cases = [
        ([write("[mine : samba]\ntarget = x\n")], ":2:10: target is 1 to 1000000"),
        ([write("[samba : samba]\n")], "is its own ancestor"),
        ([write("[joker : samba]\n")], "another rule set is called joker, too"),
        ([write(MINE), write(MINE)], "another rule set is called mine, too"),
        (["/nothing/there.rules"], "cannot read /nothing/there.rules"),
    ]
    for paths, told in cases:
        words = [word for path in paths for word in ("--rules", path)]
        done = subprocess.run([program, "serve", "--port", "0", *words], capture_output=True,
                              text=True, timeout=60)
        check(done.returncode == 2 and told in done.stderr, done.returncode, done.stderr)
        check(len(done.stderr.splitlines()) == 1 and done.stdout == "", done.stderr)


if __name__ == "__main__":
    run([the_list_has_it_behind_the_built_in_ones,
         it_is_explained_with_overrides,
         a_hand_is_played_and_read_again_without_the_file,
         bad_files_and_names_that_are_taken_are_refused_at_the_start])
