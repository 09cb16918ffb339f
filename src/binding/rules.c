/* Rules, steps and reasons for other languages.
 * Not here: tables (tables.c). Invariant: nothing is kept between two calls but open rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "text/base/words.h"
#include "text/cards/json_text.h"
#include "text/explain/explain.h"
#include "text/rules/ruleset_own.h"

size_t canasta_written(const cn_writer *writer, size_t size)
{
    return writer->overflow ? size : writer->length;
}

static void write_counts(cn_writer *w, const char *key, unsigned counts)
{
    cn_json_key(w, key);
    cn_write(w, "[");
    for (unsigned n = 0; n <= CN_PLAYERS_MAX; n++)
        if (counts >> n & 1) cn_json_number(w, n);
    cn_write(w, "]");
}

size_t canasta_rule_sets(char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    cn_write(&w, "[");
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        if (!cn_ruleset_describe(cn_rulesets[i], &about)) continue;
        cn_json_item(&w);
        cn_write(&w, "{");
        cn_json_word(&w, "name", about.name);
        cn_json_quoted(&w, "title", about.title);
        cn_json_word(&w, "parent", about.parent);
        write_counts(&w, "players", about.player_counts);
        cn_json_int(&w, "usual", (int32_t)about.usual_count);
        cn_write(&w, "}");
    }
    cn_write(&w, "]");
    return canasta_written(&w, size);
}

cn_rules *canasta_rules_open(const char *name, const char *text, const char *overrides,
                             unsigned player_count, char *message, size_t message_size)
{
    cn_text_error error = {0};
    cn_rules *rules = malloc(sizeof *rules);
    bool made = false;
    if (rules == NULL) {
        snprintf(error.message, sizeof error.message, "there is not enough memory");
    } else if (text != NULL) {
        made = cn_own_ruleset_check(text, strlen(text), &error) &&
               cn_own_ruleset_load(rules, text, strlen(text), overrides, player_count, &error);
    } else {
        made = cn_rules_load(rules, name, overrides, player_count, &error);
    }
    if (made) return rules;
    free(rules);
    if (text != NULL)
        snprintf(message, message_size, "%u:%u: %s", error.line, error.column, error.message);
    else
        snprintf(message, message_size, "%s", error.message);
    return NULL;
}

void canasta_rules_close(cn_rules *rules)
{
    free(rules);
}

static void write_field(cn_writer *w, const cn_env_field *field)
{
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_word(w, "name", field->name);
    cn_json_int(w, "offset", (int32_t)field->offset);
    cn_json_key(w, "shape");
    cn_write(w, "[");
    for (uint32_t i = 0; i < field->dimensions; i++) cn_json_number(w, field->shape[i]);
    cn_write(w, "]");
    cn_json_int(w, "low", field->low);
    cn_json_int(w, "high", field->high);
    cn_json_quoted(w, "meaning", field->meaning);
    cn_write(w, "}");
}

static void write_fields(cn_writer *w, const cn_rules *rules)
{
    cn_env_field fields[CN_ENV_FIELDS_MAX];
    const unsigned count = cn_env_fields(rules, fields);
    cn_json_key(w, "fields");
    cn_write(w, "[");
    for (unsigned i = 0; i < count; i++) write_field(w, &fields[i]);
    cn_write(w, "]");
}

size_t canasta_rules_describe(const cn_rules *rules, char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    cn_write(&w, "{");
    cn_json_quoted(&w, "name", rules->name);
    cn_json_int(&w, "players", rules->player_count);
    cn_json_int(&w, "seats", rules->seat_count);
    cn_json_int(&w, "sides", rules->side_count);
    cn_json_by_seat8(&w, "side_of", rules, rules->side_of);
    cn_json_int(&w, "deck", rules->deck_size);
    cn_json_int(&w, "values", (int32_t)cn_env_observation_size(rules));
    cn_json_int(&w, "actions", (int32_t)cn_env_action_count(rules));
    cn_json_int(&w, "points_unit", cn_env_points_unit(rules));
    write_fields(&w, rules);
    cn_write(&w, "}");
    return canasta_written(&w, size);
}

size_t canasta_rules_explain(const cn_rules *rules, char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    cn_write_explanation(&w, rules);
    return canasta_written(&w, size);
}

size_t canasta_rules_values(const cn_rules *rules, char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    cn_write_params(&w, &rules->p);
    return canasta_written(&w, size);
}

size_t canasta_step_names(char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    cn_write(&w, "[");
    for (unsigned number = 0; number < CN_STEPS; number++) {
        cn_json_item(&w);
        cn_write(&w, "\"%s\"", cn_step_name(number));
    }
    cn_write(&w, "]");
    return canasta_written(&w, size);
}

size_t canasta_reasons(char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    cn_write(&w, "{");
#define X(code, numbers, meaning) cn_json_quoted(&w, #code, meaning);
    CN_REASONS(X)
#undef X
    cn_write(&w, "}");
    return canasta_written(&w, size);
}
