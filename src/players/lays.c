/* How much a racer wants each lay.
 * Not here: whether to lay at all. Invariant: looks at the table and the own hand only; ties go to
 * the lowest step number. */
#include "players/lays.h"

#include <assert.h>

#include "canasta/reason.h"
#include "players/goals.h"
#include "players/pick_cards.h"

/* Worths, from what is done first to what is left alone. Staged groups use the same ladder, but
 * that wilds wait until all naturals lie there. */
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
    BESIDE = 30, /* a second meld where the first would take the card */
    LEAVE = -1,
    COSTLY = -5
};

typedef struct tray {
    const cn_view *view;
    const cn_rules *rules;
    const cn_side *side;
    cn_goals goals;
    bool staging; /* towards an opening */
} tray;

static unsigned canasta_size(const tray *t)
{
    return (unsigned)t->rules->p.canasta_size;
}

static unsigned wilds_held(const tray *t)
{
    return (unsigned)t->view->hand.kind[CN_KIND_TWO] + t->view->hand.kind[CN_KIND_JOKER];
}

/* A meld that costs points while it is unfinished is begun only if no more than one card lacks. */
static bool begins_at_a_loss(const tray *t, unsigned rank, unsigned held)
{
    return cn_incomplete_cost(t->rules, rank, held + 1) > 0;
}

static bool extends(const cn_rules *rules, const cn_meld *meld, cn_card card)
{
    const unsigned rank = cn_card_row(card);
    return meld->rank == CN_MELD_SEQUENCE && cn_meld_suit(meld) == cn_card_suit(card) &&
           (int32_t)cn_meld_size(meld) < rules->p.sequence_max &&
           (rank + 1 == cn_meld_low(meld) || rank == cn_meld_high(meld) + 1);
}

/* True if the complete canasta takes no such card any more, so that the next one begins a meld
 * (P56); a wild never begins a meld of a rank. */
static bool is_closed(const tray *t, const cn_meld *meld, unsigned kind)
{
    const cn_params *p = &t->rules->p;
    if (cn_meld_size(meld) < canasta_size(t)) return false;
    if (meld->rank == CN_MELD_WILD) return p->add_wild_to_canasta == 0;
    return !cn_kind_is_wild(kind) && p->add_natural_to_canasta == 0;
}

/* The meld a lay goes to, CN_NO_MELD for a new one: the order of step.h. */
static unsigned target_of(const tray *t, unsigned number)
{
    const cn_turn *turn = &t->view->pub.turn;
    const unsigned rank = cn_step_meld(number), kind = cn_step_kind(number);
    if (turn->to_meld != CN_NO_MELD) return turn->to_meld;
    const bool merged = t->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED;
    if (merged && rank != CN_MELD_SEQUENCE) {
        const unsigned meld_i = cn_side_find_meld(t->side, rank);
        if (meld_i == CN_NO_MELD || is_closed(t, &t->side->meld[meld_i], kind)) return CN_NO_MELD;
        return meld_i;
    }
    if (turn->run_meld == CN_NO_MELD) return CN_NO_MELD;
    const cn_meld *run = &t->side->meld[turn->run_meld];
    if (rank == CN_MELD_SEQUENCE && cn_step_is_sequence(number)) {
        const cn_card card = (cn_card)(number - CN_STEP_SEQUENCE);
        return extends(t->rules, run, card) ? turn->run_meld : CN_NO_MELD;
    }
    return run->rank == rank ? turn->run_meld : CN_NO_MELD;
}

/* True if the side has an unfinished meld of that rank that a lay begun anew would leave alone. */
static bool has_unfinished(const tray *t, unsigned rank)
{
    for (unsigned i = 0; i < t->side->meld_count; i++)
        if (t->side->meld[i].rank == rank && cn_meld_size(&t->side->meld[i]) < canasta_size(t))
            return true;
    return false;
}

/* True if another meld is a better hope for a natural canasta than this one. */
static bool other_is_purer(const tray *t, const cn_meld *meld)
{
    for (unsigned i = 0; i < t->side->meld_count; i++) {
        const cn_meld *other = &t->side->meld[i];
        if (other != meld && other->rank < CN_RANKS && cn_meld_wilds(other) == 0 &&
            other->naturals < canasta_size(t) && other->naturals >= meld->naturals)
            return true;
    }
    return false;
}

/* Wilds are kept for a meld of their own if there is one, or will be. */
static bool saves_wilds(const tray *t)
{
    if (!t->goals.collect_wild) return false;
    const unsigned enough =
        cn_incomplete_cost(t->rules, CN_MELD_WILD, 1) > 0 ? canasta_size(t) - 2 : 3;
    return wilds_held(t) >= enough || has_unfinished(t, CN_MELD_WILD);
}

