/* Bytes as hexadecimal digits. Not here: what the bytes mean.
 * Invariant: what is read is what was written: two small digits for each byte, or nothing. */
#ifndef CANASTA_HEX_H
#define CANASTA_HEX_H

#include <stdint.h>

#include "text/base/text.h"

void cn_write_hex(cn_writer *writer, const uint8_t *bytes, size_t size);
/* False, with nothing written, unless the text is exactly `2 * size` small hexadecimal digits. */
bool cn_read_hex(const char *text, size_t length, uint8_t *bytes, size_t size);

#endif
