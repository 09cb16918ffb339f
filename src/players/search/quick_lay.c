/* What the policy of playouts lays, and what it keeps back.
 * Not here: whether the side opens (quick.c). Invariant: the ladder of lays.c and the habits of
 * book_lays.c, without a look at what a named place leads to. */
#include "players/lays.h"
#include "players/pick_cards.h"
#include "players/runs.h"
#include "players/search/quick_sight.h"

enum {
    SWAP_WILD = 2000,
    GROW_SEQUENCE = 1500,
    GROW_RANK = 1000,
    BEGIN_RUN = 950,
    BEGIN_GROUP = 900,
    JOIN_MELDS = 800,
    GROW_WILD = 400,
    BEGIN_WILD = 300,
    BEGIN_PAIR_STAGED = 300,
    STAGE_WILD = 200,
    STAGE_WILDS_ONLY = 90,
    BEGIN_PAIR = 50,
    BESIDE = 30,
    LEAVE = -1,
    COSTLY = -5
};

/* What is asked again and again in one step. */
typedef struct lays {
    const cn_sight *s;
    unsigned full, wilds;
    bool staging, begun, keeps, holds; /* holds: nothing has to be finished, and there is time */
    bool wilds_wait;                   /* for pairs: an empty hand brings a packet */
    bool weighed;                      /* what follows, where a wild could be laid: */
    bool missing, saves, needs_natural, needs_mixed; /* saves: wilds for a meld of them */
} lays;

static unsigned target_of(lays *l, unsigned number)
{
    const cn_turn *turn = &l->s->pub->turn;
    const unsigned rank = cn_step_meld(number), kind = cn_step_kind(number);
    const cn_params *p = &l->s->rules->p;
    if (turn->to_meld != CN_NO_MELD) return turn->to_meld;
    if (p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED && rank != CN_MELD_SEQUENCE) {
        const unsigned meld_i = cn_side_find_meld(l->s->side, rank);
        if (meld_i == CN_NO_MELD || cn_meld_size(&l->s->side->meld[meld_i]) < l->full)
            return meld_i;
        const bool closed = rank == CN_MELD_WILD
                                ? p->add_wild_to_canasta == 0
                                : !cn_kind_is_wild(kind) && p->add_natural_to_canasta == 0;
        return closed ? (unsigned)CN_NO_MELD : meld_i;
    }
    if (turn->run_meld == CN_NO_MELD) return CN_NO_MELD;
    const cn_meld *run = &l->s->side->meld[turn->run_meld];
    if (run->rank != rank) return CN_NO_MELD;
    if (!cn_step_is_sequence(number)) return turn->run_meld;
    const cn_card card = (cn_card)(number - CN_STEP_SEQUENCE);
    const unsigned row = cn_card_row(card);
    const bool fits = cn_card_suit(card) == cn_meld_suit(run) &&
                      (row + 1 == cn_meld_low(run) || row == cn_meld_high(run) + 1);
    return fits ? turn->run_meld : (unsigned)CN_NO_MELD;
}

static bool begins_at_a_loss(lays *l, unsigned rank, unsigned held)
{
    const cn_rules *rules = l->s->rules;
    if (rules->p.penalty_incomplete.count == 0) return false;
    return cn_incomplete_cost(rules, rank, held + 1) > 0 ||
           (l->holds && rank != CN_MELD_SEQUENCE && !cn_finishes(rules, l->s->pub, rank, held));
}

static int32_t sequence_worth(lays *l, unsigned meld_i, cn_card card)
{
    if (meld_i != CN_NO_MELD)
        return GROW_SEQUENCE + 10 * (int32_t)cn_meld_size(&l->s->side->meld[meld_i]);
    if (cn_fits_sequence(l->s->rules, l->s->side, card)) return BESIDE;
    const unsigned run = cn_run_length(l->s->hand, card);
    if (begins_at_a_loss(l, CN_MELD_SEQUENCE, run)) return COSTLY;
    if ((int32_t)run < l->s->rules->p.meld_min) return LEAVE; /* wilds would fill it */
    return run > 3 ? BEGIN_RUN + 20 * (int32_t)run : BEGIN_GROUP - 1;
}

