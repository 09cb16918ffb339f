/* Names of people and bots.
 * Not here: who may sit. Invariant: a clean name can be shown anywhere, a terminal included. */
#include "server/table/seat.h"

#include <string.h>

#include "text/base/plain_name.h"

const char *cn_bot_name(unsigned seat)
{
    static const char *const names[] = {"Alma", "Bruno", "Clara", "David", "Emma", "Felix"};
    return names[seat % (sizeof names / sizeof names[0])];
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
