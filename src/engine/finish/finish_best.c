/* The highest count that an opening can reach, for a message; and a first canasta that brings a
 * packet.
 * Not here: openings that end the turn (finish_open.c). Invariant: exact with any effort. */
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/finish.h"
#include "engine/finish/finish_sums.h"
#include "engine/finish/stay.h"
#include "engine/step/opening.h"

typedef struct best {
    cn_goal g; /* first: the search's functions read it as a goal */
    int32_t *points;
} best;

static bool note_best(const cn_arrangement *a)
{
    const best *b = a->goal;
    cn_opening sum;
    if (cn_arrangement_opens(a, &sum) && sum.points > *b->points) *b->points = sum.points;
    return false;
}

static bool below_best(const cn_arrangement *a, unsigned rank)
{
    const best *b = a->goal;
    cn_goal g = b->g;
    g.need.points = *b->points + 1;
    cn_arrangement bound = *a;
    bound.goal = &g;
    return cn_count_is_hopeless(&bound, rank);
}

int32_t cn_best_opening_count(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    int32_t points = cn_public_staged_points(rules, pub);
    best b = {.g = cn_goal_make(rules, pub, hand), .points = &points};
    cn_arrangement a;
    cn_effort effort = {CN_EFFORT_USUAL};
    cn_begin_opening(&a, rules, pub, hand, &b.g, &effort);
    a.goal = &b;
    a.no_black3 = true;
    a.arranged = note_best;
    a.hopeless = below_best;
    cn_arrange(&a);
    return points;
}

/* ---- a first canasta that brings a packet ---- */

static bool completes_canasta(const cn_arrangement *a)
{
    const cn_goal *g = a->goal;
    unsigned added = cn_arrangement_added(a);
    if (g->hand - added + g->packet < (unsigned)a->rules->p.keep_cards + 1) return false;
    if (cn_lock_holds(a)) return false;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        bool old = i < a->old_count;
        if ((piece->added == 0 && !piece->joined) ||
            cn_piece_canasta(a->rules, piece) == CN_CANASTA_NONE)
            continue;
        if (!old || cn_meld_canasta(a->rules, &a->side->meld[i]) == CN_CANASTA_NONE) return true;
    }
    return false;
}

/* The unfinished meld takes the whole hand, so that nothing can be joined before the hand is empty:
 * it becomes the canasta itself, or none comes in time (S14). */
static bool completes_with_last_card(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand)
{
    const cn_meld *meld = &cn_public_acting(pub)->meld[pub->turn.open_meld];
    return cn_meld_size(meld) + hand->size >= (unsigned)rules->p.canasta_size;
}

bool cn_finish_by_packet(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_effort *effort)
{
    if (pub->packets[pub->asker] == 0 || pub->own_canasta[pub->asker] ||
        rules->p.reserve_trigger != CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA)
        return false;
    if (pub->turn.open_meld != CN_NO_MELD && cn_finish_cards(rules, pub, hand) >= hand->size &&
        !completes_with_last_card(rules, pub, hand))
        return false;
    cn_goal g = cn_goal_make(rules, pub, hand);
    cn_arrangement a;
    cn_begin_opening(&a, rules, pub, hand, &g, effort);
    a.no_black3 = true;
    a.arranged = completes_canasta;
    return cn_arrange(&a);
}
