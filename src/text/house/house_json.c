/* Tells a form what house rules come to: values, what is wrong with them, the rules in words.
 * Not here: the form. Invariant: as in the header; nothing is dropped, a change that cannot be read
 * is the problem that is told. */
#include "text/house/house_json.h"

#include <string.h>

#include "text/cards/json_text.h"
#include "text/explain/explain.h"
#include "text/rules/param_words.h"

typedef struct form {
    const char *rules;
    cn_ruleset_about about;
    unsigned player_count;
    cn_params base, params;
    bool bad;
    char blamed[CN_RULES_NAME_MAX + 32]; /* name of a parameter, "" if none is to blame */
    cn_text_error error;
} form;

static void blame(form *f, const char *name, size_t length, const char *why)
{
    if (f->bad) return;
    f->bad = true;
    if (length < sizeof f->blamed) memcpy(f->blamed, name, length);
    (void)cn_text_fail(&f->error, 1, 1, "%s", why);
}

/* Applies the changes one by one, so that a bad one hides no other. */
static void apply_changes(form *f, const char *overrides)
{
    cn_word change, name;
    f->params = f->base;
    while (cn_house_next_change(&overrides, &change, &name)) {
        cn_text_error error;
        char text[CN_PARAM_TEXT_MAX];
        if (change.length >= sizeof text) {
            blame(f, name.text, name.length, "this value is too long");
            continue;
        }
        memcpy(text, change.text, change.length);
        text[change.length] = '\0';
        if (!cn_params_set_all(&f->params, text, &error))
            blame(f, name.text, name.length, error.message);
    }
}

/* The table that these rules are for. Values of a rule set may differ with the number of players,
 * and the changes may change the numbers that there may be. */
static void take_count(form *f, const char *overrides, unsigned player_count)
{
    for (unsigned tries = 0; tries < 2; tries++) {
        (void)cn_ruleset_base(f->rules, player_count, &f->base);
        apply_changes(f, overrides);
        const bool asked = player_count != 0 && player_count <= CN_PLAYERS_MAX;
        if (asked && (f->params.players >> player_count & 1) != 0) break;
        const unsigned usual = f->about.usual_count;
        player_count =
            (f->params.players >> usual & 1) != 0 ? usual : cn_params_seat_count(&f->params);
        f->bad = false;
    }
    f->player_count = player_count;
    f->bad = false;
    f->blamed[0] = '\0';
    apply_changes(f, overrides);
}

static void compile(form *f, cn_rules *rules)
{
    const char *param = NULL, *why = NULL;
    if (f->bad ||
        cn_rules_compile(rules, f->rules, &f->params, f->player_count, &param, &why) == CN_RULES_OK)
        return;
    if (why == NULL) why = "these rules make no sense";
    blame(f, param == NULL ? "" : param, param == NULL ? 0 : strlen(param), why);
}

static void write_values(cn_writer *w, const char *key, const cn_params *params)
{
    char value[CN_PARAM_TEXT_MAX];
    cn_json_key(w, key);
    cn_write(w, "{");
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        cn_writer text = cn_writer_make(value, sizeof value);
        cn_write_param_value(&text, params, i);
        cn_json_quoted(w, cn_param_name(i), value);
    }
    cn_write(w, "}");
}

static void write_counts(cn_writer *w, const form *f)
{
    const bool own = f->params.players == f->base.players;
    const unsigned counts = own ? f->about.player_counts : (unsigned)f->params.players;
    cn_json_key(w, "counts");
    cn_write(w, "[");
    for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++)
        if ((counts >> count & 1) != 0) cn_json_number(w, count);
    cn_write(w, "]");
}

static void write_problem(cn_writer *w, const form *f)
{
    if (!f->bad) {
        cn_json_null(w, "problem");
        return;
    }
    cn_json_key(w, "problem");
    cn_write(w, "{");
    cn_json_quoted(w, "param", f->blamed);
    cn_json_quoted(w, "message", f->error.message);
    cn_write(w, "}");
}

static void write_good(cn_writer *w, const form *f, const cn_rules *rules, const char *name)
{
    char overrides[CN_HOUSE_OVERRIDES_MAX], code[CN_HOUSE_CODE_MAX] = "";
    char explanation[CN_EXPLANATION_BYTES];
    cn_writer text = cn_writer_make(overrides, sizeof overrides);
    cn_write_overrides(&text, &f->base, &f->params);
    cn_json_quoted(w, "overrides", overrides);
    cn_writer letters = cn_writer_make(code, sizeof code);
    const bool fits = !text.overflow && cn_house_write(&letters, f->rules, overrides, name, NULL);
    cn_json_quoted(w, "code", fits ? code : "");
    text = cn_writer_make(explanation, sizeof explanation);
    cn_write_explanation(&text, rules);
    cn_json_quoted(w, "explanation", explanation);
}

bool cn_write_house_json(cn_writer *writer, const char *rules, const char *overrides,
                         const char *name, unsigned player_count)
{
    form f = {.rules = rules};
    cn_rules compiled;
    if (!cn_ruleset_describe(rules, &f.about)) return false;
    take_count(&f, overrides, player_count);
    compile(&f, &compiled);
    cn_write(writer, "{");
    cn_json_bool(writer, "ok", !f.bad);
    cn_json_int(writer, "players", (int32_t)f.player_count);
    write_counts(writer, &f);
    write_values(writer, "base", &f.base);
    write_values(writer, "values", &f.params);
    write_problem(writer, &f);
    if (!f.bad) write_good(writer, &f, &compiled, name);
    cn_write(writer, "}");
    return true;
}

static void write_told(void *context, const cn_text_error *error)
{
    cn_writer *w = context;
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_int(w, "column", (int32_t)error->column);
    cn_json_quoted(w, "message", error->message);
    cn_write(w, "}");
}

void cn_write_code_json(cn_writer *writer, const char *code)
{
    cn_house house;
    cn_write(writer, "{");
    cn_json_key(writer, "problems");
    cn_write(writer, "[");
    const bool good = cn_house_read(code, strlen(code), &house, write_told, writer);
    cn_write(writer, "]");
    cn_json_bool(writer, "ok", good);
    cn_json_quoted(writer, "rules", house.rules);
    cn_json_quoted(writer, "name", house.name);
    cn_json_quoted(writer, "overrides", house.overrides);
    cn_write(writer, "}");
}
