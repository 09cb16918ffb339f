/* Everything that must hold in every state.
 * Not here: rules. Invariant: checking changes nothing. */
#include "canasta/invariant.h"

#include <stddef.h>
#include <string.h>

static const char *check_counts(const cn_cards *cards)
{
    unsigned size = cards->kind[CN_KIND_JOKER];
    for (unsigned row = 0; row < CN_ROWS; row++) {
        unsigned suits = cards->suits[row], sum = 0, odd = 0;
        for (unsigned suit = 0; suit < CN_SUITS; suit++) {
            unsigned count = suits >> (4 * suit) & 15U;
            sum += count;
            if (suit == CN_SUIT_DIAMONDS || suit == CN_SUIT_HEARTS) odd += count;
        }
        size += sum;
        if (row == CN_ROW_THREES) {
            if (cards->kind[CN_KIND_RED3] != odd || cards->kind[CN_KIND_BLACK3] != sum - odd)
                return "threes by kind and by suit differ";
        } else if (cards->kind[row == CN_ROW_TWOS ? CN_KIND_TWO : row] != sum) {
            return "cards by kind and by suit differ";
        }
    }
    return size == cards->size ? NULL : "size is not the sum of the kinds";
}

static unsigned nibble_sum(unsigned suits)
{
    return (suits & 15U) + (suits >> 4 & 15U) + (suits >> 8 & 15U) + (suits >> 12 & 15U);
}

static const char *check_meld(const cn_rules *rules, const cn_meld *meld, bool open)
{
    if (meld->rank > CN_KIND_BLACK3) return "a meld of no rank";
    if (nibble_sum(meld->natural_suits) != meld->naturals) return "naturals and suits differ";
    if (nibble_sum(meld->two_suits) != meld->twos) return "twos and suits differ";
    unsigned wilds = cn_meld_wilds(meld);
    if (meld->rank == CN_KIND_BLACK3) {
        if (wilds > 0 || meld->naturals > rules->p.black3_meld_max) return "black threes";
        return open || meld->naturals >= rules->p.black3_meld_min ? NULL : "too few black threes";
    }
    if (wilds > (unsigned)rules->p.max_wilds) return "too many wilds in a meld";
    if (open) return meld->naturals > 0 ? NULL : "a begun meld without a natural";
    return meld->naturals >= 2 && cn_meld_size(meld) >= 3 ? NULL : "an unfinished meld";
}

static const char *check_melds(const cn_public *pub, const cn_rules *rules, unsigned side_i)
{
    const cn_side *side = &pub->side[side_i];
    bool acting = rules->side_of[pub->asker] == side_i;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const char *wrong = check_meld(rules, &side->meld[i], acting && pub->turn.open_meld == i);
        if (wrong != NULL) return wrong;
        if (cn_side_find_meld(side, side->meld[i].rank) != i) return "two melds of one rank";
    }
    return NULL;
}

static void add_seen(uint8_t *seen, cn_card card, unsigned count)
{
    seen[card] = (uint8_t)(seen[card] + count);
}

static void count_meld(uint8_t *seen, const cn_meld *meld)
{
    unsigned row = meld->rank == CN_KIND_BLACK3 ? CN_ROW_THREES : meld->rank;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        add_seen(seen, cn_card_make(row, suit), (unsigned)meld->natural_suits >> (4 * suit) & 15U);
        add_seen(seen, cn_card_make(CN_ROW_TWOS, suit),
                 (unsigned)meld->two_suits >> (4 * suit) & 15U);
    }
    add_seen(seen, CN_CARD_JOKER, meld->jokers);
}

static void count_side(uint8_t *seen, const cn_side *side)
{
    for (unsigned i = 0; i < side->meld_count; i++) count_meld(seen, &side->meld[i]);
    add_seen(seen, cn_card_make(CN_ROW_THREES, CN_SUIT_DIAMONDS), side->red3_suits[0]);
    add_seen(seen, cn_card_make(CN_ROW_THREES, CN_SUIT_HEARTS), side->red3_suits[1]);
}

/* The cards of all places are the deck, each once. */
static const char *check_cards(const cn_game *game, const cn_rules *rules)
{
    uint8_t seen[CN_FACES] = {0};
    const cn_public *pub = &game->pub;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned card = 0; card < CN_FACES; card++)
            add_seen(seen, (cn_card)card, cn_cards_count(&game->hand[seat], (cn_card)card));
    for (unsigned side = 0; side < rules->side_count; side++) count_side(seen, &pub->side[side]);
    for (unsigned i = 0; i < pub->pile_count; i++) seen[pub->pile[i]]++;
    for (unsigned i = 0; i < pub->stock_count; i++) seen[game->deck[game->deck_next + i]]++;
    for (unsigned card = 0; card < CN_CARD_JOKER; card++)
        if (seen[card] != rules->p.decks) return "a card is missing or there twice";
    return seen[CN_CARD_JOKER] == rules->p.jokers_total ? NULL : "jokers are missing or too many";
}

static bool somebody_acts(const cn_public *pub)
{
    return pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD ||
           pub->phase == CN_PHASE_ANSWER;
}

const char *cn_game_check(const cn_game *game, const cn_rules *rules)
{
    const cn_public *pub = &game->pub;
    if (pub->phase == CN_PHASE_START) return NULL;
    if (pub->seat >= rules->seat_count) return "no seat to act";
    if (game->deck_next + pub->stock_count != rules->deck_size) return "the stock has moved";
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const char *wrong = check_counts(&game->hand[seat]);
        if (wrong != NULL) return wrong;
        if (game->hand[seat].size != pub->hand_count[seat]) return "a hand count is wrong";
        if (game->hand[seat].kind[CN_KIND_RED3] > 0) return "a red three in a hand";
    }
    for (unsigned side = 0; side < rules->side_count; side++) {
        const char *wrong = check_melds(pub, rules, side);
        if (wrong != NULL) return wrong;
    }
    const char *wrong = check_cards(game, rules);
    if (wrong != NULL) return wrong;
    cn_mask legal = cn_legal(rules, pub, &game->hand[pub->seat]);
    if (somebody_acts(pub) != (cn_mask_count(&legal) > 0))
        return somebody_acts(pub) ? "a dead end: no step is legal" : "steps after the end";
    return NULL;
}

static const char *check_known(const cn_view *view, const cn_game *game, const cn_rules *rules)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned kind = 0; kind < CN_KINDS; kind++)
            if (view->memory.known[seat][kind] > game->hand[seat].kind[kind])
                return "a view knows a card that is not there";
    return NULL;
}

const char *cn_view_check(const cn_view *view, const cn_game *game, const cn_rules *rules)
{
    if (cn_public_hash(&view->pub, rules) != cn_public_hash(&game->pub, rules))
        return "the public states differ";
    if (view->seat >= rules->seat_count) return NULL;
    if (!cn_cards_equal(&view->hand, &game->hand[view->seat])) return "the own hands differ";
    if (view->pub.seat == view->seat) {
        cn_mask by_view = cn_view_legal(view, rules);
        cn_mask by_game = cn_legal(rules, &game->pub, &game->hand[view->seat]);
        if (!cn_mask_equal(&by_view, &by_game)) return "view and game allow different steps";
    }
    return check_known(view, game, rules);
}
