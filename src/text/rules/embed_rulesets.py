#!/usr/bin/env python3
"""Writes the rule files given as arguments into one C file: embed_rulesets.py RULES... OUTPUT.

Those of a folder `clubs` are found by their names like all others, but listed apart. With --values
first, without what is only read: titles, sentences, and the root's values, which are the defaults.
"""

# Not here: reading a rule set; src/text/ruleset_read.c does that at run time.
# The order of the table is the order of the arguments; a file's stem is its rule set's name.
# Comments stay behind; lines keep their numbers. Texts are arrays of letters, because a string may
# be too long for ISO C.

import pathlib
import sys

LETTERS_IN_A_LINE = 18


def without_comments(text):
    return "".join(line.split("#")[0].rstrip() + "\n" for line in text.splitlines())


def values_of(text):
    lines = [line for line in text.splitlines() if line]
    is_root = " : " not in lines[0]
    kept = ("[", "forms") if is_root else tuple(lines)
    return "".join(
        line + "\n" for line in lines
        if line.startswith(kept) and not line.startswith(("title", "about"))
    )


def c_letter(letter):
    return {"\n": "'\\n'", "'": "'\\''", "\\": "'\\\\'", "\t": "'\\t'"}.get(letter, f"'{letter}'")


def c_array(name, text):
    letters = [c_letter(letter) for letter in text] + ["0"]
    rows = [
        "    " + ",".join(letters[i : i + LETTERS_IN_A_LINE])
        for i in range(0, len(letters), LETTERS_IN_A_LINE)
    ]
    return f"static const char text_of_{name}[] = {{\n" + ",\n".join(rows) + "};\n"


def c_names(array, names):
    lines = "".join(f'    "{name}",\n' for name in names)
    return f"const char *const {array}[] = {{\n{lines}    0,\n}};\n"


def main():
    only_values = sys.argv[1] == "--values"
    *rules, output = [pathlib.Path(a) for a in sys.argv[1 + only_values :] if a[-3:] != ".py"]
    names = [path.stem for path in rules]
    texts = [without_comments(path.read_text(encoding="ascii")) for path in rules]
    if only_values:
        texts = [values_of(text) for text in texts]
    arrays = [c_array(name, text) for name, text in zip(names, texts)]
    output.write_text(
        "/* The rule sets of rulesets/ as text, made by embed_rulesets.py.\n"
        " * Not here: their meaning.\n"
        " * Invariant: each name is the name of its file. */\n"
        '#include "text/rules/ruleset_table.h"\n\n'
        + "\n".join(arrays)
        + "\nconst cn_ruleset_text cn_ruleset_texts[] = {\n"
        + "".join(f'    {{"{name}", text_of_{name}}},\n' for name in names)
        + "    {0, 0},\n};\n\n"
        + c_names("cn_rulesets", [path.stem for path in rules if path.parent.name != "clubs"])
        + c_names("cn_clubs", [path.stem for path in rules if path.parent.name == "clubs"]),
        encoding="ascii",
    )


if __name__ == "__main__":
    main()
