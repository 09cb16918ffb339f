/* Legal steps made at once, without events: what the files of it share.
 * Not here: steps by events (game.c). Invariant: the same game as by cn_game_step. */
#ifndef CANASTA_QUICK_H
#define CANASTA_QUICK_H

#include <stddef.h>

#include "canasta/game.h"
#include "canasta/public.h"
#include "engine/cards/marks.h"
#include "engine/table/pile.h"
#include "engine/turn/apply.h"

/* Threes that came with the pile, as the hand counts suits, are laid out. */
void cn_lay_out_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand, unsigned threes);

/* Its threes that are laid out as a bonus, as cn_cards counts suits. */
static inline unsigned cn_pile_bonus(const cn_public *pub, const cn_rules *rules)
{
    return pub->pile_cards.suits[CN_ROW_THREES] & rules->bonus_suits;
}

static inline bool cn_pile_has_bonus(const cn_public *pub, const cn_rules *rules)
{
    return cn_pile_bonus(pub, rules) != 0;
}

/* Threes that the pile brings are laid out, and replaced under some rules (P33): not quick. */
static inline bool cn_pile_is_replaced(const cn_public *pub, const cn_rules *rules)
{
    if (rules->p.red3_in_pile != CN_RED3_IN_PILE_EXPOSE_AND_REPLACE) return false;
    return cn_pile_has_bonus(pub, rules);
}

/* The take leaves the hand a card, or the pile brings one that is no three. */
static inline bool cn_take_leaves_some(const cn_public *pub, unsigned number)
{
    const unsigned used = number == CN_STEP_TAKE_TOP ? 0 : 2;
    const cn_cards *pile = &pub->pile_cards;
    const unsigned stays = 1U + pile->kind[CN_KIND_RED3] + pile->kind[CN_KIND_BLACK3];
    return pub->hand_count[pub->seat] > used || pile->size > stays;
}

/* P45; the threes among the cards. */
static inline unsigned cn_collect_cards(cn_public *pub, const cn_rules *rules, cn_cards *hand)
{
    const unsigned threes = cn_pile_bonus(pub, rules);
    cn_cards_add_all(hand, &pub->pile_cards);
    memset(&pub->pile_cards, 0, sizeof pub->pile_cards);
    pub->pile_count = pub->pile_frozen = 0;
    pub->pile_taken = 1;
    return threes;
}

/* With what is laid out of them. */
static inline void cn_collect_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand)
{
    const unsigned threes = cn_collect_cards(pub, rules, hand);
    pub->hand_count[pub->seat] = hand->size;
    if (threes != 0) cn_lay_out_pile(pub, rules, hand, threes);
}

/* A meld of a rank, which the run of lays goes to from now on, and what it was. */
typedef struct cn_target {
    cn_side *side;
    cn_meld *meld;
    unsigned rank, place;
    unsigned naturals, wilds;
} cn_target;

/* P124: the first meld of a side is staged. */
CN_USUAL void cn_begin_meld(cn_side *side, cn_turn *turn, unsigned rank)
{
    cn_guard(side->meld_count < CN_MELDS_MAX);
    if (side->meld_count == 0) turn->staging = 1;
    side->meld[side->meld_count++] = (cn_meld){.rank = (uint8_t)rank};
    side->latest[rank] = side->meld_count;
}

/* Takes out the card of the lowest suit of a rank, or a two (P130); four times its suit. */
CN_USUAL unsigned cn_take_suit(cn_cards *hand, size_t kind)
{
    const unsigned at = cn_suits_lowest(hand->suits[kind]);
    CN_FORGOTTEN();
    hand->suits[kind] = (uint16_t)(hand->suits[kind] - (1U << at));
    hand->size--;
    *cn_all_of(hand->kind) -= cn_unit[kind];
    return at;
}

/* `at`: four times its suit. */
CN_USUAL void cn_put_natural(cn_side *side, cn_meld *meld, size_t rank, unsigned at)
{
    meld->naturals++;
    meld->natural_suits = (uint16_t)(meld->natural_suits + (1U << at));
    *cn_all_of(side->naturals) += cn_unit[rank];
}

/* Four times the suit of the wild of the lowest suit, a two or a joker, which has none. Without a
 * branch: nobody foresees which. */
CN_USUAL unsigned cn_wild_suit(const cn_cards *hand, unsigned two)
{
    return cn_suits_lowest(hand->suits[CN_ROW_TWOS] | (two ^ 1));
}

