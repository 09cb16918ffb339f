/* Going out from a table that is open: every card but at most one can be laid (P46, P81).
 * Not here: openings (finish_open.c). Invariant: exact; see plan.h. */
#include "engine/finish/finish.h"

#include <stddef.h>
#include <string.h>

#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/out_counts.h"
#include "engine/finish/out_ranks.h"
#include "engine/finish/owed.h"
#include "engine/finish/tellers.h"
#include "engine/rules/tellers.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"
#include "engine/step/out.h"
#include "engine/table/faces.h"

bool cn_lock_holds(const cn_arrangement *a)
{
    int32_t lock = a->rules->p.wild_meld_locks_wilds;
    if (lock == CN_WILD_MELD_LOCKS_WILDS_NO) return false;
    unsigned size = (unsigned)a->rules->p.canasta_size, elsewhere = 0, begun = 0;
    unsigned lockers = 0, grown = 0; /* unfinished before, and cards that went to them */
    bool of_twos = lock == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD, unfinished = false;
    unsigned locker = of_twos ? CN_MELD_TWOS : CN_MELD_WILD;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != locker)
            elsewhere += piece->shape.rank == CN_MELD_TWOS ? piece->added : piece->new_wilds;
        else if (i >= a->old_count)
            begun += piece->added;
        else if (cn_shape_size(&piece->shape) < size)
            unfinished = true;
        if (piece->shape.rank == locker && i < a->old_count &&
            cn_shape_size(&piece->shape) - piece->added < size) {
            lockers++;
            grown += piece->added;
        }
    }
    if (lockers > 1 && grown > 0) return true; /* they lock each other */
    if (of_twos) elsewhere = elsewhere > a->jokers ? elsewhere - a->jokers : 0;
    elsewhere += begun;
    return unfinished && elsewhere > 0;
}

cn_canasta cn_piece_canasta(const cn_rules *rules, const cn_piece *piece)
{
    if (piece->shape.rank != CN_MELD_SEQUENCE) return cn_shape_canasta(rules, &piece->shape);
    bool complete = (int32_t)cn_shape_size(&piece->shape) >= rules->p.canasta_size;
    if (!complete) return CN_CANASTA_NONE;
    return piece->shape.wilds == 0 ? CN_CANASTA_SEQUENCE : CN_CANASTA_SEQUENCE_MIXED;
}

static bool blocks_out(const cn_rules *rules, const cn_piece *piece)
{
    const cn_meld meld = {.rank = piece->shape.rank,
                          .naturals = piece->shape.naturals,
                          .wilds = piece->shape.wilds,
                          .jokers = piece->shape.wilds};
    return cn_meld_blocks_out(rules, &meld);
}

bool cn_table_goes_out(const cn_arrangement *a)
{
    cn_canastas canastas = {0};
    for (unsigned i = 0; i < a->piece_count; i++) {
        cn_canasta kind = cn_piece_canasta(a->rules, &a->piece[i]);
        if (kind != CN_CANASTA_NONE)
            cn_canastas_add(&canastas, a->rules, kind, a->piece[i].shape.rank);
        if (blocks_out(a->rules, &a->piece[i])) return false;
    }
    return cn_canastas_suffice(a->rules, a->pub, &canastas) &&
           cn_red3_suffice(a->rules, a->pub, &canastas) && !cn_lock_holds(a);
}

/* Ranks that going out asks for by name. */
static bool is_named(const cn_arrangement *a, unsigned rank)
{
    const int32_t words = cn_out_needs(a->rules, a->pub)->words | a->rules->p.out_not_counted;
    return (words >> rank & 1) != 0;
}

/* Canastas by class; ranks that nobody asks for are one (in the place of the black threes). */
uint64_t cn_digest_canastas(const cn_arrangement *a, unsigned rank, uint64_t key)
{
    cn_canastas canastas = {0};
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (!cn_piece_is_settled(a, piece, rank)) continue;
        cn_canasta kind = cn_piece_canasta(a->rules, piece);
        unsigned of = piece->shape.rank;
        if (of < CN_RANKS && !is_named(a, of)) of = CN_MELD_BLACK3;
        if (kind != CN_CANASTA_NONE) cn_canastas_add(&canastas, a->rules, kind, of);
    }
    return cn_digest_bytes(key, &canastas, sizeof canastas);
}

