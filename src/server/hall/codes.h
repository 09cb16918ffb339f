/* One-time codes by which another device becomes a person's.
 * Not here: keys (person.h). Invariant: a code is good once and for CN_CODE_MS, and not after the
 * server was started anew; a person has one at a time; nobody's ends because others make theirs;
 * which of his devices made it is told, as it is good for nothing once that one is ended. */
#ifndef CANASTA_SERVER_CODES_H
#define CANASTA_SERVER_CODES_H

#include <stdbool.h>
#include <stdint.h>

#include "server/table/person.h"

typedef struct cn_codes cn_codes;

cn_codes *cn_codes_make_all(void);
void cn_codes_free(cn_codes *codes);

typedef struct cn_code_maker {
    char person[CN_PERSON_CHARACTERS + 1], device[CN_DEVICE_CHARACTERS + 1];
} cn_code_maker;

/* Makes a new code for a person, and his last one is good no more: 0. Where too many are good
 * nothing happens, and it says in how many milliseconds one of them ends. */
int64_t cn_codes_make(cn_codes *codes, const cn_code_maker *maker,
                      char code[CN_CODE_CHARACTERS + 1]);
/* His code is good no more. */
void cn_codes_forget(cn_codes *codes, const char *person);
/* Whose code it is; false if it is nobody's. It is used up. */
bool cn_codes_use(cn_codes *codes, const char *code, cn_code_maker *maker);

#endif