/* It goes from the hand to the meld. */
CN_USUAL void cn_move_wild(cn_cards *hand, cn_side *side, cn_meld *meld, size_t rank, unsigned two,
                           unsigned at)
{
    const unsigned suit = two << at;
    CN_FORGOTTEN();
    hand->suits[CN_ROW_TWOS] = (uint16_t)(hand->suits[CN_ROW_TWOS] - suit);
    hand->size--;
    meld->two_suits = (uint16_t)(meld->two_suits + suit);
    meld->wilds++;
    CN_FORGOTTEN();
    meld->jokers = (uint8_t)(meld->jokers + (two ^ 1));
    *cn_all_of(hand->kind) -= cn_unit[CN_KIND_JOKER - two];
    *cn_all_of(side->wilds) += cn_unit[rank];
}

/* Out of the hand and onto the meld: what a take uses besides the top card. */
CN_USUAL void cn_put_used(cn_public *pub, cn_cards *hand, const cn_target *to, unsigned number)
{
    if (number == CN_STEP_TAKE_TOP) return;
    cn_put_natural(to->side, to->meld, to->rank, cn_take_suit(hand, to->rank));
    const unsigned two = number == CN_STEP_TAKE_TWO;
    if (number == CN_STEP_TAKE_PAIR)
        cn_put_natural(to->side, to->meld, to->rank, cn_take_suit(hand, to->rank));
    else
        cn_move_wild(hand, to->side, to->meld, to->rank, two, cn_wild_suit(hand, two));
    pub->hand_count[pub->seat] = (uint16_t)(pub->hand_count[pub->seat] - 2);
}

/* One of two small numbers, without a branch. */
CN_USUAL uint8_t cn_either(bool first, unsigned one, unsigned other)
{
    return (uint8_t)(other ^ ((one ^ other) & (0U - first)));
}

/* All that a turn says of a run: its meld, cards before it, wilds laid in it, and that it is of the
 * take. */
CN_USUAL uint32_t cn_run_of(unsigned place, unsigned cards, unsigned wilds, unsigned of_take)
{
    static_assert(offsetof(cn_turn, run_before) == offsetof(cn_turn, run_meld) + 1 &&
                      offsetof(cn_turn, run_wilds) == offsetof(cn_turn, run_meld) + 2 &&
                      offsetof(cn_turn, run_of_take) == offsetof(cn_turn, run_meld) + 3,
                  "it lies together");
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return place | cards << 8 | wilds << 16 | of_take << 24;
#else
    return place << 24 | cards << 16 | wilds << 8 | of_take;
#endif
}

/* S2: the run goes on, or another begins, of so many cards and wilds before, and has more wilds
 * now; the answer is not 0 if it is of the take. Without branches, because the meld is seldom
 * foreseen. */
CN_USUAL unsigned cn_go_on(cn_turn *turn, unsigned place, unsigned cards, unsigned wilds,
                           unsigned more_wilds)
{
    uint32_t run, other = cn_run_of(place, cards, wilds, 0);
    CN_FOUND(other);
    memcpy(&run, &turn->run_meld, sizeof run);
    if (turn->run_meld != (uint8_t)place) run = other;
    run += cn_run_of(0, 0, more_wilds, 0);
    memcpy(&turn->run_meld, &run, sizeof run);
    return run & cn_run_of(0, 0, 0, UINT8_MAX);
}

/* P57: before an opening all is one run. */
CN_USUAL void cn_run_on(cn_turn *turn, const cn_target *to)
{
    const unsigned staging = 0U - (turn->staging != 0), cards = to->naturals + to->wilds;
    (void)cn_go_on(turn, to->place, cards & ~staging, to->wilds & staging, 0);
}

/* P67: a card was laid that does not belong to the take. */
CN_USUAL void cn_note_beyond(cn_turn *turn)
{
    turn->laid_beyond |= cn_either(turn->staging, turn->took, turn->run_of_take) == 0;
}

/* What makes a meld a finished one, and a canasta. */
typedef struct cn_sizes {
    unsigned least, naturals, canasta;
} cn_sizes;

/* P67, P84, P122; a canasta is noted where it is complete (P87, P112, S22). */
CN_USUAL void cn_note_cards(cn_public *pub, cn_sizes sizes, const cn_target *to, unsigned naturals,
                            unsigned wilds)
{
    cn_turn *turn = &pub->turn;
    const unsigned before = to->naturals + to->wilds, size = before + naturals + wilds;
    turn->laid = 1;
    turn->run_wilds = (uint8_t)(turn->run_wilds + wilds);
    turn->added_old |= to->place < turn->first_meld;
    const bool finished = (size >= sizes.least) & (to->naturals + naturals >= sizes.naturals);
    turn->open_meld = cn_either(finished, CN_NO_MELD, to->place);
    const bool completes = sizes.canasta - before - 1 < naturals + wilds; /* unsigned */
    if (!completes || turn->staging) return;
    pub->own_canasta[pub->asker] = 1;
    if (to->place >= turn->first_meld && turn->run_before == 0) to->side->concealed_canastas++;
}

