/* What a page asks about rules where there is no table: the second module (README.md).
 * Not here: views, plays, hints (canasta_wasm.c). Invariant: nothing asked here is remembered. */
#include <assert.h>
#include <string.h>

#include "glue.h"
#include "text/explain/explain.h"
#include "text/house/house_json.h"
#include "text/rules/param_words.h"

static_assert(CW_BUFFER_BYTES > CN_EXPLANATION_BYTES, "the rules in words fit the buffer");

int EXPORT(cw_catalogue)(void);
int EXPORT(cw_house)(unsigned players);
int EXPORT(cw_code)(void);

/* The parameter table, for a form made from it. */
int cw_catalogue(void)
{
    cn_writer writer = cw_writer();
    cn_write_param_catalogue(&writer);
    return !writer.overflow;
}

/* What rule set, changes and name - three lines - come to. No table is needed, none is touched. */
int cw_house(unsigned players)
{
    static char asked[CN_HOUSE_OVERRIDES_MAX + CN_HOUSE_NAME_BYTES + CN_RULES_NAME_MAX + 8];
    if (cw_text_length() >= sizeof asked) return cw_refuse("these rules are too long");
    memcpy(asked, cw_buffer(), strlen(cw_buffer()) + 1);
    char *overrides = cw_cut_line(asked);
    char *name = overrides == NULL ? NULL : cw_cut_line(overrides);
    if (name == NULL) return cw_refuse("house rules have three lines: rule set, changes, name");
    cw_cut_line(name);
    cn_writer writer = cw_writer();
    if (!cn_write_house_json(&writer, asked, overrides, name, players))
        return cw_refuse("no such rule set");
    return !writer.overflow;
}

/* What a share code says. */
int cw_code(void)
{
    static char code[2 * CN_HOUSE_CODE_MAX];
    if (cw_text_length() >= sizeof code) cw_buffer()[sizeof code - 1] = '\0';
    memcpy(code, cw_buffer(), strlen(cw_buffer()) + 1);
    cn_writer writer = cw_writer();
    cn_write_code_json(&writer, code);
    return !writer.overflow;
}
