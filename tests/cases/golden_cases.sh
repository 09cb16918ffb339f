#!/bin/sh
# Every golden case of the two rule sets is a position, and the engine agrees with all of them.
# Not here: the referee's answers to files that are wrong (referee.sh).
# Usage: golden_cases.sh CANASTA DIRECTORY
set -eu
canasta=$1
cd "$2"

cases=$(wc -l < index.txt)
[ "$cases" -eq 205 ] || { echo "index.txt has $cases lines, not 205"; exit 1; }
[ "$(cut -d' ' -f1,2 index.txt | sort -u | wc -l)" -eq 205 ] || { echo "index.txt repeats a case"; exit 1; }
awk -f coverage.awk index.txt ./*.pos

# A position counts once for each rule set it names.
positions=$(awk '$1 == "rules" { count += NF - 1 } END { print count }' ./*.pos)
answer=$("$canasta" referee --quiet ./*.pos) || { echo "$answer"; exit 1; }
[ "$answer" = "$positions passed, 0 failed" ] || {
    echo "$positions positions, but: $answer"
    exit 1
}
echo "$cases golden cases in $answer"
