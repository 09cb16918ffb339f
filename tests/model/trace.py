"""Reads traces (`canasta trace`) as events; nothing here knows a rule."""
from __future__ import annotations

from typing import Iterator, NamedTuple, TextIO


class TraceError(Exception):
    """A trace that is not written as it should be."""


class Line(NamedTuple):
    """A line: its number, its first word, the rest."""

    number: int
    word: str
    rest: str


def lines(file: TextIO) -> Iterator[Line]:
    """The lines of a trace, without empty ones."""
    for number, text in enumerate(file, 1):
        word, _, rest = text.strip().partition(" ")
        if word:
            yield Line(number, word, rest.strip())


def items(text: str) -> dict[str, str]:
    """`a=b c=d` as a dictionary."""
    return dict(part.partition("=")[::2] for part in text.split())


def difference(ours: str, theirs: str) -> list[str]:
    """Items of two state lines that differ."""
    a, b = items(ours), items(theirs)
    return [f"{key}: model {a.get(key, 'nothing')}, trace {b.get(key, 'nothing')}"
            for key in list(a) + [k for k in b if k not in a] if a.get(key) != b.get(key)]
