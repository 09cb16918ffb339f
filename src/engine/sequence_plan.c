/* Sequences for what finds no meld of its rank.
 * Not here: see the header. Invariant: as there. */
#include "sequence_plan.h"

#include <string.h>

#include "faces.h"
#include "takers.h"

enum { WINDOW = 3 };

/* Eight ranks from this one on: so many cards of each as of its faces. */
static bool suits_add_up(const cn_cards *hand, unsigned from)
{
    typedef uint16_t eight __attribute__((vector_size(CN_VECTOR)));
    eight suits, kinds;
    uint64_t differ[2];
    memcpy(&suits, hand->suits + from, sizeof suits);
    for (unsigned i = 0; i < 8; i++) kinds[i] = hand->kind[from + i];
    suits = (suits & 0x0f0f) + (suits >> 4 & 0x0f0f);
    suits = ((suits & UINT8_MAX) + (suits >> 8)) ^ kinds;
    memcpy(differ, &suits, sizeof differ);
    return (differ[0] | differ[1]) == 0;
}

/* After an opening a search knows only which faces there could be, and how many of a rank. */
static bool faces_are_known(const cn_cards *hand)
{
    enum { EIGHT = 8 };
    return suits_add_up(hand, 0) && suits_add_up(hand, CN_RANKS - EIGHT);
}

static bool begin_plan(cn_sequence_plan *plan, const cn_rules *rules, const cn_side *side,
                       const cn_cards *hand, unsigned most)
{
    if (!faces_are_known(hand)) return false;
    plan->rules = rules;
    plan->most = most;
    plan->rest = *hand;
    plan->faces = cn_faces_held(hand);
    plan->count = plan->canastas = 0;
    plan->crowded = false;
    if (side->naturals[CN_MELD_SEQUENCE] == 0) return true;
    for (uint64_t left = cn_melds_of(side, CN_MELD_SEQUENCE); left != 0; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        const cn_meld *meld = &side->meld[i];
        if (meld->naturals >= most) continue;
        plan->crowded |= plan->count == CN_SEQUENCES_PLANNED;
        if (plan->crowded) break;
        plan->of[plan->count++] = (cn_planned_sequence){.meld = (uint8_t)i,
                                                        .low = cn_meld_low(meld),
                                                        .suit = cn_meld_suit(meld),
                                                        .size = meld->naturals};
    }
    return true;
}

bool cn_sequence_plan_begin(cn_sequence_plan *plan, const cn_rules *rules, const cn_side *side,
                            const cn_cards *hand)
{
    return begin_plan(plan, rules, side, hand, (unsigned)rules->p.sequence_max);
}

bool cn_sequence_plan_begin_all(cn_sequence_plan *plan, const cn_rules *rules, const cn_side *side,
                                const cn_cards *hand)
{
    const unsigned most = (unsigned)rules->p.sequence_max;
    return begin_plan(plan, rules, side, hand,
                      rules->p.sequence_extend_going_out ? (unsigned)CN_RANKS : most);
}

void cn_sequence_plan_lay(cn_sequence_plan *plan, unsigned i, uint64_t faces)
{
    cn_planned_sequence *to = &plan->of[i];
    if (i == plan->count) {
        plan->count++;
        *to = (cn_planned_sequence){.meld = CN_NO_MELD,
                                    .suit = (uint8_t)(__builtin_ctzll(faces) % CN_SUITS)};
    }
    const unsigned size = to->size + (unsigned)__builtin_popcountll(faces);
    const unsigned lowest = (unsigned)__builtin_ctzll(faces) / CN_SUITS;
    const unsigned full = (unsigned)plan->rules->p.canasta_size;
    plan->canastas += to->size < full && size >= full;
    if (to->size == 0 || lowest < to->low) to->low = (uint8_t)lowest;
    to->size = (uint8_t)size;
    to->faces |= faces;
    for (; faces != 0; faces &= faces - 1)
        cn_cards_remove(&plan->rest, (cn_card)__builtin_ctzll(faces));
    plan->faces = cn_faces_held(&plan->rest);
}

uint64_t cn_sequence_plan_way(const cn_sequence_plan *plan, unsigned i, unsigned rank,
                              unsigned suit)
{
    const cn_planned_sequence *to = &plan->of[i];
    const unsigned behind = (unsigned)to->low + to->size;
    const bool below = rank < to->low;
    if (to->suit != suit || (!below && rank < behind)) return 0;
    const unsigned first = below ? rank : behind,
                   length = below ? to->low - rank : rank - behind + 1;
    const uint64_t faces = cn_faces_row(first, to->suit, length);
    const bool fits = to->size + length <= plan->most;
    return fits && (faces & plan->faces) == faces ? faces : 0;
}

static bool lengthen(cn_sequence_plan *plan, unsigned rank, unsigned suit)
{
    for (unsigned i = 0; i < plan->count; i++) {
        const uint64_t faces = cn_sequence_plan_way(plan, i, rank, suit);
        if (faces == 0) continue;
        cn_sequence_plan_lay(plan, i, faces);
        return true;
    }
    return false;
}

