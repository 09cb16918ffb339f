/* Says for each argument whether it is a name, or, if there is none, for each character of Unicode
 * whether a name may have it.
 * Not here: what is right (plain_name_test.py). Invariant: one line of 0 and 1. */
#include <stdio.h>
#include <string.h>

#include "text/base/plain_name.h"

static void say(const char *name, size_t length)
{
    unsigned characters;
    putchar('0' + cn_name_is_plain(name, length, &characters));
}

/* Behind a letter, so that it may be a mark. */
static void say_character(unsigned c)
{
    char name[5] = "a";
    size_t length = 1;
    if (c < 0x80) {
        name[length++] = (char)c;
    } else if (c < 0x800) {
        name[length++] = (char)(0xc0 | c >> 6);
    } else {
        if (c >= 0x10000) name[length++] = (char)(0xf0 | c >> 18);
        name[length++] = (char)(c >= 0x10000 ? 0x80 | (c >> 12 & 63) : 0xe0 | c >> 12);
        name[length++] = (char)(0x80 | (c >> 6 & 63));
    }
    if (c >= 0x80) name[length++] = (char)(0x80 | (c & 63));
    say(name, length);
}

int main(int count, char **names)
{
    for (unsigned c = 0; count == 1 && c < 0x110000; c++) say_character(c);
    for (int i = 1; i < count; i++) say(names[i], strlen(names[i]));
    putchar('\n');
    return 0;
}
