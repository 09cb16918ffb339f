#!/usr/bin/env python3
"""Plants rule changes in a copy of the engine, one at a time: does the model find each?

usage: plant.py [--hands N] [FOLDER]    FOLDER: an empty working folder (a temporary one)

Run by hand from anywhere; takes some minutes. Prints one line for each change and ends with
`N passed, M failed`; a change that no compared hand shows has failed.
Not here: the comparison (compare.py). Invariant: nothing outside FOLDER is changed.
"""
from __future__ import annotations

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# (file, what stands there, what is planted, rule set whose games show it)
CHANGES = [
    ("public.c", "return p->freeze_until_melded && !cn_public_has_opened(pub, seat);",
     "return false;", "classic_usp"),
    ("shape.c", "if (wilds < naturals ||", "if (wilds <= naturals ||", "relaxed"),
    ("shape.c", "shape->naturals < p->wild_add_min_naturals)",
     "shape->naturals + 1 < p->wild_add_min_naturals)", "modern_american"),
    ("shape.c", "if (shape->run_before + shape->run_wilds + 1U > size) return false;", "",
     "relaxed"),
    ("discard.c", "if (pub->pile_count > 0 || words == 0) return 0;", "if (words >= 0) return 0;",
     "modern_american"),
    ("public.c", "turn->opened_first ? p->talon_first : p->talon_second",
     "turn->opened_first ? p->talon_second : p->talon_first", "modern_american"),
    ("possible_take.c", "return rules->p.take_natural_wild ? ok() : refuse(CN_REASON_PAIR_ONLY);",
     "return ok();", "samba"),
    ("possible_take.c", "p->take_canasta_rank == CN_TAKE_CANASTA_RANK_BLOCKED_ANY && seat",
     "p->take_canasta_rank < CN_TAKE_CANASTA_RANK_FREE && seat", "online"),
    ("deal.c", "return wild_or_bonus || kind == CN_KIND_BLACK3;", "return wild_or_bonus;",
     "classic_usp"),
    ("public.c", "if (cn_side_has_canasta(rules, &pub->side[side], rank)) return true;",
     "(void)pub;", "modern_american"),
    ("plan.c", "if (left >= keep + 1) return true;", "if (left >= keep) return true;", "relaxed"),
    ("target.c", "if (run != CN_NO_MELD && side->meld[run].rank == rank) return run;",
     "(void)run;", "online"),
    ("formation.c", "pub->side_of[second] = (uint8_t)first;", "", "cutthroat_3"),
    ("opening.c", "!opening->pure &&", "rules->deck_size == 0 &&", "modern_american"),
    ("score.c", "return count >= 2 ? 1 : count - 1;", "return count >= 1 ? 1 : -1;",
     "modern_american"),
    ("score.c", "if (hand->kind[rank] >= 3) points", "if (hand->kind[rank] > 3) points",
     "modern_american"),
    ("give.c", "bool may_hold = due->hold_one && ", "bool may_hold = false && ", "modern_american"),
    ("turn.c", "CN_END_STOCK", "CN_END_RED_THREE", "online"),
    ("public.c", "if (p->freeze_initial_pile && !pub->pile_taken) return true;", "", "online"),
    ("possible.c", "if (turn->laid_beyond) return refuse(CN_REASON_ASK_LATE);", "", "forum"),
]


def build(folder: pathlib.Path) -> bool:
    done = subprocess.run(["ninja", "-C", str(folder / "build"), "canasta"],
                          capture_output=True, text=True, check=False)
    return done.returncode == 0


def differs(folder: pathlib.Path, rules: str, hands: int) -> bool:
    """True if some hand is not what the model expects, or the engine itself gives up."""
    done = subprocess.run([sys.executable, str(ROOT / "tests/model/compare.py"),
                           str(folder / "build/canasta"), "--rules", rules, "--hands", str(hands)],
                          capture_output=True, text=True, check=False)
    return done.returncode != 0


def plant(folder: pathlib.Path, change: tuple[str, str, str, str], hands: int) -> str:
    """What became of one change; "" if it was found."""
    name, old, new, rules = change
    path = next((folder / "tree/src/engine").glob("*/" + name))
    text = path.read_text()
    if old not in text:
        return "the place is gone"
    path.write_text(text.replace(old, new, 1))
    try:
        if not build(folder):
            return "does not compile"
        return "" if differs(folder, rules, hands) else "not found"
    finally:
        path.write_text(text)


def work(folder: pathlib.Path, hands: int) -> int:
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(
        ".git", ".cache", ".venv", "node_modules", "build*", "web"))
    subprocess.run(["meson", "setup", "--buildtype=debugoptimized", "-Db_ndebug=true",
                    "-Dwerror=false", "-Dtests=disabled", str(folder / "build"), str(tree)],
                   capture_output=True, check=True)
    failed = 0
    for change in CHANGES:
        wrong = plant(folder, change, hands)
        failed += wrong != ""
        print(f"{'not ok' if wrong else 'ok'}: {change[0]} under {change[3]}: {change[1]} "
              f"{'- ' + wrong if wrong else ''}", flush=True)
    print(f"{len(CHANGES) - failed} passed, {failed} failed")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    if options.folder is not None:
        return work(options.folder, options.hands)
    with tempfile.TemporaryDirectory() as folder:
        return work(pathlib.Path(folder), options.hands)


if __name__ == "__main__":
    sys.exit(main())
