/* The going-out check on a side's table (P81, P132, S15, S27); what is a complete canasta (P58).
 * Not here: whether a hand can be emptied (plan.c), what a canasta is worth (score.c).
 * Invariant: reads melds, laid-out threes and answers, nothing of any hand. */
#include "engine/step/out.h"
#include "engine/step/limits.h"
#include "engine/step/refuse.h"
#include "engine/step/shape.h"

#include <assert.h>

cn_canasta cn_meld_canasta(const cn_rules *rules, const cn_meld *meld)
{
    if (cn_meld_size(meld) < (unsigned)rules->p.canasta_size) return CN_CANASTA_NONE;
    switch (meld->rank) {
    case CN_MELD_BLACK3:
        if (cn_black3_is_rank(rules)) break; /* P199 */
        return CN_CANASTA_NONE;              /* P65 */
    case CN_MELD_WILD: return rules->p.wild_canasta ? CN_CANASTA_WILD : CN_CANASTA_NONE;
    case CN_MELD_SEQUENCE:
        return meld->wilds == 0 ? CN_CANASTA_SEQUENCE : CN_CANASTA_SEQUENCE_MIXED;
    }
    return cn_meld_wilds(meld) == 0 ? CN_CANASTA_NATURAL : CN_CANASTA_MIXED;
}

bool cn_side_has_canasta(const cn_rules *rules, const cn_side *side, unsigned rank)
{
    if (side->naturals[rank] + side->wilds[rank] < rules->p.canasta_size) return false;
    for (unsigned i = 0; i < side->meld_count; i++)
        if (side->meld[i].rank == rank && cn_meld_canasta(rules, &side->meld[i]) != CN_CANASTA_NONE)
            return true;
    return false;
}

void cn_canastas_add(cn_canastas *canastas, const cn_rules *rules, cn_canasta kind, unsigned rank)
{
    if (kind == CN_CANASTA_WILD || kind == CN_CANASTA_SEQUENCE_MIXED) rank = CN_KIND_BLACK3;
    switch (cn_canasta_counts_as(rules, kind)) {
    case CN_CANASTA_NONE: return;
    case CN_CANASTA_NATURAL:
        assert(rank < CN_BONUS_RANKS);
        canastas->natural[rank]++;
        return;
    case CN_CANASTA_MIXED:
        assert(rank < CN_BONUS_RANKS);
        canastas->mixed[rank]++;
        return;
    case CN_CANASTA_WILD: canastas->wild++; return;
    case CN_CANASTA_SEQUENCE: canastas->sequence++; return;
    case CN_CANASTA_SEQUENCE_MIXED: break; /* it counts as a mixed one */
    }
}

cn_canastas cn_side_count_canastas(const cn_rules *rules, const cn_side *side)
{
    cn_canastas canastas = {.wild = 0};
    for (unsigned i = 0; i < side->meld_count; i++)
        cn_canastas_add(&canastas, rules, cn_meld_canasta(rules, &side->meld[i]),
                        side->meld[i].rank);
    return canastas;
}

/* Canastas that out_canastas counts: those that no word of `ignored` matches. */
static unsigned counted(const cn_canastas *canastas, int32_t ignored)
{
    unsigned count = (ignored & CN_WORD_WILD) ? 0 : canastas->wild;
    if (!(ignored & CN_WORD_SEQUENCE)) count += canastas->sequence;
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++) {
        if (ignored >> rank & 1) continue;
        if (!(ignored & CN_WORD_NATURAL)) count += canastas->natural[rank];
        if (!(ignored & CN_WORD_MIXED)) count += canastas->mixed[rank];
    }
    return count;
}

/* P132: a canasta for each kind, no canasta for two kinds. Wilds and sequences serve one kind
 * each. A listed rank takes a natural or a mixed canasta of its own; where it has both it is free
 * to leave either for the kinds `natural` and `mixed`. */
static bool needs_met(const cn_canastas *canastas, const cn_needs *needs)
{
    if (canastas->wild < needs->count[CN_NEED_WILD]) return false;
    if (canastas->sequence < needs->count[CN_NEED_SEQUENCE]) return false;
    int naturals_left = -needs->count[CN_NEED_NATURAL];
    int mixed_left = -needs->count[CN_NEED_MIXED];
    int free_ranks = 0;
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++) {
        naturals_left += canastas->natural[rank];
        mixed_left += canastas->mixed[rank];
        if (!(needs->words >> rank & 1)) continue;
        if (canastas->natural[rank] == 0 && canastas->mixed[rank] == 0) return false;
        if (canastas->mixed[rank] == 0)
            naturals_left--;
        else if (canastas->natural[rank] == 0)
            mixed_left--;
        else
            free_ranks++;
    }
    return naturals_left >= 0 && mixed_left >= 0 && naturals_left + mixed_left >= free_ranks;
}

bool cn_canastas_suffice(const cn_rules *rules, const cn_public *pub, const cn_canastas *canastas)
{
    return counted(canastas, rules->p.out_not_counted) >= cn_canastas_needed(rules, pub) &&
           needs_met(canastas, cn_out_needs(rules, pub));
}

