#!/bin/sh
# What `canasta referee` answers to expectations that are not met, and to files that are wrong.
# Not here: the golden cases (golden_cases.sh).
# Usage: referee.sh CANASTA FORMATS.md
set -u
canasta=$(realpath "$1")
formats=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
file=$directory/file.pos
passed=0
failed=0

# answers STATUS TEXT: the last run ended with that status and printed a line that holds the text.
answers() {
    if [ "$status" -eq "$1" ] && printf '%s\n' "$answer" | grep -qF -- "$2"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    printf 'expected status %s and: %s\ngot status %s and: %s\n' "$1" "$2" "$status" "$answer" |
        sed 's/^/| /'
}

run() {
    answer=$("$canasta" referee "$@" 2>&1)
    status=$?
}

# judged STATUS TEXT LINE...: judges a position made of these lines.
judged() {
    wanted=$1 text=$2
    shift 2
    printf '%s\n' "$@" > "$file"
    run "$file"
    answers "$wanted" "$text"
}

# wrong PLACE TEXT LINE...: a file of these lines is refused there with that message.
wrong() {
    place=$1 text=$2
    shift 2
    judged 1 "$file:$place: $text" "$@"
}

c='rules classic_pagat'
h='hand 7c7d7h4s5d'
m='melds KcKdKh'

# Without an expectation the answer alone is printed.
judged 0 'A: legal' 'position A' "$c" "$m" "$h" 'play meld 7c7d7h'
judged 0 'A: legal (15>=15)' 'position A' "$c" 'score -5' "$h" 'play open 7c7d7h'
judged 0 'A: illegal MIN 15<50 at step 4 (open)' 'position A' "$c" "$h" 'play open 7c7d7h'
judged 0 'A (two_player): illegal MIN 15<50' 'position A' "$c two_player" "$h" 'play open 7c7d7h'
judged 0 'A: total 130 (threes+100 melded+30)' 'position A' "$c" "$m" 'red3 3d' 'left -'
judged 0 'A: total 0' 'position A' "$c" 'left -'
judged 0 'A: illegal RANK' 'position A' "$c" "$m" "$h" 'play meld 7c7d4s'
judged 0 "A: illegal SIZE 2<3 at step 2 (meld 7d) of 'before' number 1" \
    'position A' "$c" "$m" "$h" 'before meld 7c7d' 'play discard 4s'

# With one it is checked.
judged 0 '1 passed, 0 failed' 'position A' "$c" "$m" "$h" 'play meld 7c7d7h' 'expect legal'
judged 1 '0 passed, 1 failed' 'position A' "$c" "$m" "$h" 'play meld 7c7d7h' 'expect illegal'
judged 1 'A: legal: FAILED expected illegal FROZEN got legal' \
    'position A' "$c" "$m" "$h" 'play meld 7c7d7h' 'expect illegal FROZEN'
judged 1 'FAILED expected legal got illegal MIN 15<50' \
    'position A' "$c" "$h" 'play open 7c7d7h' 'expect legal'
judged 1 'FAILED expected illegal MIN 15<90 got illegal MIN 15<50' \
    'position A' "$c" "$h" 'play open 7c7d7h' 'expect illegal MIN 15<90'
judged 1 'FAILED expected legal (30>=15) got legal (15>=15)' \
    'position A' "$c" 'score -5' "$h" 'play open 7c7d7h' 'expect legal (30>=15)'
judged 1 'FAILED expected legal (15>=15) got legal' \
    'position A' "$c" "$m" "$h" 'play meld 7c7d7h' 'expect legal (15>=15)'
judged 0 '1 passed, 0 failed' \
    'position A' "$c" "$h" 'play open 7c7d7h' 'expect illegal FROZEN|MIN 15<50'
judged 1 'FAILED expected legal got illegal SIZE 2<3' 'position A' "$c" "$m" "$h" \
    'before meld 7c7d' 'play discard 4s' 'expect legal'
judged 1 'FAILED expected illegal SIZE got illegal SIZE 2<3' 'position A' "$c" "$m" "$h" \
    'before meld 7c7d' 'play discard 4s' 'expect illegal SIZE'
