#!/usr/bin/env python3
"""Shows tools/tidy and tools/tally small trees and logs with one fault each, and a clean one; sees
that what tools/take_away makes of the tree compiles.

Not here: tidying the real tree. Invariant: each fault is found, and the clean tree passes.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OPENING = "/* A file. */\n"
GAME = {"include/canasta/game.h": OPENING + "int game;\n",
        "include/canasta/view.h": OPENING + "int view;\n"}
UNFINISHED = "TO" + "DO"

# name, files, a piece of the complaint (None: the tree is clean)
TREES = [
    ("a_clean_tree_passes",
     {**GAME,
      "src/players/racer.c": OPENING + '#include "canasta/view.h"\n',
      "src/server/table/table.c":
          OPENING + '#include "canasta/game.h"\n#include "players/player.h"\n',
      "src/players/player.h": OPENING,
      "web/src/engine/engine.ts": "import type { View } from './types';\n",
      "web/src/engine/types.ts": "export type View = string;\n"}, None),
    ("an_include_points_upwards",
     {"src/engine/turn/deal.c": OPENING + '#include "text/cards/card_text.h"\n',
      "src/text/cards/card_text.h": OPENING}, "'engine' may not use 'text'"),
    ("players_do_not_use_the_server",
     {"src/players/racer.c": OPENING + '#include "server/table/table.h"\n',
      "src/server/table/table.h": OPENING}, "'players' may not use 'server'"),
    ("a_layer_nobody_knows",
     {"src/magic/wand.c": OPENING}, "no layer 'magic'"),
    ("a_room_uses_a_later_one",
     {"src/text/base/text.c": OPENING + '#include "text/cards/card_text.h"\n',
      "src/text/cards/card_text.h": OPENING}, "room 'base' of 'text' may not use 'cards'"),
    ("a_file_in_no_room", {"src/text/text.c": OPENING}, "stands in no room of 'text'"),
    ("three_files_in_a_circle",
     {f"src/players/{one}.h": OPENING + f'#include "players/{other}.h"\n'
      for one, other in ("ab", "bc", "ca")}, "a circle of 3 files: src/players/a,"),
    ("two_folders_in_a_circle",
     {"web/src/house/a.ts": "import { b } from '../b';\n",
      "web/src/b.ts": "import { a } from './house/a';\n"}, "a circle of 2 files"),
    ("a_player_sees_the_game",
     {**GAME, "src/players/racer.c": OPENING + '#include "canasta/game.h"\n'},
     "racer.c:2: includes include/canasta/game.h"),
    ("a_player_sees_the_game_through_another_header",
     {**GAME, "src/players/racer.c": OPENING + '\n#include "text/base/reckon.h"\n',
      "src/text/base/reckon.h": OPENING + '#include "canasta/invariant.h"\n',
      "include/canasta/invariant.h": OPENING + '#include "canasta/game.h"\n'},
     "racer.c:3: includes include/canasta/game.h through"),
    ("an_encoder_sees_the_game",
     {**GAME, "src/server/talk/encode.c": OPENING + '#include "canasta/game.h"\n'}, "includes"),
    ("the_browser_glue_sees_the_game",
     {**GAME, "wasm/glue.c": OPENING + '#include "canasta/game.h"\n'}, "includes"),
    ("a_page_module_imports_upwards",
     {"web/src/engine/engine.ts": "import Hand from '../components/Hand.svelte';\n",
      "web/src/components/Hand.svelte": "<p></p>\n"}, "may not use 'components'"),
    ("a_page_module_leaves_the_page",
     {"web/src/engine/engine.ts": "import x from '../../../src/text/x';\n"}, "outside of web/src"),
    ("a_file_without_an_opening_comment",
     {"src/engine/turn/deal.c": "int deal(void);\n"}, "open with a comment"),
    ("an_unfinished_mark",
     {"src/engine/turn/deal.c": OPENING + f"/* {UNFINISHED}: deal */\n"}, "unfinished"),
    ("a_badly_formatted_file",
     {"src/engine/turn/deal.c": OPENING + "int  deal( void );\n"}, "clang-format-14"),
    ("a_tab", {"web/src/plan.ts": "\texport {};\n"}, "a tab"),
    ("a_trailing_blank", {"web/src/plan.ts": "export {}; \n"}, "blanks at the end"),
    ("a_line_too_long", {"web/src/plan.ts": "// " + "x" * 98 + "\n"}, "101 columns"),
    ("a_clause_nobody_wrote_down",
     {"src/engine/turn/deal.c": OPENING + "/* P14 */\n", "docs/rules.md": "| P15 | it is so | |\n"},
     "no clause P14"),
    ("a_file_that_does_not_cite_its_clause",
     {"src/engine/turn/deal.c": OPENING + "/* P140 */\n",
      "docs/rules.md": "| P14 | so | `engine/turn/deal.c` |\n"
                       "| P140 | so | `engine/turn/deal.c` |\n"},
     "engine/turn/deal.c does not cite P14"),
    ("a_path_that_is_not_there", {"docs/a.md": "see `src/engine/turn/gone.c`\n"},
     "there is no src/engine/turn/gone.c"),
    ("a_package_server",
     {"web/package-lock.json": '"resolved": "https://registry' + '.npmjs.org/x"\n'}, "a place"),
    ("a_path_of_one_machine", {"README.md": "see /home" + "/anna/canasta\n"}, "a place"),
]

# name, log, what the tally must be
LOGS = [
    ("cmocka", "[  PASSED  ] 4 test(s).\n[  FAILED  ] 2 test(s), listed below:\n", "4 2"),
    ("vitest", " Test Files  1 failed | 2 passed (3)\n      Tests  3 failed | 9 passed (12)\n",
     "9 3"),
    ("node_test_runner", "# tests 5\n# pass 4\n# fail 1\n", "4 1"),
    ("our_own_last_line", "a case\n12 passed, 1 failed\n", "12 1"),
    ("tap", "1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c\n", "2 1"),
    ("unittest", ".F.\nRan 3 tests in 0.1s\n\nFAILED (failures=1)\n"
     "Ran 2 tests in 0.1s\n\nOK\n", "4 1"),
    ("words_in_passing", "the pile passed, 3 failed attempts\n", "0 0"),
]


def run(*command):
    answer = subprocess.run(command, capture_output=True, text=True)
    return answer.returncode, answer.stdout + answer.stderr


def write_tree(root, files):
    shutil.copy(os.path.join(ROOT, ".clang-format"), root)
    for path, text in files.items():
        path = os.path.join(root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def tidy_answers(files, complaint):
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, files)
        status, text = run(os.path.join(ROOT, "tools/tidy"), root)
    if complaint is None:
        return status == 0, text
    return status == 1 and complaint in text and "1 complaints" in text, text


def libraries():
    """Those whose variables are looked for, as the tool itself has them."""
    with open(os.path.join(ROOT, "tools/tidy"), encoding="utf-8") as file:
        row = re.search(r"^LIBRARIES = [\[(](.*?)[\])]", file.read(), re.M | re.S)
    return re.findall(r"\w+", row[1])


LIBRARIES = libraries()


def globals_are_found(source, expected):
    """Compiles one library per layer, the engine's with `source` in it."""
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, {})
        for layer in LIBRARIES:
            folder = os.path.join(root, "b/src", layer)
            os.makedirs(folder)
            with open(os.path.join(folder, "a.c"), "w", encoding="utf-8") as file:
                file.write(source if layer == "engine" else "int f(void);\n")
            run("gcc", "-fPIC", "-c", folder + "/a.c", "-o", folder + "/a.o")
            run("ar", "rc", f"{folder}/libcanasta-{layer}.a", folder + "/a.o")
        with open(os.path.join(root, "b/src/engine/a.c"), "w", encoding="utf-8") as file:
            file.write(OPENING)
        for layer in LIBRARIES:
            os.remove(os.path.join(root, "b/src", layer, "a.c"))
        status, text = run(os.path.join(ROOT, "tools/tidy"), "--objects", root + "/b", root)
    return (status == 1) == (expected is not None) and (expected or "") in text, text


