/* Writes records, line by line, into a sink.
 * Not here: reading them, files.
 * Invariant: steps wait here until their turn ends or another seat acts, so a line is a turn. */
#include "text/records/record_text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "text/rules/rules_text.h"

/* DECK_LINE: 27 cards make four lines of two packs. STEPS_KEPT: they always fit in one line. */
enum { LINE_BYTES_MAX = 4000, DECK_LINE_CARDS = 27, STEPS_KEPT_MAX = 90 };

static_assert((int)STEPS_KEPT_MAX <= (int)CN_PLAY_STEPS_MAX,
              "a line that is written can be parsed");

static void sink_writer(void *context, const char *text, size_t length)
{
    cn_write_text(context, text, length);
}

cn_sink cn_sink_to_writer(cn_writer *writer)
{
    return (cn_sink){sink_writer, writer};
}

/* One line of a record while it is put together. */
typedef struct line {
    char text[LINE_BYTES_MAX];
    cn_writer writer;
} line;

static void line_start(line *l)
{
    l->writer = cn_writer_make(l->text, sizeof l->text);
}

static void line_put(cn_record *record, line *l)
{
    cn_write_char(&l->writer, '\n');
    assert(!l->writer.overflow);
    record->sink.put(record->sink.context, l->text, l->writer.length);
    line_start(l);
}

/* Text of people, of one line whatever they wrote. */
static void write_free_text(cn_writer *writer, const char *text, size_t bytes_max)
{
    for (size_t i = 0; text[i] != '\0' && i < bytes_max; i++) {
        const bool control = (unsigned char)text[i] < ' ' || text[i] == 0x7f;
        cn_write_char(writer, control ? ' ' : text[i]);
    }
}

static void put_settings(cn_record *record, line *l, const cn_params *base)
{
    const cn_params *own = &record->rules->p;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        if (cn_param_same(base, own, i)) continue;
        cn_write(&l->writer, "set ");
        cn_write_param(&l->writer, own, cn_param_name(i));
        line_put(record, l);
    }
}

static void put_names(cn_record *record, line *l, const cn_record_header *header)
{
    for (unsigned person = 0; person < record->rules->player_count; person++) {
        if (header->name[person] == NULL || header->name[person][0] == '\0') continue;
        cn_write(&l->writer, "name %u ", person);
        write_free_text(&l->writer, header->name[person], CN_RECORD_NAME_BYTES_MAX);
        line_put(record, l);
    }
}

static void put_remark(cn_record *record, line *l, const char *word, const char *text)
{
    if (text == NULL || text[0] == '\0') return;
    cn_write(&l->writer, "%s ", word);
    write_free_text(&l->writer, text, CN_RECORD_NOTE_BYTES_MAX);
    line_put(record, l);
}

void cn_write_end(cn_writer *writer, const cn_rules *rules, const cn_public *pub)
{
    cn_write(writer, "%s", cn_end_word(pub->end));
    if (pub->end == CN_END_OUT || pub->end == CN_END_SPECIAL)
        cn_write(writer, " %u", (unsigned)pub->out_seat);
    if (pub->end == CN_END_SPECIAL && pub->special > 0)
        cn_write(writer, " %s", rules->p.special_hands.hand[pub->special - 1].name);
    if (pub->end == CN_END_OUT && pub->out_concealed != 0) cn_write(writer, " concealed");
}

void cn_write_rules_played(cn_writer *writer, const cn_rules *rules)
{
    cn_params base;
    cn_write(writer, "%s", rules->name);
    if (!cn_ruleset_base(rules->name, rules->player_count, &base)) return;
    bool differs = false;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        differs = differs || !cn_param_same(&base, &rules->p, i);
    if (!differs) return;
    cn_write(writer, " with ");
    cn_write_overrides(writer, &base, &rules->p);
}

