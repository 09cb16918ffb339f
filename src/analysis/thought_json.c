/* A thought as one JSON object, for the page and for programs.
 * Not here: what is told. Invariant: the play can be sent to a table as it is. */
#include "analysis/course_text.h"
#include "analysis/thought.h"
#include "text/cards/json_text.h"

static void json_counted(cn_writer *w, const cn_thought *thought)
{
    char text[CN_COURSE_SENTENCE_MAX];
    cn_json_key(w, "counted");
    cn_write(w, "[");
    for (unsigned i = 0; thought->differs && i < CN_COURSE_SENTENCES; i++) {
        cn_writer sentence = cn_writer_make(text, sizeof text);
        if (!cn_write_course(&sentence, &thought->other.decision, i, CN_COURSE_TO_PLAYER)) continue;
        cn_json_item(w); /* the sentences are ours and need no escapes */
        cn_write(w, "\"%s\"", text);
    }
    cn_write(w, "]");
}

static void json_other(cn_writer *w, const cn_other_way *other)
{
    static const char *const senses[] = {
        [CN_LEAD_EQUAL] = "equal", [CN_LEAD_POINTS] = "points", [CN_LEAD_FOR_GAME] = "game"};
    char play[CN_PLAY_TEXT_MAX];
    cn_writer text = cn_writer_make(play, sizeof play);
    cn_write_play(&text, other->play.step, other->play.count);
    cn_json_key(w, "other");
    cn_write(w, "{");
    cn_json_quoted(w, "play", play);
    cn_json_bool(w, "at_once", other->at_once);
    cn_json_word(w, "sense", senses[cn_lead_sense_of(&other->ahead)]);
    cn_json_int(w, "points", other->ahead.points);
    cn_json_int(w, "error", other->ahead.points_error);
    cn_write(w, "}");
}

void cn_write_thought_json(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                           const cn_thought *thought)
{
    cn_write(writer, "{\"hint\":");
    cn_write_hint_json(writer, view, rules, &thought->hint);
    cn_json_bool(writer, "differs", thought->differs);
    json_counted(writer, thought);
    if (thought->compared)
        json_other(writer, &thought->other);
    else
        cn_json_null(writer, "other");
    cn_write(writer, "}");
}
