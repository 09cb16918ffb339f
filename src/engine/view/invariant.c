/* Everything that must hold in every state.
 * Not here: rules. Invariant: checking changes nothing. */
#include "canasta/invariant.h"

#include <stddef.h>
#include <string.h>

#include "engine/step/shape.h"
#include "engine/step/target.h"

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

static const char *check_sequence(const cn_rules *rules, const cn_meld *meld)
{
    if (!rules->p.sequences) return "a sequence where there are none";
    const unsigned wilds = cn_meld_wilds(meld);
    if (meld->naturals == 0) return "a sequence of no naturals";
    if (cn_meld_high(meld) >= CN_RANKS) return "a sequence beyond the ace";
    if (wilds > (unsigned)rules->p.sequence_wilds) return "too many wilds in a sequence";
    if ((meld->wild_places & ~cn_sequence_places(meld)) != 0) return "a wild beside its sequence";
    if ((unsigned)__builtin_popcount(meld->wild_places) != wilds) return "wilds without a place";
    return meld->wild_cards >> CN_WILD_BITS * wilds == 0 ? NULL : "wilds of a sequence";
}

static const char *check_black3(const cn_rules *rules, const cn_meld *meld)
{
    if (rules->p.black3_meld == CN_BLACK3_MELD_NEVER) return "black threes are never melded";
    if (cn_meld_wilds(meld) > 0 && !rules->p.black3_meld_wilds) return "wilds among black threes";
    if (cn_black3_is_rank(rules)) return NULL;
    return cn_meld_size(meld) <= rules->black3_most ? NULL : "too many black threes";
}

/* What holds of a meld of its kind, begun or finished. */
static const char *check_kind(const cn_rules *rules, const cn_meld *meld)
{
    const cn_params *p = &rules->p;
    const unsigned wilds = cn_meld_wilds(meld), size = cn_meld_size(meld);
    if (meld->rank == CN_MELD_SEQUENCE) return check_sequence(rules, meld);
    if (nibble_sum(meld->natural_suits) != meld->naturals) return "naturals and suits differ";
    if (nibble_sum(meld->two_suits) != cn_meld_twos(meld)) return "twos and suits differ";
    if (meld->rank == CN_MELD_BLACK3) return check_black3(rules, meld);
    if (meld->rank == CN_MELD_WILD) {
        if (meld->naturals > 0) return "naturals in a meld of wilds";
        return size <= rules->wild_most ? NULL : "too many wilds in a meld of wilds";
    }
    if (meld->rank == CN_MELD_TWOS && (!p->twos_as_rank || cn_meld_twos(meld) > 0))
        return "a meld of twos";
    if (meld->rank >= CN_RANKS && meld->rank != CN_MELD_TWOS) return "a meld of no rank";
    if (meld->naturals == 0) return "a meld without a natural";
    if (wilds > (unsigned)p->max_wilds) return "too many wilds in a meld";
    if (meld->rank < CN_RANKS && wilds > 0 && (p->no_wild_ranks >> meld->rank & 1) != 0)
        return "wilds in a rank that takes none";
    return p->meld_max == 0 || !p->take_needs_room || size <= (unsigned)p->meld_max
               ? NULL
               : "a meld is longer than any may be";
}

static bool is_counted(const cn_side *side)
{
    cn_side again = *side;
    cn_side_count(&again);
    return memcmp(again.naturals, side->naturals, sizeof side->naturals) == 0 &&
           memcmp(again.wilds, side->wilds, sizeof side->wilds) == 0 &&
           memcmp(again.latest, side->latest, sizeof side->latest) == 0 &&
           again.beside == side->beside;
}

static bool pile_is_counted(const cn_public *pub)
{
    cn_cards cards = {{0}, 0, {0}};
    for (unsigned i = 0; i < pub->pile_count; i++)
        if (pub->pile[i] < CN_FACES) cn_cards_add(&cards, pub->pile[i]);
    return cn_cards_equal(&cards, &pub->pile_cards);
}

