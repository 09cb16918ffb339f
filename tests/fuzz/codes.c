/* Share codes (text/house), and rules in words made of them.
 * Not here: rule files. Invariant: a code that is read is written the same when it is written
 * again, and its rules can be loaded. */
#include "fuzz.h"
#include "text/house/house_text.h"

enum { CHECK_LETTERS = 4, CHECK_PRIME = 1048573, CHECK_FACTOR = 31, CHECK_BITS = 5 };

/* The last part of a code says that it was not damaged: what comes without one gets it here, or
 * nothing would be looked into. */
static void sign(char *code, size_t length)
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint32_t sum = 1;
    for (size_t i = 0; i < length; i++)
        sum = (sum * CHECK_FACTOR + (unsigned char)code[i]) % CHECK_PRIME;
    code[length] = '~';
    for (unsigned i = CHECK_LETTERS; i > 0; sum >>= CHECK_BITS, i--)
        code[length + i] = digits[sum % (1U << CHECK_BITS)];
    code[length + CHECK_LETTERS + 1] = '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    cn_house house, again;
    cn_rules rules;
    cn_text_error error = {0};
    if (size + CHECK_LETTERS + 1 >= CN_HOUSE_CODE_MAX) return 0;
    char *code = malloc(size + CHECK_LETTERS + 2), out[CN_HOUSE_CODE_MAX], twice[CN_HOUSE_CODE_MAX];
    MUST(code != NULL);
    memcpy(code, bytes, size);
    code[size] = '\0';
    cn_house_read(code, strlen(code), &house, NULL, NULL);
    sign(code, strlen(code));
    MUST(cn_house_is_code(code) || strchr(code, '/') != NULL);
    cn_house_read(code, strlen(code), &house, NULL, NULL);
    if (cn_house_parse(code, &house, &error)) {
        MUST(strlen(house.overrides) < CN_HOUSE_OVERRIDES_MAX);
        cn_writer writer = cn_writer_make(out, sizeof out);
        MUST(cn_house_write(&writer, house.rules, house.overrides, house.name, &error));
        MUST(cn_house_parse(out, &again, &error));
        MUST(strcmp(house.rules, again.rules) == 0 && strcmp(house.name, again.name) == 0);
        writer = cn_writer_make(twice, sizeof twice); /* changes have one order from now on */
        MUST(cn_house_write(&writer, again.rules, again.overrides, again.name, &error));
        MUST(strcmp(out, twice) == 0);
        cn_rules_load(&rules, house.rules, house.overrides, 0, &error);
    } else {
        MUST(error.message[0] != '\0');
    }
    free(code);
    return 0;
}
