/* What all text formats share: a bounded writer, errors with their place, and a line being read.
 * Not here: any format.
 * Invariant: nothing is written behind the end of a buffer or read behind the end of a text. */
#include "text/base/text.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SHOWN_MAX = 32 };

cn_writer cn_writer_make(char *out, size_t size)
{
    assert(size > 0);
    out[0] = '\0';
    return (cn_writer){.out = out, .size = size, .length = 0, .overflow = false};
}

void cn_write_text(cn_writer *writer, const char *text, size_t length)
{
    const size_t room = writer->size - writer->length - 1;
    if (length > room) {
        length = room;
        writer->overflow = true;
    }
    memcpy(writer->out + writer->length, text, length);
    writer->length += length;
    writer->out[writer->length] = '\0';
}

void cn_write_char(cn_writer *writer, char letter)
{
    cn_write_text(writer, &letter, 1);
}

void cn_write(cn_writer *writer, const char *format, ...)
{
    const size_t room = writer->size - writer->length;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(writer->out + writer->length, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room) {
        writer->overflow = true;
        writer->length = strlen(writer->out);
    } else {
        writer->length += (size_t)length;
    }
}

__attribute__((format(printf, 4, 0))) static void fill_error(cn_text_error *error, unsigned line,
                                                             unsigned column, const char *format,
                                                             va_list arguments)
{
    if (error == NULL) return;
    error->line = line;
    error->column = column;
    if (vsnprintf(error->message, sizeof error->message, format, arguments) < 0)
        error->message[0] = '\0';
    for (char *c = error->message; *c != '\0'; c++)
        if (*c < ' ' || *c > '~') *c = '?';
}

bool cn_text_fail(cn_text_error *error, unsigned line, unsigned column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill_error(error, line, column, format, arguments);
    va_end(arguments);
    return false;
}

cn_scan cn_scan_make(const char *text, size_t length, unsigned line, cn_text_error *error)
{
    return (cn_scan){
        .start = text, .at = text, .end = text + length, .line = line, .column = 1, .error = error};
}

unsigned cn_scan_column(const cn_scan *scan, const char *at)
{
    assert(at >= scan->start && at <= scan->end);
    return scan->column + (unsigned)(at - scan->start);
}

bool cn_scan_fail(const cn_scan *scan, const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill_error(scan->error, scan->line, cn_scan_column(scan, at), format, arguments);
    va_end(arguments);
    return false;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

bool cn_scan_done(cn_scan *scan)
{
    while (scan->at < scan->end && is_blank(*scan->at)) scan->at++;
    return scan->at == scan->end;
}

cn_word cn_scan_word(cn_scan *scan)
{
    (void)cn_scan_done(scan);
    const char *first = scan->at;
    while (scan->at < scan->end && !is_blank(*scan->at)) scan->at++;
    return (cn_word){first, (size_t)(scan->at - first)};
}

static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

cn_word cn_scan_name(cn_scan *scan)
{
    (void)cn_scan_done(scan);
    const char *first = scan->at;
    while (scan->at < scan->end && is_name_letter(*scan->at)) scan->at++;
    return (cn_word){first, (size_t)(scan->at - first)};
}

bool cn_scan_sign(cn_scan *scan, char sign)
{
    if (cn_scan_done(scan) || *scan->at != sign)
        return cn_scan_fail(scan, scan->at, "'%c' is expected here", sign);
    scan->at++;
    return true;
}

bool cn_scan_expect(cn_scan *scan, const char *word)
{
    const cn_word found = cn_scan_word(scan);
    if (cn_word_is(found, word)) return true;
    if (found.length == 0) return cn_scan_fail(scan, found.text, "'%s' is missing here", word);
    return cn_scan_fail(scan, found.text, "'%s' is expected here, not '%.*s'", word,
                        cn_word_shown(found), found.text);
}

bool cn_scan_number(cn_scan *scan, const char *what, long low, long high, long *number)
{
    const cn_word word = cn_scan_word(scan);
    if (word.length == 0) return cn_scan_fail(scan, word.text, "the %s is missing here", what);
    if (!cn_word_number(word, number))
        return cn_scan_fail(scan, word.text, "the %s is a whole number, not '%.*s'", what,
                            cn_word_shown(word), word.text);
    if (low == high && *number != low)
        return cn_scan_fail(scan, word.text, "the %s is %ld, not %ld", what, low, *number);
    if (*number < low || *number > high)
        return cn_scan_fail(scan, word.text, "the %s is %ld to %ld, not %ld", what, low, high,
                            *number);
    return true;
}

bool cn_scan_finish(cn_scan *scan)
{
    if (cn_scan_done(scan)) return true;
    const char *at = scan->at;
    const cn_word word = cn_scan_word(scan);
    return cn_scan_fail(scan, at, "nothing may follow here, but '%.*s' does", cn_word_shown(word),
                        word.text);
}

bool cn_word_is(cn_word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

int cn_word_shown(cn_word word)
{
    return word.length > WORD_SHOWN_MAX ? WORD_SHOWN_MAX : (int)word.length;
}

bool cn_word_number(cn_word word, long *number)
{
    const char *at = word.text, *end = word.text + word.length;
    const bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end) return false;
    long value = 0;
    for (; at < end; at++) {
        /* Every number of every format fits in 32 bits, and so it does where long has no more. */
        if (*at < '0' || *at > '9' || value > (INT_MAX - 9) / 10) return false;
        value = value * 10 + (*at - '0');
    }
    *number = negative ? -value : value;
    return true;
}