judged 1 'FAILED expected then hand 3 got hand 2' \
    'position A' "$c" "$m" "$h" 'play meld 7c7d7h' 'expect legal' 'then hand 3'
judged 1 'FAILED expected then melds KcKdKh got melds KcKdKh / 7c7d7h' \
    'position A' "$c" "$m" "$h" 'play meld 7c7d7h' 'expect legal' 'then melds KhKdKc'
judged 1 'FAILED expected total 30 (melded+30) got total 130 (threes+100 melded+30)' \
    'position A' "$c" "$m" 'red3 1' 'left -' 'expect total 30 (melded+30)'
judged 1 'FAILED expected total 130 (threes+90 melded+40)' \
    'position A' "$c" "$m" 'red3 1' 'left -' 'expect total 130 (threes+90 melded+40)'

# Lines.
wrong 1:1 "a position starts with 'position NAME'" "$c"
wrong 3:1 "unknown key 'hands'" 'position A' "$c" 'hands 4c'
wrong 3:1 "'rules' stands twice in this position" 'position A' "$c" "$c"
wrong 3:5 "'hand' needs a value" 'position A' "$c" 'hand'
wrong 1:9 "'position' needs a value" 'position' "$c"
wrong 1:12 "nothing may follow here, but 'B' does" 'position A B' "$c" 'left -'
wrong 1:10 "'rules' is missing" 'position A' 'left -'
wrong 2:7 "unknown rule set 'klassik'" 'position A' 'rules klassik' 'left -'
wrong 1:10 "a position has a 'play', a 'deck', or 'left' to be scored, or 'after'" 'position A' "$c"
wrong 4:6 "a position with a 'play' does not have this" 'position A' "$c" "$h" 'left -' 'play draw'
wrong 4:6 "only a position with a 'play' has this" 'position A' "$c" 'left -' 'pile 4c'
wrong 1:10 "'hand' is missing" 'position A' "$c" 'play draw'

# Cards that cannot be there.
wrong 3:8 'a card is expected here' 'position A' "$c" 'hand 4cZh' 'play draw'
wrong 3:6 'a card is expected here' 'position A' "$c" 'hand ?' 'play draw'
wrong 3:11 'the pack has this card only 2 times' 'position A' "$c" 'hand 4c 4c4c' 'play draw'
wrong 3:8 'the pack has this card only 2 times' \
    'position A' "$c" 'hand 4c4c' 'melds 4h4d4c' 'play draw'
wrong 3:10 'the pack has this card only 4 times' 'position A' "$c" 'hand XXXXX' 'play draw'
wrong 3:8 "this three is laid out, never held: use 'threes'" 'position A' "$c" 'hand 4c3d' 'play draw'
wrong 3:6 'the pack has not so many red threes' 'position A' "$c" 'red3 5' 'left -'
wrong 3:6 'a red three is expected here' 'position A' "$c" 'red3 3c' 'left -'
wrong 1:10 'these are 108 cards with stock and other hands' \
    'position A' "$c" 'players 4' 'set decks = 1' 'set hand_size = 3' 'set jokers_total = 2' \
    "$h" 'stock 54' 'others 20 20 9' 'play draw'
wrong 3:7 'a meld has at least 3 cards' 'position A' "$c" 'melds KcKd' 'left -'
wrong 3:16 'a meld has at least 2 naturals' 'position A' "$c" 'melds KcKdKh / Qc2d2h' 'left -'
wrong 3:13 'a meld has at most 3 wild cards' 'position A' "$c" 'melds       KcKdXXXX' 'left -'
wrong 3:7 'naturals of one meld have one rank, or make a sequence' 'position A' "$c" 'melds KcKdQh' 'left -'
wrong 3:16 'two melds of one rank are one meld' 'position A' "$c" 'melds KcKdKh / KcKdKh' 'left -'
wrong 3:7 'black threes are melded only when the hand ends' \
    'position A' "$c" 'melds 3c3s3c' "$h" 'play draw'
wrong 4:11 'the side has 2 seats only' 'position A' "$c" "$m" 'left - / / 4c'

