/* A hint as one JSON object, for the page and for programs.
 * Not here: words. Invariant: the play can be sent to a table as it is. */
#include "hint/hint.h"
#include "text/cards/json_text.h"

void cn_write_hint_json(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                        const cn_hint *hint)
{
    char play[CN_PLAY_TEXT_MAX];
    cn_writer text = cn_writer_make(play, sizeof play);
    cn_write_play(&text, hint->step, hint->count);
    cn_write(writer, "{");
    cn_json_quoted(writer, "play", play);
    cn_json_key(writer, "reasons");
    cn_write(writer, "[");
    for (unsigned i = 0; i < hint->why_count; i++) {
        cn_json_item(writer); /* the sentences are ours and need no escapes */
        cn_write(writer, "\"");
        cn_write_hint_reason(writer, view, rules, &hint->why[i]);
        cn_write(writer, "\"");
    }
    cn_write(writer, "]}");
}
