/* Bytes as hexadecimal digits. Not here: what the bytes mean.
 * Invariant: what is read is what was written: two small digits for each byte, or nothing. */
#include "text/base/hex.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

void cn_write_hex(cn_writer *writer, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        cn_write_char(writer, digits[bytes[i] >> 4]);
        cn_write_char(writer, digits[bytes[i] & 15]);
    }
}

/* 16 and more for what is no digit. */
static unsigned digit_value(char digit)
{
    const char *found = memchr(digits, digit, 16);
    return found == NULL ? 16 : (unsigned)(found - digits);
}

bool cn_read_hex(const char *text, size_t length, uint8_t *bytes, size_t size)
{
    if (length != 2 * size) return false;
    for (size_t i = 0; i < length; i++)
        if (digit_value(text[i]) > 15) return false;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(digit_value(text[2 * i]) << 4 | digit_value(text[2 * i + 1]));
    return true;
}