static bool keeps_run(const lays *l, unsigned rank, bool begun)
{
    return l->holds && cn_keeps_run(l->s->rules, l->s->side, l->s->hand, rank, begun);
}

static int32_t natural_worth(lays *l, unsigned kind, unsigned meld_i)
{
    const cn_side *side = l->s->side;
    const unsigned held = l->s->hand->kind[kind];
    const int32_t value = l->s->rules->value[kind];
    if (meld_i != CN_NO_MELD) {
        const unsigned size = cn_meld_size(&side->meld[meld_i]);
        if (l->keeps && (size >= l->full || size + held < l->full)) return LEAVE;
        if (size + 1 != l->full && keeps_run(l, kind, true)) return LEAVE;
        const bool many = l->s->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
        if (many && size >= l->full && held >= 3) return BESIDE + value;
        return GROW_RANK + (l->staging ? 0 : 10 * (int32_t)size) + value;
    }
    if (begins_at_a_loss(l, kind, held)) return COSTLY;
    if (keeps_run(l, kind, false)) return LEAVE;
    if (side->latest[kind] != 0 && cn_meld_size(&side->meld[side->latest[kind] - 1]) < l->full)
        return BESIDE;
    if (held >= 3) return BEGIN_GROUP + value;
    return (l->staging ? BEGIN_PAIR_STAGED : BEGIN_PAIR) + value;
}

static bool other_is_purer(lays *l, const cn_meld *meld)
{
    const cn_side *side = l->s->side;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *other = &side->meld[i];
        if (other != meld && other->rank < CN_RANKS && other->wilds == 0 &&
            other->naturals < l->full && other->naturals >= meld->naturals)
            return true;
    }
    return false;
}

static bool has_unfinished_wilds(lays *l)
{
    const cn_side *side = l->s->side;
    for (unsigned i = 0; i < side->meld_count; i++)
        if (side->meld[i].rank == CN_MELD_WILD && cn_meld_size(&side->meld[i]) < l->full)
            return true;
    return false;
}

/* What the side still lacks decides about wilds. */
static void weigh_wilds(lays *l)
{
    if (l->weighed) return;
    const cn_goals goals = cn_goals_of_side(l->s->rules, l->s->pub, l->s->side);
    l->weighed = true;
    l->missing = goals.missing > 0;
    l->needs_natural = goals.natural;
    l->needs_mixed = goals.mixed;
    if (!goals.collect_wild) return;
    const bool costs = cn_incomplete_cost(l->s->rules, CN_MELD_WILD, 1) > 0;
    l->saves = l->wilds >= (costs ? l->full - 2 : 3) || has_unfinished_wilds(l);
}

static int32_t wild_worth(lays *l, const cn_meld *meld)
{
    const unsigned size = cn_meld_size(meld);
    const bool pure = meld->wilds == 0;
    const cn_habits *h = l->s->habits;
    const bool early = size < (unsigned)h->wild_from || size >= l->full ||
                       (pure && size >= (unsigned)h->pure_from);
    if (l->wilds_wait || (l->holds && early && l->s->pub->packets[l->s->seat] == 0)) return LEAVE;
    weigh_wilds(l);
    if (size >= l->full) return pure ? LEAVE : 20;
    if (l->saves && !(size + 1 == l->full && (l->needs_mixed || l->missing))) return LEAVE;
    if (l->needs_natural && pure && size >= 4 && !other_is_purer(l, meld)) return LEAVE;
    int32_t worth = 100 + 20 * (int32_t)size;
    if (size + 1 == l->full) worth += 100;
    if (pure && size + 2 >= l->full && !l->missing) worth -= 150;
    return worth;
}