/* S27: pieces only grow, but where they are joined. */
static bool canastas_are_too_many(const cn_arrangement *a)
{
    cn_canastas canastas = {0};
    if (!a->rules->p.out_needs_red3_per_canasta || cn_arrange_may_join(a)) return false;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_canasta kind = cn_piece_canasta(a->rules, &a->piece[i]);
        if (kind != CN_CANASTA_NONE)
            cn_canastas_add(&canastas, a->rules, kind, a->piece[i].shape.rank);
    }
    return !cn_red3_suffice(a->rules, a->pub, &canastas);
}

/* A rank not yet settled has naturals that fit nowhere, now that the sequences are settled; or a
 * settled piece forbids going out. */
static bool out_is_hopeless(const cn_arrangement *a, unsigned rank)
{
    const cn_params *p = &a->rules->p;
    unsigned wilds = cn_arrangement_wilds(a), misfits = a->discarded;
    for (unsigned i = 0; p->out_block_incomplete && i < a->piece_count; i++)
        if (cn_piece_is_settled(a, &a->piece[i], rank) && blocks_out(a->rules, &a->piece[i]))
            return true;
    if (canastas_are_too_many(a)) return true;
    const unsigned least = (unsigned)p->meld_min;
    unsigned due = 0; /* wilds that new melds must have */
    for (; rank < CN_RANKS; rank++) {
        unsigned held = a->held[rank];
        if (held == 0) continue;
        bool new_meld = held >= (unsigned)p->min_naturals && held + wilds >= least;
        bool begun = false;
        for (unsigned i = 0; i < a->old_count && !begun; i++)
            begun = a->piece[i].shape.rank == rank;
        if (new_meld && !begun && held < least) due += least - held;
        if (begun || new_meld) continue;
        misfits += held;
        if (misfits > 1 || (a->last >> rank & 1) == 0) return true;
    }
    return due > wilds && p->min_naturals >= 2;
}

/* What no lay changes: answers, packets, red threes, cards nobody has seen yet, and canastas that
 * none of these cards could make. */
bool cn_may_go_out_at_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!cn_answer_lets_out(rules, pub) || !cn_table_lets_out(rules, pub)) return false;
    if (cn_packet_bars_out(rules, pub, true) || pub->hand_count[pub->asker] != hand->size)
        return false;
    if (!rules->p.out_needs_red3_per_canasta) return true; /* S27: no fewer than are needed */
    return cn_side_red3(rules, pub, pub->side_of[pub->asker]) >= cn_canastas_needed(rules, pub);
}

/* A search that lays all cards. */
static void begin_laying_all(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                             const cn_cards *hand, cn_effort *effort)
{
    cn_arrange_start(a, rules, pub, hand, effort);
    a->all = true;
    a->last = ~(cn_never_last(rules) | cn_never_discarded(rules));
    a->discard_due = rules->p.out_discard == CN_OUT_DISCARD_REQUIRED ||
                     cn_packet_bars_out(rules, pub, false); /* P185 */
    a->discarded = hand->kind[CN_KIND_RED3] > 0 || rules->p.out_discard == CN_OUT_DISCARD_NEVER;
    a->long_sequences = rules->p.sequence_extend_going_out != 0;
}

/* False where the cards fit in no way at all. */
static bool all_may_fit(const cn_arrangement *a, const cn_cards *hand)
{
    return cn_arrangement_misfits(a) + hand->kind[CN_KIND_RED3] <= 1;
}

/* Red threes in hand can never be laid: one may be the last discard. */
static bool threes_stay(const cn_arrangement *a, const cn_cards *hand)
{
    const unsigned threes = hand->kind[CN_KIND_RED3];
    if (threes > 0 && a->rules->p.out_discard == CN_OUT_DISCARD_NEVER) return true;
    return threes > 1 || (threes == 1 && (a->last >> CN_KIND_RED3 & 1) == 0);
}

/* Counts that may tell something, by these rules. */
static cn_tell *what_tells(const cn_arrangement *a)
{
    if (a->opening && a->rules->p.initial_naturals_only) return NULL;
    return a->rules->ranks_free ? cn_ranks_go_out : NULL;
}

/* What counts tell of the table as it lies, no further card in a sequence. */
static cn_told tell_as_it_lies(cn_arrangement *a)
{
    const unsigned open = a->open;
    if (a->tell == NULL || a->only_black3) return CN_TOLD_NOTHING;
    if (open != CN_NO_MELD && a->piece[open].shape.rank == CN_MELD_SEQUENCE) return CN_TOLD_NOTHING;
    return cn_arrange_told(a);
}

