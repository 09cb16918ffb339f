#!/bin/sh
# Plays a match in parts with GNU parallel, and puts them together (docs/matches.md).
# usage: examples/match_parallel.sh FOLDER PARTS PLAYER PLAYER... [OPTIONS]
# Run again, it goes on with what FOLDER has. The program is $CANASTA, or build/canasta.
set -eu
folder=$1 parts=$2 canasta=${CANASTA:-build/canasta}
shift 2
mkdir -p "$folder"
seq "$parts" | parallel -q "$canasta" match "$@" --threads 1 --part "{}/$parts" \
    --state "$folder/{}.part"
"$canasta" match --merge "$folder"/*.part
