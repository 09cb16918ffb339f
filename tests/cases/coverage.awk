# Compares the positions with index.txt, the list of golden cases and what each expects.
# Not here: judging. A case is covered if a position of its name (C006, or C006.a, C006.b ...),
# under its rule set, expects what the index says, and no position of that name another kind.

function fail(text) { print text; failed = 1 }

# True if the expectation of a position says what the index says; `a|b` are alternatives.
function agrees(expected, wanted,    parts, count, i) {
    if (wanted == "legal" || wanted == "illegal")
        return expected == wanted || index(expected, wanted " ") == 1
    if (wanted !~ /^illegal /) return expected == wanted
    count = split(substr(expected, length("illegal ") + 1), parts, "|")
    for (i = 1; i <= count; i++) if ("illegal " parts[i] == wanted) return 1
    return 0
}

function check_one(key,    kind) {
    if (!(key in wanted)) { fail(name ": " key " is not in the index"); return }
    split(wanted[key], kind, " ")
    if (index(expect, kind[1]) != 1) fail(name " expects " expect ", not " wanted[key])
    if (agrees(expect, wanted[key])) covered[key] = 1
}

function finish(    i, id) {
    if (name !~ /^C[0-9]+(\.[a-z])?$/) return
    id = name
    sub(/\..*/, "", id)
    for (i = 1; i <= rules_count; i++) check_one(id " " rules[i])
}

FNR == NR { key = $1 " " $2; sub(/^[^ ]+ [^ ]+ /, ""); wanted[key] = $0; next }
{ sub(/[ \t]*#.*/, "") }
$1 == "position" { finish(); name = $2; rules_count = 0; expect = "" }
$1 == "rules" { rules_count = NF - 1; for (i = 2; i <= NF; i++) rules[i - 1] = $i }
$1 == "expect" { expect = $0; sub(/^[ \t]*expect[ \t]+/, "", expect) }

END {
    finish()
    for (key in wanted)
        if (!(key in covered)) fail("no position of " key " expects " wanted[key])
    exit failed
}