/* P177: the one that makes it a canasta. */
static int32_t sequence_wild_worth(lays *l, const cn_meld *meld)
{
    const unsigned size = cn_meld_size(meld);
    weigh_wilds(l);
    if (size + 1 != l->full || (l->saves && !l->missing)) return LEAVE;
    return 200 + 20 * (int32_t)size;
}

static int32_t wilds_only_worth(lays *l, unsigned meld_i)
{
    const cn_params *p = &l->s->rules->p;
    weigh_wilds(l);
    if (l->staging && !l->saves) return STAGE_WILDS_ONLY;
    if (p->wild_canasta == 0) return 0;
    if (meld_i == CN_NO_MELD) {
        if (begins_at_a_loss(l, CN_MELD_WILD, l->wilds)) return COSTLY;
        return l->saves ? BEGIN_WILD : LEAVE;
    }
    const unsigned size = cn_meld_size(&l->s->side->meld[meld_i]);
    return size < l->full ? GROW_WILD + 10 * (int32_t)size : 20;
}

static int32_t twos_worth(lays *l, unsigned meld_i)
{
    if (l->staging) return STAGE_WILDS_ONLY;
    if (meld_i != CN_NO_MELD)
        return GROW_WILD + 10 * (int32_t)cn_meld_size(&l->s->side->meld[meld_i]);
    return l->s->hand->kind[CN_KIND_TWO] >= 4 ? BEGIN_WILD : LEAVE;
}

static int32_t lay_worth(lays *l, unsigned number)
{
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (rank == CN_MELD_BLACK3 && l->s->rules->p.black3_meld != CN_BLACK3_MELD_AS_RANK)
        return LEAVE;
    const unsigned meld_i = target_of(l, number);
    if (cn_step_is_sequence(number))
        return sequence_worth(l, meld_i, (cn_card)(number - CN_STEP_SEQUENCE));
    if (rank == CN_MELD_SEQUENCE && !l->staging)
        return sequence_wild_worth(l, &l->s->side->meld[meld_i]);
    if (rank == CN_MELD_WILD) return wilds_only_worth(l, meld_i);
    if (rank == CN_MELD_TWOS) return twos_worth(l, meld_i);
    if (!cn_kind_is_wild(kind)) return natural_worth(l, kind, meld_i);
    if (l->staging) return STAGE_WILD - l->s->rules->value[kind];
    if (meld_i == CN_NO_MELD) return LEAVE;
    return wild_worth(l, &l->s->side->meld[meld_i]) + (kind == CN_KIND_JOKER);
}

static bool may_extend(lays *l, const cn_meld *meld)
{
    const unsigned suit = cn_meld_suit(meld), low = cn_meld_low(meld), high = cn_meld_high(meld);
    return (low > 0 && cn_cards_count(l->s->hand, cn_card_make(low - 1, suit)) > 0) ||
           (high + 1 < CN_RANKS && cn_cards_count(l->s->hand, cn_card_make(high + 1, suit)) > 0);
}

/* A place is worth what the hand has for it. */
static int32_t place_worth(lays *l, unsigned meld_i)
{
    const cn_meld *meld = &l->s->side->meld[meld_i];
    const unsigned size = cn_meld_size(meld);
    if (meld->rank == CN_MELD_SEQUENCE)
        return may_extend(l, meld) ? GROW_SEQUENCE + 10 * (int32_t)size : LEAVE;
    if (meld->rank == CN_MELD_WILD) return wilds_only_worth(l, meld_i);
    if (meld->rank == CN_MELD_TWOS) return twos_worth(l, meld_i);
    if (meld->rank >= CN_RANKS) return LEAVE;
    if (l->s->hand->kind[meld->rank] > 0) return natural_worth(l, meld->rank, meld_i);
    return l->wilds > 0 ? wild_worth(l, meld) : LEAVE;
}