/* Three in a row, of which most are of these ranks. */
static bool begin(cn_sequence_plan *plan, unsigned rank, unsigned suit, uint32_t ranks)
{
    unsigned best = 0;
    uint64_t faces = 0;
    if (plan->rules->p.meld_min != WINDOW || plan->count == CN_SEQUENCES_PLANNED ||
        (cn_faces_in_runs(plan->faces, WINDOW) >> cn_card_make(rank, suit) & 1) == 0)
        return false;
    for (unsigned low = rank < WINDOW ? 0 : rank - WINDOW + 1; low <= rank; low++) {
        const uint64_t row = cn_faces_row(low, suit, WINDOW);
        const unsigned wanted = (unsigned)__builtin_popcount(ranks >> low & 7);
        if ((row & plan->faces) != row || low + WINDOW > CN_RANKS || wanted <= best) continue;
        best = wanted;
        faces = row;
    }
    if (faces == 0) return false;
    cn_sequence_plan_lay(plan, plan->count, faces);
    return true;
}

void cn_sequence_plan_place(cn_sequence_plan *plan, uint32_t ranks)
{
    for (uint32_t left = ranks; left != 0; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        for (uint64_t faces = plan->faces & cn_faces_of_rank(rank); faces != 0;
             faces &= faces - 1) {
            const unsigned suit = (unsigned)__builtin_ctzll(faces) % CN_SUITS;
            while ((plan->faces & faces & -faces) != 0)
                if (!lengthen(plan, rank, suit) && !begin(plan, rank, suit, ranks)) break;
        }
    }
}

/* The faces that make it so long, upwards first; 0 if they are not in hand. */
static uint64_t faces_for(const cn_sequence_plan *plan, const cn_planned_sequence *to,
                          unsigned size)
{
    uint64_t faces = 0;
    unsigned low = to->low, behind = low + to->size;
    for (; behind - low < size && behind < CN_RANKS; behind++) {
        const uint64_t face = cn_faces_row(behind, to->suit, 1);
        if ((face & plan->faces) == 0) break;
        faces |= face;
    }
    for (; behind - low < size && low > 0; low--) {
        const uint64_t face = cn_faces_row(low - 1, to->suit, 1);
        if ((face & plan->faces) == 0) break;
        faces |= face;
    }
    return behind - low >= size ? faces : 0;
}

void cn_sequence_plan_canastas(cn_sequence_plan *plan, unsigned most)
{
    const unsigned full = (unsigned)plan->rules->p.canasta_size;
    if (full > plan->most) return;
    for (unsigned i = 0; i < plan->count && plan->canastas < most; i++) {
        const cn_planned_sequence *to = &plan->of[i];
        const uint64_t faces = to->size < full ? faces_for(plan, to, full) : 0;
        if (faces != 0) cn_sequence_plan_lay(plan, i, faces);
    }
}

uint64_t cn_sequence_plan_fill(const cn_sequence_plan *plan, unsigned i, unsigned below)
{
    const cn_planned_sequence *to = &plan->of[i];
    const unsigned full = (unsigned)plan->rules->p.canasta_size;
    const unsigned low = to->low - below;
    if (to->size >= full || below > to->low || to->size + below > full || full > plan->most)
        return 0;
    const uint64_t faces =
        cn_faces_row(low, to->suit, full) & ~cn_faces_row(to->low, to->suit, to->size);
    return (faces & plan->faces) == faces ? faces : 0;
}

uint64_t cn_sequence_plan_loose(const cn_sequence_plan *plan)
{
    uint64_t beside = 0;
    for (unsigned i = 0; i < plan->count; i++) {
        const cn_planned_sequence *to = &plan->of[i];
        const cn_meld meld = {.naturals = to->size, .lowest = cn_card_make(to->low, to->suit)};
        beside |= to->size < plan->most ? cn_faces_beside(&meld) : 0;
    }
    return cn_faces_in_reach(plan->faces, beside & plan->faces, (unsigned)plan->rules->p.meld_min);
}

unsigned cn_sequence_plan_beside(const cn_sequence_plan *plan)
{
    const unsigned full = (unsigned)plan->rules->p.canasta_size;
    unsigned count = (unsigned)__builtin_popcountll(cn_faces_run_starts(plan->faces, full));
    for (unsigned i = 0; i < plan->count; i++) {
        const cn_planned_sequence *to = &plan->of[i];
        const uint64_t faces = plan->faces | cn_faces_row(to->low, to->suit, to->size);
        const unsigned low = cn_card_make(to->low, to->suit);
        count += to->size < full && (cn_faces_in_runs(faces, full) >> low & 1) != 0;
    }
    return count;
}

bool cn_sequence_plan_finish(cn_sequence_plan *plan, unsigned meld_i)
{
    for (unsigned i = 0; i < plan->count; i++) {
        const cn_planned_sequence *to = &plan->of[i];
        if (to->meld != meld_i) continue;
        const uint64_t faces = faces_for(plan, to, (unsigned)plan->rules->p.meld_min);
        if (faces != 0) cn_sequence_plan_lay(plan, i, faces);
        return faces != 0;
    }
    return false;
}

bool cn_sequence_plan_has(const cn_sequence_plan *plan, unsigned meld_i, cn_card face)
{
    for (unsigned i = 0; i < plan->count; i++) {
        if (plan->of[i].meld != meld_i) continue;
        if (face == CN_CARD_NONE ? plan->of[i].faces != 0 : (plan->of[i].faces >> face & 1) != 0)
            return true;
    }
    return false;
}

bool cn_sequence_plan_has_room(const cn_sequence_plan *plan, unsigned meld_i)
{
    for (unsigned i = 0; i < plan->count; i++)
        if (plan->of[i].meld == meld_i) return plan->of[i].size < plan->most;
    return true;
}