bool cn_meld_blocks_out(const cn_rules *rules, const cn_meld *meld)
{
    if (!rules->p.out_block_incomplete) return false;
    bool special = meld->rank == CN_KIND_7 || meld->rank == CN_MELD_WILD ||
                   (meld->rank == CN_KIND_A && cn_meld_wilds(meld) == 0);
    return special && cn_meld_size(meld) < (unsigned)rules->p.canasta_size;
}

static bool side_blocked(const cn_rules *rules, const cn_side *side)
{
    for (unsigned i = 0; i < side->meld_count; i++)
        if (cn_meld_blocks_out(rules, &side->meld[i])) return true;
    return false;
}

unsigned cn_side_red3(const cn_rules *rules, const cn_public *pub, unsigned side)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        count += (pub->side_of[seat] == side) * cn_public_threes(pub, seat, true);
    return count;
}

/* Every complete canasta asks for its red three, those that out_not_counted names too. */
bool cn_red3_suffice(const cn_rules *rules, const cn_public *pub, const cn_canastas *canastas)
{
    if (!rules->p.out_needs_red3_per_canasta) return true;
    return cn_side_red3(rules, pub, pub->side_of[pub->asker]) >= counted(canastas, 0);
}

/* The canastas of the table: number first, kinds after it. */
static cn_reason refuse_canastas(const cn_rules *rules, const cn_public *pub)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_canastas canastas = cn_side_count_canastas(rules, side);
    int32_t have = (int32_t)counted(&canastas, rules->p.out_not_counted);
    int32_t need = (int32_t)cn_canastas_needed(rules, pub);
    if (have < need && need == 1) return cn_refuse(CN_REASON_NO_CANASTA);
    if (have < need) return (cn_reason){CN_REASON_CANASTAS, have, need};
    return cn_refuse(needs_met(&canastas, cn_out_needs(rules, pub)) ? CN_OK : CN_REASON_OUT_NEEDS);
}

/* P70. */
static bool answer_forbids(const cn_rules *rules, const cn_public *pub)
{
    return rules->p.ask_binding && pub->turn.answer == CN_ANSWER_NO; /* P72 */
}

/* P71. */
static bool answer_is_missing(const cn_rules *rules, const cn_public *pub)
{
    return rules->p.ask_partner == CN_ASK_PARTNER_REQUIRED && pub->turn.answer != CN_ANSWER_YES &&
           cn_partner(rules, pub, pub->asker) != CN_SEAT_NONE;
}

bool cn_answer_lets_out(const cn_rules *rules, const cn_public *pub)
{
    return !answer_forbids(rules, pub) && !answer_is_missing(rules, pub);
}

static bool partner_has_packet(const cn_rules *rules, const cn_public *pub)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (pub->side_of[seat] == pub->side_of[pub->asker] && seat != pub->asker &&
            pub->packets[seat] > 0)
            return true;
    return false;
}

/* P192. */
static cn_reason refuse_table(const cn_rules *rules, const cn_public *pub)
{
    const int32_t turn = cn_own_turns(rules, pub), from = rules->p.out_from_turn;
    if (from > 1 && turn < from) return cn_reason_make(CN_REASON_OUT_TURN, turn, from);
    const bool waits = rules->p.out_after_partners_packets && partner_has_packet(rules, pub);
    return cn_refuse(waits ? CN_REASON_PARTNER_PACKET : CN_OK);
}

bool cn_table_lets_out(const cn_rules *rules, const cn_public *pub)
{
    return refuse_table(rules, pub).code == CN_OK;
}

cn_reason cn_out_refusal(const cn_rules *rules, const cn_public *pub, bool by_discard)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    if (cn_packet_bars_out(rules, pub, by_discard)) return cn_refuse(CN_REASON_KEEP_CARD); /* S14 */
    if (answer_forbids(rules, pub)) return cn_refuse(CN_REASON_ASK_NO);
    cn_reason reason = refuse_table(rules, pub);
    if (reason.code == CN_OK) reason = refuse_canastas(rules, pub);
    if (reason.code != CN_OK) return reason;
    const cn_canastas canastas = cn_side_count_canastas(rules, side);
    if (!cn_red3_suffice(rules, pub, &canastas)) return cn_refuse(CN_REASON_OUT_NEEDS);
    if (p->out_block_incomplete && side_blocked(rules, side))
        return cn_refuse(CN_REASON_INCOMPLETE_SPECIAL);
    if (p->out_discard == CN_OUT_DISCARD_REQUIRED && !by_discard)
        return cn_refuse(CN_REASON_OUT_DISCARD);
    if (p->out_discard == CN_OUT_DISCARD_NEVER && by_discard) return cn_refuse(CN_REASON_OUT_MELD);
    return cn_refuse(answer_is_missing(rules, pub) ? CN_REASON_ASK_REQUIRED : CN_OK);
}
