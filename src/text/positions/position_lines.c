/* Cuts a file of positions into positions and lines.
 * Not here: what a value means (position_text.c).
 * Invariant: whatever the bytes are, reading ends, and an error names a line and a column. */
#include "text/positions/position_lines.h"

#include <string.h>

typedef struct key_info {
    const char *name;
    unsigned most, kinds;
} key_info;

static const key_info keys[] = {
#define X(constant, key, most, kinds) {key, most, kinds},
    CN_POSITION_KEYS(X)
#undef X
};

cn_position_reader cn_position_reader_make(const char *text, size_t length)
{
    return (cn_position_reader){.at = text, .end = text + length, .line = 1};
}

const cn_position_line *cn_position_find(const cn_position_lines *lines, cn_position_key key)
{
    for (unsigned i = 0; i < lines->count; i++)
        if (lines->line[i].key == key) return &lines->line[i];
    return NULL;
}

unsigned cn_position_key_kinds(unsigned key)
{
    return key < CN_POSITION_KEY_COUNT ? keys[key].kinds : 0;
}

cn_scan cn_position_scan(const cn_position_line *line, cn_text_error *error)
{
    cn_scan scan = cn_scan_make(line->text, line->length, line->line, error);
    scan.column = line->column;
    return scan;
}

static unsigned count_of(const cn_position_lines *lines, unsigned key)
{
    unsigned count = 0;
    for (unsigned i = 0; i < lines->count; i++) count += lines->line[i].key == key;
    return count;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r';
}

/* Where a comment begins, `end` if there is none. `#3` is the place of a meld. */
static const char *find_comment(const char *at, const char *end)
{
    bool after_blank = true;
    for (; at < end; at++) {
        const bool digit = at + 1 < end && at[1] >= '0' && at[1] <= '9';
        if (*at == '#' && after_blank && !digit) return at;
        after_blank = is_blank(*at);
    }
    return end;
}

/* The line at the reader up to its comment, read as far as its first word. */
static cn_scan line_scan(const cn_position_reader *reader, cn_text_error *error)
{
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    if (stop == NULL) stop = reader->end;
    stop = find_comment(reader->at, stop);
    while (stop > reader->at && is_blank(stop[-1])) stop--;
    cn_scan scan = cn_scan_make(reader->at, (size_t)(stop - reader->at), reader->line, error);
    (void)cn_scan_done(&scan);
    return scan;
}

static void next_line(cn_position_reader *reader)
{
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    reader->at = stop == NULL ? reader->end : stop + 1;
    reader->line++;
}

static bool starts_position(cn_scan scan)
{
    return cn_word_is(cn_scan_word(&scan), keys[CN_KEY_POSITION].name);
}

static unsigned find_key(cn_word word)
{
    unsigned key = 0;
    while (key < CN_POSITION_KEY_COUNT && !cn_word_is(word, keys[key].name)) key++;
    return key;
}

/* Control characters are in no position, and must not reach a terminal. */
static bool check_bytes(const cn_scan *scan)
{
    for (const char *at = scan->at; at < scan->end; at++)
        if ((unsigned char)*at < ' ' && *at != '\t')
            return cn_scan_fail(scan, at, "a control character stands here");
    return true;
}

static bool add_line(cn_position_lines *lines, cn_scan scan)
{
    cn_word word = cn_scan_word(&scan);
    unsigned key = find_key(word);
    if (key == CN_POSITION_KEY_COUNT)
        return cn_scan_fail(&scan, word.text, "unknown key '%.*s'", cn_word_shown(word), word.text);
    unsigned count = count_of(lines, key);
    if (count > 0 && keys[key].most == 1)
        return cn_scan_fail(&scan, word.text, "'%s' stands twice in this position", keys[key].name);
    if (count >= keys[key].most || lines->count == CN_POSITION_LINES_MAX)
        return cn_scan_fail(&scan, word.text, "too many lines '%s' in this position",
                            keys[key].name);
    if (cn_scan_done(&scan))
        return cn_scan_fail(&scan, scan.at, "'%s' needs a value", keys[key].name);
    lines->line[lines->count++] = (cn_position_line){.key = (uint8_t)key,
                                                     .line = scan.line,
                                                     .column = cn_scan_column(&scan, scan.at),
                                                     .text = scan.at,
                                                     .length = (size_t)(scan.end - scan.at)};
    return true;
}

/* After an error the rest of the position is skipped, so that the next one is judged all the same.
 */
static cn_position_status skip(cn_position_reader *reader)
{
    do next_line(reader);
    while (reader->at < reader->end && !starts_position(line_scan(reader, NULL)));
    return CN_POSITION_BAD;
}

cn_position_status cn_position_next(cn_position_reader *reader, cn_position_lines *lines,
                                    cn_text_error *error)
{
    lines->count = 0;
    for (; reader->at < reader->end; next_line(reader)) {
        cn_scan scan = line_scan(reader, error);
        if (scan.at == scan.end) continue;
        bool starts = starts_position(scan);
        if (starts && lines->count > 0) break;
        if (!starts && lines->count == 0) {
            (void)cn_scan_fail(&scan, scan.at, "a position starts with 'position NAME'");
            return skip(reader);
        }
        if (!check_bytes(&scan) || !add_line(lines, scan)) return skip(reader);
    }
    return lines->count == 0 ? CN_POSITION_END : CN_POSITION_READ;
}