# Single values.
wrong 4:8 "'yes' or 'no' is expected here" 'position A' "$c" "$h" 'frozen maybe' 'play draw'
wrong 5:8 'a card in the pile freezes it' \
    'position A' "$c" "$h" 'pile 2c4c' 'frozen no' 'play draw'
wrong 4:8 'there is no pile that could be frozen' 'position A' "$c" "$h" 'frozen yes' 'play draw'
wrong 4:7 'the number is 0 to 108, not 109' 'position A' "$c" "$h" 'stock 109' 'play draw'
wrong 4:7 "the number is a whole number, not 'many'" 'position A' "$c" "$h" 'stock many' 'play draw'
wrong 4:6 'the number is 0 to 3, not 4' 'position A' "$c" "$h" 'seat 4' 'play draw'
wrong 4:12 'the size of a hand is missing here' 'position A' "$c" "$h" 'others 4 11' 'play draw'
wrong 4:7 "'draw', 'meld' or 'answer' is expected" 'position A' "$c" "$h" 'phase end' 'play draw'
wrong 4:8 "the partner has not answered yet in this phase" \
    'position A' "$c" "$h" 'answer yes' 'play draw'
wrong 4:8 'nobody can answer: there is no partner' \
    'position A' 'rules two_player' "$h" 'answer yes' 'play discard 4s'
wrong 3:5 'unknown' 'position A' "$c" 'set colour = red' 'left -'

# Plays and expectations.
wrong 4:6 "'lay' is no action" 'position A' "$c" "$h" 'play lay 7c'
wrong 4:14 'no card begins with' 'position A' "$c" "$h" 'play discard ZZ'
wrong 4:8 'nobody knows what is drawn' 'position A' "$c" "$h" 'before draw' 'play discard 4s'
wrong 5:8 "'legal', 'illegal', 'total', 'dealt', 'over' or 'goes_on' is expected here" \
    'position A' "$c" "$h" 'play draw' 'expect fine'
wrong 5:16 "'FREEZING' is no reason" 'position A' "$c" "$h" 'play draw' 'expect illegal FREEZING'
wrong 5:23 'this reason has no numbers' \
    'position A' "$c" "$h" 'play draw' 'expect illegal FROZEN 4<5'
wrong 5:20 'two numbers are expected here' \
    'position A' "$c" "$h" 'play draw' 'expect illegal MIN 65'
wrong 5:8 'a play is legal or illegal' 'position A' "$c" "$h" 'play draw' 'expect total 4'
wrong 4:8 'a finished hand has a total' 'position A' "$c" 'left -' 'expect legal'
wrong 4:17 'the components add up to 40' 'position A' "$c" 'left -' 'expect total 30 (melded+40)'
wrong 4:18 "'luck+30' is no component" 'position A' "$c" 'left -' 'expect total 30 (luck+30)'
wrong 5:6 "'then' goes with 'expect legal' or 'dealt' only" 'position A' "$c" "$h" 'play draw' 'then end no'
wrong 6:6 "unknown fact 'luck'" 'position A' "$c" "$h" 'play draw' 'expect legal' 'then luck yes'

# One wrong position does not hide the others, and the file fails.
judged 1 '1 passed, 0 failed' \
    'position A' "$c" 'hand' '' 'position B' "$c" 'left -' 'expect total 0'
judged 1 'there is no position in this file' '# nothing'

# The examples of the documentation say what is so.
awk '/^```/ { inside = $0 == "```position"; next } inside' "$formats" > "$file"
run "$file"
answers 0 '6 passed, 0 failed'

run "$directory/absent.pos"
answers 1 'absent.pos: No such file'
run --loud "$file"
answers 2 'unknown option --loud'
run
answers 2 'no file is named'
run --help
answers 0 'usage: canasta referee FILE...'
answer=$(printf 'position A\r\nrules two_player # comment\r\nleft -\r\n' | "$canasta" referee -)
status=$?
answers 0 'A: total 0'
printf 'position A\0B\nrules \377\200\nleft \001' > "$file"
run "$file"
answers 1 ':1:11: a control character stands here'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
