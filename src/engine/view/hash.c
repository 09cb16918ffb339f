/* Hashes of games and views.
 * Not here: equality. Invariant: only meaning is hashed, field by field, so that padding, stale
 * entries and byte order never show. */
#include <assert.h>

#include "canasta/game.h"
#include "canasta/view.h"

/* FNV-1a over bytes, with a last mix so that short inputs spread. */
typedef struct hasher {
    uint64_t state;
} hasher;

static hasher hasher_start(void)
{
    return (hasher){UINT64_C(14695981039346656037)};
}

static void hash_byte(hasher *h, uint8_t byte)
{
    h->state = (h->state ^ byte) * UINT64_C(1099511628211);
}

static void hash_u16(hasher *h, uint16_t value)
{
    hash_byte(h, (uint8_t)(value & 255));
    hash_byte(h, (uint8_t)(value >> 8));
}

static void hash_i32(hasher *h, int32_t value)
{
    for (unsigned i = 0; i < 4; i++) hash_byte(h, (uint8_t)((uint32_t)value >> (8 * i) & 255));
}

static uint64_t hash_end(const hasher *h)
{
    uint64_t z = h->state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void hash_cards(hasher *h, const cn_cards *cards)
{
    for (unsigned row = 0; row < CN_ROWS; row++) hash_u16(h, cards->suits[row]);
    hash_byte(h, cards->kind[CN_KIND_JOKER]);
}

static void hash_meld(hasher *h, const cn_meld *meld)
{
    hash_byte(h, meld->rank);
    hash_byte(h, meld->naturals);
    hash_byte(h, cn_meld_jokers(meld));
    hash_u16(h, meld->natural_suits);
    hash_u16(h, meld->two_suits);
    if (meld->rank != CN_MELD_SEQUENCE) return;
    hash_byte(h, cn_meld_low(meld));
    hash_byte(h, cn_meld_suit(meld));
}

static void hash_side(hasher *h, const cn_side *side)
{
    hash_i32(h, side->total_points);
    hash_byte(h, side->concealed_canastas);
    hash_byte(h, side->set_aside);
    hash_byte(h, side->meld_count);
    for (unsigned i = 0; i < side->meld_count; i++) hash_meld(h, &side->meld[i]);
}

/* What P40 adds to `run_before` is left out, and so older records have the same hashes. */
static void hash_turn(hasher *h, const cn_turn *turn)
{
    const uint8_t before = (uint8_t)(turn->run_before - (turn->run_of_take == CN_RUN_OF_TOP_ALONE));
    const uint8_t of_take = turn->run_of_take != CN_RUN_OF_NONE;
    const uint8_t fields[] = {turn->took,         turn->staging,
                              turn->opened,       turn->opened_took,
                              turn->opened_first, turn->opened_exempt,
                              turn->open_meld,    turn->to_meld,
                              turn->run_meld,     before,
                              turn->run_wilds,    of_take,
                              turn->take_meld,    turn->first_meld,
                              turn->laid,         turn->laid_beyond,
                              turn->added_old,    turn->laid_black3,
                              turn->asked,        turn->asked_drawing,
                              turn->answer};
    static_assert(sizeof fields + sizeof turn->picked + sizeof turn->drawn +
                          sizeof turn->showed_twos + sizeof turn->owes ==
                      sizeof *turn,
                  "every field of a turn is hashed");
    for (unsigned i = 0; i < sizeof fields; i++) hash_byte(h, fields[i]);
}

static void hash_seat(hasher *h, const cn_public *pub, unsigned seat)
{
    const uint8_t fields[] = {pub->has_laid[seat], pub->side_of[seat], pub->packets[seat],
                              pub->talon[seat],    pub->asked[seat],   pub->own_canasta[seat]};
    hash_u16(h, pub->hand_count[seat]);
    for (unsigned i = 0; i < sizeof fields; i++) hash_byte(h, fields[i]);
    for (unsigned suit = 0; suit < CN_SUITS; suit++) hash_byte(h, pub->three[seat][suit]);
}

/* What only some rules look at, and hashes of older records do not know. */
static void hash_if_it_counts(hasher *h, const cn_public *pub, const cn_rules *rules)
{
    if (rules->p.freeze_until_own_take)
        for (unsigned seat = 0; seat < rules->seat_count; seat++)
            hash_byte(h, pub->has_taken[seat]);
    if (rules->p.wild_freeze_until != CN_WILD_FREEZE_UNTIL_TAKE) hash_u16(h, pub->freezers);
    if (rules->p.wilds_per_turn > 0)
        for (unsigned i = 0; i < cn_public_acting(pub)->meld_count; i++)
            hash_byte(h, pub->turn_wilds[i]);
    for (unsigned i = 0; rules->p.add_after_closing && i < cn_public_acting(pub)->meld_count; i++)
        hash_byte(h, (uint8_t)(pub->old_canastas >> i & 1));
    if (rules->p.take_with != CN_TAKE_WITH_TOP) {
        hash_byte(h, pub->turn.owes);
        hash_u16(h, pub->turn.owes == CN_OWES_CARD ? pub->owed_ranks : 0);
    }
    if (rules->p.pick_top != CN_PICK_TOP_NEVER) {
        hash_byte(h, pub->turn.picked);
        hash_byte(h, pub->picks);
    }
    if (rules->p.take_two_with_twos != CN_TAKE_TWO_WITH_TWOS_NEVER) {
        hash_byte(h, pub->turn.showed_twos);
        hash_byte(h, pub->picks);
    }
    if (rules->p.draw_stepwise != CN_DRAW_STEPWISE_NO) hash_byte(h, pub->turn.drawn);
    if (rules->p.out_melded_bonus.count > 1 || rules->p.out_melded_bonus.value[0] > 0)
        hash_byte(h, pub->out_melded);
    if (rules->p.time_limit > 0) hash_u16(h, pub->minutes);
    for (unsigned i = 0; rules->p.special_after_partner && i < rules->side_count; i++)
        hash_u16(h, pub->side[i].opened_turn);
}

static void hash_public(hasher *h, const cn_public *pub, const cn_rules *rules)
{
    const uint8_t fields[] = {pub->phase,       pub->seat,       pub->asker,        pub->dealer,
                              pub->pile_frozen, pub->pile_taken, pub->end,          pub->out_seat,
                              pub->special,     pub->formed,     pub->out_concealed};
    for (unsigned i = 0; i < sizeof fields; i++) hash_byte(h, fields[i]);
    hash_u16(h, pub->hand_number);
    hash_u16(h, pub->turn_number);
    hash_u16(h, pub->stock_count);
    hash_u16(h, pub->pile_count);
    if (rules->p.stock_refill != CN_STOCK_REFILL_NONE) {
        hash_byte(h, pub->refills);
        hash_byte(h, pub->stalled);
    }
    hash_turn(h, &pub->turn);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) hash_seat(h, pub, seat);
    hash_if_it_counts(h, pub, rules);
    for (unsigned side = 0; side < rules->side_count; side++) hash_side(h, &pub->side[side]);
    for (unsigned i = 0; i < pub->pile_count; i++) hash_byte(h, pub->pile[i]);
}

