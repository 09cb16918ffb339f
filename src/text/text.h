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

#endif
