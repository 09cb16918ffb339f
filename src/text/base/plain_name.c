/* Names that people give, character by character.
 * Not here: how long a name may be. Invariant: as in the header. */
#include "text/base/plain_name.h"

#include "text/base/name_classes.h"

/* In a row: as many as a letter of any living script has above and below it. */
enum { MARKS_MAX = 4, COLOURS = 0xfe0f };

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

static cn_name_class class_of(uint32_t character)
{
    uint32_t end = 0;
    for (unsigned i = 0; i < cn_name_run_count; i++) {
        end += cn_name_runs[i] >> 2;
        if (character < end) return (cn_name_class)(cn_name_runs[i] & 3);
    }
    return CN_NAME_HIDDEN;
}

bool cn_name_is_plain(const char *name, size_t length, unsigned *characters)
{
    unsigned marks = MARKS_MAX; /* none comes first */
    cn_name_class before = CN_NAME_PLAIN;
    *characters = 0;
    for (size_t i = 0; i < length; ++*characters) {
        uint32_t character;
        const unsigned bytes = decode((const unsigned char *)name + i, length - i, &character);
        if (bytes == 0) return false;
        const bool colours = character == COLOURS && before == CN_NAME_EMOJI;
        const cn_name_class class = colours ? CN_NAME_MARK : class_of(character);
        before = class;
        marks = class == CN_NAME_MARK ? marks + 1 : 0;
        if (class == CN_NAME_HIDDEN || marks > MARKS_MAX) return false;
        i += bytes;
    }
    return true;
}
