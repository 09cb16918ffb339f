/* One whole game as a text that people read and diffs compare.
 * Not here: the players' reasons.
 * Invariant: everything that happens in the game is in the text: deals, plays, what they brought,
 * and scores. */
#include "lab/tables/playthrough.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "text/base/words.h"
#include "text/cards/card_text.h"
#include "text/cards/play_text.h"

enum { LINE_BYTES_MAX = 8192 };

typedef struct script {
    const cn_playthrough *plan;
    cn_sink sink;
    cn_lab_table table;
    char line[LINE_BYTES_MAX];
    cn_writer writer;
    cn_step step[CN_PLAY_STEPS_MAX]; /* made and not yet written */
    unsigned step_count;
    unsigned turn;                /* of the line that is open; 0: none */
    bool begun;                   /* something stands in the open line */
    unsigned turn_now, asker_now; /* in which the next step will be made */
} script;

static void end_line(script *s)
{
    cn_write_char(&s->writer, '\n');
    s->sink.put(s->sink.context, s->line, s->writer.length);
    s->writer = cn_writer_make(s->line, sizeof s->line);
}

static void write_heading(script *s)
{
    const cn_playthrough *plan = s->plan;
    const cn_rules *rules = plan->rules;
    cn_write(&s->writer, "%s, %u players, %s at every seat, seed %" PRIu64, rules->name,
             rules->player_count, plan->entrant.name, plan->seed);
    end_line(s);
    if (plan->overrides[0] == '\0') return;
    cn_write(&s->writer, "changed, to keep it short: %s", plan->overrides);
    end_line(s);
}

static void write_persons(script *s)
{
    const cn_rules *rules = s->plan->rules;
    const unsigned hand = s->table.game.pub.hand_number;
    if (rules->player_count == rules->seat_count) return;
    cn_write(&s->writer, "  persons");
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_write(&s->writer, " %u", cn_person_at(rules, hand, seat));
    for (unsigned person = 0; person < rules->player_count; person++)
        if (cn_seat_of(rules, hand, person) == CN_SEAT_NONE)
            cn_write(&s->writer, ", %u rests", person);
    end_line(s);
}

static void write_group(cn_writer *writer, const cn_cards *cards)
{
    if (cards->size == 0) cn_write_char(writer, '-');
    cn_write_hand(writer, cards);
}

/* What came with cards: `[4d]`, `[3h laid out, 4d]`, `[talon: 4d5d]`. */
static void write_arrivals(script *s, const cn_arrivals *got)
{
    cn_writer *writer = &s->writer;
    unsigned threes = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) threes += got->three[suit];
    if (got->seat == CN_SEAT_NONE || (threes == 0 && got->count == 0)) return;
    cn_write(writer, " [");
    if (got->picked != CN_PICKED_NONE)
        cn_write(writer, got->picked == CN_PICKED_TALON ? "talon: " : "packet: ");
    if (threes > 0) {
        cn_write_threes(writer, got->three);
        cn_write(writer, " laid out%s", got->count > 0 ? ", " : "");
    }
    cn_write_cards(writer, got->card, got->count);
    cn_write_char(writer, ']');
}

static void write_deal(script *s, const cn_event *event)
{
    const cn_rules *rules = s->plan->rules;
    const cn_public *pub = &s->table.game.pub;
    cn_write(&s->writer, "\nhand %u, dealer %u", pub->hand_number, event->seat);
    end_line(s);
    write_persons(s);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_write(&s->writer, "  seat %u  ", seat);
        write_group(&s->writer, &event->u.deal.hand[seat]);
        unsigned threes = 0;
        for (unsigned suit = 0; suit < CN_SUITS; suit++) threes += event->u.deal.three[seat][suit];
        if (threes > 0) cn_write(&s->writer, ", laid out ");
        cn_write_threes(&s->writer, event->u.deal.three[seat]);
        end_line(s);
    }
    const unsigned returned = event->u.deal.returned_count;
    if (returned > 0) cn_write(&s->writer, "  returned ");
    cn_write_cards(&s->writer, event->u.deal.turned, returned);
    cn_write(&s->writer, "  turned ");
    cn_write_cards(&s->writer, event->u.deal.turned + returned,
                   event->u.deal.turned_count - returned);
    if (event->u.deal.turned_count == 0) cn_write_char(&s->writer, '-');
    if (event->u.deal.buried_count > 0)
        cn_write(&s->writer, ", %u buried", event->u.deal.buried_count);
    cn_write(&s->writer, ", stock %u%s", pub->stock_count, pub->pile_frozen ? ", frozen" : "");
    end_line(s);
}

static void open_line(script *s, unsigned turn, unsigned seat)
{
    s->turn = turn;
    s->begun = false;
    cn_write(&s->writer, "%5u  seat %u ", turn, seat);
}

/* Writes the steps that wait, as one play. */
static void write_steps(script *s)
{
    if (s->step_count == 0) return;
    cn_write(&s->writer, s->begun ? "; " : " ");
    cn_write_play(&s->writer, s->step, s->step_count);
    s->begun = true;
    s->step_count = 0;
}

static void close_line(script *s)
{
    write_steps(s);
    if (s->turn != 0) end_line(s);
    s->turn = 0;
}

