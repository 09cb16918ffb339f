/* What all text formats share: positions in a text, errors, and a bounded writer.
 * Not here: any format. Invariant: nothing here allocates, prints or reads files. */
#ifndef CANASTA_TEXT_H
#define CANASTA_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Where and why a text is wrong. Lines and columns count from 1. */
typedef struct cn_text_error {
    unsigned line, column;
    char message[200];
} cn_text_error;

/* Writes into a caller's buffer, always terminated; `overflow` tells that something was cut. */
typedef struct cn_writer {
    char *out;
    size_t size, length;
    bool overflow;
} cn_writer;

cn_writer cn_writer_make(char *out, size_t size);
void cn_write(cn_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cn_write_text(cn_writer *writer, const char *text, size_t length);
void cn_write_char(cn_writer *writer, char letter);

/* Fills the error (may be NULL) and answers false, so that parsers can return it. A message is
 * plain ASCII: any other byte of the text it cites is shown as '?'. */
bool cn_text_fail(cn_text_error *error, unsigned line, unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A place in one line of text while it is read. */
typedef struct cn_scan {
    const char *start, *at, *end;
    unsigned line, column; /* of `start` */
    cn_text_error *error;  /* may be NULL */
} cn_scan;

/* A run of characters without blanks, or any other part of the text being read. */
typedef struct cn_word {
    const char *text;
    size_t length;
} cn_word;

cn_scan cn_scan_make(const char *text, size_t length, unsigned line, cn_text_error *error);
/* The column of a character of the text. */
unsigned cn_scan_column(const cn_scan *scan, const char *at);
/* Fails at a character of the text. */
bool cn_scan_fail(const cn_scan *scan, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Skips blanks and tabs; true if nothing is left. */
bool cn_scan_done(cn_scan *scan);
/* The next word, of length 0 at the end. */
cn_word cn_scan_word(cn_scan *scan);
/* The next run of letters, digits and underscores, of length 0 if there is none. */
cn_word cn_scan_name(cn_scan *scan);
/* Reads the sign that must come now. */
bool cn_scan_sign(cn_scan *scan, char sign);
/* Reads the word that must come now. */
bool cn_scan_expect(cn_scan *scan, const char *word);
/* Reads a whole number of low..high; `what` names it in the error. */
bool cn_scan_number(cn_scan *scan, const char *what, long low, long high, long *number);
/* Fails if anything is left. */
bool cn_scan_finish(cn_scan *scan);

bool cn_word_is(cn_word word, const char *text);
/* Length of a word as it may be shown in a message: long ones are cut there. */
int cn_word_shown(cn_word word);
/* A whole number with an optional sign; false if the word is none or does not fit. */
bool cn_word_number(cn_word word, long *number);

#endif
