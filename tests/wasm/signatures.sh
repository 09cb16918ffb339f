#!/usr/bin/env bash
# Holds the signatures of engine and players against the pinned ones, in every build: those of Meson
# and WebAssembly, made here; --plain: without optimisation, too, by gcc, clang and as WebAssembly.
# Not here: what a signature is (src/lab/bench/signature.h).
# usage: tests/wasm/signatures.sh [--plain] BUILD...
# Invariant: one line of TAP for each build and signature; the status is 0 only if all agree.
set -u

cd "$(dirname "$0")/../.." || exit 2
made=.cache/signatures
node=web/node_modules/.bin/node
number=0
mkdir -p $made
rm -f $made/*.said

# The program is told what to print: `engine` or `players`.
compare() # NAME COMMAND...
{
    local name=$1 what pinned found result
    shift
    for what in engine players; do
        pinned=tests/signature-players.txt result=ok
        [ $what = players ] || pinned=tests/signature.txt
        found=$("$@" $what 2>&1)
        [ "$found" = "$(cat $pinned)" ] || result='not ok'
        echo "$result - $what, $name: ${found//$'\n'/, }"
        [ "$result" = ok ] || sed "s|^|#   $pinned: |" $pinned
    done
}

by_canasta() # FOLDER WHAT
{
    if [ "$2" = players ]; then
        "$1/canasta" bench --signature-players
    else
        "$1/canasta" bench --signature
    fi
}

by_wasm() # PROGRAM WHAT
{
    $node --no-warnings tests/wasm/run_wasi.mjs "$1" "$2"
}

# The program without Meson; the rule sets as a build of Meson has them.
compile() # COMPILER BUILD
{
    "$1" -std=c17 -O0 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc tests/wasm/signature.c \
        src/lab/bench/signature.c src/cli/bench_signature.c src/cli/table_options.c src/cli/rules_file.c \
        src/engine/*/*.c src/random/*.c src/players/*.c src/players/*/*.c src/text/*/*.c "$2/src/text/rulesets.c" \
        -o "$made/$1"
}

of_meson() # FOLDER
{
    compare "$1" by_canasta "$1"
}

of_compiler() # COMPILER BUILD
{
    compile "$1" "$2" || echo "not ok - $1 -O0 does not compile"
    compare "$1 -O0" "$made/$1"
}

of_wasm() # LEVEL
{
    wasm/build --signature "$made/wasm$1.wasm" "$1" >&2 ||
        echo "not ok - WebAssembly $1 does not compile"
    compare "WebAssembly $1" by_wasm "$made/wasm$1.wasm"
}

# One more beside the others, as soon as a processor is free. What it says is told by its place.
begin() # PLACE COMMAND...
{
    local place=$1
    shift
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    "$@" >"$made/$place.said" &
}

plain=no
[ "$1" != --plain ] || { plain=yes; shift; }

# The slowest first.
if [ $plain = yes ]; then
    begin wasm-2 of_wasm -O0
    begin plain-1 of_compiler gcc "$1"
    begin plain-2 of_compiler clang-19 "$1"
fi
for folder in "$@"; do begin "meson-$((number += 1))" of_meson "$folder"; done
begin wasm-1 of_wasm -Oz
wait
awk '/^(not )?ok /{sub(/ok/, "ok " ++count)} {print} END {print "1.." count}' $made/*.said
! grep -q '^not ok' $made/*.said
