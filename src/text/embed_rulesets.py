#!/usr/bin/env python3
"""Writes the rule files given as arguments into one C file: embed_rulesets.py RULES... OUTPUT."""

# Not here: reading a rule set; src/text/rules_text.c does that at run time.
# The order of the table is the order of the arguments; a file's stem is its rule set's name.

import pathlib
import sys


def c_string(text):
    lines = []
    for line in text.splitlines():
        escaped = line.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
        lines.append(f'        "{escaped}\\n"')
    return "\n".join(lines)


def main():
    *rules, output = [pathlib.Path(a) for a in sys.argv[1:] if not a.endswith(".py")]
    names = [path.stem for path in rules]
    entries = [
        f'    {{"{name}",\n{c_string(path.read_text(encoding="ascii"))}}},'
        for name, path in zip(names, rules)
    ]
    output.write_text(
        "/* The rule sets of rulesets/ as text, made by embed_rulesets.py.\n"
        " * Not here: their meaning.\n"
        " * Invariant: each name is the name of its file. */\n"
        '#include "text/ruleset_table.h"\n\n'
        "const cn_ruleset_text cn_ruleset_texts[] = {\n"
        + "\n".join(entries)
        + "\n    {0, 0},\n};\n\n"
        "const char *const cn_rulesets[] = {\n"
        + "".join(f'    "{name}",\n' for name in names)
        + "    0,\n};\n",
        encoding="ascii",
    )


if __name__ == "__main__":
    main()
