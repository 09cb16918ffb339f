/* Names of people and bots.
 * Not here: who may sit. Invariant: a clean name can be shown anywhere, a terminal included. */
#include "server/table/seat.h"

#include <ctype.h>
#include <string.h>

#include "server/table/bot.h"
#include "text/base/plain_name.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* Names that few people have: whoever has one cannot be called so here. */
static const char *const bots[] = {"Domino", "Gizmo", "Pixel", "Rook", "Tally", "Whist"};

const char *cn_bot_name(unsigned seat)
{
    return bots[seat % COUNT(bots)];
}

/* What counts of a name: no signs of ASCII, no marks U+0300 to U+036F, and no capitals. */
static void fold(const char *name, char out[CN_NAME_BYTES_MAX + 1])
{
    size_t length = 0;
    for (const char *at = name; *at != '\0' && length < CN_NAME_BYTES_MAX; at++) {
        const unsigned char byte = (unsigned char)*at, after = (unsigned char)at[1];
        const bool mark = (byte == 0xcc && after >= 0x80) || (byte == 0xcd && after < 0xb0);
        if (mark) at++;
        if (mark || (byte < 0x80 && !isalnum(byte))) continue;
        out[length++] = byte < 0x80 ? (char)tolower(byte) : *at;
    }
    out[length] = '\0';
}

bool cn_name_like(const char *name, const char *other)
{
    char one[CN_NAME_BYTES_MAX + 1], two[CN_NAME_BYTES_MAX + 1];
    fold(name, one);
    fold(other, two);
    return one[0] != '\0' && strcmp(one, two) == 0;
}

bool cn_name_is_bots(const char *name)
{
    char plain[CN_NAME_BYTES_MAX + 1];
    fold(name, plain);
    bool like = strstr(plain, "computer") != NULL || cn_name_like(name, "bot");
    for (unsigned i = 0; i < COUNT(bots); i++) like = like || cn_name_like(name, bots[i]);
    for (unsigned i = 0; cn_levels[i] != NULL; i++)
        like = like || cn_name_like(name, cn_levels[i]->name);
    return like || cn_bot_find(plain) != NULL;
}

bool cn_name_clean(const char *name, char out[CN_NAME_BYTES_MAX + 1])
{
    while (*name == ' ') name++;
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == ' ') length--;
    if (length == 0 || length > CN_NAME_BYTES_MAX) return false;
    memcpy(out, name, length);
    out[length] = '\0';
    unsigned characters = 0;
    return cn_name_is_plain(out, length, &characters) && characters <= CN_NAME_CHARACTERS_MAX;
}
