/* What each side can expect to score in a hand that is not over.
 * Not here: the weights (estimate_tables.c). Invariant: as in the header. */
#include "players/search/estimate.h"

#include <stddef.h>
#include <string.h>

#include "players/goals.h"
#include "players/search/made_for.h"

enum { TEN = 10, FULLER_MOST = 3 };

/* The weights know neither games that the least total wins nor hands that count plus. */
const cn_estimate_weights *cn_estimate_of(const cn_rules *rules)
{
    if (cn_win_sign(rules) < 0 || rules->p.hand_cards != CN_HAND_CARDS_MINUS_VALUE) return NULL;
    unsigned far = CN_MADE_FOR_OTHERS;
    const cn_estimate_weights *found = NULL;
    for (const cn_estimate_weights *one = cn_estimate_tables; one->rules != NULL; one++)
        if (cn_serves_better(rules, one->rules, one->players, &far)) found = one;
    return found;
}

/* The counts of a side, in this order. */
typedef struct sights {
    int32_t opened, melds, melded_cards;
    int32_t canastas_now, threes_now, melded_now, penalties_now, hand_now; /* tens of points */
    int32_t natural, mixed, other;                                         /* canastas */
    int32_t pure[4], with_wilds[4], run[3]; /* unfinished melds by what they lack: 4, 3, 2, 1 */
    int32_t wild_cards, wilds_melded;       /* of melds of wilds only; of all */
    int32_t cards, fewest, pairs, threes, wilds, fitting, finishing, black3, to_lay; /* in hands */
    int32_t may_go_out, out_cards, opened_cards, opened_pile, packets, acts, acts_pile;
} sights;
static_assert(sizeof(sights) == CN_ESTIMATE_SIGHTS * sizeof(int32_t), "all of them are weighed");

static void see_meld(const cn_rules *rules, const cn_meld *meld, sights *s)
{
    const int32_t size = (int32_t)cn_meld_size(meld), full = rules->p.canasta_size;
    s->melds++;
    s->melded_cards += size;
    s->wilds_melded += meld->wilds;
    if (size >= full) {
        const bool ranked = meld->rank < CN_RANKS;
        if (!ranked) s->other++;
        if (ranked && meld->wilds == 0) s->natural++;
        if (ranked && meld->wilds > 0) s->mixed++;
        return;
    }
    const int32_t lacks = full - size < 4 ? full - size : 4, at = 4 - lacks;
    if (meld->rank == CN_MELD_WILD)
        s->wild_cards += size;
    else if (meld->rank == CN_MELD_SEQUENCE)
        s->run[at < FULLER_MOST ? at : FULLER_MOST - 1]++;
    else if (meld->wilds == 0)
        s->pure[at]++;
    else
        s->with_wilds[at]++;
}

static void see_kind(const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                     unsigned kind, int32_t wilds, sights *s)
{
    const int32_t held = hand->kind[kind], full = rules->p.canasta_size;
    const unsigned meld_i = cn_side_find_meld(side, kind);
    if (held == 0) return;
    s->pairs += held == 2;
    s->threes += held > 2;
    if (meld_i == CN_NO_MELD) {
        if (held > 2) s->to_lay += held * rules->value[kind] / TEN;
        return;
    }
    const int32_t size = (int32_t)cn_meld_size(&side->meld[meld_i]);
    s->fitting += held;
    s->to_lay += held * rules->value[kind] / TEN;
    s->finishing += size < full && size + held + wilds >= full;
}

static void see_hand(const cn_estimated *t, const cn_side *side, unsigned seat, sights *s)
{
    const cn_cards *hand = t->hand[seat];
    const int32_t wilds = hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER];
    if (s->cards == 0 || hand->size < s->fewest) s->fewest = hand->size;
    s->cards += hand->size;
    s->wilds += wilds;
    s->black3 += hand->kind[CN_KIND_BLACK3];
    s->packets += t->pub->packets[seat];
    for (unsigned kind = 0; kind < CN_RANKS; kind++) see_kind(t->rules, side, hand, kind, wilds, s);
}

static void see_now(const cn_score *now, sights *s)
{
    s->canastas_now = now->canastas / TEN;
    s->threes_now = now->threes / TEN;
    s->melded_now = now->melded / TEN;
    s->penalties_now = now->penalties / TEN;
    s->hand_now = now->hand / TEN;
}

