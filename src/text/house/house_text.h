/* House rules as one short code: a rule set, what is changed in it, and a name.
 * Not here: rule files (ruleset_read.c), what the values mean.
 * Invariant: what was written is read again as the same rules; what this version does not know is
 * told with its place, never left out.
 *
 *   classic_pagat~oc-2~dc-2~name-Grandma-27s_rules~k7qx
 *
 * A code is parts with `~` between them: the rule set, the changes KEY-VALUE, the name if there is
 * one, and four letters that tell typing errors. Keys are those of param_words.h. Letters, digits
 * and `-._~` are all it consists of, so that it may stand in any link. In values `.` is a comma,
 * `-` a colon, and `-E -P -M -L -S -C` are `= + - < blank :`. In names `_` is a blank and `-27` the
 * byte of that number. */
#ifndef CANASTA_HOUSE_TEXT_H
#define CANASTA_HOUSE_TEXT_H

#include "text/rules/rules_text.h"

enum {
    CN_HOUSE_CODE_MAX = 2048, /* bytes of a code, its terminating zero included */
    CN_HOUSE_OVERRIDES_MAX = 3072,
    CN_HOUSE_NAME_CHARACTERS = 40,
    CN_HOUSE_NAME_BYTES = 4 * CN_HOUSE_NAME_CHARACTERS
};

typedef struct cn_house {
    char rules[CN_RULES_NAME_MAX];
    char name[CN_HOUSE_NAME_BYTES + 1];     /* "" if it has none */
    char overrides[CN_HOUSE_OVERRIDES_MAX]; /* `target = 3000; draw_count = 2` */
} cn_house;

/* True for what can only be meant as a code: no rule set has a `~` in its name, and no code has a
 * `/`, which a path may have. */
bool cn_house_is_code(const char *text);

/* Writes the code of a built-in rule set and its changes. False with the place and the reason if
 * rule set, name or a change is wrong, or if the code would be too long. */
bool cn_house_write(cn_writer *writer, const char *rules, const char *overrides, const char *name,
                    cn_text_error *error);

/* Reads a code. Problems go to `tell` (may be NULL), each with its place; what could be read is in
 * `house` nevertheless, unless the code is damaged: then it is empty. True without a problem. */
typedef void cn_house_tell(void *context, const cn_text_error *error);
bool cn_house_read(const char *code, size_t length, cn_house *house, cn_house_tell *tell,
                   void *context);

/* The same for those who want all or nothing: the first problem. */
bool cn_house_parse(const char *code, cn_house *house, cn_text_error *error);

/* The next `name = value` of changes, without comments, and its name; false behind the last. */
bool cn_house_next_change(const char **at, cn_word *change, cn_word *name);

/* Puts changes over changes: those of `first` that `then` does not set, then those of `then`.
 * False if they do not fit. */
bool cn_house_join(char *out, size_t size, const char *first, const char *then);

#endif