/* What a wild card is worth on a meld: much if it completes a canasta, nothing if it spoils one. */
static int32_t wild_worth(const tray *t, const cn_meld *meld)
{
    const unsigned size = cn_meld_size(meld), full = canasta_size(t);
    const bool pure = cn_meld_wilds(meld) == 0;
    if (size >= full) return pure ? LEAVE : 20;
    const bool race = t->goals.missing > 0;
    const bool completes_needed = size + 1 == full && (t->goals.mixed || race);
    if (saves_wilds(t) && !completes_needed) return LEAVE;
    if (t->goals.natural && pure && size >= 4 && !other_is_purer(t, meld)) return LEAVE;
    int32_t worth = 100 + 20 * (int32_t)size;
    if (size + 1 == full) worth += 100;
    if (pure && size + 2 >= full && !race) worth -= 150;
    return worth;
}

/* Melds of wilds only. */
static int32_t wilds_only_worth(const tray *t, unsigned meld_i)
{
    const bool closed_game = t->rules->p.wild_canasta == 0;
    if (t->staging && !t->goals.collect_wild) return STAGE_WILDS_ONLY;
    if (closed_game) return 0; /* never a canasta here: wilds do more in other melds */
    if (meld_i == CN_NO_MELD) {
        if (begins_at_a_loss(t, CN_MELD_WILD, wilds_held(t))) return COSTLY;
        return t->goals.collect_wild ? BEGIN_WILD : LEAVE;
    }
    const unsigned size = cn_meld_size(&t->side->meld[meld_i]);
    return size < canasta_size(t) ? GROW_WILD + 10 * (int32_t)size : 20;
}

/* Melds of twos: as good as a rank, but twos do more as wilds until four are together. */
static int32_t twos_worth(const tray *t, unsigned meld_i)
{
    if (t->staging) return STAGE_WILDS_ONLY;
    if (meld_i == CN_NO_MELD) return t->view->hand.kind[CN_KIND_TWO] >= 4 ? BEGIN_WILD : LEAVE;
    return GROW_WILD + 10 * (int32_t)cn_meld_size(&t->side->meld[meld_i]);
}

static int32_t sequence_worth(const tray *t, unsigned meld_i, cn_card card)
{
    if (meld_i != CN_NO_MELD)
        return GROW_SEQUENCE + 10 * (int32_t)cn_meld_size(&t->side->meld[meld_i]);
    for (unsigned i = 0; i < t->side->meld_count; i++)
        if (extends(t->rules, &t->side->meld[i], card)) return BESIDE;
    if (begins_at_a_loss(t, CN_MELD_SEQUENCE, cn_run_length(&t->view->hand, card))) return COSTLY;
    const int32_t run = (int32_t)cn_run_length(&t->view->hand, card);
    if (run < t->rules->p.meld_min) return LEAVE; /* wilds would fill it */
    return run > 3 ? BEGIN_RUN + 20 * run : BEGIN_GROUP - 1;
}

/* P177: the one that makes it a canasta. */
static int32_t sequence_wild_worth(const tray *t, const cn_meld *meld)
{
    const unsigned size = cn_meld_size(meld), full = canasta_size(t);
    if (size + 1 != full || (saves_wilds(t) && t->goals.missing == 0)) return LEAVE;
    return 200 + 20 * (int32_t)size;
}

static int32_t natural_worth(const tray *t, unsigned rank, unsigned meld_i)
{
    const unsigned held = t->view->hand.kind[rank];
    const int32_t value = t->rules->value[rank];
    if (meld_i != CN_NO_MELD) {
        const unsigned size = cn_meld_size(&t->side->meld[meld_i]);
        const bool many = t->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
        if (many && size >= canasta_size(t) && held >= 3) return BESIDE + value;
        return GROW_RANK + (t->staging ? 0 : 10 * (int32_t)size) + value;
    }
    if (begins_at_a_loss(t, rank, held)) return COSTLY;
    if (has_unfinished(t, rank)) return BESIDE;
    if (held >= 3) return BEGIN_GROUP + value;
    return (t->staging ? BEGIN_PAIR_STAGED : BEGIN_PAIR) + value;
}

/* Two melds that are both unfinished are nearer to a canasta as one. */
static int32_t join_worth(const tray *t, unsigned number)
{
    const cn_meld *first = &t->side->meld[t->view->pub.turn.to_meld];
    const cn_meld *second = &t->side->meld[number - CN_STEP_JOIN];
    const unsigned size = cn_meld_size(first) + cn_meld_size(second), full = canasta_size(t);
    if (cn_meld_size(first) >= full || cn_meld_size(second) >= full) return LEAVE;
    return JOIN_MELDS + (size >= full ? 500 : 0);
}