/* What is told of the table as it lies does not change by sequences, or by melds of twos. */
static bool is_final(cn_arrangement *a, const cn_cards *hand)
{
    const cn_params *p = &a->rules->p;
    a->loose = p->sequences ? cn_ranks_in_sequences(a->rules, a->side, hand) : 0;
    if (a->loose == 0 && !p->twos_as_rank) return true;
    return a->vain != NULL && a->vain(a, a->loose);
}

bool cn_begin_laying_all(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                         const cn_cards *hand, cn_effort *effort)
{
    begin_laying_all(a, rules, pub, hand, effort);
    a->tell = what_tells(a);
    a->vain = a->tell == cn_ranks_go_out ? cn_ranks_stay : NULL;
    return !threes_stay(a, hand);
}

bool cn_lays_all_but_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_arranged *arranged, cn_digest *digest, const void *goal,
                         cn_effort *effort)
{
    cn_arrangement a;
    cn_out_melds melds;
    cn_cards counted;
    const bool idle = cn_idle_threes(rules, pub, hand) > 0;
    const bool throws = idle && cn_throws_idle_three(rules, hand);
    if (idle) {
        counted = cn_without_idle_threes(rules, pub, hand);
        hand = &counted;
    }
    if (!cn_begin_laying_all(&a, rules, pub, hand, effort)) return false;
    if (throws) a.discard_due = false; /* P204: one of them is the discard */
    if (pub->turn.owes == CN_OWES_CARD) a.last &= ~cn_last_owed(pub, hand);
    if (arranged != cn_table_goes_out || pub->turn.owes) {
        a.tell = NULL;
        a.vain = NULL;
    }
    if (a.tell != NULL) cn_out_melds_sum(&melds, &a);
    a.melds = a.tell != NULL ? &melds : NULL;
    const cn_told told = tell_as_it_lies(&a);
    if (told == CN_TOLD_YES) return true;
    if (told == CN_TOLD_NO && is_final(&a, hand)) return false;
    if (cn_understands(rules, CN_TELLER_BOUNDS) && !all_may_fit(&a, hand)) return false;
    a.arranged = arranged;
    a.goal = goal;
    a.hopeless = out_is_hopeless;
    a.digest = digest;
    cn_failures failed;
    cn_failures_start(&failed);
    a.failed = &failed;
    return cn_arrange(&a);
}

/* Nothing but idle threes is held: the hand ends with them, or with all but one (P204). */
static bool ends_idle(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (pub->turn.open_meld != CN_NO_MELD || pub->turn.owes) return false;
    return cn_out_refusal(rules, pub, false).code == CN_OK ||
           (cn_throws_idle_three(rules, hand) && cn_out_refusal(rules, pub, true).code == CN_OK);
}

/* Nothing may be laid (P184): the last card goes. */
static bool discards_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const uint32_t barred = cn_never_last(rules) | cn_never_discarded(rules);
    const cn_cards counted = cn_without_idle_threes(rules, pub, hand);
    if (counted.size == 0) return ends_idle(rules, pub, hand);
    unsigned kind = 0;
    while (kind < CN_KINDS && counted.kind[kind] == 0) kind++;
    return counted.size == 1 && (barred >> kind & 1) == 0 &&
           cn_out_refusal(rules, pub, true).code == CN_OK;
}

bool cn_search_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_effort *effort)
{
    if (!cn_may_go_out_at_all(rules, pub, hand) || hand->size == 0) return false;
    if (!cn_may_meld(rules, pub)) return discards_out(rules, pub, hand);
    if (cn_idle_threes(rules, pub, hand) == hand->size) return ends_idle(rules, pub, hand);
    const bool owes = pub->turn.owes != CN_OWES_NOTHING;
    return cn_lays_all_but_one(rules, pub, hand, owes ? cn_table_pays_out : cn_table_goes_out,
                               owes ? cn_digest_owed : cn_digest_canastas, NULL, effort);
}

bool cn_finish_by_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            cn_effort *effort)
{
    const cn_question question = {.rules = rules, .pub = pub, .hand = hand};
    const cn_told told = cn_ask(CN_ASKED_GOES_OUT, &question);
    if (told != CN_TOLD_NOTHING) return told == CN_TOLD_YES;
    return cn_search_going_out(rules, pub, hand, effort);
}