static void write_step(script *s, const cn_event *event)
{
    const unsigned number = event->u.step.step.number;
    const bool answers = number == CN_STEP_YES || number == CN_STEP_NO;
    if (s->turn != s->turn_now) {
        close_line(s);
        open_line(s, s->turn_now, s->asker_now);
    }
    if (answers) {
        write_steps(s);
        cn_write(&s->writer, " (seat %u: %s)", event->seat, cn_step_name(number));
        return;
    }
    s->step[s->step_count++] = event->u.step.step;
    if (event->u.step.drawn.seat == CN_SEAT_NONE && s->step_count < CN_PLAY_STEPS_MAX) return;
    write_steps(s);
    write_arrivals(s, &event->u.step.drawn);
}

/* What the next seat picks up before it does anything opens its line. */
static void write_start(script *s, const cn_arrivals *start)
{
    unsigned cards = start->count;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) cards += start->three[suit];
    if (start->seat == CN_SEAT_NONE || cards == 0) return;
    close_line(s);
    open_line(s, s->table.game.pub.turn_number, start->seat);
    write_arrivals(s, start);
}

static void write_end(script *s)
{
    const cn_public *pub = &s->table.game.pub;
    close_line(s);
    cn_write(&s->writer, "  end: %s", cn_end_word(pub->end));
    if (pub->out_seat != CN_SEAT_NONE)
        cn_write(&s->writer, ", seat %u%s", pub->out_seat, pub->out_concealed ? ", concealed" : "");
    if (pub->special > 0)
        cn_write(&s->writer, ", %s", s->plan->rules->p.special_hands.hand[pub->special - 1].name);
    end_line(s);
}

/* Programs that failed in this hand: what they are shown to have played is not all theirs. */
static void write_replaced(script *s)
{
    for (unsigned seat = 0; seat < s->plan->rules->seat_count; seat++) {
        const cn_bot *bot = s->table.bot[seat];
        if (bot == NULL || !cn_bot_is_replaced(bot)) continue;
        cn_write(&s->writer, "  replaced: seat %u, %s played on", seat,
                 s->plan->bots.substitute->name);
        end_line(s);
    }
}

static void write_melds(script *s, unsigned side_i)
{
    const cn_side *side = &s->table.game.pub.side[side_i];
    for (unsigned i = 0; i < side->meld_count; i++) {
        cn_card cards[CN_MELD_CARDS_MAX];
        const char *canasta = cn_canasta_word(cn_meld_canasta(s->plan->rules, &side->meld[i]));
        const unsigned count = cn_meld_list(&side->meld[i], cards);
        cn_write(&s->writer, "    melds %u  %c ", side_i, cn_meld_letter(side->meld[i].rank));
        cn_write_cards(&s->writer, cards, count);
        if (canasta != NULL) cn_write(&s->writer, " %s", canasta);
        end_line(s);
    }
}

static void write_left(script *s, const cn_event *event)
{
    for (unsigned seat = 0; seat < s->plan->rules->seat_count; seat++) {
        cn_write(&s->writer, "    left %u  ", seat);
        write_group(&s->writer, &event->u.score.hand[seat]);
        if (event->u.score.waiting[seat].size > 0) {
            cn_write(&s->writer, ", waiting ");
            cn_write_hand(&s->writer, &event->u.score.waiting[seat]);
        }
        end_line(s);
    }
}

static void write_scores(script *s, const cn_event *event)
{
    const cn_rules *rules = s->plan->rules;
    cn_score scores[CN_SIDES_MAX];
    cn_score_hand(rules, &s->table.game.pub, event->u.score.hand, event->u.score.waiting, scores);
    for (unsigned side = 0; side < rules->side_count; side++) {
        cn_write(&s->writer, "    score %u ", side);
        for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
            cn_write(&s->writer, " %s %" PRId32, cn_score_part_word(i),
                     cn_score_part(&scores[side], i));
        cn_write(&s->writer, ", game %" PRId32, s->table.game.pub.side[side].total_points);
        end_line(s);
    }
}

static void write_winners(script *s)
{
    const cn_public *pub = &s->table.game.pub;
    if (pub->phase != CN_PHASE_GAME_END) {
        cn_write(&s->writer, "\nthe game is not over");
    } else {
        const unsigned winners = cn_public_winners(pub, s->plan->rules);
        cn_write(&s->writer, "\nwon by side");
        for (unsigned side = 0; side < s->plan->rules->side_count; side++)
            if ((winners >> side & 1) != 0) cn_write(&s->writer, " %u", side);
    }
    end_line(s);
}

static void hear(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    script *s = context;
    (void)rules;
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL: write_deal(s, event); break;
    case CN_EVENT_STEP: write_step(s, event); break;
    case CN_EVENT_SCORE:
        write_end(s);
        write_replaced(s);
        for (unsigned side = 0; side < CN_SIDES_MAX; side++) write_melds(s, side);
        write_left(s, event);
        write_scores(s, event);
        return;
    }
    write_start(s, &event->start);
    s->turn_now = game->pub.turn_number;
    s->asker_now = game->pub.asker;
}

cn_lab_status cn_playthrough_write(const cn_playthrough *plan, cn_sink sink)
{
    script s = {.plan = plan, .sink = sink};
    s.writer = cn_writer_make(s.line, sizeof s.line);
    cn_lab_table_start(&s.table, plan->rules, 0);
    cn_lab_table_seat_entrant(&s.table, plan->rules, &plan->entrant, &plan->bots, plan->seed);
    s.table.hear = hear;
    s.table.hear_context = &s;
    write_heading(&s);
    const cn_lab_status status =
        cn_lab_table_play_game(&s.table, plan->rules, plan->seed, plan->hands_max);
    cn_lab_table_dismiss(&s.table, plan->rules);
    if (status == CN_LAB_OK) write_winners(&s);
    return status;
}
