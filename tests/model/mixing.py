"""Where cards come to lie that are shuffled in a hand (docs/formats.md, "Records").

Not here: when that is (table.py). Invariant: known from the deck of the hand alone.
"""
from __future__ import annotations

WORD = 2 ** 64 - 1


def siphash(key: tuple[int, int], data: bytes) -> int:
    """SipHash-2-4 as its authors publish it."""
    a, b, c, d = (key[i % 2] ^ int.from_bytes(word, "big") for i, word in
                  enumerate((b"somepseu", b"dorandom", b"lygenera", b"tedbytes")))

    def rounds(number: int) -> None:
        nonlocal a, b, c, d
        for _ in range(number):
            a, c = a + b & WORD, c + d & WORD
            b, d = left(b, 13) ^ a, left(d, 16) ^ c
            a, c = left(a, 32) + d & WORD, c + b & WORD
            b, d = left(b, 17) ^ c, left(d, 21) ^ a
            c = left(c, 32)

    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at:at + 8], "little")
        d ^= word
        rounds(2)
        a ^= word
    c ^= 255
    rounds(4)
    return a ^ b ^ c ^ d


def left(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & WORD


def key_of(deck: list[int]) -> tuple[int, int]:
    return siphash((0, 0), bytes(deck)), siphash((0, 1), bytes(deck))


def place(key: tuple[int, int], purpose: int, count: int) -> int:
    """One of so many places."""
    return siphash(key, bytes([purpose]) + count.to_bytes(2, "little")) % count


def put_back(stock: list[int], cards: list[int], key: tuple[int, int]) -> None:
    """Turned cards go into the stock, whose top is its last card (P155)."""
    stock += reversed(cards)
    for i in range(len(cards)):
        here = len(stock) - 1 - i
        other = here - place(key, 255, here + 1)
        stock[here], stock[other] = stock[other], stock[here]


def shuffle(cards: list[int], key: tuple[int, int], refill: int) -> None:
    """In place; `refill` counts from 0."""
    for count in range(len(cards), 1, -1):
        other = place(key, refill, count)
        cards[count - 1], cards[other] = cards[other], cards[count - 1]
