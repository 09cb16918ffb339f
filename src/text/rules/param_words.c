/* Finds the words of a parameter, and the parameter of a key.
 * Not here: the words (param_words_*.c).
 * Invariant: every parameter has words and a key, if only its own name. */
#include "text/rules/param_words.h"

#include <assert.h>
#include <string.h>

static const cn_param_words *const tables[] = {cn_param_words_deal, cn_param_words_melds,
                                               cn_param_words_end};
enum { TABLES = sizeof tables / sizeof tables[0] };

static const char *const group_ids[] = {
#define X(group, id, title) id,
    CN_PARAM_GROUPS(X)
#undef X
};

static const char *const group_titles[] = {
#define X(group, id, title) title,
    CN_PARAM_GROUPS(X)
#undef X
};

const char *cn_param_group_id(cn_param_group group)
{
    assert(group < CN_PARAM_GROUP_COUNT);
    return group_ids[group];
}

const char *cn_param_group_title(cn_param_group group)
{
    assert(group < CN_PARAM_GROUP_COUNT);
    return group_titles[group];
}

cn_param_words cn_param_words_of(unsigned param_i)
{
    const char *name = cn_param_name(param_i);
    for (unsigned i = 0; i < TABLES; i++)
        for (const cn_param_words *row = tables[i]; row->name != NULL; row++)
            if (strcmp(row->name, name) == 0) return *row;
    return (cn_param_words){.name = name,
                            .key = name,
                            .group = CN_PARAM_GROUP_OTHER,
                            .title = name,
                            .about = cn_param_help(param_i)};
}

unsigned cn_param_of_key(cn_word key)
{
    for (unsigned i = 0; i < TABLES; i++)
        for (const cn_param_words *row = tables[i]; row->name != NULL; row++)
            if (cn_word_is(key, row->key))
                return cn_param_find((cn_word){row->name, strlen(row->name)});
    return cn_param_find(key);
}
