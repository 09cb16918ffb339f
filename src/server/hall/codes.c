/* A ring of codes. Not here: as in the header. Invariant: only digests are kept. */
#include "server/hall/codes.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/secret.h"

enum { CODES = 1024 };

typedef struct one_code {
    char person[CN_PERSON_CHARACTERS + 1]; /* empty: free */
    cn_digest digest;
    int64_t until_ms;
} one_code;

struct cn_codes {
    unsigned next;
    one_code code[CODES];
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
    for (unsigned i = 0; i < CODES; i++)
        if (strcmp(codes->code[i].person, person) == 0) codes->code[i] = (one_code){0};
}

void cn_codes_make(cn_codes *codes, const char *person, char code[CN_CODE_CHARACTERS + 1])
{
    cn_codes_forget(codes, person);
    one_code *made = &codes->code[codes->next++ % CODES];
    cn_secret_letters(code, CN_CODE_CHARACTERS);
    strcpy(made->person, person);
    made->digest = cn_digest_of(code, CN_CODE_CHARACTERS);
    made->until_ms = cn_clock_ms() + CN_CODE_MS;
}

bool cn_codes_use(cn_codes *codes, const char *code, char person[CN_PERSON_CHARACTERS + 1])
{
    const cn_digest digest = cn_digest_of(code, strlen(code));
    const int64_t now_ms = cn_clock_ms();
    for (unsigned i = 0; i < CODES; i++) {
        one_code *at = &codes->code[i];
        if (at->person[0] == '\0' || !cn_digest_equal(&at->digest, &digest)) continue;
        const bool good = now_ms < at->until_ms;
        if (good) memcpy(person, at->person, sizeof at->person);
        *at = (one_code){0};
        return good;
    }
    return false;
}