uint64_t cn_public_hash(const cn_public *pub, const cn_rules *rules)
{
    hasher h = hasher_start();
    hash_public(&h, pub, rules);
    return hash_end(&h);
}

uint64_t cn_game_hash(const cn_game *game, const cn_rules *rules)
{
    hasher h = hasher_start();
    const cn_public *pub = &game->pub;
    hash_public(&h, pub, rules);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_cards waiting = cn_game_waiting(game, rules, seat);
        hash_cards(&h, &game->hand[seat]);
        hash_cards(&h, &waiting);
    }
    for (unsigned i = 0, buried = cn_public_buried(pub); i < buried; i++)
        hash_byte(&h, game->deck[game->buried_at + i]);
    for (unsigned i = 0; i < pub->stock_count; i++) hash_byte(&h, game->deck[game->deck_next + i]);
    return hash_end(&h);
}

static void hash_memory(hasher *h, const cn_memory *memory, const cn_rules *rules)
{
    for (unsigned i = 0; i < memory->discard_count; i++) {
        hash_byte(h, memory->discard[i].seat);
        hash_byte(h, memory->discard[i].card);
    }
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        for (unsigned kind = 0; kind < CN_KINDS; kind++) {
            hash_byte(h, memory->seat[seat].discarded[kind]);
            hash_byte(h, memory->seat[seat].declined[kind]);
            hash_byte(h, memory->seat[seat].known[kind]);
        }
        for (unsigned row = 0; row < CN_ROWS; row++)
            hash_u16(h, memory->seat[seat].known_suits[row]);
        hash_byte(h, memory->seat[seat].held_three);
        hash_u16(h, memory->seat[seat].came);
        hash_u16(h, memory->seat[seat].open);
    }
    for (unsigned suit = 0; suit < CN_SUITS; suit++) hash_byte(h, memory->aside[suit]);
}

uint64_t cn_view_hash(const cn_view *view, const cn_rules *rules)
{
    hasher h = hasher_start();
    hash_public(&h, &view->pub, rules);
    hash_byte(&h, view->seat);
    hash_cards(&h, &view->hand);
    hash_memory(&h, &view->memory, rules);
    return hash_end(&h);
}