static int32_t join_worth(lays *l, unsigned number)
{
    const cn_meld *first = &l->s->side->meld[l->s->pub->turn.to_meld];
    const cn_meld *second = &l->s->side->meld[number - CN_STEP_JOIN];
    const bool both_open = cn_meld_size(first) < l->full && cn_meld_size(second) < l->full;
    return both_open ? JOIN_MELDS : LEAVE;
}

static int32_t step_worth(lays *l, unsigned number)
{
    if (cn_step_is_lay(number)) return lay_worth(l, number);
    if (cn_step_is_to_meld(number)) return place_worth(l, number - CN_STEP_TO_MELD);
    if (cn_step_is_join(number)) return join_worth(l, number);
    if (cn_step_is_swap(number))
        return cn_swap_pays(l->s->rules, l->s->pub, l->s->hand, number) ? SWAP_WILD : LEAVE;
    return number == CN_STEP_NEW ? LEAVE : INT32_MIN;
}

static bool has_pair_to_begin(const lays *l, const cn_mask *legal)
{
    const cn_side *side = l->s->side;
    if (l->s->rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY) return false;
    for (uint64_t bits = cn_sight_bits(legal, CN_STEP_LAY, CN_RANKS); bits != 0; bits &= bits - 1) {
        const unsigned rank = (unsigned)__builtin_ctzll(bits);
        if (l->s->hand->kind[rank] != 2) continue;
        if (side->latest[rank] == 0) return true;
        if (cn_meld_size(&side->meld[side->latest[rank] - 1]) >= l->full) return true;
    }
    return false;
}

static lays prepare(const cn_sight *s, const cn_mask *legal)
{
    const cn_params *p = &s->rules->p;
    const cn_turn *turn = &s->pub->turn;
    lays l = {.s = s,
              .full = (unsigned)p->canasta_size,
              .wilds = (unsigned)s->hand->kind[CN_KIND_TWO] + s->hand->kind[CN_KIND_JOKER],
              .staging = !s->opened};
    l.begun = turn->open_meld != CN_NO_MELD || turn->to_meld != CN_NO_MELD || turn->staging != 0;
    l.holds = !l.begun && (s->haste & CN_HASTE_LAYING) == 0 && s->opened &&
              s->pub->stock_count >= s->habits->lay_at_stock &&
              !cn_sight_rival_near_out(s, s->habits->lay_near_out);
    l.keeps = l.holds && cn_canastas_needed(l.s->rules, l.s->pub) <= 1 &&
              s->hand->size <= s->habits->keep_from && s->pub->packets[s->seat] == 0;
    l.wilds_wait = l.holds && has_pair_to_begin(&l, legal);
    return l;
}

/* Steps that neither lay nor say where, all among the first. */
static const uint64_t other_steps =
    (((uint64_t)1 << CN_STEP_LAY) - 1) |
    (((uint64_t)1 << CN_STEP_LAY_TWO_BLACK3) - ((uint64_t)1 << CN_STEP_DISCARD));

unsigned cn_quick_lay(const cn_sight *s, const cn_mask *legal, int32_t least)
{
    cn_mask left = *legal;
    left.word[0] &= ~other_steps;
    if (cn_mask_is_empty(&left)) return CN_STEPS;
    lays l = prepare(s, legal);
    unsigned best = CN_STEPS;
    int32_t best_worth = least;
    for (unsigned i = 0; i < CN_MASK_WORDS; i++)
        for (uint64_t bits = left.word[i]; bits != 0; bits &= bits - 1) {
            const unsigned number = 64 * i + (unsigned)__builtin_ctzll(bits);
            const int32_t worth = step_worth(&l, number);
            if (worth == INT32_MIN || worth < best_worth) continue;
            if (worth == best_worth && best != CN_STEPS) continue;
            best = number;
            best_worth = worth;
        }
    return best;
}
