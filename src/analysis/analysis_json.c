/* An analysis as JSON, for pages and programs.
 * Not here: words. Invariant: whole numbers; chances are parts of CN_CHANCE_SURE. */
#include "analysis/analysis_text.h"

#include "analysis/course_text.h"
#include "hint/hint.h"
#include "text/cards/json_text.h"
#include "text/cards/play_text.h"

static void json_step(cn_writer *w, const char *name, cn_step step)
{
    char play[CN_PLAY_TEXT_MAX];
    cn_writer text = cn_writer_make(play, sizeof play);
    cn_write_play(&text, &step, 1);
    cn_json_quoted(w, name, play);
}

static void json_by_side(cn_writer *w, const char *name, const cn_rules *rules,
                         const int32_t *value)
{
    cn_json_key(w, name);
    for (unsigned side = 0; side < rules->side_count; side++)
        cn_write(w, "%s%d", side == 0 ? "[" : ",", value[side]);
    cn_write(w, "]");
}

static void json_chances(cn_writer *w, const char *name, const cn_rules *rules,
                         const uint32_t *chance)
{
    cn_json_key(w, name);
    for (unsigned side = 0; side < rules->side_count; side++)
        cn_write(w, "%s%u", side == 0 ? "[" : ",", chance[side]);
    cn_write(w, "]");
}

static void json_lead(cn_writer *w, const char *name, const cn_lead *lead)
{
    cn_json_key(w, name);
    cn_write(w, "{");
    cn_json_int(w, "points", lead->points);
    cn_json_int(w, "points_error", lead->points_error);
    cn_json_int(w, "chance", lead->chance);
    cn_json_int(w, "chance_error", lead->chance_error);
    cn_json_int(w, "worlds", (int32_t)lead->worlds);
    cn_write(w, "}");
}

static void json_reasons(cn_writer *w, const cn_analysis *a, const cn_moment *m)
{
    cn_json_key(w, "reasons");
    cn_write(w, "[");
    for (unsigned i = 0; i < m->decision.why_count; i++) {
        char text[CN_HINT_SENTENCE_MAX];
        cn_writer sentence = cn_writer_make(text, sizeof text);
        cn_write_hint_reason(&sentence, &a->view[m->seat], &a->rules, &m->decision.why[i]);
        if (sentence.length == 0) continue;
        cn_json_item(w);
        cn_write(w, "\"%s\"", text);
    }
    for (unsigned i = 0; i < CN_COURSE_SENTENCES; i++) {
        char text[CN_COURSE_SENTENCE_MAX];
        cn_writer sentence = cn_writer_make(text, sizeof text);
        if (!cn_write_course(&sentence, &m->decision, i, CN_COURSE_TO_READER)) continue;
        cn_json_item(w);
        cn_write(w, "\"%s\"", text);
    }
    cn_write(w, "]");
}

static void json_course(cn_writer *w, const char *name, const cn_course_percent *course)
{
    cn_json_key(w, name);
    cn_write(w, "{");
    cn_json_int(w, "next_takes", course->next_takes);
    cn_json_int(w, "own_out", course->own_out);
    cn_json_int(w, "others_out", course->others_out);
    cn_write(w, "}");
}

static void json_decision(cn_writer *w, const cn_analysis *a, const cn_moment *m)
{
    const cn_decision *d = &m->decision;
    if (d->options < 2) {
        cn_json_null(w, "decision");
        return;
    }
    cn_json_key(w, "decision");
    cn_write(w, "{");
    cn_json_int(w, "options", d->options);
    cn_json_int(w, "playouts", (int32_t)d->playouts);
    json_step(w, "best", d->best);
    json_lead(w, "lost", &d->lost);
    cn_json_bool(w, "surely", cn_surely_lost(d));
    json_step(w, "next", d->next);
    json_lead(w, "next_lost", &d->next_lost);
    json_lead(w, "usual_lost", &d->usual_lost);
    json_course(w, "made_course", &d->made_course);
    json_course(w, "best_course", &d->best_course);
    json_reasons(w, a, m);
    cn_write(w, "}");
}

