/* What computer players would do at the table of the module that has them all: one for a worker
 * beside a page, and for tests.
 * Not here: the table itself (canasta_wasm.c, which is in that module, too).
 * Invariant: nothing is changed. */
#include "analysis/thought.h"
#include "glue.h"
#include "players/player.h"
#include "table.h"
#include "text/cards/play_text.h"

int EXPORT(cw_choose)(uint32_t lo, uint32_t hi);
int EXPORT(cw_think)(void);

int cw_choose(uint32_t lo, uint32_t hi)
{
    const cw_table *table = cw_the_table();
    if (table == NULL) return cw_refuse("no table has been started");
    cw_text_length();
    const cn_player *player = cn_player_find(cw_buffer());
    if (player == NULL) return cw_refuse("no player of that name");
    const cn_mask legal = cn_view_legal(&table->view, &table->rules);
    if (cn_mask_count(&legal) == 0) return cw_refuse("this seat is not to act");
    cn_stream stream = cn_stream_make((uint64_t)hi << 32 | lo, 0, 0);
    const cn_step step = cn_player_choose(player, &table->view, &table->rules, &stream);
    cn_writer writer = cw_writer();
    cn_write_play(&writer, &step, 1);
    return 1;
}

/* What a search would play, up to the next card it has to see, and how much better that is. */
int cw_think(void)
{
    const cw_table *table = cw_the_table();
    if (table == NULL) return cw_refuse("no table has been started");
    cn_thought thought;
    if (!cn_thought_make(&table->view, &table->rules, CN_THOUGHT_PLAYOUTS_USUAL, &thought))
        return cw_refuse("this seat is not to act");
    cn_writer writer = cw_writer();
    cn_write_thought_json(&writer, &table->view, &table->rules, &thought);
    return !writer.overflow;
}
