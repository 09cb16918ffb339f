"""What a server shows of all that stands in a data file: to seats, persons and who is invited.

Not here: which data files (data/make_v2.py writes one, test_migration.py reads it).
Invariant: asking changes nothing, and a server that is started again answers the same.
"""
import json

from client import Seat

# Nothing goes to the archive because the test is run years after the file was written.
OPTIONS = ["--archive-finished-days", "0", "--archive-deserted-days", "0", "--records", "1000000"]


class Prover(Seat):
    """A seat that is shown proofs of its cards."""
    hello = {"proofs": True}


def snapshot(snap):
    """What a snapshot says, without what is drawn anew at each start."""
    return {name: snap[name] for name in
            ("seq", "table", "start", "events", "sheets", "fair", "vh", "proofs") if name in snap}


def answer(server, method, path, token, body):
    """Status and what is said: members, or a text."""
    headers = {"Authorization": "Bearer " + token} if token else {}
    status, heads, text = server.request(method, path, body, headers)
    is_json = heads["content-type"] == "application/json"
    return [status, json.loads(text) if is_json else text.decode()]


def shown(server, brain, asked, seats):
    """[what is asked, what is answered], of calls and of seats that sit down one by one."""
    told = [[ask, answer(server, *ask)] for ask in asked]
    for made in seats:
        seat = Prover(server, made, brain, inst=made["inst"])
        told.append([made, snapshot(seat.messages[-1])])
        seat.close()
    return json.loads(json.dumps(told))
