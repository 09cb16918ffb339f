/* Outcomes to text, and expectations from text.
 * Not here: judging. Invariant: both directions use the same tables of codes and components. */
#include "text/events/outcome_text.h"

#include <string.h>

/* Components in the order in which sheets show them. */
#define COMPONENTS(X) X(canastas) X(go_out) X(special) X(threes) X(melded) X(hand) X(penalties)

typedef struct component {
    const char *name;
    size_t offset;
} component;

static const component components[] = {
#define X(name) {#name, offsetof(cn_score, name)},
    COMPONENTS(X)
#undef X
};

enum { COMPONENT_COUNT = sizeof components / sizeof components[0] };

static int32_t component_points(const cn_score *score, unsigned component_i)
{
    int32_t points;
    memcpy(&points, (const char *)score + components[component_i].offset, sizeof points);
    return points;
}

static void set_component(cn_score *score, unsigned component_i, int32_t points)
{
    memcpy((char *)score + components[component_i].offset, &points, sizeof points);
}

void cn_write_reason(cn_writer *writer, cn_reason reason)
{
    cn_write(writer, "%s", cn_reason_name(reason.code));
    if (cn_reason_numbers(reason.code) == 2)
        cn_write(writer, " %ld%c%ld", (long)reason.have, reason.have > reason.need ? '>' : '<',
                 (long)reason.need);
}

void cn_write_score(cn_writer *writer, const cn_score *score)
{
    cn_write(writer, "%ld", (long)score->total);
    const char *before = " (";
    for (unsigned i = 0; i < COMPONENT_COUNT; i++) {
        int32_t points = component_points(score, i);
        if (points == 0) continue;
        cn_write(writer, "%s%s%+ld", before, components[i].name, (long)points);
        before = " ";
    }
    if (strcmp(before, " ") == 0) cn_write_char(writer, ')');
}

static void write_winners(cn_writer *writer, unsigned winners)
{
    cn_write(writer, winners == 0 ? "goes_on" : "over");
    for (unsigned side = 0; side < CN_SIDES_MAX; side++)
        if ((winners >> side & 1) != 0) cn_write(writer, " %u", side);
}

void cn_write_outcome(cn_writer *writer, const cn_outcome *outcome)
{
    switch ((cn_outcome_kind)outcome->kind) {
    case CN_OUTCOME_NONE: return;
    case CN_OUTCOME_LEGAL:
        cn_write(writer, "legal");
        if (outcome->opens)
            cn_write(writer, " (%ld%s%ld)", (long)outcome->points,
                     outcome->points >= outcome->minimum ? ">=" : "<", (long)outcome->minimum);
        return;
    case CN_OUTCOME_ILLEGAL:
        cn_write(writer, "illegal ");
        cn_write_reason(writer, outcome->reason);
        return;
    case CN_OUTCOME_TOTAL:
        cn_write(writer, "total ");
        cn_write_score(writer, &outcome->score);
        return;
    case CN_OUTCOME_DEALT: cn_write(writer, "dealt"); return;
    case CN_OUTCOME_OVER: write_winners(writer, outcome->winners); return;
    }
}

static bool parse_number(const cn_scan *scan, cn_word word, int32_t *number)
{
    long value;
    if (!cn_word_number(word, &value) || value < -9999999 || value > 9999999)
        return cn_scan_fail(scan, word.text, "a whole number is expected here");
    *number = (int32_t)value;
    return true;
}

/* Parts a word such as 65<90 or 95>=90 at its sign. */
static bool parse_pair(const cn_scan *scan, cn_word word, int32_t *first, int32_t *second)
{
    size_t at = 0;
    while (at < word.length && word.text[at] != '<' && word.text[at] != '>') at++;
    if (at == word.length)
        return cn_scan_fail(scan, word.text, "two numbers are expected here, as in 65<90");
    size_t next = at + 1;
    if (next < word.length && word.text[next] == '=') next++;
    cn_word left = {word.text, at};
    cn_word right = {word.text + next, word.length - next};
    return parse_number(scan, left, first) && parse_number(scan, right, second);
}

/* Takes the brackets off a word or a list that must stand in them. */
static bool strip_brackets(cn_scan *scan)
{
    if (scan->end - scan->at < 2 || *scan->at != '(' || scan->end[-1] != ')')
        return cn_scan_fail(scan, scan->at, "brackets are expected here");
    scan->at++;
    scan->end--;
    return true;
}

static bool parse_legal(cn_scan *scan, cn_expectation *expected)
{
    if (cn_scan_done(scan)) return true;
    if (!strip_brackets(scan)) return false;
    expected->has_count = true;
    return parse_pair(scan, cn_scan_word(scan), &expected->points, &expected->minimum) &&
           cn_scan_finish(scan);
}

static bool find_code(cn_word word, uint8_t *code)
{
    for (unsigned i = 1; i < CN_REASON_CODES; i++) {
        if (!cn_word_is(word, cn_reason_name(i))) continue;
        *code = (uint8_t)i;
        return true;
    }
    return false;
}

/* One alternative: a code, and its numbers if they are to be checked. */
static bool parse_reason(cn_scan *scan, cn_expectation *expected)
{
    cn_word word = cn_scan_word(scan);
    if (expected->reason_count == CN_EXPECTED_REASONS_MAX)
        return cn_scan_fail(scan, word.text, "too many alternatives");
    unsigned i = expected->reason_count++;
    if (!find_code(word, &expected->reason[i].code))
        return cn_scan_fail(scan, word.text, "'%.*s' is no reason", cn_word_shown(word), word.text);
    if (cn_scan_done(scan)) return true;
    word = cn_scan_word(scan);
    if (cn_reason_numbers(expected->reason[i].code) != 2)
        return cn_scan_fail(scan, word.text, "this reason has no numbers");
    expected->has_numbers[i] = true;
    return parse_pair(scan, word, &expected->reason[i].have, &expected->reason[i].need) &&
           cn_scan_finish(scan);
}