static const char *check_melds(const cn_public *pub, const cn_rules *rules, unsigned side_i)
{
    const cn_side *side = &pub->side[side_i];
    const bool acting = pub->side_of[pub->asker] == side_i;
    const bool merged = rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
                        rules->p.add_natural_to_canasta && cn_canastas_take_wilds(&rules->p) &&
                        !pub->formed;
    if (side->meld_count > CN_MELDS_MAX) return "too many melds";
    if (!is_counted(side)) return "a side's counts differ from its melds";
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        const char *wrong = check_kind(rules, meld);
        if (wrong != NULL) return wrong;
        bool open = acting && pub->turn.open_meld == i;
        if (open == cn_meld_is_finished(rules, meld))
            return open ? "a finished meld counts as begun" : "an unfinished meld";
        if (meld->rank >= CN_RANKS || cn_side_find_meld(side, meld->rank) == i) continue;
        if (merged) return "two melds of one rank";
        if (rules->p.meld_again_after_canasta != CN_MELD_AGAIN_NO && !pub->formed &&
            cn_meld_canasta(rules, meld) == CN_CANASTA_NONE)
            return "a further meld of a rank beside one that is no canasta";
    }
    return NULL;
}

/* How often each face was met; black threes set aside have no face. */
typedef struct census {
    unsigned seen[CN_FACES];
    unsigned faceless_black3;
} census;

static void count_cards(census *c, const cn_cards *cards)
{
    for (unsigned card = 0; card < CN_FACES; card++)
        c->seen[card] += cn_cards_count(cards, (cn_card)card);
}

static void count_suits(census *c, unsigned row, unsigned suits)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        c->seen[cn_card_make(row, suit)] += suits >> (4 * suit) & 15U;
}

static void count_meld(census *c, const cn_meld *meld)
{
    if (meld->rank == CN_MELD_SEQUENCE) {
        for (uint32_t left = cn_meld_ranks(meld); left != 0; left &= left - 1)
            c->seen[cn_card_make((unsigned)__builtin_ctz(left), cn_meld_suit(meld))]++;
    } else {
        unsigned row = meld->rank;
        if (meld->rank == CN_MELD_BLACK3) row = CN_ROW_THREES;
        if (meld->rank == CN_MELD_TWOS || meld->rank == CN_MELD_WILD) row = CN_ROW_TWOS;
        count_suits(c, row, meld->natural_suits);
    }
    count_suits(c, CN_ROW_TWOS, cn_meld_two_suits(meld));
    c->seen[CN_CARD_JOKER] += cn_meld_jokers(meld);
}

static void count_table(census *c, const cn_public *pub, const cn_rules *rules)
{
    for (unsigned side_i = 0; side_i < rules->side_count; side_i++) {
        const cn_side *side = &pub->side[side_i];
        for (unsigned i = 0; i < side->meld_count; i++) count_meld(c, &side->meld[i]);
        c->faceless_black3 += side->set_aside;
    }
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned suit = 0; suit < CN_SUITS; suit++)
            c->seen[cn_card_make(CN_ROW_THREES, suit)] += pub->three[seat][suit];
}

static void count_heaps(census *c, const cn_game *game, const cn_rules *rules)
{
    const cn_public *pub = &game->pub;
    unsigned buried = 0;
    for (unsigned i = 0; i < pub->pile_count; i++) {
        cn_card card = pub->pile[i];
        if (card == CN_CARD_HIDDEN) card = game->deck[game->buried_at + buried++];
        if (card < CN_FACES) c->seen[card]++;
    }
    for (unsigned i = 0; i < pub->stock_count; i++) c->seen[game->deck[game->deck_next + i]]++;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_cards waiting = cn_game_waiting(game, rules, seat);
        count_cards(c, &waiting);
        count_cards(c, &game->hand[seat]);
    }
}

/* The cards of all places are the deck, each once. */
static const char *check_cards(const cn_game *game, const cn_rules *rules)
{
    census c = {0};
    unsigned black3 = 0, packs = cn_public_packs(rules, &game->pub);
    count_table(&c, &game->pub, rules);
    count_heaps(&c, game, rules);
    for (cn_card card = 0; card < CN_CARD_JOKER; card++) {
        bool is_black3 = cn_card_kind(card) == CN_KIND_BLACK3;
        if (is_black3) black3 += c.seen[card];
        if (is_black3 ? c.seen[card] > packs : c.seen[card] != packs)
            return "a card is missing or there twice";
    }
    if (black3 + c.faceless_black3 != 2 * packs) return "black threes are missing or too many";
    return c.seen[CN_CARD_JOKER] == cn_public_jokers(rules, &game->pub)
               ? NULL
               : "jokers are missing or too many";
}

/* Bonus threes that may lie in a hand: dealt ones before the first turn (P21), a held one (P97),
 * the last one (P30), one of a pile where they stay. */