/* What a lay of one card changes beside the counts. */
CN_USUAL void cn_note_card(cn_public *pub, cn_sizes sizes, const cn_target *to, bool wild)
{
    pub->hand_count[pub->seat]--;
    cn_note_beyond(&pub->turn);
    cn_note_cards(pub, sizes, to, wild ? 0 : 1, wild ? 1 : 0);
}

/* Any draw, and the end of a hand for want of cards. */
bool cn_quick_draw_at_length(cn_game *game, const cn_rules *rules);

/* The step LAY_OUT. */
bool cn_quick_lay_out(cn_game *game, const cn_rules *rules);

/* Threes in hand that are laid out, or would be unless they are held. */
static inline unsigned cn_threes_held(const cn_rules *rules, const cn_cards *hand)
{
    return (cn_is_bonus(rules, CN_KIND_RED3) ? hand->kind[CN_KIND_RED3] : 0U) +
           (cn_is_bonus(rules, CN_KIND_BLACK3) ? hand->kind[CN_KIND_BLACK3] : 0U);
}

/* The stock replaces the threes of the seat's hand, and `more` that come to it, and is not used up
 * by it; that they are laid out (P26). `keep`: but for one that is held (P97). */
bool cn_threes_are_replaced(const cn_game *game, const cn_rules *rules, unsigned seat, bool keep,
                            unsigned more);
void cn_replace_threes(cn_game *game, const cn_rules *rules, unsigned seat, bool keep);

/* The stock replaces the threes of the next packet of the seat on turn likewise, whose hand holds
 * none and is not empty; that it is picked up (S12). */
bool cn_packet_is_simple(const cn_game *game, const cn_rules *rules);
void cn_pick_packet_up(cn_game *game, const cn_rules *rules);

/* So many cards that lay face down come with the pile, threes to the table; none is replaced. */
void cn_bring_buried(cn_game *game, const cn_rules *rules, unsigned count);

/* Takes the card that a step names out of the hand, or the one of the lowest suit (P130). */
static inline cn_card cn_take_card(cn_cards *hand, cn_card named, unsigned kind)
{
    if (named == CN_CARD_NONE) return cn_cards_take_lowest(hand, kind);
    cn_guard(named < CN_FACES);
    cn_cards_remove(hand, named);
    return named;
}

/* Any lay of a natural, or of a wild by the step `number`, onto a meld of a rank; of the lowest
 * suit. */
void cn_quick_natural_plain(cn_game *game, const cn_rules *rules, size_t rank);
void cn_quick_wild_plain(cn_game *game, const cn_rules *rules, unsigned number);

/* Any take by the step `number`. */
void cn_quick_take_plain(cn_game *game, const cn_rules *rules, unsigned number);

/* The step that makes the opening. False, and nothing changes, if it is not an ordinary one. */
bool cn_quick_open_plain(cn_game *game, const cn_rules *rules);

/* Any lay of a natural onto a meld of its rank, and any other lay, with the card that is named, if
 * one is. */
void cn_quick_natural_others(cn_game *game, const cn_rules *rules, unsigned number, cn_card named);
void cn_quick_lay_others(cn_game *game, const cn_rules *rules, unsigned number, cn_card card);

/* A take that names no card, and the step that makes an opening. */
bool cn_quick_take_others(cn_game *game, const cn_rules *rules, unsigned number);
bool cn_quick_open_others(cn_game *game, const cn_rules *rules);

/* The name of a meld (TO_MELD), or the end of a run (NEW). */
bool cn_quick_name(cn_game *game, const cn_rules *rules, unsigned number);

/* A meld becomes part of the one that was named (JOIN), and no packet comes by it. */
bool cn_quick_join(cn_game *game, const cn_rules *rules, unsigned number);

/* Makes a legal step that names no card. Quick are draws; a lay, a take or a discard that leaves
 * cards in hand, with the threes that the next seat lays out then, or a packet for a first canasta;
 * a question or an answer. What is seldom is made by cn_game_step. */
void cn_quick_step(cn_game *game, const cn_rules *rules, unsigned number);

/* The same with the cards that it names. */
void cn_quick_named(cn_game *game, const cn_rules *rules, cn_step step);

#endif
