"""Deals that can be proven, worked out once more: commitments, decks, trees, proofs, and what is
sealed in a data file.

Not here: claims. Invariant: nothing is shared with the program but docs/fairness.md and the names
of cards; libcrypto opens seals, Python's hashlib does the rest.
"""
import ctypes
import ctypes.util
import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import struct

RANKS, SUITS = "456789TJQKA32", "cdhs"
LABELS = {name: b"canasta/%s/1\0" % name.encode() for name in ("commit", "deal", "salt")}


def sorted_deck(packs, jokers):
    """All cards as the engine's deck has them in order: faces ascending, jokers last."""
    return [rank + suit for rank in RANKS for suit in SUITS
            for _ in range(packs)] + ["X"] * jokers


def sorted_like(cards):
    order = {card: i for i, card in enumerate(sorted_deck(1, 1))}
    return sorted(cards, key=order.__getitem__)


class Fair:
    """A deal: its table, number, the server's seed and what places gave ({place: bytes})."""

    def __init__(self, table, deal, seed, parts):
        check(len(table) == 10 and len(seed) == 96, "no deal", table, len(seed))
        self.parts = parts
        self.head = table.encode() + struct.pack(">I", deal) + seed
        self.tail = self.head + bytes([len(parts)]) + b"".join(
            bytes([place]) + parts[place] for place in sorted(parts))

    def commit(self):
        return hashlib.sha256(LABELS["commit"] + self.head).hexdigest()

    def deck(self, cards):
        """The order of these cards, whatever order they come in."""
        deck = sorted_like(cards)
        stream = hashlib.shake_256(LABELS["deal"] + self.tail).digest(64 * len(deck))
        words = (word for word, in struct.iter_unpack(">I", stream))
        for i in range(len(deck), 1, -1):
            word = next(word for word in words if word < i * (2 ** 32 // i))
            deck[i - 1], deck[word % i] = deck[word % i], deck[i - 1]
        return deck

    def root(self, deck):
        salts = hashlib.shake_256(LABELS["salt"] + self.tail).digest(32 * len(deck))
        return tree([leaf(i, card, salts[32 * i:32 * i + 32])
                     for i, card in enumerate(deck)]).hex()


def leaf(at, card, salt):
    return hashlib.sha256(b"\0" + struct.pack(">H", at) + card.encode() + salt).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def split(count):
    """The largest power of two below it."""
    return 1 << (count - 1).bit_length() - 1


def tree(leaves):
    if len(leaves) == 1:
        return leaves[0]
    left = split(len(leaves))
    return node(tree(leaves[:left]), tree(leaves[left:]))


def root_of(leaf_hash, at, count, path):
    """The root that a path leads to (RFC 6962); the sibling of the whole tree's halves is last."""
    if count == 1:
        check(path == [], "a path too long")
        return leaf_hash
    check(path, "a path too short")
    left = split(count)
    if at < left:
        return node(root_of(leaf_hash, at, left, path[:-1]), path[-1])
    return node(path[-1], root_of(leaf_hash, at - left, count - left, path[:-1]))


def proven(proof, count, root):
    """Whether the proof of a frame leads to the root."""
    check(set(proof) == {"at", "card", "salt", "path"}, "no proof:", proof)
    hashed = leaf(proof["at"], proof["card"], bytes.fromhex(proof["salt"]))
    path = [bytes.fromhex(word) for word in proof["path"]]
    return proof["at"] < count and root_of(hashed, proof["at"], count, path).hex() == root


class Seal:
    """The key file of a data file."""

    def __init__(self, data):
        with open(data + "-key", "rb") as file:
            self.key = file.read()
        check(len(self.key) == 32, "a key of", len(self.key), "bytes")
        self.crypto = ctypes.CDLL(ctypes.util.find_library("crypto"))
        for name in ("EVP_CIPHER_CTX_new", "EVP_aes_256_gcm"):
            getattr(self.crypto, name).restype = ctypes.c_void_p
            getattr(self.crypto, name).argtypes = []

    def run(self, seals, table, seq, kind, nonce, text, tag):
        """The text sealed or opened, with the tag; None if it is not what was sealed."""
        out, size = ctypes.create_string_buffer(len(text) + 16), ctypes.c_int()
        tag = ctypes.create_string_buffer(tag, 16)
        context = ctypes.c_void_p(self.crypto.EVP_CIPHER_CTX_new())
        cipher = ctypes.c_void_p(self.crypto.EVP_aes_256_gcm())
        bound = table.encode() + b"\0" + struct.pack(">Q", seq) + kind.encode()
        self.crypto.EVP_CipherInit_ex(context, cipher, None, self.key, nonce, int(seals))
        self.crypto.EVP_CipherUpdate(context, None, ctypes.byref(size), bound, len(bound))
        self.crypto.EVP_CipherUpdate(context, out, ctypes.byref(size), text, len(text))
        if not seals:
            self.crypto.EVP_CIPHER_CTX_ctrl(context, 0x11, 16, tag)
        good = self.crypto.EVP_CipherFinal_ex(context, ctypes.byref(out, len(text)),
                                              ctypes.byref(size))
        if seals:
            self.crypto.EVP_CIPHER_CTX_ctrl(context, 0x10, 16, tag)
        self.crypto.EVP_CIPHER_CTX_free(context)
        return (out.raw[:len(text)], tag.raw) if good == 1 else None

    def open(self, table, seq, kind, sealed):
        check(len(sealed) == 12 + 96 + 16, "sealed:", len(sealed))
        opened = self.run(False, table, seq, kind, sealed[:12], sealed[12:-16], sealed[-16:])
        check(opened, "this is not what was sealed for entry", seq)
        return opened[0]

    def close(self, table, seq, kind, secret):
        nonce = secrets.token_bytes(12)
        hidden, tag = self.run(True, table, seq, kind, nonce, secret, b"")
        return nonce + hidden + tag


def deals_of(database, table, seal):
    """The deals of a table's log, in order: (number of the entry, Fair, commitment, root). Where a
    commitment stands is checked: before all that was given for it."""
    deals, next_deal = [], None
    for seq, kind, seat, body, sealed in database.execute(
            "SELECT seq, kind, seat, body, sealed FROM log WHERE table_id = ? ORDER BY seq",
            (table,)):
        secret = seal.open(table, seq, kind, sealed) if sealed else None
        if kind == "commit":
            said = json.loads(body)
            check(next_deal is None and said["deal"] == len(deals) + 1, "a commitment", body)
            next_deal = dict(said, secret=secret, parts={})
            check(Fair(table, said["deal"], secret, {}).commit() == said["commit"], "commitment")
        elif kind == "seed":
            check(next_deal and seat not in next_deal["parts"], "a seed without a commitment", seq)
            next_deal["parts"][seat] = bytes.fromhex(body)
        elif kind == "seat" and next_deal and "part" in json.loads(body):
            next_deal["parts"].pop(seat, None)  # it goes with who gave it
        elif kind == "deal":
            said = json.loads(body)
            check(next_deal and said["deal"] == next_deal["deal"], "a deal that was not committed "
                  "to:", body)
            check(secret == next_deal["secret"], "another seed than was committed to")
            fair = Fair(table, said["deal"], secret, next_deal["parts"])
            deals.append((seq, fair, next_deal["commit"], said["root"]))
            next_deal = None
    return deals


def deck_of(fair, root):
    """The deck of a deal, whose packs are known by its root."""
    for packs in range(1, 9):
        deck = fair.deck(sorted_deck(packs, 2 * packs))
        if fair.root(deck) == root:
            return deck
    check(False, "no packs of 52 with two jokers each make this root")


def in_clear(database, table, seal):
    """The rows of a table as an old log would have them: decks in clear, and what came for their
    sake as changes of pace. A table may get another name so: the name is in every deck."""
    decks = {seq: "".join(deck_of(fair, root))
             for seq, fair, _, root in deals_of(database, table, seal)}
    rows = []
    for row in database.execute(
            "SELECT table_id, seq, kind, seat, inst, n, body_hash, body, time, person, base "
            "FROM log WHERE table_id = ? ORDER BY seq", (table,)).fetchall():
        row = list(row) + [None]
        if row[2] in ("commit", "seed", "reveal"):
            row[2:8] = ["pace", None, None, None, None, "0"]
        if row[1] in decks:
            row[7] = decks[row[1]]
        if row[10] is not None:
            row[10] = json.dumps({key: value for key, value in json.loads(row[10]).items()
                                  if key != "next"})
        rows.append(row)
    return rows


def put_in_clear(folder, source, table):
    """A copy of a data file, in `folder`, with one table as an old log would have it."""
    data = os.path.join(folder, "tables.db")
    shutil.copy(source, data)
    shutil.copy(source + "-key", data + "-key")
    database = sqlite3.connect(data)
    make_clear(database, data, table)
    database.commit()
    return database


def make_clear(database, data, table):
    """Does the same to the file itself; its links are to be made again."""
    rows = in_clear(database, table, Seal(data))
    database.execute("DELETE FROM log WHERE table_id = ?", (table,))
    database.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'')", rows)


def cards_of(text):
    return re.findall(r"[2-9TJQKA][cdhs]|X|\?", text)


def gets(words):
    """The parts of `gets ...`: cards, threes laid out, and which of these were held before."""
    parts = {"cards": cards_of(words[0]), "threes": [], "held": []}
    for name in ("threes", "held"):
        if name in words:
            parts[name] = cards_of(words[words.index(name) + 1])
    return parts


def shown_by(line, own):
    """The cards of the deck that a line shows to a seat of the hand for the first time."""
    words, _, then = line.partition(" then ")
    words, shown = words.split(), []
    if words[0] == "deal":
        part = None
        for word in words[4:]:
            if word in ("threes", "returned", "turned", "hand", "buried"):
                part = word
            elif part not in ("buried", "returned"):
                shown += cards_of(word.partition(":")[2] if ":" in word else word)
    elif words[0] != "score" and "gets" in words:
        shown += new_to(own == int(words[0]), gets(words[words.index("gets") + 1:]))
    if then:
        seat, _, rest = then.split(" ", 2)
        shown += new_to(own == int(seat), gets(rest.split()))
    return shown


def new_to(is_own, parts):
    """What a seat has held was shown to it before; to the others it is new when it is laid out."""
    new = (parts["cards"] if is_own else []) + parts["threes"]
    for card in parts["held"] if is_own else []:
        new.remove(card)
    return new


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(word) for word in what))
