#!/usr/bin/env bash
# Holds the signatures of engine and players against the pinned ones, in every build: those of Meson
# and, made here, gcc and clang without optimisation and WebAssembly with and without it.
# Not here: what a signature is (src/lab/signature.h). usage: tests/wasm/signatures.sh BUILD...
# Invariant: one line of TAP for each build and signature; the status is 0 only if all agree.
set -u

cd "$(dirname "$0")/../.." || exit 2
made=.cache/signatures
node=web/node_modules/.bin/node
count=0 status=0
mkdir -p $made

# The program is told what to print: `engine` or `players`.
compare() # NAME COMMAND...
{
    local name=$1 what pinned found result
    shift
    for what in engine players; do
        pinned=tests/signature-players.txt result=ok
        [ $what = players ] || pinned=tests/signature.txt
        found=$("$@" $what 2>&1)
        [ "$found" = "$(cat $pinned)" ] || result='not ok' status=1
        count=$((count + 1))
        echo "$result $count - $what, $name: ${found//$'\n'/, }"
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
        src/lab/signature.c src/cli/bench_signature.c src/cli/table_options.c src/cli/rules_file.c \
        src/engine/*.c src/random/*.c src/players/*.c src/text/*.c "$2/src/text/rulesets.c" \
        -o "$made/$1"
}

for folder in "$@"; do compare "$folder" by_canasta "$folder"; done
for compiler in gcc clang-19; do
    compile $compiler "$1" || status=1
    compare "$compiler -O0" "$made/$compiler"
done
for level in -Os -O0; do
    wasm/build --signature "$made/wasm$level.wasm" $level >&2 || status=1
    compare "WebAssembly $level" by_wasm "$made/wasm$level.wasm"
done
echo "1..$count"
exit $status
