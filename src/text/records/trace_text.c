/* Writes traces of games, line by line.
 * Not here: choosing steps. Invariant: keys stand in a fixed order, and nothing is left out. */
#include "text/records/trace_text.h"

#include "engine/step/collect.h"
#include "engine/turn/apply.h"
#include "text/base/words.h"
#include "text/cards/card_text.h"
#include "text/rules/rules_text.h"

enum { NOTHING = '-' };

void cn_write_trace_head(cn_writer *writer, const cn_rules *rules)
{
    cn_params base;
    cn_write(writer, "trace 1\nrules %s players %u\n", rules->name, (unsigned)rules->player_count);
    if (!cn_ruleset_base(rules->name, rules->player_count, &base)) return;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        if (cn_param_same(&base, &rules->p, i)) continue;
        cn_write(writer, "set ");
        cn_write_param(writer, &rules->p, cn_param_name(i));
        cn_write_char(writer, '\n');
    }
}

void cn_write_trace_hand(cn_writer *writer, const cn_rules *rules, const cn_game *game)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game_dealt_deck(game, rules, deck);
    cn_write(writer, "hand %u dealer %u\ndeck ", (unsigned)game->pub.hand_number,
             (unsigned)game->pub.dealer);
    cn_write_cards(writer, deck, rules->deck_size);
    cn_write_char(writer, '\n');
}

static void write_cards(cn_writer *writer, const cn_card *cards, unsigned count)
{
    if (count == 0) cn_write_char(writer, NOTHING);
    cn_write_cards(writer, cards, count);
}

static void write_hands(cn_writer *writer, const cn_rules *rules, const cn_game *game)
{
    cn_write(writer, " hands=");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_card list[CN_DECK_CARDS_MAX];
        if (seat > 0) cn_write_char(writer, '/');
        write_cards(writer, list, cn_cards_list(&game->hand[seat], list));
    }
}

/* One number for each seat, with commas. */
static void write_by_seat(cn_writer *writer, const char *key, const cn_rules *rules,
                          const uint8_t *value)
{
    cn_write(writer, " %s=", key);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_write(writer, "%s%u", seat == 0 ? "" : ",", (unsigned)value[seat]);
}

static void write_side(cn_writer *writer, const cn_side *side)
{
    if (side->meld_count == 0) cn_write_char(writer, NOTHING);
    for (unsigned i = 0; i < side->meld_count; i++) {
        cn_card list[CN_MELD_CARDS_MAX];
        const unsigned count = cn_meld_list(&side->meld[i], list);
        cn_write(writer, "%s%c:", i == 0 ? "" : "|", cn_meld_letter(side->meld[i].rank));
        cn_write_cards(writer, list, count);
    }
}

static void write_melds(cn_writer *writer, const cn_rules *rules, const cn_public *pub)
{
    cn_write(writer, " melds=");
    for (unsigned side = 0; side < rules->side_count; side++) {
        if (side > 0) cn_write_char(writer, ';');
        write_side(writer, &pub->side[side]);
    }
}

static void write_threes(cn_writer *writer, const cn_rules *rules, const cn_public *pub)
{
    cn_write(writer, " threes=");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        if (seat > 0) cn_write_char(writer, '/');
        for (unsigned suit = 0; suit < CN_SUITS; suit++)
            cn_write(writer, "%u", (unsigned)pub->three[seat][suit]);
    }
}

static void write_end(cn_writer *writer, const cn_rules *rules, const cn_public *pub)
{
    const bool threes = pub->end == CN_END_RED_THREE; /* of both colours, perhaps */
    cn_write(writer, " end=%s", threes ? "threes" : cn_end_word(pub->end));
    if (pub->out_seat == CN_SEAT_NONE)
        cn_write(writer, " out=-");
    else
        cn_write(writer, " out=%u", (unsigned)pub->out_seat);
    cn_write(writer, " concealed=%u", pub->out_concealed != 0 ? 1U : 0U);
    cn_write(writer, " special=%s",
             pub->special == 0 ? "-" : rules->p.special_hands.hand[pub->special - 1].name);
}

void cn_write_trace_state(cn_writer *writer, const cn_rules *rules, const cn_game *game)
{
    const cn_public *pub = &game->pub;
    cn_write(writer, "= phase=%s seat=%u asker=%u turn=%u stock=%u frozen=%u taken=%u",
             cn_phase_word(pub->phase), (unsigned)pub->seat, (unsigned)pub->asker,
             (unsigned)pub->turn_number, (unsigned)pub->stock_count,
             pub->pile_frozen != 0 ? 1U : 0U, pub->pile_taken != 0 ? 1U : 0U);
    cn_write(writer, " pile=");
    write_cards(writer, pub->pile, pub->pile_count);
    write_hands(writer, rules, game);
    write_by_seat(writer, "sides", rules, pub->side_of);
    write_melds(writer, rules, pub);
    write_threes(writer, rules, pub);
    write_by_seat(writer, "packets", rules, pub->packets);
    write_by_seat(writer, "talon", rules, pub->talon);
    write_by_seat(writer, "asked", rules, pub->asked);
    cn_write(writer, " staging=%u answer=%s", pub->turn.staging != 0 ? 1U : 0U,
             cn_answer_word(pub->turn.answer));
    write_end(writer, rules, pub);
    cn_write_char(writer, '\n');
}

static void write_steps(cn_writer *writer, const cn_mask *steps)
{
    for (unsigned i = 0, count = cn_mask_count(steps); i < count; i++)
        cn_write(writer, " %s", cn_step_name(cn_mask_nth(steps, i)));
}

void cn_write_trace_legal(cn_writer *writer, const cn_rules *rules, const cn_game *game)
{
    const cn_cards *hand = &game->hand[game->pub.seat];
    const cn_mask legal = cn_legal(rules, &game->pub, hand);
    const cn_mask unsure = cn_legal_unsure(rules, &game->pub, hand);
    cn_write_char(writer, 'L');
    write_steps(writer, &legal);
    if (cn_mask_count(&unsure) > 0) {
        cn_write(writer, " ?");
        write_steps(writer, &unsure);
    }
    cn_write_char(writer, '\n');
}

void cn_write_trace_step(cn_writer *writer, unsigned seat, cn_step step)
{
    cn_card used[2];
    const unsigned count = cn_step_used(step, used);
    cn_write(writer, "> %u %s ", seat, cn_step_name(step.number));
    write_cards(writer, used, count);
    cn_write_char(writer, '\n');
}

void cn_write_trace_scores(cn_writer *writer, const cn_rules *rules, const cn_game *game,
                           const cn_score *scores)
{
    for (unsigned side = 0; side < rules->side_count; side++) {
        cn_write(writer, "score %u", side);
        for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
            cn_write(writer, " %s=%ld", cn_score_part_word(i),
                     (long)cn_score_part(&scores[side], i));
        cn_write_char(writer, '\n');
    }
    cn_write(writer, "totals");
    for (unsigned side = 0; side < rules->side_count; side++)
        cn_write(writer, " %ld", (long)game->pub.side[side].total_points);
    cn_write_char(writer, '\n');
    if (game->pub.phase != CN_PHASE_GAME_END) return;
    const unsigned winners = cn_public_winners(&game->pub, rules);
    cn_write(writer, "over");
    for (unsigned side = 0; side < rules->side_count; side++)
        if ((winners >> side & 1) != 0) cn_write(writer, " %u", side);
    cn_write_char(writer, '\n');
}
