/* The parts that the values of parameters are made of: entries, numbers, words, signs.
 * Not here: which type has which parts.
 * Invariant: every error names the parameter, and lies on the first character that is wrong. */
#include <string.h>

#include "text/rules/param_type.h"

const char *const cn_param_ranks[] = {"4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", NULL};

/* The rest of an entry up to a blank or a sign, to be shown in an error. */
static cn_word part_at(const cn_scan *scan)
{
    const char *end = scan->at;
    while (end < scan->end && strchr(" \t,:=<", *end) == NULL) end++;
    if (end == scan->at && end < scan->end) end++;
    return (cn_word){scan->at, (size_t)(end - scan->at)};
}

bool cn_param_fail(const cn_scan *scan, cn_word word, const cn_param *p)
{
    char range[160];
    cn_writer writer = cn_writer_make(range, sizeof range);
    p->type->range(&writer, p);
    if (word.length == 0)
        return cn_scan_fail(scan, word.text, "a value of %s is missing: %s", p->name, range);
    return cn_scan_fail(scan, word.text, "%s is %s, not '%.*s'", p->name, range,
                        cn_word_shown(word), word.text);
}

bool cn_param_word_is(cn_scan *entry, const char *word)
{
    cn_scan ahead = *entry;
    if (!cn_word_is(cn_scan_name(&ahead), word)) return false;
    *entry = ahead;
    return true;
}

bool cn_param_is_none(cn_scan *scan)
{
    cn_scan ahead = *scan;
    if (!cn_param_word_is(&ahead, "none") || !cn_scan_done(&ahead)) return false;
    *scan = ahead;
    return true;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

bool cn_param_next(cn_scan *scan, cn_scan *entry)
{
    if (scan->at > scan->start) {
        if (scan->at == scan->end) return false;
        scan->at++;
    }
    (void)cn_scan_done(scan);
    *entry = *scan;
    entry->start = scan->at;
    entry->column = cn_scan_column(scan, scan->at);
    while (scan->at < scan->end && *scan->at != ',') scan->at++;
    entry->end = scan->at;
    while (entry->end > entry->start && is_blank(entry->end[-1])) entry->end--;
    return true;
}

bool cn_param_room(const cn_scan *entry, const cn_param *p, int32_t count, int32_t most)
{
    if (count < most) return true;
    return cn_scan_fail(entry, entry->at, "%s has at most %ld entries", p->name, (long)most);
}

bool cn_param_sign_is(cn_scan *entry, char sign)
{
    if (cn_scan_done(entry) || *entry->at != sign) return false;
    entry->at++;
    return true;
}

bool cn_param_sign_must(cn_scan *entry, const cn_param *p, char sign)
{
    if (cn_param_sign_is(entry, sign)) return true;
    if (entry->at == entry->start) return cn_param_fail(entry, part_at(entry), p);
    return cn_scan_fail(entry, entry->at, "%s: '%c' is expected here, as in %s", p->name, sign,
                        p->type->form);
}

bool cn_param_end(cn_scan *entry, const cn_param *p)
{
    if (cn_scan_done(entry)) return true;
    const cn_word word = part_at(entry);
    return cn_scan_fail(entry, word.text, "%s: nothing may follow here, but '%.*s' does", p->name,
                        cn_word_shown(word), word.text);
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

bool cn_param_number(cn_scan *entry, const cn_param *p, const char *what, int32_t low, int32_t high,
                     int32_t *number)
{
    (void)cn_scan_done(entry);
    cn_word word = {entry->at, 0};
    if (entry->at < entry->end && (*entry->at == '-' || *entry->at == '+')) word.length++;
    while (word.text + word.length < entry->end && is_digit(word.text[word.length])) word.length++;
    long value = 0;
    if (!cn_word_number(word, &value) || value < low || value > high) {
        if (word.length == 0) word = part_at(entry);
        if (word.length == 0) return cn_param_fail(entry, word, p);
        return cn_scan_fail(entry, word.text, "%s: %s is %ld to %ld, not '%.*s'", p->name, what,
                            (long)low, (long)high, cn_word_shown(word), word.text);
    }
    *number = (int32_t)value;
    entry->at = word.text + word.length;
    return true;
}

/* "a, b or c". */
static void write_choices(cn_writer *writer, const char *const *words)
{
    for (unsigned i = 0; words[i] != NULL; i++)
        cn_write(writer, "%s%s", i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ", words[i]);
}

bool cn_param_choice(cn_scan *entry, const cn_param *p, const char *what, const char *const *words,
                     int32_t *choice)
{
    (void)cn_scan_done(entry);
    for (int32_t i = 0; words[i] != NULL; i++)
        if (cn_param_word_is(entry, words[i])) {
            *choice = i;
            return true;
        }
    const cn_word word = part_at(entry);
    if (word.length == 0) return cn_param_fail(entry, word, p);
    char known[112];
    cn_writer writer = cn_writer_make(known, sizeof known);
    write_choices(&writer, words);
    return cn_scan_fail(entry, word.text, "%s: %s is %s, not '%.*s'", p->name, what, known,
                        cn_word_shown(word), word.text);
}
