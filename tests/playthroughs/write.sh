#!/usr/bin/env bash
# Writes one whole game of racers for every rule set and number of players, and the numbers of step
# sequences from its first deal (perft.txt), or compares.
# usage: write.sh [--check] PROGRAM
# Not here: which games (games.list). Invariant: with --check nothing is written; a difference is
# shown as a diff, and the status is 1. Every rule set and number that PROGRAM plays has a game.
set -u

check=no
if [ "${1-}" = --check ]; then check=yes; shift; fi
program=${1:?usage: write.sh [--check] PROGRAM}
here=$(dirname "$(realpath "$0")")
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() # STATUS TEXT
{
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); return; fi
    failed=$((failed + 1))
    echo "not ok: $2"
}

one_game() # RULES PLAYERS SEED
{
    local name=$1-$2.txt
    "$program" playthrough --rules "$1" --players "$2" --seed "$3" >"$work/$name" || return 1
    if [ $check = no ]; then cp "$work/$name" "$here/$name"; return; fi
    diff -u "$here/$name" "$work/$name" | head -n 40
    cmp -s "$here/$name" "$work/$name"
}

# RULES PLAYERS SEED: COUNT for 1, 2, ... 8 steps.
sequences() # RULES PLAYERS SEED
{
    "$program" perft --rules "$1" --players "$2" --seed "$3" --depth 8 |
        awk -v game="$1 $2 $3" '/^depth / { counts = counts " " $3 } END { print game ":" counts }'
}

while read -r rules players seed; do
    case $rules in '' | '#'*) continue ;; esac
    one_game "$rules" "$players" "$seed"
    count $? "$rules with $players players"
    echo "$rules $players" >>"$work/listed"
    sequences "$rules" "$players" "$seed" >>"$work/perft.txt"
done <"$here/games.list"

[ $check = yes ] || cp "$work/perft.txt" "$here/perft.txt"
diff "$here/perft.txt" "$work/perft.txt"
count $? "other numbers of step sequences than perft.txt has"

# A number of players that has a form of its own is listed under the form's name.
"$program" rules list --json | python3 -c '
import json, sys
for rules in json.load(sys.stdin)["rulesets"]:
    for players in rules["players"]:
        if str(players) not in rules.get("forms", {}):
            print(rules["name"], players)
' | sort >"$work/played"
sort "$work/listed" | diff - "$work/played"
count $? "games.list is not what the program plays"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
