/* What a sequence takes, and when it may be left.
 * Not here: see the header. Invariant: a limit of sequences is read here and in the search for the
 * end of a turn (finish/arrange_sequences.c), nowhere else. */
#include "engine/step/sequence.h"

#include "engine/step/limits.h"
#include "engine/step/refuse.h"
#include "engine/step/shape.h"

bool cn_sequence_is_finished(const cn_params *p, unsigned naturals, unsigned wilds)
{
    if ((int32_t)(naturals + wilds) < p->meld_min) return false;
    return wilds == 0 ||
           ((int32_t)naturals >= p->min_naturals && cn_wilds_in_ratio(p, naturals, wilds));
}

bool cn_sequence_wilds_in_time(const cn_params *p, uint32_t lying, uint32_t wilds)
{
    if (p->add_wild_to_canasta || wilds == 0) return true;
    const uint32_t first = lying | wilds;
    const unsigned low = (unsigned)__builtin_ctz(first);
    const unsigned high = 31U - (unsigned)__builtin_clz(first);
    const bool alone = (cn_places_between(low, high) & ~wilds) == 0; /* a natural begins it */
    return high - low + 1 + alone <= (unsigned)p->canasta_size;
}

/* P63. */
cn_reason cn_sequence_refusal(const cn_rules *rules, const cn_side *side, unsigned target)
{
    if (!rules->p.sequences) return cn_refuse(CN_REASON_RANK);
    if (target == side->meld_count)
        return side->meld_count == CN_MELDS_MAX ? cn_refuse(CN_REASON_MELDS_FULL) : cn_no_reason();
    const int32_t size = (int32_t)cn_meld_size(&side->meld[target]);
    if (!rules->p.add_natural_to_canasta && size >= rules->p.canasta_size)
        return cn_refuse(CN_REASON_CLOSED);
    /* P109: a full sequence grows only on the way out, which plan.c looks at. */
    if (size >= rules->p.sequence_max && !rules->p.sequence_extend_going_out)
        return cn_reason_make(CN_REASON_SIZE, size + 1, rules->p.sequence_max);
    return cn_no_reason();
}

/* P177. */
cn_reason cn_sequence_wild_refusal(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   unsigned kind, unsigned target)
{
    const cn_params *p = &rules->p;
    const cn_shape shape = cn_shape_of(pub, side, target);
    if (p->sequence_wilds == 0) return cn_refuse(CN_REASON_SEQ_WILD);
    if (!cn_sequences_take_wilds(p, shape.opening)) return cn_refuse(CN_REASON_NATURALS_ONLY);
    if (shape.wilds >= p->sequence_wilds)
        return cn_reason_make(CN_REASON_MAX_WILDS, shape.wilds + 1, p->sequence_wilds);
    if (cn_shape_has_turn_wilds(p, &shape))
        return cn_reason_make(CN_REASON_TURN_WILDS, shape.turn_wilds + 1, p->wilds_per_turn);
    if (!p->add_wild_to_canasta && (int32_t)cn_shape_size(&shape) >= p->canasta_size)
        return cn_refuse(CN_REASON_CLOSED);
    const cn_reason reason = cn_sequence_refusal(rules, side, target);
    if (reason.code != CN_OK) return reason;
    return cn_refuse(cn_is_locked(rules, side, kind, CN_MELD_SEQUENCE) ? CN_REASON_WILD_LOCK
                                                                       : CN_OK);
}
