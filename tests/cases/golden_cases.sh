#!/bin/sh
# Every golden case of the two rule sets is a position, and the engine agrees with all positions.
# Not here: the referee's answers to files that are wrong (referee.sh).
# Usage: golden_cases.sh CANASTA DIRECTORY
set -eu
canasta=$(realpath "$1")
cd "$2"

cases=$(cut -d' ' -f1,2 index.txt | sort -u | wc -l)
[ "$cases" -eq 205 ] || {
    echo "index.txt has $cases cases, not 205"
    exit 1
}
awk -f coverage.awk index.txt ./*.pos

# A position counts once for each rule set it names.
positions=$(awk '$1 == "rules" { count += NF - 1 } END { print count }' ./*.pos)
status=0
answer=$("$canasta" referee --quiet ./*.pos) || status=$?
echo "$answer"
[ "$status" -eq 0 ] && [ "$answer" = "$positions passed, 0 failed" ]
