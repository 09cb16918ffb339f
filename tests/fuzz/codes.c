/* Share codes (text/house), and rules in words made of them.
 * Not here: rule files. Invariant: a code that is read is written the same when it is written
 * again, and its rules can be loaded. */
#include "fuzz.h"
#include "text/house/house_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    cn_house house, again;
    cn_rules rules;
    cn_text_error error = {0};
    if (size >= CN_HOUSE_CODE_MAX) return 0;
    char *code = malloc(size + 1), out[CN_HOUSE_CODE_MAX];
    MUST(code != NULL);
    memcpy(code, bytes, size);
    code[size] = '\0';
    cn_house_is_code(code);
    cn_house_read(code, strlen(code), &house, NULL, NULL);
    if (cn_house_parse(code, &house, &error)) {
        MUST(strlen(house.overrides) < CN_HOUSE_OVERRIDES_MAX);
        cn_writer writer = cn_writer_make(out, sizeof out);
        MUST(cn_house_write(&writer, house.rules, house.overrides, house.name, &error));
        MUST(cn_house_parse(out, &again, &error));
        MUST(strcmp(house.rules, again.rules) == 0 && strcmp(house.name, again.name) == 0);
        MUST(strcmp(house.overrides, again.overrides) == 0);
        cn_rules_load(&rules, house.rules, house.overrides, 0, &error);
    } else {
        MUST(error.message[0] != '\0');
    }
    free(code);
    return 0;
}
