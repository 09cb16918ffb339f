/* What stands on a table of an environment, in words.
 * Not here: stepping tables (canasta/env.h). Invariant: nothing here changes a table. */
#include "binding.h"
#include "text/base/words.h"
#include "text/cards/json_text.h"
#include "text/cards/play_text.h"
#include "text/records/trace_text.h"

static void write_step(cn_writer *w, const cn_rules *rules, const cn_game *game, unsigned number)
{
    const cn_step step = cn_step_named(rules, &game->pub, &game->hand[game->pub.seat],
                                       cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
    cn_json_item(w);
    cn_write(w, "[%u,\"%s\",\"", number, cn_step_name(number));
    cn_write_play(w, &step, 1);
    cn_write(w, "\"]");
}

size_t canasta_env_legal(const cn_env *env, unsigned table, char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    const cn_rules *rules = cn_env_rules(env);
    const cn_game *game = cn_env_game(env, table);
    const cn_mask legal = cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
    cn_write(&w, "[");
    for (unsigned number = 0; number < CN_STEPS; number++)
        if (cn_mask_has(&legal, number)) write_step(&w, rules, game, number);
    cn_write(&w, "]");
    return canasta_written(&w, size);
}

size_t canasta_env_state(const cn_env *env, unsigned table, char *out, size_t size)
{
    cn_writer w = cn_writer_make(out, size);
    cn_write_trace_state(&w, cn_env_rules(env), cn_env_game(env, table));
    return canasta_written(&w, size);
}
