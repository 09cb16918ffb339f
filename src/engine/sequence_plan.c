/* Sequences for what finds no meld of its rank.
 * Not here: see the header. Invariant: as there. */
#include "sequence_plan.h"

#include "faces.h"

enum { WINDOW = 3 };

/* After an opening a search knows only which faces there could be, and how many of a rank. */
static bool faces_are_known(const cn_cards *hand)
{
    unsigned wrong = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        const unsigned suits = hand->suits[rank], pairs = (suits & 0x0f0f) + (suits >> 4 & 0x0f0f);
        wrong |= ((pairs + (pairs >> 8)) & 0xff) ^ hand->kind[rank];
    }
    return wrong == 0;
}

bool cn_sequence_plan_begin(cn_sequence_plan *plan, const cn_rules *rules, const cn_side *side,
                            const cn_cards *hand)
{
    unsigned left = side->naturals[CN_MELD_SEQUENCE];
    if (!faces_are_known(hand)) return false;
    plan->rules = rules;
    plan->rest = *hand;
    plan->faces = cn_faces_held(hand);
    plan->count = plan->canastas = 0;
    for (unsigned i = 0; left > 0; i++) {
        const cn_meld *meld = &side->meld[i];
        if (meld->rank != CN_MELD_SEQUENCE) continue;
        left -= meld->naturals;
        if (meld->naturals >= rules->p.sequence_max || plan->count == CN_SEQUENCES_PLANNED)
            continue;
        plan->of[plan->count++] = (cn_planned_sequence){.meld = (uint8_t)i,
                                                        .low = cn_meld_low(meld),
                                                        .suit = cn_meld_suit(meld),
                                                        .size = meld->naturals};
    }
    return true;
}

/* The faces leave the hand for the sequence. */
static void lay(cn_sequence_plan *plan, cn_planned_sequence *to, uint64_t faces)
{
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

/* The faces between the sequence and that of the rank, which is one of them; 0 if one is not in
 * hand, or the sequence has no room. */
static uint64_t way_to(const cn_sequence_plan *plan, const cn_planned_sequence *to, unsigned rank)
{
    const unsigned behind = (unsigned)to->low + to->size;
    const bool below = rank < to->low;
    if (!below && rank < behind) return 0;
    const unsigned first = below ? rank : behind,
                   length = below ? to->low - rank : rank - behind + 1;
    const uint64_t faces = cn_faces_row(first, to->suit, length);
    const bool fits = to->size + length <= (unsigned)plan->rules->p.sequence_max;
    return fits && (faces & plan->faces) == faces ? faces : 0;
}

static bool lengthen(cn_sequence_plan *plan, unsigned rank, unsigned suit)
{
    for (unsigned i = 0; i < plan->count; i++) {
        cn_planned_sequence *to = &plan->of[i];
        const uint64_t faces = to->suit == suit ? way_to(plan, to, rank) : 0;
        if (faces == 0) continue;
        lay(plan, to, faces);
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
    cn_planned_sequence *to = &plan->of[plan->count++];
    *to = (cn_planned_sequence){.meld = CN_NO_MELD, .suit = (uint8_t)suit};
    lay(plan, to, faces);
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
    if (full > (unsigned)plan->rules->p.sequence_max) return;
    for (unsigned i = 0; i < plan->count && plan->canastas < most; i++) {
        cn_planned_sequence *to = &plan->of[i];
        const uint64_t faces = to->size < full ? faces_for(plan, to, full) : 0;
        if (faces != 0) lay(plan, to, faces);
    }
}

bool cn_sequence_plan_finish(cn_sequence_plan *plan, unsigned meld_i)
{
    for (unsigned i = 0; i < plan->count; i++) {
        cn_planned_sequence *to = &plan->of[i];
        if (to->meld != meld_i) continue;
        const uint64_t faces = faces_for(plan, to, (unsigned)plan->rules->p.meld_min);
        if (faces != 0) lay(plan, to, faces);
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
        if (plan->of[i].meld == meld_i)
            return plan->of[i].size < (unsigned)plan->rules->p.sequence_max;
    return true;
}
