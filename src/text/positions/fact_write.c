/* Facts as the table would state them.
 * Not here: reading facts (fact_text.c). Invariant: nothing is written but what the table shows. */
#include "text/base/words.h"
#include "text/cards/card_text.h"
#include "text/events/outcome_text.h"
#include "text/positions/fact_text.h"

enum { NO_CARDS = '-' };

static const char *key_name(unsigned key)
{
    static const char *const names[] = {
#define X(constant, key, type, about) key,
        CN_FACT_KEYS(X)
#undef X
    };
    return names[key];
}

static const char *yes_no(bool value)
{
    return value ? "yes" : "no";
}

static void write_cards(cn_writer *writer, const cn_card *cards, unsigned count)
{
    if (count == 0) cn_write_char(writer, NO_CARDS);
    cn_write_cards(writer, cards, count);
}

static void write_hand(cn_writer *writer, const cn_cards *cards, unsigned unknown)
{
    if (cards->size + unknown == 0) cn_write_char(writer, NO_CARDS);
    cn_write_hand(writer, cards);
    for (; unknown > 0; unknown--) cn_write_char(writer, '?');
}

static void write_meld(cn_writer *writer, const cn_meld *meld)
{
    cn_card list[CN_MELD_CARDS_MAX];
    const unsigned count = cn_meld_list(meld, list);
    if (meld->rank == CN_MELD_TWOS) cn_write(writer, "2:");
    if (meld->rank == CN_MELD_SEQUENCE && meld->wilds > 0) cn_write(writer, "S:");
    cn_write_cards(writer, list, count);
}

static void write_melds(cn_writer *writer, const cn_side *side)
{
    if (side->meld_count == 0) cn_write_char(writer, NO_CARDS);
    for (unsigned i = 0; i < side->meld_count; i++) {
        if (i > 0) cn_write(writer, " / ");
        write_meld(writer, &side->meld[i]);
    }
}

static unsigned side_threes(const cn_fact_table *table, unsigned side, bool red)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < table->rules->seat_count; seat++)
        if (table->view->pub.side_of[seat] == side)
            count += cn_public_threes(&table->view->pub, seat, red);
    return count;
}

static bool holds_all(const cn_cards *hand, const cn_cards *wanted)
{
    for (unsigned face = 0; face < CN_FACES; face++)
        if (cn_cards_count(hand, (cn_card)face) < cn_cards_count(wanted, (cn_card)face))
            return false;
    return true;
}

/* `has` is true of a hand that holds these cards among others. */
static void write_hand_of(cn_writer *writer, const cn_fact *fact, const cn_fact_table *table)
{
    const unsigned seat = fact->about;
    const cn_public *pub = &table->view->pub;
    static const cn_cards none;
    const cn_cards *hand = table->game != NULL         ? &table->game->hand[seat]
                           : seat == table->view->seat ? &table->view->hand
                                                       : &none;
    if (fact->hand == CN_FACT_HAND_SIZE) {
        cn_write(writer, "%u", (unsigned)pub->hand_count[seat]);
        return;
    }
    if (fact->hand == CN_FACT_HAND_HAS && holds_all(hand, &fact->cards)) {
        cn_write(writer, "has ");
        cn_write_hand(writer, &fact->cards);
        return;
    }
    cn_write(writer, "is ");
    write_hand(writer, hand, (unsigned)pub->hand_count[seat] - hand->size);
}

static void write_next(cn_writer *writer, const cn_fact *fact, const cn_fact_table *table)
{
    const cn_game *game = table->game;
    const unsigned stock = table->view->pub.stock_count;
    const unsigned count = fact->count < stock ? fact->count : stock;
    if (game == NULL)
        cn_write(writer, "unknown");
    else
        write_cards(writer, game->deck + game->deck_next, count);
}

static const char *turn_card(const cn_fact_table *table)
{
    if (table->rules->p.turn_card_from_bottom == 0) return "none";
    return cn_public_turn_card_in_stock(table->rules, &table->view->pub) ? "in_stock" : "drawn";
}

static void write_seats(cn_writer *writer, const cn_fact_table *table, bool persons)
{
    const cn_public *pub = &table->view->pub;
    for (unsigned seat = 0; seat < table->rules->seat_count; seat++) {
        const unsigned person = cn_person_at(table->rules, pub->hand_number, seat);
        cn_write(writer, "%s%u", seat == 0 ? "" : " ", persons ? person : pub->side_of[seat]);
    }
}

/* What is known of a hand that is over only once it is scored; the table itself does not change. */
static void write_scored(cn_writer *writer, const cn_fact *fact, const cn_fact_table *table)
{
    if (table->game == NULL || table->game->pub.phase != CN_PHASE_HAND_END) {
        cn_write(writer, "unknown");
        return;
    }
    cn_game game = *table->game;
    cn_score scores[CN_SIDES_MAX];
    cn_game_score(&game, table->rules, scores, NULL);
    if (fact->key == CN_FACT_SCORE) {
        cn_write(writer, "%u ", (unsigned)fact->about);
        cn_write_score(writer, &scores[fact->about]);
        return;
    }
    if (fact->key == CN_FACT_TOTALS) {
        for (unsigned side = 0; side < table->rules->side_count; side++)
            cn_write(writer, "%s%ld", side == 0 ? "" : " ", (long)game.pub.side[side].total_points);
        return;
    }
    cn_card deck[CN_DECK_CARDS_MAX];
    if (game.pub.phase != CN_PHASE_SCORED) {
        cn_write(writer, "none");
        return;
    }
    cn_deck_sorted(table->rules, deck);
    cn_game_deal(&game, table->rules, deck, NULL);
    cn_write(writer, "%u", (unsigned)game.pub.dealer);
}