bool cn_swap_pays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned number)
{
    const cn_step bare = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    const cn_giver giver = cn_swap_giver(rules, pub, cn_step_named(rules, pub, hand, bare));
    if (giver.meld == CN_NO_MELD) return false;
    const cn_meld *meld = &pub->side[giver.side].meld[giver.meld];
    const bool near = cn_meld_size(meld) + 2 >= (unsigned)rules->p.canasta_size;
    return !cn_step_steals(number) || cn_meld_wilds(meld) > 1 || !near;
}

static int32_t swap_worth(const tray *t, unsigned number)
{
    if (!cn_swap_pays(t->rules, &t->view->pub, &t->view->hand, number)) return LEAVE;
    return SWAP_WILD + t->rules->value[cn_step_swapped(number)];
}

static int32_t lay_worth(const tray *t, unsigned number)
{
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (rank == CN_MELD_BLACK3 && t->rules->p.black3_meld != CN_BLACK3_MELD_AS_RANK)
        return LEAVE; /* nothing may follow it */
    const unsigned meld_i = target_of(t, number);
    if (cn_step_is_sequence(number))
        return sequence_worth(t, meld_i, (cn_card)(number - CN_STEP_SEQUENCE));
    if (rank == CN_MELD_SEQUENCE && !t->staging)
        return sequence_wild_worth(t, &t->side->meld[meld_i]);
    if (rank == CN_MELD_WILD) return wilds_only_worth(t, meld_i);
    if (rank == CN_MELD_TWOS) return twos_worth(t, meld_i);
    if (!cn_kind_is_wild(kind)) return natural_worth(t, rank, meld_i);
    if (t->staging) return STAGE_WILD - t->rules->value[kind];
    assert(meld_i != CN_NO_MELD);
    return wild_worth(t, &t->side->meld[meld_i]) + (kind == CN_KIND_JOKER);
}

static bool only_names(unsigned number)
{
    return cn_step_is_to_meld(number) || number == CN_STEP_NEW;
}

/* A place is worth what can be laid there next: a card that would go there anyway counts for
 * nothing. */
static int32_t place_worth(const tray *t, unsigned number)
{
    cn_view there = *t->view;
    if (!cn_view_try(&there, t->rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE)))
        return INT32_MIN;
    const cn_mask next = cn_view_legal(&there, t->rules);
    tray then = *t;
    then.view = &there;
    then.side = cn_own_side(&there);
    int32_t best = INT32_MIN;
    for (unsigned i = 0, count = cn_mask_count(&next); i < count; i++) {
        const unsigned step = cn_mask_nth(&next, i);
        int32_t worth = INT32_MIN;
        if (cn_step_is_join(step)) worth = join_worth(&then, step);
        if (cn_step_is_lay(step) && (number != CN_STEP_NEW || target_of(&then, step) == CN_NO_MELD))
            worth = lay_worth(&then, step);
        if (worth > best) best = worth;
    }
    return best;
}

unsigned cn_lay_target(const cn_view *view, const cn_rules *rules, unsigned number)
{
    const tray t = {.view = view, .rules = rules, .side = cn_own_side(view)};
    return target_of(&t, number);
}

static int32_t step_worth(const tray *t, unsigned number)
{
    if (only_names(number)) return place_worth(t, number);
    if (cn_step_is_join(number)) return join_worth(t, number);
    if (cn_step_is_swap(number)) return swap_worth(t, number);
    return lay_worth(t, number);
}

cn_lay cn_best_lay(const cn_view *view, const cn_rules *rules, const cn_mask *allowed,
                   int32_t least)
{
    const tray t = {.view = view,
                    .rules = rules,
                    .side = cn_own_side(view),
                    .goals = cn_goals_of(view, rules),
                    .staging = !cn_public_has_opened(&view->pub, view->seat)};
    cn_lay best = {.number = CN_STEPS, .worth = least};
    for (unsigned i = 0, count = cn_mask_count(allowed); i < count; i++) {
        const unsigned number = cn_mask_nth(allowed, i);
        if (!cn_step_is_lay(number) && !cn_step_is_join(number) && !cn_step_is_swap(number) &&
            !only_names(number))
            continue;
        const int32_t worth = step_worth(&t, number);
        if (worth < best.worth || (worth == best.worth && best.number != CN_STEPS)) continue;
        best = (cn_lay){.number = number, .worth = worth};
    }
    return best;
}
