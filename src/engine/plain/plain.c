/* Which rules are plain, and the tables of their closed form.
 * Not here: what follows from it (plan_plain.h, legal/plain_turn.h). Invariant: told too seldom
 * rather than too often.
 *
 * The plain game has one meld of each rank, naturals and up to six wilds in it, more of them where
 * there are more naturals and none once it is complete, if the rules say so, and no condition on a
 * turn but the minimum, one kept card and the number of canastas. */
#include "engine/plain/plan_plain.h"
#include "engine/rules/tellers.h"

/* What the closed form asks of parameters that it has a place for (tellers.h). */
static bool fits_closed_form(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return cn_understands(rules, CN_TELLER_PLAIN) && p->max_wilds >= 1 &&
           p->max_wilds <= CN_PLAIN_WILDS_MAX && p->out_canastas.count == 1 &&
           p->out_canastas.value[0] >= 1 && p->ask_partner != CN_ASK_PARTNER_REQUIRED &&
           p->black3_meld_min >= 2 && p->min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_ALWAYS &&
           p->red3_in_pile != CN_RED3_IN_PILE_IMPOSSIBLE;
}

/* P56, P57, P59: what the wilds in hand make of lays. */
static void derive_lays(cn_rules *rules)
{
    const uint64_t lays[] = {UINT64_C(1) << CN_STEP_LAY_TWO, UINT64_C(1) << CN_STEP_LAY_JOKER};
    static const cn_turn rest = {.open_meld = CN_NO_MELD, .to_meld = CN_NO_MELD};
    for (unsigned wilds = 0; wilds < 4; wilds++) {
        cn_held_wilds *with = &rules->counted.with_wilds[wilds];
        memset(with->too_few, INT8_MAX, sizeof with->too_few);
        memset(with->too_few, wilds != 0 ? 1 : 2, CN_RANKS);
        with->lays = ((wilds & 1) != 0 ? lays[0] : 0) | ((wilds & 2) != 0 ? lays[1] : 0);
    }
    memset(rules->counted.wilds_until, rules->p.max_wilds, CN_RANKS);
    static_assert(sizeof rules->counted.turn_at_rest == CN_TURN_RARE,
                  "one number holds the rare fields");
    memset(&rules->counted.turn_at_rest, UINT8_MAX, CN_TURN_RARE);
    if (cn_wilds_are_free(rules)) memcpy(&rules->counted.turn_at_rest, &rest, CN_TURN_RARE);
}

enum {
    PAIR = 1 << CN_STEP_TAKE_PAIR,
    TWO = 1 << CN_STEP_TAKE_TWO,
    JOKER = 1 << CN_STEP_TAKE_JOKER,
    TOP = 1 << CN_STEP_TAKE_TOP,
    ALL_TAKES = PAIR | TWO | JOKER | TOP
};

/* P39, P40, P57: of a meld of so many cards, or a new one. */
static uint32_t room_for_takes(const cn_rules *rules, unsigned naturals, unsigned wilds)
{
    const cn_params *p = &rules->p;
    const bool complete = naturals + wilds >= (unsigned)p->canasta_size;
    const bool wild = p->take_natural_wild && (p->add_wild_to_canasta || !complete) &&
                      wilds < cn_wild_cap(rules, naturals + 2);
    const bool top = naturals > 0 && p->take_add_to_meld != CN_TAKE_ADD_TO_MELD_NEVER &&
                     (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY || !complete);
    return PAIR | (wild ? TWO | JOKER : 0) | (top ? TOP : 0);
}

/* P38 to P41, P50. */
static void derive_takes(cn_rules *rules)
{
    cn_take_tables *takes = &rules->counted.takes;
    for (cn_card card = 0; card < CN_FACES; card++)
        takes->place[card] = cn_card_kind(card) < CN_RANKS ? cn_card_kind(card) : CN_COUNTS - 1;
    for (unsigned i = 0; i <= CN_NATURALS_MAX; i++) {
        takes->held[i] = i >= 2 ? ALL_TAKES : i == 1 ? ALL_TAKES & ~PAIR : TOP;
        takes->twos[i] = i > 0 ? ALL_TAKES : ALL_TAKES & ~TWO;
        takes->jokers[i] = i > 0 ? ALL_TAKES : ALL_TAKES & ~JOKER;
        for (unsigned wilds = 0; wilds < CN_PLAIN_WILDS_MAX + 2; wilds++)
            takes->meld[i][wilds] = room_for_takes(rules, i, wilds);
    }
}

/* P49: a frozen pile goes to a pair. */
static void derive_freezing(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    cn_take_tables *takes = &rules->counted.takes;
    takes->frozen[0] = p->always_frozen ? PAIR : ALL_TAKES;
    takes->frozen[1] = PAIR;
    takes->taken[0] = p->freeze_initial_pile ? PAIR : ALL_TAKES;
    takes->taken[1] = ALL_TAKES;
    takes->unopened = (p->freeze_until_melded ? PAIR : ALL_TAKES) & room_for_takes(rules, 0, 0);
}

/* They are melded together or not at all; one may be the discard. */
static unsigned black3_left(const cn_rules *rules, unsigned held)
{
    const cn_params *p = &rules->p;
    const unsigned least = (unsigned)p->black3_meld_min, most = rules->black3_most;
    if (held <= 1) return held;
    if (p->black3_meld == CN_BLACK3_MELD_NEVER || held < least || held > most + 1) return NEVER;
    return held > most;
}

void cn_derive_plain(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const int32_t naturals = p->canasta_size - p->max_wilds;
    memset(rules->counted.canasta_over, (naturals > NATURALS_MIN ? naturals : NATURALS_MIN) - 1,
           sizeof rules->counted.canasta_over);
    for (unsigned held = 0; held <= CN_BLACK3_MAX; held++)
        rules->counted.black3_left[held] = (uint8_t)black3_left(rules, held);
    rules->counted.out_counted =
        cn_wilds_are_free(rules) && p->out_canastas.count == 1 && p->out_canastas.value[0] == 1;
    const bool forming = p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO;
    rules->counted.may_ask =
        p->ask_partner != CN_ASK_PARTNER_NONE && (forming || rules->partner[0] != CN_SEAT_NONE);
    rules->counted.asks_vary = forming || p->ask_limit > 0;
    rules->plain_while_single = CN_HAS_CLOSED_FORM && fits_closed_form(rules);
    rules->plain = rules->plain_while_single && !forming;
    if (!rules->plain_while_single) return;
    derive_lays(rules);
    derive_takes(rules);
    derive_freezing(rules);
    rules->counted.draws_told_from = p->ask_timing == CN_ASK_TIMING_AFTER_DRAW ? 1 : UINT16_MAX;
}
