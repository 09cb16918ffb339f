/* Lays, takes, openings and names of melds of rules that are not plain.
 * Not here: cards that end the hand or the stock (game.c).
 * Invariant: see quick_others.h; a card goes where target.c says. */
#include "quick_others.h"

#include "canasta/reason.h"
#include "lay_at.h"
#include "quick.h"
#include "quick_melds.h"
#include "quick_pile.h"
#include "turn.h"
#include "usual.h"

/* Where a card of a legal lay or take goes: a meld of the rank that was named, that the run is at,
 * or that lies there and is not closed; otherwise a new one. */
static inline unsigned target_of(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                 unsigned rank, bool begins, bool in_run)
{
    const cn_turn *turn = &pub->turn;
    if (turn->to_meld != CN_NO_MELD) return turn->to_meld;
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED) {
        const unsigned run = turn->run_meld;
        const bool goes_on = in_run && run != CN_NO_MELD && side->meld[run].rank == rank;
        return goes_on ? run : side->meld_count;
    }
    if (side->latest[rank] == 0) return side->meld_count;
    const unsigned latest = side->latest[rank] - 1U;
    const bool closed = begins && !rules->p.add_natural_to_canasta &&
                        cn_meld_size(&side->meld[latest]) >= (unsigned)rules->p.canasta_size;
    return closed ? side->meld_count : latest;
}

/* So many cards for a meld of the rank, or of CN_MELD_*, may bring a packet besides one for an
 * emptied hand (S12). */
static inline bool packet_may_come(const cn_public *pub, const cn_rules *rules, unsigned rank,
                                   unsigned cards)
{
    if (pub->packets[pub->seat] == 0) return false;
    const cn_side *side = cn_public_acting(pub);
    if (rules->p.reserve_trigger == CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA)
        return (int32_t)(side->naturals[rank] + side->wilds[rank] + cards) >= rules->p.canasta_size;
    return rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY;
}

/* Where sequences may be laid, the suit that is meant depends on more than the hand (S26), unless
 * the hand holds but one, or cards enough for any. */
static inline bool suit_is_plain(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 unsigned kind)
{
    if (!rules->p.sequences || kind >= CN_RANKS) return true;
    const unsigned suits = hand->suits[kind];
    if (suits != 0 && suits >> (__builtin_ctz(suits) & ~3) <= 15) return true;
    return rules->counted && cn_is_free(&pub->turn, cn_public_acting(pub)) &&
           cn_is_far_from_the_end(rules, pub, hand);
}

/* Onto a meld of a rank, with a card in hand. */
static inline void lay_of_rank(cn_public *pub, const cn_rules *rules, unsigned kind, unsigned rank,
                               cn_card card)
{
    cn_side *side = cn_acting_side(pub);
    if (side->meld_count == 0) pub->turn.staging = 1; /* P124 */
    const unsigned meld_i = target_of(rules, pub, side, rank, kind == rank, true);
    (void)cn_lay_at(pub, rules, cn_meld_at(side, meld_i, rank), meld_i, card);
}

void cn_quick_lay_others(cn_game *game, const cn_rules *rules, unsigned number, cn_card card)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat, kind = cn_step_kind(number), rank = cn_step_meld(number);
    cn_cards *hand = &game->hand[seat];
    if (pub->hand_count[seat] <= 1 || pub->stock_count == 0 ||
        packet_may_come(pub, rules, rank, 1)) {
        cn_game_step(game, rules, cn_step_make(number, card, CN_CARD_NONE), NULL);
        return;
    }
    if (cn_step_is_sequence(number))
        card = (cn_card)(number - CN_STEP_SEQUENCE);
    else if (card == CN_CARD_NONE && !suit_is_plain(rules, pub, hand, kind))
        card = cn_step_named(rules, pub, hand, cn_step_make(number, card, card)).card[0];
    card = cn_take_card(hand, card, kind);
    if (rank < CN_RANKS)
        lay_of_rank(pub, rules, kind, rank, card);
    else
        (void)cn_public_lay(pub, rules, number, card);
}

/* All of the pile comes at once, and everything in it lies open; no sides form by it (P11). */
static inline bool pile_is_simple(const cn_public *pub, const cn_params *p)
{
    return p->take_amount == 0 &&
           (!p->black3_from_pile.on || pub->pile_kinds[CN_KIND_BLACK3] == 0) &&
           p->upcard_extra_pile == CN_UPCARD_EXTRA_PILE_NONE &&
           (p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO || pub->formed);
}