static const char *check_threes(const cn_game *game, const cn_rules *rules, unsigned seat)
{
    const cn_public *pub = &game->pub;
    const uint8_t *held = game->hand[seat].kind;
    unsigned bonus = (cn_is_bonus(rules, CN_KIND_RED3) ? held[CN_KIND_RED3] : 0U) +
                     (cn_is_bonus(rules, CN_KIND_BLACK3) ? held[CN_KIND_BLACK3] : 0U);
    unsigned places =
        (seat + rules->seat_count - cn_next_seat(rules, pub->dealer)) % rules->seat_count;
    if (rules->p.play_direction == CN_PLAY_DIRECTION_CCW)
        places = (cn_next_seat(rules, pub->dealer) + rules->seat_count - seat) % rules->seat_count;
    bool lazy =
        rules->p.deal_red3_timing == CN_DEAL_RED3_TIMING_FIRST_TURN && pub->turn_number <= places;
    if (lazy || rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE) return NULL;
    unsigned most = rules->p.hold_one_three ? 1 : 0;
    if (pub->end == CN_END_RED_THREE && pub->asker == seat) most++;
    return bonus <= most ? NULL : "a three in a hand that must lie on the table";
}

static const char *check_seat(const cn_game *game, const cn_rules *rules, unsigned seat)
{
    const char *wrong = check_counts(&game->hand[seat]);
    if (wrong != NULL) return wrong;
    if (game->hand[seat].size != game->pub.hand_count[seat]) return "a hand count is wrong";
    if (game->pub.side_of[seat] >= rules->side_count) return "a seat of no side";
    if (game->pub.packets[seat] > rules->packet_count) return "too many packets";
    return check_threes(game, rules, seat);
}

/* The places of the turn that are indices into the list of melds. */
static const char *check_turn(const cn_public *pub)
{
    const cn_turn *turn = &pub->turn;
    const unsigned count = cn_public_acting(pub)->meld_count;
    const uint8_t places[] = {turn->open_meld, turn->to_meld, turn->run_meld, turn->take_meld};
    for (unsigned i = 0; i < sizeof places; i++)
        if (places[i] != CN_NO_MELD && places[i] >= count) return "the turn names no meld";
    if (turn->first_meld > count) return "more melds are old than there are";
    return turn->staging && turn->first_meld > 0 ? "an opening beside older melds" : NULL;
}

static bool somebody_acts(const cn_public *pub)
{
    return pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD ||
           pub->phase == CN_PHASE_ANSWER;
}

static const char *check_legal(const cn_game *game, const cn_rules *rules)
{
    cn_mask legal = cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
    bool acts = somebody_acts(&game->pub);
    if (acts == (cn_mask_count(&legal) > 0)) return NULL;
    return acts ? "a dead end: no step is legal" : "steps after the end";
}

const char *cn_game_check(const cn_game *game, const cn_rules *rules)
{
    const cn_public *pub = &game->pub;
    if (pub->phase == CN_PHASE_START) return NULL;
    if (pub->seat >= rules->seat_count || pub->asker >= rules->seat_count) return "no seat to act";
    if (cn_public_acting(pub) != &pub->side[pub->side_of[pub->asker]])
        return "the acting side is not that of the seat whose turn it is";
    if (game->deck_next + pub->stock_count != cn_public_deck_size(rules, pub))
        return "the stock has moved";
    if (!pile_is_counted(pub)) return "the kinds of the pile are counted wrongly";
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const char *wrong = check_seat(game, rules, seat);
        if (wrong != NULL) return wrong;
    }
    for (unsigned side = 0; side < rules->side_count; side++) {
        const char *wrong = check_melds(pub, rules, side);
        if (wrong != NULL) return wrong;
    }
    const char *wrong = check_turn(pub);
    if (wrong == NULL) wrong = check_cards(game, rules);
    return wrong != NULL ? wrong : check_legal(game, rules);
}

static const char *check_known(const cn_view *view, const cn_game *game, const cn_rules *rules)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned kind = 0; kind < CN_KINDS; kind++)
            if (view->memory.seat[seat].known[kind] > game->hand[seat].kind[kind])
                return "a view knows a card that is not there";
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (cn_card card = 0; card < CN_CARD_JOKER; card++) {
            const unsigned suits = view->memory.seat[seat].known_suits[cn_card_row(card)];
            if ((suits >> (4 * cn_card_suit(card)) & 15U) > cn_cards_count(&game->hand[seat], card))
                return "a view knows a face that is not there";
        }
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
