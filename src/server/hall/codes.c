/* A table of codes. Not here: as in the header. Invariant: only digests are kept. */
#include "server/hall/codes.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/secret.h"

typedef struct one_code {
    cn_code_maker maker; /* of no person: free */
    cn_digest digest;
    int64_t until_ms;
} one_code;

struct cn_codes {
    one_code code[CN_CODES_MAX];
};

cn_codes *cn_codes_make_all(void)
{
    cn_codes *codes = calloc(1, sizeof *codes);
    if (codes == NULL) abort();
    return codes;
}

void cn_codes_free(cn_codes *codes)
{
    free(codes);
}

void cn_codes_forget(cn_codes *codes, const char *person)
{
    for (unsigned i = 0; i < CN_CODES_MAX; i++)
        if (strcmp(codes->code[i].maker.person, person) == 0) codes->code[i] = (one_code){0};
}

/* The person's own, or the one that ends first: one that is free has ended. */
static one_code *find_room(cn_codes *codes, const char *person)
{
    one_code *first = &codes->code[0];
    for (one_code *at = codes->code; at < codes->code + CN_CODES_MAX; at++) {
        if (strcmp(at->maker.person, person) == 0) return at;
        if (at->until_ms < first->until_ms) first = at;
    }
    return first;
}

int64_t cn_codes_make(cn_codes *codes, const cn_code_maker *maker,
                      char code[CN_CODE_CHARACTERS + 1])
{
    one_code *made = find_room(codes, maker->person);
    const int64_t left_ms = made->until_ms - cn_clock_ms();
    if (left_ms > 0 && strcmp(made->maker.person, maker->person) != 0) return left_ms;
    cn_secret_letters(code, CN_CODE_CHARACTERS);
    made->maker = *maker;
    made->digest = cn_digest_of(code, CN_CODE_CHARACTERS);
    made->until_ms = cn_clock_ms() + CN_CODE_MS;
    return 0;
}

bool cn_codes_use(cn_codes *codes, const char *code, cn_code_maker *maker)
{
    const cn_digest digest = cn_digest_of(code, strlen(code));
    const int64_t now_ms = cn_clock_ms();
    for (unsigned i = 0; i < CN_CODES_MAX; i++) {
        one_code *at = &codes->code[i];
        if (at->maker.person[0] == '\0' || !cn_digest_equal(&at->digest, &digest)) continue;
        const bool good = now_ms < at->until_ms;
        if (good) *maker = at->maker;
        *at = (one_code){0};
        return good;
    }
    return false;
}