static void json_deal(cn_writer *w, const cn_analysis *analysis)
{
    const cn_hand_analysis *hand = &analysis->hand;
    cn_write(w, "{");
    cn_json_int(w, "hand", hand->number);
    cn_json_int(w, "dealer", hand->dealer);
    json_chances(w, "start_chance", &analysis->rules, hand->at_start);
    json_by_side(w, "dealt", &analysis->rules, hand->dealt);
    json_chances(w, "dealt_chance", &analysis->rules, hand->dealt_chance);
    cn_json_key(w, "moments");
    cn_write(w, "[");
}

static void json_moment(cn_writer *w, const cn_analysis *analysis)
{
    const unsigned last = analysis->hand.done - 1;
    const cn_moment *m = &analysis->hand.moment[last];
    if (last > 0) cn_write(w, ",");
    cn_write(w, "{");
    cn_json_int(w, "turn", m->turn);
    cn_json_int(w, "seat", m->seat);
    json_step(w, "step", m->step);
    json_decision(w, analysis, m);
    json_by_side(w, "chosen", &analysis->rules, m->chosen);
    if (m->drew == CN_SEAT_NONE)
        cn_json_null(w, "drew");
    else
        cn_json_int(w, "drew", m->drew);
    json_by_side(w, "after", &analysis->rules, m->after);
    cn_json_int(w, "drawn_error", m->drawn_error);
    json_chances(w, "chance", &analysis->rules, m->chance);
    cn_write(w, "}");
}

static void json_account(cn_writer *w, const cn_seat_account *account)
{
    cn_json_int(w, "decisions", (int32_t)account->decisions);
    cn_json_int(w, "lost", (int32_t)account->lost);
    cn_json_int(w, "lost_error", cn_account_error(account, false));
    cn_json_int(w, "lost_chance", (int32_t)account->lost_chance);
    cn_json_int(w, "lost_chance_error", cn_account_error(account, true));
    cn_json_int(w, "draws", (int32_t)account->drawn);
    cn_json_int(w, "play", (int32_t)account->skill);
    cn_json_int(w, "hidden", (int32_t)account->hidden);
    if (account->dearest.hand == 0) {
        cn_json_null(w, "dearest");
        return;
    }
    cn_json_key(w, "dearest");
    cn_write(w, "{");
    cn_json_int(w, "hand", account->dearest.hand);
    cn_json_int(w, "turn", account->dearest.turn);
    json_step(w, "step", account->dearest.step);
    json_lead(w, "lost", &account->dearest.lost);
    cn_write(w, "}");
}

static void json_side(cn_writer *w, const cn_side_account *side)
{
    cn_json_item(w);
    cn_write(w, "{");
    cn_json_int(w, "ahead", (int32_t)side->ahead);
    cn_json_int(w, "deal", (int32_t)side->dealt);
    cn_json_int(w, "draws", (int32_t)side->drawn);
    cn_json_int(w, "play", (int32_t)side->skill);
    cn_json_int(w, "hidden", (int32_t)side->hidden);
    cn_json_int(w, "others", (int32_t)side->others);
    cn_write(w, "}");
}

static void json_end(cn_writer *w, const cn_analysis *analysis)
{
    cn_write(w, "],\"sides\":[");
    for (unsigned side = 0; side < analysis->rules.side_count; side++) {
        const cn_side_account account = cn_account_of_side(analysis, side);
        json_side(w, &account);
    }
    cn_write(w, "],\"seats\":[");
    for (unsigned seat = 0; seat < analysis->rules.seat_count; seat++) {
        const cn_seat_account account = cn_account_of_seat(analysis, seat);
        cn_json_item(w);
        cn_write(w, "{");
        json_account(w, &account);
        cn_write(w, "}");
    }
    cn_write(w, "]}\n");
}

void cn_write_analysed_json(cn_writer *w, const cn_analysis *analysis)
{
    const cn_hand_analysis *hand = &analysis->hand;
    if (hand->done == 1) json_deal(w, analysis);
    json_moment(w, analysis);
    if (hand->done == hand->count) json_end(w, analysis);
}

void cn_write_analysed_person_json(cn_writer *w, const cn_seat_account *account, unsigned person,
                                   unsigned hands)
{
    cn_write(w, "{");
    cn_json_int(w, "person", (int32_t)person);
    cn_json_int(w, "hands", (int32_t)hands);
    json_account(w, account);
    cn_write(w, "}");
}
