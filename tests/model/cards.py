"""Cards: faces, kinds, text.

A face is a number 0..52 in the order of a state line: 4c 4d 4h 4s 5c .. As, 3c 3d 3h 3s,
2c .. 2s, X (rules README, "Card model"). A kind is what every rule but sequences looks at (P13).
"""
from __future__ import annotations

RANKS = "456789TJQKA"
SUITS = "cdhs"
FACES = [r + s for r in RANKS for s in SUITS] + ["3" + s for s in SUITS] \
    + ["2" + s for s in SUITS] + ["X"]
FACE_OF = {text: number for number, text in enumerate(FACES)}
FACE_COUNT = len(FACES)

BLACK3, TWO, JOKER, RED3 = 11, 12, 13, 14  # kinds above the eleven ranks
KIND_COUNT = 15
KIND_NAMES = list(RANKS) + ["3", "2", "X", "3r"]  # as in `discard-...`


def kind_of_face(face: int) -> int:
    """The kind of a face: rank 0..10, BLACK3, TWO, JOKER or RED3."""
    if face < 44:
        return face // 4
    if face < 48:
        return RED3 if FACES[face][1] in "dh" else BLACK3
    return TWO if face < 52 else JOKER


KINDS = tuple(kind_of_face(face) for face in range(FACE_COUNT))
FACES_OF_KIND = [[f for f in range(FACE_COUNT) if KINDS[f] == k] for k in range(KIND_COUNT)]


def parse_group(text: str) -> list[int]:
    """Faces of a group written without blanks, `-` for none."""
    faces: list[int] = []
    place = 0
    if text == "-":
        return faces
    while place < len(text):
        size = 1 if text[place] == "X" else 2
        card = text[place:place + size]
        if card not in FACE_OF:
            raise ValueError(f"no card: {card!r}")
        faces.append(FACE_OF[card])
        place += size
    return faces


def group_text(faces) -> str:
    """A group as text in the order given, `-` if empty."""
    return "".join(FACES[f] for f in faces) or "-"


def counts_text(counts) -> str:
    """A list of counts by face as a group in face order."""
    return "".join([FACES[f] * n for f, n in enumerate(counts) if n]) or "-"


def pack(decks: int, jokers: int) -> list[int]:
    """All cards of so many packs, unshuffled."""
    return [f for f in range(52) for _ in range(decks)] + [52] * jokers
