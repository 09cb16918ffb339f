/* One-time codes: whose ends when, and whose does not.
 * Not here: calls (test_persons.py, test_limits.py). Invariant: each claim has codes of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "server/hall/codes.h"

typedef struct holder {
    cn_code_maker maker;
    char code[CN_CODE_CHARACTERS + 1];
} holder;

static holder make(cn_codes *codes, unsigned number, int64_t *later_ms)
{
    holder h = {.code = ""};
    snprintf(h.maker.person, sizeof h.maker.person, "person%06u", number);
    snprintf(h.maker.device, sizeof h.maker.device, "%06u", number + 1);
    *later_ms = cn_codes_make(codes, &h.maker, h.code);
    return h;
}

static void assert_good(cn_codes *codes, const holder *h)
{
    cn_code_maker maker;
    assert_true(cn_codes_use(codes, h->code, &maker));
    assert_string_equal(maker.person, h->maker.person);
    assert_string_equal(maker.device, h->maker.device);
    assert_false(cn_codes_use(codes, h->code, &maker));
}

static void nobodys_code_ends_because_others_make_theirs(void **state)
{
    static holder h[CN_CODES_MAX];
    int64_t later_ms;
    (void)state;
    cn_codes *codes = cn_codes_make_all();
    for (unsigned i = 0; i < CN_CODES_MAX; i++) {
        h[i] = make(codes, i, &later_ms);
        assert_int_equal(later_ms, 0);
    }
    const holder late = make(codes, CN_CODES_MAX, &later_ms);
    assert_true(later_ms > 0 && later_ms <= CN_CODE_MS);
    assert_string_equal(late.code, "");
    const holder again = make(codes, 7, &later_ms); /* who has one may have another for it */
    assert_int_equal(later_ms, 0);
    assert_good(codes, &again);
    const holder first = make(codes, CN_CODES_MAX, &later_ms); /* in the place of the used one */
    assert_int_equal(later_ms, 0);
    assert_good(codes, &first);
    for (unsigned i = 0; i < CN_CODES_MAX; i++)
        if (i != 7) assert_good(codes, &h[i]);
    cn_codes_free(codes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobodys_code_ends_because_others_make_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