bool cn_record_start(cn_record *record, const cn_rules *rules, const cn_record_header *header,
                     cn_sink sink)
{
    cn_params base;
    if (!cn_ruleset_base(rules->name, rules->player_count, &base)) return false;
    *record = (cn_record){.sink = sink, .rules = rules};
    line l;
    line_start(&l);
    cn_write(&l.writer, "canasta record 1\nrules %s", rules->name);
    line_put(record, &l);
    cn_write(&l.writer, "players %u", (unsigned)rules->player_count);
    line_put(record, &l);
    put_settings(record, &l, &base);
    put_names(record, &l, header);
    cn_write(&l.writer, "dealer %u", header->dealer);
    line_put(record, &l);
    put_remark(record, &l, "date", header->date);
    put_remark(record, &l, "note", header->note);
    return true;
}

/* Writes the steps that wait as one line. */
static void put_steps(cn_record *record)
{
    if (record->step_count == 0) return;
    line l;
    line_start(&l);
    cn_write(&l.writer, "%u: ", (unsigned)record->seat);
    cn_write_play(&l.writer, record->step, record->step_count);
    line_put(record, &l);
    record->step_count = 0;
}

void cn_record_deal(cn_record *record, const cn_game *game)
{
    assert(record->step_count == 0);
    line l;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game_dealt_deck(game, record->rules, deck);
    line_start(&l);
    cn_write(&l.writer, "hand %u dealer %u", (unsigned)game->pub.hand_number,
             (unsigned)game->pub.dealer);
    line_put(record, &l);
    for (unsigned i = 0; i < record->rules->deck_size; i += DECK_LINE_CARDS) {
        const unsigned left = record->rules->deck_size - i;
        cn_write(&l.writer, "deck ");
        cn_write_cards(&l.writer, deck + i, left < DECK_LINE_CARDS ? left : DECK_LINE_CARDS);
        line_put(record, &l);
    }
}

void cn_record_fair(cn_record *record, const cn_fair_deal *deal)
{
    char text[CN_FAIR_LINES_BYTES_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_fair(&writer, deal);
    assert(!writer.overflow);
    record->sink.put(record->sink.context, text, writer.length);
}

void cn_record_lesson(cn_record *record)
{
    line l;
    line_start(&l);
    cn_write(&l.writer, "lesson");
    line_put(record, &l);
}

void cn_record_step(cn_record *record, unsigned seat, cn_step step)
{
    if (seat != record->seat || record->step_count == STEPS_KEPT_MAX) put_steps(record);
    record->seat = (uint8_t)seat;
    record->step[record->step_count++] = step;
    if (cn_step_is_discard(step.number) || step.number == CN_STEP_PASS) put_steps(record);
}

static void put_end(cn_record *record, line *l, const cn_public *pub)
{
    cn_write(&l->writer, "end ");
    cn_write_end(&l->writer, record->rules, pub);
    if (record->rules->p.time_limit > 0) cn_write(&l->writer, " minutes %u", pub->minutes);
    line_put(record, l);
}

static void put_winners(cn_record *record, line *l, unsigned winners)
{
    cn_write(&l->writer, "winner");
    for (unsigned side = 0; side < record->rules->side_count; side++)
        if ((winners >> side & 1) != 0) cn_write(&l->writer, " %u", side);
    line_put(record, l);
}

void cn_record_score(cn_record *record, const cn_game *game, const cn_score *scores)
{
    put_steps(record);
    line l;
    line_start(&l);
    put_end(record, &l, &game->pub);
    for (unsigned side = 0; side < record->rules->side_count; side++) {
        cn_write(&l.writer, "score %u", side);
        for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
            cn_write(&l.writer, " %s %ld", cn_score_part_word(i),
                     (long)cn_score_part(&scores[side], i));
        cn_write(&l.writer, " game %ld", (long)game->pub.side[side].total_points);
        line_put(record, &l);
    }
    cn_write(&l.writer, "hash %016" PRIx64, cn_game_hash(game, record->rules));
    line_put(record, &l);
    if (game->pub.phase == CN_PHASE_GAME_END)
        put_winners(record, &l, cn_public_winners(&game->pub, record->rules));
}

void cn_record_stop(cn_record *record, const cn_game *game)
{
    put_steps(record);
    line l;
    line_start(&l);
    cn_write(&l.writer, "unfinished %016" PRIx64, cn_game_hash(game, record->rules));
    line_put(record, &l);
}
