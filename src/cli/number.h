/* Numbers on the command line. Not here: options themselves.
 * Invariant: a text that is not wholly a number within its limits is refused. */
#ifndef CANASTA_CLI_NUMBER_H
#define CANASTA_CLI_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a whole decimal number of low..high; false if `text` is anything else. */
static inline bool cli_number(const char *text, uint64_t low, uint64_t high, uint64_t *number)
{
    uint64_t value = 0;
    if (*text == '\0') return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9') return false;
        const uint64_t digit = (uint64_t)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *number = value;
    return value >= low && value <= high;
}

#endif
