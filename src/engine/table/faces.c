/* The faces of a hand as a set.
 * Not here: what may be laid (lays.c). Invariant: as in the header. */
#include "engine/table/faces.h"

/* Sixteen counts of four bits as a set. */
static uint64_t counts_as_set(uint64_t counts)
{
    uint64_t some = counts | counts >> 1;
    some = (some | some >> 2) & UINT64_C(0x1111111111111111);
    some = (some | some >> 3) & UINT64_C(0x0303030303030303);
    some = (some | some >> 6) & UINT64_C(0x000f000f000f000f);
    some = (some | some >> 12) & UINT64_C(0x000000ff000000ff);
    return (some | some >> 24) & 0xffff;
}

uint32_t cn_faces_ranks(uint64_t faces)
{
    return (uint32_t)counts_as_set(faces);
}

uint64_t cn_faces_held(const cn_cards *hand)
{
    static_assert((int)CN_RANKS == (int)CN_ROW_THREES, "the rows of the ranks come first");
    uint64_t faces = 0;
    for (unsigned row = 0; row < CN_RANKS; row += 4) {
        const uint16_t *four = hand->suits + row;
        const uint64_t counts = (uint64_t)four[0] | (uint64_t)four[1] << 16 |
                                (uint64_t)four[2] << 32 | (uint64_t)four[3] << 48;
        faces |= counts_as_set(counts) << (row * CN_SUITS);
    }
    return faces & ((UINT64_C(1) << (CN_RANKS * CN_SUITS)) - 1);
}

/* Runs of twice the length at each turn. */
uint64_t cn_faces_run_starts(uint64_t faces, unsigned least)
{
    for (unsigned have = 1; have < least;) {
        const unsigned more = have < least - have ? have : least - have;
        faces &= faces >> (more * CN_SUITS);
        have += more;
    }
    return faces;
}

uint64_t cn_faces_in_long_runs(uint64_t faces, unsigned least)
{
    uint64_t runs = cn_faces_run_starts(faces, least);
    if (runs == 0) return 0;
    for (unsigned have = 1; have < least;) {
        const unsigned more = have < least - have ? have : least - have;
        runs |= runs << (more * CN_SUITS);
        have += more;
    }
    return runs;
}

uint64_t cn_faces_for_sequences(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const uint64_t faces = cn_faces_held(hand);
    return cn_faces_in_reach(faces, side->beside & faces, (unsigned)rules->p.meld_min);
}

uint32_t cn_ranks_in_sequences(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    return cn_faces_ranks(cn_faces_for_sequences(rules, side, hand));
}

uint64_t cn_faces_loose(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (rules->p.sequence_wilds > 0) return 0; /* P177 */
    if (cn_pile_waits(pub)) return 0;
    return cn_faces_held(hand) & ~cn_faces_for_sequences(rules, cn_public_acting(pub), hand);
}