def tally_answers(option, name, text, expected):
    with tempfile.TemporaryDirectory() as root:
        path = os.path.join(root, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        status, answer = run(os.path.join(ROOT, "tools/tally"), *option, path)
    return status == 0 and answer.strip() == expected, answer


def main():
    results = [(name, tidy_answers(files, complaint)) for name, files, complaint in TREES]
    constant = "static int a, b; const int *const table[] = {&a, &b};\n"
    results += [
        ("a_variable_outside_of_functions", globals_are_found("int count;\n", "'count'")),
        ("a_hidden_variable", globals_are_found(
            "int f(void) { static int hidden = 3; return hidden++; }\n", "'hidden")),
        ("a_table_of_constants_is_no_variable", globals_are_found(
            "static const char *const names[] = {\"a\"};\n"
            "const char *name(int i) { return names[i]; }\n", None)),
        ("a_table_of_addresses_hides_no_variable", globals_are_found(constant, "'a'")),
    ]
    results += [(name, tally_answers([], name, text, expected)) for name, text, expected in LOGS]
    meson = [{"name": "a", "result": "OK", "stdout": "[  PASSED  ] 3 test(s).\n"},
             {"name": "b", "result": "OK", "stdout": ""},
             {"name": "c", "result": "ERROR", "stdout": "[  PASSED  ] 2 test(s).\n"},
             {"name": "d", "result": "TIMEOUT"}, {"name": "e", "result": "SKIP"}]
    results.append(("meson", tally_answers(
        ["--meson"], "log", "\n".join(json.dumps(test) for test in meson), "6 2")))
    code, text = run(os.path.join(ROOT, "tools/take_away"), "--try")
    results.append(("what_takes_parameters_away_compiles", (code == 0, text)))
    failed = 0
    for name, (good, text) in results:
        print(("ok      " if good else "FAILED  ") + name)
        if not good:
            failed += 1
            print(text)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
