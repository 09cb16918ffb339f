/* Names that people give, character by character.
 * Not here: how long a name may be. Invariant: as in the header. */
#include "text/base/plain_name.h"

#include <stdint.h>

/* Decodes one character; returns its bytes, 0 if it is not well-formed UTF-8. */
static unsigned decode(const unsigned char *at, size_t left, uint32_t *character)
{
    const unsigned bytes = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : 4;
    if (bytes > left || (bytes == 4 && at[0] >> 3 != 30)) return 0;
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    *character = bytes == 1 ? at[0] : at[0] & (0xffu >> (bytes + 1));
    for (unsigned i = 1; i < bytes; i++) {
        if (at[i] >> 6 != 2) return 0;
        *character = *character << 6 | (at[i] & 63);
    }
    bool surrogate = *character >= 0xd800 && *character <= 0xdfff;
    return *character < lowest[bytes] || surrogate || *character > 0x10ffff ? 0 : bytes;
}

/* Control characters, invisible ones, and those that turn the writing direction. */
static bool is_hidden(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x61c || c == 0xfeff ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || (c >= 0xfff0 && c <= 0xffff) || c >= 0xe0000;
}

bool cn_name_is_plain(const char *name, size_t length, unsigned *characters)
{
    *characters = 0;
    for (size_t i = 0; i < length; ++*characters) {
        uint32_t character;
        const unsigned bytes = decode((const unsigned char *)name + i, length - i, &character);
        if (bytes == 0 || is_hidden(character)) return false;
        i += bytes;
    }
    return true;
}
