# Compares the positions with pairs.txt, the golden cases with their rule sets and what each
# expects, and prints where each pair is covered. A pair is covered if a position of its case (C006,
# or C006.a, C006.b ...), under its rule set, expects that; none of them may expect another kind.
# Not here: judging. Names such as C063_the_wild_meld_takes_it add to a case and are not counted.

function fail(text) { print text > "/dev/stderr"; failed = 1 }

# True if the expectation of a position says what the list says; `a|b` are alternatives.
function agrees(expected, text,    parts, count, i) {
    if (text == "legal" || text == "illegal")
        return expected == text || index(expected, text " ") == 1
    if (text !~ /^illegal /) return expected == text
    count = split(substr(expected, length("illegal ") + 1), parts, "|")
    for (i = 1; i <= count; i++) if (without_numbers("illegal " parts[i], text) == text) return 1
    return 0
}

# Where the list gives no numbers a position may.
function without_numbers(expected, text) {
    if (text !~ / [0-9]/) sub(/ [0-9<>-]+$/, "", expected)
    return expected
}

# A state is whatever the position says about the table, a total or the end of a game.
function states() { return facts > 0 || expect ~ /^(total|over|goes_on|illegal)/ }

function check_one(key,    text) {
    if (!(key in wanted)) { fail(name ": " key " is not in the list of pairs"); return }
    text = wanted[key]
    if (text == "state") {
        if (states()) cover(key)
        return
    }
    if (text == "legal state") {
        if (first_word(expect) != "legal") fail(name " expects " expect ", not legal")
        else if (facts > 0) cover(key)
        return
    }
    if (first_word(expect) != first_word(text)) fail(name " expects " expect ", not " text)
    else if (agrees(expect, text)) cover(key)
}

function first_word(text) { sub(/ .*/, "", text); return text }

function cover(key) {
    if (!(key in places)) places[key] = file
    places[key] = places[key] " " name
}

function begin(text) {
    finish()
    name = text
    file = FILENAME
    sub(/^\.\//, "", file)
    rules_count = facts = 0
    expect = ""
}

function finish(    i, id) {
    if (name !~ /^C[0-9]+(\.[a-z])?$/) return
    id = name
    sub(/\..*/, "", id)
    for (i = 1; i <= rules_count; i++) check_one(id " " rules[i])
}

{ sub(/[ \t]*#.*/, "") }
FILENAME == "pairs.txt" && NF > 2 {
    key = $1 " " $2
    if (key in wanted) fail(key " stands twice in the list of pairs")
    keys[++key_count] = key
    sub(/^[^ ]+ [^ ]+ /, "")
    wanted[key] = $0
}
FILENAME == "pairs.txt" { next }
$1 == "position" { begin($2) }
$1 == "rules" { rules_count = NF - 1; for (i = 2; i <= NF; i++) rules[i - 1] = $i }
$1 == "expect" { expect = $0; sub(/^[ \t]*expect[ \t]+/, "", expect) }
$1 == "then" { facts++ }

END {
    finish()
    for (i = 1; i <= key_count; i++) {
        if (keys[i] in places) print keys[i], places[keys[i]]
        else fail("no position of " keys[i] " expects " wanted[keys[i]])
    }
    exit failed
}
