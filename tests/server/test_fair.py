"""Every deal can be proven, and until its hand is over nobody finds its seed or its deck anywhere.

Seats here check all that they are told by a program of their own (fair.py): that the server's seed
was committed to before anybody gave one, that every seed given is in the deal, that each card they
are shown lay where it is said to lie, and when the hand is over that the deck is the seeds' own.
"""
import base64
import glob
import json
import os
import re
import resource
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys

from client import (GAME_END, RUNNING, SCORED, Closed, Failure, Seat, Server, Socket, catch_up,
                    chain_again, check, new_folder, of_hands, play_on, run, sit_down)
from fair import (Fair, Seal, deals_of, deck_of, proven, put_in_clear, shown_by, sorted_deck,
                  sorted_like)

SIZES = {"classic_pagat": 108, "two_player": 108, "modern_american": 108, "hand_and_foot": 270,
         "samba": 162, "five_hand": 108, "pennies": 216, "classic_usp": 108, "cutthroat_3": 108}


class Checker(Seat):
    """A seat that checks every deal, and gives a seed of its own for each if `gives`."""
    hello = {"proofs": True}
    gives = True

    def __init__(self, *args, **words):
        self.commits, self.deals, self.given = {}, {}, {}
        self.shown, self.proofs, self.verified = {}, 0, 0
        self.deal = None
        super().__init__(*args, **words)

    def take_snap(self, message):
        fair = message["fair"]
        if "next" in fair:
            self.commits.setdefault(fair["next"]["deal"], fair["next"]["commit"])
            check(self.commits[fair["next"]["deal"]] == fair["next"]["commit"], "another", fair)
        if "dealt" in fair:
            self.take_deal(fair["dealt"])
        self.rules = message["table"]["rules"]
        super().take_snap(message)
        self.own = re.match(r"view seat (\d|none)", message["start"])[1]
        if "dealt" in fair:
            self.shown = {}
            self.take_proofs(message, whole=True)

    def take_event(self, message):
        kind = message["kind"]
        if kind == "commit":
            check(set(message) == {"t", "seq", "kind", "deal", "commit"}, message)
            check(message["deal"] not in self.commits, "committed to twice:", message)
            self.commits[message["deal"]] = message["commit"]
        elif kind == "seed":
            check(set(message) == {"t", "seq", "kind", "seat"}, message)
        elif kind == "deal":
            self.shown = {}
            self.take_deal(message["fair"])
        elif kind == "reveal":
            check(set(message) == {"t", "seq", "kind", "deal", "seed"}, message)
            self.verify(message["deal"], bytes.fromhex(message["seed"]))
        if "start" in message:
            self.own = re.match(r"view seat (\d|none)", message["start"])[1]
        super().take_event(message)
        check(("proofs" in message) == ("events" in message and self.deal is not None), message)
        if "proofs" in message:
            self.take_proofs(message, whole=False)

    def take_deal(self, deal):
        """It was committed to, with another commitment for the next one before it is shown."""
        check(set(deal) - {"seed"} == {"deal", "commit", "root", "seeds"}, deal)
        check(self.commits.setdefault(deal["deal"], deal["commit"]) == deal["commit"],
              "another commitment", deal)
        parts = {seed["seat"]: bytes.fromhex(seed["seed"]) for seed in deal["seeds"]}
        if deal["deal"] in self.given:
            check(parts.get(self.seat) == self.given[deal["deal"]], "my seed is not in", deal)
        self.deals[deal["deal"]] = dict(deal, parts=parts)
        self.deal = deal
        if "seed" in deal and deal["deal"] not in self.deals:
            self.verify(deal["deal"], bytes.fromhex(deal["seed"]))

    def take_proofs(self, message, whole):
        own, expected = int(self.own) if self.own != "none" else None, []
        for line in message["events"]:
            expected += shown_by(line, own)
        came = [proof["card"] for proof in message["proofs"]]
        check(sorted(came) == sorted(expected), self.rules, "seat", self.seat, "was shown",
              expected, "and proofs are of", came, message["events"])
        ats = [proof["at"] for proof in message["proofs"]]
        check(ats == sorted(set(ats)), "positions", ats)
        for proof in message["proofs"]:
            check(proven(proof, SIZES[self.rules], self.deal["root"]), "it proves nothing:", proof)
            check(whole or proof["at"] not in self.shown, "shown twice:", proof)
            self.shown[proof["at"]] = proof["card"]
            self.proofs += 1

    def verify(self, number, seed):
        deal = self.deals[number]
        fair = Fair(self.made["table"], number, seed, deal["parts"])
        check(fair.commit() == deal["commit"], "this is not the seed that was committed to")
        deck = fair.deck(sorted_deck(SIZES[self.rules] // 54, SIZES[self.rules] // 27))
        check(fair.root(deck) == deal["root"], "this is not the deck that was dealt")
        for at, card in self.shown.items():
            check(deck[at] == card, "at", at, "lies", deck[at], "and was shown", card)
        self.verified += 1

    def give(self, **changes):
        """Gives a seed for the next deal; the answer."""
        deal, seed = max(self.commits), secrets.token_bytes(32)
        answer = self.do(**dict({"do": "seed", "deal": deal, "seed": seed.hex()}, **changes))
        if answer["t"] == "ack" and not changes:
            self.given[deal] = seed
        return answer


def close(server, seats):
    for seat in seats:
        seat.close()
    server.close()


def play_hands(seats, hands, player="racer"):
    """Everybody gives a seed for each deal but the second; nobody for that. Now and then somebody
    comes anew."""
    for hand in range(hands):
        for seat in seats if hand != 1 else ():
            if max(seat.commits) not in seat.given:
                check(seat.give()["t"] == "ack", "a seed is refused")
            catch_up(seats)
        goal = seats[0].seq + 30
        play_on(seats, player, until=lambda _, goal=goal: seats[0].seq >= goal)
        for seat in seats[hand % len(seats)::3]:
            seat.reconnect()
        catch_up(seats)
        play_on(seats, player)
        catch_up(seats)
        if seats[0].state()[0] == SCORED:
            check(seats[hand % len(seats)].do(do="next")["t"] == "ack", "next")
            catch_up(seats)
        if seats[0].state()[0] == GAME_END:
            check(seats[0].do(do="rematch")["t"] == "ack", "rematch")
            catch_up(seats)


def play_checked(program, brain, rules, hands=2, player="racer", most_absent=0, **order):
    server = Server(program)
    names = "ABCDEF"[:order.pop("people", 4)]
    seats = sit_down(server, brain, names, Checker, rules=rules, **order)
    play_hands(seats, hands, player)
    for seat in seats:
        check(seat.verified >= hands - most_absent, "only", seat.verified, "deals were proven")
        check(seat.proofs > 20, "only", seat.proofs, "proofs")
    server.stop()
    check_log(server, seats[0].made["table"], hands + 1)
    close(server, seats)
    return seats


def check_log(server, table, deals):
    """The log says of every deal what the seats were told."""
    database = sqlite3.connect(server.data)
    found = deals_of(database, table, Seal(server.data))
    check(len(found) >= deals, len(found), "deals")
    for _, fair, commit, root in found:
        check(fair.commit() == commit, "commitment")
        deck_of(fair, root)
    kinds = [kind for kind, in database.execute(
        "SELECT kind FROM log WHERE table_id = ? ORDER BY seq", (table,))]
    for i, kind in enumerate(kinds):
        if kind in ("create", "deal"):
            check(kinds[i + 1] == "commit", "behind", kind, "stands", kinds[i + 1])
    check(kinds.count("reveal") == len(found) - 1, kinds.count("reveal"), "revealed")
    database.close()


def every_deal_is_proven_to_four(program, brain):
    play_checked(program, brain, "classic_pagat", 4, overrides=of_hands(2))


def every_card_is_proven_to_two_and_to_three(program, brain):
    play_checked(program, brain, "two_player", 3, people=2)
    play_checked(program, brain, "cutthroat_3", 2, people=3)


def every_card_is_proven_where_packets_are(program, brain):
    for player in ("racer", "random"):
        play_checked(program, brain, "hand_and_foot", 1, player)
    play_checked(program, brain, "pennies", 1, people=6)


def every_card_is_proven_where_talons_and_held_threes_are(program, brain):
    for player in ("racer", "random"):
        play_checked(program, brain, "modern_american", 2, player)


def every_card_is_proven_where_cards_are_buried(program, brain):
    taken = 0
    for _ in range(5):
        if taken > 0:
            return
        seats = play_checked(program, brain, "classic_usp", 3,
                             overrides="upcard_extra_pile = by_rank_value")
        taken += sum(" take" in line and " gets " in line for seat in seats
                     for message in seat.messages for line in message.get("events", ()))
    check(taken > 0, "nobody took a pile with cards under it")


def every_card_is_proven_where_turned_cards_go_back(program, brain):
    back = 0
    for _ in range(12):
        if back > 0:
            return
        seats = play_checked(program, brain, "two_player", 3, people=2,
                             overrides="upcard_mode = return_to_stock")
        back += sum(" returned " in line for message in seats[0].messages
                    for line in message.get("events", ()))
    check(back > 0, "no turned card went back")


def every_card_is_proven_to_five_of_whom_one_looks_on(program, brain):
    play_checked(program, brain, "five_hand", 4, people=5)


def every_card_of_sequences_is_proven(program, brain):
    play_checked(program, brain, "samba", 2)


def who_sits_alone_has_a_seed_in_the_first_deal(program, brain):
    server = Server(program)
    made = server.make_table(name="A", deal="later")
    seat = Checker(server, made, brain)
    check(seat.deal is None and list(seat.commits) == [1], seat.commits)
    check(seat.give()["t"] == "ack", "seed")
    check(seat.do(do="deal")["t"] == "ack", "deal")
    catch_up([seat])
    check(seat.deal["deal"] == 1 and [one["seat"] for one in seat.deal["seeds"]] == [0], seat.deal)
    check(sorted(seat.commits) == [1, 2], seat.commits)
    close(server, [seat])


def a_seed_is_taken_once_in_time_and_of_a_seat(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, watch=True, pace_ms=5000)
    one, other = seats
    text = secrets.token_hex(32)
    for wrong in (text[:-2], text + "00", text.upper().replace("0", "A"), "g" * 64, 7, None, ""):
        answer = one.do(do="seed", deal=2, seed=wrong)
        check(answer["t"] == "rej" and answer["code"] == "FORMAT", wrong, answer)
    for wrong in (0, -1, 2 ** 32, "2", None):
        answer = one.do(do="seed", deal=wrong, seed=text)
        check(answer["t"] == "rej" and answer["code"] == "FORMAT", wrong, answer)
    answer = one.do(do="seed", deal=2, seed=text, extra=1)
    check(answer["code"] == "FORMAT", answer)
    for deal in (1, 3):  # it is dealt; it is not committed to
        answer = one.do(do="seed", deal=deal, seed=text)
        check(answer["t"] == "rej" and answer["code"] == "NOT_NOW", deal, answer)
    check(one.give()["t"] == "ack", "a seed")
    one.socket.send(one.last_sent)  # the same command once more is the same answer
    answer = one.answer(one.n)
    check(answer["t"] == "ack", answer)
    check(one.give()["code"] == "NOT_NOW", "a second seed")
    check(one.give(seed=one.given[2].hex())["code"] == "NOT_NOW", "the same seed, as a new command")
    catch_up(seats)
    heard = other.messages[-1]
    check(heard["kind"] == "seed" and heard["seat"] == 0, heard)
    watcher = Socket(server.port)
    watcher.send({"t": "hello", "v": 1, "inst": "who looks on", "table": one.made["table"],
                  "watch": one.made["watch"], "proofs": True})
    check(watcher.receive()["seat"] is None, "welcome")
    snap = watcher.receive()
    check(snap["fair"]["next"]["given"] == [0] and snap["fair"]["next"]["deal"] == 2, snap["fair"])
    for proof in snap["proofs"]:
        check(proven(proof, 108, snap["fair"]["dealt"]["root"]), proof)
    check(sorted(proof["card"] for proof in snap["proofs"]) ==
          sorted(card for line in snap["events"] for card in shown_by(line, None)), snap)
    watcher.send({"t": "cmd", "n": 1, "at": snap["seq"], "do": "seed", "deal": 2, "seed": text})
    check(watcher.receive()["code"] == "WATCHER", "a watcher gives a seed")
    watcher.close()
    other.resync()
    check(other.messages[-1]["fair"]["next"]["given"] == [0], other.messages[-1]["fair"])
    wrong = Socket(server.port)
    wrong.send({"t": "hello", "v": 1, "inst": "wrong word", "table": one.made["table"],
                "token": one.made["token"], "proofs": 1})
    check(wrong.receive()["code"] == "FORMAT", "proofs: 1")
    wrong.close()
    close(server, seats)


def a_seed_goes_with_who_gave_it(program, brain):
    server = Server(program, "--grace", "100")
    made = server.make_table(rules="two_player", deal="later", overrides=of_hands(2))
    anna = Checker(server, made, brain)
    parts = [secrets.token_bytes(32) for _ in range(2)]
    for name, part in zip(("Bert", "Carl"), parts):
        sits = server.take_seat(made, 1, name)
        seat = Checker(server, sits, brain)
        check(1 not in seat.messages[-1]["fair"]["next"]["given"], "a stranger's part", name)
        check(seat.do(do="seed", deal=1, seed=part.hex())["t"] == "ack", name, "gives his")
        seat.close()
        if name == "Bert":
            check(server.post("/v1/tables/%s/leave" % made["table"],
                              {"token": sits["token"]})[0] == 200, "he leaves")
    server.kill()
    server.start()
    anna.reconnect()
    check(anna.messages[-1]["fair"]["next"]["given"] == [1], anna.messages[-1]["fair"])
    check(anna.do(do="deal")["t"] == "ack", "deal")
    dealt = next(m for m in anna.messages if m.get("kind") == "deal")
    check(dealt["fair"]["seeds"] == [{"seat": 1, "seed": parts[1].hex()}],
          dealt["fair"])
    play_on([anna])
    check(anna.verified == 1, "the deal is proven")
    check(anna.do(do="next")["t"] == "ack", "next")
    close(server, [anna])
    check_log(server, made["table"], 2)


def a_seed_of_an_older_log_stays_where_it_was_given(program, brain):
    server = Server(program)
    made = server.make_table(rules="two_player", deal="later", overrides=of_hands(1))
    sits = server.take_seat(made, 1, "Bert")
    bert = Checker(server, sits, brain)
    check(bert.give()["t"] == "ack", "Bert gives a part")
    bert.close()
    server.post("/v1/tables/%s/leave" % made["table"], {"token": sits["token"]})
    server.kill()
    database = sqlite3.connect(server.data)
    changed = database.execute("UPDATE log SET body = '{ \"leave\": true }' WHERE table_id = ? AND "
                               "kind = 'seat' AND body LIKE '%leave%'", (made["table"],)).rowcount
    check(changed == 1, changed)
    chain_again(database, made["table"])
    database.commit()
    database.close()
    server.start()
    anna = Checker(server, made, brain)
    check(anna.messages[-1]["fair"]["next"]["given"] == [1], anna.messages[-1]["fair"])
    check(anna.do(do="deal")["t"] == "ack", "deal")
    close(server, [anna])


def nobody_hears_of_a_seed_before_the_deal(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, rules="two_player")
    check(seats[0].give()["t"] == "ack", "seed")
    text = seats[0].given[2].hex().encode()
    play_on(seats)
    seats[1].reconnect()
    check(text not in seats[1].all_bytes() and text not in seats[0].all_bytes(), "the seed")
    check(seats[1].do(do="next")["t"] == "ack", "next")
    catch_up(seats)
    for seat in seats:
        check(text in seat.all_bytes(), "the seed is not public")
    close(server, seats)


def forms_of(secret, deck):
    """How a seed and a deck might stand in a file."""
    forms = [secret, secret.hex().encode(), secret.hex().upper().encode(), secret[::-1]]
    text = base64.b64encode(secret)
    forms += [text[i:i + 40] for i in (0, 44, 88)] + [secret[i:i + 16] for i in range(0, 96, 16)]
    forms += [base64.b64encode(secret[i:])[:40] for i in (1, 2)]
    cards = "".join(deck)
    forms += [cards[i:i + 24].encode() for i in range(0, len(cards) - 24, 24)]
    order = {card: i for i, card in enumerate(dict.fromkeys(sorted_deck(1, 1)))}
    numbers = bytes(order[card] for card in deck)
    return forms + [numbers[i:i + 12] for i in range(0, len(numbers) - 12, 12)]


def look_for(forms, folder, but=()):
    found = []
    for path in glob.glob(folder + "/**", recursive=True):
        if not os.path.isfile(path) or os.path.basename(path) in but:
            continue
        with open(path, "rb") as file:
            data = file.read()
        found += [(path, form) for form in forms if form in data]
    return found


def secrets_of(server, table):
    """The seeds of a running hand and of the next deal, and the running deck."""
    folder = new_folder()
    for path in glob.glob(server.data + "*"):
        shutil.copy(path, folder)
    data = os.path.join(folder, "tables.db")
    database = sqlite3.connect(data)
    seal = Seal(data)
    _, fair, _, root = deals_of(database, table, seal)[-1]
    seeds = [seal.open(table, seq, kind, sealed) for seq, kind, sealed in database.execute(
        "SELECT seq, kind, sealed FROM log WHERE table_id = ? AND sealed IS NOT NULL "
        "ORDER BY seq DESC LIMIT 2", (table,))]
    database.close()
    shutil.rmtree(folder)
    return seeds, deck_of(fair, root)


def no_file_holds_a_seed_or_a_running_deck_in_clear(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "ABCD", Checker)
    table = seats[0].made["table"]
    play_hands(seats, 1)
    play_on(seats, until=lambda _: seats[0].seq % 16 == 0)
    seeds, deck = secrets_of(server, table)
    forms = forms_of(seeds[0], deck) + forms_of(seeds[1], deck)
    backup = os.path.join(server.folder, "backup")
    done = subprocess.run([program, "backup", server.data, backup], capture_output=True, text=True)
    check(done.returncode == 0 and "look into" in done.stdout, done)
    check(os.stat(backup + "-key").st_mode & 0o777 == 0o600, "the key may be read by others")
    check(os.stat(server.data + "-key").st_mode & 0o777 == 0o600, "the key may be read by others")
    with open(os.path.join(server.folder, "said"), "w", encoding="utf-8") as file:
        file.write(done.stdout + done.stderr)
    check(look_for(forms, server.folder) == [], "found", look_for(forms, server.folder))
    server.kill()
    check(look_for(forms, server.folder) == [], "found", look_for(forms, server.folder))
    server.start()
    for seat in seats:
        seat.reconnect()
    told = [seat.all_bytes() for seat in seats]
    for form in forms_of(seeds[0], ["X"] * 108) + forms_of(seeds[1], ["X"] * 108):
        if len(set(form)) > 1:
            check(not any(form in bytes_ for bytes_ in told), "a seat was told", form)
    server.stop()
    check(look_for(forms, server.folder) == [], "found", look_for(forms, server.folder))
    close(server, seats)


def a_server_that_dies_leaves_no_core(program, brain):
    folder = new_folder()

    def wants_core():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        os.chdir(folder)
    data = os.path.join(folder, "tables.db")
    port_file = os.path.join(folder, "port")
    process = subprocess.Popen(
        [os.path.abspath(program), "serve", "--port", "0", "--quiet", "--data", data,
         "--port-file", port_file], preexec_fn=wants_core, stderr=subprocess.DEVNULL)
    for _ in range(2000):
        if os.path.exists(port_file):
            break
        try:
            process.wait(0.01)
        except subprocess.TimeoutExpired:
            pass
    check(resource.prlimit(process.pid, resource.RLIMIT_CORE) == (0, 0), "a core may be written")
    process.send_signal(signal.SIGSEGV)
    process.wait(20)
    check(glob.glob(folder + "/*core*") == [], os.listdir(folder))


def killed_servers_go_on_with_the_same_deal(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "ABCD", Checker, overrides=of_hands(2))
    for hand in range(3):
        for seat in seats[:2]:
            check(seat.give()["t"] == "ack", "seed")
            catch_up(seats)
        for _ in range(3):
            goal = seats[0].seq + 9
            play_on(seats, until=lambda _, goal=goal: seats[0].seq >= goal)
            before = [seat.deal["root"] for seat in seats]  # the seed is told if the hand is over
            server.kill()
            server.start()
            for seat in seats:
                seat.reconnect()
            check([seat.deal["root"] for seat in seats] == before, "another deal")
        play_on(seats)
        check(seats[0].do(do="next" if hand != 1 else "rematch")["t"] == "ack", "next")
        catch_up(seats)
    for seat in seats:
        check(seat.verified == 3, seat.verified, "were proven")
    close(server, seats)


def one_line(program, *words):
    done = subprocess.run([program] + list(words), capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def without_its_key_a_file_is_not_served(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, rules="two_player")
    table = seats[0].made["table"]
    play_hands(seats, 1)
    server.stop()
    key = server.data + "-key"
    with open(key, "rb") as file:
        right = file.read()
    for wrong in (None, secrets.token_bytes(32), b"", right[:31], right + b"\n"):
        if wrong is None:
            os.unlink(key)
        else:
            with open(key, "wb") as file:
                file.write(wrong)
        status, said, complaint = one_line(program, "serve", "--port", "0", "--data", server.data)
        check(status == 1 and said == "" and key in complaint and complaint.count("\n") == 1,
              wrong, status, complaint)
        check(os.path.exists(key) == (wrong is not None), "a key was made")
        # what stands there can be checked all the same, but for the hand that is played
        status, said, complaint = one_line(program, "check", server.data)
        check(status == 0 and " 0 tables damaged" in said and
              "1 tables are in the midst" in complaint, status, said, complaint)
        status, said, complaint = one_line(program, "export", server.data, "--out", server.folder)
        check(status == 0 and "1 games" in said and complaint == "", status, said, complaint)
        status, said, complaint = one_line(program, "export", server.data, "--running", "--out",
                                           server.folder)
        check(status == 0 and table in complaint and "key" in complaint, status, complaint)
    with open(key, "wb") as file:
        file.write(right)
    server.start()
    for seat in seats:
        seat.reconnect()
    play_on(seats)
    server.stop()
    os.unlink(key)  # all hands are over: everything that was dealt has been told
    status, said, complaint = one_line(program, "check", server.data)
    check(status == 0 and complaint == "", status, said, complaint)
    status, said, complaint = one_line(program, "export", server.data, "--out", server.folder)
    check(status == 0 and "1 games" in said, status, said, complaint)
    close(server, seats)


def whoever_lost_the_key_goes_on_with_a_new_one(program, brain):
    """Hands that were being played are given up, and told to be; nothing else is lost."""
    server = Server(program)
    words = {"rules": "two_player", "overrides": of_hands(3)}
    playing, fresh, scored = (sit_down(server, brain, "AB", Checker, **words) for _ in range(3))
    waits = sit_down(server, brain, "AB", Checker, deal="later", **words)
    play_hands(playing, 1)
    play_on(scored)
    status, said, complaint = one_line(program, "new-key", server.data)
    check(status == 1 and "key file" in complaint, "while there is a key:", complaint)
    key = server.data + "-key"
    os.unlink(key)
    status, said, complaint = one_line(program, "new-key", server.data)
    check(status == 1 and "another program is using it" in complaint, "while it runs:", complaint)
    server.kill()
    with open(key, "wb") as file:
        file.write(secrets.token_bytes(32))
    for command in (("serve", "--port", "0", "--data"), ("new-key",)):
        status, said, complaint = one_line(program, *command, server.data)
        check(status == 1 and "key" in complaint, command, complaint)
    os.unlink(key)
    status, said, complaint = one_line(program, "serve", "--port", "0", "--data", server.data)
    check(status == 1 and "canasta new-key" in complaint, complaint)
    check(one_line(program, "new-key", server.data + "-none")[0] == 1, "no such file")
    status, said, complaint = one_line(program, "new-key", server.data)
    check(status == 0 and "2 tables are in the midst" in complaint, status, said, complaint)
    check(os.stat(key).st_mode & 0o777 == 0o600, "the key may be read by others")
    server.start()
    for seats, lost, phase, totals in ((playing, True, "0", True), (fresh, True, "0", False),
                                       (scored, False, SCORED, True), (waits, False, "0", False)):
        for seat in seats:
            seat.reconnect()
            snap = seat.messages[-1]
            check(snap["table"].get("lost", False) == lost and seat.state()[0] == phase, snap)
            check("next" not in snap["fair"] and ("dealt" in snap["fair"]) == (not lost and totals),
                  "what is not known is not told:", snap["fair"])
            check(("totals 0,0" in snap["start"]) == (not totals or seats is scored) and
                  len(snap["sheets"]) == totals, snap["start"], snap["sheets"])
        deals = max(seats[0].commits)
        answer = seats[0].do(do="next" if phase == SCORED else "deal")
        check(answer["t"] == "ack", answer)
        catch_up(seats)
        check(seats[1].deal["deal"] == deals + 1, "its number is used up", seats[1].deal, deals)
        check("lost" not in seats[1].resync()["table"], "it goes on")
    play_hands(playing, 1)
    server.kill()
    check(one_line(program, "check", server.data)[1].endswith(" 0 tables damaged\n"), "check")
    server.start()
    for seat in playing:
        seat.reconnect()
        check(seat.verified == 2, seat.verified, "were proven")
    folder = new_folder()
    check(one_line(program, "export", server.data, "--running", "--out", folder)[0] == 0, "export")
    records = glob.glob(folder + "/*.record")
    check(len(records) == 4, records)
    other = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/verify_deal.py")
    for words in ((program, "verify"), (sys.executable, other)):
        status, said, complaint = one_line(*words, *records)
        missing = re.findall(r"hand 2: not proven: (\d) deals before it are missing", said)
        check(status == 1 and complaint == "" and said.count(": proven: ") == 7 and
              said.count("not proven:") == 2 and sorted(missing) == ["1", "2"], said, complaint)
    for seats in (fresh, scored, waits):
        for seat in seats:
            seat.close()
    close(server, playing)


def a_restored_backup_has_its_key(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, rules="two_player")
    out = os.path.join(new_folder(), "copy")
    check(one_line(program, "backup", server.data, out)[0] == 0, "backup")
    before = seats[0].vh
    server.kill()
    server.data = os.path.join(new_folder(), "tables.db")
    with open(server.data + "-key", "wb") as file:
        file.write(b"another key, of 32 bytes of its.")
    status, _, complaint = one_line(program, "restore", out, server.data)
    check(status == 1 and "-key is there already" in complaint, status, complaint)
    check(not os.path.exists(server.data), "a file without its key")
    os.unlink(server.data + "-key")
    check(one_line(program, "restore", out, server.data)[0] == 0, "restore")
    server.start()
    for seat in seats:
        seat.reconnect()
    check(seats[0].vh == before, "another state")
    os.unlink(out + "-key")
    other = os.path.join(new_folder(), "tables.db")
    status, _, complaint = one_line(program, "restore", out, other)
    check(status == 0 and "no server starts" in complaint, status, complaint)
    close(server, seats)


def a_seal_of_another_entry_is_damage(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, rules="two_player")
    table = seats[0].made["table"]
    for seat in seats:
        seat.close()
    server.stop()
    database = sqlite3.connect(server.data)
    rows = database.execute("SELECT seq, sealed FROM log WHERE table_id = ? AND sealed IS NOT NULL "
                            "ORDER BY seq", (table,)).fetchall()
    check(len(rows) == 3, rows)  # two commitments, and the deal between them
    for (seq, _), (_, other) in zip(rows, rows[1:] + rows[:1]):
        database.execute("UPDATE log SET sealed = ? WHERE table_id = ? AND seq = ?",
                         (other, table, seq))
    chain_again(database, table)
    database.commit()
    database.close()
    status, said, complaint = one_line(program, "check", server.data)
    check(status == 1 and "1 tables damaged" in said and table in complaint, said, complaint)
    server.start()
    status, answer = server.post("/v1/tables/%s/look" % table, {"invite": seats[0].made["invite"]})
    check(status == 500 and answer["error"] == "DAMAGED", status, answer)
    server.close()


def a_deal_that_was_not_committed_to_does_not_replay(program, brain):
    """Another seed, another root, a seed given twice or changed: each is found in the log."""
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, rules="two_player")
    table = seats[0].made["table"]
    play_hands(seats, 1)
    for seat in seats:
        seat.close()
    server.stop()
    seal = Seal(server.data)
    other = seal.close(table, 3, "deal", secrets.token_bytes(96))
    seed = secrets.token_hex(32)

    def change(sql, *values):
        folder = new_folder()
        data = os.path.join(folder, "tables.db")
        shutil.copy(server.data, data)
        shutil.copy(server.data + "-key", data + "-key")
        database = sqlite3.connect(data)
        count = database.execute(sql, values).rowcount
        chain_again(database, table)
        database.commit()
        database.close()
        return count, one_line(program, "check", data)
    deal = "table_id = '%s' AND seq = (SELECT max(seq) FROM log WHERE kind = 'deal')" % table
    for sql, values in (
            ("UPDATE log SET body = replace(body, 'root\":\"', 'root\":\"0') WHERE " + deal, ()),
            ("UPDATE log SET body = json_set(body, '$.root', ?) WHERE " + deal, (seed,)),
            ("UPDATE log SET sealed = ? WHERE " + deal, (other,)),
            ("UPDATE log SET sealed = NULL WHERE " + deal, ()),
            ("UPDATE log SET body = ? WHERE kind = 'seed' AND table_id = '%s' AND seq = "
             "(SELECT min(seq) FROM log WHERE kind = 'seed')" % table, (seed,)),
            ("UPDATE log SET body = json_set(body, '$.commit', ?) WHERE kind = 'commit'", (seed,)),
            ("UPDATE log SET body = json_set(body, '$.seed', ?) WHERE kind = 'reveal'",
             (secrets.token_hex(96),)),
            ("UPDATE log SET body = json_set(body, '$.deal', 9) WHERE kind = 'reveal'", ())):
        count, (status, said, complaint) = change(sql, *values)
        check(count > 0 and status == 1 and "1 tables damaged" in said, sql, count, said, complaint)
    status, said, complaint = one_line(program, "check", server.data)
    check(status == 0, "unchanged:", said, complaint)
    server.close()


def old_tables_play_on_and_their_next_deal_is_proven(program, brain):
    """A table whose decks stand in clear, as old logs have them."""
    server = Server(program)
    seats = sit_down(server, brain, "AB", rules="two_player")
    play_on(seats, until=lambda _: seats[0].seq >= 12)
    made = [seat.made for seat in seats]
    table = made[0]["table"]
    for seat in seats:
        seat.close()
    server.stop()
    folder = new_folder()
    database = put_in_clear(folder, server.data, table)
    database.execute("UPDATE log SET base = NULL")
    chain_again(database, table)
    database.commit()
    database.close()
    for name in os.listdir(server.folder):
        if name.startswith("tables.db-") and not name.endswith("-key"):
            os.unlink(os.path.join(server.folder, name))
    os.rename(os.path.join(folder, "tables.db"), server.data)
    server.start()
    seats = [Checker(server, one, brain, inst="somebody-%d" % one["seat"]) for one in made]
    check(seats[0].deal is None and seats[0].commits == {}, "what was never committed to is proven")
    answer = seats[0].do(do="seed", deal=2, seed=secrets.token_hex(32))
    check(answer["code"] == "NOT_NOW", answer)
    play_on(seats)
    answer = seats[1].do(do="next")
    check(answer["t"] == "ack", answer)
    seats[1].socket.send(seats[1].last_sent)
    check(seats[1].answer(answer["n"]) == answer, "another answer to the same command")
    catch_up(seats)
    check(seats[0].deal["deal"] == 2 and seats[0].deal["seeds"] == [], seats[0].deal)
    kinds = [message["kind"] for message in seats[0].messages if message["t"] == "ev"]
    at = len(kinds) - 1 - kinds[::-1].index("deal")
    check(kinds[at - 1:at + 2] == ["commit", "deal", "commit"], kinds)
    check(seats[0].give()["t"] == "ack", "a seed for the next one")
    server.kill()
    server.start()
    for seat in seats:
        seat.reconnect()
    play_hands(seats, 2)
    for seat in seats:
        check(seat.verified == 2, seat.verified)
    close(server, seats)


def records_are_proven_by_two_programs(program, brain):
    """Those that a person downloads, and those that are exported, with hands that go on and
    without."""
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, rules="two_player",
                     overrides=of_hands(2))
    play_hands(seats, 3)
    play_on(seats, until=lambda _: seats[0].seq % 8 == 0)
    made = seats[0].made
    status, _, text = server.request("GET", "/v1/tables/%s/games/1" % made["table"], None,
                                     {"Authorization": "Bearer " + made["token"]})
    check(status == 200, status, text)
    folder = new_folder()
    with open(os.path.join(folder, "told.record"), "wb") as file:
        file.write(text)
    safe = new_folder()
    check(one_line(program, "export", server.data, "--out", safe)[0] == 0, "export")
    check(one_line(program, "export", server.data, "--running", "--out", folder)[0] == 0, "export")
    records = sorted(glob.glob(folder + "/*.record"))
    check(len(records) == 3, records)
    hands = {}
    for name in records:
        if name.endswith("told.record"):
            continue
        with open(name, encoding="utf-8") as whole, \
                open(os.path.join(safe, os.path.basename(name)), encoding="utf-8") as told:
            hands[name] = [text.count("\nfair_seed ") for text in (whole.read(), told.read())]
    check(list(hands.values()) == [[2, 2], [2, 1]], "hands that are told:", hands)
    other = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/verify_deal.py")
    for words in ([program, "verify"], [sys.executable, other]):
        done = subprocess.run(words + records, capture_output=True, text=True, timeout=60)
        check(done.returncode == 0 and done.stdout.count(": proven: ") >= 6, words, done)
        check("not proven" not in done.stdout and "parts of 0 1" in done.stdout, done.stdout)
    check(one_line(program, "replay", *records)[0] == 0, "replay")
    close(server, seats)


def what_was_missed_is_proven_too(program, brain):
    """Who comes back says what he knows, and is told the rest as the others were."""
    server = Server(program)
    seats = sit_down(server, brain, "AB", Checker, rules="two_player",
                     overrides=of_hands(2))
    away, here = seats
    resumed = 0
    while here.verified < 3:
        if away.to_act():
            away.play(away.choose())
            catch_up(seats)
            continue
        seen = away.seq
        away.disconnect()
        if max(here.commits) not in here.given:
            check(here.give()["t"] == "ack", "a seed is refused")
        if here.to_act():
            here.play(here.choose())
        else:
            last = here.state()[0] == GAME_END
            check(here.do(do="rematch" if last else "next")["t"] == "ack", "the next hand")
        catch_up([here])
        away.socket = Socket(server.port)
        away.socket.send(dict({"t": "hello", "v": 1, "inst": away.inst, "seq": seen,
                               "table": away.made["table"], "token": away.made["token"]},
                              **away.hello))
        resumed += "resumed" in away.wait("welcome")
        away.read_up_to(here.seq)
    check(away.verified >= 3 and resumed > 50, away.verified, "deals,", resumed, "times")
    close(server, seats)


def who_does_not_ask_for_proofs_gets_none(program, brain):
    server = Server(program)
    seats = sit_down(server, brain, "AB", rules="two_player")
    play_on(seats, until=lambda _: seats[0].seq >= 12)
    seats[0].resync()
    for message in seats[0].messages:
        check("proofs" not in message, message)
    check(set(seats[0].messages[-1]["fair"]) == {"next", "dealt"}, seats[0].messages[-1]["fair"])
    close(server, seats)


def seeds_change_the_deal_and_no_two_deals_are_alike(program, brain):
    server = Server(program)
    decks, seeds, commits = [], [], []
    for _ in range(12):
        made = server.make_table(name="A")
        told, deck = secrets_of(server, made["table"])
        decks.append(tuple(deck))
        seeds += told
        commits.append(made["table"])
    check(len(set(decks)) == 12 and len(set(seeds)) == 24, "the same again")
    fair = Fair("0123456789", 1, seeds[0], {})
    deck = fair.deck(sorted_deck(2, 4))
    for parts in ({0: bytes(32)}, {1: bytes(32)}, {0: bytes(32), 1: bytes(32)}):
        check(Fair("0123456789", 1, seeds[0], parts).deck(deck) != deck, "a seed changes nothing")
    check(sorted_like(deck) == sorted_deck(2, 4), "another pack")
    server.close()


if __name__ == "__main__":
    run([every_deal_is_proven_to_four,
         every_card_is_proven_to_two_and_to_three,
         every_card_is_proven_where_packets_are,
         every_card_is_proven_where_talons_and_held_threes_are,
         every_card_is_proven_where_cards_are_buried,
         every_card_is_proven_to_five_of_whom_one_looks_on,
         every_card_of_sequences_is_proven,
         who_sits_alone_has_a_seed_in_the_first_deal,
         a_seed_is_taken_once_in_time_and_of_a_seat,
         a_seed_goes_with_who_gave_it,
         a_seed_of_an_older_log_stays_where_it_was_given,
         nobody_hears_of_a_seed_before_the_deal,
         no_file_holds_a_seed_or_a_running_deck_in_clear,
         a_server_that_dies_leaves_no_core,
         killed_servers_go_on_with_the_same_deal,
         without_its_key_a_file_is_not_served,
         whoever_lost_the_key_goes_on_with_a_new_one,
         a_restored_backup_has_its_key,
         a_seal_of_another_entry_is_damage,
         a_deal_that_was_not_committed_to_does_not_replay,
         old_tables_play_on_and_their_next_deal_is_proven,
         records_are_proven_by_two_programs,
         what_was_missed_is_proven_too,
         who_does_not_ask_for_proofs_gets_none,
         seeds_change_the_deal_and_no_two_deals_are_alike])