static bool parse_illegal(cn_scan *scan, cn_expectation *expected)
{
    while (!cn_scan_done(scan)) {
        const char *stop = memchr(scan->at, '|', (size_t)(scan->end - scan->at));
        cn_scan part = *scan;
        if (stop != NULL) part.end = stop;
        if (!parse_reason(&part, expected)) return false;
        scan->at = stop == NULL ? scan->end : stop + 1;
        if (stop != NULL && cn_scan_done(scan))
            return cn_scan_fail(scan, scan->at, "a reason is missing behind '|'");
    }
    return true;
}

static bool parse_component(const cn_scan *scan, cn_word word, cn_score *score)
{
    for (unsigned i = 0; i < COMPONENT_COUNT; i++) {
        size_t length = strlen(components[i].name);
        if (word.length <= length || memcmp(word.text, components[i].name, length) != 0) continue;
        int32_t points = 0;
        cn_word number = {word.text + length, word.length - length};
        if (!parse_number(scan, number, &points)) return false;
        if (component_points(score, i) != 0)
            return cn_scan_fail(scan, word.text, "this component stands twice");
        set_component(score, i, points);
        return true;
    }
    return cn_scan_fail(scan, word.text, "'%.*s' is no component of a score", cn_word_shown(word),
                        word.text);
}

static bool parse_total(cn_scan *scan, cn_expectation *expected)
{
    if (!parse_number(scan, cn_scan_word(scan), &expected->score.total)) return false;
    if (cn_scan_done(scan)) return true;
    const char *start = scan->at;
    if (!strip_brackets(scan)) return false;
    expected->has_components = true;
    while (!cn_scan_done(scan))
        if (!parse_component(scan, cn_scan_word(scan), &expected->score)) return false;
    int32_t sum = 0;
    for (unsigned i = 0; i < COMPONENT_COUNT; i++) sum += component_points(&expected->score, i);
    if (sum == expected->score.total) return true;
    return cn_scan_fail(scan, start, "the components add up to %ld", (long)sum);
}

static bool parse_winners(cn_scan *scan, unsigned side_count, cn_expectation *expected)
{
    do {
        long side;
        if (!cn_scan_number(scan, "side that wins", 0, (long)side_count - 1, &side)) return false;
        expected->winners |= 1U << side;
    } while (!cn_scan_done(scan));
    return true;
}

bool cn_expectation_parse(cn_scan *scan, unsigned side_count, cn_expectation *expected)
{
    memset(expected, 0, sizeof *expected);
    cn_word word = cn_scan_word(scan);
    if (cn_word_is(word, "legal")) {
        expected->kind = CN_OUTCOME_LEGAL;
        return parse_legal(scan, expected);
    }
    if (cn_word_is(word, "illegal")) {
        expected->kind = CN_OUTCOME_ILLEGAL;
        return parse_illegal(scan, expected);
    }
    if (cn_word_is(word, "total")) {
        expected->kind = CN_OUTCOME_TOTAL;
        return parse_total(scan, expected);
    }
    if (cn_word_is(word, "dealt")) {
        expected->kind = CN_OUTCOME_DEALT;
        return cn_scan_finish(scan);
    }
    expected->kind = CN_OUTCOME_OVER;
    if (cn_word_is(word, "over")) return parse_winners(scan, side_count, expected);
    if (cn_word_is(word, "goes_on")) return cn_scan_finish(scan);
    return cn_scan_fail(scan, word.text,
                        "'legal', 'illegal', 'total', 'dealt', 'over' or 'goes_on' is expected "
                        "here");
}

static bool reason_met(const cn_expectation *expected, cn_reason reason)
{
    if (expected->reason_count == 0) return true;
    for (unsigned i = 0; i < expected->reason_count; i++) {
        const cn_reason *wanted = &expected->reason[i];
        bool same = wanted->have == reason.have && wanted->need == reason.need;
        if (wanted->code == reason.code && (same || !expected->has_numbers[i])) return true;
    }
    return false;
}

static bool score_met(const cn_expectation *expected, const cn_score *score)
{
    if (expected->score.total != score->total) return false;
    for (unsigned i = 0; expected->has_components && i < COMPONENT_COUNT; i++)
        if (component_points(&expected->score, i) != component_points(score, i)) return false;
    return true;
}

bool cn_expectation_met(const cn_expectation *expected, const cn_outcome *outcome)
{
    if (expected->kind != outcome->kind) return false;
    switch ((cn_outcome_kind)expected->kind) {
    case CN_OUTCOME_NONE: return true;
    case CN_OUTCOME_LEGAL:
        return !expected->has_count || (outcome->opens && expected->points == outcome->points &&
                                        expected->minimum == outcome->minimum);
    case CN_OUTCOME_ILLEGAL: return reason_met(expected, outcome->reason);
    case CN_OUTCOME_TOTAL: return score_met(expected, &outcome->score);
    case CN_OUTCOME_DEALT: return true;
    case CN_OUTCOME_OVER: return expected->winners == outcome->winners;
    }
    return false;
}
