#!/usr/bin/env python3
"""Writes a lesson into one C file: embed_lesson.py LESSON OUTPUT. Fails if a line is missing.

Not here: whether its cards are a deck; the server asks that before it starts (lesson.c)."""
import pathlib
import sys

TEXTS = ("rules", "overrides", "bot", "deck")
NUMBERS = ("players", "seat", "dealer")


def read(text):
    """The lines `KEY = VALUE`; those of one key are joined."""
    values = {}
    for line in (line.split("#")[0].strip() for line in text.splitlines()):
        if line:
            key, value = (word.strip() for word in line.split("=", 1))
            values[key] = values.get(key, "") + value
    if sorted(values) != sorted(TEXTS + NUMBERS):
        raise SystemExit(f"embed_lesson.py: a lesson has {TEXTS + NUMBERS}, not {tuple(values)}")
    return values


def main():
    source, output = (pathlib.Path(one) for one in sys.argv[1:])
    values = read(source.read_text(encoding="ascii"))
    fields = [f'.{key} = "{values[key]}"' for key in TEXTS]
    fields += [f".{key} = {int(values[key])}" for key in NUMBERS]
    output.write_text(
        f"/* {source.name} as data, made by embed_lesson.py.\n"
        " * Not here: what it is for (lesson.h). Invariant: it says what the file says. */\n"
        '#include "server/table/lesson.h"\n\n'
        "const cn_lesson cn_lesson_first = {\n    " + ",\n    ".join(fields) + ",\n};\n",
        encoding="ascii")


if __name__ == "__main__":
    main()
