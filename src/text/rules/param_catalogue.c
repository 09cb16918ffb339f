/* The parameter table as JSON, for a form made from it.
 * Not here: the form, and what a rule set gives as values (house_json.c).
 * Invariant: every parameter is there once; a type that is new here is told by its name. */
#include <string.h>

#include "text/cards/json_text.h"
#include "text/rules/param_words.h"

/* The types by number, and the constants of the enumerations. */
static const char *const type_names[] = {
#define X(type, name, low, high, initial, help) #type,
    CN_PARAMS(X)
#undef X
};

static const int32_t lows[] = {
#define X(type, name, low, high, initial, help) low,
    CN_PARAMS(X)
#undef X
};

static const int32_t highs[] = {
#define X(type, name, low, high, initial, help) high,
    CN_PARAMS(X)
#undef X
};

/* "enum" for every enumeration, otherwise the type of the table in lower case. */
static void write_type(cn_writer *w, unsigned param_i)
{
    const char *type = type_names[param_i];
    char name[32];
    size_t length = 0;
    if (strncmp(type, "E_", 2) == 0) type = "ENUM";
    for (; type[length] != '\0' && length + 1 < sizeof name; length++)
        name[length] = (char)(type[length] >= 'A' && type[length] <= 'Z' ? type[length] - 'A' + 'a'
                                                                         : type[length]);
    name[length] = '\0';
    cn_json_word(w, "type", name);
}

/* The words that a value may be, as its range lists them: "a, b or c", "none, or some of a,b". */
static void write_choices(cn_writer *w, unsigned param_i, const char *titles)
{
    static const char *const before[] = {"none, or some of ", NULL};
    char range[512];
    cn_writer text = cn_writer_make(range, sizeof range);
    cn_write_param_range(&text, param_i);
    const char *at = range;
    if (strncmp(at, before[0], strlen(before[0])) == 0) at += strlen(before[0]);
    cn_json_key(w, "choices");
    cn_write(w, "[");
    while (*at != '\0') {
        const size_t length = strcspn(at, ", :");
        const size_t title = titles == NULL ? 0 : strcspn(titles, ";");
        cn_json_item(w);
        cn_write(w, "{\"value\":\"%.*s\",\"title\":\"%.*s\"}", (int)length, at,
                 titles == NULL ? (int)length : (int)title, titles == NULL ? at : titles);
        if (titles != NULL) titles += title + (titles[title] == ';');
        at += length;
        if (*at == ':') at += strcspn(at, ")") + 1; /* ":N (N is 1 to 20)" */
        at += strspn(at, ", ");
        if (strncmp(at, "or ", 3) == 0) at += 3;
    }
    cn_write(w, "]");
}

static void write_param(cn_writer *w, unsigned param_i)
{
    const cn_param_words words = cn_param_words_of(param_i);
    const char *type = type_names[param_i];
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_word(w, "name", words.name);
    cn_json_word(w, "group", cn_param_group_id(words.group));
    write_type(w, param_i);
    cn_json_quoted(w, "title", words.title);
    cn_json_quoted(w, "about", words.about);
    if (strcmp(type, "WORDS") != 0 && strcmp(type, "NEEDS") != 0) {
        cn_json_int(w, "low", lows[param_i]);
        cn_json_int(w, "high", highs[param_i]);
    }
    if (strncmp(type, "E_", 2) == 0 || strcmp(type, "SIGN") == 0)
        write_choices(w, param_i, words.choices);
    else if (strcmp(type, "WORDS") == 0 || strcmp(type, "NEEDS") == 0)
        write_choices(w, param_i, NULL);
    cn_write(w, "}");
}

void cn_write_param_catalogue(cn_writer *writer)
{
    cn_write(writer, "{\"groups\":[");
    for (unsigned group = 0; group < CN_PARAM_GROUP_COUNT; group++) {
        cn_json_item(writer);
        cn_write(writer, "{\"id\":\"%s\",\"title\":\"%s\"}",
                 cn_param_group_id((cn_param_group)group),
                 cn_param_group_title((cn_param_group)group));
    }
    cn_write(writer, "],\"params\":[");
    for (unsigned group = 0; group < CN_PARAM_GROUP_COUNT; group++)
        for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
            if (cn_param_words_of(i).group == (cn_param_group)group) write_param(writer, i);
    cn_write(writer, "]}");
}