/* Out of the hand and onto the meld: two cards, or none. */
static void use_hand(cn_public *pub, cn_cards *hand, cn_side *side, cn_meld *meld, unsigned number)
{
    if (number == CN_STEP_TAKE_TOP) return;
    const unsigned wild = number == CN_STEP_TAKE_TWO ? CN_KIND_TWO : CN_KIND_JOKER;
    const unsigned second = number == CN_STEP_TAKE_PAIR ? meld->rank : wild;
    cn_put_card(side, meld, cn_cards_take_lowest(hand, meld->rank));
    cn_put_card(side, meld, cn_cards_take_lowest(hand, second));
    pub->hand_count[pub->seat] = (uint16_t)(pub->hand_count[pub->seat] - 2);
}

/* Where sequences may be laid: the cards of the lowest suits are meant (S26), and no packet comes.
 */
static bool lowest_are_taken(const cn_game *game, const cn_rules *rules, unsigned number)
{
    const cn_public *pub = &game->pub;
    return pub->packets[pub->seat] == 0 &&
           (number == CN_STEP_TAKE_TOP ||
            cn_take_outlook_by(rules, pub, &game->hand[pub->seat], number) == CN_OUTLOOK_STAYS);
}

bool cn_quick_take_others(cn_game *game, const cn_rules *rules, unsigned number)
{
    enum { LAID = 3 };
    cn_public *pub = &game->pub;
    cn_turn *turn = &pub->turn;
    const cn_card top = cn_public_top(pub);
    const unsigned rank = cn_card_kind(top);
    if (!pile_is_simple(pub, &rules->p) || pub->stock_count == 0 ||
        pub->hand_count[pub->seat] <= 2 || packet_may_come(pub, rules, rank, LAID) ||
        cn_pile_is_replaced(pub, rules))
        return false;
    if (rules->p.sequences && !lowest_are_taken(game, rules, number)) return false;
    cn_side *side = cn_acting_side(pub);
    const bool opened = cn_public_has_opened(pub, pub->seat);
    const bool begins = number != CN_STEP_TAKE_TOP;
    const unsigned meld_i = target_of(rules, pub, side, rank, begins, false);
    cn_meld *meld = cn_meld_at(side, meld_i, rank);
    const unsigned size_before = cn_meld_size(meld), wilds_before = cn_meld_wilds(meld);
    turn->took = 1;
    turn->staging = !opened;
    cn_go_on_with(turn, meld, meld_i);
    cn_pile_lift(pub);
    cn_put_card(side, meld, top);
    use_hand(pub, &game->hand[pub->seat], side, meld, number);
    turn->run_wilds = (uint8_t)(turn->run_wilds + cn_meld_wilds(meld) - wilds_before);
    turn->run_of_take = 1;
    turn->take_meld = (uint8_t)meld_i;
    pub->phase = CN_PHASE_MELD;
    (void)cn_note_lay_at(pub, rules, meld, meld_i, size_before);
    if (opened) cn_collect_pile(pub, rules, &game->hand[pub->seat]);
    return true;
}

bool cn_quick_open_others(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const bool took = pub->turn.took;
    const bool packet =
        pub->packets[pub->seat] > 0 && rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY;
    if (pub->stock_count == 0 || pub->hand_count[pub->seat] == 0 || packet ||
        rules->p.hold_one_three || rules->p.draw_on_initial_meld > 0)
        return false;
    if (took && (!pile_is_simple(pub, &rules->p) || cn_pile_is_replaced(pub, rules))) return false;
    const bool exempt = cn_opening_is_exempt(pub, rules);
    if (took) cn_collect_pile(pub, rules, &game->hand[pub->seat]);
    (void)cn_public_open(pub, rules, exempt);
    return true;
}

bool cn_quick_name(cn_game *game, unsigned number)
{
    cn_public *pub = &game->pub;
    const bool names = cn_step_is_to_meld(number);
    if (pub->stock_count == 0 || (!names && number != CN_STEP_NEW)) return false;
    cn_end_run(&pub->turn);
    if (names) pub->turn.to_meld = (uint8_t)(number - CN_STEP_TO_MELD);
    return true;
}
