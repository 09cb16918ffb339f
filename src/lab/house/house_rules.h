/* Random house rules: a built-in rule set, a number of players, and changes that the validator
 * accepts. Not here: values (house_values.h), playing by them (house_check.h).
 * Invariant: the text names the rules completely; (seed, number) gives the same everywhere. */
#ifndef CANASTA_HOUSE_RULES_H
#define CANASTA_HOUSE_RULES_H

#include <stdbool.h>

#include "canasta/rules.h"

enum { CN_HOUSE_CHANGES_BYTES = 2048, CN_HOUSE_FAULT_BYTES = 400 };

typedef struct cn_drawn_house {
    char base[CN_RULES_NAME_MAX]; /* the built-in rule set */
    unsigned players;
    char changes[CN_HOUSE_CHANGES_BYTES]; /* `target = 3000; draw_count = 2`, as --set takes it */
    cn_rules rules;
    unsigned refused; /* drafts before this one that the validator, or a reader, refused */
} cn_drawn_house;

/* Draws the rules of that number. False if something is wrong with the program - the text of the
 * changes reads as something else, or no draft was accepted - and `fault` says what. */
bool cn_draw_house(uint64_t seed, uint64_t number, cn_drawn_house *house,
                   char fault[CN_HOUSE_FAULT_BYTES]);

#endif