static long number_of(const cn_fact *fact, const cn_fact_table *table)
{
    const cn_view *view = table->view;
    const cn_public *pub = &view->pub;
    const unsigned own = pub->side_of[view->seat];
    const cn_side *side = &pub->side[own];
    const cn_sheet sheet = {.hand_number = pub->hand_number,
                            .side = side,
                            .went_out =
                                pub->end == CN_END_OUT && pub->side_of[pub->out_seat] == own};
    switch (fact->key) {
    case CN_FACT_TURN: return pub->seat;
    case CN_FACT_CANASTAS: return cn_score_sheet(table->rules, &sheet).canastas;
    case CN_FACT_COUNT: return cn_side_canastas(table->rules, side);
    case CN_FACT_CONCEALED_CANASTAS: return side->concealed_canastas;
    case CN_FACT_SET_ASIDE: return side->set_aside;
    case CN_FACT_HAND: return pub->hand_count[view->seat];
    case CN_FACT_BURIED: return cn_public_buried(pub);
    case CN_FACT_STOCK: return pub->stock_count;
    case CN_FACT_RED3: return side_threes(table, own, true);
    case CN_FACT_BLACK3: return side_threes(table, own, false);
    case CN_FACT_PACKETS: return pub->packets[view->seat];
    case CN_FACT_TALON: return pub->talon[view->seat];
    default: return cn_public_deck_size(table->rules, pub);
    }
}

void cn_write_fact(cn_writer *writer, const cn_fact *fact, const cn_fact_table *table)
{
    const cn_view *view = table->view;
    const cn_public *pub = &view->pub;
    cn_write(writer, "%s ", key_name(fact->key));
    switch ((cn_fact_key)fact->key) {
    case CN_FACT_END:
        cn_write(writer, "%s", pub->end == CN_END_NONE ? "no" : cn_end_word(pub->end));
        return;
    case CN_FACT_OUT_MELDED: cn_write(writer, "%s", yes_no(pub->out_melded != 0)); return;
    case CN_FACT_CONCEALED: cn_write(writer, "%s", yes_no(pub->out_concealed != 0)); return;
    case CN_FACT_SPECIAL:
        cn_write(writer, "%s",
                 pub->special == 0 ? "no"
                                   : table->rules->p.special_hands.hand[pub->special - 1].name);
        return;
    case CN_FACT_PHASE: cn_write(writer, "%s", cn_phase_word(pub->phase)); return;
    case CN_FACT_MELDS: write_melds(writer, &pub->side[pub->side_of[view->seat]]); return;
    case CN_FACT_MELDS_OF:
        cn_write(writer, "%u ", (unsigned)fact->about);
        write_melds(writer, &pub->side[fact->about]);
        return;
    case CN_FACT_CARDS:
        write_hand(writer, &view->hand, (unsigned)pub->hand_count[view->seat] - view->hand.size);
        return;
    case CN_FACT_HAND_OF:
        cn_write(writer, "%u ", (unsigned)fact->about);
        write_hand_of(writer, fact, table);
        return;
    case CN_FACT_PILE: write_cards(writer, pub->pile, pub->pile_count); return;
    case CN_FACT_FROZEN: cn_write(writer, "%s", yes_no(pub->pile_frozen != 0)); return;
    case CN_FACT_NEXT: write_next(writer, fact, table); return;
    case CN_FACT_TURN_CARD: cn_write(writer, "%s", turn_card(table)); return;
    case CN_FACT_THREES_OF: {
        cn_card list[CN_DECK_CARDS_MAX];
        cn_write(writer, "%u ", (unsigned)fact->about);
        write_cards(writer, list, cn_threes_list(pub->three[fact->about], list));
        return;
    }
    case CN_FACT_SIDES: write_seats(writer, table, false); return;
    case CN_FACT_PERSONS: write_seats(writer, table, true); return;
    case CN_FACT_SCORE:
    case CN_FACT_TOTALS:
    case CN_FACT_NEXT_DEALER: write_scored(writer, fact, table); return;
    case CN_FACT_TURN:
    case CN_FACT_CANASTAS:
    case CN_FACT_COUNT:
    case CN_FACT_CONCEALED_CANASTAS:
    case CN_FACT_SET_ASIDE:
    case CN_FACT_HAND:
    case CN_FACT_BURIED:
    case CN_FACT_STOCK:
    case CN_FACT_RED3:
    case CN_FACT_BLACK3:
    case CN_FACT_PACKETS:
    case CN_FACT_TALON:
    case CN_FACT_DECK: cn_write(writer, "%ld", number_of(fact, table)); return;
    case CN_FACT_KEY_COUNT: return;
    }
}
