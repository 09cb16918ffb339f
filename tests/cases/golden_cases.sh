#!/bin/sh
# Every pair of a golden case and a rule set has a position, and the engine agrees with all of them.
# Not here: the referee's answers to files that are wrong (referee.sh).
# Usage: golden_cases.sh CANASTA DIRECTORY
set -eu
canasta=$(realpath "$1")
cd "$2"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# index.txt says where each pair is covered: `awk -f coverage.awk pairs.txt ./*.pos > index.txt`.
awk -f coverage.awk pairs.txt ./*.pos > "$scratch/index.txt"
diff index.txt "$scratch/index.txt" || {
    echo "index.txt is not what coverage.awk prints"
    exit 1
}

# A pair without a position is found: the list has cases that only ends.pos covers.
if awk -f coverage.awk pairs.txt ./[!e]*.pos > "$scratch/short" 2> "$scratch/missing" ||
    ! grep -q '^no position of C231 two_player expects over 1$' "$scratch/missing"; then
    echo "coverage.awk does not see that a position is missing"
    exit 1
fi

# A position counts once for each rule set it names.
positions=$(awk '$1 == "rules" { count += NF - 1 } END { print count }' ./*.pos)
status=0
answer=$("$canasta" referee --quiet ./*.pos) || status=$?
echo "$answer"
[ "$status" -eq 0 ] && [ "$answer" = "$positions passed, 0 failed" ]