static void see_side(const cn_estimated *t, unsigned side_i, const cn_score *now, sights *s)
{
    const cn_public *pub = t->pub;
    memset(s, 0, sizeof *s);
    const cn_side *side = NULL;
    for (unsigned seat = 0; seat < t->rules->seat_count; seat++) {
        if (t->rules->side_of[seat] != side_i) continue;
        side = &pub->side[pub->side_of[seat]]; /* with sides that form, the common one (P11) */
        see_hand(t, side, seat, s);
        s->acts += pub->seat == seat;
    }
    if (side == NULL) return;
    for (unsigned i = 0; i < side->meld_count; i++) see_meld(t->rules, &side->meld[i], s);
    see_now(now, s);
    s->opened = side->meld_count > 0;
    s->may_go_out = s->opened && cn_goals_of_side(t->rules, t->pub, side).missing == 0;
    s->out_cards = s->may_go_out * s->fewest;
    s->opened_cards = s->opened * s->cards;
    s->opened_pile = s->opened * pub->pile_count;
    s->acts_pile = s->acts * pub->pile_count;
}

/* The score if the hand ended as it lies. */
static void score_now(const cn_estimated *t, cn_score *now)
{
    static const cn_cards none[CN_SEATS_MAX];
    cn_cards hands[CN_SEATS_MAX];
    for (unsigned seat = 0; seat < t->rules->seat_count; seat++) hands[seat] = *t->hand[seat];
    cn_score_hand(t->rules, t->pub, hands, none, now);
}

typedef union counts {
    sights s;
    int32_t all[CN_ESTIMATE_SIGHTS];
} counts;

static int32_t stock_part(const cn_estimated *t)
{
    const int32_t full =
        (int32_t)t->rules->deck_size - (int32_t)cn_dealt_count(t->rules, t->pub->hand_number);
    const int32_t left = t->pub->stock_count < full ? t->pub->stock_count : full;
    return full > 0 ? left * CN_ESTIMATE_STOCK / full : 0;
}

static void see_all(const cn_estimated *t, counts *side)
{
    cn_score now[CN_SIDES_MAX];
    score_now(t, now);
    for (unsigned i = 0; i < t->rules->side_count; i++) see_side(t, i, &now[i], &side[i].s);
}

static void list_inputs(const cn_estimated *t, const counts *seen, unsigned own, int32_t *inputs)
{
    const int32_t stock = stock_part(t), others = (int32_t)t->rules->side_count - 1;
    for (unsigned i = 0; i < CN_ESTIMATE_SIGHTS; i++) {
        int32_t sum = 0;
        for (unsigned side = 0; side < t->rules->side_count; side++)
            if (side != own) sum += seen[side].all[i];
        inputs[i] = seen[own].all[i] * CN_ESTIMATE_STOCK;
        inputs[CN_ESTIMATE_SIGHTS + i] = seen[own].all[i] * stock;
        inputs[2 * CN_ESTIMATE_SIGHTS + i] = sum * CN_ESTIMATE_STOCK / others;
        inputs[3 * CN_ESTIMATE_SIGHTS + i] = sum * stock / others;
    }
    int32_t *common = &inputs[4 * CN_ESTIMATE_SIGHTS];
    common[0] = CN_ESTIMATE_STOCK;
    common[1] = stock;
    common[2] = t->pub->pile_count;
    common[3] = t->pub->pile_frozen * CN_ESTIMATE_STOCK;
}

void cn_estimate_inputs(const cn_estimated *table, unsigned side, int32_t *inputs)
{
    counts seen[CN_SIDES_MAX];
    see_all(table, seen);
    list_inputs(table, seen, side, inputs);
}

void cn_estimate_scores(const cn_estimate_weights *weights, const cn_estimated *table,
                        int32_t *points)
{
    counts seen[CN_SIDES_MAX];
    see_all(table, seen);
    for (unsigned side = 0; side < table->rules->side_count; side++) {
        int32_t inputs[CN_ESTIMATE_INPUTS];
        int64_t sum = 0;
        list_inputs(table, seen, side, inputs);
        for (unsigned i = 0; i < CN_ESTIMATE_INPUTS; i++)
            sum += (int64_t)inputs[i] * weights->weight[i];
        points[side] = (int32_t)(sum / (CN_ESTIMATE_STOCK * CN_ESTIMATE_UNIT));
    }
}
